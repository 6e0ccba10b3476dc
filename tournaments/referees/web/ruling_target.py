from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games import match_queries
from tournaments.panel_queries import tournament_of
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services.acts import registry
from tournaments.referees.services.case_words import act_name

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Match
    from tournaments.models import Tournament
    from tournaments.referees.models import Case


@dataclass(frozen=True)
class RulingTarget:
    """What a ruling is about: a case, or without one a match, a player or a tournament."""

    case: Case | None = None
    match: Match | None = None
    player: Player | None = None
    event: Tournament | None = None

    @property
    def tournament(self) -> Tournament | None:
        """The tournament that the target belongs to, if any."""
        if self.event is not None:
            return self.event
        if self.case is not None:
            return self.case.tournament
        return tournament_of(self.match)

    @property
    def table(self) -> Match | None:
        return self.case.match if self.case is not None else self.match

    @property
    def people(self) -> list[Player]:
        """The people it may concern, without bots."""
        if self.case is not None:
            found = case_queries.people_concerned(self.case)
        else:
            found = match_queries.seated_players(self.match) or (
                [self.player] if self.player else []
            )
        return [player for player in found if not player.is_bot]


def acts_about(subject: str) -> list[tuple[str, str]]:
    """Return the acts that referees may order of their own motion, with their labels."""
    about = [name for name in registry.act_keys() if registry.act_named(name).about == subject]
    return [(name, act_name(name)) for name in about]
