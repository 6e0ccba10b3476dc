"""Entries of a season, individuals or teams: counting, filling up with bots, divisions."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from tournaments import team_queries
from tournaments.models import Division, Entrant, Team, Tournament
from tournaments.services.entrants import field, team_field


class IndividualEntries:
    def entered(self, tournament: Tournament) -> int:
        """Return how many places are taken."""
        return self.left(tournament)

    def left(self, tournament: Tournament) -> int:
        return Entrant.objects.playing().filter(tournament=tournament).count()

    def ready(self, tournament: Tournament) -> int:
        """Return how many could play now."""
        return self.entered(tournament)

    def fill_with_bots(
        self, tournament: Tournament, now: datetime, make_seed: Callable[[], str]
    ) -> int:
        """Fill free places with bots if anybody has entered; return how many could play."""
        del make_seed
        entered = self.ready(tournament)
        if not entered:
            return 0
        wanted = max(tournament.least, field.count_to_fill_tables(tournament, entered))
        return entered + field.fill_with_bots(tournament, wanted - entered, now)

    def divide(self, tournament: Tournament, now: datetime) -> list[Division]:
        """Number the field and create its divisions."""
        return field.finalize_entrants(tournament, now)


class TeamEntries:
    """Teams with a player for every board."""

    def entered(self, tournament: Tournament) -> int:
        """Return how many teams have a player for every board."""
        return len(team_queries.complete_teams(tournament, tournament.boards))

    def left(self, tournament: Tournament) -> int:
        return Team.objects.playing().filter(tournament=tournament).count()

    def ready(self, tournament: Tournament) -> int:
        """Return how many teams have at least as many players as the organiser requires."""
        return len(team_queries.complete_teams(tournament, tournament.boards_least))

    def fill_with_bots(
        self, tournament: Tournament, now: datetime, make_seed: Callable[[], str]
    ) -> int:
        """Complete and create teams with bots; return how many could play."""
        team_field.fill_with_bots(tournament, make_seed(), now)
        return self.ready(tournament)

    def divide(self, tournament: Tournament, now: datetime) -> list[Division]:
        return team_field.finalize_teams(tournament, now)


PERSONS, TEAMS = IndividualEntries(), TeamEntries()


def entry_kind_of(tournament: Tournament) -> IndividualEntries | TeamEntries:
    return TEAMS if tournament.event_format.has_teams else PERSONS
