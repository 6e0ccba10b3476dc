"""The table: order, shared places, deciding criteria; cross table and progress."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.errors import TournamentError
from tournaments.standings.base import ZERO, Entrant, Event, Kind, Points
from tournaments.standings.contributions import Addend, Addends, Values
from tournaments.standings.direct import meeting_addends
from tournaments.standings.scorecards import Scorecards
from tournaments.standings.tiebreaks import Criterion, criteria_for

POINTS_KEY = "points"


class StandingsRow(NamedTuple):
    """An entrant's row in the table.

    `values` are those of the requested criteria, None where not needed; `decided_by` is what
    separates the entrant from the one above, None if nothing does.
    """

    rank: int
    entrant: Entrant
    points: Points
    values: tuple[Fraction | None, ...] = ()
    decided_by: str | None = None


def available_criteria(event: Event) -> tuple[str, ...]:
    """Return the criteria that events of this kind may use."""
    known = criteria_for(teams=bool(event.boards))
    return tuple(key for key, each in known.items() if event.system in each.systems)


def standings(
    event: Event, criteria: Sequence[str] = (), more: Mapping[str, Criterion] | None = None
) -> tuple[StandingsRow, ...]:
    """Rank the entrants by points, then by each criterion among those still tied (article 4.2).

    `more` are criteria that the site does not offer.
    """
    chosen = _select_criteria(event, criteria, more or {})
    book = Scorecards(event)
    shown: dict[Entrant, list[Fraction | None]] = {who: [] for who in event.entrants}
    trail: dict[Entrant, list[Fraction]] = {who: [book.points[who]] for who in event.entrants}
    groups = _group_by_points(book)
    for _addends, found, tied in _apply_criteria(book, chosen):
        groups = tied
        for who in event.entrants:
            shown[who].append(found.get(who))
            trail[who].append(found.get(who, ZERO))
    names = (POINTS_KEY, *criteria)
    rows: list[StandingsRow] = []
    for group in groups:
        rank = len(rows) + 1
        for who in group:
            by = (
                None
                if not rows or len(rows) >= rank
                else _deciding_criterion(trail, rows[-1].entrant, who, names)
            )
            rows.append(StandingsRow(rank, who, book.points[who], tuple(shown[who]), by))
    return tuple(rows)


def _select_criteria(
    event: Event, criteria: Sequence[str], more: Mapping[str, Criterion]
) -> list[Criterion]:
    """Return the criteria by name; raise if one is unknown or not for this system."""
    known = {**criteria_for(teams=bool(event.boards)), **more}
    for key in criteria:
        if key not in known:
            raise TournamentError(
                "unknown_criterion", criterion=key, offered=available_criteria(event)
            )
        if event.system not in known[key].systems:
            raise TournamentError("criterion_not_offered", criterion=key, system=event.system)
    return [known[key] for key in criteria]


class Explanation(NamedTuple):
    """How an entrant's points, or the value of a criterion, add up; a value may be None."""

    key: str
    value: Fraction | None
    addends: tuple[Addend, ...]


def explain_values(
    book: Scorecards, criteria: Sequence[str], who: Entrant
) -> tuple[Explanation, ...]:
    """Explain an entrant's points and each value that the table shows."""
    event, start = book.event, book.event.starts.get(who)
    made = [Addend(line.points, line.round, line.opponents) for line in book.lines[who]]
    found = [
        Explanation(POINTS_KEY, book.points[who], (*([Addend(start)] if start else ()), *made))
    ]
    chosen, level = _select_criteria(event, criteria, {}), _group_by_points(book)
    for key, (addends, values, groups) in zip(criteria, _apply_criteria(book, chosen), strict=True):
        own = addends.get(who, ())
        if own and key == "direct_encounter":
            own = meeting_addends(book, next(group for group in level if who in group), who)
        found.append(Explanation(key, values.get(who), tuple(own)))
        level = groups
    return tuple(found)


def _group_by_points(book: Scorecards) -> list[list[Entrant]]:
    return _split_group(list(book.event.entrants), book.points)


def _apply_criteria(
    book: Scorecards, chosen: Sequence[Criterion]
) -> Iterator[tuple[Addends, Values, list[list[Entrant]]]]:
    """Yield each criterion's addends and values, and the groups still tied after it."""
    groups = _group_by_points(book)
    for criterion in chosen:
        addends = _compute_addends(book, criterion, groups)
        found = {who: criterion.total(each) for who, each in addends.items()}
        groups = [tier for group in groups for tier in _split_group(group, found)]
        yield addends, found, groups


def _compute_addends(
    book: Scorecards, criterion: Criterion, groups: Sequence[Sequence[Entrant]]
) -> Addends:
    """Return the addends of a criterion, for tied groups only if it is defined among ties."""
    if not criterion.among_tied:
        return criterion.function(book, book.event.entrants)
    found: dict[Entrant, Sequence[Addend]] = {}
    for group in groups:
        if len(group) > 1:
            found |= criterion.function(book, group)
    return found


def _split_group(
    group: Sequence[Entrant], values: Mapping[Entrant, Fraction]
) -> list[list[Entrant]]:
    """Divide a tied group by values, best first; equals stay in the order of entrants."""
    tiers: dict[Fraction, list[Entrant]] = {}
    for who in group:
        tiers.setdefault(values.get(who, ZERO), []).append(who)
    return [tiers[value] for value in sorted(tiers, reverse=True)]


def _deciding_criterion(
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


class TableCell(NamedTuple):
    """A meeting in the cross table, or a round in the progress table."""

    round: int
    opponents: tuple[Entrant, ...]
    seat: int
    points: Points
    total: Points
    kind: Kind | None


def progress_table(event: Event) -> Mapping[Entrant, tuple[TableCell, ...]]:
    """Return every entrant's rounds: opponents, seat, points and the score after it."""
    found: dict[Entrant, tuple[TableCell, ...]] = {}
    book = Scorecards(event)
    for entrant, page in book.lines.items():
        total, marks = event.starts.get(entrant, ZERO), []
        for line in book.with_all_rounds(page):
            total += line.points
            kind = line.result.kind if line.result else None
            marks.append(TableCell(line.round, line.opponents, line.seat, line.points, total, kind))
        found[entrant] = tuple(marks)
    return found


def cross_table(
    event: Event, order: Sequence[Entrant]
) -> tuple[tuple[tuple[TableCell, ...], ...], ...]:
    """Return a row and a column for each entrant in this order, with their meetings as cells."""
    marks = progress_table(event)
    return tuple(
        tuple(tuple(mark for mark in marks[row] if column in mark.opponents) for column in order)
        for row in order
    )
