"""The match page, composed of its parts for the templates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse

from games.diagrams.words import Words
from games.families.words import FamilyTexts
from games.queries import Position
from games.rules.base import AnyState
from games.web.page.board_view import BoardView
from games.web.page.choosing import MoveSelection
from games.web.page.dice import Dice
from games.web.page.ending import Ending
from games.web.page.header import Header
from games.web.page.record import Record
from games.web.page.rights import Rights
from games.web.page.times import ClockView
from games.web.page.viewpoint import Viewpoint

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Match, Seat


@dataclass(frozen=True)
class MatchView:
    """A match at a ply as one reader sees it, with their choice."""

    seen: Viewpoint
    header: Header
    choice: MoveSelection
    board: BoardView
    dice: Dice
    history: Record
    rights: Rights
    ending: Ending | None = None
    version: str = ""

    @property
    def status(self) -> int:
        """The HTTP status: that of the notice, if there is one."""
        notice = self.choice.notice
        return notice.status if notice else 200

    # Shared by all parts --------------------------------------------------------------------------
    @property
    def position(self) -> Position:
        return self.seen.position

    @property
    def match(self) -> Match:
        return self.seen.match

    @property
    def reader(self) -> Player | None:
        return self.seen.reader

    @property
    def now(self) -> datetime:
        return self.seen.now

    @property
    def own(self) -> Seat | None:
        """The reader's seat; None for a spectator."""
        return self.seen.own

    @property
    def other(self) -> Seat | None:
        """The opponent's seat; None for a spectator."""
        return self.seen.other

    @property
    def names(self) -> list[str]:
        return self.seen.names

    @property
    def url(self) -> str:
        return self.seen.url

    @property
    def turned(self) -> bool:
        """Whether the board is turned round."""
        return self.seen.turned

    @property
    def other_side(self) -> str:
        """The URL of the same position with the board turned round; "" unless two play."""
        seen, position = self.seen, self.seen.position
        if len(position.seats) != 2:
            return ""
        page = seen.usual if seen.turned else reverse("games:match_turned", args=[seen.match.pk])
        return page if position.is_current else f"{page}?ply={position.at_ply}"

    @property
    def my_turn(self) -> bool:
        """Whether the reader may move on this page."""
        return self.seen.my_turn

    @property
    def family(self) -> FamilyTexts[AnyState]:
        return self.seen.family

    @property
    def words(self) -> Words:
        """The labels of the board, with the players' names."""
        return self.seen.words

    @property
    def clocks(self) -> list[ClockView]:
        """All clocks, the reader's own first."""
        return self.seen.clocks


def match_view(viewpoint: Viewpoint, choice: MoveSelection, version: str = "") -> MatchView:
    """Build the page for a reader and their choice."""
    dice = Dice(viewpoint)
    record = Record(viewpoint, dice)
    return MatchView(
        seen=viewpoint,
        header=Header(viewpoint, dice),
        choice=choice,
        board=BoardView(viewpoint, choice, dice),
        dice=dice,
        history=record,
        rights=Rights(viewpoint),
        ending=None if viewpoint.match.is_running else Ending(viewpoint, record),
        version=version,
    )
