"""The match shown next to a case: the position in question, clocks, last move, chat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from games.web.page.choosing import MoveSelection
from games.web.page.match_view import MatchView, match_view
from games.web.page.viewpoint import Viewpoint
from tournaments.referees.queries import desk

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import ChatLine
    from tournaments.referees.models import Case


@dataclass(frozen=True)
class LastMove:
    text: str
    name: str
    at: datetime


@dataclass(frozen=True)
class CaseMatch:
    """A referee's view of the match; ``asked_at`` is the ply at which the case was opened."""

    view: MatchView
    asked_at: int
    last: LastMove | None
    chat: list[ChatLine]
    shows_private_data: bool

    @property
    def at_ply(self) -> int:
        return self.view.position.at_ply

    @property
    def later(self) -> int:
        """Number of plies played since the case was opened."""
        return self.view.match.ply_count - self.asked_at


def case_match_at(case: Case, reader: Player, now: datetime, ply: int | None) -> CaseMatch | None:
    """Return the match of a case at a ply, by default as it was when the case was opened."""
    if case.match_id is None:
        return None
    asked_at = desk.ply_count_at(case.match_id, case.opened_at)
    position = desk.position_for_referee(reader, case.match_id, asked_at if ply is None else ply)
    if position is None:
        return None
    seen = Viewpoint(position, reader, now)
    is_open = desk.has_opened_private_data(reader, position.match)
    return CaseMatch(
        view=match_view(seen, MoveSelection(seen)),
        asked_at=min(asked_at, position.match.ply_count),
        last=_last_move(seen),
        chat=desk.chat_of(position.match, private=is_open),
        shows_private_data=is_open,
    )


def _last_move(viewpoint: Viewpoint) -> LastMove | None:
    """Return the last move before the position, with its player."""
    position = viewpoint.position
    played = (ply for ply in reversed(position.standing(position.at_ply)) if ply.is_move)
    ply = next(played, None)
    return LastMove(ply.text, viewpoint.names[ply.seat], ply.at) if ply is not None else None
