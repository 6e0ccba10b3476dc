"""From signing up to logging out, through the pages and the links in the e-mails."""

from __future__ import annotations

import re
import secrets
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client

from accounts.forms import zone_choices, zone_field
from accounts.middleware import GUEST_SESSION_KEY
from accounts.models import Player, User
from accounts.services.registration import create_guest_player
from tests.accounts.factor import prove
from tests.markup import text_of

pytestmark = pytest.mark.django_db
CONFIRM = "/account/confirm-email/"
RESET = "/account/password/reset/key/"


def sign_up(client: Client, form: dict[str, Any], **changes: Any) -> Any:
    """Send the sign-up form."""
    return client.post("/account/signup/", form | changes)


def log_in(client: Client, email: str, password: str, **more: Any) -> Any:
    """Send the login form."""
    return client.post("/account/login/", {"login": email, "password": password, **more})


def reader_of(client: Client) -> Any:
    """Return whom the site takes this client for."""
    return client.get("/settings/", follow=True).context["reader"]


def test_a_new_player_signs_up_confirms_by_the_email_and_is_logged_in(
    client: Client, dora: dict[str, Any], link_in_email: Any
) -> None:
    answer = sign_up(client, dora)
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/account/confirm-email/"
    player = Player.objects.get(name="Dora")
    assert (player.language, player.time_zone, player.kind) == ("it", "Europe/Zurich", "person")
    assert player.address is None, "nobody has shown yet that the address is theirs"
    assert reader_of(client) is None

    link = link_in_email(CONFIRM)
    assert client.get(link).status_code == 200
    assert reader_of(client) is None, "looking at the link, as mail scanners do, confirms nothing"
    assert client.post(link).status_code == 302
    assert reader_of(client) == player
    player = Player.objects.get(pk=player.pk)
    assert player.address == "dora@example.org"
    assert client.get("/settings/").headers["Content-Language"] == "it"


def test_who_confirmed_elsewhere_logs_in_with_the_address_in_any_case(
    client: Client, dora: dict[str, Any], link_in_email: Any
) -> None:
    sign_up(client, dora)
    Client().post(link_in_email(CONFIRM))
    assert log_in(client, "DORA@EXAMPLE.ORG", "green lights only").status_code == 302
    assert reader_of(client).name == "Dora"
    client.post("/account/logout/")
    assert reader_of(client) is None


def test_an_unconfirmed_address_cannot_log_in_and_gets_a_new_email(
    client: Client, dora: dict[str, Any], link_in_email: Any
) -> None:
    sign_up(client, dora)
    cache.clear()  # the pause between two e-mails
    answer = log_in(client, "dora@example.org", "green lights only")
    assert answer.headers["Location"] == "/account/confirm-email/"
    assert reader_of(client) is None
    assert not EmailAddress.objects.get(email="dora@example.org").verified
    assert link_in_email(CONFIRM)


def test_a_wrong_password_is_told_without_saying_which_of_the_two_is_wrong(alice: Player) -> None:
    client = Client(headers={"accept-language": "en"})
    for email in ("alice@example.org", "nobody@example.org"):
        page = text_of(log_in(client, email, "wrong horse"))
        assert "The e-mail address or the password is wrong." in page


def test_logging_out_takes_a_post(client_for: Any, alice: Player) -> None:
    client = client_for(alice)
    assert client.get("/account/logout/").status_code == 200
    assert reader_of(client) == alice
    assert client.post("/account/logout/").status_code == 302
    assert reader_of(client) is None


def test_signing_up_with_a_known_address_tells_nothing_and_changes_nothing(
    client: Client, alice: Player, dora: dict[str, Any]
) -> None:
    answer = sign_up(client, dora, email="ALICE@example.org")
    assert answer.headers["Location"] == "/account/confirm-email/"
    assert User.objects.count() == 1
    assert not Player.objects.filter(name="Dora").exists()


def test_of_a_password_that_is_too_short_nothing_else_is_said(client, dora) -> None:
    for short in ("tulip", "tulip-canoe", "aaaa"):
        errors = sign_up(client, dora, password1=short).context["form"].errors["password1"]
        assert "is a repetition" not in str(errors), short
        assert "12 characters" in str(errors), short


def test_what_is_wrong_is_named_beside_its_field(
    client: Client, alice: Player, dora: dict[str, Any]
) -> None:
    for field, value, words in (
        ("email", "not a valid address", "valid email"),
        ("email", "", "required"),
        ("password1", "elevensigns", "12 characters"),
        ("password1", "passwordpassword", "is a repetition"),
        ("password1", "aaaaaaaaaaaaaaaa", "is a repetition"),
        ("password1", "1234567890123456", "is a repetition"),
        ("password1", "Ampelpost2026", "name of this site"),
        ("password1", "ampelpost-Ampelpost", "name of this site"),
        ("password1", "dora@example.org", "too similar"),
        ("password1", "professional", "common"),
        ("name", "", "Please enter a name."),
        ("name", "x" * 31, "up to 30 characters; this one has 31"),
        ("name", "a<b>", "letters, digits"),
        ("name", "ALICE", "already taken"),
        ("name", "Admin", "reserved"),
        ("time_zone", "Mars/Olympus", "not a time zone"),
        ("language", "xx", "xx"),
    ):
        cache.clear()  # not so many at once
        answer = sign_up(client, dora, **{field: value})
        assert answer.status_code == 200, (field, value)
        errors = answer.context["form"].errors
        assert list(errors) == [field], value
        assert words in str(errors[field])
        assert 'aria-invalid="true"' in answer.content.decode()
        assert User.objects.count() == 1


def test_a_forgotten_password_is_replaced_through_the_email(
    client: Client, alice: Player, link_in_email: Any
) -> None:
    client.post("/account/password/reset/", {"email": "Alice@Example.org"})
    form = client.get(link_in_email(RESET), follow=True)
    target = form.redirect_chain[-1][0]
    new = {"password1": "a brand new word", "password2": "a brand new word"}
    assert client.post(target, new).status_code == 302
    assert log_in(client, "alice@example.org", "correct horse").status_code == 200
    assert log_in(client, "alice@example.org", "a brand new word").status_code == 302
    again = Client().get(link_in_email(RESET), follow=True)
    assert b"has already been used" in again.content


def test_asking_for_an_unknown_address_looks_the_same(client: Client, alice: Player) -> None:
    known = client.post("/account/password/reset/", {"email": "alice@example.org"})
    unknown = client.post("/account/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known.headers["Location"]) == (
        unknown.status_code,
        unknown.headers["Location"],
    )


def test_the_password_is_changed_with_the_old_one(client_for: Any, alice: Player) -> None:
    client = client_for(alice)
    new = {"password1": "a brand new word", "password2": "a brand new word"}
    wrong = client.post("/account/password/change/", {"oldpassword": "no", **new})
    assert list(wrong.context["form"].errors) == ["oldpassword"]
    right = client.post("/account/password/change/", {"oldpassword": "correct horse", **new})
    assert right.status_code == 302
    assert reader_of(client) == alice, "the change does not log out"
    assert log_in(Client(), "alice@example.org", "a brand new word").status_code == 302


def test_a_new_address_counts_once_its_email_is_answered(
    client_for: Any, alice: Player, link_in_email: Any
) -> None:
    client = client_for(alice)
    prove(client)
    client.post("/account/email/", {"action_add": "1", "email": "Alice@New.example"})
    assert Player.objects.get(pk=alice.pk).address == "alice@example.org"
    assert b"alice@new.example" in client.get("/account/email/").content
    client.post(link_in_email(CONFIRM))
    assert Player.objects.get(pk=alice.pk).address == "alice@new.example"
    assert EmailAddress.objects.filter(user_id=alice.user_id).count() == 1


def test_somebody_elses_address_cannot_be_taken(
    client_for: Any, alice: Player, bob: Player
) -> None:
    client = client_for(alice)
    prove(client)
    client.post("/account/email/", {"action_add": "1", "email": "BOB@example.org"})
    assert EmailAddress.objects.filter(email__iexact="bob@example.org", verified=True).count() == 1
    assert Player.objects.get(pk=alice.pk).address == "alice@example.org"


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example"],
)
def test_logging_in_never_leads_to_another_site(client: Client, alice: Player, target: str) -> None:
    answer = log_in(client, "alice@example.org", "correct horse", next=target)
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/"


def test_logging_in_leads_to_the_page_that_asked(client: Client, alice: Player) -> None:
    answer = log_in(client, "alice@example.org", "correct horse", next="/settings/token/")
    assert answer.headers["Location"] == "/settings/token/"


@pytest.mark.parametrize(
    "path",
    ["/account/login/", "/account/signup/", "/account/logout/", "/language/", "/settings/token/"],
)
def test_a_form_from_elsewhere_is_refused(path: str, client_for: Any, alice: Player) -> None:
    client = client_for(alice, enforce_csrf_checks=True)
    assert client.post(path, {"language": "de"}).status_code == 403


def test_a_guest_who_signs_up_keeps_their_seat_until_and_after_the_email(
    client_for: Any, dora: dict[str, Any], link_in_email: Any, noon: Any
) -> None:
    guest = create_guest_player(
        language="en", time_zone="Europe/Berlin", chance=secrets.SystemRandom(), now=noon
    )
    client = client_for(guest)
    assert guest.name in client.get("/account/signup/").content.decode()
    sign_up(client, dora)
    adopted = Player.objects.get(pk=guest.pk)
    assert (adopted.name, adopted.kind) == ("Dora", "person")
    assert reader_of(client) == guest, "play goes on before the letter is answered"
    assert adopted.address is None

    elsewhere = Client()
    elsewhere.post(link_in_email(CONFIRM))
    assert reader_of(client) is None, "with a login, the login is what counts"
    log_in(client, "dora@example.org", "green lights only")
    assert reader_of(client) == guest
    assert Player.objects.count() == 1


def test_a_guest_of_another_session_cannot_be_adopted(
    client: Client, alice: Player, dora: dict[str, Any]
) -> None:
    session = client.session
    session[GUEST_SESSION_KEY] = alice.pk
    session.save()
    client.cookies["sessionid"] = str(session.session_key)
    sign_up(client, dora)
    alice.refresh_from_db()
    assert alice.name == "Alice"
    assert Player.objects.get(name="Dora") != alice


def test_a_locked_login_is_told_so(client: Client, alice: Player) -> None:
    User.objects.update(is_active=False)
    answer = client.post(
        "/account/login/", {"login": "alice@example.org", "password": "correct horse"}, follow=True
    )
    assert b"locked" in answer.content
    assert reader_of(client) is None


def test_zones_are_listed_once_by_their_present_names() -> None:
    listed = [zone for _region, zones in zone_choices() for zone, _city in zones]
    assert len(listed) == len(set(listed)) > 400
    assert {"Europe/Kyiv", "Asia/Kolkata", "Europe/Zurich", "UTC"} <= set(listed)
    assert str(zone_choices()[0][0]) == "Europe"
    names = {zone: city for _region, zones in zone_choices() for zone, city in zones}
    assert names["America/Argentina/Buenos_Aires"] == "Buenos Aires (Argentina)"
    assert names["Antarctica/DumontDUrville"] == "Dumont d’Urville"
    assert not {"Europe/Kiev", "Asia/Calcutta", "US/Pacific", "Europe/Belfast"} & set(listed)


def test_a_device_that_knows_its_zone_by_an_old_name_is_understood(
    client: Client, dora: dict[str, Any]
) -> None:
    page = client.get("/account/signup/").content.decode()
    assert re.search(r'<option value="Asia/Kolkata" data-also="[^"]*Asia/Calcutta', page)
    sign_up(client, dora, time_zone="Asia/Calcutta")
    assert Player.objects.get(name="Dora").time_zone == "Asia/Calcutta"


def test_an_old_name_that_is_stored_stays_the_choice() -> None:
    field = zone_field()
    shown = field.widget.render("time_zone", "Europe/Kiev")
    assert re.findall(r'<option value="([^"]*)"[^>]* selected', shown) == ["Europe/Kiev"]
    assert field.clean("Europe/Kiev") == "Europe/Kiev"
    plain = field.widget.render("time_zone", "Europe/Kyiv")
    assert 'value="Europe/Kiev"' not in plain
