"""The history of a match on its page: score sheet, moves, links to earlier positions."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import cached_property

from games.rules.multiplayer import REFEREE
from games.web.page import history
from games.web.page.dice import Dice
from games.web.page.viewpoint import Viewpoint


@dataclass(frozen=True)
class Record:
    """The whole history of a match, independent of the ply shown."""

    seen: Viewpoint
    dice: Dice

    @cached_property
    def sheet(self) -> list[history.ScoreRow]:
        seen = self.seen
        over = not seen.match.is_running
        return history.score_sheet(seen.states[-1], seen.match.ruleset, seen.names, over=over)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The points over all finished legs."""
        return history.series_totals(self.seen.states[-1])

    @cached_property
    def legs(self) -> list[history.LegMoves]:
        if self.dice.tells:
            return self.dice.rows
        return history.moves_by_leg(self.seen.position, self.seen.states)

    @cached_property
    def has_referee_lines(self) -> bool:
        """Whether referees have written into the ledger."""
        return any(ply.seat == REFEREE for ply in self.seen.position.plies)

    @cached_property
    def steps(self) -> dict[str, int | None]:
        """The plies behind the replay buttons; None where the button is disabled."""
        at, last = self.seen.position.at_ply, self.seen.match.ply_count
        back, forward = at > 0, at < last
        return {
            "first": 0 if back else None,
            "previous": at - 1 if back else None,
            "next": at + 1 if forward else None,
            "last": last if forward else None,
        }
