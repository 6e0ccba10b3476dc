"""The table: order, shared places, the deciding criterion; cross table and progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.faults import TournamentError
from tournaments.standings.base import NOTHING, Entrant, Event, Kind, Points
from tournaments.standings.book import Book
from tournaments.standings.tiebreaks import Criterion, known_to

POINTS = "points"


class Row(NamedTuple):
    """One entrant's line in the table.

    `values` follow the criteria asked for, None if a criterion was not needed; `decided_by` is
    what parted the entrant from the one above, None if nothing did.
    """

    rank: int
    entrant: Entrant
    points: Points
    values: tuple[Fraction | None, ...] = ()
    decided_by: str | None = None


def offered(event: Event) -> tuple[str, ...]:
    """Return the criteria an event of this kind may use."""
    known = known_to(teams=bool(event.boards))
    return tuple(key for key, each in known.items() if event.system in each.systems)


def standings(
    event: Event, criteria: Sequence[str] = (), more: Mapping[str, Criterion] | None = None
) -> tuple[Row, ...]:
    """Order the entrants by points, then by each criterion among those still tied (article 4.2).

    `more` are criteria beyond those that the site offers.
    """
    chosen = _chosen(event, criteria, more or {})
    book = Book(event)
    shown: dict[Entrant, list[Fraction | None]] = {who: [] for who in event.entrants}
    trail: dict[Entrant, list[Fraction]] = {who: [book.points[who]] for who in event.entrants}
    groups = _part(list(event.entrants), book.points)
    for criterion in chosen:
        found = _values(book, criterion, groups)
        for who in event.entrants:
            shown[who].append(found.get(who))
            trail[who].append(found.get(who, NOTHING))
        groups = [tier for group in groups for tier in _part(group, found)]
    names = (POINTS, *criteria)
    rows: list[Row] = []
    for group in groups:
        rank = len(rows) + 1
        for who in group:
            by = (
                None
                if not rows or len(rows) >= rank
                else _parted(trail, rows[-1].entrant, who, names)
            )
            rows.append(Row(rank, who, book.points[who], tuple(shown[who]), by))
    return tuple(rows)


def _chosen(
    event: Event, criteria: Sequence[str], more: Mapping[str, Criterion]
) -> list[Criterion]:
    """Return the criteria by name, or refuse those unknown or not meant for the system."""
    known = {**known_to(teams=bool(event.boards)), **more}
    for key in criteria:
        if key not in known:
            raise TournamentError("unknown_criterion", criterion=key, offered=offered(event))
        if event.system not in known[key].systems:
            raise TournamentError("criterion_not_offered", criterion=key, system=event.system)
    return [known[key] for key in criteria]


def _values(
    book: Book, criterion: Criterion, groups: Sequence[Sequence[Entrant]]
) -> dict[Entrant, Fraction]:
    """Return the values of a criterion: for all, or where it needs ties, for those tied."""
    if not criterion.among_tied:
        return dict(criterion.function(book, book.event.entrants))
    found: dict[Entrant, Fraction] = {}
    for group in groups:
        if len(group) > 1:
            found |= criterion.function(book, group)
    return found


def _part(group: Sequence[Entrant], values: Mapping[Entrant, Fraction]) -> list[list[Entrant]]:
    """Part a tied group by values, best first; those equal stay in the order of entrants."""
    tiers: dict[Fraction, list[Entrant]] = {}
    for who in group:
        tiers.setdefault(values.get(who, NOTHING), []).append(who)
    return [tiers[value] for value in sorted(tiers, reverse=True)]


def _parted(
    trail: Mapping[Entrant, Sequence[Fraction]],
    above: Entrant,
    below: Entrant,
    names: Sequence[str],
) -> str | None:
    """Return the first criterion in which two neighbours differ."""
    for name, one, two in zip(names, trail[above], trail[below], strict=True):
        if one != two:
            return name
    return None


class Mark(NamedTuple):
    """One meeting as the cross table shows it, or one round as the progress table does."""

    round: int
    opponents: tuple[Entrant, ...]
    seat: int
    points: Points
    total: Points
    kind: Kind | None


def progress(event: Event) -> Mapping[Entrant, tuple[Mark, ...]]:
    """Return every entrant's rounds: whom, at which seat, with what, and the score after it."""
    found: dict[Entrant, tuple[Mark, ...]] = {}
    book = Book(event)
    for entrant, page in book.lines.items():
        total, marks = event.starts.get(entrant, NOTHING), []
        for line in book.with_skipped(page):
            total += line.points
            kind = line.result.kind if line.result else None
            marks.append(Mark(line.round, line.opponents, line.seat, line.points, total, kind))
        found[entrant] = tuple(marks)
    return found


def cross_table(event: Event, order: Sequence[Entrant]) -> tuple[tuple[tuple[Mark, ...], ...], ...]:
    """Return a row and a column for each entrant in this order, their meetings in the cells."""
    marks = progress(event)
    return tuple(
        tuple(tuple(mark for mark in marks[row] if column in mark.opponents) for column in order)
        for row in order
    )
