"""How pawns move in Mensch ärgere Dich nicht: reach, obligations, captures (rule book 6.3 to 7).

The legal moves for a roll depend only on the agreed options, the pawns and the colour to move.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from games.families.mensch.cross import COLOURS, FIELD, HOME, LAST, MOVE_NAMES, TRACK, WAITING

NEUTRAL: Final = 3

Pawns = tuple[tuple[int, ...], ...]


class AgreedOptions(NamedTuple):
    """The mode, five options of the rules, and whether all places are played out."""

    mode: str
    capture_backwards: bool
    three_rolls: bool
    no_jump_home: bool
    barriers: bool
    forced_capture: str
    play_for_places: bool

    @property
    def pairs(self) -> bool:
        """Whether two pawns may share a field, as a barrier or a wall."""
        return self.barriers or self.mode == "team"


class PawnStep(NamedTuple):
    """A pawn's move: text, colour moved, progress before and after, whether it captures."""

    text: str
    colour: int
    source: int
    target: int
    captures: bool


class State(NamedTuple):
    """The pawns per colour (sorted progress), the colour to move, its roll, and the history.

    `roll` is 0 while the die is due; `left` counts the rolls left in the turn, including the one
    due or in hand; `huff` lists the mover's pawns of which one must go back; `done` are the colours
    that are home, in order, `places` the seats that have their place, `gone` the seats that left.
    """

    table: AgreedOptions
    pawns: Pawns
    turn: int
    roll: int = 0
    left: int = 1
    steps: tuple[PawnStep, ...] = ()
    huff: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    turns: int = 0
    ending: str = ""


class _Board:
    """Number and colours of the pawns on each track field, to evaluate one position."""

    __slots__ = ("count", "pairs", "whose")

    def __init__(self, table: AgreedOptions, pawns: Pawns) -> None:
        self.count = count = [0] * TRACK
        self.whose = whose = [0] * TRACK
        self.pairs = table.pairs
        for colour, own in enumerate(pawns):
            fields = FIELD[colour]
            for progress in own:
                if 0 <= progress < HOME:
                    count[fields[progress]] += 1
                    whose[fields[progress]] |= 1 << colour

    def landing(self, field: int, friends: int) -> int:
        """Return 0 if a pawn cannot land, 1 if it can, 2 if it captures (6.3, 7.1, 7.4)."""
        count = self.count[field]
        if not count:
            return 1
        if self.whose[field] & friends:
            return int(self.pairs and count == 1)
        return 2 if count == 1 else 0

    def walled(self, fields: Iterable[int]) -> bool:
        """Whether a pair, which cannot be jumped over, stands on one of the fields."""
        return self.pairs and any(self.count[field] > 1 for field in fields)


def friendly_colours(table: AgreedOptions, colour: int) -> int:
    """Return the colours that this one does not capture, as bits (7.1)."""
    return 1 << colour | (1 << (colour ^ 2) if table.mode == "team" else 0)


def _can_reach_goal(table: AgreedOptions, own: tuple[int, ...], source: int, target: int) -> bool:
    """Whether a goal field is free and can be reached without a forbidden jump."""
    if target > LAST or target in own:
        return False
    if not table.no_jump_home:
        return True
    return not any(max(source + 1, HOME) <= progress < target for progress in own)


def possible_steps(
    state: State, colour: int, roll: int, board: _Board | None = None
) -> list[PawnStep]:
    """List every move of one colour that the board allows, ignoring obligations."""
    table, own = state.table, state.pawns[colour]
    board = board or _Board(table, state.pawns)
    texts = _TEXTS[colour != state.turn][colour]
    steps: list[PawnStep] = []
    for source in sorted(set(own)):
        text = texts[source]
        if source == WAITING:
            steps += _entry_steps(table, board, colour, text) if roll == 6 else ()
            continue
        verdict = _forward_verdict(table, board, colour, own, source, source + roll)
        if verdict:
            steps.append(PawnStep(text, colour, source, source + roll, verdict == 2))
        if table.capture_backwards and roll < source < HOME:
            steps += _backward_captures(board, colour, source, source - roll, text)
    return steps


def _forward_verdict(
    table: AgreedOptions, board: _Board, colour: int, own: tuple[int, ...], source: int, target: int
) -> int:
    """Return 0 if a move forward is impossible, 1 if it is possible, 2 if it captures (6.3)."""
    fields = FIELD[colour]
    if board.walled(fields[source + 1 : target]):
        return 0
    if target >= HOME:
        return int(_can_reach_goal(table, own, source, target))
    return board.landing(fields[target], friendly_colours(table, colour))


def _entry_steps(table: AgreedOptions, board: _Board, colour: int, text: str) -> list[PawnStep]:
    """List the steps that enter a pawn; in teams one captures a wall on A (7.5, MT-2)."""
    field, friends = FIELD[colour][0], friendly_colours(table, colour)
    verdict = board.landing(field, friends)
    if table.mode == "team" and board.count[field] and not board.whose[field] & friends:
        verdict = 2
    return [PawnStep(text, colour, WAITING, 0, verdict == 2)] if verdict else []


def _backward_captures(
    board: _Board, colour: int, source: int, target: int, text: str
) -> list[PawnStep]:
    """List captures backwards of a single pawn, never onto or across A (6.5, MA-9)."""
    fields = FIELD[colour]
    if board.landing(fields[target], 1 << colour) != 2 or board.walled(fields[target + 1 : source]):
        return []
    return [PawnStep(f"{text}-", colour, source, target, True)]


def _obliged_sources(
    table: AgreedOptions, board: _Board, turn: int, own: tuple[int, ...], roll: int
) -> list[int]:
    """List where a pawn must move from if it can, most urgent first (6.3, MA-10, MT-1)."""
    if own[0] != WAITING:
        return []
    on_start = 0 in own
    if table.mode == "team":
        return [0] if on_start and roll != 6 and board.count[FIELD[turn][0]] == 1 else []
    return [0] * on_start + [WAITING] * (roll == 6)


def legal_steps(state: State, roll: int) -> tuple[PawnStep, ...]:
    """List the legal moves for a roll: forced capture, enter, clear A, else any (MA-12)."""
    table = state[0]
    if table[0] in _LONE and table[5] == "off" and not (table[1] or table[3] or table[4]):
        return _default_steps(state[1], state[2], roll)
    return steps_under_options(state, roll)


def _default_steps(pawns: Pawns, turn: int, roll: int) -> tuple[PawnStep, ...]:
    """Return what `steps_under_options` does, faster, if no option affects single moves."""
    own, steps = pawns[turn], _DEFAULT_STEPS[turn][roll]
    sources: tuple[int, ...] = own
    if own and own[0] == WAITING:
        # Clear A if possible, else enter; a pawn on A also prevents entering.
        if 0 in own and roll not in own:
            sources = (0,)
        elif roll == 6 and 0 not in own:
            sources = (WAITING,)
    first, second, third = pawns[turn - 3], pawns[turn - 2], pawns[turn - 1]
    found: list[PawnStep] = []
    last = LAST
    for source in sources:
        each = steps.get(source)
        if each and source != last and each[0] not in own:
            last = source
            _target, quiet, capture, one, two, three = each
            found.append(capture if one in first or two in second or three in third else quiet)
    return tuple(found)


def steps_under_options(state: State, roll: int) -> tuple[PawnStep, ...]:
    """List the legal moves for a roll, under any options."""
    table, turn = state.table, state.turn
    board = _Board(table, state.pawns)
    steps = possible_steps(state, turn, roll, board)
    captures = [step for step in steps if step.captures] if table.forced_capture != "off" else []
    if captures and table.forced_capture == "enforce":
        return tuple(captures)
    for source in _obliged_sources(table, board, turn, state.pawns[turn], roll):
        first = [step for step in steps if step.source == source]
        if first:
            return tuple(first + [step for step in captures if step not in first])
    if table.mode == "neutral3" and NEUTRAL not in state.done:
        steps += possible_steps(state, NEUTRAL, roll, board)
    return tuple(steps)


def _is_stuck(table: AgreedOptions, own: tuple[int, ...]) -> bool:
    """Whether no roll could move a pawn, except by entering one (6.5, MA-6, 7.8)."""
    if not own or any(0 <= progress < HOME for progress in own):
        return False
    return not any(
        _can_reach_goal(table, own, progress, progress + roll)
        for progress in own
        if progress >= HOME
        for roll in (1, 2, 3)
    )


def rolls_allowed(table: AgreedOptions, pawns: Pawns, turn: int) -> int:
    """Return how many rolls for a six a turn allows: one or three (6.5, 7.8, MA-16)."""
    own = pawns[turn]
    if not (table[2] or table[0] == "team") or WAITING not in own:
        return 1
    neutral = pawns[NEUTRAL] if table.mode == "neutral3" else ()
    return 3 if _is_stuck(table, own) and (not neutral or _is_stuck(table, neutral)) else 1


def move_pawn(state: State, step: PawnStep) -> Pawns:
    """Return the pawns after a move; captured pawns go back to their yards."""
    pawns = list(state[1])
    _text, mover, source, target, captures = step
    own = list(pawns[mover])
    own[own.index(source)] = target
    own.sort()
    pawns[mover] = tuple(own)
    if captures:
        field, friends = FIELD[mover][target], friendly_colours(state.table, mover)
        for colour in range(4):
            if not friends >> colour & 1:
                there = (field - 10 * colour) % TRACK
                while there in pawns[colour]:  # twice only if a wall is captured (7.5)
                    pawns[colour] = send_back(pawns[colour], there)
    return tuple(pawns)


def send_back(own: tuple[int, ...], progress: int) -> tuple[int, ...]:
    """Return a colour's pawns with one of them sent back to its yard."""
    rest = list(own)
    rest.remove(progress)
    return (WAITING, *rest)


def huffable_pawns(state: State, step: PawnStep, pawns: Pawns) -> tuple[int, ...]:
    """List the pawns that could have captured and did not, most advanced first (MA-11, MT-8)."""
    turn = state.turn
    if state[0][5] != "huff" or (step.captures and step.colour == turn):
        return ()
    able = [each for each in state.steps if each.captures and each.colour == turn]
    guilty = {each.source for each in able} - {WAITING}
    if step.colour == turn and step.source not in pawns[turn]:
        guilty = {step.target if source == step.source else source for source in guilty}
    return tuple(sorted(guilty & set(pawns[turn]), reverse=True))


def _texts(prefix: bool) -> tuple[dict[int, str], ...]:
    """Return the move texts of each colour by progress; neutral pawns have a colour prefix."""
    return tuple(
        {
            progress: (f"{letter} {name}" if progress == WAITING else letter + name)
            if prefix
            else name
            for progress, name in MOVE_NAMES[colour].items()
        }
        for colour, letter in enumerate(COLOURS)
    )


_TEXTS: Final = (_texts(False), _texts(True))

# By colour, roll and progress: the target, the step without and with a capture, and the progress
# that a pawn of each of the next three colours has on the target field.
_DefaultStep = tuple[int, PawnStep, PawnStep, int, int, int]
_LONE: Final = ("four", "two_by_two", "two_colours")


def _describe_default_step(colour: int, source: int, target: int) -> _DefaultStep:
    """Return the precomputed data of one step under the default options."""
    ways = [
        PawnStep(_TEXTS[0][colour][source], colour, source, target, each) for each in (False, True)
    ]
    there = [(target - 10 * ahead) % TRACK if target < HOME else TRACK + 10 for ahead in (1, 2, 3)]
    return target, ways[0], ways[1], there[0], there[1], there[2]


_DEFAULT_STEPS: Final = tuple(
    tuple(
        {
            source: _describe_default_step(colour, source, source + roll)
            for source in range(LAST - roll + 1)
        }
        | ({WAITING: _describe_default_step(colour, WAITING, 0)} if roll == 6 else {})
        for roll in range(7)
    )
    for colour in range(4)
)
