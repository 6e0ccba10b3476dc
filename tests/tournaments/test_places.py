"""The waiting list is asked in turn, and who has not been seen is asked before the start."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.services.match.undelivered import mark_player_present
from notifications.addresses import About, Matter, reply_address
from notifications.models import Message, Preference
from tests.api.conftest import api
from tests.emails import render
from tests.inbound.conftest import newest, receive, written
from tests.markup import text_of
from tests.sampling import sampled
from tests.tournaments.test_revisions import make, refused
from tournaments.models import Entrant, Tournament
from tournaments.services.entries import persons, places
from tournaments.services.revisions import revising
from tournaments.services.seasons import running

__all__ = ["api", "receive"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


@pytest.fixture
def full(hold, people, noon):
    """Return a tournament for three with three more waiting, and all six."""
    players = people(6)
    return hold(players, most=3, answer_days=2, starts_at=noon + 20 * DAY), players


def step(tournament, now):
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)
    tournament.refresh_from_db()


def states(tournament):
    rows = Entrant.objects.filter(tournament=tournament).order_by("player__name")
    return [each.status[:3] for each in rows]


def offered(tournament):
    rows = Entrant.objects.waiting().filter(tournament=tournament, offered_until__isnull=False)
    return [each.player.name for each in rows]


def email_to(player, now):
    return render(Message.objects.filter(player=player).latest("pk"), now)


def link_in(email, word):
    return re.findall(rf"(/tournaments/{word}/\S+/)", email.body)[0]


def test_a_free_place_is_offered_to_one_after_the_other(full, client_for, noon):
    cup, players = full
    assert states(cup) == ["ent"] * 3 + ["wai"] * 3
    assert offered(cup) == []
    persons.withdraw(cup.pk, players[0], now=noon)
    assert offered(cup) == ["Player04"]
    cup.refresh_from_db()
    assert cup.due_at == noon + 2 * DAY
    email = email_to(players[3], noon)
    assert "Spring cup: a place is free" in email.subject
    visitor, link = client_for(), link_in(email, "place")
    assert "A place is free." in text_of(visitor.get(link))
    assert states(cup)[3] == "wai"
    assert "You have withdrawn" in text_of(visitor.post(link, {"action": "decline"}))
    assert "nothing to answer" in text_of(visitor.get(link))
    step(cup, noon + timedelta(minutes=1))
    assert offered(cup) == ["Player05"]
    step(cup, noon + 3 * DAY)
    assert states(cup) == ["wit", "ent", "ent", "wit", "wit", "wai"]
    assert "the place has been passed on" in email_to(players[4], noon).subject
    assert offered(cup) == ["Player06"]
    last = link_in(email_to(players[5], noon), "place")
    assert "You play." in text_of(visitor.post(last, {"action": "accept"}))
    assert states(cup)[5] == "ent"
    assert visitor.get(last[:-5] + "wxyz/").status_code == 404


@pytest.mark.long
def test_nobody_overtakes_whoever_is_asked(full, person, noon):
    cup, players = full
    persons.withdraw(cup.pk, players[0], now=noon)
    newcomer = person("Zoe")
    assert persons.enter(cup.pk, newcomer, now=noon).status == "waiting"
    persons.withdraw(cup.pk, players[3], now=noon)
    assert offered(cup) == ["Player05"]
    make(cup, cup.organiser, noon, most=5)
    assert offered(cup) == ["Player05", "Player06", "Zoe"]
    refused("no_place_offered", places.answer, cup.pk, players[1], accept=True, now=noon)
    late = noon + 2 * DAY
    refused("no_place_offered", places.answer, cup.pk, newcomer, accept=True, now=late)
    back = persons.enter(cup.pk, players[3], now=noon)
    assert (back.status, back.offered_until) == ("waiting", None)


def test_offers_hold_their_places_against_a_lower_limit(full, noon):
    cup, players = full
    persons.withdraw(cup.pk, players[0], now=noon)
    make(cup, cup.organiser, noon, most=5)
    assert offered(cup) == ["Player04", "Player05", "Player06"]
    params = refused("bad_plan", revising.propose, cup.pk, cup.organiser, {"most": 4}, now=noon)
    assert (params["reason"], params["entered"], params["held"]) == ("most_below_held", 2, 3)


def test_a_place_that_is_gone_cannot_be_taken(full, client_for, noon):
    cup, players = full
    persons.withdraw(cup.pk, players[0], now=noon)
    Tournament.objects.filter(pk=cup.pk).update(most=2)
    link = link_in(email_to(players[3], noon), "place")
    assert "on the waiting list" in text_of(client_for().post(link, {"action": "accept"}))
    late = Entrant.objects.get(tournament=cup, player=players[3])
    assert (late.status, late.offered_until) == ("waiting", None)


def test_page_api_and_mail_take_the_answer(full, client_for, api, receive, noon):
    cup, players = full
    one, page = f"tournaments/{cup.pk}/", cup.get_absolute_url()
    for player in players[:3]:
        persons.withdraw(cup.pk, player, now=noon)
    assert offered(cup) == ["Player04", "Player05", "Player06"]
    browser = client_for(players[3])
    assert "A place is free." in text_of(browser.get(page))
    assert browser.post(f"{page}place/", {"action": "accept"}).status_code == 303
    caller = api(players[4])
    assert caller.get(one).json["entry"]["question"] == "place"
    for _time in range(2):  # whoever accepts twice is told the same
        assert caller.post(one + "place/", {"accept": True}).json["entry"]["status"] == "entered"
    assert caller.post(one + "place/", {"accept": False}).brief == (409, "no_place_offered")
    assert api().post(one + "place/", {"accept": True}).brief == (401, "not_authenticated")
    address = reply_address(Matter(About.TOURNAMENT, players[5].pk, cup.pk))
    for _time in range(2):
        receive(written("accept\n", address, players[5].user.email))
        assert "You are playing in" in newest(players[5], "answer").body
    assert states(cup)[3:] == ["ent"] * 3
    persons.withdraw(cup.pk, players[4], now=noon)
    assert caller.post(one + "place/", {"accept": True}).brief == (409, "no_place_offered")


def test_whoever_is_silent_is_asked_before_the_start_and_left_out(
    hold, people, client_for, receive, noon
):
    players = people(5)
    cup = hold(players, asks_silent=True, least=2, starts_at=noon + 20 * DAY)
    assert cup.due_at == noon + 17 * DAY
    browser = client_for(players[0])
    browser.get("/")
    persons.withdraw(cup.pk, players[4], now=noon)
    persons.enter(cup.pk, players[4], now=noon + 12 * DAY)
    step(cup, noon + 17 * DAY)
    asked = Entrant.objects.filter(tournament=cup, asked_at__isnull=False)
    assert {each.player for each in asked} == set(players[:4])
    assert cup.due_at == cup.starts_at
    assert "Spring cup: will you play?" in email_to(players[0], noon).subject
    link = link_in(email_to(players[1], noon), "place")
    assert "You play." in text_of(client_for().post(link, {"action": "accept"}))
    address = reply_address(Matter(About.TOURNAMENT, players[2].pk, cup.pk))
    receive(written("decline\n", address, players[2].user.email))
    assert "You have withdrawn" in newest(players[2], "answer").body
    count = Message.objects.filter(key__contains=":still_").count()
    step(cup, noon + 18 * DAY)
    assert Message.objects.filter(key__contains=":still_").count() == count == 4
    step(cup, noon + 20 * DAY)
    assert cup.is_running
    assert states(cup) == ["wit", "ent", "wit", "wit", "ent"]
    assert "starts without you" in email_to(players[0], noon).subject


@pytest.mark.long
def test_who_comes_back_in_time_plays(hold, people, noon):
    players = people(3)
    cup = hold(players, asks_silent=True, least=2, starts_at=noon + 20 * DAY)
    step(cup, noon + 17 * DAY)
    Entrant.objects.filter(tournament=cup, player=players[0]).update(entered_at=noon + 18 * DAY)
    places.answer(cup.pk, players[1], accept=True, now=noon + 18 * DAY)
    step(cup, noon + 20 * DAY)
    assert states(cup) == ["ent", "ent", "wit"]


def test_nobody_is_left_out_of_a_start_that_is_put_off(hold, people, noon):
    players = people(4)
    cup = hold(players, asks_silent=True, least=4, starts_at=noon + 20 * DAY)
    step(cup, noon + 17 * DAY)
    places.answer(cup.pk, players[0], accept=True, now=noon + 18 * DAY)
    step(cup, noon + 20 * DAY)
    assert cup.is_open
    assert (cup.starts_at, cup.due_at) == (noon + 27 * DAY, noon + 24 * DAY)
    assert states(cup) == ["ent"] * 4
    assert "start later" in email_to(players[1], noon).subject
    assert not Message.objects.filter(key__contains=":left_out_").exists()
    asked = Entrant.objects.filter(tournament=cup, asked_at__isnull=False)
    assert [each.player for each in asked] == [players[0]]
    step(cup, noon + 24 * DAY)
    assert asked.all().count() == 4
    assert Message.objects.filter(key__contains=":still_").count() == 7


def asked_in(tournament):
    found = Entrant.objects.filter(tournament=tournament, asked_at__isnull=False)
    return [each.player.name for each in found.order_by("player__name")]


def test_a_start_that_the_organiser_moves_is_asked_about_again(hold, people, noon):
    players = people(3)
    cup = hold(players, asks_silent=True, least=2, starts_at=noon + 20 * DAY)
    step(cup, noon + 17 * DAY)
    places.answer(cup.pk, players[0], accept=True, now=noon + 17 * DAY)
    make(cup, cup.organiser, noon + 18 * DAY, starts_at=noon + 19 * DAY)
    assert asked_in(cup) == ["Player01", "Player02", "Player03"]  # not again one day before
    make(cup, cup.organiser, noon + 18 * DAY, starts_at=noon + 80 * DAY)
    assert asked_in(cup) == []
    assert cup.due_at == noon + 77 * DAY
    step(cup, noon + 77 * DAY)
    assert asked_in(cup) == ["Player01", "Player02", "Player03"]
    places.answer(cup.pk, players[2], accept=True, now=noon + 78 * DAY)
    places.answer(cup.pk, players[0], accept=True, now=noon + 78 * DAY)
    step(cup, noon + 80 * DAY)
    assert states(cup) == ["ent", "wit", "ent"]


@pytest.mark.long
def test_who_is_asked_again_about_the_same_start_gets_another_e_mail(hold, people, noon):
    players = people(2)
    cup = hold(players, asks_silent=True, least=2, starts_at=noon + 20 * DAY)
    now = noon + 17 * DAY
    step(cup, now)
    places.answer(cup.pk, players[0], accept=True, now=now)
    for later in (80 * DAY, 20 * DAY):
        now += timedelta(hours=1)
        make(cup, cup.organiser, now, starts_at=noon + later)
    step(cup, now)
    assert asked_in(cup) == ["Player01", "Player02"]
    assert Message.objects.filter(key__contains=":still_", player=players[0]).count() == 2


def test_nobody_is_left_out_who_gets_no_e_mail_or_was_here_by_api_or_e_mail(hold, people, noon):
    players = people(4)
    cup = hold(players, asks_silent=True, least=2, starts_at=noon + 20 * DAY)
    Preference.objects.create(player=players[0], kind="tournament_news", wanted=False)
    step(cup, noon + 17 * DAY)
    assert asked_in(cup) == ["Player02", "Player03", "Player04"]
    places.answer(cup.pk, players[1], accept=True, now=noon + 18 * DAY)
    mark_player_present(players[2], now=noon + 18 * DAY)
    step(cup, noon + 20 * DAY)
    assert states(cup) == ["ent", "ent", "ent", "wit"]


@pytest.mark.long
def test_a_question_stands_where_the_start_moves_too_late_to_ask_again(hold, people, noon):
    players = people(3)
    cup = hold(players, asks_silent=True, least=2, starts_at=noon + 20 * DAY)
    step(cup, noon + 17 * DAY + timedelta(minutes=1))
    for player in players[:2]:
        places.answer(cup.pk, player, accept=True, now=noon + 18 * DAY)
    start = noon + 20 * DAY + timedelta(minutes=5)
    make(cup, cup.organiser, noon + 19.5 * DAY, starts_at=start)
    assert asked_in(cup) == ["Player01", "Player02", "Player03"]
    step(cup, start)
    assert states(cup) == ["ent", "ent", "wit"]


@pytest.mark.parametrize(
    ("begun", "wanted"),
    sampled([({"asks_silent": False}, "asks_silent"), ({"asks_silent": True}, "starts_at")], 1),
)
def test_a_start_is_asked_about_that_is_less_than_three_days_ahead(
    hold, people, noon, begun, wanted
):
    cup = hold(people(2), least=2, starts_at=noon + 20 * DAY, **begun)
    now = noon + 12 * DAY
    if wanted == "starts_at":
        make(cup, cup.organiser, now, starts_at=now + 2 * DAY)
    else:
        now = noon + 18 * DAY
        make(cup, cup.organiser, now, asks_silent=True)
    step(cup, now)
    assert asked_in(cup) == ["Player01", "Player02"]
    assert cup.due_at == cup.starts_at == now + 2 * DAY


def test_nobody_is_asked_on_the_last_day(hold, people, noon):
    cup = hold(people(2), asks_silent=True, least=2, starts_at=noon + 20 * DAY)
    now = noon + 12 * DAY
    make(cup, cup.organiser, now, starts_at=now + DAY / 2)
    step(cup, now)
    step(cup, now + DAY / 2)
    assert cup.is_running
    assert states(cup) == ["ent", "ent"]


@pytest.mark.long
def test_an_offered_place_is_held_no_longer_than_until_an_earlier_start(full, noon):
    cup, players = full
    persons.withdraw(cup.pk, players[0], now=noon)
    make(cup, cup.organiser, noon, starts_at=noon + DAY)
    assert Entrant.objects.get(tournament=cup, player=players[3]).offered_until == noon + DAY


def test_organisers_change_both_and_teams_have_neither(hold, organiser, plan, client_for, noon):
    cup = hold([], starts_at=noon + 20 * DAY)
    wanted = {"asks_silent": True, "answer_days": 3}
    seen = revising.propose(cup.pk, organiser, wanted, now=noon)
    revising.revise(cup.pk, organiser, wanted, preview_token=seen.preview_token, now=noon)
    cup.refresh_from_db()
    assert (cup.asks_silent, cup.answer_days, cup.due_at) == (True, 3, noon + 17 * DAY)
    params = refused("bad_plan", plan, format="team_match", boards=2, answer_days=3)
    assert (params["field"], params["reason"]) == ("answer_days", "not_for_teams")
    assert refused("bad_plan", plan, answer_days=15)["reason"] == "out_of_range"
