"""The reader's choice at a table: what may be played, click by click or typed, and its preview."""

from __future__ import annotations

from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.diagrams.words import Words
from games.queries import Position
from games.rules.base import RulesError
from games.services import wording
from games.services.examples import whole_turn
from games.services.pictures import words_at
from games.services.words.registry import family_words
from games.web.clicks import Button, ClickTree
from games.web.drafts import Draft, clicks_of, draft_of
from games.web.errors import Answer, answer_to
from games.web.preview import Choice, Preview, choices_of, passes_of, preview_of, steps_of

SHOWN_AT_MOST = 40
LISTED_AT_MOST = 150


class Choosing:
    """What one reader may play at a position, what he has chosen so far, and what he was told."""

    position: Position
    typed: str
    notice: Answer | None
    clicked: tuple[str, ...]
    match: Any
    own: Any
    url: Any
    table: Any
    my_turn: Any
    diagram: Any

    def __post_init__(self) -> None:
        """Take the first steps of a turn that was typed for clicks: the turn is not whole yet."""
        if not self.typed or self.notice is not None or not self.my_turn:
            return
        way = clicks_of(self.table, self.own.number, self.typed)
        begun = draft_of(self.table, self.own.number, way) if way else None
        if begun is not None and not begun.sendable:
            self.clicked, self.typed = way, ""

    @cached_property
    def draft(self) -> Draft | None:
        """The turn in the making, in games whose turns have steps."""
        if not self.my_turn:
            return None
        seat = self.own.number
        typed = clicks_of(self.table, seat, self.typed) if self.typed else ()
        return draft_of(self.table, seat, typed or self.clicked)

    @cached_property
    def task(self) -> str:
        """What has to be done next, in games whose turns have steps."""
        if self.draft is None:
            return ""
        return family_words(self.match.ruleset).task(self._begun_state, self.words)

    @cached_property
    def begun_effect(self) -> str:
        """What the steps chosen so far have done besides, such as a signal whose discs leave."""
        if self.draft is None or not self.draft.text:
            return ""
        return wording.effect_words(self.table, self._begun_state, self.draft.text)

    @cached_property
    def _begun_state(self) -> Any:
        """The state after the steps chosen so far."""
        rules, begun = self.table.rules, self.draft.text if self.draft else ""
        if not begun:
            return self.table.state
        return rules.play(self.table.state, self.own.number, rules.parse(begun))

    @cached_property
    def goes_on(self) -> bool:
        """Whether the turn looked over may go on with more steps."""
        return bool(self.preview and self.draft and self.draft.goes_on)

    @cached_property
    def standing(self) -> str:
        """What holds at the table besides the position, such as a contract."""
        return family_words(self.match.ruleset).standing(self.table.state)

    @cached_property
    def auction(self) -> list[str]:
        """Who bid what in a running auction and how the board stands, in lines; else nothing."""
        position = self.position
        lines = [(ply.seat, ply.text) for ply in position.standing(position.at_ply)]
        found = family_words(self.match.ruleset).auction(position.state, lines)
        names = [seat.player.name for seat in position.seats]
        return found.sentences(names, position.viewer) if found else []

    @cached_property
    def bids(self) -> tuple[int, int] | None:
        """The least and the most that may be bid here; None where nothing is."""
        if not self.my_turn:
            return None
        return family_words(self.match.ruleset).bids(self.table.state, self.own.number)

    @cached_property
    def choices(self) -> list[Choice]:
        """Every legal move, where the reader may make one; of a turn of steps the next ones."""
        if not self.my_turn:
            return []
        if self.draft is not None:
            steps = steps_of(self.table, self.draft, self.url)
            begun = self.draft.text or self.draft.root
            return steps if begun else [*steps, *passes_of(self.table, self.own.number, self.url)]
        return choices_of(self.table, self.own.number, self.url)

    @cached_property
    def example(self) -> str:
        """A move as it is written; a whole turn where turns have steps."""
        rules, seat = self.table.rules, self.own.number
        moves = rules.moves(self.table.state, seat)
        if not moves:
            return ""
        return wording.notation(self.table, rules.spell(whole_turn(self.table, seat, moves[0])))

    @cached_property
    def shown_choices(self) -> list[Choice]:
        """As many legal moves as an answer to a wrong one lists (rule book C-4)."""
        return self.choices[:SHOWN_AT_MOST]

    @cached_property
    def listed_choices(self) -> list[Choice]:
        """The legal moves that the field for writing one suggests; not hundreds of them."""
        return self.choices if len(self.choices) <= LISTED_AT_MOST else []

    @cached_property
    def tree(self) -> ClickTree:
        """The legal moves as ways of clicks, and how far the reader has gone."""
        root = self.draft.root if self.draft else ()
        key, state = self.match.ruleset, self.position.state
        tree = ClickTree(key, self.choices, self.url, self.clicked, state, root)
        if not tree.is_dead:
            return tree
        if self.my_turn and not self.typed:
            words = _("No move begins with %(clicks)s; choose again.")
            self.notice = Answer(422, "no_such_clicks", words % {"clicks": " ".join(self.clicked)})
        self.clicked = root
        return ClickTree(key, self.choices, self.url, root, state, root)

    @cached_property
    def undo(self) -> str:
        """Where the last click is taken back; empty where there was only one."""
        return self.tree.back(self.preview.text if self.preview else "")

    @cached_property
    def buttons(self) -> list[Button]:
        """The clicks that may follow and that need a button."""
        return self.tree.buttons(self.diagram, self.words)

    @cached_property
    def words(self) -> Words:
        """What the board says, with the players' names."""
        return words_at(self.table)

    @cached_property
    def preview(self) -> Preview | None:
        """The chosen move before it is sent; a choice that cannot be leaves a notice instead."""
        chosen = self.typed or self._clicked_move
        if not chosen or not self.my_turn or self.notice is not None:
            return None
        try:
            return preview_of(self.table, self.own.number, chosen)
        except RulesError as error:
            self.notice = answer_to(error)
            return None

    @property
    def _clicked_move(self) -> str:
        """The move that the clicks have settled; empty while it is open."""
        if self.draft is None or self.tree.is_dead:
            return self.tree.sole
        return self.draft.text if self.draft.sendable else ""
