"""The reader's choice of a move, by clicks or typed, and its preview."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.families.drawing import diagram_for
from games.rules.base import AnyState, RulesError
from games.services.wording import wording
from games.services.wording.examples import example_turn
from games.web.errors import Notice, describe_refusal
from games.web.page.clicks import ClickTree
from games.web.page.drafts import MoveDraft, clicks_of, draft_of
from games.web.page.preview import Choice, Preview, choices_of, passes_of, preview_of, steps_of
from games.web.page.reasons import refusal_for_place
from games.web.page.viewpoint import Viewpoint

MAX_CHOICES_SHOWN = 40
MAX_CHOICES_LISTED = 150


@dataclass(frozen=True)
class MoveSelection:
    """A reader's legal moves in a position, the choice so far, and messages about it.

    ``sent``, ``clicks`` and ``earlier_notice`` come from the request; ``typed``, ``clicked`` and
    ``notice`` are what became of them. ``direct``: the last click sends the move.
    """

    seen: Viewpoint
    sent: str = ""
    clicks: tuple[str, ...] = ()
    earlier_notice: Notice | None = None
    direct: bool = False

    # The choice -----------------------------------------------------------------------------------
    @cached_property
    def _clicks_of_partial_text(self) -> tuple[str, ...]:
        """The clicks of a typed text that is only part of a turn."""
        seat = self.seen.mover
        if not self.sent or self.earlier_notice is not None or seat is None:
            return ()
        way = clicks_of(self.seen.loaded, seat, self.sent)
        begun = draft_of(self.seen.loaded, seat, way) if way else None
        return way if begun is not None and not begun.sendable else ()

    @cached_property
    def typed(self) -> str:
        """The typed move; "" if it is only part of a turn."""
        return "" if self._clicks_of_partial_text else self.sent

    @cached_property
    def _request_clicks(self) -> tuple[str, ...]:
        """The clicks of the request."""
        return self._clicks_of_partial_text or self.clicks

    @cached_property
    def clicked(self) -> tuple[str, ...]:
        """The valid clicks: without those that no move begins with."""
        if not self._strays:
            return self._request_clicks
        return self._root if self.draft else self._request_tree.longest(self._request_clicks)

    @cached_property
    def draft(self) -> MoveDraft | None:
        """The incomplete turn, in games whose turns have steps."""
        seat = self.seen.mover
        if seat is None:
            return None
        typed = clicks_of(self.seen.loaded, seat, self.typed) if self.typed else ()
        return draft_of(self.seen.loaded, seat, typed or self._request_clicks)

    @property
    def _root(self) -> tuple[str, ...]:
        """The clicks of completed steps."""
        return self.draft.root if self.draft else ()

    def _tree(self, clicks: tuple[str, ...]) -> ClickTree:
        """Return the legal moves as a tree of clicks."""
        seen = self.seen
        key, state = seen.match.ruleset, seen.position.state
        return ClickTree(
            key, self.choices, seen.url, clicks, state, self._root, in_full=self.direct
        )

    @cached_property
    def _request_tree(self) -> ClickTree:
        """The tree at the clicks of the request."""
        return self._tree(self._request_clicks)

    @property
    def _strays(self) -> bool:
        """Whether no move begins with the clicks of the request."""
        return self._request_tree.is_dead

    @cached_property
    def tree(self) -> ClickTree:
        """The tree at the valid clicks."""
        return self._tree(self.clicked) if self._strays else self._request_tree

    @cached_property
    def _tried(self) -> tuple[Preview | None, Notice | None]:
        """The preview of the chosen move, or the reason why it is not legal."""
        seat = self.seen.mover
        if self.earlier_notice is not None or seat is None:
            return None, self.earlier_notice
        if not self.typed and self._strays:
            return None, self._dead_end_reason(seat)
        chosen = self.typed or self._clicked_move
        if not chosen:
            return None, None
        try:
            return preview_of(self.seen.loaded, seat, chosen), None
        except RulesError as error:
            return None, describe_refusal(error)

    def _dead_end_reason(self, seat: int) -> Notice:
        """Return the reason why no move begins with the clicks, preferably that of the rules."""
        meant = self._request_tree.meant if self.draft is None else ""
        if meant:
            try:
                preview_of(self.seen.loaded, seat, meant)
            except RulesError as error:
                return describe_refusal(error)
        if self.draft is None and len(self._request_clicks) == 1:
            return self._place_reason(seat, self._request_clicks[0])
        words = _("No move starts with %(clicks)s. Choose again.")
        return Notice(422, "no_such_clicks", words % {"clicks": " ".join(self._request_clicks)})

    def _place_reason(self, seat: int, place: str) -> Notice:
        """Return the reason why no move begins with a place."""
        loaded = self.seen.loaded
        if error := refusal_for_place(loaded, seat, self._request_tree.ways, place):
            return describe_refusal(error)
        cell = diagram_for(loaded.match.ruleset, loaded.state).by_name.get(place)
        words = _("You cannot play anything on %(place)s now.")
        if cell and cell.piece:
            words = _("The piece on %(place)s has no legal move.")
        return Notice(422, "no_such_clicks", words % {"place": place})

    @property
    def _clicked_move(self) -> str:
        """The move determined by the clicks; "" while several are possible."""
        if self.draft is None:
            return self.tree.sole
        return self.draft.text if self.draft.sendable else ""

    @property
    def preview(self) -> Preview | None:
        """The preview of the chosen move;

        None if there is none or it is not legal (see ``notice``).
        """
        return self._tried[0]

    @property
    def notice(self) -> Notice | None:
        return self._tried[1]

    # Consequences ---------------------------------------------------------------------------------
    @cached_property
    def task(self) -> str:
        """The next task, in games whose turns have steps."""
        if self.draft is None:
            return ""
        return self.seen.family.task_sentence(self._state_after_steps, self.seen.words)

    @cached_property
    def steps_effect(self) -> str:
        """The effects of the steps chosen so far."""
        if self.draft is None or not self.draft.text:
            return ""
        return wording.effect_text(self.seen.loaded, self._state_after_steps, self.draft.text)

    @cached_property
    def _state_after_steps(self) -> AnyState:
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
        """The URL without the last click; "" if there was only one."""
        return self.tree.back(self.preview.text if self.preview else "")

    # Legal moves ----------------------------------------------------------------------------------
    @cached_property
    def choices(self) -> list[Choice]:
        """Every legal move of the reader; in games with steps the next steps."""
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
        """The legal moves listed after an illegal one (rule book C-4), MAX_SHOWN at most."""
        return self.choices[:MAX_CHOICES_SHOWN]

    @cached_property
    def listed_choices(self) -> list[Choice]:
        """The legal moves suggested while typing; none if there are too many."""
        return self.choices if len(self.choices) <= MAX_CHOICES_LISTED else []

    @cached_property
    def sole_choice(self) -> Choice | None:
        """The only legal move, in games that send such a move without a preview."""
        choices = self.choices if self.seen.family.skips_preview else []
        return choices[0] if len(choices) == 1 else None

    @cached_property
    def bids(self) -> tuple[int, int] | None:
        """The minimum and maximum bid, if the reader may bid."""
        seat = self.seen.mover
        return None if seat is None else self.seen.family.bid_range(self.seen.loaded.state, seat)

    @cached_property
    def example(self) -> str:
        """An example of a move; a whole turn if turns have steps."""
        loaded, seat = self.seen.loaded, self.seen.number
        moves = loaded.rules.moves(loaded.state, seat) if seat is not None else ()
        if seat is None or not moves:
            return ""
        return wording.move_notation(
            loaded, loaded.rules.spell(example_turn(loaded, seat, moves[0]))
        )
