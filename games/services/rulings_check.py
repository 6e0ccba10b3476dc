"""Proof of the rulings: the chain, and everything that was changed by it."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Match, Ruling
from games.services.audit import refold_matches
from games.services.chain import check_chain
from games.services.rating_fold import refold_ratings


def check_rulings() -> Iterator[object]:
    """Yield every place where the chain is broken or a consequence does not follow from it."""
    yield from check_chain()
    ruled = Ruling.objects.exclude(match=None).values("match")
    yield from refold_matches(Match.objects.filter(pk__in=ruled).order_by("pk"))
    yield from refold_ratings()
