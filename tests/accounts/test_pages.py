"""The pages about oneself, and what the middleware puts on every request."""

from __future__ import annotations

import secrets
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from accounts.middleware import ReaderMiddleware
from accounts.models import Leave, Player, User
from accounts.services.registration import create_guest_player

pytestmark = pytest.mark.django_db
EVIL = ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"]


@pytest.fixture
def guest(noon: Any) -> Player:
    return create_guest_player(
        language="en", time_zone="UTC", chance=secrets.SystemRandom(), now=noon
    )


@pytest.fixture
def operator() -> User:
    return User.objects.create_superuser("Root@Example.org", "correct horse")


def seen(client: Client, path: str = "/settings/") -> Any:
    """Return the reader that a page was shown to."""
    return client.get(path, follow=True).context["reader"]


@pytest.mark.usefixtures("present")
def test_the_reader_costs_two_queries(
    client_for: Any, alice: Player, django_assert_num_queries: Any
) -> None:
    client = client_for(alice)
    with django_assert_num_queries(2):  # the session; login and player joined
        assert client.get("/robots.txt").wsgi_request.reader == alice  # an answer without a page


def test_a_guest_costs_two_queries(
    client_for: Any, guest: Player, django_assert_num_queries: Any
) -> None:
    client = client_for(guest)
    with django_assert_num_queries(2):
        assert client.get("/robots.txt").wsgi_request.reader == guest


def test_nobody_costs_nothing(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert client.get("/account/login/").context["reader"] is None


def test_pages_speak_the_readers_language_and_live_in_their_zone(carol: Player) -> None:
    told: dict[str, str] = {}

    def view(_request: Any) -> HttpResponse:
        told.update(language=translation.get_language(), zone=timezone.get_current_timezone_name())
        return HttpResponse()

    request = RequestFactory().get("/", headers={"accept-language": "de"})
    request.user = carol.user  # type: ignore[assignment]
    request.session = {}  # type: ignore[assignment]
    answer = ReaderMiddleware(view)(request)
    assert told == {"language": "fr", "zone": "America/Montreal"}
    assert answer.headers["Content-Language"] == "fr"
    request.user = AnonymousUser()
    answer = ReaderMiddleware(view)(request)
    assert told == {"language": "de", "zone": "UTC"}
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize("path", ["/settings/", "/settings/token/"])
def test_settings_ask_for_a_login_and_come_back(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.headers["Location"] == f"/account/login/?next={path}"


def test_settings_change_what_others_see(client_for: Any, alice: Player) -> None:
    client = client_for(alice)
    form = {"name": "Alice Ö.", "about": "Slow but sure.", "language": "de"}
    answer = client.post("/settings/", form, follow=True)
    assert answer.headers["Content-Language"] == "de"
    alice.refresh_from_db()
    assert (alice.name, alice.about, alice.language) == ("Alice Ö.", "Slow but sure.", "de")


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", "Bob"), ("name", ""), ("name", "\x00"), ("about", "x" * 501), ("language", "xx")],
)
def test_settings_name_what_is_wrong(
    client_for: Any, alice: Player, bob: Player, field: str, value: str
) -> None:
    form = {"name": "Alina", "about": "", "language": "en"} | {field: value}
    answer = client_for(alice).post("/settings/", form)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    alice.refresh_from_db()
    assert alice.name == "Alice"


def test_an_empty_form_is_answered_with_what_is_missing(client_for: Any, alice: Player) -> None:
    answer = client_for(alice).post("/settings/", {})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"name", "language"}


def test_a_guest_is_invited_to_sign_up(client_for: Any, guest: Player) -> None:
    answer = client_for(guest).get("/settings/")
    assert guest.name in answer.content.decode()
    assert b"/account/signup/" in answer.content


def test_a_login_without_a_player_is_asked_for_a_name_and_led_back(operator: User) -> None:
    client = Client()
    client.force_login(operator)
    asked = client.get("/matches/?page=2")
    assert asked.headers["Location"] == "/settings/?next=%2Fmatches%2F%3Fpage%3D2"
    page = client.get(asked.headers["Location"])
    assert page.status_code == 200
    form = {"name": "Olga", "language": "de", "time_zone": "Europe/Berlin"}
    answer = client.post("/settings/", form | {"next": page.context["next"]})
    assert answer.headers["Location"] == "/matches/?page=2"
    assert seen(client).name == "Olga"


def test_a_login_without_a_player_reaches_administration(operator: User) -> None:
    client = Client()
    client.force_login(operator)
    assert client.get("/admin/").status_code == 200


def test_a_name_that_cannot_be_had_is_asked_again(operator: User, alice: Player) -> None:
    client = Client()
    client.force_login(operator)
    form = {"name": "aLICE", "language": "de", "time_zone": "Europe/Berlin"}
    answer = client.post("/settings/", form)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["name"]
    assert not Player.objects.filter(user=operator).exists()


def test_the_operator_enters_administration_through_the_login_of_the_site(operator: User) -> None:
    client = Client()
    for page in ("/admin/", "/admin/login/?next=/admin/"):
        shown = client.get(page, follow=True)
        assert shown.redirect_chain[-1][0] == "/account/login/?next=%2Fadmin%2F"
    form = {"login": "ROOT@example.org", "password": "correct horse", "next": "/admin/"}
    assert client.post("/account/login/", form).headers["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/login/").headers["Location"] == "/admin/"
    assert client.get("/admin/password_change/").headers["Location"] == "/account/password/change/"


def test_the_login_of_administration_takes_no_password(operator: User, alice: Player) -> None:
    form = {"username": "root@example.org", "password": "correct horse", "next": "/admin/"}
    stranger = Client()
    answer = stranger.post("/admin/login/", form)
    assert answer.headers["Location"] == "/account/login/?next=%2Fadmin%2F"
    assert "_auth_user_id" not in stranger.session
    player = Client()
    assert alice.user is not None
    player.force_login(alice.user)
    assert player.post("/admin/login/", form).status_code == 403
    assert player.session["_auth_user_id"] == str(alice.user_id)


@pytest.mark.parametrize("target", EVIL)
def test_the_login_of_administration_never_leads_to_another_site(
    operator: User, target: str
) -> None:
    client = Client()
    asked = client.get("/admin/login/", {"next": target}).headers["Location"]
    assert asked == "/account/login/?next=%2Fadmin%2F"
    client.force_login(operator)
    assert client.get("/admin/login/", {"next": target}).headers["Location"] == "/admin/"


def test_nobody_changes_the_language_by_a_cookie(client: Client) -> None:
    answer = client.post("/language/", {"language": "fr", "next": "/account/login/"})
    assert answer.headers["Location"] == "/account/login/"
    assert client.get("/account/login/").headers["Content-Language"] == "fr"


def test_a_reader_changes_the_language_for_emails_too(client_for: Any, alice: Player) -> None:
    client = client_for(alice)
    client.post("/language/", {"language": "it", "next": "/settings/"})
    assert client.get("/settings/").headers["Content-Language"] == "it"
    alice.refresh_from_db()
    assert alice.language == "it"


def test_a_guest_changes_the_language(client_for: Any, guest: Player) -> None:
    client = client_for(guest)
    client.post("/language/", {"language": "it"})
    assert client.get("/settings/").headers["Content-Language"] == "it"
    guest.refresh_from_db()
    assert guest.language == "it"


def test_an_unknown_language_is_named_and_changes_nothing(client_for: Any, alice: Player) -> None:
    client = client_for(alice)
    answer = client.post("/language/", {"language": "tlh", "next": "/settings/"}, follow=True)
    assert "The language “tlh” is not available here" in answer.content.decode()
    alice.refresh_from_db()
    assert alice.language == "en"
    assert client.get("/language/")["Location"] == "/"


@pytest.mark.parametrize("target", EVIL)
def test_changing_the_language_never_leads_to_another_site(client: Client, target: str) -> None:
    answer = client.post("/language/", {"language": "fr", "next": target})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("target", EVIL)
def test_giving_a_name_never_leads_to_another_site(operator: User, target: str) -> None:
    client = Client()
    client.force_login(operator)
    form = {"name": "Olga", "language": "de", "time_zone": "UTC", "next": target}
    assert client.post("/settings/", form).headers["Location"] == "/"


def test_every_page_of_administration_opens(
    operator: User, alice: Player, noon: Any, client: Client
) -> None:
    leave = Leave.objects.create(
        player=alice, first_day=noon.date(), last_day=noon.date(), booked_at=noon
    )
    client.force_login(operator)
    for model, row in (("user", alice.user), ("player", alice), ("leave", leave)):
        assert row is not None
        start = f"/admin/accounts/{model}/"
        assert client.get(f"{start}?q=ali").status_code == 200
        assert client.get(f"{start}{row.pk}/change/").status_code == 200
        assert client.get(f"{start}add/").status_code == 403
        assert client.get(f"{start}{row.pk}/delete/").status_code == 403
