"""The first steps after a sign-up: how to be told, then a first game."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from notifications.models import EmailSettings, Preference
from notifications.queries import wants
from notifications.services import onboarding
from tests.markup import text_of

pytestmark = pytest.mark.django_db
GIVEN = {"language": "en", "time_zone": "Europe/Zurich", "told": "each"}


def test_whoever_confirms_their_address_is_asked_once(
    dora: dict[str, Any], link_in_email: Any
) -> None:
    client = Client()
    client.post("/account/signup/", dora)
    answer = client.post(link_in_email("/account/confirm-email/"))
    assert answer.headers["Location"] == "/welcome/"
    page = text_of(client.get("/welcome/"))
    assert "Dora" in page
    assert "Italiano · Zurich" in page
    assert "data-own-zone" not in page
    answer = client.post("/welcome/", GIVEN)
    assert answer.headers["Location"] == "/play/"
    player = Player.objects.get(name="Dora")
    assert (player.language, player.time_zone, player.welcome_due) == ("en", "Europe/Zurich", False)
    Player.objects.filter(name="Dora").update(language="fr")
    client.post("/account/logout/")
    given = {"login": "dora@example.org", "password": dora["password1"]}
    back = client.post("/account/login/", given, follow=True)
    assert back.redirect_chain[-1][0] == "/"
    assert "Bon retour parmi nous." in text_of(back)


def test_the_first_steps_lead_on_to_where_the_new_player_was_going(
    dora: dict[str, Any], link_in_email: Any
) -> None:
    client = Client()
    client.post("/account/signup/?next=/lobby/", dora | {"next": "/lobby/"})
    steps = client.post(link_in_email("/account/confirm-email/"), follow=True)
    assert steps.redirect_chain[-1][0] == "/welcome/?next=%2Flobby%2F"
    assert 'name="next" value="/lobby/"' in text_of(steps)
    assert "Welcome back" not in text_of(steps)
    answer = client.post("/welcome/", GIVEN | {"next": "/lobby/"})
    assert answer.headers["Location"] == "/lobby/"


def test_where_one_was_going_is_kept_for_another_browser(
    dora: dict[str, Any], link_in_email: Any
) -> None:
    Client().post("/account/signup/?next=/matches/7/", dora | {"next": "/matches/7/"})
    other = Client()
    asked = other.post(link_in_email("/account/confirm-email/"), follow=True)
    given = {"login": "dora@example.org", "password": dora["password1"]}
    steps = other.post(asked.redirect_chain[-1][0], given)
    assert steps.headers["Location"] == "/welcome/?next=%2Fmatches%2F7%2F"
    other.post("/welcome/", {"later": "1", "next": "/matches/7/"})
    assert Player.objects.get(name="Dora").welcome_goal == ""


def test_the_first_steps_lead_to_no_other_site(client_for: Any, alice: Player) -> None:
    reader, elsewhere = client_for(alice), "https://example.com/"
    assert elsewhere not in text_of(reader.get("/welcome/", {"next": elsewhere}))
    answer = reader.post("/welcome/", GIVEN | {"next": elsewhere})
    assert answer.headers["Location"] == "/play/"


@pytest.mark.parametrize(
    ("told", "turn", "reminder", "digest_after"),
    [("each", True, True, 20), ("daily", True, True, 0), ("least", False, True, 20)],
)
def test_how_to_be_told(
    client_for: Any, alice: Player, told: str, turn: bool, reminder: bool, digest_after: int
) -> None:
    client_for(alice).post("/welcome/", GIVEN | {"told": told})
    assert (wants(alice, "your_turn"), wants(alice, "reminder")) == (turn, reminder)
    assert EmailSettings.objects.get(player=alice).digest_after == digest_after
    page = client_for(alice).get("/settings/emails/")
    assert page.context["brief"]["told"].value() == told


def test_the_three_ways_can_be_chosen_in_the_settings_and_are_left_by_a_mix(
    client_for: Any, alice: Player
) -> None:
    reader = client_for(alice)
    EmailSettings.objects.create(player=alice, plain_text=True, settle_minutes=3)
    reader.post("/settings/emails/", {"brief": "1", "told": "daily"})
    assert onboarding.get_preset(alice) == "daily"
    kept = EmailSettings.objects.get(player=alice)
    assert (kept.plain_text, kept.settle_minutes, kept.digest_after) == (True, 3, 0)
    Preference.objects.create(player=alice, kind="your_turn", wanted=False)
    assert onboarding.get_preset(alice) == ""
    assert "your own choice of e-mails" in text_of(reader.get("/settings/emails/"))
    answer = reader.post("/settings/emails/", {"brief": "1"})
    assert answer.status_code == 422
    assert "Choose one of the three." in text_of(answer)


def test_skipping_changes_nothing_but_the_question(client_for: Any, alice: Player) -> None:
    Player.objects.update(welcome_due=True)
    answer = client_for(alice).post("/welcome/", {"later": "1", "language": "fr"})
    assert answer.headers["Location"] == "/play/"
    alice.refresh_from_db()
    assert (alice.welcome_due, alice.language) == (False, "en")


def test_a_mistake_is_named_and_keeps_what_was_chosen(client_for: Any, alice: Player) -> None:
    answer = client_for(alice).post("/welcome/", GIVEN | {"time_zone": "Mars/Olympus"})
    assert answer.status_code == 422
    assert "is not a time zone" in text_of(answer)
    assert Client().get("/welcome/").status_code == 302
