"""The rows of a table, players or teams: names, numbers, stored places."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments import team_queries
from tournaments.models import Division, Entrant, Team, Tournament


class IndividualRows:
    """Rows are entrants."""

    word = "entrant"
    title = "player"

    def names(self, tournament: Tournament) -> dict[int, str]:
        """Return the names of all rows by pk."""
        own = Entrant.objects.filter(tournament=tournament)
        return dict(own.values_list("pk", "player__name"))

    def numbers(self, division: Division) -> dict[int, int | None]:
        """Return the numbers of a division's rows by pk, in their order."""
        own = Entrant.objects.filter(division=division).order_by("number")
        return dict(own.values_list("pk", "number"))

    def stored_places(self, division: Division) -> dict[int, int | None]:
        """Return the stored final places of a division by pk."""
        own = Entrant.objects.filter(division=division, playoff=None)
        return dict(own.values_list("pk", "final_place"))

    def keep(self, places: Mapping[int, int]) -> None:
        entrants = list(Entrant.objects.filter(pk__in=places))
        for entrant in entrants:
            entrant.final_place = places[entrant.pk]
        Entrant.objects.bulk_update(entrants, ["final_place"])


class TeamRows:
    """Rows are teams, whose members share their place."""

    word = title = "team"

    def names(self, tournament: Tournament) -> dict[int, str]:
        return team_queries.team_names(tournament)

    def numbers(self, division: Division) -> dict[int, int | None]:
        return dict(
            Team.objects.filter(division=division).order_by("number").values_list("pk", "number")
        )

    def stored_places(self, division: Division) -> dict[int, int | None]:
        return dict(Team.objects.filter(division=division).values_list("pk", "final_place"))

    def keep(self, places: Mapping[int, int]) -> None:
        """Store the final places of teams and their members."""
        for pk, place in places.items():
            if Team.objects.filter(pk=pk).update(final_place=place):
                Entrant.objects.filter(team=pk).update(final_place=place)


PERSONS, TEAMS = IndividualRows(), TeamRows()


def rows_for(tournament: Tournament) -> IndividualRows | TeamRows:
    return TEAMS if tournament.event_format.has_teams else PERSONS
