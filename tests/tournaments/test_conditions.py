"""Who may enter: ratings, finished matches, reliability; the same at page, API and mail."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match, Rating
from games.services.play.matches import resign_match
from notifications.addresses import About, Matter, reply_address
from tests.api.conftest import api
from tests.games.conftest import play, start
from tests.inbound.conftest import newest, receive, written
from tests.markup import text_of
from tests.sampling import sampled
from tests.tournaments.test_revision_pages import asked, shown
from tests.tournaments.test_revisions import refused
from tournaments.models import Entrant, Revision
from tournaments.services import entry_words
from tournaments.services.entries import conditions, persons, teams
from tournaments.services.revisions import invitations
from tournaments.services.seasons import stages

__all__ = ["api", "play", "receive", "start"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


def rate(player, value, games=30):
    Rating.objects.create(pool="traffic_lights", player=player, value=value * 100, games=games)


RANGE = {"rating_from": 1450, "rating_to": 1700}
RATINGS = [
    (RANGE, 1701, "rating_outside"),
    (RANGE, 1700, None),
    ({"rating_from": 1600}, None, "rating_too_low"),
    ({"rating_to": 1400}, 1401, "rating_too_high"),
    (RANGE, 1390, "rating_outside"),
    (RANGE, 1450, None),
    (RANGE, None, None),
    ({"rating_from": 1600}, 1599, "rating_too_low"),
    ({"rating_to": 1400}, 900, None),
    ({}, 900, None),
]


@pytest.mark.parametrize(("limits", "value", "code"), sampled(RATINGS, 4))
def test_a_rating_in_the_range_is_needed(hold, person, noon, limits, value, code):
    one = person("One")
    if value is not None:
        rate(one, value)
    cup = hold([], **limits)
    if code is None:
        assert conditions.refusal_to_enter(cup, one) is None
        persons.enter(cup.pk, one, now=noon)
        return
    params = refused(code, persons.enter, cup.pk, one, now=noon)
    assert (params["rating"], params["pool"]) == (value or 1500, "traffic_lights")
    assert not Entrant.objects.exists()


def test_finished_matches_and_reliability_are_needed(hold, alice, bob, carol, start, play, noon):
    cup = hold([], finished_least=5, reliability_least=90)
    params = refused("too_few_finished", persons.enter, cup.pk, bob, now=noon)
    assert params == {"least": 5, "finished": 0}
    for number in range(5):
        match = start(alice, bob)
        play(match, "b2,a1", noon)
        resign_match(match.pk, bob, now=noon)
        if not number:
            Match.objects.filter(pk=match.pk).update(ending="timeout")
    persons.enter(cup.pk, alice, now=noon)
    params = refused("not_reliable_enough", persons.enter, cup.pk, bob, now=noon)
    assert params == {"least": 90, "percent": 80, "kept": 4, "counted": 5}
    newcomer = hold([], name="Second cup", reliability_least=90)
    params = refused("reliability_unknown", persons.enter, newcomer.pk, carol, now=noon)
    assert params == {"least": 90, "needed": 5}


def test_page_api_and_mail_say_the_same(alice, hold, client_for, api, receive):
    rate(alice, 1390)
    cup = hold([], rating_from=1450, rating_to=1700)
    said = "To enter, you need a rating from 1450 to 1700 in Traffic Lights. Yours is 1390."
    browser, page = client_for(alice), cup.get_absolute_url()
    assert said in text_of(browser.get(page))
    assert f'action="{page}enter/"' not in browser.get(page).text
    assert "rating 1450–1700 in Traffic Lights" in text_of(client_for().get(page))
    answer = browser.post(f"{page}enter/")
    assert answer.status_code == 403
    assert said in text_of(answer)
    told = api(alice).post(f"tournaments/{cup.pk}/enter/")
    assert told.brief == (403, "rating_outside")
    assert (told.json["low"], told.json["high"], told.json["rating"]) == (1450, 1700, 1390)
    assert told.json["detail"] == said
    assert api().get(f"tournaments/{cup.pk}/").json["rating_from"] == 1450
    address = reply_address(Matter(About.TOURNAMENT, alice.pk, cup.pk))
    receive(written("enter\n", address, "alice@example.org"))
    assert said in " ".join(newest(alice, "answer").body.split())
    assert not Entrant.objects.exists()


def test_an_invited_player_may_enter_anyway(alice, hold, organiser, noon):
    rate(alice, 1390)
    cup = hold([], rating_from=1450, rating_to=1700, finished_least=5)
    invitations.invite(cup.pk, organiser, alice.name, invitations.ENTER, now=noon)
    invitations.answer(cup.pk, alice, invitations.ENTER, accept=True, now=noon)
    assert Entrant.objects.get().player == alice


def test_members_of_a_team_meet_the_conditions(alice, hold, noon):
    rate(alice, 1390)
    cup = hold([], format="team_match", boards=2, rating_from=1450)
    refused("rating_too_low", teams.found_team, cup.pk, alice, "Rooks", key="k" * 32, now=noon)


@pytest.mark.parametrize(
    ("fields", "field", "reason"),
    [
        ({"rating_from": 1700, "rating_to": 1450}, "rating_to", "range_upside_down"),
        ({"rating_from": 50}, "rating_from", "out_of_range"),
        ({"finished_least": 0}, "finished_least", "out_of_range"),
        ({"reliability_least": 101}, "reliability_least", "out_of_range"),
        (
            {"rating_to": 1700, "ruleset": "goose", "options": {}, "rated": False},
            "rating_to",
            "no_ratings_here",
        ),
    ],
)
def test_conditions_that_make_no_sense_are_refused(plan, fields, field, reason):
    params = refused("bad_plan", plan, **fields)
    assert (params["field"], params["reason"]) == (field, reason)


def test_changed_conditions_remove_nobody_and_are_noted(
    alice, bob, hold, organiser, client_for, api, noon
):
    rate(alice, 1390)
    rate(bob, 1390)
    cup = hold([alice], starts_at=noon + 3 * DAY)
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/revise/"
    form = browser.get(address).text
    assert 'name="rating_from"' in form
    usual = asked(cup, most="")
    wrong = browser.post(address, {**usual, "rating_from": "1700", "rating_to": "1450"})
    assert wrong.status_code == 422
    assert "The highest rating must not be below the lowest, 1700." in text_of(wrong)
    preview = browser.post(address, {**usual, "rating_from": "1450"})
    assert "Players who have already entered keep their places." in text_of(preview)
    assert browser.post(address, shown(preview.text)).status_code == 303
    line = Revision.objects.get()
    assert line.after["rating_from"] == 1450
    refused("rating_too_low", persons.enter, cup.pk, bob, now=noon)
    assert Entrant.objects.get().status == "entered"
    other = api(bob).post(f"tournaments/{cup.pk}/revise/", {"rating_from": None})
    assert other.brief == (403, "not_your_tournament")
    change = {"rating_from": None, "finished_least": 3}
    seen = api(organiser).post(f"tournaments/{cup.pk}/revise/", change).json
    made = {**change, "preview_token": seen["preview_token"]}
    assert api(organiser).post(f"tournaments/{cup.pk}/revise/", made).json["made"]
    assert api().get(f"tournaments/{cup.pk}/").json["finished_least"] == 3


def test_the_draft_shows_its_conditions_and_a_season_keeps_them(hold, organiser, client_for, noon):
    cup = hold([], rating_from=1450, reliability_least=80)
    assert entry_words.who_may_enter(cup) == [
        "rating of at least 1450 in Traffic Lights",
        "reliability of at least 80%",
    ]
    form = client_for(organiser).get(f"/tournaments/new/?like={cup.pk}").text
    assert 'name="rating_from" value="1450"' in form
    following = stages.open_next_season(cup, noon, "cd" * 32)
    assert (following.rating_from, following.reliability_least) == (1450, 80)
