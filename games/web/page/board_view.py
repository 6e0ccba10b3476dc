"""The board of a match as one reader sees it: position, marks, links."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.diagrams.base import Diagram, TouchTargets
from games.diagrams.boards import rotate_diagram
from games.diagrams.closeup import close_up, starts_zoomed_out
from games.diagrams.text import describe_diagram
from games.families.clicks import clicks
from games.families.drawing import diagram_for
from games.rules.base import AnyState
from games.rules.series import LegResult
from games.web.page import history
from games.web.page.choosing import MoveSelection
from games.web.page.clicks import Button
from games.web.page.dice import Dice
from games.web.page.viewpoint import Viewpoint


@dataclass(frozen=True)
class LegEnd:
    """How the previous leg ended, with its last board; ``small`` if another board is shown."""

    sentence: str
    diagram: Diagram
    small: bool


@dataclass(frozen=True)
class BoardView:
    """The boards on a match page."""

    seen: Viewpoint
    choice: MoveSelection
    dice: Dice

    @cached_property
    def finished_leg(self) -> LegResult[AnyState] | None:
        """The leg ended by the turn shown, or in a replay by the ply shown."""
        seen = self.seen
        return history.ended_leg(seen.states[seen.shown_from], seen.states[seen.position.at_ply])

    @cached_property
    def shows_finished_leg(self) -> bool:
        """Whether the board shows the end of a leg instead of the new one."""
        return self.finished_leg is not None and not self.seen.my_turn

    @cached_property
    def diagram(self) -> Diagram:
        """The board, turned round if the reader has asked for that."""
        return rotate_diagram(self._unturned) if self.seen.turned else self._unturned

    @cached_property
    def _unturned(self) -> Diagram:
        """The board of the preview, of a leg just finished, or of the position."""
        choice = self.choice
        if choice.preview is not None:
            return choice.preview.diagram
        key, last = self.seen.match.ruleset, self.seen.position.last_move
        if self.finished_leg is not None:
            if self.shows_finished_leg:
                return diagram_for(key, self.finished_leg.final, last=last)
            last = None
        drawn = self._begun(last)
        cells = drawn.by_name.keys()
        points_out = choice.clicked or self.seen.family.has_move_buttons
        follow = frozenset(choice.tree.following(choice.clicked) if points_out else ()) & cells
        chosen = (drawn.chosen | frozenset(choice.clicked)) & cells - follow
        return replace(drawn, chosen=chosen, follow=follow)

    def _begun(self, last: str | None) -> Diagram:
        """Return the position with the steps chosen so far."""
        position, draft = self.seen.position, self.choice.draft
        key, at = position.match.ruleset, position.at_ply
        if draft is not None and draft.text:
            return diagram_for(key, position.state, preview=draft.text)
        since = self.dice.since
        if since is None and at and position.plies[at - 1].seat >= 0:
            since = self.seen.states[at - 1]
        return diagram_for(
            key,
            position.state,
            last=last,
            begun=self.choice.clicked,
            seat=self.seen.number,
            since=since,
        )

    @cached_property
    def close_up(self) -> Diagram | None:
        """A close-up of the place chosen last, for boards that are too small on a phone."""
        preview, places = self.choice.preview, self.choice.clicked
        if not starts_zoomed_out(self.diagram):
            return None
        if preview is not None:
            places = clicks(self.seen.match.ruleset, preview.text) if preview.text else ()
        return close_up(self.diagram, places[-1]) if places else None

    @cached_property
    def leg_end(self) -> LegEnd | None:
        """The leg that ended with the turn shown, or since the reader's last move."""
        leg, position = self.finished_leg or self._unseen_leg, self.seen.position
        if leg is None:
            return None
        key, agreed = position.match.ruleset, position.state.frame.legs
        last = position.last_move if leg is self.finished_leg else None
        return LegEnd(
            history.winning_sentence(leg, key, self.seen.names, agreed),
            diagram_for(key, leg.final, last=last),
            small=not self.shows_finished_leg,
        )

    @cached_property
    def _unseen_leg(self) -> LegResult[AnyState] | None:
        seen = self.seen
        if not seen.my_turn or seen.own is None:
            return None
        return history.ended_leg(seen.states[seen.own.last_ply], seen.states[-1])

    @cached_property
    def links(self) -> dict[str, str] | None:
        """The URL behind each cell or slide; None if nothing can be chosen."""
        preview = self.choice.preview
        return self.choice.tree.links(preview.text if preview else "") or None

    @cached_property
    def touch(self) -> TouchTargets | None:
        """Targets for drags, and for taps outside the board; None if moves are not chosen on it."""
        preview = self.choice.preview
        return self.choice.tree.touch(preview.text if preview else "", self.diagram)

    @cached_property
    def buttons(self) -> list[Button]:
        """The possible next clicks that need a button."""
        return self.choice.tree.buttons(self.diagram, self.seen.words)

    @cached_property
    def leg(self) -> str:
        state = self.seen.position.state
        leg = self.finished_leg if self.shows_finished_leg else None
        return history.title_of(state, None if leg is None else leg.number)

    @cached_property
    def title(self) -> str:
        title = _("Board of %(players)s") % {"players": " – ".join(self.seen.names)}
        return f"{title}, {self.leg}" if self.leg else title

    @cached_property
    def spoken(self) -> str:
        return describe_diagram(self.diagram, self.seen.words)

    @property
    def in_hand(self) -> str:
        """The roll to be used, in words."""
        die = self.diagram.die
        if die is None:
            return ""
        said = _("Roll for %(colour)s: %(face)s")
        return said % {"colour": self.seen.words[die.tint], "face": die.face}
