"""The virtual points of an accelerated event as text."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import ngettext

from tournaments.models import Entrant
from tournaments.services.wording import format_points
from tournaments.standings.trf.sheet import Boost


def virtual_words(boosts: Sequence[Boost], entrants: dict[int, Entrant]) -> tuple[str, ...]:
    """Return a sentence for each span of rounds with virtual points."""
    return tuple(_sentence(each, entrants) for each in boosts)


def _sentence(boost: Boost, entrants: dict[int, Entrant]) -> str:
    numbers = [entrants[who].number or 0 for who in boost.members]
    count = max(1, int(boost.points))
    if boost.first == boost.last:
        words = ngettext(
            "Round %(first)d: for the pairing, numbers %(low)d to %(high)d get %(points)s "
            "extra point.",
            "Round %(first)d: for the pairing, numbers %(low)d to %(high)d get %(points)s "
            "extra points.",
            count,
        )
    else:
        words = ngettext(
            "Rounds %(first)d to %(last)d: for the pairing, numbers %(low)d to %(high)d get "
            "%(points)s extra point.",
            "Rounds %(first)d to %(last)d: for the pairing, numbers %(low)d to %(high)d get "
            "%(points)s extra points.",
            count,
        )
    return words % {
        "first": boost.first,
        "last": boost.last,
        "low": min(numbers),
        "high": max(numbers),
        "points": format_points(boost.points),
    }
