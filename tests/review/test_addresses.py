"""Every route of the URL table can be asked for: each place in it has something to fill it."""

from __future__ import annotations

from datetime import date

import pytest

from tests.bench import growth
from tests.review.addresses import PLACE, Rows, places_for, routes

ROWS = Rows(
    tournament=1,
    fixtures=[1],
    entrants=[1],
    revisions=[1],
    matches=[1],
    cases=[1],
    challenges=[1],
    players=[1],
    clubs=["chess"],
)


@pytest.mark.django_db
def test_the_measurement_of_growth_asks_for_every_route():
    known = places_for(ROWS, date(2026, 11, 26))
    asked = {route: growth.wanted(route, known) for route in routes()}
    assert len(asked) > 300
    assert [route for route, addresses in asked.items() if not addresses] == []
    assert [each for found in asked.values() for each in found if PLACE.search(each)] == []
