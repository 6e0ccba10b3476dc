"""The end of a season: its texts and the final places."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from games.families.leaving import join_names
from tournaments.models import Division, Entrant, Team, Tournament
from tournaments.services import wording
from tournaments.services.tables.competitors import rows_for
from tournaments.services.tables.places import final_places


@dataclass(frozen=True)
class Ending:
    """How a season ended: names, and the places of every division."""

    names: Mapping[int, str]
    divisions: Sequence[tuple[Division, Sequence[tuple[int, int]]]]


def ending_of(tournament: Tournament) -> Ending:
    return Ending(rows_for(tournament).names(tournament), final_places(tournament))


def final_sentences(ending: Ending, entrant: Entrant) -> list[str]:
    """Return how the season ended, and how it did for this entrant."""
    own_key = entrant.pk if entrant.team_id is None else entrant.team_id
    lines = []
    for division, order in ending.divisions:
        first = [pk for pk, place in order if place == 1]
        several = len(ending.divisions) > 1
        won = first == [own_key]
        said = _winner_sentence(entrant, several) if won else _first_place_sentence(ending, first)
        if several:
            said = f"{wording.division_name(division)}: {said}"
        lines.append(said)
        place = dict(order).get(own_key)
        if place is not None and place > 1:
            lines.append(_place_sentence(entrant, place, len(order)))
    return lines


def _winner_sentence(entrant: Entrant, several: bool) -> str:
    """Return the winner's sentence; only a sole division's winner has won the tournament."""
    if several:
        return _("You won.") if entrant.team_id is None else _("Your team won.")
    if entrant.team_id is None:
        return _("You won the tournament.")
    return _("Your team won the tournament.")


def _first_place_sentence(ending: Ending, first: list[int]) -> str:
    """Return who has won a division; nobody if a ruling after the end changed the final."""
    if not first:
        return _("First place stays vacant.")
    names = join_names([ending.names[pk] for pk in first])
    return _("First place goes to %(winners)s.") % {"winners": names}


def _place_sentence(entrant: Entrant, place: int, count: int) -> str:
    """Return the final place of an entrant or their team."""
    if entrant.team_id is not None:
        phrase = ngettext(
            "Your team finished in place %(place)d of %(count)d.",
            "Your team finished in place %(place)d of %(count)d.",
            count,
        )
    else:
        phrase = ngettext(
            "You finished in place %(place)d of %(count)d.",
            "You finished in place %(place)d of %(count)d.",
            count,
        )
    return phrase % {"place": place, "count": count}


def places_digest(tournament: Tournament) -> str:
    own = Entrant.objects.filter(tournament=tournament).order_by("pk")
    places = json.dumps(list(own.values_list("pk", "final_place")))
    return hashlib.sha256(places.encode()).hexdigest()[:16]


def clear_final_places(tournament: Tournament) -> None:
    """Clear the final places of a tournament that continues."""
    Entrant.objects.filter(tournament=tournament).update(final_place=None)
    Team.objects.filter(tournament=tournament).update(final_place=None)


def save_final_places(tournament: Tournament) -> None:
    """Store every entrant's final place; a play-off overrides the groups."""
    places: dict[int, int] = {}
    for _division, order in reversed(final_places(tournament)):
        places |= dict(order)
    rows_for(tournament).keep(places)
