"""The "Orders" part of the match page, and choosing a new conditional order (C-7).

A chain is chosen step by step: the opponent's move, the reply, and so on. Every step is a page of
its own with the resulting board.
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
from games.orders.grammar import parse_commands
from games.orders.turns import TurnReader
from games.rules import registry
from games.rules.base import AnyState, RulesError
from games.services.match import public_ids
from games.services.match.loaded import LoadedMatch
from games.services.play import orders
from games.services.wording import wording
from games.services.wording.order_words import order_status_sentence
from games.web.errors import Notice, describe_refusal
from games.web.match.order_lines import (
    OrderRow,
    example_line,
    example_reply,
    remaining_order_text,
    waiting_rows,
)
from games.web.match.standing import StandingOrderView
from games.web.page.choosing import MAX_CHOICES_LISTED
from games.web.page.match_view import MatchView
from games.web.page.preview import Choice

if TYPE_CHECKING:
    from games.models import Order

MAX_STEPS = 20


@dataclass(frozen=True)
class Stage:
    """One step of choosing a chain: the board, and whose move comes next (None if nobody's)."""

    state: AnyState
    seat: int | None
    last: str
    path: tuple[str, ...] = ()
    why_not: str = ""


@dataclass
class OrderView:
    """The "Orders" part: waiting orders, news of others, and the chain chosen so far."""

    view: MatchView
    theirs: list[str] = field(default_factory=list)
    mine: list[str] = field(default_factory=list)
    typed: str = ""
    notice: Notice | None = None

    def __post_init__(self) -> None:
        """Drop excess steps, and replies without a move before them."""
        del self.theirs[MAX_STEPS:], self.mine[len(self.theirs) :]

    @cached_property
    def shown(self) -> bool:
        """Whether this reader can give any orders here."""
        view = self.view
        if view.own is None or not view.match.is_running or not view.position.is_current:
            return False
        return self.foresees or self.drafts or self.stands

    @cached_property
    def foresees(self) -> bool:
        """Whether conditional orders are possible: with opponents and without chance."""
        alone = len(self.view.position.seats) == 1
        return not alone and not registry.get(self.view.match.ruleset).draws_lots

    @cached_property
    def drafts(self) -> bool:
        """Whether the game begins with a draft."""
        return self.view.position.rules.drafts

    @cached_property
    def stands(self) -> bool:
        return self.view.position.rules.takes_standing_orders

    @cached_property
    def standing(self) -> StandingOrderView:
        """The waiting standing order and the form for a new one."""
        row = next((row for row in self._rows if row.is_open and row.is_standing), None)
        return StandingOrderView(
            row.text if row else "", public_ids.public_id(row.pk, "order") if row else 0, self.typed
        )

    @cached_property
    def is_open(self) -> bool:
        """Whether the part is unfolded."""
        busy = self.notice or self.theirs or self.waiting or self.told
        return bool(busy or (self.stands and self.standing.text))

    # Existing orders ------------------------------------------------------------------------------
    @cached_property
    def _rows(self) -> list[Order]:
        own = self.view.own
        return match_queries.visible_orders(own) if own is not None and own.has_orders else []

    @cached_property
    def waiting(self) -> list[OrderRow]:
        """The waiting conditional orders, each above those that follow from it."""
        return waiting_rows(self._rows, self.view.seen.loaded, self.view.match.ply_count)

    @cached_property
    def match_list(self) -> Order | None:
        """The draft list given for this match, if any."""
        return next((row for row in self._rows if row.is_open and row.is_draft), None)

    @cached_property
    def told(self) -> list[str]:
        """News of orders since the player's last move."""
        return [
            order_status_sentence(row, self._as_ordered(row))
            for row in self._rows
            if not row.is_open
        ]

    def _as_ordered(self, order: Order) -> str:
        """Return a closed order in the notation of the position it was given on."""
        states, given = self.view.seen.states, order.after
        if not order.is_conditional or given >= len(states):
            return str(order.text)
        return remaining_order_text(
            replace(self.view.seen.loaded, state=states[given]), order, given
        )

    @cached_property
    def lists(self) -> list[str]:
        """All possible draft lists."""
        return ["".join(each) for each in permutations("RYG")]

    # Choosing a new order -------------------------------------------------------------------------
    @property
    def text(self) -> str:
        """The chain chosen so far, in the grammar of orders."""
        pairs = zip(self.theirs, self.mine, strict=False)
        return " ".join(f"if {theirs} then {mine}" for theirs, mine in pairs)

    @property
    def steps(self) -> list[tuple[str, str]]:
        """The moves chosen so far, in pairs; the last reply may be missing."""
        return list(zip(self.theirs, [*self.mine, ""], strict=False))

    @property
    def steps_in_notation(self) -> list[tuple[str, str]]:
        """The same pairs in the reader's notation."""
        if self.stage is None:
            return self.steps
        moves = wording.format_plies(self.view.seen.loaded, self.stage.path)
        alone = len(moves) == len(self.theirs) + len(self.mine)  # every move is a single ply
        return list(zip(moves[::2], [*moves[1::2], ""], strict=False)) if alone else self.steps

    @property
    def answering(self) -> bool:
        """Whether the player's own reply comes next."""
        return len(self.theirs) > len(self.mine)

    @cached_property
    def stage(self) -> Stage | None:
        """The position after the chosen steps; drops the first illegal one and sets the notice."""
        own = self.view.seen.number
        if own is None or not self.foresees or self.view.my_turn:
            return None
        while True:
            try:
                return self._walk(own)
            except RulesError as error:
                self.notice = self.notice or describe_refusal(error)
                if not self.theirs:
                    return None
                (self.theirs if self.answering else self.mine).pop()

    def _walk(self, own: int) -> Stage:
        """Try out the chosen steps; raises RulesError."""
        position = self.view.position
        reader, state = TurnReader(position.rules, get_language()), position.state
        path: tuple[str, ...] = ()
        if self.text:
            (command,) = parse_commands(self.text)
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
            return Stage(state, None, last, path, describe_refusal(error).sentence)
        (seat,) = position.rules.awaited(state)
        return Stage(state, seat, last, path)

    @cached_property
    def complete_text(self) -> str:
        """The complete chain, ready to be saved; "" if a reply is missing or a step is illegal."""
        return self.text if self.stage is not None and not self.answering else ""

    @cached_property
    def name(self) -> str:
        """The player whose move comes next."""
        stage = self.stage
        return "" if stage is None or stage.seat is None else self.view.names[stage.seat]

    @cached_property
    def diagram(self) -> Diagram | None:
        """The board after the chosen steps, if there are any."""
        if self.stage is None or not self.theirs:
            return None
        key, seat = self.view.match.ruleset, self.view.seen.number
        return diagram_for(key, self.stage.state, last=self.stage.last, seat=seat)

    @cached_property
    def choices(self) -> list[Choice]:
        """The legal next moves; empty if there are too many to list."""
        stage = self.stage
        if stage is None or stage.seat is None:
            return []
        position = self.view.position
        loaded = LoadedMatch(position.match, position.seats, position.rules, stage.state)
        moves = position.rules.moves(stage.state, stage.seat)
        if not 0 < len(moves) <= MAX_CHOICES_LISTED:
            return []
        texts = [position.rules.spell(move) for move in moves]
        words = wording.move_labels(loaded, texts)
        return [
            Choice(text, said, "", wording.move_notation(loaded, text))
            for text, said in zip(texts, words, strict=True)
        ]

    @property
    def board_title(self) -> str:
        return _("Board after %(moves)s") % {"moves": self.text or " ".join(self.theirs)}

    @cached_property
    def example(self) -> tuple[str, str]:
        """An example of an opponent's move and a reply."""
        seen, stage = self.view.seen, self.stage
        if stage is None or stage.seat is None or seen.number is None:
            return "a1", "b2"
        loaded = replace(seen.loaded, state=stage.state)
        return example_reply(loaded, stage.seat, seen.number) or ("a1", "b2")

    @cached_property
    def example_line(self) -> str:
        """An example of the reader's move with a conditional reply; "" if none fits."""
        seen, choice = self.view.seen, self.view.choice
        if seen.mover is None or choice.draft is not None or not choice.choices:
            return ""
        return example_line(seen.loaded, seen.mover, choice.choices[0].text)

    @cached_property
    def active_list(self) -> str:
        """The draft list in force: that of this match, else the player's."""
        own = self.view.own
        given = [self.match_list] if self.match_list else []
        return "" if own is None else orders.active_draft_list(own, given)

    @cached_property
    def status(self) -> int:
        _touched = self.shown and self.stage
        return self.notice.status if self.notice else 200
