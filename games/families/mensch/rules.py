"""Mensch ärgere Dich nicht and its team game (rule book sections 6 and 7).

A roll is a random draw; then the seat has its legal moves, or only `pass` if it cannot use the
roll. Moves are their own spelling: "17" (the pawn on field 17), "a" (the pawn on goal field a),
"enter", "17-" (capture backwards), "B17" (a neutral pawn), "huff 17", "roll 4".
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.families.mensch import cross
from games.families.mensch.cross import COLOURS, HOME, MOVE_NAMES, WAITING, place_of
from games.families.mensch.notation import FIELDS, PASS, ROLLS, WORDS
from games.families.mensch.pawns import (
    NEUTRAL,
    AgreedOptions,
    Pawns,
    State,
    huffable_pawns,
    legal_steps,
    move_pawn,
    possible_steps,
    rolls_allowed,
    send_back,
)
from games.families.mensch.standing import choose_move
from games.families.mensch.validation import is_valid_position
from games.rules.base import (
    CHANCE,
    JSON,
    NOBODY,
    BadOption,
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

MAX_TURNS: Final = 4000

# Which seat moves each colour; -1 where nobody owns it (6.6, 7).
OWNERS: Final[Mapping[str, tuple[Seat, ...]]] = {
    "four": (0, 1, 2, 3),
    "two_by_two": (0, 1, 0, 1),
    "two_colours": (0, -1, 1, -1),
    "neutral3": (0, 1, 2, -1),
    "team": (0, 1, 2, 3),
}
_SEATS_OF: Final = {mode: max(owners) + 1 for mode, owners in OWNERS.items()}
_AWAITED: Final = tuple(frozenset({seat}) for seat in range(4))
_CHANCE_ONLY: Final = frozenset({CHANCE})
_LOTS: Final = tuple((text, 1) for text in ROLLS)
_new: Final = tuple.__new__  # much quicker than calling the class
_PASSING: Final = (PASS,)
_FACE: Final = {text: face for face, text in enumerate(ROLLS, 1)}


def _settled_seats(state: State, done: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats whose place is settled by the colours in `done` (6.4, 6.6, 7.9)."""
    mode, owners = state.table.mode, OWNERS[state.table.mode]
    if mode in ("two_by_two", "team"):
        complete = [colour for colour in done if colour ^ 2 in done]
        return tuple({colour % 2 if mode == "two_by_two" else colour: 0 for colour in complete})
    if mode != "neutral3":
        return tuple(owners[colour] for colour in done)
    if NEUTRAL not in done:
        return ()
    complete = [colour for colour in done if colour != NEUTRAL]
    if not state.places and state.turn in complete:
        complete.sort(key=lambda colour: colour != state.turn)
    return (*state.places, *(seat for seat in complete if seat not in state.places))


def _continue_turn(state: State, pawns: Pawns, newly: tuple[int, ...] = ()) -> State:
    """Continue after a move: record who is home; roll again, pass the die or end (6.3, 6.4)."""
    if newly:
        done = (*state.done, *newly)
        places = _settled_seats(state, done)
        state = _end_if_decided(state._replace(pawns=pawns, steps=(), done=done, places=places))
        if state.ending:
            return state
    table, _, turn, roll, left, _, huff, done, places, gone, turns, ending = state
    if roll == 6 and turn not in newly and _has_turns(state, turn):
        left = 1
    elif left > 1 and roll != 6:
        left -= 1
    else:
        return _next_turn(state, pawns)
    rest = (table, pawns, turn, 0, left, (), huff, done, places, gone, turns, ending)
    return _new(State, rest)


def _newly_home(pawns: Pawns, done: tuple[int, ...]) -> tuple[int, ...]:
    """Return the colours whose pawns are all home and that are not in `done` yet."""
    newly: tuple[int, ...] = ()
    for colour, own in enumerate(pawns):
        if own and own[0] >= HOME and colour not in done:
            newly = (*newly, colour)
    return newly


def _end_if_decided(state: State) -> State:
    """End the match if all its places are settled."""
    seats = _SEATS_OF[state.table.mode]
    racing = seats - len(state.places) - len(state.gone)
    first_only = not state.table.play_for_places or state.table.mode == "team"
    if racing <= 1 or (state.places and first_only):
        return state._replace(ending="home" if state.places else "last_left", roll=0, steps=())
    return state


def _has_turns(state: State, colour: int) -> bool:
    """Whether a colour still has turns."""
    mode = state[0][0]
    seat = OWNERS[mode][colour]
    if seat < 0 or seat in state[9] or seat in state[8]:
        return False
    return colour not in state[7] or mode == "neutral3"


def _next_turn(state: State, pawns: Pawns) -> State:
    """Pass the die clockwise to the next colour that plays; end at the turn limit (6.9)."""
    table, _, turn, _roll, _left, _steps, huff, done, places, gone, turns, _ending = state
    turns, turn = turns + 1, (turn + 1) % 4
    if done or places or gone or OWNERS[table[0]][turn] < 0:
        while not _has_turns(state, turn):
            turn = (turn + 1) % 4
    left = rolls_allowed(table, pawns, turn) if table[2] or table[0] == "team" else 1
    ending = "turn_limit" if turns >= MAX_TURNS else ""
    rest = (table, pawns, turn, 0, left, (), huff, done, places, gone, turns, ending)
    return _new(State, rest)


IDLE_ORDER: Final = ("hit", "home", "front")  # for a seat that ran out of time (rule book 6.8)


class Mensch(Rules[State, str]):
    """One ruleset of the family; a move is its own spelling."""

    version = 1
    draws_lots = True
    draws_during_play = True
    plays_forced_moves = True
    retires = True
    takes_standing_orders = True
    pool: str | None = "dice"
    allows_agreed_ties: bool | None = False  # rule book 15
    cap = 20 * MAX_TURNS  # no limit on sixes in a row (MA-14); this is far above any real run

    def __init__(self, key: str, seats: range, options: tuple[Option, ...]) -> None:
        self.key, self.seats = key, seats
        self.options: Mapping[str, Option] = {option.name: option for option in options}

    def ordered(self, state: State, words_for: Callable[[int], Sequence[str]]) -> str | None:
        """Return the move by standing order; if huffing, the most advanced pawn (MA-11)."""
        if state.huff:
            return f"huff {MOVE_NAMES[state.turn][state.huff[0]]}"
        return choose_move(state, words_for(state.roll))

    def idle_move(self, state: State, seat: Seat) -> str:
        """Return the move of "hit home front" (rule book 6.8), or a pass if there is none."""
        chosen = None if state.huff else choose_move(state, IDLE_ORDER)
        return self.moves(state, seat)[0] if chosen is None else chosen

    def start(self, seats: int, options: Options) -> State:
        check_seats(self, seats)
        chosen = {**_DEFAULT_OPTIONS, **resolve_options(self, options, seats)}
        table = AgreedOptions(**chosen)
        if seats != _SEATS_OF[table.mode]:
            raise BadOption("seats", seats, (_SEATS_OF[table.mode],))
        played = (0, 2) if table.mode == "two_colours" else range(4)
        one_out = (WAITING, WAITING, WAITING, 0)
        return State(table, tuple(one_out if colour in played else () for colour in range(4)), 0)

    def sides(self, seats: int, options: Options) -> tuple[int, ...]:
        """Return the two teams of the team game; otherwise every seat is its own side (7)."""
        return (0, 1, 0, 1) if options.get("mode") == "team" else tuple(range(seats))

    def awaited(self, state: State) -> frozenset[Seat]:
        if state[11]:
            return NOBODY
        if not state[3]:
            return _CHANCE_ONLY
        return _AWAITED[self._actor(state) if state[6] else OWNERS[state[0][0]][state[2]]]

    def moves(self, state: State, seat: Seat) -> Sequence[str]:
        if state[3] and seat is OWNERS[state[0][0]][state[2]] and not (state[6] or state[11]):
            return tuple([step[0] for step in state[5]]) or _PASSING
        check_seat(seat)
        if state[11] or not state[3]:
            return ROLLS if seat == CHANCE and not state[11] else ()
        if seat != self._actor(state):
            return ()
        if state[6]:
            names = MOVE_NAMES[state.turn]
            return tuple(f"huff {names[progress]}" for progress in state.huff)
        return tuple([step[0] for step in state[5]]) or _PASSING

    def lots(self, state: State) -> Sequence[tuple[str, int]]:
        return () if state.roll or state.ending else _LOTS

    def play(self, state: State, seat: Seat, move: str) -> State:
        table, pawns, turn, roll, left, steps, huff, done, places, gone, turns, ending = state
        if roll and seat is OWNERS[table[0]][turn] and not (huff or ending):
            return self._move_pawn(state, move)
        check_seat(seat)
        if seat == CHANCE and move in _FACE and not roll and not ending:
            roll = _FACE[move]
            steps = legal_steps(state, roll)
            rest = (table, pawns, turn, roll, left, steps, huff, done, places, gone, turns, "")
            return _new(State, rest)
        if ending or not roll or seat != self._actor(state):
            raise self._refusal(state, seat, move)
        if not huff:
            return self._move_pawn(state, move)
        chosen = {f"huff {MOVE_NAMES[turn][progress]}": progress for progress in huff}
        if move not in chosen:
            raise self._refusal(state, seat, move)
        return self._huff(state, chosen[move])

    def outcome(self, state: State) -> Outcome | None:
        if not state[11]:
            return None
        ranks = self._ranks(state)
        points = tuple(sum(other > own for other in ranks) for own in ranks)
        if state.table.mode == "team":
            points = tuple(int(own == 1 < max(ranks)) for own in ranks)
        return Outcome(ranks, points, state.ending)

    def spell(self, move: str) -> str:
        return move

    def places(self, state: State | None, move: str) -> tuple[str, ...]:
        if state is None:
            return FIELDS.get(move, ())
        for _text, colour, source, target, _captures in [s for s in state.steps if s.text == move]:
            return place_of(colour, source), place_of(colour, target)
        turn = state.turn
        back = [each for each in state.huff if move == f"huff {MOVE_NAMES[turn][each]}"]
        return tuple([place_of(turn, each) for each in back])

    def parse(self, text: str) -> str:
        word = "".join(text.split()).lower().replace("–", "-")
        if word[:1] == "0" and word[1:2].isdigit():
            word = word[1:]
        move = WORDS.get(word)
        if move is None:
            raise MalformedMove("unreadable_move", text=text.strip()[:40])
        return move

    def letters(self, state: State) -> str:
        board = cross.format_board(state.pawns)
        if state.ending:
            return board
        return f"{board}\n{COLOURS[state.turn]}: {state.roll or 'to roll'}"

    def dump(self, state: State) -> JSON:
        fields = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in state._asdict().items()
            if name != "steps"
        }
        return {**fields, "table": state.table._asdict(), "pawns": [list(p) for p in state.pawns]}

    def load(self, json: JSON) -> State:
        return load_checked(self, json, self._read)

    def _read(self, json: JSON) -> State | None:
        fields: JSONObject = {
            name: tuple(value) if isinstance(value, list) else value for name, value in json.items()
        }
        fields["table"] = table = AgreedOptions(**json["table"])
        fields["pawns"] = tuple(tuple(own) for own in json["pawns"])
        state = State(**fields)
        if table.mode not in self.options["mode"].allowed:
            return None
        unbooked = not state.huff and _newly_home(state.pawns, state.done)
        if state.steps or unbooked or not is_valid_position(state, OWNERS[table.mode], MAX_TURNS):
            return None
        if state.roll and not state.ending and not state.huff:
            state = state._replace(steps=legal_steps(state, state.roll))
        return state

    def retire(self, state: State, seat: Seat) -> State:
        """Remove a seat that left for good: its pawns stay in the yard (MA-13)."""
        if state.table.mode == "team":
            raise IllegalMove("partner_plays_on")
        if state.ending or seat in state.gone or seat in state.places:
            return state
        owners = OWNERS[state.table.mode]
        pawns = tuple(
            (WAITING,) * len(own) if owners[colour] == seat else own
            for colour, own in enumerate(state.pawns)
        )
        chooses = bool(state.huff) and self._actor(state) == seat
        state = _end_if_decided(state._replace(pawns=pawns, gone=(*state.gone, seat)))
        if state.ending:
            return state._replace(huff=())
        if owners[state.turn] == seat:
            return _next_turn(state._replace(huff=()), state.pawns)
        if state.huff:
            return self._huff(state, state.huff[0]) if chooses else state
        return state._replace(steps=legal_steps(state, state.roll)) if state.roll else state

    def _move_pawn(self, state: State, move: str) -> State:
        """Play a pawn's move, or a pass if none can move."""
        for step in state[5]:
            if step[0] == move:
                pawns = move_pawn(state, step)
                if state[0][5] == "huff":
                    huff = huffable_pawns(state, step, pawns)
                    state = state._replace(pawns=pawns, steps=(), huff=huff)
                    if huff:
                        return state if huff[1:] else self._huff(state, huff[0])
                newly = _newly_home(pawns, state[7]) if step[3] >= HOME else ()
                return _continue_turn(state, pawns, newly)
        if state[5] or move != PASS:
            raise self._refusal(state, self._actor(state), move)
        return _continue_turn(state, state[1])

    def _refusal(self, state: State, seat: Seat, move: str) -> IllegalMove:
        """Return the reason why a move is illegal, with the obligation it violates."""
        if state.ending:
            return IllegalMove("match_over")
        if seat not in self.awaited(state):
            return IllegalMove("not_your_turn")
        if state.huff:
            return IllegalMove("choose_pawn")
        if not state.steps or move == PASS:
            return IllegalMove("cannot_pass" if state.steps else "must_pass", roll=state.roll)
        return IllegalMove(self._unmet_obligation(state, move), move=move, roll=state.roll)

    def _unmet_obligation(self, state: State, move: str) -> str:
        """Return the code of the obligation against a move that the board allows."""
        able = possible_steps(state, state.turn, state.roll)
        if state.table.mode == "neutral3":
            able += possible_steps(state, NEUTRAL, state.roll)
        if move not in {step.text for step in able}:
            return "not_possible"
        if all(step.captures for step in state.steps) and state.table.forced_capture == "enforce":
            return "must_capture"
        return "must_enter" if state.steps[0].source == WAITING else "must_clear_start"

    def _actor(self, state: State) -> Seat:
        """Return the seat to act: the mover, or the opponent to its left after a missed capture."""
        mover = OWNERS[state[0][0]][state[2]]
        if not state[6]:
            return mover
        seats = _SEATS_OF[state.table.mode]
        left = ((mover + step) % seats for step in range(1, seats))
        return next(seat for seat in left if seat not in state.gone)

    def _huff(self, state: State, progress: int) -> State:
        """Send back a pawn that did not capture, and continue (6.5, 7.3)."""
        pawns = list(state.pawns)
        pawns[state.turn] = send_back(pawns[state.turn], progress)
        back = tuple(pawns)
        return _continue_turn(state._replace(huff=()), back, _newly_home(back, state.done))

    def _ranks(self, state: State) -> tuple[int, ...]:
        """Rank seats: by place, then those still racing, then those who left (6.4, MA-13)."""
        mode = state.table.mode
        seats = range(_SEATS_OF[mode])
        if mode == "team":
            return self._team_ranks(state)
        worth: list[tuple[int, int]] = []
        for seat in seats:
            if seat in state.places:
                worth.append((2, -state.places.index(seat)))
            elif seat in state.gone:
                worth.append((0, state.gone.index(seat)))
            else:
                limited = state.ending == "turn_limit"
                worth.append((1, self._progress(state, seat) if limited else 0))
        return tuple(1 + sum(other > own for other in worth) for own in worth)

    def _team_ranks(self, state: State) -> tuple[int, ...]:
        """Rank the team that is home first, or at the limit further ahead (7.9, 6.9)."""
        if state.places:
            ahead = [seat in state.places for seat in range(4)]
        else:
            sums = [
                self._progress(state, seat) + self._progress(state, seat ^ 2) for seat in (0, 1)
            ]
            ahead = [sums[seat % 2] == max(sums) for seat in range(4)]
        return tuple(1 if each else 2 for each in ahead)

    def _progress(self, state: State, seat: Seat) -> int:
        """Return the total progress of a seat's pawns."""
        owners = OWNERS[state.table.mode]
        return sum(sum(own) for colour, own in enumerate(state.pawns) if owners[colour] == seat)


_DEFAULT_OPTIONS: Final[Mapping[str, JSON]] = {
    "mode": "four",
    "capture_backwards": False,
    "three_rolls": False,
    "no_jump_home": False,
    "barriers": False,
    "forced_capture": "off",
    "play_for_places": True,
}


def _switch(name: str, default: bool = False) -> Option:
    return Option(name, "bool", default, (False, True))


def _choice(name: str, allowed: tuple[str, ...], **others: JSON) -> Option:
    """Return an option with named values, the first of which is the default."""
    return Option(name, "choice", allowed[0], allowed, **others)


def rulesets() -> tuple[Mensch, Mensch]:
    modes = ("four", "two_by_two", "two_colours", "neutral3")
    options = (
        _choice("mode", modes, by_seats=((2, "two_by_two"), (3, "neutral3"))),
        _switch("capture_backwards"),
        _switch("three_rolls"),
        _switch("no_jump_home"),
        _switch("barriers"),
        _choice("forced_capture", ("off", "enforce", "huff")),
        _switch("play_for_places", default=True),
    )
    team = (_choice("mode", ("team",)), _choice("forced_capture", ("enforce", "huff")))
    return Mensch("mensch", range(2, 5), options), Mensch("mensch.team", range(4, 5), team)
