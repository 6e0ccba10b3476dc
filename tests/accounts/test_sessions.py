"""One's sessions: listed without addresses, ended one by one or all at once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import LoginSession, Player
from accounts.services import sessions
from tests.accounts.factor import logged_in
from tests.markup import text_of
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
PAGE = "/settings/sessions/"
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


def _session_of(client: Client) -> LoginSession:
    return LoginSession.objects.get(session_id=client.session.session_key)


def test_sessions_are_listed_and_ended(alice: Player, bob: Player) -> None:
    here, there, third = (logged_in(alice) for _ in range(3))
    there.get("/", headers={"User-Agent": PHONE})
    page = text_of(here.get(PAGE))
    assert "Where you are logged in" in page
    assert page.count("this session") == 1
    theirs = logged_in(bob)
    answer = here.post(PAGE, {"session": _session_of(theirs).pk}, follow=True)
    assert "Session not found." in text_of(answer)
    answer = here.post(PAGE, {"session": _session_of(there).pk}, follow=True)
    assert "The session has ended." in text_of(answer)
    assert there.get(PAGE).status_code == 302
    assert third.get(PAGE).status_code == 200
    answer = here.post(PAGE, {"action": "others"}, follow=True)
    assert "1 other session has ended." in text_of(answer)
    assert third.get(PAGE).status_code == 302
    assert theirs.get(PAGE).status_code == here.get(PAGE).status_code == 200


@pytest.mark.parametrize("number", sampled(["x", "9" * 40, "", "-1", "٣"], 2))
def test_a_number_that_is_none_ends_nothing(alice: Player, number: str) -> None:
    client = logged_in(alice)
    assert client.post(PAGE, {"session": number}).status_code == 302
    assert client.get(PAGE).status_code == 200


def test_a_session_is_noted_again_once_a_day_and_costs_nothing_else(
    alice: Player, django_assert_num_queries: Any
) -> None:
    client = logged_in(alice)
    client.get(PAGE, headers={"User-Agent": PHONE})
    row = _session_of(client)
    assert (row.browser, row.system) == ("", "")
    LoginSession.objects.update(used_on=timezone.now().date() - timedelta(days=3))
    session = client.session
    session["session_noted"] = "2026-01-01:abc"
    session.save()
    client.get(PAGE, headers={"User-Agent": PHONE})
    row.refresh_from_db()
    assert (row.browser, row.system, row.used_on) == ("Chrome", "Android", timezone.now().date())
    with django_assert_num_queries(4):  # session, login, what awaits the reader, and the list
        client.get(PAGE)


def test_what_belongs_to_a_session_goes_with_it(alice: Player) -> None:
    client = logged_in(alice)
    client.post("/account/logout/")
    assert not LoginSession.objects.exists()
    assert alice.user is not None
    sessions.record_session(alice.user, "gone", PHONE, now=timezone.now())
    assert not LoginSession.objects.exists()
    logged_in(alice)
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    assert text_of(logged_in(alice).get(PAGE)).count("Logged in on") == 1


def test_nobody_locks_the_owner_of_a_known_browser_out(alice: Player) -> None:
    owner, stranger = logged_in(alice), Client(REMOTE_ADDR="203.0.113.9")
    owner.get("/")
    owner.post("/account/logout/")
    wrong = {"login": alice.user.email, "password": "wrong horse"}
    for _ in range(6):
        answer = stranger.post("/account/login/", wrong)
    assert "Too many failed login attempts. Try again in 5 minutes." in text_of(answer)
    right = wrong | {"password": "correct horse"}
    late = stranger.post("/account/login/", right)
    assert "Too many failed login attempts" in text_of(late)
    assert owner.post("/account/login/", right).status_code == 302


def test_a_known_browser_is_limited_too_and_known_for_one_address_only(
    alice: Player, bob: Player
) -> None:
    owner = logged_in(alice)
    owner.get("/")
    owner.post("/account/logout/")
    for player in (alice, bob):
        for _ in range(6):
            answer = owner.post(
                "/account/login/",
                {"login": player.user.email, "password": "wrong horse"},
                REMOTE_ADDR=f"198.51.100.{player.pk % 200}",
            )
        assert "Too many failed login attempts" in text_of(answer)
    neighbour, other = (Client(REMOTE_ADDR=f"{net}.9") for net in ("198.51.100", "203.0.113"))
    right = {"login": bob.user.email, "password": "correct horse"}
    assert "Too many failed" in text_of(neighbour.post("/account/login/", right))
    assert other.post("/account/login/", right).status_code == 302


def test_a_forged_mark_makes_no_browser_known(alice: Player) -> None:
    client = Client()
    client.cookies["ampel_known"] = "WyJ4IiwieSJd:1:forged"
    for _ in range(6):
        answer = client.post(
            "/account/login/", {"login": alice.user.email, "password": "wrong horse"}
        )
    assert "Too many failed" in text_of(answer)
