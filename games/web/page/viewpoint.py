from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.functional import cached_property

from accounts.naming import isolated
from games.diagrams.words import Words
from games.families.phrases import family_texts
from games.families.words import FamilyTexts
from games.queries import Position
from games.rules.base import AnyState
from games.services.match.loaded import LoadedMatch
from games.services.match.pictures import match_board_labels
from games.web.page.times import ClockView, clock_views

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Match, Seat


@dataclass(frozen=True)
class Viewpoint:
    """A match at a ply, as one reader (None: a visitor) sees it at an instant."""

    position: Position
    reader: Player | None
    now: datetime
    turned: bool = False  # the board is turned round

    @cached_property
    def match(self) -> Match:
        return self.position.match

    @cached_property
    def own(self) -> Seat | None:
        """The reader's seat; None for a spectator."""
        return self.position.seat_of(self.reader)

    @cached_property
    def other(self) -> Seat | None:
        """The opponent's seat; None for a spectator."""
        if self.own is None:
            return None
        return next((seat for seat in self.position.seats if seat is not self.own), None)

    @cached_property
    def number(self) -> int | None:
        """The number of the reader's seat; None for a spectator."""
        return self.own.number if self.own else None

    @cached_property
    def names(self) -> list[str]:
        return [isolated(seat.player.name) for seat in self.position.seats]

    @cached_property
    def url(self) -> str:
        """The URL of this page, which includes whether the board is turned."""
        return reverse("games:match_turned", args=[self.match.pk]) if self.turned else self.usual

    @property
    def usual(self) -> str:
        """The URL of the match with the board not turned."""
        return self.match.get_absolute_url()

    @cached_property
    def loaded(self) -> LoadedMatch:
        """The position as rules and wording services need it; not locked."""
        return LoadedMatch(
            self.match, self.position.seats, self.position.rules, self.position.state
        )

    @cached_property
    def mover(self) -> int | None:
        """The reader's seat number if they may move on this page, else None."""
        own = self.own
        mine = own is not None and own.awaited and not own.left_by and self.position.is_current
        return own.number if own is not None and mine else None

    @property
    def my_turn(self) -> bool:
        """Whether the reader may move on this page."""
        return self.mover is not None

    @cached_property
    def family(self) -> FamilyTexts[AnyState]:
        return family_texts(self.match.ruleset)

    @cached_property
    def words(self) -> Words:
        """The labels of the board, with the players' names."""
        return match_board_labels(self.loaded)

    @cached_property
    def states(self) -> list[AnyState]:
        """The states from the start on, as the reader may see them."""
        return self.position.states()

    @cached_property
    def shown_from(self) -> int:
        """The number of plies before the turn shown; in a replay before the ply shown."""
        at = self.position.at_ply
        return self.position.turn_start if self.position.is_current else max(0, at - 1)

    @cached_property
    def clocks(self) -> list[ClockView]:
        """All clocks, the reader's own first."""
        return clock_views(self.position, self.reader, self.now)
