"""Direct encounter: a table of the tied entrants from their own meetings (C.07 article 6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.base import ZERO, Entrant, Points
from tournaments.standings.contributions import Addend, Addends
from tournaments.standings.scorecards import Scorecards


class _TiedScore(NamedTuple):
    """Points against the others tied, and the maximum if missing meetings were won."""

    points: Points
    most: Points
    complete: bool


def direct_encounter(book: Scorecards, group: Sequence[Entrant]) -> Addends:
    """Return the number of tied entrants ranked behind in their own table (article 6)."""
    found: dict[Entrant, list[Addend]] = {}
    behind = len(group)
    for tier in _split_into_tiers(book, group):
        behind -= len(tier)
        found |= {who: [Addend(Fraction(behind))] for who in tier}
    return found


def meeting_addends(book: Scorecards, group: Sequence[Entrant], who: Entrant) -> list[Addend]:
    """Return one entrant's contributions to ``direct_encounter``: one for each other tied."""
    level = {
        each: place for place, tier in enumerate(_split_into_tiers(book, group)) for each in tier
    }
    return [
        Addend(
            Fraction(level[other] > level[who]), 0, (other,), _mean_score_against(book, who, other)
        )
        for other in group
        if other != who
    ]


def _mean_score_against(book: Scorecards, entrant: Entrant, other: Entrant) -> tuple[Points, ...]:
    """Return an entrant's mean score against another, () if they have not met."""
    shares = _points_by_opponent(book, entrant, {other}).get(other)
    return (sum(shares, ZERO) / len(shares),) if shares else ()


def _split_into_tiers(book: Scorecards, group: Sequence[Entrant]) -> list[list[Entrant]]:
    """Divide tied entrants into tiers; each is divided again by a table of its own (6.2)."""
    marks = {entrant: _score_among_tied(book, entrant, group) for entrant in group}
    if book.is_round_robin or all(mark.complete for mark in marks.values()):
        parted = _group_by_points(marks)
    else:
        parted = _group_by_certainty(marks)
    if len(parted) == 1:
        return parted
    return [
        inner
        for tier in parted
        for inner in (_split_into_tiers(book, tier) if len(tier) > 1 else [tier])
    ]


def _score_among_tied(book: Scorecards, entrant: Entrant, group: Collection[Entrant]) -> _TiedScore:
    """Add up the meetings with the others; several with one count as their mean (6.1.2)."""
    met = _points_by_opponent(book, entrant, group)
    points = sum((sum(shares, ZERO) / len(shares) for shares in met.values()), ZERO)
    missing = len(group) - 1 - len(met)
    return _TiedScore(points, points + missing * book.event.scoring.win(), missing == 0)


def _points_by_opponent(
    book: Scorecards, entrant: Entrant, group: Collection[Entrant]
) -> dict[Entrant, list[Points]]:
    """Return an entrant's points from the meetings with others, by opponent.

    Forfeits do not count as meetings in a Swiss (article 6.1.1), but do in a round robin (15.2).
    """
    met: dict[Entrant, list[Points]] = {}
    for line in book.lines[entrant]:
        if line.played or book.is_round_robin:
            for other, share in zip(line.opponents, line.shares, strict=True):
                if other in group:
                    met.setdefault(other, []).append(share)
    return met


def _group_by_points(marks: Mapping[Entrant, _TiedScore]) -> list[list[Entrant]]:
    """Group by points, best first."""
    values = sorted({mark.points for mark in marks.values()}, reverse=True)
    return [[who for who, mark in marks.items() if mark.points == value] for value in values]


def _group_by_certainty(marks: Mapping[Entrant, _TiedScore]) -> list[list[Entrant]]:
    """Separate, one by one, who is first whatever the missing meetings bring (article 6.3)."""
    left = sorted(marks, key=lambda who: (-marks[who].points, -marks[who].most))
    parted: list[list[Entrant]] = []
    while len(left) > 1 and marks[left[0]].points > max(marks[who].most for who in left[1:]):
        parted.append([left.pop(0)])
    return [*parted, left]
