"""Audit of the rulings: the chain, and everything that follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from accounts.models import Suspension
from games.models import Intervention, Match
from games.services.audit import replay_matches
from games.services.ratings.rating_replay import replay_ratings
from tournaments.referees.models import Ruling
from tournaments.referees.services.chain import check_chain


def check_rulings() -> Iterator[object]:
    """Yield every inconsistency in the chain or in what follows from it."""
    yield from check_chain()
    yield from _check_copies()
    ruled = Ruling.objects.exclude(match=None).values("match")
    yield from replay_matches(Match.objects.filter(pk__in=ruled).order_by("pk"))
    yield from replay_ratings()


def _check_copies() -> Iterator[str]:
    """Compare the rulings with the copies that games and tournaments keep."""
    kept = {row.number: row.effects for row in Intervention.objects.all()}
    for ruling in Ruling.objects.order_by("number"):
        known = Intervention.FOLDED if ruling.match_id is not None else ()
        ordered = {name: ruling.effects[name] for name in known if name in ruling.effects}
        if kept.get(ruling.number, {}) != ordered:
            yield f"ruling {ruling.number}: its match keeps something else of it"
    ends = Counter(Suspension.objects.values_list("player", "until"))
    for ruling in Ruling.objects.standing().filter(act="suspend"):
        end = (ruling.player_id or 0, ruling.at + timedelta(days=ruling.params["days"]))
        if not ends[end]:
            yield f"ruling {ruling.number}: nobody is suspended by it"
        ends[end] -= 1
    yield from (f"player {player}: suspended without a ruling" for player, _until in +ends)
