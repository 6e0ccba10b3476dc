"""How a season ended, in words, and what is kept of it for good."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.services.wording import join_names
from tournaments.models import Entrant, Tournament
from tournaments.services import wording
from tournaments.services.tables import final_places


def final_words(tournament: Tournament, entrant: Entrant) -> list[str]:
    """Return how the season ended, and for this entrant."""
    names = dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "player__name"))
    divisions = final_places(tournament)
    lines = []
    for division, order in divisions:
        winners = [names[pk] for pk, place in order if place == 1]
        said = _("%(winners)s won.") % {"winners": join_names(winners)}
        if len(divisions) > 1:
            said = f"{wording.division_name(division)}: {said}"
        lines.append(said)
        own = dict(order).get(entrant.pk)
        if own is not None and own > 1:
            phrase = ngettext(
                "You came in %(place)d. of %(count)d.",
                "You came in %(place)d. of %(count)d.",
                len(order),
            )
            lines.append(phrase % {"place": own, "count": len(order)})
    return lines


def keep_places(tournament: Tournament) -> None:
    """Write every entrant's final place; that of the play-off counts where there was one."""
    places: dict[int, int] = {}
    for _division, order in reversed(final_places(tournament)):
        places |= dict(order)
    entrants = list(Entrant.objects.filter(pk__in=places))
    for entrant in entrants:
        entrant.final_place = places[entrant.pk]
    Entrant.objects.bulk_update(entrants, ["final_place"])
