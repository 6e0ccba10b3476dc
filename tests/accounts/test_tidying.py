"""Sign-ups that nobody confirms go after a week; nobody can keep trying passwords."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import Player, User
from accounts.services import registration
from accounts.services.cleanup import CONFIRMATION_PERIOD, delete_unconfirmed_logins
from accounts.services.registration import create_guest_player, is_registered_address
from accounts.tasks import tidy_accounts

pytestmark = pytest.mark.django_db
LATE = {"email": "late@example.org"}


def released(now: Any) -> int:
    return delete_unconfirmed_logins(chance=random.Random(7), now=now)


def test_an_unconfirmed_sign_up_is_taken_back_after_a_week(
    client: Client, dora: dict[str, Any]
) -> None:
    client.post("/account/signup/", dora)
    now = timezone.now()
    assert released(now + CONFIRMATION_PERIOD - timedelta(minutes=1)) == 0
    assert released(now + CONFIRMATION_PERIOD + timedelta(minutes=1)) == 1
    assert not User.objects.exists()
    player = Player.objects.get()
    assert player.is_guest
    assert player.name.startswith("Ospite "), "in a language of their own"
    assert Client().post("/account/signup/", dora).status_code == 302
    assert Player.objects.filter(name="Dora").exists(), "name and address are free again"


def test_an_adopted_guest_keeps_playing_as_a_guest(
    client_for: Any, dora: dict[str, Any], noon: Any
) -> None:
    guest = create_guest_player(language="en", time_zone="UTC", chance=random.Random(1), now=noon)
    client = client_for(guest)
    client.post("/account/signup/", dora)
    released(timezone.now() + CONFIRMATION_PERIOD + timedelta(minutes=1))
    assert client.get("/settings/").context["reader"] == guest


def test_a_confirmed_login_stays(alice: Player, noon: Any) -> None:
    assert released(noon + 10 * CONFIRMATION_PERIOD) == 0
    assert User.objects.count() == 1


def test_the_task_deletes_sessions_that_are_over(client_for: Any, alice: Player) -> None:
    client_for(alice)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert tidy_accounts() == 0
    assert not Session.objects.exists()


def test_after_a_few_wrong_passwords_even_the_right_one_must_wait(
    client: Client, alice: Player
) -> None:
    form = {"login": "alice@example.org", "password": "wrong"}
    for _ in range(5):
        client.post("/account/login/", form)
    answer = client.post("/account/login/", form | {"password": "correct horse"})
    assert answer.status_code == 200
    assert "Too many failed login attempts" in answer.content.decode()


@pytest.mark.long
def test_too_many_sign_ups_get_a_page_that_says_so(client: Client, dora: dict[str, Any]) -> None:
    answers = [client.post("/account/signup/", dora | {"name": ""}) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert "Too many attempts" in answers[-1].content.decode()


@pytest.fixture
def taken_meanwhile(monkeypatch: pytest.MonkeyPatch, person: Any) -> None:
    """Let somebody else take the name between the check of the form and the sign-up."""
    sign_up = registration.sign_up

    def late(user: User, **chosen: Any) -> Player:
        person(chosen["name"])
        return sign_up(user, **chosen)

    monkeypatch.setattr(registration, "sign_up", late)


@pytest.mark.usefixtures("taken_meanwhile")
def test_a_login_whose_name_was_taken_meanwhile_is_released_if_nobody_confirms_it(
    client: Client, dora: dict[str, Any]
) -> None:
    assert client.post("/account/signup/", dora | LATE).status_code == 302
    user = User.objects.get(email__iexact=LATE["email"])
    assert not user.address_confirmed
    assert not Player.objects.filter(user=user).exists()
    assert released(timezone.now() + CONFIRMATION_PERIOD + timedelta(minutes=1)) == 1
    assert not is_registered_address(LATE["email"])
    assert Player.objects.get().name == "Dora", "whoever came first keeps the name"


@pytest.mark.usefixtures("taken_meanwhile")
def test_a_login_whose_name_was_taken_meanwhile_is_asked_for_another_once_confirmed(
    client: Client, dora: dict[str, Any], link_in_email: Any
) -> None:
    client.post("/account/signup/", dora | LATE)
    client.post(link_in_email("/account/confirm-email/"))
    assert User.objects.get(email__iexact=LATE["email"]).address_confirmed
    asked = client.get("/lobby/")
    assert asked.headers["Location"] == "/settings/?next=%2Flobby%2F"
    form = {"name": "Dora", "language": "it", "time_zone": "Europe/Zurich", "next": "/lobby/"}
    assert "taken" in client.post("/settings/", form).content.decode()
    assert client.post("/settings/", form | {"name": "Dorina"}).headers["Location"] == "/lobby/"
    player = Player.objects.get(name="Dorina")
    assert player.user is not None
    assert player.user.email == LATE["email"]
