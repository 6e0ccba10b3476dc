"""Conditional moves planned on a board: the new line, and orders already saved (C-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from games import match_queries
from games.orders.grammar import join_turns
from games.orders.turns import TriedPly, running_leg
from games.rules.base import AnyState, Seat
from games.services.match import public_ids
from games.services.wording import wording
from games.web.match.order_lines import OrderRow, waiting_rows
from games.web.page.line_board import LineBoard


@dataclass(frozen=True)
class PlannedReply:
    """One reply of a plan; ``without`` is the URL of the plan without it."""

    text: str
    without: str


@dataclass(frozen=True)
class SavedOrder:
    """A waiting order, and the URL of the board after its moves."""

    row: OrderRow
    url: str


class PlanView:
    """A plan of one player, who enters the moves of both sides; nothing is sent yet."""

    def __init__(self, board: LineBoard, owner: Seat) -> None:
        self.board, self.owner = board, owner

    @cached_property
    def _runs(self) -> list[tuple[bool, list[TriedPly]]]:
        """The plies grouped into runs of the owner and of the others."""
        runs = groupby(self.board.steps, key=lambda step: step.seat == self.owner)
        return [(own, list(steps)) for own, steps in runs]

    @property
    def starts_with_own_move(self) -> bool:
        """Whether the plan begins with a move that the owner is to send now."""
        return self.board.seen.my_turn

    @property
    def whole(self) -> bool:
        """Whether the line ends with a complete reply of the owner."""
        steps = [step for step in self.board.steps if not step.forced]
        return bool(steps) and steps[-1].seat == self.owner and self.board.seat != self.owner

    @cached_property
    def parts(self) -> list[str]:
        """The plan in the grammar of orders: the owner's first turn, then each "if … then …"."""
        found, states = list[str](), self._states()
        for own, steps in self._runs:
            chosen = [step for step in steps if not step.forced]
            if own:
                said = join_turns(self._turns(chosen, states))
                if not said:
                    continue
                if found and found[-1].endswith(" then "):
                    found[-1] += said
                else:
                    found.append(said)
            elif chosen:
                found.append(f"if {' '.join(step.text for step in chosen)} then ")
        return [part for part in found if not part.endswith(" then ")]

    def _states(self) -> dict[int, AnyState]:
        """Return the state before each ply, by the step's ``id``."""
        states = [self.board.seen.loaded.state, *(step.state for step in self.board.steps)]
        return {id(step): states[at] for at, step in enumerate(self.board.steps)}

    @staticmethod
    def _turns(steps: Sequence[TriedPly], before: dict[int, AnyState]) -> tuple[str, ...]:
        """Return the owner's plies of a run as turns, one per leg."""
        legs = groupby(steps, key=lambda step: running_leg(before[id(step)]))
        return tuple(" ".join(step.text for step in each) for _leg, each in legs)

    @property
    def text(self) -> str:
        """The plan as one line, ready to be saved; "" while a reply is missing."""
        return " ".join(self.parts) if self.whole else ""

    @cached_property
    def chips(self) -> list[PlannedReply]:
        """The replies of the plan, each with a link that removes it."""
        written = wording.format_plies(
            self.board.seen.loaded, [step.text for step in self.board.steps]
        )
        shown = {id(step): text for step, text in zip(self.board.steps, written, strict=True)}
        found, condition, passed, start = list[PlannedReply](), "", list[str](), 0
        for own, steps in self._runs:
            chosen = [step for step in steps if not step.forced]
            said = " ".join(shown[id(step)] for step in chosen)
            if not own:
                condition, start = said, len(passed)
            elif said:
                words = f"if {condition} then {said}" if condition else said
                found.append(PlannedReply(words, self.board.at(tuple(passed[:start]))))
                condition = ""
            passed += [step.text for step in chosen]
        if condition:
            found.append(
                PlannedReply(f"if {condition} then …", self.board.at(tuple(passed[:start])))
            )
        return found

    @cached_property
    def saved(self) -> list[SavedOrder]:
        """The waiting conditional orders, each above those that follow from it."""
        seen = self.board.seen
        if seen.own is None or not seen.own.has_orders:
            return []
        rows, at = match_queries.visible_orders(seen.own), seen.match.ply_count
        ways = {
            public_ids.public_id(row.pk, "order"): (*row.expects[at - row.after :], *row.answer)
            for row in rows
            if row.is_open and row.is_conditional
        }
        waiting = waiting_rows(rows, seen.loaded, at)
        return [SavedOrder(row, self.board.at(ways[row.pk])) for row in waiting]
