"""The board of a fixture: its entrants seated at a match that knows what it is part of."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from games.models import Match
from games.services.play.matches import start_match
from games.services.play.terms import Terms
from tournaments.models import Fixture, FixtureSeat, Tournament

ASIDE = 100  # seats at a table are fewer


def start(tournament: Tournament, fixture: Fixture, now: datetime, seed: str) -> Match:
    """Start the match of a fixture and link the two; people against bots is unrated."""
    seats = list(
        FixtureSeat.objects.filter(fixture=fixture)
        .select_related("entrant__player__user")
        .order_by("seat")
    )
    players = [seat.entrant.player for seat in seats]
    machines = sum(player.is_bot for player in players)
    terms = Terms.checked(
        tournament.ruleset,
        tournament.options,
        tournament.control,
        rated=tournament.rated and machines in (0, len(players)),
        seats=tournament.seats,
    )
    event = {
        "name": tournament.title,
        "url": tournament.get_absolute_url(),
        "round": fixture.round.number,
    }
    match = start_match(players, terms, seed=seed, now=now, event=event)
    numbers = {seat.player_id: seat.number for seat in match.seats.all()}
    FixtureSeat.objects.filter(fixture=fixture).update(seat=F("seat") + ASIDE)
    for seat in seats:
        seat.seat = numbers[seat.entrant.player_id]
    FixtureSeat.objects.bulk_update(seats, ["seat"])
    fixture.match = match
    fixture.save(update_fields=["match"])
    return match
