"""Events as FIDE's tournament report files (TRF-16 and TRF-26): the values, and writing them.

Columns are those of C.04 annex 2; events of two seats only. What the format cannot say is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.faults import TournamentError
from tournaments.standings.base import (
    COUNTS,
    NOTHING,
    Entrant,
    Event,
    Fixture,
    Kind,
    Points,
    Result,
    Scoring,
    System,
)
from tournaments.standings.table import standings

OLD, NEW = 2016, 2026
LONGEST_NAME, HIGHEST_NUMBER, HIGHEST_RATING = 33, 9999, 9999
FIRST_ROUND, ROUND_WIDTH = 91, 10
BYE_LETTERS = {
    Kind.FULL_BYE: "F",
    Kind.HALF_BYE: "H",
    Kind.ZERO_BYE: "Z",
    Kind.PAIRED_BYE: "U",
}
TYPES = {System.SWISS: "Swiss-System", System.ROUND_ROBIN: "Round-Robin"}
EMPTY = " " * ROUND_WIDTH
END = "\r\n"


class TrfError(TournamentError):
    """What a report file cannot say, or does not say well: code, line, column, what is expected."""


class Remark(NamedTuple):
    """Something odd in a file that did not keep it from being read."""

    line: int
    code: str
    found: str
    expected: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """What a report file tells about a player beside the results."""

    name: str = ""
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""


@dataclass(frozen=True)
class Sheet:
    """A whole report: the event, its players' cards, and what stands in the head of the file.

    `absences` are byes in rounds not yet paired, `running` fixtures without a result, `forbidden`
    groups whose members do not meet, `initial` the first seed's colour in round one.
    """

    event: Event
    cards: Mapping[Entrant, Card] = field(default_factory=dict)
    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    arbiter: str = ""
    time_control: str = ""
    initial: str = ""
    absences: tuple[Result, ...] = ()
    running: tuple[Fixture, ...] = ()
    forbidden: tuple[tuple[Entrant, ...], ...] = ()
    remarks: tuple[Remark, ...] = ()


def write(sheet: Sheet, *, year: int = NEW, ranks: Mapping[Entrant, int] | None = None) -> str:
    """Return the report as text; ranks follow the points unless they are given."""
    event = sheet.event
    if len(event.entrants) > HIGHEST_NUMBER:
        raise TrfError("too_many_players", players=len(event.entrants), most=HIGHEST_NUMBER)
    rows = standings(event)
    places = ranks or {row.entrant: row.rank for row in rows}
    points = {row.entrant: row.points for row in rows}
    cells = _cells(sheet)
    lines = [*_head(sheet), *_settings(sheet, year)]
    for number, entered in enumerate(event.entered, start=1):
        who = entered.entrant
        card = sheet.cards.get(who, Card(f"Player {number:04}"))
        head = _player(number, card, entered.rating, points[who], places[who])
        lines.append(head + "".join(cells[who]).rstrip())
    return "".join(line.rstrip() + END for line in lines)


def tenths(points: Points) -> str:
    """Return points as the format has them (“11.5”), or refuse others than tenths."""
    whole = points * 10
    if whole.denominator != 1:
        raise TrfError("points_need_tenths", points=str(points))
    return f"{whole.numerator // 10}.{whole.numerator % 10}"


def _head(sheet: Sheet) -> Iterator[str]:
    """Write the records of the event as a whole."""
    rated = sum(each.rating is not None for each in sheet.event.entered)
    texts = {
        "012": sheet.name,
        "022": sheet.city,
        "032": sheet.federation,
        "042": sheet.start,
        "052": sheet.end,
        "062": str(len(sheet.event.entered)),
        "072": str(rated),
        "092": TYPES[sheet.event.system],
        "102": sheet.arbiter,
        "122": sheet.time_control,
    }
    for code, text in texts.items():
        if text:
            yield f"{code} {' '.join(text.split())}"


def _settings(sheet: Sheet, year: int) -> Iterator[str]:
    """Write rounds, initial colour, points, forbidden pairs: TRF-26 records or the old XX ones."""
    event, number = sheet.event, _numbers(sheet.event)
    rounds = max(event.scheduled, event.rounds)
    groups = [[number[who] for who in group] for group in sheet.forbidden]
    if year < NEW:
        yield f"XXR {rounds}"
        if sheet.initial:
            yield f"XXC {'white1' if sheet.initial == 'w' else 'black1'}"
        for group in groups:
            yield "XXP " + " ".join(map(str, group))
        if event.scoring != Scoring():
            raise TrfError("needs_trf26", what="scoring")
        return
    yield f"142 {rounds}"
    if sheet.initial:
        yield f"152 {sheet.initial.upper()}"
    yield scoring_record(event.scoring)
    for group in groups:
        yield f"260 {1:>3} {rounds:>3} " + " ".join(f"{each:>4}" for each in group)


def scoring_record(scoring: Scoring) -> str:
    """Return record 162: points of win, tie, loss, absence, allocated bye, unknown result."""
    values = {
        "W": scoring.win(),
        "D": scoring.tied,
        "L": scoring.loss(),
        "A": NOTHING,
        "P": scoring.bye(Kind.PAIRED_BYE),
        "X": scoring.tied,
    }
    return "162  " + "    ".join(f"{sign}{tenths(value):>4}" for sign, value in values.items())


def _player(number: int, card: Card, rating: int | None, points: Points, rank: int) -> str:
    """Write the first 89 columns of a player's record."""
    if rating is not None and not 0 <= rating <= HIGHEST_RATING:
        raise TrfError("rating_too_high", rating=rating, most=HIGHEST_RATING)
    name = " ".join(card.name.split())[:LONGEST_NAME]
    return (
        f"001 {number:>4} {card.sex[:1]:1}{card.title[:3]:>3} {name:<33} {rating or '':>4} "
        f"{card.federation[:3]:<3} {card.fide_id[:11]:>11} {card.birth[:10]:>10} "
        f"{tenths(points):>4} {rank:>4}"
    )


def _numbers(event: Event) -> dict[Entrant, int]:
    """Return the pairing numbers."""
    return {who: number for number, who in enumerate(event.entrants, start=1)}


def _cells(sheet: Sheet) -> dict[Entrant, list[str]]:
    """Write every player's rounds, ten columns each."""
    event = sheet.event
    later = [each.round for each in sheet.absences] + [each.round for each in sheet.running]
    last = max([event.rounds, *later])
    cells = {who: [EMPTY] * last for who in event.entrants}
    number = _numbers(event)
    for round_, who, cell in _filled((*event.results, *sheet.absences), sheet.running, number):
        if cells[who][round_ - 1] != EMPTY:
            raise TrfError("two_results_in_round", entrant=who, round=round_)
        cells[who][round_ - 1] = cell
    return cells


def _filled(
    results: Iterable[Result], running: Iterable[Fixture], number: Mapping[Entrant, int]
) -> Iterator[tuple[int, Entrant, str]]:
    """Return the round, the entrant and the ten columns of every half of a result."""
    for result in results:
        for seat, who in enumerate(result.seats):
            if result.is_bye or result.kind is Kind.ANNULLED:
                yield result.round, who, f"  0000 - {BYE_LETTERS.get(result.kind, 'Z')}"
            elif len(result.seats) != 2:
                raise TrfError("two_seats_only", seats=len(result.seats), round=result.round)
            else:
                other = number[result.seats[1 - seat]]
                yield result.round, who, f"  {other:>4} {'wb'[seat]} {letter(result, seat)}"
    for fixture in running:
        for seat, who in enumerate(fixture.seats):
            other = number[fixture.seats[1 - seat]]
            yield fixture.round, who, f"  {other:>4} {'wb'[seat]}  "


def letter(result: Result, seat: int) -> str:
    """Return the letter of a result between two for one of them."""
    mine, theirs = result.places[seat], result.places[1 - seat]
    if not COUNTS[result.kind].met:
        if mine is not None and theirs is not None:
            raise TrfError("forfeit_without_loser", round=result.round)
        return "-" if mine is None else "+"
    signs = "1=0" if result.rated else "WDL"
    if mine is None or (theirs is not None and mine > theirs):
        return signs[2]
    return signs[1] if mine == theirs else signs[0]
