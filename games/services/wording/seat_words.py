from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.naming import isolated
from games.families.leaving import join_names
from games.families.phrases import family_texts
from games.models import Seat
from games.services.match.loaded import LoadedMatch
from games.services.wording.multiplayer_words import seat_state


def turn_sentence(names: Sequence[str]) -> str:
    """Return whose turn it is; names ending in s take the apostrophe only."""
    said = {"players": join_names(names)}
    if said["players"].endswith(("s", "S")):
        return _("It is %(players)s’ turn.") % said
    return _("It is %(players)s’s turn.") % said


def seating_sentence(loaded: LoadedMatch, seat: Seat) -> str:
    """Return the order of seats with colours and partners, for the reader of a seat."""
    family = family_texts(loaded.match.ruleset)
    parts = []
    for each in loaded.seats:
        name = _("you") if each is seat else isolated(each.player.name)
        said = [family.side(loaded.state, each.number), seat_state(each)]
        known = ", ".join(filter(None, said))
        parts.append(f"{name} ({known})" if known else name)
    words = _("Order of seats: %(players)s.") % {"players": ", ".join(parts)}
    partners = [
        loaded.seats[number].player.name for number in sorted(loaded.partners_of(seat.number))
    ]
    if not partners:
        return words
    together = _("You play together with %(partner)s.") % {"partner": join_names(partners)}
    return f"{words} {together}"
