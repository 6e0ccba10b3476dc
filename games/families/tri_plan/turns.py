"""The state of a TRI-Plan match, and one turn, stone by stone (rule book 3.4 … 3.6)."""

from typing import Final, NamedTuple

from games.families.tri_plan.auction import HIDDEN, MAX_BID, NO_BID_YET, SEATS, Auction
from games.families.tri_plan.hexagon import (
    EDGES,
    ZOBRIST_NUMBERS,
    Stones,
    count_area,
    place_stone,
    point_count,
    points_on,
    safe_points,
)
from games.rules.base import Seat, all_ints
from games.rules.grid import bit_indexes

_NOTHING: Final[Stones] = (0, 0, 0)


class Position(NamedTuple):
    """A match: the stones, the seat to move, what each seat may place, and the contract.

    `credits` are stones expelled since their owner's last turn, `seen` the marks of all boards so
    far; `late` are seats out of time, `resigned` those that resigned under a contract.
    """

    edge: int
    open_bids: bool
    seen: frozenset[int]
    stones: Stones = _NOTHING
    turn: Seat = 0
    credits: tuple[int, ...] = _NOTHING
    prisoners: tuple[int, ...] = _NOTHING
    mark: int = 0
    passes: int = 0
    turns: int = 0
    auction: Auction | None = None
    caller: Seat = -1
    holder: Seat = -1
    contract: int = 0
    resigned: tuple[Seat, ...] = ()
    late: tuple[Seat, ...] = ()
    ending: str = ""


class Turn(NamedTuple):
    """A turn in progress: the board so far, the stones left to place, and what has left the board.

    `boards` are the marks of the boards that arose within the turn.
    """

    stones: Stones
    mark: int
    boards: tuple[int, ...]
    left: int
    taken: int
    expelled: tuple[int, ...]
    bonus: int = 0


def points_of(state: Position) -> tuple[int, ...]:
    """Count stones, own empty regions and prisoners of each seat (TP-11)."""
    held = count_area(state.stones, points_on(state.edge))
    return tuple(own + kept for own, kept in zip(held, state.prisoners, strict=True))


def start_turn(state: Position) -> Turn:
    """Return a new turn: place all stones expelled since the last one, at least one (TP-7)."""
    left = max(1, state.credits[state.turn])
    return Turn(state.stones, state.mark, (), left, 0, _NOTHING)


def place_next(state: Position, turn: Turn, point: int) -> Turn | str:
    """Place one stone of a turn, or return the code of the refusal (rule book 3.5, 3.6)."""
    board, own = points_on(state.edge), state.turn
    if turn.left == 0:
        return "no_stone_left"
    bit = 1 << point if point >= 0 else 0
    if not bit & board:
        return "no_such_point"
    if bit & (turn.stones[0] | turn.stones[1] | turn.stones[2]):
        return "point_taken"
    done = place_stone(turn.stones, own, bit, board)
    if done is None:
        return "suicide"
    mark = turn.mark ^ ZOBRIST_NUMBERS[own][point]
    for colour, before in enumerate(turn.stones):
        gone = (before | bit if colour == own else before) & ~done.stones[colour]
        for each in bit_indexes(gone):
            mark ^= ZOBRIST_NUMBERS[colour][each]
    if mark in state.seen or mark in turn.boards:
        return "repetition"
    bonus = any(done.expelled[colour] for colour in SEATS if colour != own)
    return Turn(
        done.stones,
        mark,
        (*turn.boards, mark),
        turn.left - 1 + bonus,
        turn.taken + done.dead.bit_count(),
        tuple(n + gone.bit_count() for n, gone in zip(turn.expelled, done.expelled, strict=True)),
        turn.bonus + bonus,
    )


def next_turns(state: Position, turn: Turn) -> list[tuple[int, Turn | None]]:
    """List where the next stone of a turn may be placed, with the turn after it.

    The turn is None if it is complete and its last stone takes nothing.
    """
    if not turn.left:
        return []
    sure, doubtful = safe_points(turn.stones, state.turn, points_on(state.edge))
    found: list[tuple[int, Turn | None]] = []
    for point in bit_indexes(sure):
        mark = turn.mark ^ ZOBRIST_NUMBERS[state.turn][point]
        if mark not in state.seen and mark not in turn.boards:
            found.append(
                (point, _add_quiet_stone(state, turn, point, mark) if turn.left > 1 else None)
            )
    for point in bit_indexes(doubtful):
        done = place_next(state, turn, point)
        if isinstance(done, Turn):
            found.append((point, done))
    return found


def _add_quiet_stone(state: Position, turn: Turn, point: int, mark: int) -> Turn:
    """Place a stone that takes nothing."""
    one, two, three = (
        own | (1 << point if colour == state.turn else 0) for colour, own in enumerate(turn.stones)
    )
    boards = (*turn.boards, mark)
    return turn._replace(stones=(one, two, three), mark=mark, boards=boards, left=turn.left - 1)


_ENDINGS: Final = (
    *("", "count", "turn_cap", "contract_made", "contract_failed", "no_bids"),
    *("last_left", "holder_resigned", "opponents_resigned"),
)


def is_valid_position(state: Position, turns_a_point: int) -> bool:
    """Whether a match can reach a position that was read."""
    green, yellow, blue = state.stones
    if type(state.edge) is not int or state.edge not in EDGES or type(state.open_bids) is not bool:
        return False
    if (green | yellow | blue) & ~points_on(state.edge):
        return False
    if green & yellow | green & blue | yellow & blue or state.ending not in _ENDINGS:
        return False
    return (
        _are_counts_valid(state, turns_a_point * point_count(state.edge))
        and _are_seats_valid(state)
        and (state.auction is None or _is_auction_valid(state, state.auction))
    )


def _are_counts_valid(state: Position, turns: int) -> bool:
    """Whether every count is valid and within the limits of the board and the cap."""
    lists = (state.credits, state.prisoners)
    numbers = (state.passes, state.turns, state.contract, *state.credits, *state.prisoners)
    if not all_ints(*numbers) or any(len(each) != len(SEATS) for each in lists) or min(numbers) < 0:
        return False
    most = max(state.credits) <= point_count(state.edge) and sum(state.prisoners) <= turns * 20
    limits = state.passes <= len(SEATS) and state.turns <= turns + len(SEATS)
    return most and limits and state.contract <= MAX_BID


def _are_seats_valid(state: Position) -> bool:
    """Whether all seats are valid, and a contract has a holder."""
    if not all(type(each) is tuple for each in (state.late, state.resigned)):
        return False
    named = (state.turn, *state.late, *state.resigned)
    others = (state.caller, state.holder)
    if not all_ints(*named, *others) or not set(named) <= set(SEATS):
        return False
    if not set(others) <= {-1, *SEATS} or (state.holder < 0) != (state.contract == 0):
        return False
    return all(len(set(each)) == len(each) for each in (state.late, state.resigned))


def _is_auction_valid(state: Position, auction: Auction) -> bool:
    """Whether an auction is between valid seats, with valid bids."""
    caller, maxima, speaker, high, holder, silent = auction
    if not all_ints(caller, speaker, high, holder, silent, *maxima) or len(maxima) != len(SEATS):
        return False
    seats = caller in SEATS and {speaker, holder} <= {-1, *SEATS}
    bids = all(HIDDEN <= bid <= MAX_BID for bid in maxima) and 0 <= high <= MAX_BID
    said = (holder < 0) == (high == 0) and 0 <= silent < 1 << len(SEATS)
    unheard = not state.open_bids or set(maxima) <= {0, NO_BID_YET}
    aloud = (speaker >= 0) == state.open_bids and unheard
    return seats and bids and said and aloud and not state.ending and state.holder < 0
