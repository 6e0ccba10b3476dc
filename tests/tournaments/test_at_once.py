"""Several workers and players at the same instant, on PostgreSQL with real threads."""

from __future__ import annotations

import random
import threading
from collections import Counter
from datetime import timedelta

import pytest
from django.db import close_old_connections, connection

from games.models import Match
from games.services.errors import Refused
from notifications.models import Message
from tournaments.models import Entrant, Fixture, Round, Tournament
from tournaments.services import entries, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def together(*verbs):
    """Run all verbs at the same instant; return what each raised or gave back."""
    gate, found = threading.Barrier(len(verbs)), [""] * len(verbs)

    def run(place, verb):
        gate.wait()
        try:
            found[place] = verb()
        except Refused as refusal:
            found[place] = refusal.code
        finally:
            close_old_connections()
            connection.close()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(verbs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_workers_that_advance_the_same_tournament_start_every_match_once(hold, people, noon):
    tournament = hold(people(6), at_once=True)
    now = noon + timedelta(days=1)

    def work():
        seeds = random.Random()
        return running.advance(tournament.pk, now=now, make_seed=lambda: seeds.randbytes(32).hex())

    together(*[work] * 4)
    assert Match.objects.count() == 15
    assert Fixture.objects.count() == 15
    assert Round.objects.count() == 5
    started = Counter(
        Message.objects.filter(kind="tournament_started").values_list("player", flat=True)
    )
    assert set(started.values()) == {1}
    assert len(started) == 6


def test_the_last_place_of_a_full_tournament_is_taken_once(hold, people, noon):
    players = people(6)
    tournament = hold(players[:3], most=4)
    found = together(
        *[lambda who=who: entries.enter(tournament.pk, who, now=noon).status for who in players[3:]]
    )
    assert sorted(found) == ["entered", "waiting", "waiting"]
    assert Entrant.objects.playing().filter(tournament=tournament).count() == 4


def test_entering_twice_at_once_makes_one_entry(hold, people, noon):
    players = people(3)
    tournament = hold(players[:2])
    found = together(*[lambda: entries.enter(tournament.pk, players[2], now=noon).status] * 3)
    assert sorted(found) == ["already_entered", "already_entered", "entered"]
    assert Tournament.objects.get().entrants.count() == 3
