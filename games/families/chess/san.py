"""Moves of chess as players write them: parsed in four languages, written in any of them (C-8).

Nothing here knows a position: `ShortMove` is a parsed text, `MoveNotation` a move to be written.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from games.rules.base import MalformedMove

TARGET_FACTOR: Final = 64
PROMOTED: Final = 4096
KINDS: Final = " pnbrqk"  # indexed by the piece types of python-chess
FILES: Final = "abcdefgh"
_PIECE_SYMBOLS: Final = "♔♕♖♗♘♙♚♛♜♝♞♟"
_SYMBOL_KINDS: Final = dict(zip(_PIECE_SYMBOLS, "KQRBNP" * 2, strict=True))
FIGURINES: Final = dict(zip("KQRBN", _PIECE_SYMBOLS, strict=False))
# Piece letters by language; those that mean the same in every language need none.
LETTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": dict(zip("KQRBNP", "KQRBNP", strict=True)),
    "de": dict(zip("KDTLSB", "KQRBNP", strict=True)),
    "fr": dict(zip("RDTFCP", "KQRBNP", strict=True)),
    "it": dict(zip("RDTACP", "KQRBNP", strict=True)),
}
_LETTER_OF: Final = {
    language: {kind: letter for letter, kind in letters.items()}
    for language, letters in LETTERS.items()
}
_AMBIGUOUS_LETTERS: Final = "BR"
_UNAMBIGUOUS_LETTERS: Final = {
    letter: kind
    for letters in LETTERS.values()
    for letter, kind in letters.items()
    if letter not in _AMBIGUOUS_LETTERS
} | _SYMBOL_KINDS
# A pawn never promotes to a pawn or a king, so here every letter is unambiguous.
_PROMOTION_LETTERS: Final = {
    letter.lower(): kind for letter, kind in _UNAMBIGUOUS_LETTERS.items()
} | {"r": "R", "b": "B"}

_COORDINATES: Final = re.compile(r"([a-h][1-8])[-x]?([a-h][1-8])(?:=?([a-z♔-♟]))?")
_CASTLING: Final = re.compile(r"[0o]-?[0o](-?[0o])?")
_PAWN: Final = re.compile(r"(?:([a-h])x?)?([a-h])([1-8])(?:=?([a-z♔-♟]))?")
_PIECE: Final = re.compile(r"([a-z♔-♟])([a-h]?)([1-8]?)[-x]?([a-h][1-8])")


class ShortMove(NamedTuple):
    """A short algebraic move: piece, file and rank of origin where given, target, promotion.

    For castling `kind` is "O" and `target` is the file that the king goes to.
    """

    kind: str
    file: str
    rank: str
    target: str
    becomes: str = ""


class MoveNotation(NamedTuple):
    """The notation of a move on a board: its shortest unambiguous form, capture, check."""

    short: ShortMove
    takes: bool
    sign: str  # "+" for check, "#" for mate


def unreadable_error(text: str) -> MalformedMove:
    return MalformedMove("unreadable_move", text=text.strip()[:40])


def parse_square(name: str) -> int:
    """Return the number of a square as in python-chess, from a1 along the ranks."""
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)


def parse_move(text: str, language: str | None = None) -> int | ShortMove:
    """Parse a move by the piece letters of one language ("en", "de", "fr" or "it").

    Without a language, B and R are refused, because they stand for different pieces
    (`ambiguous_letter`).
    """
    word = "".join(text.split())[:40].replace("–", "-").replace(":", "x")
    word = re.sub(r"(e\.?p\.?)?[+#!?]*$", "", word, flags=re.IGNORECASE)
    low = word.lower()
    if found := _COORDINATES.fullmatch(low):
        return _parse_squares(text, *found.groups())
    if found := _CASTLING.fullmatch(low):
        return ShortMove("O", "", "", "c" if found[1] else "g")
    if found := _PAWN.fullmatch(low):
        if found[1] is None or word[0].islower():
            return _parse_pawn_move(text, found)
        if word == word.upper():
            raise MalformedMove("ambiguous_letter", letter=word[0])
    if found := _PIECE.fullmatch(low):
        return _parse_piece_move(text, word[0], found, language)
    raise unreadable_error(text)


def _parse_squares(text: str, origin: str, target: str, letter: str | None) -> int:
    """Return a move given by its two squares."""
    promoted = 0
    if letter:
        kind = _PROMOTION_LETTERS.get(letter, "K")
        if kind in "KP" or target[1] not in "18":
            raise unreadable_error(text)
        promoted = KINDS.index(kind.lower())
    return parse_square(origin) + TARGET_FACTOR * parse_square(target) + PROMOTED * promoted


def _parse_pawn_move(text: str, found: re.Match[str]) -> ShortMove:
    """Return a pawn's move: "e4", "exd5", "a8=D"; a capture leads to the next file."""
    origin, file, rank, letter = found.groups()
    kind = _PROMOTION_LETTERS.get(letter, "K") if letter else ""
    if kind and (kind in "KP" or rank not in "18"):
        raise unreadable_error(text)
    if origin and abs(ord(origin) - ord(file)) != 1:
        raise unreadable_error(text)
    return ShortMove("P", origin or file, "", file + rank, kind)


def _parse_piece_move(
    text: str, first: str, found: re.Match[str], language: str | None
) -> ShortMove:
    """Return a move that begins with the letter of a piece."""
    letter = first.upper()
    if first in FILES:
        raise unreadable_error(text)
    known = {**_UNAMBIGUOUS_LETTERS, **LETTERS.get(language or "", {})}
    if letter not in known:
        code = "ambiguous_letter" if letter in _AMBIGUOUS_LETTERS else "unreadable_move"
        raise MalformedMove(code, letter=letter, text=text.strip()[:40])
    return ShortMove(known[letter], found[2], found[3], found[4])


def spell_short(short: ShortMove) -> str:
    """Return a short move in a spelling that is the same in every language."""
    if short.kind == "O":
        return "0-0-0" if short.target == "c" else "0-0"
    if short.kind == "P":
        taking = "" if short.file == short.target[0] else f"{short.file}x"
        return f"{taking}{short.target}" + (f"={FIGURINES[short.becomes]}" if short.becomes else "")
    return f"{FIGURINES[short.kind]}{short.file}{short.rank}{short.target}"


def format_move(move_notation: MoveNotation, language: str) -> str:
    """Return a move with the piece letters of a language: "Nf3", "Sxf3+", "e8=D#"."""
    short, letters = move_notation.short, _LETTER_OF.get(language, _LETTER_OF["en"])
    if short.kind == "O":
        return spell_short(short) + move_notation.sign
    takes = "x" if move_notation.takes else ""
    if short.kind == "P":
        first = f"{short.file}x" if takes else ""
        becomes = f"={letters[short.becomes]}" if short.becomes else ""
        return f"{first}{short.target}{becomes}{move_notation.sign}"
    first = f"{letters[short.kind]}{short.file}{short.rank}"
    return f"{first}{takes}{short.target}{move_notation.sign}"


def localize_figurines(text: str, language: str) -> str:
    """Replace the figurines in a text by the piece letters of a language."""
    letters = _LETTER_OF.get(language, _LETTER_OF["en"])
    return "".join(letters[_SYMBOL_KINDS[sign]] if sign in _SYMBOL_KINDS else sign for sign in text)
