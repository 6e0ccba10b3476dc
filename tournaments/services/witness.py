"""What a tournament knows about a match when a referee asks what would follow from a ruling."""

from __future__ import annotations

from games.models import Match
from tournaments.models import Fixture
from tournaments.services.tables import view_of


def standing_facts(match: Match) -> dict[str, str]:
    """Return place and points of everybody in the division of a match, by words; none without."""
    found = Fixture.objects.filter(match=match).select_related("round__division__tournament")
    fixture = found.first()
    if fixture is None:
        return {}
    division = fixture.round.division
    tournament = division.tournament
    view = view_of(tournament, division)
    title = f"{tournament.name}, {view.name}" if view.name else tournament.name
    return {
        f"{title}: {row.player.name}": f"{row.place}. ({row.points})"
        if row.points
        else f"{row.place}."
        for row in view.rows
    }
