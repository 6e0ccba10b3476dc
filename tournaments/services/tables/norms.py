"""Performance of every entrant, and the score needed for a target performance.

The norm is the least score against all rated opponents, met or paired, whose performance reaches
the target. Byes, forfeits and unrated opponents do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.division_queries import contents_of, load_divisions
from tournaments.models import Entrant, Tournament
from tournaments.services.tables.events import event_of
from tournaments.services.wording import format_points
from tournaments.standings.base import Event
from tournaments.standings.performance import Tally, needed_score, tallies

MIN_TARGET, MAX_TARGET, TARGET_STEP = 100, 4000, 100


@dataclass(frozen=True)
class NormRow:
    """One entrant: score, opponents, and the score needed for the target."""

    entrant: Entrant
    tally: Tally
    ahead: int
    average: int
    norm: Fraction | None

    @property
    def games(self) -> int:
        """Number of rated opponents, met or paired."""
        return len(self.tally.ratings) + self.ahead

    @property
    def score(self) -> str:
        return format_points(self.tally.score)

    @property
    def needed(self) -> str:
        """The score needed for the target; "" if not even all points are enough."""
        return "" if self.norm is None else format_points(self.norm)

    @property
    def made(self) -> bool:
        return self.norm is not None and self.tally.score >= self.norm


def default_target(tournament: Tournament) -> int | None:
    """Return the mean rating of the field, rounded up to a full hundred; None without ratings."""
    ratings = [each for each in _ratings(tournament) if each is not None]
    if not ratings:
        return None
    mean = Fraction(sum(ratings), 100 * len(ratings))
    return min(MAX_TARGET, max(MIN_TARGET, -(-mean // TARGET_STEP) * TARGET_STEP))


def _ratings(tournament: Tournament) -> Iterable[int | None]:
    own = Entrant.objects.filter(tournament=tournament).exclude(number=None)
    return own.values_list("rating", flat=True)


class Norms:
    """All entrants with rated opponents, met or paired, best performance first; rows on demand."""

    def __init__(self, tournament: Tournament, target: int) -> None:
        self.target = target
        self.entrants, made, self.ahead = _collect(tournament)
        known = [each for each in made.items() if each[1].ratings or self.ahead.get(each[0])]
        best = [(-(tally.performance or 0), who, tally) for who, tally in known]
        self.order = [(who, tally) for _made, who, tally in sorted(best, key=lambda each: each[:2])]

    def __len__(self) -> int:
        return len(self.order)

    def rows(self, which: Sequence[int]) -> list[NormRow]:
        """Return the rows at these indexes."""
        return [self._row(*self.order[at]) for at in which]

    def _row(self, who: int, tally: Tally) -> NormRow:
        ahead = self.ahead.get(who, [])
        ratings = (*tally.ratings, *ahead)
        average = Tally(ratings).average or 0
        norm = needed_score(ratings, self.target)
        return NormRow(self.entrants[who], tally, len(ahead), average, norm)


def _collect(
    tournament: Tournament,
) -> tuple[dict[int, Entrant], dict[int, Tally], dict[int, list[int]]]:
    """Return entrants, their scores, and the ratings of their current opponents."""
    entrants: dict[int, Entrant] = {}
    made: dict[int, Tally] = {}
    ahead: dict[int, list[int]] = {}
    for division in load_divisions(tournament):
        event = event_of(tournament, division)
        entrants |= {each.pk: each for each in contents_of(division).entrants}
        for who, tally in tallies(event).items():
            made[who] = made.get(who, Tally()).plus(tally)
        for who, ratings in _running_opponent_ratings(event).items():
            ahead.setdefault(who, []).extend(ratings)
    return entrants, made, ahead


def _running_opponent_ratings(event: Event) -> dict[int, list[int]]:
    """Return the ratings of the opponents in running fixtures."""
    ratings = {each.entrant: each.rating for each in event.entered}
    found: dict[int, list[int]] = {}
    for fixture in event.running:
        for who in fixture.seats:
            others = [ratings.get(other) for other in fixture.seats if other != who]
            found.setdefault(who, []).extend(each for each in others if each is not None)
    return found
