"""Passkeys in a real browser with a virtual authenticator; first steps with the browser's zone."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import expect

from accounts.models import Player
from tests.accounts.conftest import all_emails

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PASSKEYS = "/account/second-factor/webauthn/"


@pytest.fixture
def localhost(live: str, settings: Any) -> str:
    """Return the site's address under a name: browsers give no passkeys to bare numbers."""
    settings.SITE_URL = live.replace("127.0.0.1", "localhost")
    settings.ALLOWED_HOSTS = ["*"]
    return str(settings.SITE_URL)


def _with_authenticator(context: Any) -> Any:
    """Return a page whose browser has a fingerprint reader that always agrees."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return page


FAULTS = ("error", "warning")  # hints for developers are no errors


def _log_in(page: Any) -> None:
    page.wait_for_load_state("networkidle")
    page.goto("/account/login/")
    page.get_by_label("E-mail address").fill("alice@example.org")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()


def test_a_passkey_is_added_logs_in_alone_and_is_removed(
    browser: Any, localhost: str, alice: Player
) -> None:
    context = browser.new_context(base_url=localhost)
    page, said = _with_authenticator(context), []

    def hear(line: Any) -> None:
        if line.type in FAULTS:
            said.append(line.text)

    page.on("console", hear)
    _log_in(page)
    page.wait_for_url(f"{localhost}/")
    page.goto(f"{PASSKEYS}add/")
    if "reauthenticate" in page.url:
        page.get_by_label("Password").fill("correct horse")
        page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name").fill("My laptop")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/recovery-codes/**")
    row = Authenticator.objects.get(type="webauthn")
    assert row.wrap().name == "My laptop"
    assert "A passkey was added to your account." in all_emails()
    context.clear_cookies()
    page.goto("/account/login/?next=/people/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_url(f"{localhost}/people/")
    context.clear_cookies()
    _log_in(page)
    page.wait_for_url("**/authenticate/**")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{localhost}/")
    page.goto(PASSKEYS)
    assert "My laptop" in page.get_by_role("main").inner_text()
    page.get_by_role("link", name="Remove My laptop").click()
    if "reauthenticate" in page.url:
        page.get_by_role("button", name="Use a passkey").click()
        page.wait_for_url("**/remove/")
    page.get_by_role("button", name="Remove").click()
    page.get_by_text("You have no passkeys.").wait_for()
    assert said == []
    context.close()


@pytest.mark.long
def test_the_first_steps_keep_what_sign_up_has_asked(
    browser: Any, localhost: str, alice: Player
) -> None:
    Player.objects.update(welcome_due=True)
    context = browser.new_context(
        base_url=localhost, timezone_id="America/New_York", viewport={"width": 390, "height": 800}
    )
    page = context.new_page()
    _log_in(page)
    page.wait_for_url("**/welcome/")
    expect(page.get_by_label("Time zone")).to_be_hidden()
    page.get_by_text("English · Berlin").click()
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Berlin")
    page.get_by_label("One e-mail a day").check()
    page.get_by_role("button", name="Choose a game").click()
    page.wait_for_url("**/play/")
    alice.refresh_from_db()
    assert (alice.time_zone, alice.welcome_due) == ("Europe/Berlin", False)
    context.close()


@pytest.mark.long
def test_sessions_are_ended_from_another_browser(
    browser: Any, localhost: str, alice: Player
) -> None:
    lost, own = (browser.new_context(base_url=localhost) for _ in range(2))
    pages = []
    for context in (lost, own):
        page = context.new_page()
        _log_in(page)
        page.wait_for_url(f"{localhost}/")
        pages.append(page)
    pages[1].goto("/settings/sessions/")
    assert "Chrome on Linux" in pages[1].get_by_role("main").inner_text()
    pages[1].get_by_role("button", name="End all other sessions").click()
    pages[1].get_by_text("1 other session has ended.").wait_for()
    pages[0].goto("/settings/sessions/")
    pages[0].wait_for_url("**/account/login/**")
    for context in (lost, own):
        context.close()
