"""Tables that are kept are found again, and never shown after anything has changed."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache

from games.models import Match, Seat
from tests.sampling import sampled
from tests.tournaments.test_at_size import begun
from tournaments.models import Entrant, Fixture, FixtureSeat, Tournament
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.entries import leaving
from tournaments.services.rounds import results
from tournaments.services.tables import cached_order

pytestmark = pytest.mark.django_db
WORDS: Any = {"paragraph": "C-11", "reason": "So it is."}
Ask = Callable[[], Any]


@pytest.fixture
def swiss(hold: Any, people: Any, person: Any, referee: Any, noon: Any, monkeypatch: Any) -> Any:
    """Return a Swiss in its second round, whose table is kept however small it is."""
    monkeypatch.setattr(cached_order, "MIN_RESULTS", 0)
    tournament = hold(people(6), format="swiss", rounds=3, round_days=10)
    begun(tournament, person("Latecomer"), referee, noon + timedelta(days=1), 2)
    return tournament


@pytest.fixture
def table(swiss: Tournament, client_for: Any, alice: Any) -> Ask:
    """Return how to ask for the table."""
    reading = client_for(alice)

    def ask() -> list[list[str]]:
        text = reading.get(f"/tournaments/{swiss.pk}/table.csv").content.decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text)))

    return ask


def running_board(swiss: Tournament) -> Fixture:
    return Fixture.objects.filter(round__division__tournament=swiss, settled_at=None)[0]


def a_result(swiss: Tournament, _referee: Any, now: Any) -> None:
    """End a match that runs."""
    match = running_board(swiss).match
    assert match is not None
    for seat in Seat.objects.filter(match=match):
        Seat.objects.filter(pk=seat.pk).update(rank=seat.number + 1, points=5 - seat.number)
    Match.objects.filter(pk=match.pk).update(status="finished", ending="played", finished_at=now)
    match.refresh_from_db()
    results.record_result(match, now=now)


def a_ruling(swiss: Tournament, referee: Any, now: Any) -> None:
    """Decide a match that runs."""
    order = RulingRequest(
        "forfeit", params={"seat": 0}, match_id=running_board(swiss).match_id, **WORDS
    )
    rulings.preview_and_sign(order, referee, now=now)


def a_departure(swiss: Tournament, _referee: Any, now: Any) -> None:
    """Let somebody withdraw, which gives their opponent the point."""
    who = running_board(swiss).seats.get(seat=0).entrant.player
    leaving.withdraw_and_resign(swiss.pk, who, now=now)


def a_correction(swiss: Tournament, _referee: Any, _now: Any) -> None:
    """Turn a result over by hand, past all services."""
    fixture = Fixture.objects.filter(round__division__tournament=swiss, round__number=1)[0]
    for seat in FixtureSeat.objects.filter(fixture=fixture):
        FixtureSeat.objects.filter(pk=seat.pk).update(place=1 + (seat.place == 1))


def other_tie_breaks(swiss: Tournament, _referee: Any, _now: Any) -> None:
    Tournament.objects.filter(pk=swiss.pk).update(tie_breaks=["progressive"])


def another_rating(swiss: Tournament, _referee: Any, _now: Any) -> None:
    Entrant.objects.filter(tournament=swiss, number=1).update(rating=90_000)


@pytest.mark.long
@pytest.mark.parametrize(
    "act",
    sampled([a_result, a_ruling, a_departure, a_correction, other_tie_breaks, another_rating], 2),
)
def test_whatever_happens_the_next_table_is_that_of_now(act, swiss, table, referee, noon):
    before = table()
    assert table() == before
    act(swiss, referee, noon + timedelta(days=2))
    after = table()
    assert after != before
    cache.clear()
    assert table() == after


@pytest.mark.long
def test_what_a_preview_tries_out_is_not_shown(swiss, table, referee, noon):
    before = table()
    order = RulingRequest(
        "forfeit", params={"seat": 0}, match_id=running_board(swiss).match_id, **WORDS
    )
    rulings.preview_ruling(order, referee, now=noon + timedelta(days=2))
    assert table() == before
    cache.clear()
    assert table() == before


def test_what_was_computed_is_not_computed_again(swiss, table, monkeypatch):
    before, computed = table(), []

    def counting(*given: Any) -> Any:
        computed.append(given)
        return cached_order.ComputedStandings((), {})

    monkeypatch.setattr(cached_order, "_compute_order", counting)
    assert table() == before
    assert computed == []
    cache.clear()
    table()
    assert len(computed) == 1
