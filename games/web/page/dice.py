"""The throws of a match: those since the reader's last choice, and the list of all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.families.throws import PlyWithStates, Throw
from games.families.words import FamilyTexts
from games.rules.base import AnyState
from games.services.wording.dice_summary import last_chosen_ply, turn_throws
from games.web.page.history import LegMoves, MoveRow
from games.web.page.viewpoint import Viewpoint

if TYPE_CHECKING:
    from games.models import Ply, Seat

MAX_LISTED = 30
MAX_UNFOLDED = 8
MAX_THROWS_SHOWN = 3
MAX_PLIES_PER_TURN = 20  # plies
LINES_BEFORE, LINES_AFTER = 80, 20


@dataclass(frozen=True)
class Dice:
    """The throws on a match page; everything is empty in games without dice."""

    seen: Viewpoint

    @property
    def family(self) -> FamilyTexts[AnyState]:
        return self.seen.family

    @property
    def tells(self) -> bool:
        """Whether this game lists its throws."""
        return self.family.lists_rolls

    @cached_property
    def sides(self) -> list[tuple[Seat, str]]:
        """The seats with the letters of their colours."""
        state = self.seen.position.state
        return [
            (seat, self.family.colours(state, seat.number)) for seat in self.seen.position.seats
        ]

    @cached_property
    def acts(self) -> list[PlyWithStates]:
        """The plies since the reader's last choice, or for spectators those of the last turn."""
        if not self.tells:
            return []
        position = self.seen.position
        acts = [self._act(ply) for ply in position.plies[: position.at_ply]]
        if position.is_current and self.seen.own is not None:
            return acts[last_chosen_ply(acts, self.seen.own.number) :]
        if position.is_current:
            return acts[position.turn_start :]
        turn = acts[-1].before.turns if acts else 0
        return [act for act in acts[-MAX_PLIES_PER_TURN:] if act.before.turns == turn]

    def _act(self, ply: Ply) -> PlyWithStates:
        """Return a ledger line with the states around it."""
        before, after = self.seen.states[ply.number - 1], self.seen.states[ply.number]
        return PlyWithStates(ply.number, ply.seat, ply.text, ply.source, before, after)

    @cached_property
    def since(self) -> AnyState:
        """The state that the reader saw last, if there are new plies."""
        return self.acts[0].before if self.acts else None

    @cached_property
    def throws(self) -> list[Throw]:
        """The new throws, turn by turn, MAX_LISTED at most."""
        seen = self.seen
        told = turn_throws(seen.match.ruleset, self.acts, seen.names, seen.number)
        return told[-MAX_LISTED:]

    @property
    def latest(self) -> str:
        """The latest throws as sentences."""
        return " ".join(throw.said for throw in self.throws[-MAX_THROWS_SHOWN:])

    @property
    def earlier(self) -> list[Throw]:
        """The new throws that are collapsed."""
        return self.throws[:-MAX_UNFOLDED]

    @property
    def later(self) -> list[Throw]:
        """The new throws that are shown."""
        return self.throws[-MAX_UNFOLDED:]

    @cached_property
    def rows(self) -> list[LegMoves]:
        """The list of plies with throws around the board shown.

        Long matches have hundreds; those far away are left to the replay and the ledger.
        """
        told = [
            (ply, line)
            for ply in self.seen.position.plies
            if (line := self.family.row(self._act(ply))) is not None
        ]
        at = sum(ply.number <= self.seen.position.at_ply for ply, _line in told) - 1
        first, last = max(0, at - LINES_BEFORE), at + LINES_AFTER
        rows = [
            self._row(ply, number, line)
            for number, (ply, line) in enumerate(told[first:last], start=first + 1)
        ]
        if at >= 0:
            rows[at - first] = replace(rows[at - first], shown=True)
        title = _("From move %(number)s on") % {"number": first + 1} if first else ""
        return [LegMoves(title, rows)] if rows else []

    def _row(self, ply: Ply, number: int, told: tuple[int, str, str]) -> MoveRow:
        seat, colour, text = told
        return MoveRow(
            ply=ply.number,
            number=self.family.ply_number(number),
            text=text,
            heard=text,
            colour=colour,
            name=self.seen.names[seat],
            seat=seat,
            source=ply.source,
            at=ply.at,
            shown=False,
            by_order=ply.source == "order",
        )
