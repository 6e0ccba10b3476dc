"""Logging in by an account elsewhere, with allauth's service for tests."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialAccount
from django.conf import settings as site_settings
from django.test import Client

from accounts.models import Player, User
from config.env import social
from config.personal import collection

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse"
SIGN_UP, MINE = "/account/social/signup/", "/account/social/"
FORM = {"name": "Nora", "time_zone": "Europe/Rome", "language": "en"}


def come_from(client: Client, process: str = "login", **told: Any) -> Any:
    """Return from the other service with what it tells about somebody."""
    asked = client.post(f"/account/dummy/login/?process={process}", follow=True)
    address = asked.redirect_chain[-1][0]
    said = {"id": 7, "username": "n0ra", "first_name": "Nora", **told}
    return client.post(address, said, follow=True)


def logged_in(client: Client) -> int | None:
    return int(client.session["_auth_user_id"]) if "_auth_user_id" in client.session else None


def test_a_confirmed_address_signs_up_with_a_name_of_our_rules(client: Client) -> None:
    page = come_from(client, email="nora@example.org", email_verified="on")
    assert page.redirect_chain[-1][0] == SIGN_UP
    assert "choose your name" in page.text
    refused = client.post(SIGN_UP, FORM | {"name": "Referee"})
    assert refused.status_code == 200
    assert not User.objects.exists()
    other = FORM | {"email": "somebody-else@example.org"}
    assert client.post(SIGN_UP, other).headers["Location"] == "/welcome/"
    player = Player.objects.get(name="Nora")
    assert player.user is not None
    assert (player.user.email, player.user.address_confirmed) == ("nora@example.org", True)
    assert logged_in(client) == player.user_id
    assert not player.user.has_usable_password()
    assert SocialAccount.objects.get().extra_data == {}
    client.logout()
    come_from(client, email="changed@example.org")
    assert logged_in(client) == player.user_id
    assert SocialAccount.objects.get().extra_data == {}
    exported: Any = next(iter(collection.account(player)))
    assert exported["logins_elsewhere"][0]["provider"] == "dummy"


def test_an_address_that_the_service_has_not_confirmed_makes_no_login(client: Client) -> None:
    come_from(client, email="nora@example.org")
    page = client.post(SIGN_UP, FORM | {"email": "nora@example.org"}, follow=True)
    assert "This service has not confirmed an e-mail address for you." in page.text
    assert logged_in(client) is None
    assert not EmailAddress.objects.exists()
    assert not SocialAccount.objects.exists()
    assert not User.objects.exists()


@pytest.mark.parametrize("verified", ["", "on"])
def test_nobody_gets_into_a_login_because_of_its_address(
    client: Client, person: Any, verified: str
) -> None:
    alice = person("Alice")
    page = come_from(client, email="alice@example.org", email_verified=verified)
    if page.redirect_chain[-1][0] == SIGN_UP:
        page = client.post(SIGN_UP, FORM | {"email": "alice@example.org"}, follow=True)
    said = "Check your e-mail" if verified else "has not confirmed an e-mail address"
    assert said in page.text
    assert logged_in(client) is None
    assert not SocialAccount.objects.exists()
    assert User.objects.count() == 1
    assert alice.user.check_password(PASSWORD)


def test_who_takes_the_address_of_another_on_the_way_confirms_it(
    client: Client, person: Any
) -> None:
    person("Alice")
    come_from(client, email="mallory@example.org")
    client.post(SIGN_UP, FORM | {"email": "ALICE@example.org"}, follow=True)
    assert logged_in(client) is None
    assert User.objects.count() == 1


def test_accounts_are_connected_after_a_proof_and_disconnected(client: Client, person: Any) -> None:
    alice = person("Alice")
    client.post("/account/login/", {"login": "alice@example.org", "password": PASSWORD})
    session = client.session
    session["account_authentication_methods"] = []
    session.save()
    asked = client.post("/account/dummy/login/?process=connect")
    assert asked.headers["Location"].startswith("/account/reauthenticate/")
    client.post(asked.headers["Location"], {"password": PASSWORD})
    page = come_from(client, process="connect", email="else@example.org")
    assert "You can now log in with it." in page.text
    assert SocialAccount.objects.get().user_id == alice.user_id
    assert MINE in client.get("/settings/").text
    browser = Client()
    come_from(browser)
    assert logged_in(browser) == alice.user_id
    gone = client.post(MINE, {"account": SocialAccount.objects.get().pk}, follow=True)
    assert "Disconnected." in gone.text
    assert not SocialAccount.objects.exists()


def test_the_last_way_in_is_not_removed(client: Client) -> None:
    come_from(client, email="nora@example.org", email_verified="on")
    client.post(SIGN_UP, FORM)
    page = client.post(MINE, {"account": SocialAccount.objects.get().pk}, follow=True)
    assert "Set a password first" in page.text
    assert SocialAccount.objects.exists()


def test_pages_offer_what_is_configured_and_explain_the_rest(client: Client) -> None:
    for address in ("/account/login/", "/account/signup/"):
        assert "Continue with Dummy" in client.get(address).text
    assert "taken to Dummy and back" in client.get("/account/dummy/login/").text
    assert "Login cancelled" in client.get(f"{MINE}login/cancelled/").text
    assert client.get(SIGN_UP).headers["Location"] == "/account/login/"
    assert client.get(MINE).status_code == 302


def test_services_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert social.configured_providers() == {}
    monkeypatch.setenv("LOGIN_GITHUB_ID", "one")
    with pytest.raises(ValueError, match="LOGIN_GITHUB_SECRET"):
        social.configured_providers()
    monkeypatch.setenv("LOGIN_GITHUB_SECRET", "two")
    found = social.configured_providers()
    assert found["github"]["APPS"] == [{"client_id": "one", "secret": "two"}]
    assert social.provider_apps(found) == ["allauth.socialaccount.providers.github"]
    assert social.provider_origins(found) == ["https://github.com"]
    assert site_settings.SOCIALACCOUNT_EMAIL_AUTHENTICATION is False


def test_the_services_of_the_settings_are_offered(client: Client, settings: Any) -> None:
    settings.SOCIAL_LOGIN = {"github": {"APPS": [{"client_id": "one", "secret": "two"}]}}
    adapter = get_adapter()
    assert adapter.get_app(None, "github").secret == "two"
    assert adapter.list_apps(None, "google") == adapter.list_apps(None, "github", "x") == []


def test_without_any_service_the_pages_offer_none(client: Client, settings: Any) -> None:
    settings.SOCIAL_LOGIN = {}
    assert "Continue with" not in client.get("/account/login/").text


def test_without_a_password_only_logging_in_again_is_a_proof(client: Client) -> None:
    come_from(client, email="nora@example.org", email_verified="on")
    client.post(SIGN_UP, FORM | {"email": "nora@example.org"}, follow=True)
    if logged_in(client) is None:
        come_from(client, email="nora@example.org", email_verified="on")
    assert logged_in(client) is not None
    assert client.post("/settings/export/").status_code == 200
    session = client.session
    records = session["account_authentication_methods"]
    session["account_authentication_methods"] = [{**each, "at": 0} for each in records]
    session.save()
    answer = client.post("/settings/export/")
    assert answer["Location"] == "/account/login/?next=%2Fsettings%2Fexport%2F"
    assert logged_in(client) is None
