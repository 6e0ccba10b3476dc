"""The second factor: everybody may have it, referees and operators need it for their pages."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from tests.accounts.factor import (
    PAGES,
    PASSWORD,
    code_for,
    codes_shown,
    logged_in,
    prove,
    switched_on,
)
from tests.sampling import sampled

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(person):
    """Return somebody who runs the site."""
    found = person("Otto")
    found.user.is_staff = found.user.is_superuser = True
    found.user.save()
    return found


@pytest.fixture(autouse=True)
def _required(settings):
    settings.SECOND_FACTOR = True
    settings.MFA_TOTP_TOLERANCE = 2  # a busy machine may need more than 30 seconds for a page


def test_a_referee_without_it_is_led_to_switch_it_on(referee, client_for):
    browser = logged_in(referee)
    for room in ("/referee/", "/referee/cases/1/"):
        page = browser.get(room)
        assert page.status_code == 302
        assert page.headers["Location"].startswith(f"{PAGES}totp/activate/?next=")
    assert browser.post("/referee/cases/1/note/", {"text": "x"}).status_code == 302


def test_with_it_the_room_opens_after_the_code_of_this_session(referee, client_for):
    browser = logged_in(referee)
    secret = switched_on(browser)
    page = browser.get("/referee/")
    assert page.headers["Location"].startswith(f"{PAGES}reauthenticate/?next=")
    asked = browser.get(page.headers["Location"])
    assert asked.status_code == 200
    browser.post(page.headers["Location"], {"code": code_for(secret), "next": "/referee/"})
    assert browser.get("/referee/").status_code == 200
    again = logged_in(referee, code_for(secret))
    assert again.get("/referee/").status_code == 200


def test_a_password_alone_does_not_log_in_any_more(referee, client_for):
    secret = switched_on(logged_in(referee))
    browser = client_for(None)
    browser.post("/account/login/", {"login": referee.user.email, "password": PASSWORD})
    assert browser.get("/settings/").status_code == 302
    wrong = browser.post(f"{PAGES}authenticate/", {"code": "123456"})
    assert wrong.status_code in (200, 422)
    assert browser.get("/settings/").status_code == 302
    assert code_for(secret)


def test_a_recovery_code_works_once(referee, client_for):
    browser = logged_in(referee)
    prove(browser, switched_on(browser))
    codes = codes_shown(browser.get(f"{PAGES}recovery-codes/"))
    assert len(codes) >= 8
    assert logged_in(referee, codes[0]).get("/referee/").status_code == 200
    second = client_for(None)
    second.post("/account/login/", {"login": referee.user.email, "password": PASSWORD})
    second.post(f"{PAGES}authenticate/", {"code": codes[0]})
    assert second.get("/settings/").status_code == 302


def test_the_admin_asks_for_it_too(operator, client_for):
    browser = client_for(operator)
    assert browser.get("/admin/").headers["Location"].startswith(f"{PAGES}totp/activate/")
    secret = switched_on(logged_in(operator))
    assert browser.get("/admin/").headers["Location"].startswith(f"{PAGES}reauthenticate/")
    assert logged_in(operator, code_for(secret)).get("/admin/").status_code == 200


def test_players_are_not_asked_and_strangers_still_refused(alice, client_for):
    browser = logged_in(alice)
    assert browser.get("/referee/").status_code == 403
    assert browser.get("/settings/").status_code == 200
    assert browser.get(PAGES).status_code == 200
    switched_on(browser)
    assert b"switched on" in browser.get(PAGES).content


def test_it_can_be_switched_off_again(alice, client_for):
    browser = logged_in(alice)
    prove(browser, switched_on(browser))
    assert browser.get(f"{PAGES}totp/deactivate/").status_code == 200
    browser.post(f"{PAGES}totp/deactivate/")
    assert b"Switch on" in browser.get(PAGES).content


@pytest.mark.parametrize("language", sampled(["de", "fr", "it"], 1))
def test_its_emails_and_pages_speak_every_language(
    language, person, client_for, django_capture_on_commit_callbacks
):
    from notifications.models import Message

    player = person("Zoe", language=language)
    browser = logged_in(player)
    with django_capture_on_commit_callbacks(execute=True):
        prove(browser, switched_on(browser))
    for page in ("", "totp/deactivate/", "recovery-codes/", "recovery-codes/generate/"):
        assert browser.get(PAGES + page).status_code == 200
    subjects = [each.context["subject"] for each in Message.objects.filter(kind="security")]
    said = {"de": "zweiter Faktor", "fr": "second facteur", "it": "secondo fattore"}[language]
    assert any(said in subject for subject in subjects), subjects


def test_a_stolen_password_of_an_operator_opens_nothing(operator, client_for):
    secret = switched_on(logged_in(operator))
    thief = client_for(None)
    for form in ({"username": operator.user.email}, {"login": operator.user.email}):
        thief.post("/admin/login/?next=/admin/", {**form, "password": PASSWORD, "next": "/admin/"})
        assert "_auth_user_id" not in thief.session
    assert thief.get("/admin/", follow=True).redirect_chain[-1][0].startswith("/account/login/")
    thief.post("/account/login/", {"login": operator.user.email, "password": PASSWORD})
    for page in ("/settings/", "/settings/token/", "/admin/", "/account/email/", PAGES):
        assert thief.get(page).status_code == 302, page
    assert logged_in(operator, code_for(secret)).get("/admin/").status_code == 200


CHANGES = [
    ("totp/deactivate/", {}),
    ("totp/activate/", {"code": "000000"}),
    ("recovery-codes/generate/", {}),
    ("recovery-codes/", None),
    ("recovery-codes/download/", None),
    ("/account/email/", {"action_add": "1", "email": "thief@example.org"}),
    (
        "/account/password/change/",
        {"oldpassword": PASSWORD, "password1": "a brand new word", "password2": "a brand new word"},
    ),
    ("/settings/token/", {"action": "create", "name": "x", "scope": "organise", "days": "30"}),
    ("/settings/close/", {"password": PASSWORD, "sure": "on"}),
]


def test_a_stolen_session_and_the_password_change_nothing_without_the_factor(operator):
    """The chain that once led into the admin: session, key, factor off, own factor on."""
    from accounts.models import ApiKey, User

    browser = logged_in(operator)
    secret = switched_on(browser)
    before = list(Authenticator.objects.values_list("pk", "data"))

    def attempt():
        for path, form in CHANGES:
            address = path if path.startswith(("/account/", "/settings/")) else PAGES + path
            answer = browser.get(address) if form is None else browser.post(address, form)
            assert answer.status_code == 302, address
            led = answer.headers["Location"]
            assert led.startswith((f"{PAGES}reauthenticate/", f"{PAGES}totp/de")), address

    attempt()
    by_password = browser.post("/account/reauthenticate/", {"password": PASSWORD})
    assert by_password.headers["Location"].startswith(f"{PAGES}reauthenticate/")
    attempt()
    wrong = browser.post(f"{PAGES}reauthenticate/", {"code": "000000", "next": "/admin/"})
    assert wrong.status_code == 200
    attempt()
    assert browser.get("/admin/").headers["Location"].startswith(f"{PAGES}reauthenticate/")
    user = User.objects.get(pk=operator.user_id)
    assert user.check_password(PASSWORD)
    assert user.email == operator.user.email
    assert EmailAddress.objects.filter(user=user).count() == 1
    assert not ApiKey.objects.exists()
    assert list(Authenticator.objects.values_list("pk", "data")) == before
    assert PASSWORD not in str(dict(browser.session))
    assert logged_in(operator, code_for(secret)).get("/admin/").status_code == 200


def test_proof_by_the_password_ends_when_a_factor_is_switched_on_elsewhere(alice):
    here, elsewhere = logged_in(alice), logged_in(alice)
    prove(here)
    secret = switched_on(elsewhere)
    form = {"action": "create", "name": "x", "scope": "read", "days": "30"}
    assert here.post("/settings/token/", form).headers["Location"].startswith(f"{PAGES}reauth")
    prove(here, secret)
    assert here.post("/settings/token/", form).headers["Location"] == "/settings/token/"


def test_a_factor_that_was_replaced_opens_nothing_any_more(operator):
    old = logged_in(operator)
    secret = switched_on(old)
    prove(old, secret)
    assert old.get("/admin/").status_code == 200
    other = logged_in(operator, code_for(secret))
    prove(other, secret)
    other.post(f"{PAGES}totp/deactivate/")
    fresh = switched_on(other)
    assert old.get("/admin/").headers["Location"].startswith(f"{PAGES}reauthenticate/")
    prove(old, fresh)
    assert old.get("/admin/").status_code == 200


def test_what_was_sent_before_the_proof_is_done_after_it(alice):
    browser = logged_in(alice)
    form = {"action_add": "1", "email": "alice@new.example"}
    asked = browser.post("/account/email/", form).headers["Location"]
    assert asked == "/account/reauthenticate/?next=%2Faccount%2Femail%2F"
    browser.post(asked, {"password": PASSWORD, "next": "/account/email/"})
    assert b"alice@new.example" in browser.get("/account/email/").content


def test_guessing_codes_is_limited_and_says_so(alice):
    secret = switched_on(logged_in(alice))
    browser = logged_in(alice, code_for(secret))
    answers = [
        browser.post(f"{PAGES}reauthenticate/", {"code": f"{number:06}"}) for number in range(12)
    ]
    assert answers[0].status_code == 200
    last = answers[-1].content.decode()
    assert answers[-1].status_code == 429 or "Too many" in last


def test_secrets_are_encrypted_in_the_database(alice):
    browser = logged_in(alice)
    secret = switched_on(browser)
    prove(browser, secret)
    codes = codes_shown(browser.get(f"{PAGES}recovery-codes/"))
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    assert not any(code in stored for code in codes)
    assert secret not in str(dict(browser.session)), "nothing is left of it in the session"


def test_a_rotated_key_of_the_site_still_opens_the_secrets(alice, settings):
    secret = switched_on(logged_in(alice))
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key of the site " * 3
    settings.SECRET_KEY_FALLBACKS = [old]
    assert logged_in(alice, code_for(secret)).get("/settings/").status_code == 200


def test_a_secret_that_cannot_be_read_is_told_and_opens_nothing(alice, settings, client_for):
    secret = switched_on(logged_in(alice))
    settings.SECRET_KEY = "another key of the site " * 3
    browser = client_for(None)
    browser.post("/account/login/", {"login": alice.user.email, "password": PASSWORD})
    answer = browser.post(f"{PAGES}authenticate/", {"code": code_for(secret)})
    assert answer.status_code == 200
    assert b"can no longer be read" in answer.content
    assert browser.get("/settings/").status_code == 302


def test_an_operator_removes_a_lost_factor_at_the_server_and_its_owner_is_told(alice):
    from io import StringIO

    from django.core.management import CommandError, call_command

    from notifications.models import Message

    with pytest.raises(CommandError, match="no second factor"):
        call_command("second_factor", "remove", alice.user.email)
    switched_on(logged_in(alice))
    said = StringIO()
    call_command("second_factor", "remove", alice.user.email.upper(), stdout=said)
    assert "notified by e-mail" in said.getvalue()
    assert not Authenticator.objects.exists()
    assert logged_in(alice).get("/settings/").status_code == 200
    told = Message.objects.filter(kind="security").latest("pk").context
    assert told["subject"] == "Your second factor was removed"
    with pytest.raises(CommandError, match="no account"):
        call_command("second_factor", "remove", "nobody@example.org")


def test_every_step_is_logged_by_the_number_of_the_login(alice, client_for, monkeypatch):
    import structlog
    from structlog.testing import capture_logs

    from accounts import receivers

    with capture_logs() as lines:
        monkeypatch.setattr(receivers, "log", structlog.get_logger("accounts"))
        client_for(None).post("/account/login/", {"login": alice.user.email, "password": "no"})
        browser = logged_in(alice)
        secret = switched_on(browser)
        prove(browser, secret)
        browser.post(f"{PAGES}reauthenticate/", {"code": "000000"})
    said = [line["event"] for line in lines if line.get("login") == alice.user_id]
    for event in ("authenticated", "logged in", "second factor failed"):
        assert event in said, said
    assert "login failed" in [line["event"] for line in lines]
    assert alice.user.email not in str(lines)
