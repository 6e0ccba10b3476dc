"""Series of events: points by place over several events, the best of them, and who may what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.services.errors import Refused
from tests.tournaments.test_clubs import found as found_club, take_in
from tournaments import series_queries
from tournaments.models import Entrant, Series, Tournament
from tournaments.services.organisers import series as services
from tournaments.services.organisers.series import SeriesSettings
from tournaments.services.seasons.announcing import require_can_draft
from tournaments.services.seasons.starting import _start
from tournaments.standings.championship import championship_table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
CUP = SeriesSettings("Grand Prix", (25, 18, 15))


@pytest.fixture
def finished(hold: Any) -> Callable[..., Tournament]:
    """Return a maker of finished events with these players in their places, the first first."""

    def make(*players: Any, **fields: Any) -> Tournament:
        event: Tournament = hold(list(players), least=2, **fields)
        assert event.starts_at is not None
        _start(event, event.starts_at)
        for place, player in enumerate(players, 1):
            own = Entrant.objects.filter(tournament=event, player=player)
            own.update(final_place=place)
        over = {"status": Tournament.Status.FINISHED, "finished_at": event.starts_at}
        Tournament.objects.filter(pk=event.pk).update(**over, due_at=None)
        return event

    return make


def refused(code: str, verb: Callable[..., object], *args: object, **more: object) -> None:
    with pytest.raises(Refused) as refusal:
        verb(*args, **more)
    assert refusal.value.code == code


def test_points_are_added_shared_and_the_best_count():
    rows = championship_table([{1: 1, 2: 2, 3: 2}, {1: 3, 2: 1}, {2: 4, 3: 1}], (10, 6, 3), best=2)
    assert [(row.player, row.place, float(row.total)) for row in rows] == [
        *((2, 1, 14.5), (3, 1, 14.5)),
        (1, 3, 13.0),
    ]
    two = next(row for row in rows if row.player == 2)
    assert two.counts == (True, True, False)
    assert [float(each or 0) for each in two.points] == [4.5, 10.0, 0.0]


def test_better_places_decide_between_equal_sums_else_the_place_is_shared():
    rows = championship_table([{1: 1, 2: 2}, {1: 4, 2: 2}, {3: 2}, {3: 2}], (4, 2, 1))
    assert [(row.player, row.place) for row in rows] == [(1, 1), (2, 2), (3, 2)]


def test_an_organiser_counts_events_and_everybody_sees_the_table(
    finished, organiser, people, bob, noon
):
    ada, ben, cem = people(3)
    one, two = finished(ada, ben, cem), finished(ben, ada)
    cup = services.found_series(organiser, CUP, now=noon)
    for event in (one, two, two):
        services.add_event(cup.pk, organiser, event.pk, now=noon)
    refused("not_your_series", services.add_event, cup.pk, bob, one.pk, now=noon)
    refused("not_your_series", services.change_series, cup.pk, bob, CUP)
    refused("no_such_series", services.remove_event, 999, organiser, one.pk)
    refused("no_such_tournament", services.add_event, cup.pk, organiser, 999, now=noon)
    page = Client().get(cup.get_absolute_url()).content.decode()
    assert page.index("Player01") < page.index("Player02") < page.index("Player03")
    told = Client().get(f"{cup.get_absolute_url()}table.json").json()
    assert [(each["place"], each["points"]) for each in told["table"]] == [
        *((1, 43.0), (1, 43.0)),
        (3, 15.0),
    ]
    services.change_series(cup.pk, organiser, CUP._replace(points=(3, 1), best=1))
    csv = Client().get(f"{cup.get_absolute_url()}table.csv").content.decode()
    assert "1,Player01,3,3,1" in csv
    services.remove_event(cup.pk, organiser, two.pk)
    assert series_queries.events_in(cup) == [one]


def test_who_runs_many_tournaments_can_still_found_a_series(hold, organiser, noon):
    for number in range(5):
        hold([], name=f"Cup {number}")
    refused("too_many_tournaments", require_can_draft, organiser)
    assert services.found_series(organiser, CUP, now=noon).organiser == organiser


def test_members_of_a_private_club_alone_see_its_series(finished, organiser, people, bob, noon):
    ada, ben = people(2)
    club = found_club(organiser, noon, name="Hidden Circle", private=True)
    take_in(club, organiser, ada, ben, now=noon)
    event = finished(ada, ben, club_id=club.pk)
    refused("not_your_club", services.found_series, bob, CUP._replace(club_id=club.pk), now=noon)
    own = services.found_series(organiser, CUP._replace(club_id=club.pk), now=noon)
    services.add_event(own.pk, organiser, event.pk, now=noon)
    public = services.found_series(organiser, CUP, now=noon)
    refused("not_in_a_series", services.add_event, public.pk, organiser, event.pk, now=noon)
    assert Client().get(own.get_absolute_url()).status_code == 404
    member, stranger = Client(), Client()
    member.force_login(ada.user)
    stranger.force_login(bob.user)
    assert stranger.get(own.get_absolute_url()).status_code == 404
    assert "Player01" in member.get(own.get_absolute_url()).content.decode()
    assert member.post(own.get_absolute_url(), {"event": event.pk}).status_code == 403
    refused("no_such_series", services.remove_event, own.pk, bob, event.pk)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": " "}, "bad_series_name"),
        ({"points": ()}, "bad_series_points"),
        ({"points": (1, 2)}, "bad_series_points"),
        ({"points": (0,)}, "bad_series_points"),
        ({"best": 0}, "bad_series_best"),
        ({"text": "x" * 2001}, "text_too_long"),
    ],
)
def test_what_makes_no_sense_is_refused(organiser, noon, change, code):
    refused(code, services.found_series, organiser, CUP._replace(**change), now=noon)
    assert not Series.objects.exists()


def test_the_pages_found_change_and_fill_a_series(finished, organiser, people):
    event = finished(*people(2))
    browser = Client()
    browser.force_login(organiser.user)
    assert Client().get("/series/new/").status_code == 302
    sent = {"name": "Cup", "points": "3 2 1", "best": "2"}
    assert browser.post("/series/new/", sent | {"points": "x"}).status_code == 422
    assert browser.post("/series/new/", sent | {"points": "1 2"}).status_code == 422
    made = browser.post("/series/new/", sent, follow=True)
    cup = Series.objects.get()
    assert f'value="{event.pk}"' in made.content.decode()
    assert browser.post(cup.get_absolute_url(), {"event": event.pk}).status_code == 303
    assert browser.post(f"/series/{cup.pk}/change/", sent | {"name": "Big"}).status_code == 303
    assert "Big" in Client().get("/series/").content.decode()
    assert browser.post(cup.get_absolute_url(), {"event": event.pk, "remove": 1}).status_code == 303
    assert series_queries.events_in(cup) == []
