"""Report files parsed by columns (C.04 annex 2) and compared with what happened."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tests.rehearsal.proof.lines import Place
from tests.rehearsal.proof.records import ANNULLED, PLAYED, STRUCK, Game, Record
from tests.rehearsal.proof.withdrawals import after_withdrawals

FIRST, WIDTH = 91, 10
LETTERS = {"full_bye": "F", "half_bye": "H", "zero_bye": "Z", "paired_bye": "U"}
RATED, UNRATED = "1=0", "WDL"
Cell = tuple[int, str, str]


class Line(NamedTuple):
    """A player's record: number, points, place, and by round opponent, colour and letter."""

    number: int
    points: Fraction
    place: int
    cells: dict[int, Cell]


def lines_of(text: str) -> list[Line]:
    """Read the records 001 of a report."""
    return [_line(each) for each in text.splitlines() if each.startswith("001")]


def _line(text: str) -> Line:
    cells = {}
    for number, start in enumerate(range(FIRST, len(text.rstrip()), WIDTH), 1):
        block = text[start : start + WIDTH - 2].ljust(WIDTH - 2)
        if block.strip():
            cells[number] = (int(block[:4]), block[5].strip("- "), block[7].strip())
    return Line(int(text[4:8]), Fraction(text[80:84].strip()), int(text[85:89]), cells)


def faults_in(text: str, record: Record, table: list[Place]) -> Iterator[str]:
    """Yield where a report tells something else than what happened."""
    lines = {line.number: line for line in lines_of(text)}
    numbers = {each.pk: at for at, each in enumerate(record.entrants, 1)}
    if set(lines) != set(numbers.values()):
        yield f"report: it has the numbers {sorted(lines)}"
        return
    places = {each.entrant: each for each in table}
    for pk, number in numbers.items():
        line, own = lines[number], places[pk]
        points = own.points - record.start(pk)  # those of the start stand in records 250
        if (line.points, line.place) != (points, own.place):
            yield (
                f"report: {number} has {line.points} points at place {line.place}, "
                f"should have {points} at {own.place}"
            )
        wanted = cells_of(record, numbers, pk)
        told = {each: cell for each, cell in line.cells.items() if cell != (0, "", "Z")}
        for each in sorted(told.keys() | wanted.keys()):
            if told.get(each) != wanted.get(each):
                yield (
                    f"report: {number} in round {each} has {told.get(each)}, "
                    f"should have {wanted.get(each)}"
                )


def cells_of(record: Record, numbers: dict[int, int], who: int) -> dict[int, Cell]:
    """Return what a report should tell of an entrant's rounds; absences are left out."""
    games = record.games if record.swiss else [_as_played(*each) for each in _in_pairs(record)]
    found = {}
    for game in games:
        if game.has(who) and game.kind not in (ANNULLED, "zero_bye"):
            found[game.round] = _cell(game, numbers, who)
    return found


def _in_pairs(record: Record) -> Iterator[tuple[Game, Game]]:
    """Yield every game as it was and as the table counts it."""
    return zip(record.games, after_withdrawals(record), strict=True)


def _as_played(game: Game, counted: Game) -> Game:
    """Return what files tell: what was played stays so, whatever the table makes of it (6.6)."""
    return game if counted.kind == STRUCK else counted


def _cell(game: Game, numbers: dict[int, int], who: int) -> Cell:
    """Return opponent, colour and letter of one game."""
    if game.is_bye:
        return 0, "", LETTERS[game.kind]
    seat = next(at for at, side in enumerate(game.sides) if side.entrant == who)
    mine, theirs = game.sides[seat].place, game.sides[1 - seat].place
    opponent, colour = numbers[game.sides[1 - seat].entrant], "wb"[seat]
    if game.kind != PLAYED:
        return opponent, colour, "-" if mine is None else "+"
    signs = RATED if game.rated else UNRATED
    if mine is None and theirs is None:
        return opponent, colour, ""  # still to be played
    won = mine is not None and (theirs is None or mine < theirs)
    return opponent, colour, signs[1] if mine == theirs else signs[0 if won else 2]
