"""A bot for TRI-Plan: weighs every point by what it takes, saves, threatens and gives away.

It places all the stones it may, one after the other, keeps its own eyes open, and passes when no
point is worth a stone. In an auction it bids its points plus a part of the open ones.
"""

from typing import TYPE_CHECKING, Final

from games.bots.base import unwrap_series
from games.bots.blundering import BlunderingBot
from games.families.tri_plan.hexagon import (
    Stones,
    group_at,
    groups_of,
    neighbours,
    point_count,
    points_on,
)
from games.families.tri_plan.rules import BID, PASS, Move
from games.families.tri_plan.turns import (
    Position,
    Turn,
    next_turns,
    place_next,
    points_of,
    start_turn,
)
from games.rules.base import AnyRules, Rules, Seat

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

_PRISONER: Final = 20
_EXPELLED: Final = 6
_BONUS: Final = 8
_LOST: Final = 16
_THREAT: Final = 3


def _safety(stones: Stones, colour: int, board: int) -> int:
    """Return the safety of a colour's groups: few liberties are bad, more than four no better."""
    free = board & ~(stones[0] | stones[1] | stones[2])
    total = 0
    for group, beside in groups_of(stones[colour], board):
        liberties, size = (beside & free).bit_count(), group.bit_count()
        total += min(liberties, 4) - (_LOST * size if liberties < 2 else 0)
    return total


def _threats(stones: Stones, colour: int, point: int, board: int) -> int:
    """Return the weighted number of adjacent enemy stones with one or two liberties left."""
    free = board & ~(stones[0] | stones[1] | stones[2])
    total = 0
    for enemy in (colour - 1, colour - 2):
        touched = neighbours(1 << point, board) & stones[enemy]
        while touched:
            group, beside = group_at(touched & -touched, stones[enemy], board)
            touched &= ~group
            left = (beside & free).bit_count()
            total += group.bit_count() * (3 - left) if left < 3 else 0
    return total


def stone_weight(state: Position, before: Turn, after: Turn, point: int) -> int:
    """Return the weight of one stone of a turn."""
    board, own = points_on(state.edge), state.turn
    enemies = sum(n for colour, n in enumerate(after.expelled) if colour != own)
    enemies -= sum(n for colour, n in enumerate(before.expelled) if colour != own)
    taken = (after.taken - before.taken) * _PRISONER + enemies * _EXPELLED
    taken += (after.bonus - before.bonus) * _BONUS
    safety = _safety(after.stones, own, board) - _safety(before.stones, own, board)
    return taken + safety + _threats(after.stones, own, point, board) * _THREAT


def _candidate_turns(state: Position, turn: Turn) -> list[tuple[int, Turn]]:
    """List the next stones and the turn after each, without filling own eyes."""
    board, own = points_on(state.edge), turn.stones[state.turn]
    found = []
    for point, _ in next_turns(state, turn):
        beside = neighbours(1 << point, board)
        after = place_next(state, turn, point)
        if isinstance(after, Turn) and beside & ~own:
            found.append((point, after))
    return found


class Settler:
    """Takes the point with the highest weight for each stone of a turn."""

    key = "tri_plan_settler"

    def choose(
        self, rules: Rules[Position, Move], state: Position, seat: Seat, rng: "Random"
    ) -> Move:
        _, position, own = unwrap_series(rules, state, seat)
        if position.auction is not None:
            return self._bid(rules, position, own)
        chosen: tuple[int, ...] = ()
        turn = start_turn(position)
        while turn.left:
            able = _candidate_turns(position, turn)
            weighed = [(stone_weight(position, turn, after, point), point) for point, after in able]
            best = max((each for each, _ in weighed), default=-1)
            if best < -_LOST:
                break
            points = [point for each, point in weighed if each == best]
            if not points:
                break
            chosen = (*chosen, rng.choice(points))
            turn = dict(able)[chosen[-1]]
        return chosen or PASS

    def _bid(self, rules: AnyRules, state: Position, seat: Seat) -> tuple[int, ...]:
        """Return a bid of up to the points held plus a fifth of those still open."""
        points = points_of(state)
        limit = points[seat] + max(0, point_count(state.edge) - sum(points)) // 5
        bids = [move[1] for move in rules.moves(state, seat) if move[:1] == (BID,)]
        if state.auction is not None and state.auction.speaker < 0:
            return (BID, limit)
        return (BID, bids[0]) if bids and bids[0] <= limit else PASS


STRATEGIES = (
    BlunderingBot("tri_plan_beginner", Settler(), strays=50),
    BlunderingBot("tri_plan_casual", Settler(), strays=15),
    Settler(),
)

MEASURED = {
    "tri_plan": {
        "random": 1000,
        "tri_plan_beginner": 1360,
        "tri_plan_casual": 1660,
        "tri_plan_settler": 1710,
    },
}
