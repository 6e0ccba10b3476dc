"""A club with entrants, and a clock that runs a tournament to its end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest


@pytest.fixture
def organiser(person: Callable[..., Any]) -> Any:
    """Return the person who organises."""
    return person("Olga")


@pytest.fixture
def plan(noon: datetime) -> Callable[..., Any]:
    """Return a maker of checked plans: a round robin of single games unless told otherwise."""
    from games import clocks
    from games.services.play.terms import Terms
    from tournaments.services.plans import Plan

    def make(**fields: Any) -> Plan:
        ruleset = fields.pop("ruleset", "traffic_lights.simple")
        options = fields.pop("options", {"legs": 2})
        seats = fields.get("seats", 2)
        control = clocks.PRESETS["three_days"]
        terms = Terms.checked(
            ruleset,
            options,
            control,
            rated=fields.pop("rated", True),
            **({"seats": seats} if seats != 2 else {}),
        )
        values = {
            "name": "Spring cup",
            "format": "round_robin",
            "terms": terms,
            "starts_at": noon + timedelta(days=1),
        }
        return Plan.checked(now=noon, **values | fields)

    return make


@pytest.fixture
def hold(organiser: Any, plan: Callable[..., Any], noon: datetime) -> Iterator[Callable[..., Any]]:
    """Return a maker of announced tournaments with their entrants.

    In the end no round may have been paired by our own matching that FIDE's engine can pair.
    """
    from tournaments.services.entries import persons
    from tournaments.services.seasons import announcing

    def begin(players: list[Any], **fields: Any) -> Any:
        tournament = announcing.draft_tournament(
            organiser, plan(**fields), seed="ab" * 32, now=noon
        )
        announcing.announce_tournament(tournament.pk, organiser, now=noon)
        for player in players:
            persons.enter(tournament.pk, player, now=noon)
        tournament.refresh_from_db()
        return tournament

    yield begin
    assert needless_fallbacks() == []


def needless_fallbacks() -> list[Any]:
    """Return the rounds that the fallback has paired although the engine could have."""
    from tournaments.models import Tournament
    from tournaments.services.files.engine_check import fallbacks_in

    found = [each for event in Tournament.objects.all() for each in fallbacks_in(event)]
    return [each for each in found if each.engine_could]


@pytest.fixture
def people(person: Callable[..., Any]) -> Callable[[int], list[Any]]:
    """Return a maker of so many players: Player01, Player02, ..."""
    return lambda count: [person(f"Player{number:02}") for number in range(1, count + 1)]


def hand_over(now: datetime) -> None:
    """Let the mail server have every e-mail that waits, without composing any."""
    from notifications.models import Message

    Message.objects.filter(state="queued").update(state="sent", sent_at=now)


ENOUGH = 2  # turns of a match before somebody gives up


def play_all(now: datetime, rng: random.Random, *, only: Any = None, whole: bool = True) -> int:
    """Play one turn in every running match; return how many were played.

    Where matches need not be whole, one of two gives up after a few turns.
    """
    from games.models import Match, Seat
    from games.rules import registry
    from games.services.play.matches import resign_match
    from games.services.play.play import play_turn

    turns = 0
    for match in Match.objects.running().order_by("pk"):
        if only is not None and not only(match):
            continue
        seat = Seat.objects.filter(match=match, awaited_since__isnull=False).first()
        if seat is None:
            continue
        turns += 1
        if not whole and match.ply_count >= ENOUGH and match.seats.count() == 2:
            resign_match(match.pk, match.seats.get(number=rng.randrange(2)).player, now=now)
            continue
        rules = registry.get(match.ruleset)
        moves = rules.moves(rules.load(match.state), seat.number)
        text = rules.spell(rng.choice(list(moves)))
        play_turn(match.pk, seat.number, text, seen=match.ply_count, now=now, source="page")
    return turns


@pytest.fixture
def run() -> Callable[..., datetime]:
    """Return a runner: moves the clock, lets everybody play, until the tournament is over.

    Of two at a board one gives up after a few turns, unless matches are to be whole. The steps of
    tournaments, each of which looks at all there is, are taken when nobody has a turn left.
    """
    from games.models import Match
    from games.services.play import flags
    from tournaments.referees.services import claims
    from tournaments.services.seasons import running

    def onward(
        tournament: Any, now: datetime, *, only: Any = None, days: int = 400, whole: bool = False
    ) -> datetime:
        rng, end = random.Random(7), now + timedelta(days=days)
        seeds = random.Random(11)
        while now < end:
            flags.settle_flags(now=now)
            running.advance_all(now=now, make_seed=lambda: seeds.randbytes(32).hex())
            claims.process_due_claims(now=now)
            tournament.refresh_from_db()
            if tournament.finished_at is not None:
                return now
            turns = 0
            while play_all(now, rng, only=only, whole=whole):
                turns, now = turns + 1, now + timedelta(hours=1)
            if not turns:  # where nothing runs, only a round can be due
                now += timedelta(days=1 if Match.objects.running().exists() else 7)
        raise AssertionError("the tournament does not end")

    return onward
