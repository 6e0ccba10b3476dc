"""The bag for any Traffic Lights board: chips drawn at random, open hands, an open pool of two.

Rule book 2.6, TL-15 … TL-24. `BagLeg` wraps the leg of a variant, which keeps the board, the seat
to move, the last slide and the lines. Chips are counted in one int, four bits per colour. A move is
an int: the leg's own move plus 64 × the colour taken from the pool (1 red, 2 yellow, 3 green, 0
nothing); higher numbers are the pass, the draft's picks and the draws from the bag.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.families.traffic_lights.legs import Leg, SliderLeg
from games.families.traffic_lights.lines import COLOURS
from games.rules.base import (
    CHANCE,
    JSON,
    IllegalMove,
    MalformedMove,
    Option,
    Options,
    Outcome,
    Rules,
    Seat,
    all_ints,
    check_seat,
    check_seats,
    load_checked,
    resolve_options,
)

CHIPS_PER_COLOUR: Final = 8
HAND: Final = 3
POOL: Final = 2
MAX_REDRAFTS: Final = 10

PASS: Final = 256
_PICK: Final = 256  # the pick of colour c in the draft is 256 + c
_LOT: Final = 260  # the draw of colour c is 260 + c
_TAKEN: Final = 64
_SLIDE: Final = 12
_EXPECT: Final = 16
_SEAT: Final = 1 << 24
_BOARD: Final = _SEAT - 1
_DRAFTED: Final = 2 * HAND
_ONE: Final = (0, 1, 16, 256)  # one chip of colour c
_FULL: Final = CHIPS_PER_COLOUR * sum(_ONE)
_CHANCE_ONLY: Final = frozenset({CHANCE})
_AWAITED: Final = (frozenset({0}), frozenset({1}))
_NOBODY: Final[frozenset[Seat]] = frozenset()


class BagState(NamedTuple):
    """A leg with the bag: the board's own state and where the chips are.

    `picks` counts the draft (6 = over), `passes` the consecutive passes, `redrafts` the new drafts
    that a start without red chips may still cause (TL-19).
    """

    board: int
    hands: tuple[int, int]
    pool: int
    bag: int
    picks: int
    passes: int
    redrafts: int


def letters_to_chips(chips: str) -> int:
    """Return the count of chips given as letters, "RRG"; raise ValueError for other letters."""
    return sum(_ONE[COLOURS.index(letter, 1)] for letter in chips)


def chips_to_letters(chips: int) -> str:
    """Return counted chips as letters, red first."""
    return "".join(COLOURS[c] * (chips >> 4 * (c - 1) & 15) for c in (1, 2, 3))


def _takeable_colours(pool: int) -> tuple[int, ...]:
    """Return the colours that may be taken from a pool; (0,) if it is empty (TL-24)."""
    return tuple(c for c in (1, 2, 3) if pool & 15 * _ONE[c]) or (0,)


class _TakeableCache(dict[int, tuple[int, ...]]):
    """A cache of `_takeable_colours` by pool."""

    def __missing__(self, pool: int) -> tuple[int, ...]:
        self[pool] = takes = _takeable_colours(pool)
        return takes


_TAKEABLE: Final = _TakeableCache()


def _needs_draw(state: BagState) -> bool:
    """Whether a chip must be drawn from the bag before anybody acts."""
    pool = state.pool
    return bool(state.bag) and (pool & 15) + (pool >> 4 & 15) + (pool >> 8) < POOL


class BagLeg(Rules[BagState, int]):
    """One board of a variant with the bag; seat 0 starts the leg and drafts second (TL-20)."""

    version = 1
    draws_lots = True
    draws_during_play = True
    plays_forced_moves = True
    drafts = True
    seats = range(2, 3)
    pool: str | None = "traffic_lights_bag"
    options: Mapping[str, Option] = {
        "redraft_dead_start": Option("redraft_dead_start", "bool", False, (False, True))
    }

    def __init__(self, leg: Leg) -> None:
        """Wrap a variant; between two chips are at most a draw and a pass, or pass, slide, pass."""
        self.leg = leg
        self.key = f"{leg.key}.bag"
        self.slides = isinstance(leg, SliderLeg)
        draft = _DRAFTED + _DRAFTED + POOL
        self.cap = draft * (1 + MAX_REDRAFTS) + 3 * len(leg.cells) * (5 if self.slides else 3) + 3
        self._words = self._vocabulary()
        self._unused = frozenset() if self.slides else frozenset({"strip", "side", "slid"})

    def preferred_pick(self, state: BagState, order: str) -> int | None:
        if state.picks >= _DRAFTED or _needs_draw(state):
            return None
        picks = (COLOURS.index(letter) for letter in order)
        return next((_PICK + c for c in picks if state.pool & 15 * _ONE[c]), None)

    def rateable(self, options: Options) -> bool:
        """Return False: a single leg favours one side (TL-3)."""
        resolve_options(self, options)
        return False

    def start(self, seats: int, options: Options) -> BagState:
        check_seats(self, seats)
        redraft = resolve_options(self, options)["redraft_dead_start"]
        return self._new_draft(MAX_REDRAFTS if redraft else 0)

    def awaited(self, state: BagState) -> frozenset[Seat]:
        board, _, pool, bag, _, passes, _ = state
        if passes == 2:
            return _NOBODY
        seats = self.leg.awaited(board)
        if seats and bag and (pool & 15) + (pool >> 4 & 15) + (pool >> 8) < POOL:
            return _CHANCE_ONLY
        return seats

    def moves(self, state: BagState, seat: Seat) -> Sequence[int]:
        """List picks, or whole turns: playable cells with each chip of the pool, slides, a pass.

        A turn that completes a line takes no chip, so it is listed without a colour.
        """
        check_seat(seat)
        if seat not in self.awaited(state):
            return ()
        if seat == CHANCE:
            return tuple(lot for lot, _ in self.lots(state))
        if state.picks < _DRAFTED:
            return tuple(_PICK + c for c in _takeable_colours(state.pool) if c)
        return self._turns(state, seat)

    def lots(self, state: BagState) -> Sequence[tuple[int, int]]:
        if CHANCE not in self.awaited(state):
            return ()
        chips = ((c, state.bag >> 4 * (c - 1) & 15) for c in (1, 2, 3))
        return tuple((_LOT + c, weight) for c, weight in chips if weight)

    def play(self, state: BagState, seat: Seat, move: int) -> BagState:
        check_seat(seat)
        if seat not in self.awaited(state):
            raise IllegalMove("not_your_turn" if self.awaited(state) else "match_over")
        if seat == CHANCE:
            return self._apply_draw(state, move - _LOT)
        if state.picks < _DRAFTED:
            return self._picked(state, seat, move - _PICK)
        if move == PASS:
            return self._apply_pass(state, seat)
        if not 0 <= move < _PICK or (move & 15 >= _SLIDE and move >= _TAKEN):
            raise IllegalMove("not_now")
        if move & 15 >= _SLIDE:
            return state._replace(board=self.leg.play(state.board, seat, move), passes=0)
        return self._apply_placement(state, seat, move)

    def outcome(self, state: BagState) -> Outcome | None:
        """Return the seat that completed a line as winner; a tie after two passes (TL-18)."""
        if state.passes == 2:
            return Outcome((1, 1), (0, 0), "no_move")
        return self.leg.outcome(state.board)

    def spell(self, move: int) -> str:
        """Return "b2 Y", "b2", "slide E", "pass", "take R", or "bag G" for a draw."""
        if move == PASS:
            return "pass"
        if move > _LOT:
            return f"bag {COLOURS[move - _LOT]}"
        if move > _PICK:
            return f"take {COLOURS[move - _PICK]}"
        taken = f" {COLOURS[move // _TAKEN]}" if move >= _TAKEN else ""
        return self.leg.spell(move % _TAKEN) + taken

    def places(self, state: BagState | None, move: int) -> tuple[str, ...]:  # noqa: ARG002
        return () if move == PASS or move > _PICK else self.leg.places(None, move % _TAKEN)

    def chip_taken(self, move: int) -> str:
        """Return the letter of the chip that a move takes from the pool, or ""."""
        colour = move - _PICK if _PICK < move < _LOT else move // _TAKEN
        return COLOURS[colour] if 0 < colour < len(COLOURS) else ""

    def parse(self, text: str) -> int:
        """Parse what `spell` returns, also "b2=Y G" with an expected colour, and ">E"."""
        move = self._words.get("".join(text.replace(",", " ").split()).lower())
        if move is not None:
            return move
        try:
            return self.leg.parse(text)
        except MalformedMove as error:
            if error.code != "place_alone":
                raise
            raise MalformedMove("chip_by_letter", **error.params) from None

    def letters(self, state: BagState) -> str:
        bag = " ".join(f"{COLOURS[c]}{state.bag >> 4 * (c - 1) & 15}" for c in (1, 2, 3))
        rows = [
            f"starter {_format_chips(state.hands[0])}",
            f"other   {_format_chips(state.hands[1])}",
            f"pool    {_format_chips(state.pool)}",
            f"bag     {bag}",
        ]
        return "\n".join([self.leg.letters(state.board), *rows])

    def dump(self, state: BagState) -> JSON:
        return {
            **self.leg.dump(state.board),
            "hands": [chips_to_letters(hand) for hand in state.hands],
            "pool": chips_to_letters(state.pool),
            "bag": chips_to_letters(state.bag),
            "picks": state.picks,
            "passes": state.passes,
            "redrafts": state.redrafts,
        }

    def load(self, json: JSON) -> BagState:
        return load_checked(
            self, _normalize_dump(json), self._read, "unreadable_chips", self._unused
        )

    def _read(self, json: JSON) -> BagState | None:
        board = self.leg.from_json(json)
        first, second = (letters_to_chips(hand) for hand in json["hands"])
        pool, bag = letters_to_chips(json["pool"]), letters_to_chips(json["bag"])
        numbers = tuple(json[name] for name in ("picks", "passes", "redrafts"))
        limits = (_DRAFTED, 2, MAX_REDRAFTS)
        if board is None or not all_ints(*numbers):
            return None
        if any(not 0 <= n <= most for n, most in zip(numbers, limits, strict=True)):
            return None
        state = BagState(board, (first, second), pool, bag, *numbers)
        return state if self._is_consistent(state) else None

    def _is_consistent(self, state: BagState) -> bool:
        """Whether no chip is missing or doubled, and hands and pool are within their limits."""
        board, hands, pool, bag, picks, passes, _redrafts = state
        lying = [board >> 2 * cell & 3 for cell in range(len(self.leg.cells))]
        for colour in (1, 2, 3):
            held = (each >> 4 * (colour - 1) & 15 for each in (*hands, pool, bag))
            if lying.count(colour) + sum(held) != CHIPS_PER_COLOUR:
                return False
        counts = [_chip_total(hand) for hand in hands]
        if max(counts) > HAND or _chip_total(pool) > POOL:
            return False
        return picks == _DRAFTED or (sum(counts) == picks and not any(lying) and not passes)

    def _turns(self, state: BagState, seat: Seat) -> list[int]:
        """List whole turns, then slides, then a pass if no chip fits (TL-18, TL-21)."""
        board, leg = state.board, self.leg
        hand, takes = state.hands[seat], _TAKEABLE[state.pool]
        turns: list[int] = []
        slides: list[int] = []
        for move in leg.moves(board, seat):
            if move >= _SLIDE:
                slides.append(move)
            elif hand >> 4 * (board >> 2 * move & 3) & 15:
                if leg.awaited(leg.play(board, seat, move)):
                    turns.extend([move + _TAKEN * c for c in takes])
                else:
                    turns.append(move)
        if not turns:
            slides.append(PASS)
        return turns + slides

    def _new_draft(self, redrafts: int) -> BagState:
        return BagState(_SEAT, (0, 0), 0, _FULL, 0, 0, redrafts)

    def _apply_draw(self, state: BagState, colour: int) -> BagState:
        """Draw a chip from the bag; a start without red chips may cause a redraft (TL-19)."""
        if not 1 <= colour <= 3 or not state.bag & 15 * _ONE[colour]:
            raise IllegalMove("not_in_bag", bag=chips_to_letters(state.bag))
        board, hands, pool, bag, picks, passes, redrafts = state
        pool, bag = pool + _ONE[colour], bag - _ONE[colour]
        if redrafts and picks == _DRAFTED and not board & _BOARD:
            if not (hands[0] | hands[1]) & 15:
                return self._new_draft(redrafts - 1)
            redrafts = 0
        return BagState(board, hands, pool, bag, picks, passes, redrafts)

    def _picked(self, state: BagState, seat: Seat, colour: int) -> BagState:
        """Move a chip from the pool to a hand; after six picks seat 0 starts (TL-20)."""
        if not 1 <= colour <= 3:
            raise IllegalMove("draft_first", pool=chips_to_letters(state.pool))
        self._check_pool(state, colour)
        picks = state.picks + 1
        board = state.board & ~_SEAT if picks == _DRAFTED else state.board ^ _SEAT
        hands = _add_to_hand(state.hands, seat, _ONE[colour])
        return state._replace(board=board, hands=hands, pool=state.pool - _ONE[colour], picks=picks)

    def _apply_pass(self, state: BagState, seat: Seat) -> BagState:
        """Pass, which is legal only if no chip can be placed (TL-18, TL-21)."""
        if any(move % _EXPECT < _SLIDE and move != PASS for move in self.moves(state, seat)):
            raise IllegalMove("must_lay", hand=chips_to_letters(state.hands[seat]))
        return state._replace(board=state.board ^ _SEAT, passes=state.passes + 1)

    def _apply_placement(self, state: BagState, seat: Seat, move: int) -> BagState:
        """Place a chip, return the one below, and take one unless the leg is over (TL-17)."""
        board, hands, pool, bag, picks, _, _ = state
        laid, colour = move % _TAKEN, move // _TAKEN
        after = self.leg.play(board, seat, laid)
        below = board >> 2 * (laid & 15) & 3
        own = hands[seat]
        if not own & 15 * _ONE[below + 1]:
            raise IllegalMove("not_in_hand", colour=COLOURS[below + 1], hand=chips_to_letters(own))
        change = -_ONE[below + 1]
        bag += _ONE[below]
        if self.leg.awaited(after):
            taken = colour or self._only_chip(pool)
            self._check_pool(state, taken)
            change, pool = change + _ONE[taken], pool - _ONE[taken]
        return BagState(after, _add_to_hand(hands, seat, change), pool, bag, picks, 0, 0)

    def _only_chip(self, pool: int) -> int:
        """Return the colour to take if none was named; refuse if there is a choice (2.7)."""
        takes = _TAKEABLE[pool]
        if len(takes) > 1:
            raise IllegalMove("take_which", pool=chips_to_letters(pool))
        return takes[0]

    def _check_pool(self, state: BagState, colour: int) -> None:
        if colour and not state.pool & 15 * _ONE[colour]:
            raise IllegalMove(
                "not_in_pool", colour=COLOURS[colour], pool=chips_to_letters(state.pool)
            )

    def _vocabulary(self) -> dict[str, int]:
        words = {"pass": PASS}
        for colour in (1, 2, 3):
            letter = COLOURS[colour].lower()
            words[f"take{letter}"] = _PICK + colour
            words[f"bag{letter}"] = _LOT + colour
        for cell in range(len(self.leg.cells)):
            for checked in range(4):
                move = cell + _EXPECT * checked
                word = self.leg.cells[cell] + (f"={COLOURS[checked].lower()}" if checked else "")
                words[word] = move
                for colour in (1, 2, 3):
                    words[word + COLOURS[colour].lower()] = move + _TAKEN * colour
        return words


def _normalize_dump(json: JSON) -> JSON:
    """Return a dump with its chips sorted, if they are chips."""
    try:
        chips = {name: _sort_chips(json[name]) for name in ("pool", "bag")}
        return {**json, **chips, "hands": [_sort_chips(hand) for hand in json["hands"]]}
    except (KeyError, TypeError, ValueError):
        return json


def _sort_chips(chips: str) -> str:
    return "".join(sorted(chips, key=COLOURS.index)) if isinstance(chips, str) else chips


def _chip_total(chips: int) -> int:
    return (chips & 15) + (chips >> 4 & 15) + (chips >> 8)


def _add_to_hand(hands: tuple[int, int], seat: Seat, change: int) -> tuple[int, int]:
    return (hands[0] + change, hands[1]) if seat == 0 else (hands[0], hands[1] + change)


def _format_chips(chips: int) -> str:
    return " ".join(chips_to_letters(chips)) or "-"
