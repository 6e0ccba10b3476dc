"""The match of a fixture."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db.models import F

from games.models import Match
from games.services.play.matches import start_match
from games.services.play.terms import Terms
from tournaments.models import Fixture, FixtureSeat, Tournament
from tournaments.services.event_games import game_of
from tournaments.services.tables.team_events import board_number

SEAT_OFFSET = 100  # more than the seats of a table


def start_board(tournament: Tournament, fixture: Fixture, now: datetime, seed: str) -> Match:
    """Start the match of a fixture and link the two; people against bots is unrated."""
    seats = list(
        FixtureSeat.objects.filter(fixture=fixture)
        .select_related("entrant__player__user")
        .order_by("seat")
    )
    players = [seat.entrant.player for seat in seats]
    machines = sum(player.is_bot for player in players)
    number = board_number(tournament, fixture) if fixture.meeting_id else fixture.board
    game = game_of(tournament, fixture.round.number, number)
    terms = Terms.checked(
        game.ruleset,
        game.options,
        tournament.control,
        rated=tournament.rated and machines in (0, len(players)),
        private=tournament.is_private,
        seats=tournament.seats,
    )
    event = {
        "name": tournament.title,
        "url": tournament.get_absolute_url(),
        "round": fixture.round.number,
    }
    terms = replace(terms, opening=tuple(tournament.opening), audience=audience_of(tournament))
    match = start_match(players, terms, seed=seed, now=now, event=event)
    numbers = {seat.player_id: seat.number for seat in match.seats.all()}
    FixtureSeat.objects.filter(fixture=fixture).update(seat=F("seat") + SEAT_OFFSET)
    for seat in seats:
        seat.seat = numbers[seat.entrant.player_id]
    FixtureSeat.objects.bulk_update(seats, ["seat"])
    fixture.match = match
    fixture.save(update_fields=["match"])
    return match


def audience_of(tournament: Tournament) -> str:
    """Return the audience of private matches: the club's members."""
    return tournament.club.audience if tournament.club is not None and tournament.is_private else ""


def lock_matches(tournament: int) -> None:
    """Lock all matches of a tournament; before its row, like everything that ends a match."""
    own = Match.objects.filter(fixture__round__division__tournament=tournament)
    list(own.select_for_update(of=("self",)).order_by("pk").values_list("pk"))


def rename_matches(tournament: Tournament) -> None:
    """Update the title of all matches of a tournament, running or over."""
    matches = list(
        Match.objects.filter(fixture__round__division__tournament=tournament)
        .select_for_update(of=("self",))
        .order_by("pk")
        .only("event")
    )
    for match in matches:
        match.event = {**(match.event or {}), "name": tournament.title}
    Match.objects.bulk_update(matches, ["event"], batch_size=500)
