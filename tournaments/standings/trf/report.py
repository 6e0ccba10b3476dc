"""Writes events as FIDE's tournament report files (TRF-16 and TRF-26).

Columns are those of C.04 annex 2; two seats only. What the format cannot express raises TrfError.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from unicodedata import normalize

from tournaments.standings.base import (
    COUNTS,
    ZERO,
    Entrant,
    Fixture,
    Kind,
    Points,
    Result,
    Scoring,
    System,
)
from tournaments.standings.special_points import SpecialPoints
from tournaments.standings.table import standings
from tournaments.standings.trf.sheet import PlayerCard, Sheet, TrfError

TRF_16, TRF_26 = 2016, 2026
MAX_NAME_LENGTH, MAX_NUMBER, MAX_RATING = 33, 9999, 9999
FIRST_ROUND, ROUND_WIDTH, MAX_ROUNDS = 91, 10, 99
BYE_LETTERS = {
    Kind.FULL_BYE: "F",
    Kind.HALF_BYE: "H",
    Kind.ZERO_BYE: "Z",
    Kind.PAIRED_BYE: "U",
}
TYPE_NAMES = {System.SWISS: "Swiss-System", System.ROUND_ROBIN: "Round-Robin"}
OLD_RECORDS = frozenset({"013", "082", "112", "132"})
EMPTY_CELL = " " * ROUND_WIDTH
LINE_END = "\r\n"


def write_report(
    sheet: Sheet, *, year: int = TRF_26, ranks: Mapping[Entrant, int] | None = None
) -> str:
    """Return the report as text; without `ranks` players are ranked by points."""
    event = sheet.event
    if len(event.entrants) > MAX_NUMBER:
        raise TrfError("too_many_players", players=len(event.entrants), most=MAX_NUMBER)
    rows = standings(replace(event, starts={}))  # start points go into records 250
    places = ranks or {row.entrant: row.rank for row in rows}
    points = {row.entrant: row.points for row in rows}
    cells = _build_cells(sheet)
    lines = [
        *_head_records(sheet),
        *_settings_records(sheet, year),
        *_tie_break_records(sheet, year),
    ]
    numbers = _pairing_numbers(sheet)
    for entered in event.entered:
        who = entered.entrant
        card = sheet.cards.get(who, PlayerCard(f"Player {numbers[who]:04}"))
        head = _player_record(numbers[who], card, entered.rating, points[who], places[who])
        lines.append(head + "".join(cells[who]).rstrip())
    return "".join(line.rstrip() + LINE_END for line in lines)


def format_points(points: Points) -> str:
    """Return points as in the format (“11.5”); raise if they are no multiple of 0.1."""
    whole = points * 10
    if whole.denominator != 1:
        raise TrfError("points_need_tenths", points=str(points))
    return f"{whole.numerator // 10}.{whole.numerator % 10}"


def _head_records(sheet: Sheet) -> Iterator[str]:
    """Yield the records about the event as a whole."""
    rated = sum(each.rating is not None for each in sheet.event.entered)
    texts = {
        "012": sheet.name,
        "022": sheet.city,
        "032": sheet.federation,
        "042": sheet.start,
        "052": sheet.end,
        "062": str(len(sheet.event.entered)),
        "072": str(rated),
        "092": sheet.type or TYPE_NAMES[sheet.event.system],
        "102": sheet.arbiter,
        "122": sheet.time_control,
    }
    for code, text in texts.items():
        if text:
            yield f"{code} {normalize('NFC', ' '.join(text.split()))}"


def _settings_records(sheet: Sheet, year: int) -> Iterator[str]:
    """Yield rounds, initial colour, scoring, forbidden pairs and virtual points."""
    event, numbers = sheet.event, _pairing_numbers(sheet)
    rounds = max(event.scheduled, event.rounds) if event.scheduled else 0
    if year < TRF_26:
        yield from _xx_settings(sheet, rounds, numbers)
        return
    if rounds:
        yield f"142 {rounds}"
    if sheet.initial:
        yield f"152 {sheet.initial.upper()}"
    if not _is_usual(event.scoring):
        yield scoring_record(event.scoring)
    for group in sheet.forbidden:
        members = " ".join(f"{numbers[who]:>4}" for who in group.members)
        yield f"260 {group.first:>3} {group.last or rounds or MAX_ROUNDS:>3} {members}"
    for boost in sheet.boosts:
        for low, high in _consecutive_spans(sorted(numbers[who] for who in boost.members)):
            points = f"{format_points(boost.points):>4}"
            yield f"250      {points} {boost.first:>3} {boost.last:>3} {low:>4} {high:>4}"


def _xx_settings(sheet: Sheet, rounds: int, numbers: Mapping[Entrant, int]) -> Iterator[str]:
    """Yield the settings as old XX records; raise for what those cannot express."""
    if not _is_usual(sheet.event.scoring):
        raise TrfError("needs_trf26", what="scoring")
    if sheet.boosts or any(group.first > 1 or group.last for group in sheet.forbidden):
        raise TrfError("needs_trf26", what="rounds")
    if rounds:
        yield f"XXR {rounds}"
    if sheet.initial:
        yield f"XXC {'white1' if sheet.initial == 'w' else 'black1'}"
    for group in sheet.forbidden:
        yield "XXP " + " ".join(str(numbers[who]) for who in group.members)


def _consecutive_spans(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the spans of consecutive numbers."""
    start = 0
    for index in range(1, len(numbers) + 1):
        if index == len(numbers) or numbers[index] != numbers[index - 1] + 1:
            yield numbers[start], numbers[index - 1]
            start = index


def _tie_break_records(sheet: Sheet, year: int) -> Iterator[str]:
    """Yield the tie-breaks and the records passed on unchanged."""
    if year >= TRF_26 and sheet.tie_breaks:
        yield "202 " + ",".join(each.replace("-", "/") for each in sheet.tie_breaks)
    for line in sheet.others:
        if year >= TRF_26 or line[:3] in OLD_RECORDS:
            yield line


def _is_usual(scoring: Scoring) -> bool:
    return scoring.for_two == Scoring().for_two and scoring.special == SpecialPoints()


def scoring_record(scoring: Scoring) -> str:
    """Return record 162: points of win, tie, loss, absence, allocated bye, unknown result.

    What it cannot express is written as record XXS of other programs.
    """
    if not scoring.special.fits_record_162:
        return _xxs_record(scoring)
    values = {
        "W": scoring.win(),
        "D": scoring.tied,
        "L": scoring.loss(),
        "A": scoring.bye(Kind.ZERO_BYE),
        "P": scoring.bye(Kind.PAIRED_BYE),
        "X": scoring.tied,
    }
    return "162  " + "    ".join(
        f"{sign}{format_points(value):>4}" for sign, value in values.items()
    )


def _xxs_record(scoring: Scoring) -> str:
    win, tie, loss, allocated = scoring.for_two
    special, black = scoring.special, scoring.special.second or (win, tie, loss)
    values = {
        **dict(zip(("WW", "WD", "WL", "BW", "BD", "BL"), (win, tie, loss, *black), strict=True)),
        "ZPB": scoring.bye(Kind.ZERO_BYE),
        "HPB": scoring.bye(Kind.HALF_BYE),
        "FPB": scoring.bye(Kind.FULL_BYE),
        "PAB": allocated,
        "FW": win if special.forfeit_win is None else special.forfeit_win,
        "FL": special.forfeit_loss or ZERO,
    }
    return "XXS " + " ".join(f"{name}={format_points(value)}" for name, value in values.items())


def _player_record(
    number: int, card: PlayerCard, rating: int | None, points: Points, rank: int
) -> str:
    """Return the first 89 columns of a player's record."""
    if rating is not None and not 0 <= rating <= MAX_RATING:
        raise TrfError("rating_too_high", rating=rating, most=MAX_RATING)
    name = normalize("NFC", " ".join(card.name.split()))[:MAX_NAME_LENGTH]
    return (
        f"001 {number:>4} {card.sex[:1]:1}{card.title[:3]:>3} {name:<33} {rating or '':>4} "
        f"{card.federation[:3]:<3} {card.fide_id[:11]:>11} {card.birth[:10]:>10} "
        f"{format_points(points):>4} {rank:>4}"
    )


def _pairing_numbers(sheet: Sheet) -> Mapping[Entrant, int]:
    return sheet.numbers or {who: nth for nth, who in enumerate(sheet.event.entrants, start=1)}


def _build_cells(sheet: Sheet) -> dict[Entrant, list[str]]:
    """Return every player's rounds, ten columns each.

    Annulled results are written as absences unless the round has another entry.
    """
    event = sheet.event
    later = [each.round for each in sheet.absences] + [each.round for each in sheet.running]
    last = max([event.rounds, *later])
    cells = {who: [EMPTY_CELL] * last for who in event.entrants}
    number = _pairing_numbers(sheet)
    annulled = [each for each in event.results if each.kind is Kind.ANNULLED]
    kept = [each for each in event.results if each.kind is not Kind.ANNULLED]
    for round_, who, cell in _result_cells((*kept, *sheet.absences), sheet.running, number):
        if cells[who][round_ - 1] != EMPTY_CELL:
            raise TrfError("two_results_in_round", entrant=who, round=round_)
        cells[who][round_ - 1] = cell
    for round_, who, cell in _result_cells(annulled, (), number):
        if cells[who][round_ - 1] == EMPTY_CELL:
            cells[who][round_ - 1] = cell
    return cells


def _result_cells(
    results: Iterable[Result], running: Iterable[Fixture], number: Mapping[Entrant, int]
) -> Iterator[tuple[int, Entrant, str]]:
    """Yield round, entrant and the ten columns of each half of a result."""
    for result in results:
        for seat, who in enumerate(result.seats):
            if result.is_bye or result.kind is Kind.ANNULLED:
                yield result.round, who, f"  0000 - {BYE_LETTERS.get(result.kind, 'Z')}"
            elif len(result.seats) != 2:
                raise TrfError("two_seats_only", seats=len(result.seats), round=result.round)
            else:
                other = number[result.seats[1 - seat]]
                yield result.round, who, f"  {other:>4} {'wb'[seat]} {result_letter(result, seat)}"
    for fixture in running:
        for seat, who in enumerate(fixture.seats):
            other = number[fixture.seats[1 - seat]]
            yield fixture.round, who, f"  {other:>4} {'wb'[seat]}  "


def result_letter(result: Result, seat: int) -> str:
    """Return the result letter of one of two entrants.

    Games struck from the table by a withdrawal are written as they were played.
    """
    if result.kind is Kind.WITHDRAWN:
        result = result.as_played
    mine, theirs = result.places[seat], result.places[1 - seat]
    if not COUNTS[result.kind].met:
        if mine is not None and theirs is not None:
            raise TrfError("forfeit_without_loser", round=result.round)
        return "-" if mine is None else "+"
    signs = "1=0" if result.rated else "WDL"
    if mine is None or (theirs is not None and mine > theirs):
        return signs[2]
    return signs[1] if mine == theirs else signs[0]
