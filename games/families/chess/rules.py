"""Chess by the FIDE Laws (rule book section 11, SC-1 … SC-6).

A position is a tuple of bit masks; a `chess.Board` is built only where speed does not matter. A
move is an int: from-square, plus 64 × to-square, plus 4096 × the piece promoted to. A move in short
algebraic notation is a `ShortMove` until it is resolved in a position.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import chess

from games.families.chess.chances import can_mate
from games.families.chess.moves import checkers, generate_legal_moves, is_dead, make_move
from games.families.chess.san import (
    FILES,
    KINDS,
    PROMOTED,
    TARGET_FACTOR,
    MoveNotation,
    ShortMove,
    parse_move,
    spell_short,
)
from games.rules.base import (
    JSON,
    NOBODY,
    READ_ERRORS,
    BadState,
    IllegalMove,
    Option,
    Options,
    Outcome,
    Rules,
    Seat,
    check_seat,
    check_seats,
    is_same_dump,
    resolve_options,
)
from games.rules.grid import loss_outcome, tie_outcome

MAX_QUIET_PLIES: Final = 100
MAX_FEN_QUIET_PLIES: Final = 149  # the most that a FEN may have: at 150 FIDE 9.6.2 ends the game
REPETITIONS: Final = 3
# At least every hundred plies a pawn moves (96 times at most) or a piece is taken (30 times).
CAP: Final = (96 + 30 + 1) * MAX_QUIET_PLIES

_AWAITED: Final = (frozenset({0}), frozenset({1}))
_UNPLAYABLE: Final = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_PAWNS_ON_BACKRANK
    | chess.STATUS_TOO_MANY_WHITE_PAWNS
    | chess.STATUS_TOO_MANY_BLACK_PAWNS
    | chess.STATUS_TOO_MANY_WHITE_PIECES
    | chess.STATUS_TOO_MANY_BLACK_PIECES
)


class Core(NamedTuple):
    """What a repetition compares (SC-3): pieces, side to move, castling, en passant."""

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
    passant: int  # the square where a pawn can legally be taken en passant, or -1


class Position(NamedTuple):
    """A position with its history: `seen` lists the cores since the last pawn move or capture.

    The last of `seen` is the position itself; `quiet` counts the plies since then, `ending` is
    empty while the match runs.
    """

    core: Core
    quiet: int
    plies: int
    seen: tuple[Core, ...]
    ending: str = ""


Move: TypeAlias = int | ShortMove


def to_board(core: Core) -> chess.Board:
    board = chess.Board(None)
    board.pawns, board.knights, board.bishops = core[0], core[1], core[2]
    board.rooks, board.queens, board.kings = core[3], core[4], core[5]
    board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = core[6], core[7]
    board.occupied = core[6] | core[7]
    board.turn = not core[8]
    board.castling_rights = core[9]
    board.ep_square = core[10] if core[10] >= 0 else None
    return board


def to_core(board: chess.Board) -> Core:
    """Return the core of a board; en passant counts only where it is legal (SC-1)."""
    passant = board.ep_square
    if passant is None or not board.has_legal_en_passant():
        passant = -1
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    return Core(
        *(board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings),
        *(white, black, int(not board.turn), board.clean_castling_rights(), passant),
    )


def pieces_by_square(core: Core) -> dict[str, str]:
    """Return the pieces by square: "Pw" is a white pawn, "Nb" a black knight."""
    return {
        chess.SQUARE_NAMES[square]: kind + ("w" if core.white >> square & 1 else "b")
        for kind, mask in zip("PNBRQK", core, strict=False)
        for square in chess.scan_forward(mask)
    }


def checked_king_square(core: Core) -> tuple[str, ...]:
    """Return the square of the king in check, or nothing (SC-5)."""
    king = core.kings & (core.black if core.turn else core.white)
    return (chess.SQUARE_NAMES[king.bit_length() - 1],) if checkers(core) else ()


@lru_cache(maxsize=1 << 13)
def legal_moves(core: Core) -> tuple[int, ...]:
    return tuple(generate_legal_moves(core))


def to_chess_move(move: int) -> chess.Move:
    """Return a move as an object of python-chess."""
    return chess.Move(
        move % TARGET_FACTOR, move // TARGET_FACTOR % TARGET_FACTOR, move // PROMOTED or None
    )


def _ending(core: Core, quiet: int, seen: Sequence[Core]) -> str:
    """Return the code of the ending, or "" (SC-3, SC-6)."""
    if not legal_moves(core):
        return "checkmate" if checkers(core) else "stalemate"
    if is_dead(core):
        return "insufficient_material"
    # Only every second position has the same side to move.
    if len(seen) > 2 * REPETITIONS and seen[::-2].count(core) >= REPETITIONS:
        return "repetition"
    return "fifty_moves" if quiet >= MAX_QUIET_PLIES else ""


def promotion_letter(move: int) -> str:
    """Return the letter of the piece promoted to, or "" for any other move."""
    return KINDS[move // PROMOTED].strip()


class Chess(Rules[Position, Move]):
    key = "chess"
    version = 1
    seats = range(2, 3)
    pool: str | None = "chess"
    cap = CAP
    options: Mapping[str, Option] = {}

    def start(self, seats: int, options: Options) -> Position:
        check_seats(self, seats)
        resolve_options(self, options)
        return _START

    def awaited(self, state: Position) -> frozenset[Seat]:
        return NOBODY if state[4] else _AWAITED[state[0][8]]

    def moves(self, state: Position, seat: Seat) -> Sequence[int]:
        """List legal moves; each promotion is a move of its own (SC-2)."""
        check_seat(seat)
        return () if state[4] or seat != state[0][8] else legal_moves(state[0])

    def play(self, state: Position, seat: Seat, move: Move) -> Position:
        """Play a move; repetition and the fifty-move rule need no claim (SC-3)."""
        check_seat(seat)
        if state.ending:
            raise IllegalMove("match_over")
        core = state.core
        if seat != core.turn:
            raise IllegalMove("not_your_turn")
        move = self._meant(core, move)
        if move not in legal_moves(core):
            raise self._refusal(core, move)
        men, zeroing = make_move(core, move)
        after = Core._make(men)
        quiet, seen = (0, (after,)) if zeroing else (state.quiet + 1, (*state.seen, after))
        return Position(after, quiet, state.plies + 1, seen, _ending(after, quiet, seen))

    def outcome(self, state: Position) -> Outcome | None:
        """Return a win by mate (SC-5, SC-6) or a tie (SC-3)."""
        if not state.ending:
            return None
        mated = state.ending == "checkmate"
        return loss_outcome(state.core.turn, "checkmate") if mated else tie_outcome(state.ending)

    def may_win(self, state: Position, seat: Seat) -> bool | None:
        """Whether a seat could still mate; if not, the other does not lose on time (FIDE 6.9)."""
        return can_mate(state.core, seat)

    def spell(self, move: Move) -> str:
        """Return the squares: "e2e4", "e7e8q"; a `ShortMove` is spelled with a figurine."""
        if isinstance(move, ShortMove):
            return spell_short(move)
        squares = (
            chess.SQUARE_NAMES[move % TARGET_FACTOR]
            + chess.SQUARE_NAMES[move // TARGET_FACTOR % TARGET_FACTOR]
        )
        return squares + promotion_letter(move)

    def places(self, state: Position | None, move: Move) -> tuple[str, ...]:  # noqa: ARG002
        """Return both squares; empty for a `ShortMove`, which would need its position."""
        if isinstance(move, ShortMove):
            return ()
        return chess.SQUARE_NAMES[move % TARGET_FACTOR], chess.SQUARE_NAMES[
            move // TARGET_FACTOR % TARGET_FACTOR
        ]

    def parse(self, text: str) -> Move:
        return self.read(text)

    def read(self, text: str, language: str | None = None) -> Move:
        """Parse a move by the piece letters of one language ("en", "de", "fr" or "it")."""
        return parse_move(text, language)

    def resolve_move(self, state: Position, move: Move) -> int:
        return self._meant(state.core, move)

    def san(self, state: Position, move: int) -> MoveNotation:
        """Return the notation of a legal move in this position."""
        return _build_notation(state.core, move)

    def letters(self, state: Position) -> str:
        rows = str(to_board(state.core)).splitlines()
        drawn = [f"{8 - number} {row}" for number, row in enumerate(rows)]
        return "\n".join([*drawn, "  a b c d e f g h"])

    def dump(self, state: Position) -> JSON:
        """Return the position as FEN, and the earlier ones that may still be repeated."""
        number = state.plies // 2 + 1
        return {
            "fen": f"{_format_fen(state.core)} {state.quiet} {number}",
            "seen": [_format_fen(core) for core in state.seen[:-1]],
        }

    def load(self, json: JSON) -> Position:
        """Load a dumped state, or any position as FEN with an empty history."""
        try:
            state = _parse_fen(json["fen"], json["seen"])
            known = len(json) == 2 and (not json["seen"] or is_same_dump(self.dump(state), json))
        except READ_ERRORS:
            known = False
        if not known:
            raise BadState("unreadable_board")
        return state

    def _meant(self, core: Core, move: Move) -> int:
        if not isinstance(move, ShortMove):
            return _normalize_castling(core, move)
        able = legal_moves(core)
        found = [each for each in able if _matches_short(core, move, each)]
        if len(found) == 1:
            return found[0]
        text = spell_short(move)
        if found:
            raise IllegalMove("ambiguous_move", text=text, moves=[self.spell(m) for m in found])
        promoting = [move._replace(becomes=kind) for kind in "QRBN"]
        if any(_matches_short(core, each, one) for each in promoting for one in able):
            raise IllegalMove("choose_promotion", text=text)
        raise IllegalMove("nothing_moves_there", text=text)

    def _refusal(self, core: Core, move: int) -> IllegalMove:
        """Return the reason why a move is illegal."""
        if not 0 <= move < 6 * PROMOTED:
            return IllegalMove("no_such_move", move=move)
        board, made = to_board(core), to_chess_move(move)
        origin, text = chess.SQUARE_NAMES[made.from_square], self.spell(move)
        if board.color_at(made.from_square) is not board.turn:
            return IllegalMove("not_your_piece", square=origin)
        if any(each % PROMOTED == move % PROMOTED for each in legal_moves(core)):
            return IllegalMove(
                "choose_promotion" if not made.promotion else "no_promotion", text=text
            )
        if board.is_pseudo_legal(made):
            return IllegalMove("king_in_check", text=text)
        return IllegalMove("not_so_moved", text=text)


@lru_cache(maxsize=1 << 13)
def _build_notation(core: Core, move: int) -> MoveNotation:
    """Return the notation of a move, with origin hints only where they are needed."""
    origin, to = move % TARGET_FACTOR, move // TARGET_FACTOR % TARGET_FACTOR
    kind = next(kind for kind, mask in zip("PNBRQK", core, strict=False) if mask >> origin & 1)
    name, target = chess.SQUARE_NAMES[origin], chess.SQUARE_NAMES[to]
    after = Core._make(make_move(core, move)[0])
    sign = ("+" if legal_moves(after) else "#") if checkers(after) else ""
    if kind == "K" and abs(origin - to) == 2:
        return MoveNotation(ShortMove("O", "", "", target[0]), takes=False, sign=sign)
    if kind == "P":
        becomes = KINDS[move // PROMOTED].strip().upper()
        return MoveNotation(
            ShortMove(kind, name[0], "", target, becomes), name[0] != target[0], sign
        )
    takes = bool((core.white | core.black) >> to & 1)
    return MoveNotation(ShortMove(kind, *_hints(core, kind, move), target), takes, sign)


def _hints(core: Core, kind: str, move: int) -> tuple[str, str]:
    """Return the file, rank or both that tell a piece from others that could go there."""
    men = core["PNBRQK".index(kind)]
    others = [
        chess.SQUARE_NAMES[each % TARGET_FACTOR]
        for each in legal_moves(core)
        if each // TARGET_FACTOR == move // TARGET_FACTOR
        and each != move
        and men >> each % TARGET_FACTOR & 1
    ]
    name = chess.SQUARE_NAMES[move % TARGET_FACTOR]
    file, rank = name[0], name[1]
    if not others:
        return "", ""
    if all(other[0] != file for other in others):
        return file, ""
    return ("", rank) if all(other[1] != rank for other in others) else (file, rank)


def _normalize_castling(core: Core, move: int) -> int:
    """Return castling onto the rook, "e1h1", as the king's move; other moves unchanged."""
    origin, to = move % TARGET_FACTOR, move // TARGET_FACTOR
    rights = core.castling & (core.black if core.turn else core.white)
    if 0 <= to < TARGET_FACTOR and core.kings >> origin & 1 and rights >> to & 1:
        return origin + TARGET_FACTOR * (origin + (2 if to > origin else -2))
    return move


def _matches_short(core: Core, short: ShortMove, move: int) -> bool:
    """Whether a legal move matches the short notation."""
    origin, target = move % TARGET_FACTOR, move // TARGET_FACTOR % TARGET_FACTOR
    name = chess.SQUARE_NAMES[origin]
    if short.kind == "O":
        straight = origin // 8 == target // 8 and abs(origin - target) == 2
        return bool(core.kings >> origin & 1) and straight and FILES[target % 8] == short.target
    men = core["PNBRQK".index(short.kind)]
    return (
        bool(men >> origin & 1)
        and chess.SQUARE_NAMES[target] == short.target
        and short.file in ("", name[0])
        and short.rank in ("", name[1])
        and KINDS[move // PROMOTED].strip() == short.becomes.lower()
    )


@lru_cache(maxsize=1 << 10)
def _format_fen(core: Core) -> str:
    """Return pieces, side to move, castling and en passant as in FEN."""
    return to_board(core).epd(en_passant="fen")


def _parse_fen(fen: str, past: list[str]) -> Position:
    """Parse a position with its history; raise ValueError if no match can reach it."""
    if not isinstance(past, list) or fen != " ".join(fen.split()):
        raise TypeError
    if not (fen.isascii() and all(map(str.isdigit, fen.split()[4:]))):  # int() takes "１" and "+1"
        raise ValueError
    board = chess.Board(fen)
    core = _validate_board(board)
    seen = (*(_validate_board(chess.Board(f"{each} 0 1")) for each in past), core)
    quiet, plies = board.halfmove_clock, 2 * (board.fullmove_number - 1) + core.turn
    if (
        not 0 <= quiet <= MAX_FEN_QUIET_PLIES
        or not 0 <= plies <= CAP
        or (past and quiet != len(past))
    ):
        raise ValueError
    ending = _ending(core, quiet, seen)
    if not ending and board.was_into_check():
        raise ValueError
    return Position(core, quiet, plies, seen, ending)


def _validate_board(board: chess.Board) -> Core:
    """Return the core of a parsed board; raise ValueError if it cannot be played on.

    An impossible en passant square is ignored.
    """
    status = board.status()
    if status & _UNPLAYABLE:
        raise ValueError
    if status & chess.STATUS_INVALID_EP_SQUARE:
        board.ep_square = None
    return to_core(board)


_START: Final = Position(to_core(chess.Board()), 0, 0, (to_core(chess.Board()),))


def rulesets() -> tuple[Chess, ...]:
    return (Chess(),)
