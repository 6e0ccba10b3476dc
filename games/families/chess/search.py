"""Searches chess positions up to a budget of positions, independent of the clock.

Negamax with alpha-beta in null windows, a transposition table, killer moves, late move reductions
and null-move pruning. At the leaves, captures are followed.
"""

from collections.abc import Collection
from typing import Final

from games.families.chess.evaluation import (
    PIECE_VALUES,
    evaluate_kings,
    evaluate_pieces,
    gain,
    gains,
)
from games.families.chess.moves import (
    Men,
    captures,
    checkers,
    generate_legal_moves,
    is_dead,
    make_move,
)

_MATE: Final = 10**6
_INFINITY: Final = 10**7
_MAX_DEPTH: Final = 12
_FUTILITY_MARGIN: Final = 60  # futility margin, above what a move gains
_KILLER_BONUS: Final = 70  # bonus of killer moves in the move order
_FULL_DEPTH_MOVES: Final = 4  # moves that are searched to full depth
_QUIET: Final = 50  # moves that gain less count as quiet
_NULL_MOVE_REDUCTION: Final = 2  # plies by which a null move is searched less deep
_EXACT, _LOWER_BOUND, _UPPER_BOUND = 0, 1, 2

Node = tuple[Men, int]  # a position and `evaluate_pieces` of it


class BudgetExhausted(Exception):
    """The budget of positions is used up."""


class Search:
    """One search: earlier positions of the match, the transposition table, the remaining budget."""

    def __init__(self, budget: int, before: Collection[Men]) -> None:
        self.budget, self.before = budget, before
        self.known: dict[Men, tuple[int, int, int, int]] = {}  # depth, bound, value, best move
        self.killers: dict[int, tuple[int, int]] = {}  # by remaining depth

    def best(self, core: Men, moves: list[int]) -> int:
        """Return the best of these moves that the budget allows to find; earlier ones win ties."""
        node = core, evaluate_pieces(core)
        for depth in range(_MAX_DEPTH if len(moves) > 1 else 0):
            try:
                value = self._ranked(node, moves, depth)
            except BudgetExhausted:
                break
            if abs(value) >= _MATE:
                break
        return moves[0]

    def _ranked(self, node: Node, moves: list[int], depth: int) -> int:
        """Return the best value, moving the best move to the front as soon as it is found."""
        best = -_INFINITY
        for move in list(moves):
            after = self._after(node, move, gain(node[0], move))
            if best > -_INFINITY:
                value = self._compared(after, (depth, 0), best, _INFINITY)
            else:
                value = -self._value(after, depth, -_INFINITY, _INFINITY)
            if value > best:
                best = value
                moves.remove(move)
                moves.insert(0, move)
        return best

    def _after(self, node: Node, move: int, gained: int) -> Node:
        return make_move(node[0], move)[0], -(node[1] + gained)

    def _value(self, node: Node, depth: int, low: int, high: int) -> int:
        """Return the value for the side to move; positions from the match count as a tie."""
        core = node[0]
        if core in self.before or is_dead(core):
            return 0
        checked = checkers(core)
        if checked:
            depth += 1
        if depth <= 0:
            return self._quiet(node, low, high)
        self.budget -= 1
        if self.budget < 0:
            raise BudgetExhausted
        deep, bound, value, first = self.known.get(core, (-1, 0, 0, 0))
        if deep >= depth and (
            bound == _EXACT or (value >= high if bound == _LOWER_BOUND else value <= low)
        ):
            return value
        stands = -_INFINITY if checked else node[1] + evaluate_kings(core)
        if stands >= high and depth > 1 and self._passes(node, depth, high):
            return high
        value, move = self._tried(node, (depth, stands, first), low, high)
        bound = _LOWER_BOUND if value >= high else _EXACT if value > low else _UPPER_BOUND
        self.known[core] = (depth, bound, value, move or first)
        return value

    def _passes(self, node: Node, depth: int, high: int) -> bool:
        """Whether the value stays at least `high` even after passing (null-move pruning)."""
        core, worth = node
        own = core[7] if core[8] else core[6]
        if not own & ~(core[0] | core[5]) or high >= _MATE:
            return False
        passed = (*core[:8], 1 - core[8], core[9], -1)
        return (
            -self._value((passed, -worth), depth - 1 - _NULL_MOVE_REDUCTION, -high, 1 - high)
            >= high
        )

    def _tried(
        self, node: Node, known: tuple[int, int, int], low: int, high: int
    ) -> tuple[int, int]:
        """Search the moves, most promising first; return the best value and its move."""
        depth, stands, first = known
        core, best, chosen = node[0], -_INFINITY, 0
        ordered = self._ordered(core, depth, first)
        if not ordered:
            return (-_MATE - depth if stands == -_INFINITY else 0), 0
        # Futility: on the last ply, a move that gains too little cannot raise `low`.
        reach = stands + _FUTILITY_MARGIN if depth == 1 and stands > -_INFINITY else _INFINITY
        for number, (_, move, gained) in enumerate(ordered):
            if number and reach + gained <= low:
                return max(best, stands + gained), chosen
            after, quiet = self._after(node, move, gained), gained < _QUIET
            if number:
                late = number >= _FULL_DEPTH_MOVES and depth > 2 and quiet and stands > -_INFINITY
                value = self._compared(after, (depth - 1, int(late)), low, high)
            else:
                value = -self._value(after, depth - 1, -high, -low)
            if value > best:
                best, chosen = value, move
                low = max(low, best)
            if low >= high:
                if quiet:
                    self.killers[depth] = (move, self.killers.get(depth, (0, 0))[0])
                break
        return best, chosen

    def _compared(self, after: Node, plies: tuple[int, int], low: int, high: int) -> int:
        """Return a move's value: exact only if a reduced null-window search beats `low`."""
        depth, less = plies
        value = -self._value(after, depth - less, -low - 1, -low)
        if value > low and (less or value < high):
            value = -self._value(after, depth, -high, -low)
        return value

    def _ordered(self, core: Men, depth: int, first: int) -> list[tuple[int, int, int]]:
        """Return the legal moves with their gains: best known first, then killers, then by gain."""
        killers = self.killers.get(depth, (0, 0))
        moves = generate_legal_moves(core)
        found = []
        for move, gained in zip(moves, gains(core, moves), strict=True):
            ahead = _INFINITY if move == first else _KILLER_BONUS if move in killers else 0
            found.append((-gained - ahead, move, gained))
        found.sort()
        return found

    def _quiet(self, node: Node, low: int, high: int) -> int:
        """Return the value after following captures that could raise it above `low`."""
        self.budget -= 1
        if self.budget < 0:
            raise BudgetExhausted
        core, worth = node
        best = worth + evaluate_kings(core)
        if best >= high:
            return best
        low = max(low, best)
        least = low - best - PIECE_VALUES[0]
        wanted = 0
        for kind in range(5):
            if PIECE_VALUES[kind] > least:
                wanted |= core[kind]
        wanted &= core[6] if core[8] else core[7]
        for move in captures(core, wanted):
            value = -self._quiet(self._after(node, move, gain(core, move)), -high, -low)
            if value > best:
                best = value
                low = max(low, best)
                if low >= high:
                    break
        return best
