"""TRI-Plan, Go for three with expulsion and bidding (rule book section 3, TP-1 … TP-20).

A move is a tuple of ints: the points of all stones of a turn in order (empty for a pass), `(-1,)`
to resign, `(-2, n)` for a bid. `moves` lists placements and bids; resigning, possible at any time,
is not listed (`can_resign`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from games.families.tri_plan.auction import (
    MAX_BID,
    NO_BID_YET,
    SEATS,
    Auction,
    contract_ranks,
    drop_out,
    final_contract,
    legal_bids,
    next_auction_state,
    place_bid,
    redact_for as hidden_from,
    seats_to_bid,
    start_auction,
    withdraw_bid,
)
from games.families.tri_plan.hexagon import (
    EDGES,
    ROWS,
    WIDTH,
    Stones,
    name_of,
    point_count,
    points_on,
    zobrist_key,
)
from games.families.tri_plan.turns import (
    Position,
    Turn,
    is_valid_position,
    next_turns,
    place_next,
    points_of,
    start_turn,
)
from games.rules.base import (
    JSON,
    NOBODY,
    IllegalMove,
    JSONObject,
    MalformedMove,
    Option,
    Options,
    Outcome,
    Rules,
    Seat,
    check_seat,
    check_seats,
    load_checked,
    resolve_options,
)
from games.rules.grid import bit_indexes

Move: TypeAlias = tuple[int, ...]

PASS: Final[Move] = ()
RESIGN: Final[Move] = (-1,)
BID: Final = -2
TURNS_PER_POINT: Final = 6
# Turns of several stones are listed up to about this number; others may still be sent.
MAX_LISTED_TURNS: Final = 600
COLOURS: Final = "GYB"
HIDDEN_BID_TEXT: Final = "bid ?"
CAP: Final = TURNS_PER_POINT * point_count(max(EDGES)) + 2 * (MAX_BID + 3)

_POINT: Final = re.compile(rf"([{ROWS}])([1-9]|1[0-9]|2[0-3])", re.ASCII)
_BID: Final = re.compile(r"bid ?(0|[1-9][0-9]{0,2})", re.ASCII)
_AWAITED: Final = tuple(frozenset({seat}) for seat in SEATS)


class TriPlan(Rules[Position, Move]):
    """Three colours: most points win, or one seat plays alone for a contract."""

    key = "tri_plan"
    version = 1
    seats = range(3, 4)
    pool: str | None = "tri_plan"
    cap = CAP
    seats_by_strength = True  # TP-1
    allows_agreed_ties: bool | None = False  # rule book 15
    resignation: Move | None = RESIGN
    retires = True
    options: Mapping[str, Option] = {
        "edge": Option("edge", "int", 6, EDGES),
        "bidding": Option("bidding", "choice", "proxy", ("proxy", "open")),
    }

    def start(self, seats: int, options: Options) -> Position:
        """Return the empty board; seat 0 is green, the weakest player, and starts (TP-1)."""
        check_seats(self, seats)
        chosen = resolve_options(self, options)
        return Position(chosen["edge"], chosen["bidding"] == "open", frozenset({0}))

    def awaited(self, state: Position) -> frozenset[Seat]:
        if state.ending:
            return NOBODY
        return seats_to_bid(state.auction) if state.auction else _AWAITED[state.turn]

    def moves(self, state: Position, seat: Seat) -> Sequence[Move]:
        check_seat(seat)
        if seat not in self.awaited(state):
            return ()
        if state.auction is not None:
            aloud = [PASS] if state.auction.speaker >= 0 else []
            return [*aloud, *((BID, bid) for bid in legal_bids(state.auction, seat))]
        found: list[Move] = [PASS]
        front: list[tuple[Move, Turn]] = [(PASS, start_turn(state))]
        while front:
            points = point_count(state.edge) - sum(own.bit_count() for own in state.stones)
            if len(found) > 1 and len(found) + len(front) * points > MAX_LISTED_TURNS:
                break
            longer: list[tuple[Move, Turn]] = []
            for move, turn in front:
                for point, after in next_turns(state, turn):
                    found.append((*move, point))
                    if after is not None and after.left:
                        longer.append((found[-1], after))
            front = longer
        return found

    stepwise = True  # stones that are not placed are lost

    def continuations(self, state: Position, seat: Seat, begun: Move) -> Sequence[Move]:
        if seat not in self.awaited(state) or state.auction or begun[:1] in (RESIGN, (BID,)):
            return ()
        turn = start_turn(state)
        for point in begun:
            done = place_next(state, turn, point)
            if isinstance(done, str):
                return ()
            turn = done
        return [(*begun, point) for point, _after in next_turns(state, turn)]

    def can_resign(self, state: Position, seat: Seat) -> bool:
        """Whether a seat may resign now, also out of turn (rule book 3.7, TP-16)."""
        gone = state.late + state.resigned
        return seat in SEATS and not (state.ending or state.auction or seat in gone)

    def gives_up(self, state: Position, seat: Seat) -> bool:  # noqa: ARG002 - the same for all
        """Whether there is a contract; without one, resigning opens an auction (TP-12, TP-16)."""
        return state.holder >= 0

    def can_move_out_of_turn(self, state: Position, seat: Seat, move: Move) -> bool:
        """Allow resigning at any time (rule book 3.7)."""
        return move == RESIGN and self.can_resign(state, seat)

    def play(self, state: Position, seat: Seat, move: Move) -> Position:
        check_seat(seat)
        if state.ending:
            raise IllegalMove("match_over")
        if move == RESIGN and seat in SEATS:
            return _apply_resignation(self, state, seat)
        if seat not in self.awaited(state):
            raise IllegalMove("not_your_turn")
        if state.auction is not None:
            return _apply_bid(state, state.auction, seat, move)
        if move[:1] == (BID,):
            raise IllegalMove("no_auction")
        return (
            _pass_turn(_apply_pass(state)) if move == PASS else _pass_turn(_apply_turn(state, move))
        )

    def retire(self, state: Position, seat: Seat) -> Position:
        """Rank a seat whose time has run out last, without an auction (TP-17)."""
        if state.ending or seat in state.late:
            return state
        state = state._replace(late=(*state.late, seat))
        if state.holder >= 0:
            return _end_or_pass(state, seat)
        if len(state.late) == 2:
            return state._replace(ending="last_left", auction=None)
        if state.auction is None:
            return _skip_absent(state)
        return _after_bid(state, withdraw_bid(state.auction, seat), seat)

    def outcome(self, state: Position) -> Outcome | None:
        """Rank by points or by the contract; equal points share a place (TP-18)."""
        if not state.ending:
            return None
        points = points_of(state)
        return Outcome(_rank_seats(state, points), points, state.ending)

    def seen_by(self, state: Position, seat: Seat | None) -> Position:
        """Hide the others' maxima until all are in (TP-13)."""
        if state.auction is None:
            return state
        return state._replace(auction=hidden_from(state.auction, seat))

    def partners(self, state: Position, seat: Seat) -> frozenset[Seat]:
        """Return the partner of a seat that plays against a contract (rule book 3.7, C-13)."""
        if state.holder < 0 or seat == state.holder:
            return NOBODY
        return frozenset(SEATS) - {seat, state.holder}

    def redact_line(self, state: Position, seat: Seat, text: str, viewer: Seat | None) -> str:
        """Hide the number of a secret maximum from all others until all are in (TP-13)."""
        auction = state.auction
        open_to_all = auction is None or auction.speaker >= 0 or seat == viewer
        return text if open_to_all or not text.startswith("bid") else HIDDEN_BID_TEXT

    def unseen_plies(self, state: Position, seat: Seat) -> int:
        """Count the others' secret maxima since the auction began (TP-13)."""
        auction = state.auction
        if auction is None or auction.speaker >= 0:
            return 0
        others = (bid for at, bid in enumerate(auction.maxima) if at != seat)
        return sum(bid != NO_BID_YET for bid in others) - len(set(state.late) - {seat})

    def spell(self, move: Move) -> str:
        """Return all stones of a turn, "e5 f6", or "pass", "resign", "bid 34"."""
        if move == RESIGN:
            return "resign"
        if move[:1] == (BID,):
            return f"bid {move[1]}"
        return " ".join(map(name_of, move)) or "pass"

    def places(self, state: Position | None, move: Move) -> tuple[str, ...]:  # noqa: ARG002
        return () if move == RESIGN or move[:1] == (BID,) else tuple(map(name_of, move))

    def parse(self, text: str) -> Move:
        words = re.sub(r"[,;]", " ", text).lower().split()
        line = " ".join(words)
        if line in ("pass", "resign"):
            return PASS if line == "pass" else RESIGN
        if found := _BID.fullmatch(line):
            return (BID, int(found[1]))
        points = []
        for word in words:
            match = _POINT.fullmatch(word)
            if match is None:
                raise MalformedMove("unreadable_move", text=word[:40])
            points.append(WIDTH * ROWS.index(match[1]) + int(match[2]))
        if not points:
            raise MalformedMove("unreadable_move", text="")
        return tuple(points)

    def letters(self, state: Position) -> str:
        board, edge = points_on(state.edge), state.edge
        drawn = []
        for row in reversed(range(2 * edge - 1)):
            cells = [point for point in bit_indexes(board) if point // WIDTH == row]
            line = "   ".join(_letter(state, point) for point in cells)
            drawn.append(f"{' ' * (2 * abs(row - edge + 1))}{ROWS[row]}   {line}")
        return "\n".join(drawn)

    def dump(self, state: Position) -> JSON:
        auction = state.auction
        stones = [" ".join(name_of(point) for point in bit_indexes(own)) for own in state.stones]
        plain = state._replace(seen=frozenset(), auction=None)._asdict()
        plain = {k: list(v) if isinstance(v, tuple) else v for k, v in plain.items() if k != "mark"}
        seen = "".join(f"{mark:016x}" for mark in sorted(state.seen))
        spoken = {**auction._asdict(), "maxima": list(auction.maxima)} if auction else None
        return {**plain, "stones": stones, "seen": seen, "auction": spoken}

    def load(self, json: JSON) -> Position:
        return load_checked(self, json, self._read, unused=frozenset({"seen"}))

    def _read(self, json: JSON) -> Position | None:
        stones = _read_stones(self, json["stones"])
        values: JSONObject = {
            name: tuple(value) if isinstance(value, list) else value for name, value in json.items()
        }
        text, spoken = json["seen"], json["auction"]
        marks = {int(text[at : at + 16], 16) for at in range(0, len(text), 16)}
        values |= {"stones": stones, "mark": zobrist_key(stones)}
        if text != "".join(f"{mark:016x}" for mark in sorted(marks)):
            return None
        values["seen"] = frozenset(marks | {values["mark"]})
        if spoken is not None:
            values["auction"] = Auction(**{**spoken, "maxima": tuple(spoken["maxima"])})
        state = Position(**values)
        return state if is_valid_position(state, TURNS_PER_POINT) else None


def _read_stones(rules: TriPlan, texts: Sequence[str]) -> Stones:
    green, yellow, blue = (
        sum(1 << point for point in rules.parse(text)) if text else 0 for text in texts
    )
    return green, yellow, blue


def _letter(state: Position, point: int) -> str:
    return next((c for c, own in zip(COLOURS, state.stones, strict=True) if own >> point & 1), ".")


def _apply_turn(state: Position, move: Move) -> Position:
    """Place the stones of a whole turn, or refuse it as a whole (TP-7, TP-8)."""
    turn = start_turn(state)
    for point in move:
        done = place_next(state, turn, point)
        if isinstance(done, str):
            shown = name_of(point) if point >= 0 else point
            raise IllegalMove(done, point=shown, stones=len(move))
        turn = done
    owed, kept = list(state.credits), list(state.prisoners)
    owed[state.turn] = 0
    kept[state.turn] += turn.taken
    return state._replace(
        stones=turn.stones,
        mark=turn.mark,
        seen=state.seen.union(turn.boards),
        credits=tuple(map(int.__add__, owed, turn.expelled)),
        prisoners=tuple(kept),
        passes=0,
        turns=state.turns + 1,
    )


def _apply_pass(state: Position) -> Position:
    """Pass for the seat to move; stones it might have placed are lost (rule book 3.4)."""
    owed = tuple(0 if seat == state.turn else n for seat, n in enumerate(state.credits))
    return state._replace(credits=owed, passes=state.passes + 1, turns=state.turns + 1)


def _pass_turn(state: Position) -> Position:
    """Pass the turn to the next seat in play; three passes or the cap end it (TP-10, TP-20)."""
    gone = state.late + state.resigned
    while True:
        capped = state.turns >= TURNS_PER_POINT * point_count(state.edge)
        if state.passes >= len(SEATS) or capped:
            return state._replace(ending=_ending_by_count(state, "turn_cap" if capped else "count"))
        state = state._replace(turn=(state.turn + 1) % 3)
        if state.turn not in gone:
            return state
        state = _apply_pass(state)


def _skip_absent(state: Position) -> Position:
    """Pass for the seat to move if it has left."""
    return _pass_turn(_apply_pass(state)) if state.turn in state.late + state.resigned else state


def _ending_by_count(state: Position, ending: str) -> str:
    """Return the code of an ending that is decided by counting."""
    if state.holder < 0:
        return ending
    made = points_of(state)[state.holder] >= state.contract
    return "contract_made" if made else "contract_failed"


def _apply_resignation(rules: TriPlan, state: Position, seat: Seat) -> Position:
    """Open the auction, or give up under a contract (TP-12, TP-15, TP-16)."""
    if not rules.can_resign(state, seat):
        raise IllegalMove("cannot_resign")
    if state.holder >= 0:
        return _end_or_pass(state._replace(resigned=(*state.resigned, seat)), seat)
    auction = start_auction(seat, state.late, aloud=state.open_bids)
    return state._replace(caller=seat, auction=auction)


def _end_or_pass(state: Position, seat: Seat) -> Position:
    """End the match if the holder or both opponents have left; otherwise pass if due."""
    if seat == state.holder:
        return state._replace(ending="holder_resigned")
    if len({*state.resigned, *state.late} - {state.holder}) == 2:
        return state._replace(ending="opponents_resigned")
    return _skip_absent(state)


def _apply_bid(state: Position, auction: Auction, seat: Seat, move: Move) -> Position:
    """Record a secret maximum, an open bid or a pass."""
    if move == PASS and auction.speaker >= 0:
        return _after_bid(state, drop_out(auction, seat), seat)
    if len(move) != 2 or move[0] != BID:
        raise IllegalMove("bid_first")
    return _after_bid(state, place_bid(auction, seat, move[1]), seat)


def _after_bid(state: Position, auction: Auction, seat: Seat) -> Position:
    """Continue the auction, or the match once it is decided (TP-14, TP-15)."""
    running = next_auction_state(auction, seat)
    if running is not None:
        return state._replace(auction=running)
    contract = final_contract(auction)
    if contract is None:
        return state._replace(auction=None, ending="no_bids")
    state = state._replace(auction=None, holder=contract[0], contract=contract[1])
    return _skip_absent(state)


def _rank_seats(state: Position, points: tuple[int, ...]) -> tuple[int, ...]:
    """Rank the seats; one out of time, or the caller of an auction without bids, is last."""
    holder, late = state.holder, state.late
    if holder < 0:
        last = {*late, *([state.caller] if state.ending == "no_bids" else [])}
        kept = [seat for seat in SEATS if seat not in last]
        return tuple(
            1 + sum(points[other] > points[seat] for other in kept)
            if seat in kept
            else 1 + len(kept)
            for seat in SEATS
        )
    made = state.ending in ("contract_made", "opponents_resigned")
    if made or not set(late) - {holder}:
        return contract_ranks([int(made and seat == holder) for seat in SEATS], holder, 1)
    return tuple(2 if seat == holder or seat in late else 1 for seat in SEATS)


def rulesets() -> tuple[TriPlan, ...]:
    return (TriPlan(),)
