"""The seats of a challenge for three or four: taken, asked and free."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games import lobby_queries, rating_queries
from games.families import leaving
from games.services.challenges.invitations import time_control_text

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Challenge, Place


@dataclass(frozen=True)
class PendingSeats:
    """The places of a challenge as one reader sees them; empty with two players."""

    seats: int
    places: list[Place]
    own: Place | None

    @property
    def joined(self) -> list[Place]:
        return [place for place in self.places if place.joined_at]

    @property
    def unanswered(self) -> list[Place]:
        """The places whose players have been asked and have not answered."""
        return [place for place in self.places if not place.joined_at]

    @property
    def free(self) -> int:
        return self.seats - len(self.places)

    @property
    def has_joined(self) -> bool:
        return bool(self.own and self.own.joined_at)

    @property
    def asked(self) -> bool:
        """Whether the reader is named and has not answered."""
        return bool(self.own and not self.own.joined_at)

    @property
    def words(self) -> str:
        """How many seats are taken, and by whom: “2 of 4 seats taken: Ann and Ben”."""
        names = leaving.join_names([place.player.name for place in self.joined])
        return _("%(taken)d of %(seats)d seats taken: %(players)s") % {
            "taken": len(self.joined),
            "seats": self.seats,
            "players": names,
        }


def score_against_context(
    reader: Player | None, other: Player | None, ruleset: str
) -> dict[str, object]:
    """Return the reader's score against another player, overall and in this game."""
    if reader is None or other is None or reader.pk == other.pk:
        return {}
    found = rating_queries.score_against(reader, other)
    here = rating_queries.score_against(reader, other, ruleset) if found else None
    return {"against": found, "against_here": None if here == found else here, "other": other}


def get_pending_seats(challenge: Challenge, reader: Player | None) -> PendingSeats:
    """Return the places of a challenge; no query if they are prefetched."""
    places = lobby_queries.places_of(challenge)
    own = next((place for place in places if reader and place.player_id == reader.pk), None)
    return PendingSeats(challenge.seats, places, own)


def seating_text(challenge: Challenge) -> str:
    """Return the agreed order of seats, with “…” for free ones."""
    places = {
        place.number: place.player.name for place in get_pending_seats(challenge, None).places
    }
    names = [places.get(number, "…") for number in range(challenge.seats)]
    return _("in this order: %(players)s") % {"players": ", ".join(names)}


def absence_text(challenge: Challenge) -> str:
    """Return the terms of time and absence with more than two players, else ""."""
    return time_control_text(challenge) if challenge.has_places else ""
