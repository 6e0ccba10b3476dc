"""The page of a match, put together of its parts; the templates only lay them out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from games.diagrams.words import Words
from games.families.words import FamilyWords
from games.queries import Position
from games.rules.base import AnyState
from games.web.page.board_view import BoardView
from games.web.page.choosing import Choosing
from games.web.page.dice import Dice
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
    """A match at a ply as one reader sees it, with their choice and what they are told."""

    seen: Viewpoint
    header: Header
    choice: Choosing
    board: BoardView
    dice: Dice
    history: Record
    rights: Rights
    version: str = ""

    @property
    def status(self) -> int:
        """The status of the page: a wrong choice is told with the page around it."""
        notice = self.choice.notice
        return notice.status if notice else 200

    # What all parts stand on ----------------------------------------------------------------------
    @property
    def position(self) -> Position:
        """The position shown."""
        return self.seen.position

    @property
    def match(self) -> Match:
        """The match row."""
        return self.seen.match

    @property
    def reader(self) -> Player | None:
        """Who looks; None for a visitor."""
        return self.seen.reader

    @property
    def now(self) -> datetime:
        """When they look."""
        return self.seen.now

    @property
    def own(self) -> Seat | None:
        """The reader's seat, None for a spectator."""
        return self.seen.own

    @property
    def other(self) -> Seat | None:
        """The seat across the table, None for a spectator."""
        return self.seen.other

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return self.seen.names

    @property
    def url(self) -> str:
        """The address of the current position."""
        return self.seen.url

    @property
    def my_turn(self) -> bool:
        """Whether the reader may move on this very page."""
        return self.seen.my_turn

    @property
    def family(self) -> FamilyWords[AnyState]:
        """What is said about this game."""
        return self.seen.family

    @property
    def words(self) -> Words:
        """What the board says, with the players' names."""
        return self.seen.words

    @property
    def clocks(self) -> list[ClockView]:
        """All clocks, the reader's own first."""
        return self.seen.clocks


def match_view(seen: Viewpoint, choice: Choosing, version: str = "") -> MatchView:
    """Compose the page around the reader's choice, if any."""
    dice = Dice(seen)
    return MatchView(
        seen=seen,
        header=Header(seen, dice),
        choice=choice,
        board=BoardView(seen, choice, dice),
        dice=dice,
        history=Record(seen, dice),
        rights=Rights(seen),
        version=version,
    )
