from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.naming import isolated
from games.models import Match
from tournaments.models import Fixture
from tournaments.services.tables.views import view_of


def entrant_places(match: Match) -> list[tuple[str, str]]:
    """Return the entrants of a match (teams for their boards), each with its place as text.

    Empty outside tournaments, and while nobody is ranked.
    """
    found = Fixture.objects.filter(match=match).select_related("round__division__tournament")
    fixture = found.prefetch_related("seats__entrant").first()
    if fixture is None:
        return []
    division = fixture.round.division
    view = view_of(division.tournament, division, bare=True)
    if not view.ranked:
        return []
    entrants = [seat.entrant for seat in fixture.seats.all()]
    own = {each.team_id or each.pk for each in entrants}
    count = len(view.rows)
    return [
        (
            isolated(row.player.name),
            _("place %(place)d of %(count)d") % {"place": row.place, "count": count},
        )
        for row in view.rows
        if row.entrant.pk in own
    ]
