"""Large tournaments as rows, far quicker than by their services: a league, a Swiss."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

from accounts.models import Player
from accounts.naming import appearance
from games.models import Match, Seat
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.pairing.round_robin import round_robin

DAY = timedelta(days=1)
Pairs = list[tuple[int, int]]


def league(announced: Tournament, divisions: int, size: int, now: datetime) -> Tournament:
    """Fill a league with divisions in which everybody has met everybody but in the last round."""
    entrants = enrol(announced, divisions * size, now)
    for number in range(1, divisions + 1):
        own = entrants[(number - 1) * size : number * size]
        division = begin(announced, number, own)
        drafts = round_robin([each.pk for each in own])
        rounds = [[(p.seats[0], p.seats[1]) for p in draft.pairings] for draft in drafts]
        play(division, rounds, now, over=len(rounds) - 1)
    return started(announced, now)


def swiss(announced: Tournament, size: int, rounds: int, now: datetime) -> Tournament:
    """Fill a Swiss with rounds in which nobody meets anybody twice; the last one is running."""
    entrants = enrol(announced, size, now)
    division = begin(announced, 1, entrants)
    keys = [each.pk for each in entrants]
    half = size // 2
    pairs = [
        [(keys[each], keys[half + (each + shift) % half]) for each in range(half)]
        for shift in range(rounds)
    ]
    play(division, pairs, now, over=rounds - 1)
    return started(announced, now)


def enrol(tournament: Tournament, number: int, now: datetime) -> list[Entrant]:
    """Write players and their entries."""
    known = Player.objects.filter(name__startswith="Player ").count()
    players = Player.objects.bulk_create(
        Player(
            name=f"Player {each:03}",
            name_key=f"player {each:03}",
            likeness=appearance(f"Player {each:03}"),
            created_at=now,
        )
        for each in range(known, known + number)
    )
    return Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament, player=player, number=each, rating=200_000 - each, entered_at=now
        )
        for each, player in enumerate(players, 1)
    )


def begin(tournament: Tournament, number: int, entrants: list[Entrant]) -> Division:
    """Write a division of these entrants."""
    division = Division.objects.create(tournament=tournament, number=number)
    Entrant.objects.filter(pk__in=[each.pk for each in entrants]).update(division=division)
    return division


def play(division: Division, pairs: list[Pairs], now: datetime, *, over: int) -> None:
    """Write rounds with matches; as many as named are over."""
    chance = random.Random(division.number)
    players = dict(Entrant.objects.filter(division=division).values_list("pk", "player_id"))
    for number, meetings in enumerate(pairs, 1):
        done = number <= over
        opens = now + (number - over - 1) * 10 * DAY
        made = Round.objects.create(
            division=division, number=number, opens_at=opens, closes_at=opens + 10 * DAY,
            published_at=opens, closed_at=opens + 10 * DAY if done else None, engine="test",
        )  # fmt: skip
        matches = Match.objects.bulk_create(_match(opens, done=done) for _ in meetings)
        Seat.objects.bulk_create(
            Seat(match=match, number=seat, player_id=players[who], budget={},
                 finished_at=match.finished_at)
            for match, pair in zip(matches, meetings, strict=True)
            for seat, who in enumerate(pair)
        )  # fmt: skip
        fixtures = Fixture.objects.bulk_create(
            Fixture(round=made, board=board, match=match, settled_at=opens + DAY if done else None)
            for board, match in enumerate(matches, 1)
        )
        FixtureSeat.objects.bulk_create(
            seat
            for fixture, pair in zip(fixtures, meetings, strict=True)
            for seat in _seats(fixture, pair, chance)
        )


def _match(opens: datetime, *, done: bool) -> Match:
    """Return a match that somebody has resigned, or one that runs."""
    ended: dict[str, Any] = {"status": "finished", "ending": "resigned", "finished_at": opens + DAY}
    return Match(
        ruleset="traffic_lights.simple", ruleset_version=1, rated=True, control={}, state={},
        lots_seed="00" * 32, started_at=opens, **(ended if done else {}),
    )  # fmt: skip


def _seats(fixture: Fixture, pair: tuple[int, int], chance: random.Random) -> list[FixtureSeat]:
    """Return both sides of a fixture, with places if it is over."""
    places = chance.choice(((1, 2), (2, 1), (1, 1))) if fixture.settled_at else (None, None)
    return [
        FixtureSeat(fixture=fixture, seat=seat, entrant_id=who, place=place,
                    points=None if place is None else 7 - place)
        for seat, (who, place) in enumerate(zip(pair, places, strict=True))
    ]  # fmt: skip


def started(tournament: Tournament, now: datetime) -> Tournament:
    """Say that it runs."""
    Tournament.objects.filter(pk=tournament.pk).update(
        status=Tournament.Status.RUNNING, started_at=now - 90 * DAY, due_at=None
    )
    tournament.refresh_from_db()
    return tournament
