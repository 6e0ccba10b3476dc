"""The criteria that break ties, by name: one function each, larger is better.

A function gets the whole book and the entrants still tied; most look at the book alone. Articles
are those of FIDE's play-off and tie-break regulations (C.07, in force since 1 March 2026).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from games import lots as chance
from tournaments.standings.base import HALF, NOTHING, Entrant, System
from tournaments.standings.book import Book, Line
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

Values: TypeAlias = Mapping[Entrant, Fraction]
Function: TypeAlias = Callable[[Book, Sequence[Entrant]], Values]

BOTH = frozenset(System)
SWISS = frozenset({System.SWISS})


class Criterion(NamedTuple):
    """A way to break ties: its name, its function, and where it may be used.

    `among_tied`: the value means something only among those tied and is not shown for others.
    """

    key: str
    function: Function
    systems: frozenset[System] = BOTH
    among_tied: bool = False


def _won(book: Book, line: Line) -> bool:
    """Whether a line brought as many points as a win."""
    return line.points > 0 and line.points >= book.event.scoring.win(
        max(2, len(line.opponents) + 1)
    )


def wins(book: Book, _group: Sequence[Entrant]) -> Values:
    """Rounds with as many points as a win brings, played or not (article 7.1)."""
    return {
        entrant: Fraction(sum(_won(book, line) for line in page))
        for entrant, page in book.lines.items()
    }


def games_won(book: Book, _group: Sequence[Entrant]) -> Values:
    """Wins at the board (article 7.2)."""
    return {
        entrant: Fraction(sum(line.played and _won(book, line) for line in page))
        for entrant, page in book.lines.items()
    }


def progressive(book: Book, _group: Sequence[Entrant]) -> Values:
    """Sum of the scores after each round (article 7.5)."""
    left = {number: sum(each >= number for each in book.held) for number in book.held}
    return {
        entrant: sum((line.points * left[line.round] for line in page), NOTHING)
        for entrant, page in book.lines.items()
    }


def average_rating(book: Book, _group: Sequence[Entrant]) -> Values:
    """Mean rating of the rated opponents met at the board, a half rounded up (article 10.1)."""
    values: dict[Entrant, Fraction] = {}
    for entrant, page in book.lines.items():
        met = [line for line in page if line.result and line.result.counts.met]
        found = [book.ratings[other] for line in met for other in line.opponents]
        ratings = [rating for rating in found if rating is not None]
        mean = Fraction(sum(ratings), max(1, len(ratings)))
        values[entrant] = Fraction((mean + HALF).__floor__())
    return values


def leg_points(book: Book, _group: Sequence[Entrant]) -> Values:
    """Points over all legs of all fixtures in the table (rule book, Traffic Lights)."""
    return {
        entrant: sum((_legs(line)[0] for line in page), NOTHING)
        for entrant, page in book.lines.items()
    }


def leg_difference(book: Book, _group: Sequence[Entrant]) -> Values:
    """Own points over legs less the mean of the others' (rule book, Traffic Lights)."""
    return {
        entrant: sum((_legs(line)[0] - _legs(line)[1] for line in page), NOTHING)
        for entrant, page in book.lines.items()
    }


def _legs(line: Line) -> tuple[Fraction, Fraction]:
    """Return the own points over legs and the mean of the others'."""
    legs = line.result.legs if line.result else ()
    if not legs:
        return NOTHING, NOTHING
    own = Fraction(legs[line.seat])
    return own, (sum(legs, NOTHING) - own) / max(1, len(legs) - 1)


def board_weight(book: Book, _group: Sequence[Entrant]) -> Values:
    """Board points with the weight of their board, the first of n boards n times (“Berlin”).

    FIDE's board count turned round: that multiplies by the number of the board, least is best.
    """
    values: dict[Entrant, Fraction] = {}
    for entrant, page in book.lines.items():
        own = [line.result.boards[line.seat] for line in page if line.result and line.result.boards]
        weighed = (
            points * (book.event.boards - index)
            for boards in own
            for index, points in enumerate(boards)
        )
        values[entrant] = sum(weighed, NOTHING)
    return values


def lots(book: Book, group: Sequence[Entrant]) -> Values:
    """A lot that anybody can verify: the event's seed puts all entrants in one order."""
    order = drawn(book.event.entrants, book.event.seed)
    return {entrant: Fraction(len(order) - order.index(entrant)) for entrant in group}


def drawn(entrants: Collection[Entrant], seed: str) -> list[Entrant]:
    """Draw an order from a seed: lot i takes one of those left, in the order of their numbers."""
    left = sorted(entrants)
    return [left.pop(chance.number(seed, index, len(left))) for index in range(len(left))]


CRITERIA: Mapping[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        Criterion("direct_encounter", direct_encounter, among_tied=True),
        Criterion("wins", wins),
        Criterion("games_won", games_won),
        Criterion("sonneborn_berger", sonneborn_berger),
        Criterion("sonneborn_berger_cut1", sonneborn_berger_cut1),
        Criterion("buchholz", buchholz, SWISS),
        Criterion("buchholz_cut1", buchholz_cut1, SWISS),
        Criterion("buchholz_cut2", buchholz_cut2, SWISS),
        Criterion("median_buchholz", median_buchholz, SWISS),
        Criterion("median_buchholz2", median_buchholz2, SWISS),
        Criterion("sosos", sosos, SWISS),
        Criterion("koya", koya),
        Criterion("progressive", progressive),
        Criterion("average_rating", average_rating),
        Criterion("leg_points", leg_points),
        Criterion("leg_difference", leg_difference),
        Criterion("lots", lots, among_tied=True),
    )
}
OF_TEAMS: Mapping[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        Criterion("board_points", leg_points),
        Criterion("board_weight", board_weight),
        Criterion("olympiad", olympiad, SWISS),
    )
}
NOT_OF_TEAMS = frozenset({"leg_points", "leg_difference"})


def known_to(*, teams: bool) -> Mapping[str, Criterion]:
    """Return the criteria by name that persons may use, or teams."""
    if not teams:
        return CRITERIA
    shared = {key: each for key, each in CRITERIA.items() if key not in NOT_OF_TEAMS}
    return {**OF_TEAMS, **shared}
