"""Bots for Mensch ärgere Dich nicht: by a standing order, or by weighing every move."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.bots.base import unwrap_series
from games.bots.blundering import BlunderingBot
from games.families.mensch.cross import FIELD, HOME, TRACK, WAITING
from games.families.mensch.pawns import AgreedOptions, State, move_pawn
from games.families.mensch.rules import IDLE_ORDER
from games.families.mensch.standing import choose_move
from games.rules.base import Rules, Seat

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

# By mode and colour to move: the colours of its side, as bits.
_SIDES: Final[Mapping[str, tuple[int, ...]]] = {
    "four": (1, 2, 4, 8),
    "two_by_two": (5, 10, 5, 10),
    "two_colours": (1, 0, 4, 0),
    "neutral3": (1, 2, 4, 0),
    "team": (5, 10, 5, 10),
}
_OWN, _FOE = 12, 4  # weights of own and of others' progress
_WAIT, _DANGER, _IN_GOAL = -16, 9, 6  # in fields: waiting, the risk of a threat, being home


def evaluate(table: AgreedOptions, pawns: tuple[tuple[int, ...], ...], side: int) -> int:
    """Return the value for the colours in `side`: own progress and safety, minus the others'."""
    total = 0
    for colour, own in enumerate(pawns):
        mine = bool(side >> colour & 1)
        value = sum(_pawn_value(progress) for progress in own)
        total += _OWN * value if mine else -_FOE * value
        if mine:
            total -= sum(_threat_value(table, pawns, colour, progress) for progress in own)
    return total


def _pawn_value(progress: int) -> int:
    """Return the value of one pawn by its progress, in fields."""
    if progress == WAITING:
        return _WAIT
    return progress + (_IN_GOAL if progress >= HOME else 0)


def _threat_value(
    table: AgreedOptions, pawns: tuple[tuple[int, ...], ...], colour: int, progress: int
) -> int:
    """Return what a pawn stands to lose: the rolls that capture it, times its progress."""
    if not 0 <= progress < HOME:
        return 0
    field = FIELD[colour][progress]
    if table.pairs and _count_pawns_on(pawns, field) > 1:
        return 0
    friends = 1 << colour | (1 << (colour ^ 2) if table.mode == "team" else 0)
    rolls = 0
    for other, own in enumerate(pawns):
        if friends >> other & 1:
            continue
        there = (field - 10 * other) % TRACK
        rolls += sum(1 for each in own if 0 <= each < there <= each + 6)
        rolls += there == 0 and WAITING in own
    return rolls * (progress - _WAIT) * _DANGER // 6


def _count_pawns_on(pawns: tuple[tuple[int, ...], ...], field: int) -> int:
    return sum(
        1
        for colour, own in enumerate(pawns)
        for each in own
        if each == (field - 10 * colour) % TRACK
    )


@dataclass(frozen=True, slots=True)
class StandingOrderBot:
    """Plays every roll by the same standing order; also moves for absent players."""

    key: str
    words: tuple[str, ...]

    def choose(self, rules: Rules[State, str], state: State, seat: Seat, rng: "Random") -> str:  # noqa: ARG002
        board, position, own = unwrap_series(rules, state, seat)
        move = None if position.huff else choose_move(position, self.words)
        return board.moves(position, own)[0] if move is None else move


class Racer:
    """Takes the move that leaves its side best; ties are broken at random."""

    key = "racer"

    def choose(self, rules: Rules[State, str], state: State, seat: Seat, rng: "Random") -> str:
        board, position, own = unwrap_series(rules, state, seat)
        moves = board.moves(position, own)
        if len(moves) == 1 or position.huff:
            return str(moves[0])
        return rng.choice(self._best(position))

    def _best(self, position: State) -> list[str]:
        table = position.table
        side = _SIDES[table.mode][position.turn]
        values = {
            step.text: evaluate(table, move_pawn(position, step), side) for step in position.steps
        }
        best = max(values.values())
        return [text for text, value in values.items() if value == best]


STRATEGIES = (
    BlunderingBot("mensch_casual", StandingOrderBot("mensch_casual", IDLE_ORDER), strays=50),
    StandingOrderBot("standing", IDLE_ORDER),
    Racer(),
)

MEASURED = {
    "dice": {"random": 1000, "mensch_casual": 1190, "standing": 1320, "racer": 1440},
}
