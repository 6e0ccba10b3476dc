"""Orders and example orders in the reader's notation, for any position (C-7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.rules.base import AnyState
from games.services.match import public_ids
from games.services.match.loaded import LoadedMatch
from games.services.wording import wording

if TYPE_CHECKING:
    from games.models import Order

MAX_DEPTH_SHOWN = 4
MAX_EXAMPLES_TRIED = 5


@dataclass(frozen=True)
class OrderRow:
    """A waiting order: its public number, its text, and how many others it depends on."""

    pk: int
    text: str
    depth: int

    @property
    def level(self) -> str:
        """The indentation of the row."""
        return str(self.depth) if self.depth < MAX_DEPTH_SHOWN else "more"


def remaining_order_text(loaded: LoadedMatch, order: Order, at: int) -> str:
    """Return the remaining part of an order at the position after ``at`` plies."""
    passed = at - order.after
    left = order.expects[passed:] if order.is_conditional and passed >= 0 else []
    if not left:
        return str(order.text)
    plain = [*left, *order.answer]
    moves = wording.format_plies(loaded, plain)
    if moves == plain:
        return str(order.text)
    return f"if {moves[len(left) - 1]} then {' '.join(moves[len(left) :])}"


def example_reply(loaded: LoadedMatch, seat: int, own: int) -> tuple[str, str] | None:
    """Return an example: a move of ``seat`` and a reply of ``own``, in notation."""
    rules, state = loaded.rules, loaded.state
    for move in rules.moves(state, seat)[:MAX_EXAMPLES_TRIED]:
        after = rules.play(state, seat, move)
        if rules.awaited(after) == {own}:
            text = rules.spell(move)
            theirs, mine = wording.format_plies(
                loaded, [text, _example_move(loaded, after, own, [text])]
            )
            return theirs, mine
    return None


def example_line(loaded: LoadedMatch, own: int, text: str) -> str:
    """Return an example of a move of ``own`` with a conditional reply; "" if none fits."""
    rules = loaded.rules
    state, texts = rules.play(loaded.state, own, rules.parse(text)), [text]
    (other, *more) = rules.awaited(state) or (own,)
    for seat in (other, own):
        if more or rules.awaited(state) != {seat} or not rules.moves(state, seat):
            return ""
        texts.append(_example_move(loaded, state, seat, texts))
        state = rules.play(state, seat, rules.parse(texts[-1]))
    first, theirs, mine = wording.format_plies(loaded, texts)
    return f"{first} if {theirs} then {mine}"


def _example_move(loaded: LoadedMatch, state: AnyState, seat: int, taken: list[str]) -> str:
    """Return a legal move of a seat, preferably not one of those taken."""
    texts = [
        loaded.rules.spell(move) for move in loaded.rules.moves(state, seat)[:MAX_EXAMPLES_TRIED]
    ]
    return next((text for text in texts if text not in taken), texts[0])


def waiting_rows(rows: list[Order], loaded: LoadedMatch, at: int) -> list[OrderRow]:
    """Return the waiting conditional orders, each above those that follow from it."""
    paths = {
        row: (row.expects[at - row.after :], row.answer)
        for row in rows
        if row.is_open and row.is_conditional
    }
    ordered = sorted(paths, key=lambda row: (paths[row][0], row.pk))
    return [
        OrderRow(
            public_ids.public_id(row.pk, "order"),
            remaining_order_text(loaded, row, at),
            _depth(row, paths),
        )
        for row in ordered
    ]


def _depth(row: Order, paths: dict[Order, tuple[list[str], list[str]]]) -> int:
    """Count the waiting orders that this one follows from."""
    own = paths[row][0]
    return sum(
        1
        for other, (path, answer) in paths.items()
        if other is not row and own[: len(path) + len(answer)] == [*path, *answer]
    )
