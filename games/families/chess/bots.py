"""A player for chess: counts material and good squares, and looks ahead until takings are over.

It deepens ply by ply within a number of positions, never by the clock.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import chess

from games.bots.base import running_leg
from games.families.chess.rules import Position, board_of, chess_move
from games.rules.base import Rules, Seat

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

_MATE: Final = 10**6
_NEVER: Final = 10**7
_DEEPEST: Final = 8
_WORTH: Final = (0, 100, 320, 330, 500, 900, 0)
_LONE: Final = 20  # for each step a king without men is driven from the middle
_FEW: Final = 1300  # what both sides have beside pawns when kings may come out


class _Spent(Exception):
    """The budget is used up; what this depth has found so far is dropped."""


def _centre(square: int) -> int:
    """Give 0 in a corner to 6 in the middle."""
    file, rank = square % 8, square // 8
    return min(file, 7 - file) + min(rank, 7 - rank)


def _good(kind: int, square: int) -> int:
    """Value a white man's square in hundredths of a pawn."""
    file, rank, centre = square % 8, square // 8, _centre(square)
    if kind == chess.PAWN:
        return (0, 0, 2, 8, 16, 40, 80, 0)[rank] + (8 if file in (3, 4) and rank >= 3 else 0)
    if kind == chess.KNIGHT:
        return 8 * centre - 25
    if kind == chess.BISHOP:
        return 4 * centre - 8 + (0 if rank else -8)
    if kind == chess.ROOK:
        return 20 if rank == 6 else 2 * min(file, 7 - file)
    if kind == chess.QUEEN:
        return 2 * centre
    return -12 * rank - 5 * min(file, 7 - file)


_TABLE: Final = tuple(
    tuple(_WORTH[kind] + _good(kind, sq) for sq in range(64)) for kind in range(7)
)
_KING_LATE: Final = tuple(8 * _centre(square) for square in range(64))


def worth(board: chess.Board) -> int:
    """Value a position for the side to move, in hundredths of a pawn."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    total = 0
    masks = (board.pawns, board.knights, board.bishops, board.rooks, board.queens)
    for kind, mask in enumerate(masks, 1):
        table = _TABLE[kind]
        total += sum(table[square] for square in chess.scan_forward(mask & white))
        total -= sum(table[square ^ 56] for square in chess.scan_forward(mask & black))
    total += _kings(board, masks)
    return total if board.turn else -total


def _kings(board: chess.Board, masks: tuple[int, ...]) -> int:
    """Value both kings' squares: at home as long as there is something to fear."""
    pieces = sum(_WORTH[kind] * mask.bit_count() for kind, mask in enumerate(masks, 1) if kind > 1)
    table = _TABLE[chess.KING] if pieces > 2 * _FEW else _KING_LATE
    ours, theirs = board.king(chess.WHITE), board.king(chess.BLACK)
    if ours is None or theirs is None:
        return 0
    total = table[ours] - table[theirs ^ 56]
    near = 14 - abs(ours % 8 - theirs % 8) - abs(ours // 8 - theirs // 8)
    for colour, hunted in ((chess.WHITE, theirs), (chess.BLACK, ours)):
        if not board.occupied_co[not colour] & ~board.kings:
            total += (1 if colour else -1) * (_LONE * (6 - _centre(hunted)) + 4 * near)
    return total


def _promise(board: chess.Board, move: chess.Move) -> int:
    """Order moves: great prey of small hunters first, then promotions."""
    victim = board.piece_type_at(move.to_square) or 0
    hunter = board.piece_type_at(move.from_square) or 0
    promoted = _WORTH[move.promotion] if move.promotion else 0
    return (10 * _WORTH[victim] - _WORTH[hunter] if victim else 0) + promoted


@dataclass(frozen=True, slots=True)
class ChessSearch:
    """Looks one ply deeper each time until `nodes` positions have been seen."""

    key: str
    nodes: int

    def choose(
        self, rules: Rules[Position, int], state: Position, seat: Seat, rng: "Random"
    ) -> int:
        """Pick the best move of the last depth that was searched in full; chance breaks ties."""
        ruleset, position, own = running_leg(rules, state, seat)
        board = board_of(position.core)
        pairs = [(chess_move(move), move) for move in ruleset.moves(position, own)]
        rng.shuffle(pairs)
        pairs.sort(key=lambda pair: -_promise(board, pair[0]))
        moves = [move for move, _ in pairs]
        before = frozenset(position.seen)
        search = _Search(board, self.nodes, before)
        for depth in range(1, _DEEPEST + 1 if len(moves) > 1 else 1):
            try:
                moves, best = search.ranked(moves, depth)
            except _Spent:
                break
            if abs(best) > _MATE // 2:
                break
        return int(dict(pairs)[moves[0]])


class _Search:
    """One search: the board it moves on, the positions already seen, the rest of its budget."""

    def __init__(self, board: chess.Board, budget: int, before: frozenset[Any]) -> None:
        self.board, self.budget = board, budget
        self.before = {hash_of(board_of(core)) for core in before}

    def ranked(self, moves: list[chess.Move], depth: int) -> tuple[list[chess.Move], int]:
        """Put the best move first, leave the others in their order, and give its value."""
        best, first, root = -_NEVER, moves[0], self.board
        for move in moves:
            self.board = root.copy(stack=False)
            self.board.push(move)
            try:
                # What has stood before may soon be a tie: worth nothing to either side.
                again = hash_of(self.board) in self.before
                value = 0 if again else -self._value(depth - 1, 1, -_NEVER, -best)
            finally:
                self.board = root
            if value > best:
                best, first = value, move
        return [first, *(move for move in moves if move != first)], best

    def _value(self, depth: int, ply: int, low: int, high: int) -> int:
        """Value the position for the side to move by negamax with alpha-beta."""
        self.budget -= 1
        if self.budget < 0:
            raise _Spent
        board = self.board
        if depth <= 0:
            return self._quiet(low, high)
        if board.halfmove_clock >= 100 or board.is_insufficient_material():
            return 0
        moves = sorted(board.legal_moves, key=lambda move: -_promise(board, move))
        if not moves:
            return ply - _MATE if board.is_check() else 0
        best = -_NEVER
        for move in moves:
            board.push(move)
            best = max(best, -self._value(depth - 1, ply + 1, -high, -low))
            board.pop()
            low = max(low, best)
            if low >= high:
                break
        return best

    def _quiet(self, low: int, high: int) -> int:
        """Follow takings until nothing worth taking is left."""
        board = self.board
        best = worth(board)
        low = max(low, best)
        if low >= high:
            return best
        takings = sorted(board.generate_legal_captures(), key=lambda move: -_promise(board, move))
        for move in takings:
            self.budget -= 1
            if self.budget < 0:
                raise _Spent
            board.push(move)
            best = max(best, -self._quiet(-high, -low))
            board.pop()
            low = max(low, best)
            if low >= high:
                break
        return best


def hash_of(board: chess.Board) -> tuple[int, ...]:
    """Give what tells positions apart, en passant left out."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    men = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    return (*men, white, black, int(board.turn))


STRATEGIES = (ChessSearch("chess_glance", 1_500), ChessSearch("chess_search", 30_000))
