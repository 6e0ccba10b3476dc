"""Three at a table on the pages: the form, the lobby, the table that fills, the match."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from games import clocks
from games.models import Challenge, Match
from games.services.bots import bots
from games.services.challenges import challenges
from games.services.play import flags, matches
from games.services.time.timetable import ALWAYS
from tests.markup import tidy
from tests.web.lobby_helpers import FORM, challenge, offer

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
THREE = FORM | {"ruleset": "halma", "seats": "3", "absence": "caretaker"}
DAY = timedelta(days=1)


def text_of(response: Any) -> str:
    """Return the page as one line of text."""
    return unescape(tidy(response.content.decode()))


@pytest.fixture
def bob(person: Any) -> Any:
    """Return a Bob who reads English."""
    return person("Bob")


@pytest.fixture
def carol(person: Any) -> Any:
    """Return a Carol who reads English."""
    return person("Carol")


@pytest.fixture
def now() -> Any:
    """Return the instant of the test: pages look at the real clock."""
    return timezone.now()


@pytest.fixture
def seek(bob: Any) -> Challenge:
    """Return Bob's open challenge for three."""
    control = replace(clocks.PRESETS["day"], on_flag="skip")
    return challenge(bob, ruleset="halma", seats=3, control=control)


@pytest.fixture
def table(alice: Any, bob: Any, carol: Any, start: Any, now: Any) -> Any:
    """Return a starter of a match of three under a policy."""

    def begin(policy: str, began: Any = now) -> Any:
        control = replace(clocks.PRESETS["day"], on_flag=policy)
        return start(alice, bob, carol, ruleset="halma", control=control, now=began)

    return begin


def test_the_form_makes_an_open_challenge_for_three(client_for, alice):
    answer = offer(client_for(alice), THREE)
    assert answer.status_code == 302
    made = Challenge.objects.get()
    assert (made.seats, made.named, made.control["on_flag"]) == (3, False, "caretaker")


def test_the_form_takes_several_names_with_commas(client_for, alice, bob, carol):
    offer(client_for(alice), THREE | {"kind": "named", "opponent": "bob,  Carol"})
    made = Challenge.objects.get()
    assert [place.player for place in made.places.order_by("number")] == [alice, bob, carol]


def test_what_does_not_fit_is_named_at_its_field(client_for, alice, bob, carol, person):
    person("Dora"), person("Emil")
    reader = client_for(alice)
    cases: list[tuple[dict[str, str], str, str]] = [
        (
            {"ruleset": "tri_plan", "kind": "named", "opponent": "Bob"},
            "opponent",
            "needs 2 opponents; you named 1",
        ),
        (
            {"ruleset": "mensch", "kind": "named", "opponent": "Bob, Carol, Dora, Emil"},
            "opponent",
            "1 to 3 opponents",
        ),
        ({"kind": "named", "opponent": "Bob, Bob"}, "opponent", "twice"),
        ({"kind": "named", "opponent": "Bob, Zed"}, "opponent", "called “Zed”"),
        ({"seats": "4"}, "seats", "not one of the available choices"),
        ({"control": "untimed", "rated": ""}, "control", "need a time limit"),
    ]
    for change, field, words in cases:
        answer = offer(reader, THREE | change)
        assert answer.status_code == 422, change
        assert words in answer.context["form"].errors[field][0]
        assert not Challenge.objects.exists()


def test_without_a_number_the_game_decides(client_for, alice):
    offer(client_for(alice), THREE | {"seats": ""})
    assert (Challenge.objects.get().seats, Challenge.objects.get().control["on_flag"]) == (
        2,
        "lose",
    )


def test_the_lobby_says_how_many_seats_are_taken(client_for, client, seek, carol, now):
    challenges.join_challenge(seek.pk, carol, seed="ab" * 32, now=now)
    page = text_of(client.get("/lobby/"))
    assert "2 of 3 seats taken: Bob and Carol" in page
    assert "Take a seat" in page
    assert "You have a seat." in text_of(client_for(carol).get("/lobby/"))


def test_a_seat_is_taken_given_up_and_taken_again(client_for, seek, alice, carol):
    page = f"/challenges/{seek.pk}/"
    answer = client_for(alice).post(page, {"action": "accept"}, follow=True)
    assert "The match begins when all seats are taken." in text_of(answer)
    assert "Give up my seat" in text_of(answer)
    client_for(alice).post(page, {"action": "leave"})
    assert seek.places.count() == 1
    client_for(alice).post(page, {"action": "accept"})
    answer = client_for(carol).post(page, {"action": "accept"})
    assert answer.url == Match.objects.get().get_absolute_url()


def test_the_challenger_fills_up_with_bots(client_for, seek, bob, now):
    page = f"/challenges/{seek.pk}/"
    answer = client_for(bob).post(page, {"action": "fill"})
    assert answer.status_code == 409
    for number in range(2):
        bots.create_bot(f"B{number}", "runner", timetable=ALWAYS, rulesets=["halma"], now=now)
    assert "Fill with bots and start" in text_of(client_for(bob).get(page))
    answer = client_for(bob).post(page, {"action": "fill"})
    assert answer.url == Match.objects.get().get_absolute_url()


def test_who_is_asked_sees_the_table_on_their_own_page(client_for, alice, bob, carol):
    asked = challenge(bob, ruleset="halma", seats=3, players=(alice, carol))
    page = text_of(client_for(alice).get("/matches/"))
    assert "Challenges to you" in page
    assert "1 of 3 seats taken: Bob" in page
    assert "asked, no answer yet" in text_of(client_for(alice).get(f"/challenges/{asked.pk}/"))
    client_for(carol).post(f"/challenges/{asked.pk}/", {"action": "accept"})
    assert "Waiting for players" in text_of(client_for(carol).get("/matches/"))
    client_for(alice).post(f"/challenges/{asked.pk}/", {"action": "decline"})
    asked.refresh_from_db()
    assert asked.state == "declined"


def test_a_guest_sits_down_by_a_link(client, bob, client_for, alice):
    link = challenge(bob, ruleset="halma", seats=3, rated=False, link_token="t" * 32)
    answer = client.post(f"/invitations/{'t' * 32}/", {"action": "guest"}, follow=True)
    assert "You have a seat." in text_of(answer)
    answer = client_for(alice).post(f"/invitations/{'t' * 32}/", {"action": "accept"})
    link.refresh_from_db()
    assert answer.url == link.match.get_absolute_url()


def test_the_page_of_three_tells_places_and_offers_no_tie(client_for, table, play, alice, carol):
    match = table("skip")
    play(match, "d1-e5", match.started_at)
    page = text_of(client_for(alice).get(f"/matches/{match.pk}/"))
    assert "Offer a draw" not in page
    assert "Propose a pause" not in page
    answer = client_for(alice).post(f"/matches/{match.pk}/tie/")
    assert answer.status_code == 422
    matches.resign_match(match.pk, carol, now=match.started_at)
    assert "resigned" in text_of(client_for(alice).get(f"/matches/{match.pk}/"))
    matches.resign_match(match.pk, alice, now=match.started_at)
    page = text_of(client_for(alice).get(f"/matches/{match.pk}/"))
    assert "You share second place among 3</h2><p>Bob was the last one left.</p>" in page
    assert "1. Bob" in page
    assert "2. Alice and Carol" in page
    assert "shared place 2 of 3" in text_of(client_for(alice).get("/matches/"))


def test_resigning_says_that_the_others_play_on(client_for, table, play, alice):
    match = table("skip")
    play(match, "d1-e5", match.started_at)
    page = client_for(alice).get(f"/matches/{match.pk}/resign/")
    assert "The others play on without you." in text_of(page)
    answer = client_for(alice).post(f"/matches/{match.pk}/resign/", follow=True)
    assert "You have left this match. The others play on." in text_of(answer)


def test_who_was_away_takes_the_seat_back(client_for, table, play, alice, now):
    match = table("caretaker", now - 2 * DAY)
    play(match, "d1-e5,j10-i9,m4-l4", now - 2 * DAY)
    flags.settle_flags(now=now)
    page = text_of(client_for(alice).get(f"/matches/{match.pk}/"))
    assert "A caretaker is playing for you." in page
    assert "caretaker: heads straight for home" in page
    answer = client_for(alice).post(f"/matches/{match.pk}/back/", follow=True)
    assert "You have your seat back." in text_of(answer)
    answer = client_for(alice).post(f"/matches/{match.pk}/back/")
    assert answer.status_code == 409


def test_somebody_else_takes_a_seat_on_offer(client_for, client, table, play, person, alice, now):
    match = table("substitute", now - 2 * DAY)
    play(match, "d1-e5,j10-i9,m4-l4", now - 2 * DAY)
    flags.settle_flags(now=now)
    assert "The seat of Alice is on offer" in text_of(client.get("/lobby/seats/"))
    assert "No seats are on offer" in text_of(client_for(alice).get("/lobby/seats/"))
    address = f"/matches/{match.pk}/seats/0/"
    assert client.post(address).url.startswith("/account/login/")
    assert client_for(alice).post(address).status_code == 409
    answer = client_for(person("Dora")).post(address, follow=True)
    assert "You have taken the seat. Play on." in text_of(answer)
    assert "No seats are on offer" in text_of(client.get("/lobby/seats/"))


def test_the_ledger_and_the_random_draws_tell_who_left(
    client, table, play, alice, bob, carol, tmp_path
):
    match = table("skip")
    play(match, "d1-e5", match.started_at)
    matches.resign_match(match.pk, carol, now=match.started_at)
    matches.resign_match(match.pk, alice, now=match.started_at)
    record = client.get(f"/matches/{match.pk}/ledger.txt").content.decode()
    assert "2. 2 out resigned {" in record
    assert client.get(f"/matches/{match.pk}/?ply=2").status_code == 200
    assert client.get(f"/matches/{match.pk}/lots/").status_code == 200


def test_the_owner_takes_the_seat_back_from_a_substitute_on_the_page(
    client_for, table, play, person, alice, now
):
    match = table("substitute", now - 2 * DAY)
    play(match, "d1-e5,j10-i9,m4-l4", now - 2 * DAY)
    flags.settle_flags(now=now)
    dora = client_for(person("Dora"))
    dora.post(f"/matches/{match.pk}/seats/0/")
    page = text_of(dora.get(f"/matches/{match.pk}/resign/"))
    assert "A caretaker plays on for Alice." in page
    assert "I’m back" not in text_of(dora.get(f"/matches/{match.pk}/"))
    owner = client_for(alice)
    page = text_of(owner.get(f"/matches/{match.pk}/"))
    assert "Dora is playing for you. The result counts for you." in page
    answer = owner.post(f"/matches/{match.pk}/back/", follow=True)
    assert "You have your seat back." in text_of(answer)
    assert match.seats.get(number=0).player == alice
    assert dora.post(f"/matches/{match.pk}/back/").status_code == 403


def test_seats_are_shown_to_those_who_may_take_them(
    client_for, client, table, play, person, noon, now
):
    from accounts.models import Player

    match = table("substitute", now - 2 * DAY)
    play(match, "d1-e5,j10-i9,m4-l4", now - 2 * DAY)
    flags.settle_flags(now=now)
    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    assert "The seat of Alice" not in text_of(client_for(guest).get("/lobby/seats/"))
    assert "Take this seat" not in text_of(client_for(guest).get(f"/matches/{match.pk}/"))
    answer = client_for(guest).post(f"/matches/{match.pk}/seats/0/")
    assert answer.status_code == 403
    assert "Only people with an account" in text_of(answer)
    assert "Take this seat" in text_of(client_for(person("Dora")).get(f"/matches/{match.pk}/"))
    assert client.post(f"/matches/{match.pk}/back/").url.startswith("/account/login/")
