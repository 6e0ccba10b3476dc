"""The page of a lesson step: a board with a link for every legal move, and a message."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.diagrams.base import Diagram
from games.diagrams.text import describe_diagram
from games.diagrams.words import Words
from games.families.drawing import diagram_for
from games.families.lessons import Lesson, LessonStep, play_moves, seat_to_move, step_position
from games.families.phrases import family_texts
from games.families.registry import family_of
from games.rules import registry
from games.rules.base import AnyRules, AnyState, RulesError, Seat
from games.rules.series import SeriesState, played_boards
from games.services.match.pictures import active_board_labels
from games.services.wording import explaining
from games.web.page.clicks import Button, ClickTree
from games.web.page.preview import Choice


@dataclass
class LessonView:
    """A step of a lesson, with the reader's move or clicks."""

    key: str
    lesson: Lesson
    number: int
    typed: str = ""
    clicks: tuple[str, ...] = ()

    # The position ---------------------------------------------------------------------------------
    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.number - 1]

    @property
    def count(self) -> int:
        return len(self.lesson.steps)

    @cached_property
    def rules(self) -> AnyRules:
        return registry.get(self.key)

    @cached_property
    def state(self) -> AnyState:
        return step_position(self.key, self.step)

    @cached_property
    def seat(self) -> Seat:
        return seat_to_move(self.key, self.state)

    # The reader's move ----------------------------------------------------------------------------
    @cached_property
    def clicked(self) -> tuple[str, ...]:
        """The clicks, if a legal move begins with them."""
        return () if self._tree(self.clicks).is_dead else self.clicks

    @cached_property
    def tree(self) -> ClickTree:
        return self._tree(() if self.move else self.clicked)

    def _tree(self, clicks: tuple[str, ...]) -> ClickTree:
        words = family_texts(self.key)
        texts = [self.rules.spell(move) for move in self.rules.moves(self.state, self.seat)]
        labels = words.move_labels(
            self.state, texts, self.words, lambda: diagram_for(self.key, self.state)
        )
        choices = [
            Choice(text, label, f"{self.url}?{urlencode({'move': text})}")
            for text, label in zip(texts, labels, strict=True)
        ]
        return ClickTree(self.key, choices, self.url, clicks, self.state)

    @cached_property
    def _tried(self) -> tuple[str, str]:
        """The reader's legal move and "", or "" and the reason why it is not legal."""
        text = self.typed or self._tree(self.clicked).sole
        if not text:
            return "", ""
        try:
            move = self.rules.resolve_move(self.state, self.rules.read(text))
            self.rules.play(self.state, self.seat, move)
        except RulesError as error:
            return "", explaining.explain(error)
        return self.rules.spell(move), ""

    @property
    def move(self) -> str:
        """The legal move that was made, or ""."""
        return self._tried[0]

    @property
    def error(self) -> str:
        """Why the move is not legal, or ""."""
        return self._tried[1]

    @property
    def solved(self) -> bool:
        return self.move in self.step.expected

    # The board and texts --------------------------------------------------------------------------
    @cached_property
    def words(self) -> Words:
        """Labels of the board, with hands named as the reader's or the opponent's."""
        named = dict(active_board_labels())
        for role, seat in family_texts(self.key).holders(self.state).items():
            own = seat == self.seat
            named[f"store {role}"] = _("You") if own else _("Opponent")
            named[f"spoken {role}"] = _("You hold") if own else _("Your opponent holds")
        return MappingProxyType(named)

    @cached_property
    def diagram(self) -> Diagram:
        """The board of the task, or the one after the solution."""
        if self.solved:
            return self._after
        drawn = diagram_for(self.key, self.state, begun=self.clicked)
        cells = drawn.by_name.keys()
        follow = frozenset(self.tree.following(self.clicked) if self.clicked else ()) & cells
        chosen = (drawn.chosen | frozenset(self.clicked)) & cells - follow
        return replace(drawn, chosen=chosen, follow=follow)

    @property
    def _after(self) -> Diagram:
        plies = [self.move, *self.step.then.split()]
        states = play_moves(self.rules, self.state, plies)
        before, shown = states[-2:]
        if family_of(self.key).arrivals:
            before = self.state
        _before, board = played_boards(before, shown)
        since = before.inner if isinstance(before, SeriesState) else before
        return diagram_for(self.key, board, last=plies[-1], since=since)

    @cached_property
    def links(self) -> dict[str, str] | None:
        """The URL behind each place; None once the task is solved."""
        return None if self.solved else self.tree.links("") or None

    @cached_property
    def bids(self) -> tuple[int, int] | None:
        """The minimum and maximum bid, if a bid is asked for."""
        return None if self.solved else family_texts(self.key).bid_range(self.state, self.seat)

    @cached_property
    def buttons(self) -> list[Button]:
        """The possible clicks that are not on the board; bids have a field instead."""
        if self.solved or self.bids:
            return []
        return self.tree.buttons(self.diagram, self.words)

    @cached_property
    def spoken(self) -> str:
        return describe_diagram(self.diagram, self.words)

    @property
    def said(self) -> str:
        """The response to the reader's move."""
        if self.solved:
            return str(self.step.done)
        if self.move:
            wrong = str(self.step.wrong)
            return wrong or _(
                "That move is legal, but it is not the one we are looking for. Try again."
            )
        if self.clicks and not self.clicked:
            return _("No move starts there. Choose again.")
        return self.error

    # Links ----------------------------------------------------------------------------------------
    @property
    def url(self) -> str:
        return self._address(self.number)

    def _address(self, number: int) -> str:
        return reverse("games:lesson", args=[self.key, number])

    @property
    def previous(self) -> str:
        return self._address(self.number - 1) if self.number > 1 else ""

    @property
    def following(self) -> str:
        return self._address(self.number + 1) if self.number < self.count else ""

    @property
    def answer(self) -> str:
        """The URL of the solution."""
        return f"{self.url}?{urlencode({'move': self.step.expected[0]})}"
