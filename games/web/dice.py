"""The throws of a match on its page: what fell since the reader last chose, and the list of all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.services.story import last_choice, throws_of
from games.services.words.acts import Act, Throw
from games.services.words.registry import family_words
from games.web.history import LegMoves, MoveRow
from games.web.preview import Choice

if TYPE_CHECKING:
    from games.web.match_view import MatchView

LISTED_AT_MOST = 30
OPEN_AT_MOST = 8
SAID_AT_MOST = 3
A_TURN_AT_MOST = 20  # plies
LINES_BEFORE, LINES_AFTER = 80, 20


@dataclass
class Dice:
    """What a page says about throws; all of it is empty in games without dice."""

    view: MatchView

    @cached_property
    def family(self) -> Any:
        """The words of the family of games."""
        return family_words(self.view.match.ruleset)

    @property
    def tells(self) -> bool:
        """Whether this game is told throw by throw."""
        return bool(self.family.tells_throws)

    @cached_property
    def sides(self) -> list[tuple[Any, str]]:
        """The seats with the letters of the colours that each plays."""
        state = self.view.position.state
        return [
            (seat, self.family.colours(state, seat.number)) for seat in self.view.position.seats
        ]

    @cached_property
    def send_at_once(self) -> Choice | None:
        """The one thing to do where there is nothing to choose and nothing to look over."""
        choices = self.view.choices if self.family.sends_at_once else []
        return choices[0] if len(choices) == 1 else None

    @cached_property
    def acts(self) -> list[Act]:
        """What led to this board: since the reader last chose, or what the last turn did."""
        if not self.tells:
            return []
        position = self.view.position
        acts = [self._act(ply) for ply in position.plies[: position.at_ply]]
        if position.is_current and self.view.own is not None:
            return acts[last_choice(acts, self.view.own.number) :]
        if position.is_current:
            return acts[position.turn_start :]
        turn = acts[-1].before.turns if acts else 0
        return [act for act in acts[-A_TURN_AT_MOST:] if act.before.turns == turn]

    def _act(self, ply: Any) -> Act:
        """Return a ledger line with the states around it."""
        before, after = self.view.states[ply.number - 1], self.view.states[ply.number]
        return Act(ply.number, ply.seat, ply.text, ply.source, before, after)

    @cached_property
    def since(self) -> Any:
        """The state in which the reader last saw the board; None where there is no such thing."""
        return self.acts[0].before if self.acts else None

    @cached_property
    def throws(self) -> list[Throw]:
        """Those acts told turn by turn, the latest ones at most."""
        own = self.view.own.number if self.view.own else None
        told = throws_of(self.view.match.ruleset, self.acts, self.view.names, own)
        return told[-LISTED_AT_MOST:]

    @property
    def latest(self) -> str:
        """The latest throws as sentences."""
        return " ".join(throw.said for throw in self.throws[-SAID_AT_MOST:])

    @property
    def in_hand(self) -> str:
        """The roll that waits to be used, in words."""
        die = self.view.diagram.die
        if die is None:
            return ""
        said = _("Roll for %(colour)s: %(face)s")
        return said % {"colour": self.view.words[die.tint], "face": die.face}

    @property
    def earlier(self) -> list[Throw]:
        """The throws that are folded away because later ones matter more."""
        return self.throws[:-OPEN_AT_MOST]

    @property
    def later(self) -> list[Throw]:
        """The latest throws."""
        return self.throws[-OPEN_AT_MOST:]

    @cached_property
    def rows(self) -> list[LegMoves]:
        """What was done with throws around the board shown; the line that led to it is marked.

        A long match has hundreds of lines: those far away are left to replay and ledger.
        """
        told = [
            (ply, line)
            for ply in self.view.position.plies
            if (line := self.family.row(self._act(ply))) is not None
        ]
        at = sum(ply.number <= self.view.position.at_ply for ply, _line in told) - 1
        first, last = max(0, at - LINES_BEFORE), at + LINES_AFTER
        rows = [
            self._row(ply, number, line)
            for number, (ply, line) in enumerate(told[first:last], start=first + 1)
        ]
        if at >= 0:
            rows[at - first] = replace(rows[at - first], shown=True)
        title = _("From move %(number)s on") % {"number": first + 1} if first else ""
        return [LegMoves(title, rows)] if rows else []

    def _row(self, ply: Any, number: int, told: tuple[int, str, str]) -> MoveRow:
        """Return one line of the list."""
        seat, colour, text = told
        return MoveRow(
            ply=ply.number,
            number=self.family.number(number),
            text=text,
            heard=text,
            colour=colour,
            name=self.view.names[seat],
            seat=seat,
            source=ply.source,
            at=ply.at,
            shown=False,
            by_order=ply.source == "order",
        )
