"""Single records of a report file: columns into values, faults named by line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.base import Points
from tournaments.standings.trf import FIRST_ROUND, ROUND_WIDTH, Card, Remark, TrfError

BYES, MEETINGS = "FHZU", "1=0WDL+-"
POINTS = re.compile(r"\d{1,3}([.,]\d)?")
SCORE = re.compile(r"([WDLPAX])\s*(\d+(?:[.,]\d+)?)")


class Source(NamedTuple):
    """One line of the file."""

    line: int
    text: str

    @property
    def value(self) -> str:
        """Return what stands behind the record's code."""
        return self.text[4:].strip()

    def fault(self, code: str, column: int, found: str, expected: str) -> TrfError:
        """Return the error that points at a place in this line (columns count from 1)."""
        return TrfError(code, line=self.line, column=column, found=found, expected=expected)

    def number(self, start: int, end: int, expected: str) -> int | None:
        """Read columns as a whole number; None where they are blank."""
        field = self.text[start - 1 : end]
        if not field.strip():
            return None
        if not (field.strip().isascii() and field.strip().isdigit()):
            raise self.fault("not_a_number", start, field, expected)
        return int(field)

    def numbers(self, start: int, expected: str) -> list[int]:
        """Read all whole numbers from a column on, whatever stands between them."""
        return [number for _, number in self.placed(start, expected)]

    def placed(self, start: int, expected: str) -> list[tuple[int, int]]:
        """Read all whole numbers from a column on, each with its column."""
        found = []
        for match in re.finditer(r"[^\s,/]+", self.text[start - 1 :]):
            if not match[0].isascii() or not match[0].isdigit():
                raise self.fault("not_a_number", start + match.start(), match[0], expected)
            found.append((start + match.start(), int(match[0])))
        return found


class Cell(NamedTuple):
    """One round of one player: opponent (0 for none), colour, letter, and where it stands."""

    round: int
    opponent: int
    colour: str
    letter: str
    column: int
    source: Source


class PlayerLine(NamedTuple):
    """A player's record."""

    source: Source
    number: int
    card: Card
    rating: int | None
    points: Points | None
    cells: tuple[Cell, ...]


def player(source: Source) -> PlayerLine:
    """Read a record 001."""
    text = source.text
    number = source.number(5, 8, "a pairing number from 1 to 9999")
    if not number:
        raise source.fault("no_pairing_number", 5, text[4:8], "a pairing number from 1 to 9999")
    card = Card(
        name=text[14:47].strip(),
        sex=text[9:10].strip(),
        title=text[10:13].strip(),
        federation=text[53:56].strip(),
        fide_id=text[57:68].strip(),
        birth=text[69:79].strip(),
    )
    rating = source.number(49, 52, "a rating of up to four digits") or None
    return PlayerLine(source, number, card, rating, _points(source), tuple(_cells(source)))


def _points(source: Source) -> Points | None:
    """Read the points of a player."""
    field = source.text[80:84].strip()
    if not field:
        return None
    if not POINTS.fullmatch(field):
        raise source.fault("not_points", 81, field, "points like 11.5")
    return Fraction(field.replace(",", "."))


def _cells(source: Source) -> Iterator[Cell]:
    """Read the rounds, ten columns each from column 90 on; blank ones are left out."""
    text = source.text
    for index, start in enumerate(range(FIRST_ROUND, len(text.rstrip()), ROUND_WIDTH)):
        block = text[start - 2 : start + 8].ljust(ROUND_WIDTH)
        if not block.strip():
            continue
        for offset in (0, 1, 6, 8):
            if block[offset] != " ":
                column = start - 1 + offset
                raise source.fault("misaligned", column, block[offset], "a blank")
        opponent = source.number(start + 1, start + 4, "a pairing number, or 0000") or 0
        cell = Cell(index + 1, opponent, block[7].lower(), block[9].upper(), start + 1, source)
        yield _checked(cell)


def _checked(cell: Cell) -> Cell:
    """Refuse letters that the format does not know in their place."""
    source, column = cell.source, cell.column
    if cell.colour not in "wb- ":
        raise source.fault("wrong_colour", column + 5, cell.colour, "w, b or -")
    if not cell.opponent:
        letter = {" ": "Z", "-": "Z", "+": "F"}.get(cell.letter, cell.letter)
        if letter not in BYES:
            raise source.fault("wrong_bye", column + 7, cell.letter, "F, H, Z or U")
        return cell._replace(letter=letter)
    if cell.letter not in MEETINGS + " ":
        expected = "1, =, 0, +, -, W, D, L or a blank"
        raise source.fault("wrong_result", column + 7, cell.letter, expected)
    return cell


def scores(source: Source) -> dict[str, Points]:
    """Read a record 162: points by letter."""
    found = {sign: Fraction(value.replace(",", ".")) for sign, value in SCORE.findall(source.value)}
    if not {"W", "D", "L"} <= set(found) or not found["W"] >= found["D"] >= found["L"]:
        raise source.fault(
            "wrong_scoring", 6, source.value, "W, D and L with points, none above the one before"
        )
    return found


def remark(source: Source, code: str, expected: str = "") -> Remark:
    """Note something odd that did not keep the line from being read."""
    return Remark(source.line, code, source.text[:60], expected)
