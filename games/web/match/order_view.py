"""The orders of a player as the page of a match shows them, and the way to a new one (C-7).

A chain is chosen step by step: what the other plays, what I answer, and so on; every step is a
page of its own that shows the board it leads to.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING

from django.utils.translation import get_language, gettext as _

from games import match_queries
from games.diagrams.base import Diagram
from games.families.drawing import diagram_for
from games.orders.grammar import read_commands
from games.orders.turns import Reader
from games.rules import registry
from games.rules.base import AnyState, RulesError
from games.services.match import public_ids
from games.services.match.loaded import LoadedMatch
from games.services.play import orders
from games.services.wording import wording
from games.services.wording.order_words import order_fate
from games.web.errors import Answer, answer_to
from games.web.match.order_lines import (
    OrderRow,
    example_line,
    example_reply,
    order_line,
    waiting_rows,
)
from games.web.match.standing import StandingView
from games.web.page.choosing import MAX_LISTED
from games.web.page.match_view import MatchView
from games.web.page.preview import Choice

if TYPE_CHECKING:
    from games.models import Order

MAX_STEPS = 20


@dataclass(frozen=True)
class Stage:
    """One step of planning: whose move is expected (None if nobody's), on which board."""

    state: AnyState
    seat: int | None
    last: str
    path: tuple[str, ...] = ()
    why_not: str = ""


@dataclass
class OrderView:
    """The part "Orders": waiting orders, the outcome of others, the plan chosen so far."""

    view: MatchView
    theirs: list[str] = field(default_factory=list)
    mine: list[str] = field(default_factory=list)
    typed: str = ""
    notice: Answer | None = None

    def __post_init__(self) -> None:
        """Leave out what is no step: too many, or an answer to nothing."""
        del self.theirs[MAX_STEPS:], self.mine[len(self.theirs) :]

    @cached_property
    def shown(self) -> bool:
        """Whether this reader may order anything here."""
        view = self.view
        if view.own is None or not view.match.is_running or not view.position.is_current:
            return False
        return self.foresees or self.drafts or self.stands

    @cached_property
    def foresees(self) -> bool:
        """Whether conditional orders are possible: without chance, and against somebody."""
        alone = len(self.view.position.seats) == 1
        return not alone and not registry.get(self.view.match.ruleset).draws_lots

    @cached_property
    def drafts(self) -> bool:
        """Whether there is a draft that a list may make."""
        return self.view.position.rules.drafts

    @cached_property
    def stands(self) -> bool:
        """Whether standing orders for dice are possible."""
        return self.view.position.rules.takes_standing_orders

    @cached_property
    def standing(self) -> StandingView:
        """The standing order that waits, and the form for another one."""
        row = next((row for row in self._rows if row.is_open and row.is_standing), None)
        return StandingView(
            row.text if row else "", public_ids.public_id(row.pk, "order") if row else 0, self.typed
        )

    @cached_property
    def is_open(self) -> bool:
        """Whether the part is unfolded."""
        busy = self.notice or self.theirs or self.waiting or self.told
        return bool(busy or (self.stands and self.standing.text))

    # What there is --------------------------------------------------------------------------------
    @cached_property
    def _rows(self) -> list[Order]:
        own = self.view.own
        return match_queries.visible_orders(own) if own is not None and own.has_orders else []

    @cached_property
    def waiting(self) -> list[OrderRow]:
        """The waiting conditional orders, those that follow from others below them."""
        return waiting_rows(self._rows, self.view.seen.loaded, self.view.match.ply_count)

    @cached_property
    def list_here(self) -> Order | None:
        """The list for the draft that was given for this match; None without one."""
        return next((row for row in self._rows if row.is_open and row.is_list), None)

    @cached_property
    def told(self) -> list[str]:
        """News of orders since the player's own last move."""
        return [order_fate(row, self._as_given(row)) for row in self._rows if not row.is_open]

    def _as_given(self, order: Order) -> str:
        """Write an order that no longer waits, as it stood on the position it was given on."""
        states, given = self.view.seen.states, order.after
        if not order.is_path or given >= len(states):
            return str(order.text)
        return order_line(replace(self.view.seen.loaded, state=states[given]), order, given)

    @cached_property
    def lists(self) -> list[str]:
        """Every list for the draft."""
        return ["".join(each) for each in permutations("RYG")]

    # The way to a new one -------------------------------------------------------------------------
    @property
    def text(self) -> str:
        """The chain chosen so far as one line."""
        pairs = zip(self.theirs, self.mine, strict=False)
        return " ".join(f"if {theirs} then {mine}" for theirs, mine in pairs)

    @property
    def steps(self) -> list[tuple[str, str]]:
        """The moves chosen so far, in pairs; the last answer may be missing."""
        return list(zip(self.theirs, [*self.mine, ""], strict=False))

    @property
    def told_steps(self) -> list[tuple[str, str]]:
        """The same as their reader writes moves."""
        if self.stage is None:
            return self.steps
        moves = wording.format_plies(self.view.seen.loaded, self.stage.path)
        alone = len(moves) == len(self.theirs) + len(self.mine)  # each of them one ply
        return list(zip(moves[::2], [*moves[1::2], ""], strict=False)) if alone else self.steps

    @property
    def answering(self) -> bool:
        """Whether the own answer is to be chosen next."""
        return len(self.theirs) > len(self.mine)

    @cached_property
    def stage(self) -> Stage | None:
        """Where the way has led; a step that cannot be is left out (the notice says why)."""
        own = self.view.seen.number
        if own is None or not self.foresees or self.view.my_turn:
            return None
        while True:
            try:
                return self._walk(own)
            except RulesError as error:
                self.notice = self.notice or answer_to(error)
                if not self.theirs:
                    return None
                (self.theirs if self.answering else self.mine).pop()

    def _walk(self, own: int) -> Stage:
        """Play what was chosen as a trial."""
        position = self.view.position
        reader, state = Reader(position.rules, get_language()), position.state
        path: tuple[str, ...] = ()
        if self.text:
            (command,) = read_commands(self.text)
            links, state = reader.chain(state, own, command)
            path = (*links[-1].expects, *links[-1].answer)
        last = path[-1] if path else ""
        if self.answering:
            steps = reader.expected(state, own, self.theirs[len(self.mine)], after=last)
            path = (*path, *(step.text for step in steps))
            return Stage(steps[-1].state, own, path[-1], path)
        try:
            reader.require_waiting(state, own, last)
        except RulesError as error:
            return Stage(state, None, last, path, answer_to(error).sentence)
        (seat,) = position.rules.awaited(state)
        return Stage(state, seat, last, path)

    @cached_property
    def kept_text(self) -> str:
        """The whole chain, ready to be kept; empty while an answer is missing or it is wrong."""
        return self.text if self.stage is not None and not self.answering else ""

    @cached_property
    def name(self) -> str:
        """Whose move is expected next."""
        stage = self.stage
        return "" if stage is None or stage.seat is None else self.view.names[stage.seat]

    @cached_property
    def diagram(self) -> Diagram | None:
        """The board that the chosen moves lead to; none before anything is chosen."""
        if self.stage is None or not self.theirs:
            return None
        key, seat = self.view.match.ruleset, self.view.seen.number
        return diagram_for(key, self.stage.state, last=self.stage.last, seat=seat)

    @cached_property
    def choices(self) -> list[Choice]:
        """The moves that may be chosen next; none where they are too many for a list."""
        stage = self.stage
        if stage is None or stage.seat is None:
            return []
        position = self.view.position
        loaded = LoadedMatch(position.match, position.seats, position.rules, stage.state)
        moves = position.rules.moves(stage.state, stage.seat)
        if not 0 < len(moves) <= MAX_LISTED:
            return []
        texts = [position.rules.spell(move) for move in moves]
        words = wording.moves_words(loaded, texts)
        return [
            Choice(text, said, "", wording.notation(loaded, text))
            for text, said in zip(texts, words, strict=True)
        ]

    @property
    def board_title(self) -> str:
        """Title of the preview board."""
        return _("Board after %(moves)s") % {"moves": self.text or " ".join(self.theirs)}

    @cached_property
    def example(self) -> tuple[str, str]:
        """A move of the other and an answer to it."""
        seen, stage = self.view.seen, self.stage
        if stage is None or stage.seat is None or seen.number is None:
            return "a1", "b2"
        loaded = replace(seen.loaded, state=stage.state)
        return example_reply(loaded, stage.seat, seen.number) or ("a1", "b2")

    @cached_property
    def whole_example(self) -> str:
        """A move of the reader with an answer foreseen and answered; empty if turns are long."""
        seen, choice = self.view.seen, self.view.choice
        if seen.mover is None or choice.draft is not None or not choice.choices:
            return ""
        return example_line(seen.loaded, seen.mover, choice.choices[0].text)

    @cached_property
    def list_now(self) -> str:
        """The list by which picks are made now, that of all matches where none was given here."""
        own = self.view.own
        given = [self.list_here] if self.list_here else []
        return "" if own is None else orders.active_draft_list(own, given)

    @cached_property
    def status(self) -> int:
        _touched = self.shown and self.stage
        return self.notice.status if self.notice else 200
