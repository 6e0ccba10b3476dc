"""Chess by the laws of FIDE, with python-chess (rule book section 11, SC-1 … SC-6).

A position is a tuple of bit masks, built into a `chess.Board` only while moves are made on it. A
move is an int: from-square, plus 64 × to-square, plus 4096 × the piece promoted to. A move written
in short algebraic notation is a `Short` until it meets a position.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

import chess

from games.rules.base import (
    JSON,
    NOBODY,
    BadState,
    IllegalMove,
    MalformedMove,
    Option,
    Outcome,
    Seat,
    check_seats,
    resolve_options,
)
from games.rules.grid import lost_by, tied

QUIET_PLIES: Final = 100
THIRD: Final = 3
# Every hundred plies a pawn moves or a piece is taken, 96 and 30 times at most.
CAP: Final = (96 + 30 + 1) * QUIET_PLIES

_TO: Final = 64
_PROMOTED: Final = 4096
_AWAITED: Final = (frozenset({0}), frozenset({1}))
_KINDS: Final = " pnbrqk"  # by the numbers of python-chess
_FIGURES: Final = "♔♕♖♗♘♙♚♛♜♝♞♟"
_FIGURE_KINDS: Final = dict(zip(_FIGURES, "KQRBNP" * 2, strict=True))
FIGURE_OF: Final = dict(zip("KQRBN", _FIGURES, strict=False))
# The letters of pieces by language; what means the same wherever it exists is always understood.
LETTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": dict(zip("KQRBNP", "KQRBNP", strict=True)),
    "de": dict(zip("KDTLSB", "KQRBNP", strict=True)),
    "fr": dict(zip("RDTFCP", "KQRBNP", strict=True)),
    "it": dict(zip("RDTACP", "KQRBNP", strict=True)),
}
_CLASHING: Final = "BR"
_ALWAYS: Final = {
    letter: kind
    for letters in LETTERS.values()
    for letter, kind in letters.items()
    if letter not in _CLASHING
} | _FIGURE_KINDS
# Nobody becomes a pawn or a king, so here every letter is clear.
_BECOMES: Final = {letter.lower(): kind for letter, kind in _ALWAYS.items()} | {"r": "R", "b": "B"}

_COORDINATES: Final = re.compile(r"([a-h][1-8])[-x]?([a-h][1-8])(?:=?([a-z♔-♟]))?")
_CASTLING: Final = re.compile(r"[0o]-?[0o](-?[0o])?")
_PAWN: Final = re.compile(r"(?:([a-h])x?)?([a-h])([1-8])(?:=?([a-z♔-♟]))?")
_PIECE: Final = re.compile(r"([a-z♔-♟])([a-h]?)([1-8]?)x?([a-h][1-8])")
_UNPLAYABLE: Final = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_PAWNS_ON_BACKRANK
)


class Core(NamedTuple):
    """What makes two positions the same (SC-3): men, side to move, castling, en passant."""

    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    white: int
    black: int
    turn: Seat
    castling: int
    passant: int  # the square where a pawn may really be taken in passing, or -1


class Position(NamedTuple):
    """A position with its past: `seen` lists those since the last pawn move or capture.

    The last of `seen` is the position itself; `quiet` counts the plies since then, `ending` is
    empty while the match runs.
    """

    core: Core
    quiet: int
    plies: int
    seen: tuple[Core, ...]
    ending: str = ""


class Short(NamedTuple):
    """A move in short algebraic notation: kind of piece, hints of file and rank, target, promotion.

    For castling `kind` is "O" and `target` is the file where the king goes.
    """

    kind: str
    file: str
    rank: str
    target: str
    becomes: str = ""


Move: TypeAlias = int | Short


def board_of(core: Core) -> chess.Board:
    """Build a board for moving on it."""
    board = chess.Board(None)
    board.pawns, board.knights, board.bishops = core[0], core[1], core[2]
    board.rooks, board.queens, board.kings = core[3], core[4], core[5]
    board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = core[6], core[7]
    board.occupied = core[6] | core[7]
    board.turn = not core[8]
    board.castling_rights = core[9]
    board.ep_square = core[10] if core[10] >= 0 else None
    return board


def core_of(board: chess.Board) -> Core:
    """Take down a board; en passant counts only where it is legal (SC-1)."""
    passant = board.ep_square
    if passant is None or not board.has_legal_en_passant():
        passant = -1
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    return Core(
        *(board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings),
        *(white, black, int(not board.turn), board.clean_castling_rights(), passant),
    )


def men_of(core: Core) -> dict[str, str]:
    """Give the men by square: "Pw" is a white pawn, "Nb" a black knight."""
    return {
        chess.SQUARE_NAMES[square]: kind + ("w" if core.white >> square & 1 else "b")
        for kind, mask in zip("PNBRQK", core, strict=False)
        for square in chess.scan_forward(mask)
    }


@lru_cache(maxsize=1 << 13)
def legal_moves(core: Core) -> tuple[int, ...]:
    """List the legal moves of the side to move."""
    return tuple(
        move.from_square + _TO * move.to_square + _PROMOTED * (move.promotion or 0)
        for move in board_of(core).generate_legal_moves()
    )


def chess_move(move: int) -> chess.Move:
    """Write a move as python-chess has it."""
    return chess.Move(move % _TO, move // _TO % _TO, move // _PROMOTED or None)


def _ending(board: chess.Board, core: Core, quiet: int, seen: Sequence[Core]) -> str:
    """Name the reason why a position ends the match, or nothing (SC-3, SC-6)."""
    if not legal_moves(core):
        return "checkmate" if board.is_check() else "stalemate"
    if board.is_insufficient_material():
        return "insufficient_material"
    if len(seen) > 2 * THIRD and seen.count(core) >= THIRD:
        return "repetition"
    return "fifty_moves" if quiet >= QUIET_PLIES else ""


def _unreadable(text: str) -> MalformedMove:
    return MalformedMove("unreadable_move", text=text.strip()[:40])


class Chess:
    """Mate the other king."""

    key = "chess"
    version = 1
    seats = range(2, 3)
    pool: str | None = "chess"
    cap = CAP
    options: Mapping[str, Option] = {}

    def rateable(self, options: Mapping[str, Any]) -> bool:
        """Allow rating: there is nothing to agree on."""
        resolve_options(self, options)
        return True

    def start(self, seats: int, options: Mapping[str, Any]) -> Position:
        """Give the standard array; white is seat 0 and begins."""
        check_seats(self, seats)
        resolve_options(self, options)
        return _START

    def awaited(self, state: Position) -> frozenset[Seat]:
        """Name the seat to move."""
        return NOBODY if state[4] else _AWAITED[state[0][8]]

    def moves(self, state: Position, seat: Seat) -> Sequence[int]:
        """List all legal moves, each promotion for itself (SC-2)."""
        return () if state[4] or seat != state[0][8] else legal_moves(state[0])

    def lots(self, state: Position) -> Sequence[tuple[int, int]]:  # noqa: ARG002 - no chance here
        """Give nothing: there is no chance in this game."""
        return ()

    def play(self, state: Position, seat: Seat, move: Move) -> Position:
        """Move a piece; repetition and quiet plies are counted without anybody's claim (SC-3)."""
        if state.ending:
            raise IllegalMove("match_over")
        core = state.core
        if seat != core.turn:
            raise IllegalMove("not_your_turn")
        if isinstance(move, Short):
            move = self._meant(core, move)
        if move not in legal_moves(core):
            raise self._refusal(core, move)
        board, made = board_of(core), chess_move(move)
        zeroing = board.is_zeroing(made)
        board.push(made)
        after = core_of(board)
        quiet, seen = (0, (after,)) if zeroing else (state.quiet + 1, (*state.seen, after))
        return Position(after, quiet, state.plies + 1, seen, _ending(board, after, quiet, seen))

    def outcome(self, state: Position) -> Outcome | None:
        """Give the match to whoever has mated (SC-5, SC-6); every other end is a tie (SC-3)."""
        if not state.ending:
            return None
        mated = state.ending == "checkmate"
        return lost_by(state.core.turn, "checkmate") if mated else tied(state.ending)

    def seen_by(self, state: Position, seat: Seat | None) -> Position:  # noqa: ARG002 - all is open
        """Show everything: nothing is hidden."""
        return state

    def spell(self, move: Move) -> str:
        """Write the squares: "e2e4", "e7e8q"; a move in short notation keeps it with a figure."""
        if isinstance(move, Short):
            return _spell_short(move)
        squares = chess.SQUARE_NAMES[move % _TO] + chess.SQUARE_NAMES[move // _TO % _TO]
        return squares + _KINDS[move // _PROMOTED].strip()

    def parse(self, text: str) -> Move:
        """Read squares or short notation in any language whose letters are clear."""
        return self.read(text)

    def read(self, text: str, language: str | None = None) -> Move:
        """Read a move, its pieces by the letters of one language ("en", "de", "fr" or "it").

        Without a language B and R are refused: they mean different pieces (`ambiguous_letter`).
        """
        word = "".join(text.split())[:40].replace("–", "-").replace(":", "x")
        word = re.sub(r"(e\.?p\.?)?[+#!?]*$", "", word, flags=re.IGNORECASE)
        low = word.lower()
        if found := _COORDINATES.fullmatch(low):
            return _by_squares(text, *found.groups())
        if found := _CASTLING.fullmatch(low):
            return Short("O", "", "", "c" if found[1] else "g")
        if found := _PAWN.fullmatch(low):
            if found[1] is None or word[0].islower():
                return _by_pawn(text, found)
            if word == word.upper():
                raise MalformedMove("ambiguous_letter", letter=word[0])
        if found := _PIECE.fullmatch(low):
            return self._by_piece(text, word[0], found, language)
        raise _unreadable(text)

    def _by_piece(self, text: str, first: str, found: re.Match[str], language: str | None) -> Short:
        """Read a move that begins with the letter of a piece."""
        letter = first.upper()
        if first in "abcdefgh":
            raise _unreadable(text)
        known = {**_ALWAYS, **LETTERS.get(language or "", {})}
        if letter not in known:
            code = "ambiguous_letter" if letter in _CLASHING else "unreadable_move"
            raise MalformedMove(code, letter=letter, text=text.strip()[:40])
        return Short(known[letter], found[2], found[3], found[4])

    def letters(self, state: Position) -> str:
        """Draw the board in letters, white in capitals."""
        rows = str(board_of(state.core)).splitlines()
        drawn = [f"{8 - number} {row}" for number, row in enumerate(rows)]
        return "\n".join([*drawn, "  a b c d e f g h"])

    def dump(self, state: Position) -> JSON:
        """Write the position as FEN, and the earlier ones that may still be repeated."""
        number = state.plies // 2 + 1
        return {
            "fen": f"{_fen(state.core)} {state.quiet} {number}",
            "seen": [_fen(core) for core in state.seen[:-1]],
        }

    def load(self, json: JSON) -> Position:
        """Read a dumped state, or any position as FEN; `BadState` when it is none."""
        try:
            board = chess.Board(json["fen"])
            core = _checked(board)
            seen = tuple(_checked(chess.Board(f"{each} 0 1")) for each in json["seen"])
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            raise BadState("unreadable_board") from None
        quiet, past = board.halfmove_clock, (*seen, core)
        plies = 2 * (board.fullmove_number - 1) + core.turn
        ending = _ending(board, core, quiet, past)
        if not ending and board.was_into_check():
            raise BadState("unreadable_board")
        return Position(core, quiet, plies, past, ending)

    def _meant(self, core: Core, short: Short) -> int:
        """Find the one legal move that is meant."""
        found = [move for move in legal_moves(core) if _fits(core, short, move)]
        if len(found) == 1:
            return found[0]
        text = _spell_short(short)
        if found:
            raise IllegalMove("ambiguous_move", text=text, moves=[self.spell(m) for m in found])
        raise IllegalMove("nothing_moves_there", text=text)

    def _refusal(self, core: Core, move: int) -> IllegalMove:
        """Say why a move is not legal."""
        if not 0 <= move < 6 * _PROMOTED:
            return IllegalMove("no_such_move", move=move)
        board, made = board_of(core), chess_move(move)
        origin, text = chess.SQUARE_NAMES[made.from_square], self.spell(move)
        if board.color_at(made.from_square) is not board.turn:
            return IllegalMove("not_your_piece", square=origin)
        if any(each % _PROMOTED == move % _PROMOTED for each in legal_moves(core)):
            return IllegalMove(
                "choose_promotion" if not made.promotion else "no_promotion", text=text
            )
        if board.is_pseudo_legal(made):
            return IllegalMove("king_in_check", text=text)
        return IllegalMove("not_so_moved", text=text)


def _by_squares(text: str, origin: str, target: str, letter: str | None) -> int:
    """Read a move by its two squares."""
    promoted = 0
    if letter:
        kind = _BECOMES.get(letter, "K")
        if kind in "KP" or target[1] not in "18":
            raise _unreadable(text)
        promoted = _KINDS.index(kind.lower())
    squares = chess.parse_square(origin) + _TO * chess.parse_square(target)
    return squares + _PROMOTED * promoted


def _by_pawn(text: str, found: re.Match[str]) -> Short:
    """Read a pawn's move: "e4", "exd5", "a8=D"; a taking leads to the next file."""
    origin, file, rank, letter = found.groups()
    kind = _BECOMES.get(letter, "K") if letter else ""
    if kind and (kind in "KP" or rank not in "18"):
        raise _unreadable(text)
    if origin and abs(ord(origin) - ord(file)) != 1:
        raise _unreadable(text)
    return Short("P", origin or file, "", file + rank, kind)


def _spell_short(short: Short) -> str:
    """Write a short move so that every language reads it the same."""
    if short.kind == "O":
        return "0-0-0" if short.target == "c" else "0-0"
    if short.kind == "P":
        taking = "" if short.file == short.target[0] else f"{short.file}x"
        return f"{taking}{short.target}" + (f"={FIGURE_OF[short.becomes]}" if short.becomes else "")
    return f"{FIGURE_OF[short.kind]}{short.file}{short.rank}{short.target}"


def _fits(core: Core, short: Short, move: int) -> bool:
    """Tell whether a legal move is what the short notation says."""
    origin, target = move % _TO, move // _TO % _TO
    name = chess.SQUARE_NAMES[origin]
    if short.kind == "O":
        straight = origin // 8 == target // 8 and abs(origin - target) == 2
        return (
            bool(core.kings >> origin & 1) and straight and "abcdefgh"[target % 8] == short.target
        )
    men = core["PNBRQK".index(short.kind)]
    return (
        bool(men >> origin & 1)
        and chess.SQUARE_NAMES[target] == short.target
        and short.file in ("", name[0])
        and short.rank in ("", name[1])
        and _KINDS[move // _PROMOTED].strip() == short.becomes.lower()
    )


@lru_cache(maxsize=1 << 10)
def _fen(core: Core) -> str:
    """Write men, side to move, castling and en passant as FEN does."""
    return board_of(core).epd(en_passant="fen")


def _checked(board: chess.Board) -> Core:
    """Take down a board that has been read; ValueError where it cannot be played on."""
    if board.status() & _UNPLAYABLE:
        raise ValueError
    return core_of(board)


_START: Final = Position(core_of(chess.Board()), 0, 0, (core_of(chess.Board()),))


def rulesets() -> tuple[Chess, ...]:
    """Build the one ruleset."""
    return (Chess(),)
