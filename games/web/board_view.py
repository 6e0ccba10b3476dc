"""The board of a match as one reader sees it: which position, what is marked, where clicks lead."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.diagrams.base import Diagram
from games.diagrams.closeup import close_up, is_far
from games.diagrams.registry import diagram_for
from games.diagrams.text import spoken
from games.rules.series import LegResult
from games.web import history
from games.web.choosing import Choosing


class BoardView(Choosing):
    """What is drawn of a match, the legs that have just ended included."""

    names: Any
    dice: Any

    @cached_property
    def states(self) -> list[Any]:
        """The state after every ply."""
        return history.states_of(self.position)

    @cached_property
    def finished_leg(self) -> LegResult[Any] | None:
        """The leg that the last shown turn ended; in a replay the last shown ply."""
        at = self.position.at_ply
        since = self.position.turn_start if self.position.is_current else max(0, at - 1)
        return history.ended_leg(self.states[since], self.states[at])

    @cached_property
    def shows_finished_leg(self) -> bool:
        """Whether the board shown is the end of a leg, not the fresh board after it."""
        return self.finished_leg is not None and not self.my_turn

    @cached_property
    def diagram(self) -> Diagram:
        """The board: the preview's, the last one of a leg just finished, or the position."""
        if self.preview is not None:
            return self.preview.diagram
        key, last = self.match.ruleset, self.position.last_move
        if self.finished_leg is not None:
            if self.shows_finished_leg:
                return diagram_for(key, self.finished_leg.final, last=last)
            last = None
        drawn = self._begun(last)
        cells = drawn.by_name.keys()
        points_out = self.clicked or self.dice.family.lists_moves
        follow = frozenset(self.tree.following(self.clicked) if points_out else ()) & cells
        chosen = (drawn.chosen | frozenset(self.clicked)) & cells - follow
        return replace(drawn, chosen=chosen, follow=follow)

    @cached_property
    def close_up(self) -> Diagram | None:
        """What lies around the place chosen last, on boards that a phone shows only small."""
        if self.preview is None or not is_far(self.diagram):
            return None
        return close_up(self.diagram, self.preview.text.split()[-1])

    def _begun(self, last: str | None) -> Diagram:
        """Draw the position with what has been chosen of the turn so far."""
        key, at = self.match.ruleset, self.position.at_ply
        if self.draft is not None and self.draft.text:
            return diagram_for(key, self.position.state, preview=self.draft.text)
        since = self.dice.since
        if since is None and at and self.position.plies[at - 1].seat >= 0:
            since = self.states[at - 1]
        return diagram_for(
            key,
            self.position.state,
            last=last,
            begun=self.clicked,
            seat=self.own.number if self.own else None,
            since=since,
        )

    @cached_property
    def leg_end(self) -> dict[str, Any] | None:
        """How the leg before this one ended, with its last board."""
        leg = self.finished_leg
        if leg is None:
            return None
        agreed = self.position.state.frame.legs
        last = self.position.last_move
        return {
            "sentence": history.winning_sentence(leg, self.match.ruleset, self.names, agreed),
            "diagram": diagram_for(self.match.ruleset, leg.final, last=last),
            "small": not self.shows_finished_leg,
        }

    @cached_property
    def links(self) -> dict[str, str] | None:
        """Where a click on each cell or slide leads; None where nothing can be chosen."""
        return self.tree.links(self.preview.text if self.preview else "") or None

    @cached_property
    def leg(self) -> str:
        """The name of the leg on the board."""
        leg, frame = self.finished_leg, getattr(self.position.state, "frame", None)
        if leg is not None and frame is not None and self.shows_finished_leg:
            return history.leg_title(leg.number, frame.legs) if frame.legs > 1 else ""
        return history.title_of(self.position.state)

    @cached_property
    def board_title(self) -> str:
        """What the board is called."""
        title = _("Board of %(players)s") % {"players": " – ".join(self.names)}
        return f"{title}, {self.leg}" if self.leg else title

    @cached_property
    def spoken(self) -> str:
        """The board in sentences."""
        return spoken(self.diagram, self.words)
