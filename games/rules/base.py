"""The kernel contract: what every ruleset answers, as pure functions over plain values.

Seats are numbered from 0 and `CHANCE` stands for a lot. States and moves are immutable and
hashable; no method rolls dice, reads a clock or speaks a language. Errors carry a stable `code`
and plain `params`; the doors turn them into sentences.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

Seat: TypeAlias = int
JSON: TypeAlias = Any

CHANCE: Seat = -1
MOVE_LONGEST = 1600  # signs: all points of the largest board in one turn
NOBODY: frozenset[Seat] = frozenset()

State = TypeVar("State")
Move = TypeVar("Move")


class RulesError(Exception):
    """A refusal by the kernel: a stable `code` and the plain values its sentence needs."""

    def __init__(self, code: str, /, **params: Any) -> None:
        """Keep the code and its params; `str()` shows both for logs and tests."""
        self.code = code
        self.params: Mapping[str, Any] = params
        named = ", ".join(f"{name}={value!r}" for name, value in params.items())
        super().__init__(f"{code}({named})")


class IllegalMove(RulesError):
    """The move can be read, but the rules do not allow it here; nothing has changed."""


class MalformedMove(RulesError):
    """The text is no move of this ruleset in any position."""


class BadOption(RulesError):
    """An option that does not exist (`unknown_option`) or a value it lacks (`bad_option`)."""

    def __init__(
        self, name: str, value: object, allowed: Iterable[object], code: str = "bad_option"
    ) -> None:
        """Name the option, what was given and what would have been right."""
        self.name, self.value, self.allowed = name, value, tuple(allowed)
        super().__init__(code, name=name, value=value, allowed=self.allowed)


class BadState(RulesError):
    """A dumped state that this ruleset cannot have written."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing the table agrees on before the match.

    `kind` is "int", "bool", "choice" (text) or "text"; `allowed` lists every value in the order it
    should be offered; `label_key` is the stable name under which the doors find its translated
    label; `by_seats` names other defaults where the number of seats decides. A "text" has values
    beside those listed: whatever `fits`.
    """

    name: str
    kind: str
    default: int | bool | str
    allowed: tuple[int | bool | str, ...]
    label_key: str
    by_seats: tuple[tuple[int, int | bool | str], ...] = ()
    fits: Callable[[str], bool] | None = None

    def default_for(self, seats: int) -> int | bool | str:
        """Give the default at a table of so many seats."""
        return dict(self.by_seats).get(seats, self.default)

    def accepts(self, value: object) -> bool:
        """Tell whether this very value, of this very type, may be chosen (so 1 is not `True`)."""
        if any(type(value) is type(each) and value == each for each in self.allowed):
            return True
        return self.fits is not None and isinstance(value, str) and self.fits(value)


class Line(NamedTuple):
    """A completed line: its cells in board order, their colours, and the points it brought."""

    cells: tuple[str, ...]
    colours: str
    points: int


class Outcome(NamedTuple):
    """How a match (or one leg of it) ended.

    `ranks` holds one rank per seat (1 = best, equal = tie), `points` one whole number per seat,
    `ending` the stable code of the reason ("line", "points", "tie_after_legs",
    "tie_after_extra_legs"), `lines` what was completed at the end where the game knows lines.
    """

    ranks: tuple[int, ...]
    points: tuple[int, ...]
    ending: str
    lines: tuple[Line, ...] = ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """List the seats of the best rank, or none when all seats tie."""
        best = tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)
        return () if len(best) == len(self.ranks) > 1 else best


class Rules(Protocol[State, Move]):
    """A ruleset; every method is a pure function of its arguments."""

    @property
    def key(self) -> str:
        """Name the ruleset, such as "traffic_lights.4x3"; never reused for other rules."""

    @property
    def version(self) -> int:
        """Number the rules; raised when an old ledger would replay differently."""

    @property
    def seats(self) -> range:
        """Say how many may sit down."""

    @property
    def options(self) -> Mapping[str, Option]:
        """List what the table agrees on beforehand."""

    @property
    def pool(self) -> str | None:
        """Name the rating pool, or None where the ruleset is never rated."""

    @property
    def cap(self) -> int:
        """Bound the plies of one match with any options (rule book C-10)."""

    def rateable(self, options: Mapping[str, Any]) -> bool:
        """Tell whether a match with these options may be rated; `BadOption` if they are wrong."""

    def start(self, seats: int, options: Mapping[str, Any]) -> State:
        """Set up a match; `BadOption` when seats or options do not fit."""

    def awaited(self, state: State) -> frozenset[Seat]:
        """Name the seats whose clock runs: {CHANCE} for a lot, empty when the match is over."""

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """List the legal moves of a seat, also where it may act without being awaited."""

    def lots(self, state: State) -> Sequence[tuple[Move, int]]:
        """List the chance outcomes with whole weights; empty unless CHANCE is awaited."""

    def play(self, state: State, seat: Seat, move: Move) -> State:
        """Return the state after the move; `IllegalMove` when the rules forbid it."""

    def outcome(self, state: State) -> Outcome | None:
        """Say how the match ended, or None while it runs."""

    def seen_by(self, state: State, seat: Seat | None) -> State:
        """Hide what that viewer may not know; None is a spectator."""

    def spell(self, move: Move) -> str:
        """Write a move in its one canonical, position-free spelling."""

    def parse(self, text: str) -> Move:
        """Read a move, tolerant of case and blanks; `MalformedMove` when it is none."""

    def letters(self, state: State) -> str:
        """Draw the board in letters, for terminals, tests and ears."""

    def dump(self, state: State) -> JSON:
        """Turn a state into plain JSON values."""

    def load(self, json: JSON) -> State:
        """Turn dumped JSON back into the same state; `BadState` when it is none."""


@runtime_checkable
class Stepwise(Protocol):
    """What rules answer besides whose turns are put together of steps, so that pages can do so."""

    @property
    def may_stop(self) -> bool:
        """Tell whether a turn may be sent although more steps could follow."""

    def longer(self, state: Any, seat: Seat, begun: Any) -> Sequence[Any]:
        """List the moves that go on from a begun one by one step; the empty one begins a turn."""


def as_stepwise(rules: Rules[Any, Any]) -> Stepwise | None:
    """Give the rules as those of turns in steps when they are such."""
    return rules if isinstance(rules, Stepwise) else None


def resolve_options(
    rules: Rules[Any, Any], given: Mapping[str, Any], seats: int | None = None
) -> dict[str, Any]:
    """Fill in defaults and check every given option; `BadOption` names the first wrong one.

    Defaults are those of a table of `seats`, or of the smallest table where none are named.
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


def check_seats(rules: Rules[Any, Any], seats: int) -> None:
    """Raise `BadOption` for a number of seats the ruleset does not have."""
    if seats not in rules.seats:
        raise BadOption("seats", seats, rules.seats)


def fitting_seats(rules: Rules[Any, Any], options: Mapping[str, Any]) -> int:
    """Give the smallest table that these options can be played at; `BadOption` if there is none."""
    for seats in rules.seats:
        try:
            rules.start(seats, options)
        except BadOption as fault:
            if fault.name != "seats":
                raise
        else:
            return seats
    raise BadOption("seats", None, ())
