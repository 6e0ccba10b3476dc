"""The second factor: everybody may have it, referees and operators need it for their rooms."""

from __future__ import annotations

import re
import time

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache

pytestmark = pytest.mark.django_db
HOUSE = "/account/second-factor/"


@pytest.fixture(autouse=True)
def _required(settings):
    settings.SECOND_FACTOR = True


def code_for(secret: str) -> str:
    """Return the code that an app would show now."""
    cache.clear()  # a code works once; the next one would take half a minute
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))


def logged_in(client_for, player, code: str | None = None):
    """Log in through the page, with a code where one is asked for."""
    browser = client_for(None)
    given = {"login": player.user.email, "password": "correct horse"}
    page = browser.post("/account/login/", given)
    if code is not None:
        assert page.headers["Location"] == f"{HOUSE}authenticate/"
        page = browser.post(f"{HOUSE}authenticate/", {"code": code})
    assert page.status_code == 302, page
    return browser


def switched_on(browser) -> str:
    """Confirm the password once more, switch it on and return the secret."""
    browser.post("/account/reauthenticate/", {"password": "correct horse"})
    page = browser.get(f"{HOUSE}totp/activate/")
    found = re.search(r"<code>(\w+)</code>", page.content.decode())
    assert found
    secret = found[1]
    assert "data:image/svg+xml" in page.content.decode()
    wrong = browser.post(f"{HOUSE}totp/activate/", {"code": "000000"})
    assert wrong.status_code in (200, 422)
    right = browser.post(f"{HOUSE}totp/activate/", {"code": code_for(secret)})
    assert right.status_code == 302
    return secret


def test_a_referee_without_it_is_led_to_switch_it_on(referee, client_for):
    browser = logged_in(client_for, referee)
    for room in ("/referee/", "/referee/cases/1/"):
        page = browser.get(room)
        assert page.status_code == 302
        assert page.headers["Location"].startswith(f"{HOUSE}totp/activate/?next=")
    assert browser.post("/referee/cases/1/note/", {"text": "x"}).status_code == 302


def test_with_it_the_room_opens_after_the_code_of_this_session(referee, client_for):
    browser = logged_in(client_for, referee)
    secret = switched_on(browser)
    page = browser.get("/referee/")
    assert page.headers["Location"].startswith(f"{HOUSE}reauthenticate/?next=")
    asked = browser.get(page.headers["Location"])
    assert asked.status_code == 200
    browser.post(page.headers["Location"], {"code": code_for(secret), "next": "/referee/"})
    assert browser.get("/referee/").status_code == 200
    again = logged_in(client_for, referee, code_for(secret))
    assert again.get("/referee/").status_code == 200


def test_a_password_alone_does_not_log_in_any_more(referee, client_for):
    secret = switched_on(logged_in(client_for, referee))
    browser = client_for(None)
    browser.post("/account/login/", {"login": referee.user.email, "password": "correct horse"})
    assert browser.get("/settings/").status_code == 302
    wrong = browser.post(f"{HOUSE}authenticate/", {"code": "123456"})
    assert wrong.status_code in (200, 422)
    assert browser.get("/settings/").status_code == 302
    assert code_for(secret)


def test_a_recovery_code_works_once(referee, client_for):
    browser = logged_in(client_for, referee)
    switched_on(browser)
    shown = browser.get(f"{HOUSE}recovery-codes/").content.decode()
    codes = re.findall(r"^\d{8}$|(?<=<pre>)\d{8}", shown, re.MULTILINE)
    assert len(codes) >= 8
    assert logged_in(client_for, referee, codes[0]).get("/referee/").status_code == 200
    second = client_for(None)
    second.post("/account/login/", {"login": referee.user.email, "password": "correct horse"})
    second.post(f"{HOUSE}authenticate/", {"code": codes[0]})
    assert second.get("/settings/").status_code == 302


def test_the_admin_asks_for_it_too_whatever_the_way_in(person, client_for):
    operator = person("Otto")
    operator.user.is_staff = operator.user.is_superuser = True
    operator.user.save()
    browser = client_for(operator)
    assert browser.get("/admin/").headers["Location"].startswith(f"{HOUSE}totp/activate/")
    plain = client_for(None)
    given = {"username": operator.user.email, "password": "correct horse", "next": "/admin/"}
    plain.post("/admin/login/", given)
    assert plain.get("/admin/").headers["Location"].startswith(f"{HOUSE}totp/activate/")
    switched_on(logged_in(client_for, operator))
    plain = client_for(None)
    plain.post("/admin/login/", given)
    assert plain.get("/admin/").headers["Location"].startswith(f"{HOUSE}reauthenticate/")


def test_players_are_not_asked_and_strangers_still_refused(alice, client_for):
    browser = logged_in(client_for, alice)
    assert browser.get("/referee/").status_code == 403
    assert browser.get("/settings/").status_code == 200
    assert browser.get(HOUSE).status_code == 200
    switched_on(browser)
    assert b"switched on" in browser.get(HOUSE).content


def test_it_can_be_switched_off_again(alice, client_for):
    browser = logged_in(client_for, alice)
    switched_on(browser)
    assert browser.get(f"{HOUSE}totp/deactivate/").status_code == 200
    browser.post(f"{HOUSE}totp/deactivate/")
    assert b"Switch it on" in browser.get(HOUSE).content


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_its_letters_and_pages_speak_every_language(
    language, person, client_for, django_capture_on_commit_callbacks
):
    from notifications.models import Message

    player = person("Zoe", language=language)
    browser = logged_in(client_for, player)
    with django_capture_on_commit_callbacks(execute=True):
        switched_on(browser)
    for page in ("", "totp/deactivate/", "recovery-codes/", "recovery-codes/generate/"):
        assert browser.get(HOUSE + page).status_code == 200
    subjects = [each.context["subject"] for each in Message.objects.filter(kind="security")]
    said = {"de": "zweite Faktor", "fr": "second facteur", "it": "secondo fattore"}[language]
    assert any(said in subject for subject in subjects), subjects
