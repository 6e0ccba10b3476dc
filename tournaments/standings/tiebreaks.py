"""The criteria that break ties; larger values are better.

A criterion's function gets the scorecards and the tied entrants (most ignore the latter) and
returns the addends of everybody's value, from which pages explain it. Articles are those of FIDE's
play-off and tie-break regulations (C.07, in force since 1 March 2026).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from games import lots as chance
from tournaments.standings.base import ZERO, Entrant, Points, System
from tournaments.standings.contributions import (
    Addend,
    Addends,
    Values,
    average_addends,
    sum_addends,
)
from tournaments.standings.direct import direct_encounter
from tournaments.standings.opponents import (
    buchholz,
    buchholz_cut1,
    buchholz_cut2,
    koya,
    median_buchholz,
    median_buchholz2,
    olympiad,
    sonneborn_berger,
    sonneborn_berger_cut1,
    sosos,
)
from tournaments.standings.scorecards import ScorecardLine, Scorecards

Function: TypeAlias = Callable[[Scorecards, Sequence[Entrant]], Addends]

ALL_SYSTEMS = frozenset(System)
SWISS_ONLY = frozenset({System.SWISS})


class Criterion(NamedTuple):
    """A tie-break: its key, its function, and where it may be used.

    `among_tied`: the value is defined only among tied entrants and not shown for others. `total`
    combines the addends.
    """

    key: str
    function: Function
    systems: frozenset[System] = ALL_SYSTEMS
    among_tied: bool = False
    total: Callable[[Iterable[Addend]], Points] = sum_addends

    def values(self, book: Scorecards, group: Sequence[Entrant]) -> Values:
        """Return everybody's values."""
        return {who: self.total(each) for who, each in self.function(book, group).items()}


def _is_win(book: Scorecards, line: ScorecardLine) -> bool:
    """Whether a line brought at least the points of a win."""
    return line.points > 0 and line.points >= book.event.scoring.win(
        max(2, len(line.opponents) + 1)
    )


def _unit_addends(lines: Iterable[ScorecardLine]) -> list[Addend]:
    return [Addend(Fraction(1), line.round, line.opponents) for line in lines]


def wins(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Rounds with as many points as a win brings, played or not (article 7.1)."""
    return {
        entrant: _unit_addends(line for line in page if _is_win(book, line))
        for entrant, page in book.lines.items()
    }


def games_won(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Wins at the board (article 7.2)."""
    return {
        entrant: _unit_addends(line for line in page if line.played and _is_win(book, line))
        for entrant, page in book.lines.items()
    }


def progressive(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Sum of the scores after each round (article 7.5): early points count several times."""
    left = {number: sum(each >= number for each in book.held) for number in book.held}
    return {
        entrant: [
            Addend(
                line.points * left[line.round],
                line.round,
                line.opponents,
                (line.points, Fraction(left[line.round])),
            )
            for line in page
        ]
        for entrant, page in book.lines.items()
    }


def average_rating(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Mean rating of the rated opponents met at the board (article 10.1)."""
    values: dict[Entrant, list[Addend]] = {}
    for entrant, page in book.lines.items():
        met = [line for line in page if line.result and line.result.counts.met]
        values[entrant] = [
            Addend(
                Fraction(book.ratings[other] or 0),
                line.round,
                (other,),
                left_out=book.ratings[other] is None,
            )
            for line in met
            for other in line.opponents
        ]
    return values


def leg_points(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Points over all legs of all fixtures in the table (rule book, Traffic Lights)."""
    return {
        entrant: [Addend(_legs(line)[0], line.round, line.opponents) for line in page]
        for entrant, page in book.lines.items()
    }


def leg_difference(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Own points over legs minus the mean of the opponents' (rule book, Traffic Lights)."""
    values: dict[Entrant, list[Addend]] = {}
    for entrant, page in book.lines.items():
        values[entrant] = []
        for line in page:
            own, others = _legs(line)
            values[entrant].append(Addend(own - others, line.round, line.opponents, (own, others)))
    return values


def _legs(line: ScorecardLine) -> tuple[Fraction, Fraction]:
    """Return the own points over legs and the mean of the opponents'."""
    legs = line.result.legs if line.result else ()
    if not legs:
        return ZERO, ZERO
    own = Fraction(legs[line.seat])
    return own, (sum(legs, ZERO) - own) / max(1, len(legs) - 1)


def board_weight(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
    """Board points weighted by board, the first of n boards n times (“Berlin”).

    This is FIDE's board count reversed, which multiplies by the board number and ranks the least
    first.
    """
    return {
        entrant: [
            Addend(
                points * (book.event.boards - index),
                line.round,
                line.opponents,
                (points, Fraction(book.event.boards - index)),
            )
            for line in page
            if line.result and line.result.boards
            for index, points in enumerate(line.result.boards[line.seat])
        ]
        for entrant, page in book.lines.items()
    }


def lots(book: Scorecards, group: Sequence[Entrant]) -> Addends:
    """A verifiable random order of all entrants, drawn from the event's seed."""
    order = draw_order(book.event.entrants, book.event.seed)
    return {entrant: [Addend(Fraction(len(order) - order.index(entrant)))] for entrant in group}


def draw_order(entrants: Collection[Entrant], seed: str) -> list[Entrant]:
    """Draw a random order: draw i takes one of the remaining entrants, ordered by number."""
    left = sorted(entrants)
    return [left.pop(chance.draw_number(seed, index, len(left))) for index in range(len(left))]


CRITERIA: Mapping[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        Criterion("direct_encounter", direct_encounter, among_tied=True),
        Criterion("wins", wins),
        Criterion("games_won", games_won),
        Criterion("sonneborn_berger", sonneborn_berger),
        Criterion("sonneborn_berger_cut1", sonneborn_berger_cut1),
        Criterion("buchholz", buchholz, SWISS_ONLY),
        Criterion("buchholz_cut1", buchholz_cut1, SWISS_ONLY),
        Criterion("buchholz_cut2", buchholz_cut2, SWISS_ONLY),
        Criterion("median_buchholz", median_buchholz, SWISS_ONLY),
        Criterion("median_buchholz2", median_buchholz2, SWISS_ONLY),
        Criterion("sosos", sosos, SWISS_ONLY),
        Criterion("koya", koya),
        Criterion("progressive", progressive),
        Criterion("average_rating", average_rating, total=average_addends),
        Criterion("leg_points", leg_points),
        Criterion("leg_difference", leg_difference),
        Criterion("lots", lots, among_tied=True),
    )
}
TEAM_CRITERIA: Mapping[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        Criterion("board_points", leg_points),
        Criterion("board_weight", board_weight),
        Criterion("olympiad", olympiad, SWISS_ONLY),
    )
}
INDIVIDUAL_ONLY = frozenset({"leg_points", "leg_difference"})


def criteria_for(*, teams: bool) -> Mapping[str, Criterion]:
    """Return the criteria for individuals or for teams, by key."""
    if not teams:
        return CRITERIA
    shared = {key: each for key, each in CRITERIA.items() if key not in INDIVIDUAL_ONLY}
    return {**TEAM_CRITERIA, **shared}
