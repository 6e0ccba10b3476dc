"""The places of a challenge for three or four players.

Every function expects the caller to have locked the challenge. Place numbers are unique, so of two
players who take the last one exactly one gets it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.models import Player
from games.models import Challenge, Place
from games.services.errors import Refused


def places_of(challenge: Challenge) -> list[Place]:
    """Return the places in order, with their players loaded."""
    return list(Place.objects.filter(challenge=challenge).select_related("player__user"))


def create_places(challenge: Challenge, named: Sequence[Player], now: datetime) -> None:
    """Create the places of the challenger and of the named players.

    In an agreed order (a rematch) ``named`` includes the challenger; otherwise they take the first
    place, or the last one if the others start.
    """
    own, last = challenge.challenger, challenge.seats - 1
    if challenge.starter == Challenge.Starter.AGREED:
        seated = list(enumerate(named))
    elif challenge.starter == Challenge.Starter.OPPONENT:
        seated = [*enumerate(named), (last, own)]
    else:
        seated = list(enumerate([own, *named]))
    Place.objects.bulk_create(
        Place(
            challenge=challenge,
            number=number,
            player=player,
            joined_at=now if player.pk == own.pk else None,
        )
        for number, player in seated
    )


def join_place(challenge: Challenge, player: Player, now: datetime) -> None:
    """Give the player the place that names them, or the first free one of an open challenge.

    Joining twice changes nothing. Refuses ``not_your_challenge``, ``challenge_closed``.
    """
    places = places_of(challenge)
    mine = next((place for place in places if place.player_id == player.pk), None)
    if mine is None and challenge.named:
        raise Refused("not_your_challenge")
    if mine is None:
        taken = {place.number for place in places}
        number = next((each for each in range(challenge.seats) if each not in taken), None)
        if number is None:
            raise Refused("challenge_closed", state=Challenge.State.ACCEPTED)
        Place.objects.create(challenge=challenge, number=number, player=player, joined_at=now)
    elif mine.joined_at is None:
        mine.joined_at = now
        mine.save(update_fields=["joined_at"])


def leave_place(challenge: Challenge, player: Player) -> None:
    """Give up a place before the match starts; a named player stays invited."""
    place = next((each for each in places_of(challenge) if each.player_id == player.pk), None)
    if place is None or place.joined_at is None:
        raise Refused("not_your_challenge")
    if challenge.named:
        place.joined_at = None
        place.save(update_fields=["joined_at"])
    else:
        place.delete()


def replace_pending_places(challenge: Challenge, players: Sequence[Player], now: datetime) -> None:
    """Give all free and unanswered places to these players."""
    Place.objects.filter(challenge=challenge, joined_at=None).delete()
    for player in players:
        taken = {place.number for place in places_of(challenge)}
        number = next(each for each in range(challenge.seats) if each not in taken)
        Place.objects.create(challenge=challenge, number=number, player=player, joined_at=now)


def joined_players(challenge: Challenge) -> list[Player]:
    """Return the players who have joined, in order of their places."""
    return [place.player for place in places_of(challenge) if place.joined_at is not None]
