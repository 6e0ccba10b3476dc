"""The reader's choice in a match: what may be played, click by click or typed, and its preview."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.families.drawing import diagram_for
from games.rules.base import AnyState, RulesError
from games.services.wording import wording
from games.services.wording.examples import whole_turn
from games.web.errors import Answer, answer_to
from games.web.page.clicks import ClickTree
from games.web.page.drafts import MoveDraft, clicks_of, draft_of
from games.web.page.preview import Choice, Preview, choices_of, passes_of, preview_of, steps_of
from games.web.page.reasons import why_not
from games.web.page.viewpoint import Viewpoint

MAX_SHOWN = 40
MAX_LISTED = 150


@dataclass(frozen=True)
class Choosing:
    """A reader's legal moves at a position, the choice so far, and the messages about it.

    ``sent`` and ``told_before`` are what the request brought; ``clicked``, ``typed`` and
    ``notice`` what became of it. ``direct`` is whether the last click sends the move.
    """

    seen: Viewpoint
    sent: str = ""
    clicks: tuple[str, ...] = ()
    told_before: Answer | None = None
    direct: bool = False

    # What was chosen ------------------------------------------------------------------------------
    @cached_property
    def _begun_by_text(self) -> tuple[str, ...]:
        """The first steps of a turn that was typed for clicks: the turn is not whole yet."""
        seat = self.seen.mover
        if not self.sent or self.told_before is not None or seat is None:
            return ()
        way = clicks_of(self.seen.loaded, seat, self.sent)
        begun = draft_of(self.seen.loaded, seat, way) if way else None
        return way if begun is not None and not begun.sendable else ()

    @cached_property
    def typed(self) -> str:
        """The move that was written; empty if it only begins a turn."""
        return "" if self._begun_by_text else self.sent

    @cached_property
    def _request_clicks(self) -> tuple[str, ...]:
        """The clicks that came with the request."""
        return self._begun_by_text or self.clicks

    @cached_property
    def clicked(self) -> tuple[str, ...]:
        """The clicks that hold: those of the steps before where no move begins with them."""
        if not self._strays:
            return self._request_clicks
        return self._root if self.draft else self._tree_given.longest(self._request_clicks)

    @cached_property
    def draft(self) -> MoveDraft | None:
        """The turn in the making, in games whose turns have steps."""
        seat = self.seen.mover
        if seat is None:
            return None
        typed = clicks_of(self.seen.loaded, seat, self.typed) if self.typed else ()
        return draft_of(self.seen.loaded, seat, typed or self._request_clicks)

    @property
    def _root(self) -> tuple[str, ...]:
        """The clicks of the steps that are whole."""
        return self.draft.root if self.draft else ()

    def _tree(self, clicks: tuple[str, ...]) -> ClickTree:
        """Lay out the legal moves as ways of clicks."""
        seen = self.seen
        key, state = seen.match.ruleset, seen.position.state
        return ClickTree(
            key, self.choices, seen.url, clicks, state, self._root, in_full=self.direct
        )

    @cached_property
    def _tree_given(self) -> ClickTree:
        """The ways of clicks from where the request has gone."""
        return self._tree(self._request_clicks)

    @property
    def _strays(self) -> bool:
        """Whether no move begins with the clicks of the request."""
        return self._tree_given.is_dead

    @cached_property
    def tree(self) -> ClickTree:
        """The legal moves as ways of clicks, and how far the reader has gone."""
        return self._tree(self.clicked) if self._strays else self._tree_given

    @cached_property
    def _tried(self) -> tuple[Preview | None, Answer | None]:
        """The chosen move as a trial, or why it cannot be."""
        seat = self.seen.mover
        if self.told_before is not None or seat is None:
            return None, self.told_before
        if not self.typed and self._strays:
            return None, self._why_strays(seat)
        chosen = self.typed or self._clicked_move
        if not chosen:
            return None, None
        try:
            return preview_of(self.seen.loaded, seat, chosen), None
        except RulesError as error:
            return None, answer_to(error)

    def _why_strays(self, seat: int) -> Answer:
        """Say why no move begins with the clicks: the rules' objection to the move they make."""
        meant = self._tree_given.meant if self.draft is None else ""
        if meant:
            try:
                preview_of(self.seen.loaded, seat, meant)
            except RulesError as error:
                return answer_to(error)
        if self.draft is None and len(self._request_clicks) == 1:
            return self._why_stays(seat, self._request_clicks[0])
        words = _("No move starts with %(clicks)s. Choose again.")
        return Answer(422, "no_such_clicks", words % {"clicks": " ".join(self._request_clicks)})

    def _why_stays(self, seat: int, place: str) -> Answer:
        """Say why no move begins with a place."""
        loaded = self.seen.loaded
        if error := why_not(loaded, seat, self._tree_given.ways, place):
            return answer_to(error)
        cell = diagram_for(loaded.match.ruleset, loaded.state).by_name.get(place)
        words = _("You cannot play anything on %(place)s now.")
        if cell and cell.piece:
            words = _("The piece on %(place)s has no legal move.")
        return Answer(422, "no_such_clicks", words % {"place": place})

    @property
    def _clicked_move(self) -> str:
        """The move that the clicks have settled; empty while it is open."""
        if self.draft is None:
            return self.tree.sole
        return self.draft.text if self.draft.sendable else ""

    @property
    def preview(self) -> Preview | None:
        """The chosen move before it is sent; a choice that cannot be leaves a notice instead."""
        return self._tried[0]

    @property
    def notice(self) -> Answer | None:
        """The message about the choice."""
        return self._tried[1]

    # What it leads to -----------------------------------------------------------------------------
    @cached_property
    def task(self) -> str:
        """The next task, in games whose turns have steps."""
        if self.draft is None:
            return ""
        return self.seen.family.task_sentence(self._begun_state, self.seen.words)

    @cached_property
    def begun_effect(self) -> str:
        """Effects of the chosen steps, such as a signal whose discs leave."""
        if self.draft is None or not self.draft.text:
            return ""
        return wording.effect_words(self.seen.loaded, self._begun_state, self.draft.text)

    @cached_property
    def _begun_state(self) -> AnyState:
        """The state after the steps chosen so far."""
        loaded, seat = self.seen.loaded, self.seen.mover
        if seat is None or self.draft is None or not self.draft.text:
            return loaded.state
        return loaded.rules.play(loaded.state, seat, loaded.rules.parse(self.draft.text))

    @cached_property
    def goes_on(self) -> bool:
        """Whether the previewed turn may continue with more steps."""
        return bool(self.preview and self.draft and self.draft.goes_on)

    @cached_property
    def undo(self) -> str:
        """Where the last click is taken back; empty if there was only one."""
        return self.tree.back(self.preview.text if self.preview else "")

    # What may be chosen ---------------------------------------------------------------------------
    @cached_property
    def choices(self) -> list[Choice]:
        """Every legal move, where the reader may make one; of a turn of steps the next ones."""
        seen, seat = self.seen, self.seen.mover
        if seat is None:
            return []
        if self.draft is not None:
            steps = steps_of(seen.loaded, self.draft, seen.url)
            begun = self.draft.text or self.draft.root
            return steps if begun else [*steps, *passes_of(seen.loaded, seat, seen.url)]
        return choices_of(seen.loaded, seat, seen.url)

    @cached_property
    def shown_choices(self) -> list[Choice]:
        """As many legal moves as an answer to a wrong one lists (rule book C-4)."""
        return self.choices[:MAX_SHOWN]

    @cached_property
    def listed_choices(self) -> list[Choice]:
        """The legal moves that the field for writing one suggests; not hundreds of them."""
        return self.choices if len(self.choices) <= MAX_LISTED else []

    @cached_property
    def send_at_once(self) -> Choice | None:
        """The only possible move, if there is nothing to choose and nothing to preview."""
        choices = self.choices if self.seen.family.sends_at_once else []
        return choices[0] if len(choices) == 1 else None

    @cached_property
    def bids(self) -> tuple[int, int] | None:
        """The least and the most that may be bid here; None if nothing is."""
        seat = self.seen.mover
        return None if seat is None else self.seen.family.bid_range(self.seen.loaded.state, seat)

    @cached_property
    def example(self) -> str:
        """An example of a move; a whole turn where turns have steps."""
        loaded, seat = self.seen.loaded, self.seen.number
        moves = loaded.rules.moves(loaded.state, seat) if seat is not None else ()
        if seat is None or not moves:
            return ""
        return wording.notation(loaded, loaded.rules.spell(whole_turn(loaded, seat, moves[0])))
