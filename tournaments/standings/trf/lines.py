"""Single records of a report file; errors name line and column."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.base import Points
from tournaments.standings.trf.report import FIRST_ROUND, MAX_ROUNDS, ROUND_WIDTH
from tournaments.standings.trf.sheet import FileWarning, PlayerCard, TrfError

BYE_CODES, RESULT_CODES, UNKNOWN_CODES = "FHZU", "1=0WDL+-", "X?"
OLD_BYE_LETTERS = {" ": "Z", "-": "Z", "+": "F", "=": "H", "D": "H"}
POINTS_PATTERN = re.compile(r"\d{1,3}([.,]\d?)?|[.,]\d")
MAX_QUOTED, MAX_DIGITS = 40, 4
BLANK_COLUMNS = (48, 53, 57)  # around the rating, after the federation


class Source(NamedTuple):
    """A line of the file with tabs replaced by blanks; `tab` is the first one's column, or 0."""

    line: int
    text: str
    tab: int = 0

    @property
    def value(self) -> str:
        """The text after the record's code."""
        return self.text[4:].strip()

    def error_at(self, code: str, column: int, found: str, expected: str) -> TrfError:
        """Return the error for a place in this line (columns count from 1).

        If a tab precedes the place, the tab is named as the cause, as it misaligns the columns.
        """
        if 0 < self.tab <= column + ROUND_WIDTH:
            code, column, found, expected = "tab", self.tab, "a tab", "blanks"
        found = found if len(found) <= MAX_QUOTED else found[: MAX_QUOTED - 1] + "…"
        return TrfError(code, line=self.line, column=column, found=found, expected=expected)

    def number(self, start: int, end: int, expected: str) -> int | None:
        """Return the integer in these columns, None if they are blank."""
        field = self.text[start - 1 : end]
        return self.whole(field, start, expected) if field.strip() else None

    def whole(self, text: str, column: int, expected: str) -> int:
        """Parse an integer of at most four digits."""
        digits = text.strip()
        if not (digits.isascii() and digits.isdigit()) or len(digits.lstrip("0")) > MAX_DIGITS:
            raise self.error_at("not_a_number", column, text, expected)
        return int(digits[-MAX_DIGITS:])

    def points(self, text: str, column: int) -> Points:
        """Parse points with at most one decimal."""
        found = text.strip()
        if not (found.isascii() and POINTS_PATTERN.fullmatch(found)):
            raise self.error_at("not_points", column, text.strip(), "points like 11.5")
        return Fraction(found.replace(",", ".").rstrip("."))

    def words(self, start: int) -> list[tuple[int, str]]:
        """Return the words from a column on, each with its column."""
        found = re.finditer(r"[^\s,/]+", self.text[start - 1 :])
        return [(start + match.start(), match[0]) for match in found]

    def placed(self, start: int, expected: str) -> list[tuple[int, int]]:
        """Return all integers from a column on, each with its column."""
        return [(column, self.whole(word, column, expected)) for column, word in self.words(start)]


class RoundCell(NamedTuple):
    """A round of a player: opponent (0 for none), colour, result letter, and its position."""

    round: int
    opponent: int
    colour: str
    letter: str
    column: int
    source: Source


class PlayerLine(NamedTuple):
    source: Source
    number: int
    card: PlayerCard
    rating: int | None
    points: Points | None
    cells: tuple[RoundCell, ...]

    def cell_of(self, round_: int) -> RoundCell | None:
        """Return a round's cell, None if it is blank."""
        place = bisect_left(self.cells, round_, key=lambda cell: cell.round)
        found = self.cells[place : place + 1]
        return found[0] if found and found[0].round == round_ else None


def parse_player(source: Source) -> PlayerLine:
    """Parse a record 001."""
    source = _fit_columns(source)
    text = source.text
    number = source.number(5, 8, "a pairing number from 1 to 9999")
    if not number:
        raise source.error_at("no_pairing_number", 5, text[4:8], "a pairing number from 1 to 9999")
    card = PlayerCard(
        name=compose_accents(text[14:47].strip()),
        sex=text[9:10].strip(),
        title=text[10:13].strip(),
        federation=text[53:56].strip(),
        fide_id=text[57:68].strip(),
        birth=text[69:79].strip(),
    )
    rating = source.number(49, 52, "a rating of up to four digits") or None
    return PlayerLine(
        source, number, card, rating, _parse_points(source), tuple(_parse_cells(source))
    )


def compose_accents(text: str) -> str:
    """Return the text in NFC, so that é is one character."""
    return unicodedata.normalize("NFC", text)


def _fit_columns(source: Source) -> Source:
    """Compose the accents of a player's line if it fits the columns only that way."""
    text = source.text
    fits = all(text[column - 1 : column].strip() == "" for column in BLANK_COLUMNS)
    return source if fits else source._replace(text=compose_accents(text))


def _parse_points(source: Source) -> Points | None:
    field = source.text[80:84].strip()
    return source.points(field, 81) if field else None


def _parse_cells(source: Source) -> Iterator[RoundCell]:
    """Parse the rounds, ten columns each from column 90 on, without blank ones."""
    text = source.text
    for index, start in enumerate(range(FIRST_ROUND, len(text.rstrip()), ROUND_WIDTH)):
        if index >= MAX_ROUNDS:
            raise source.error_at(
                "too_many_rounds", start + 1, str(index + 1), f"up to {MAX_ROUNDS}"
            )
        block = text[start - 2 : start + 8].ljust(ROUND_WIDTH)
        if not block.strip():
            continue
        for offset in (0, 1, 6, 8):
            if block[offset] != " ":
                column = start - 1 + offset
                raise source.error_at("misaligned", column, block[offset], "a blank")
        opponent = source.number(start + 1, start + 4, "a pairing number, or 0000") or 0
        cell = RoundCell(index + 1, opponent, block[7].lower(), block[9].upper(), start + 1, source)
        yield _check_cell(cell)


def _check_cell(cell: RoundCell) -> RoundCell:
    """Raise for letters that the format does not allow; return the cell in today's letters."""
    source, column = cell.source, cell.column
    if cell.colour not in "wb- ":
        raise source.error_at("wrong_colour", column + 5, cell.colour, "w, b or -")
    if not cell.opponent:
        letter = OLD_BYE_LETTERS.get(cell.letter, cell.letter)
        if letter not in BYE_CODES:
            raise source.error_at("wrong_bye", column + 7, cell.letter, "F, H, Z or U")
        return cell._replace(letter=letter)
    if cell.letter not in RESULT_CODES + UNKNOWN_CODES + " ":
        expected = "1, =, 0, +, -, W, D, L or a blank"
        raise source.error_at("wrong_result", column + 7, cell.letter, expected)
    return cell._replace(letter=" ") if cell.letter in UNKNOWN_CODES else cell


def build_warning(source: Source, code: str, expected: str = "") -> FileWarning:
    """Return a warning about a line that could be read."""
    return FileWarning(source.line, code, source.text[:MAX_QUOTED], expected)
