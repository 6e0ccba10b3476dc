"""The pages about e-mails in a real browser: readable by all, and with a quiet console."""

from __future__ import annotations

import re

import pytest

from notifications import queries
from notifications.services.subscriptions import unsubscribe_token
from tests.browser.axe import violations
from tests.emails import deliver_due
from tests.sampling import at_length, sampled

pytestmark = pytest.mark.browser


@pytest.fixture
def email_page(live, settings, tmp_path, alice, noon, post, turn_context):
    """Return the address of a delivered turn e-mail's page; its links lead to this very site."""
    settings.DEVELOPMENT = True
    settings.EMAIL_BACKEND = "notifications.backends.FolderBackend"
    settings.EMAIL_FOLDER = tmp_path
    post(alice, context=turn_context | {"url": f"{live}/mailbox/?to=followed"})
    deliver_due(noon)
    (name,) = [path.name for path in tmp_path.glob("*.eml")]
    return f"/mailbox/{name}/"


@pytest.fixture
def complaints(page):
    """Collect what the browser complains about, blocked styles and pictures above all.

    The sandbox of the frame also blocks the scripts by which the tests look into it; that is meant.
    """
    found: list[str] = []

    def listen(line):
        if line.type == "error" and "Blocked script execution" not in line.text:
            found.append(line.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def log_in(page, live, client):
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}]
    )


@pytest.mark.parametrize("width", sampled([390, 1280], 1))
def test_everybody_can_read_the_pages_about_emails(
    page, live, complaints, email_page, alice, client_for, width
):
    log_in(page, live, client_for(alice))
    page.set_viewport_size({"width": width, "height": 800})
    unsubscribe = f"/unsubscribe/{unsubscribe_token(alice.pk, 'your_turn')}/"
    views = [f"{email_page}?view={view}" for view in ("html", "text", "headers")]
    addresses = ("/mailbox/", *views, f"{email_page}html/", "/settings/emails/", unsubscribe)
    for address in addresses[:: 1 if at_length() else 6]:
        page.goto(address)
        assert violations(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    assert complaints == []


def test_the_picture_in_the_frame_is_seen_and_its_button_leads_out_of_the_frame(
    page, complaints, email_page
):
    page.goto(email_page)
    frame = page.frame_locator("iframe.email-frame")
    picture = frame.locator("img")
    picture.scroll_into_view_if_needed()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 360
    frame.get_by_role("link", name="Open the match").click()
    page.wait_for_url(re.compile("to=followed"))
    assert complaints == []


@pytest.mark.long
def test_an_email_is_refused_and_wanted_again_by_keyboard_alone(page, live, alice):
    page.goto(f"/unsubscribe/{unsubscribe_token(alice.pk, 'your_turn')}/")
    page.get_by_role("button", name="Unsubscribe from these e-mails").press("Enter")
    page.get_by_text("Alice no longer gets these e-mails.").wait_for()
    assert not queries.wants(alice, "your_turn")
    page.get_by_role("button", name="Send me these e-mails again").press("Enter")
    page.get_by_text("Alice gets these e-mails again.").wait_for()
    assert queries.wants(alice, "your_turn")


@pytest.mark.long
def test_email_settings_are_saved_without_javascript(browser, live, alice, client_for):
    context = browser.new_context(base_url=live, java_script_enabled=False)
    page = context.new_page()
    log_in(page, live, client_for(alice))
    page.goto("/settings/emails/")
    page.get_by_role("checkbox", name="My turn to move").uncheck()
    page.get_by_label("Delay before a turn e-mail").fill("0")
    page.get_by_role("button", name="Save").last.click()
    page.get_by_text("Your e-mail settings are saved.").wait_for()
    context.close()
    assert not queries.wants(alice, "your_turn")
    assert queries.settings_for(alice).settle_minutes == 0
