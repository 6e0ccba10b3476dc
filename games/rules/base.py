"""The interface of rulesets: pure functions over plain values.

Seats are numbered from 0; `CHANCE` stands for a random draw. States and moves are immutable and
hashable; no method draws randomly, reads a clock or translates. Errors carry a stable `code` and
plain `params`; pages and the API turn them into sentences.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from json import dumps
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int
JSON: TypeAlias = Any
JSONObject: TypeAlias = dict[str, JSON]
Options: TypeAlias = Mapping[str, int | bool | str]  # agreed options by name

CHANCE: Seat = -1
MAX_MOVE_LENGTH = 1600  # characters: all points of the largest board in one turn
MAX_QUOTED = 40  # characters of the input that an error repeats
NOBODY: frozenset[Seat] = frozenset()
PASSES = frozenset({"pass", "skip"})

State = TypeVar("State")
Move = TypeVar("Move")


def truncate(value: JSON) -> JSON:
    """Shorten a value for an error message: text to `MAX_QUOTED` characters."""
    if isinstance(value, str):
        return value[:MAX_QUOTED]
    if isinstance(value, int):
        return value if value.bit_length() <= MAX_QUOTED else "…"
    return value


def safe_param(value: object) -> JSON:
    """Return any input in a form that an error can repeat."""
    plain = value is None or isinstance(value, (str, int, float))
    return truncate(value if plain else repr(value))


class RulesError(Exception):
    """A rules error: a stable `code` and the parameters of its sentence."""

    def __init__(self, code: str, /, **params: JSON) -> None:
        self.code = code
        self.params: Mapping[str, JSON] = {name: truncate(value) for name, value in params.items()}
        named = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        super().__init__(f"{code}({named})")


class IllegalMove(RulesError):
    """The move can be parsed but is not legal here."""


class BadSeat(IllegalMove):
    """A seat that is not an int; `True` is not one either."""

    def __init__(self, seat: object) -> None:
        super().__init__("bad_seat", seat=safe_param(seat))


class MalformedMove(RulesError):
    """The text is not a move of this ruleset in any position."""


class BadOption(RulesError):
    """An unknown option (`unknown_option`) or an invalid value (`bad_option`)."""

    def __init__(
        self, name: str, value: object, allowed: Iterable[object], code: str = "bad_option"
    ) -> None:
        self.name, self.value, self.allowed = name, value, tuple(allowed)
        super().__init__(code, name=name, value=safe_param(value), allowed=self.allowed)


class BadState(RulesError):
    """JSON that is not a dumped state of this ruleset."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option that the players agree on before the match.

    `kind` is "int", "bool", "choice" (text) or "text"; `allowed` lists the values in display order;
    `by_seats` holds defaults that depend on the number of seats. A "text" also accepts any value
    for which `fits` is true.
    """

    name: str
    kind: str
    default: int | bool | str
    allowed: tuple[int | bool | str, ...]
    by_seats: tuple[tuple[int, int | bool | str], ...] = ()
    fits: Callable[[str], bool] | None = None

    def default_for(self, seats: int) -> int | bool | str:
        return dict(self.by_seats).get(seats, self.default)

    def accepts(self, value: object) -> bool:
        """Whether a value is allowed, compared by value and type (so 1 is not `True`)."""
        if any(type(value) is type(each) and value == each for each in self.allowed):
            return True
        return self.fits is not None and isinstance(value, str) and self.fits(value)


class CompletedLine(NamedTuple):
    """A completed line: its cells in board order, their colours, and the points it scored."""

    cells: tuple[str, ...]
    colours: str
    points: int


class Outcome(NamedTuple):
    """How a match (or one leg of it) ended.

    `ranks` holds one rank per seat (1 = best, equal = tie), `points` one int per seat, `ending` the
    stable code of the reason ("line", "points", "tie_after_legs", "tie_after_extra_legs"), `lines`
    the lines completed at the end, in games that have them.
    """

    ranks: tuple[int, ...]
    points: tuple[int, ...]
    ending: str
    lines: tuple[CompletedLine, ...] = ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats ranked first, or none if all seats tie."""
        best = tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)
        return () if len(best) == len(self.ranks) > 1 else best


class Rules(Generic[State, Move]):
    """A ruleset; every method is a pure function of its arguments.

    Every family implements the methods up to `load`; the others have defaults that suit most games.
    """

    key: str  # "family.variant"; never reused for other rules
    version: int  # incremented if old ledgers would replay differently
    seats: range  # allowed numbers of players
    options: Mapping[str, Option]  # what the players agree on before the match
    pool: str | None  # the rating pool; None if the ruleset is never rated
    cap: int  # maximum number of plies, whatever the options (rule book C-10)

    draws_lots: bool = False  # there are random draws
    draws_during_play: bool = (
        False  # there are random draws during the match, not only at its start
    )
    plays_forced_moves: bool = False  # the server plays the only legal move (C-5)
    seats_by_strength: bool = False  # seats by rating, the weakest at seat 0, instead of randomly
    allows_agreed_ties: bool | None = (
        None  # whether players may agree on a tie; None: if there are two
    )
    choiceless: bool = False  # players never decide anything; time-outs do not matter (GA-8)
    retires: bool = False  # the others play on when a seat leaves (`retire`)
    stepwise: bool = False  # turns consist of steps (`continuations`)
    can_stop_early: bool = True  # a turn may be sent before all possible steps are made
    resignation: Move | None = None  # the move by which a seat resigns, if the rules have one
    undoing: Collection[str] = ()  # texts of moves that take back the previous ply (DA-6)
    drafts: bool = False  # a match starts with a draft (`preferred_pick`)
    takes_standing_orders: bool = False  # standing orders can play rolls (`ordered`)

    def start(self, seats: int, options: Options) -> State:
        """Return the initial state; BadOption if seats or options are invalid."""
        raise NotImplementedError

    def awaited(self, state: State) -> frozenset[Seat]:
        """Return the seats to move: {CHANCE} for a random draw, empty once the match is over."""
        raise NotImplementedError

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return the legal moves of a seat, including those it may make without being awaited.

        Empty if the match is over or the seat does not exist; BadSeat if it is not an int.
        """
        raise NotImplementedError

    def play(self, state: State, seat: Seat, move: Move) -> State:
        """Return the state after the move; IllegalMove if it is not legal.

        The code is `match_over` for every seat once the match is over; BadSeat as in `moves`.
        """
        raise NotImplementedError

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended; None while it runs."""
        raise NotImplementedError

    def spell(self, move: Move) -> str:
        """Return the canonical spelling of a move, independent of the position."""
        raise NotImplementedError

    def parse(self, text: str) -> Move:
        """Parse a move, ignoring case and blanks; MalformedMove if it is none."""
        raise NotImplementedError

    def letters(self, state: State) -> str:
        """Return the board as text, for terminals, tests and screen readers."""
        raise NotImplementedError

    def dump(self, state: State) -> JSON:
        """Return a state as JSON."""
        raise NotImplementedError

    def load(self, json: JSON) -> State:
        """Return the state of dumped JSON; BadState if it is invalid."""
        raise NotImplementedError

    # What may differ from game to game ------------------------------------------------------------
    def rateable(self, options: Options) -> bool:
        """Whether a match with these options may be rated; BadOption if they are invalid."""
        resolve_options(self, options)
        return self.pool is not None

    def lots(self, state: State) -> Sequence[tuple[Move, int]]:  # noqa: ARG002
        """Return the outcomes of the random draw with integer weights.

        Empty unless CHANCE is awaited.
        """
        return ()

    def seen_by(self, state: State, seat: Seat | None) -> State:  # noqa: ARG002
        """Return the state without what the viewer may not know; None is a spectator."""
        return state

    def sides(self, seats: int, options: Options) -> tuple[int, ...]:  # noqa: ARG002
        """Return the side of every seat; the seats of one side win together (C-12)."""
        return tuple(range(seats))

    def partners(self, state: State, seat: Seat) -> frozenset[Seat] | None:  # noqa: ARG002
        """Return the current partners of a seat; None if `sides` decides."""
        return None

    def retire(self, state: State, seat: Seat) -> State:  # noqa: ARG002
        """Return the state without a seat that resigned or was eliminated for time-outs."""
        raise IllegalMove("cannot_leave")

    def can_resign(self, state: State, seat: Seat) -> bool:  # noqa: ARG002
        return True

    def may_win(self, state: State, seat: Seat) -> bool | None:  # noqa: ARG002
        """Whether the seat could win by any sequence of moves; None if unknown."""
        return True

    def gives_up(self, state: State, seat: Seat) -> bool:  # noqa: ARG002
        """Whether resigning now ends the match for the seat, rather than opening an auction."""
        return True

    def can_move_out_of_turn(self, state: State, seat: Seat, move: Move) -> bool:  # noqa: ARG002
        """Whether a seat may make this move although it is not awaited."""
        return False

    def idle_move(self, state: State, seat: Seat) -> Move:
        """Return the move made for an awaited seat that does not move: a pass, or the first.

        It is deterministic, so that anybody can recompute it.
        """
        moves = self.moves(state, seat)
        return next((move for move in moves if self.spell(move) in PASSES), moves[0])

    def preferred_pick(self, state: State, order: str) -> Move | None:  # noqa: ARG002
        """Return the pick due by a list of colours such as "RYG"; None if no pick is due."""
        return None

    def ordered(self, state: State, words_for: Callable[[int], Sequence[str]]) -> Move | None:  # noqa: ARG002
        """Return the move that standing orders choose for the current roll (rule book 6.8).

        `words_for` returns the words for a roll, best first; None leaves the choice to the player.
        """
        return None

    def continuations(self, state: State, seat: Seat, begun: Move) -> Sequence[Move]:  # noqa: ARG002
        """Return the turns that extend ``begun`` by one step; an empty one starts a turn."""
        return ()

    def read(self, text: str, language: str | None = None) -> Move:  # noqa: ARG002
        """Parse a move as people write it in a language; None: as programs write it."""
        return self.parse(text)

    def resolve_move(self, state: State, move: Move) -> Move:  # noqa: ARG002
        """Return the move that was meant in this position, in canonical form."""
        return move

    def places(self, state: State | None, move: Move) -> tuple[str, ...]:  # noqa: ARG002
        """Return the squares a move touches, in order.

        `state` is the one before the move, None if it is no longer known.
        """
        return ()

    def standing(self, state: State) -> tuple[int, ...]:  # noqa: ARG002
        """Return the current points per seat; empty if points are only awarded at the end."""
        return ()

    def count_finished_legs(self, state: State) -> int:  # noqa: ARG002
        """Return the number of finished legs."""
        return 0

    def follow(self, state: State, lines: Iterable[tuple[Seat, str]]) -> list[State]:
        """Return the states after each of these moves and random draws of a ledger."""
        play, parse, states = self.play, self.parse, []
        for seat, text in lines:
            state = play(state, seat, parse(text))
            states.append(state)
        return states

    def redact_line(self, state: State, seat: Seat, text: str, viewer: Seat | None) -> str:  # noqa: ARG002
        """Return a ledger line as a viewer may read it in this state (TP-13)."""
        return text

    def unseen_plies(self, state: State, seat: Seat) -> int:  # noqa: ARG002
        """Return how many of the latest plies a seat need not have seen (secret bids)."""
        return 0


# For code that only passes states and moves on.
AnyRules: TypeAlias = Rules[Any, Any]
AnyState: TypeAlias = Any
AnyMove: TypeAlias = Any


def as_stepwise(rules: AnyRules) -> AnyRules | None:
    """Return the rules if turns consist of steps, else None."""
    return rules if rules.stepwise else None


def resolve_options(rules: AnyRules, given: Options, seats: int | None = None) -> dict[str, JSON]:
    """Return all options with defaults filled in; BadOption names the first invalid one.

    Defaults are for this number of seats, or for the smallest number allowed.
    """
    for name, value in given.items():
        option = rules.options.get(name)
        if option is None:
            raise BadOption(name, value, rules.options, "unknown_option")
        if not option.accepts(value):
            raise BadOption(name, value, option.allowed)
    number = min(rules.seats) if seats is None else seats
    return {
        name: given.get(name, option.default_for(number)) for name, option in rules.options.items()
    }


def check_seats(rules: AnyRules, seats: int) -> None:
    """Raise BadOption unless the ruleset allows this number of seats."""
    if type(seats) is not int or seats not in rules.seats:
        raise BadOption("seats", seats, rules.seats)


def check_seat(seat: object) -> None:
    """Raise BadSeat unless ``seat`` is an int."""
    if type(seat) is not int:
        raise BadSeat(seat)


class InTurn(Protocol):
    """A position in which at most one seat is to move."""

    @property
    def turn(self) -> Seat: ...

    @property
    def ending(self) -> str:
        """How the match ended, "" while it runs."""


def check_turn(position: InTurn, seat: Seat) -> None:
    """Raise IllegalMove unless the seat is to move; BadSeat if it is not an int."""
    check_seat(seat)
    if position.ending:
        raise IllegalMove("match_over")
    if position.turn != seat:
        raise IllegalMove("not_your_turn")


READ_ERRORS = (
    *(AttributeError, IndexError, KeyError, OverflowError, RecursionError),
    *(TypeError, ValueError, RulesError),
)


def load_checked(
    rules: Rules[State, Move],
    json: JSON,
    read: Callable[[JSON], State | None],
    code: str = "unreadable_board",
    unused: frozenset[str] = frozenset(),
) -> State:
    """Parse a dump with `read`; BadState unless the state dumps to the same JSON.

    `read` returns None or raises an `UNREADABLE` exception for positions that cannot occur in a
    match. Words may be in any order, and `seen` may be empty (a position without history). Keys in
    `unused` are not compared.
    """
    try:
        state = read(json)
        if state is not None:
            again = rules.dump(state)
            if json.get("seen") == []:
                again = {**again, "seen": []}
            both = [{k: v for k, v in each.items() if k not in unused} for each in (again, json)]
            if is_same_dump(*both):
                return state
    except READ_ERRORS:
        pass
    raise BadState(code)


def is_same_dump(one: JSON, other: JSON) -> bool:
    """Whether two dumps are equal including types: 1 is neither 1.0 nor `True`."""
    return dumps(_sort_dump(one), sort_keys=True) == dumps(_sort_dump(other), sort_keys=True)


def _sort_dump(value: JSON) -> JSON:
    """Return a dump with the words of texts, and lists of texts, sorted."""
    if isinstance(value, str):
        return " ".join(sorted(value.split(" "))) if " " in value else value
    if isinstance(value, dict):
        return {name: _sort_dump(each) for name, each in value.items()}
    if not isinstance(value, (list, tuple)):
        return value
    if all(isinstance(each, str) for each in value):
        return sorted(map(_sort_dump, value))
    return [_sort_dump(each) for each in value]


def all_ints(*numbers: object) -> bool:
    """Whether all arguments are ints; `True` is not."""
    return all(type(number) is int for number in numbers)


def min_seats(rules: AnyRules, options: Options) -> int:
    """Return the smallest number of seats for these options; BadOption if there is none."""
    for seats in rules.seats:
        try:
            rules.start(seats, options)
        except BadOption as error:
            if error.name != "seats":
                raise
        else:
            return seats
    raise BadOption("seats", None, ())
