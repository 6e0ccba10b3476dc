"""A league of tables of three: divisions, balanced designs, promotion, the next season."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.rehearsal import stage
from tests.rehearsal.seasons import seasons_finished, seasons_from
from tests.rehearsal.stage import Cast
from tests.tournaments.test_rehearsal_checks import found
from tests.web.filling import form_with
from tournaments.models import Division, Entrant, Fixture, Tournament

pytestmark = pytest.mark.django_db


def places_of(season: Tournament) -> dict[int, dict[int, int | None]]:
    """Return the final place of every player, by division."""
    rows = Entrant.objects.filter(tournament=season)
    places: dict[int, dict[int, int | None]] = {}
    for division, player, place in rows.values_list("division__number", "player", "final_place"):
        places.setdefault(division, {})[player] = place
    return places


def members(season: Tournament) -> dict[int, set[int]]:
    return {number: set(own) for number, own in places_of(season).items()}


@pytest.mark.long
def test_three_divisions_of_five_at_tables_of_three_move_up_and_down(noon, client_for):
    cast = Cast("pod_league", 15, divisions=3, seasons=2, people=3, silent=0, short=True)
    rng, now = random.Random(3), noon
    first = stage.set_up(cast, rng, now=now)
    for _tick in range(200):
        now = stage.next_instant(cast, now)
        stage.tick(cast, rng, now=now)
        if len(seasons_finished(first)) == 2:
            break
    seasons = seasons_from(first)[:2]
    for season in seasons:
        assert found(season) == []
        assert {number: len(own) for number, own in members(season).items()} == {1: 5, 2: 5, 3: 5}
    for division in Division.objects.filter(tournament__in=seasons):
        tables = [
            [seat.entrant_id for seat in fixture.seats.all()]
            for fixture in Fixture.objects.filter(round__division=division)
        ]
        met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
        assert set(met.values()) == {3}
        assert len(met) == 10
    before, after = places_of(seasons[0]), members(seasons[1])
    moving = seasons[0].promoted
    assert moving == 2
    order = {
        number: sorted(own, key=lambda player: own[player] or 0) for number, own in before.items()
    }
    up = {number: set(own[:moving]) for number, own in order.items()}
    down = {number: set(own[-moving:]) for number, own in order.items()}
    assert after[1] == set(order[1]) - down[1] | up[2]
    assert after[2] == set(order[2]) - up[2] - down[2] | down[1] | up[3]
    assert after[3] == set(order[3]) - up[3] | down[2]
    page = client_for(None).get(seasons[0].get_absolute_url())
    assert page.status_code == 200
    rows = [row for view in page.context["views"] for row in view.rows]
    assert Counter(row.moves for row in rows) == {"": 7, "up": 4, "down": 4}


def test_the_template_asks_for_divisions_and_promotion(client_for, organiser):
    page = client_for(organiser).get("/tournaments/new/?template=pods").content.decode()
    fields = form_with(page, "format")
    assert {"division_size", "promoted", "repeats", "at_once"} <= set(fields)
