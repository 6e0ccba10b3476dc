"""People: follow, block, mute a match, watch one, and what a match would change; on a phone."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.services.play import matches
from tests.browser.test_match_page import seated
from tests.games.conftest import play, start

__all__ = ["play", "seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 390, "height": 844}


@pytest.mark.long
def test_somebody_is_followed_and_later_blocked(alice, bob, seated):
    page = seated(alice, viewport=PHONE)
    page.goto(f"/players/{bob.pk}/")
    page.get_by_role("button", name="Follow Bob", exact=True).click()
    page.goto("/people/")
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Bob")).to_be_visible()
    page.get_by_role("button", name="Stop following Bob").click()
    expect(main.get_by_text("You don’t follow anyone yet.")).to_be_visible()
    page.goto(f"/players/{bob.pk}/")
    page.get_by_role("button", name="Block Bob", exact=True).click()
    expect(page.get_by_role("button", name="Follow Bob", exact=True)).to_have_count(0)
    other = seated(bob)
    other.goto(f"/play/?ruleset=mill&opponent={alice.name}")
    expect(other.get_by_role("button", name="Send challenge")).to_have_count(0)
    page.goto("/people/")
    page.get_by_role("button", name="Unblock Bob").click()
    expect(main.get_by_text("You haven’t blocked anyone.")).to_be_visible()


@pytest.mark.long
def test_a_match_is_muted_and_heard_again(alice, bob, seated, start):
    match = start(alice, bob, now=timezone.now())
    matches.send_chat_message(match.pk, bob, "Well, well.", now=timezone.now())
    page = seated(alice, viewport=PHONE)
    page.goto(match.get_absolute_url())
    said = page.locator("#chat-lines").get_by_text("Well, well.")
    expect(said).to_be_visible()
    page.get_by_role("button", name="Mute this match").click()
    expect(page.get_by_text("You have muted this match. Its chat is hidden.").last).to_be_visible()
    expect(said).to_have_count(0)
    page.get_by_role("button", name="Unmute this match").click()
    expect(said).to_be_visible()


@pytest.mark.long
def test_a_match_of_others_is_watched(alice, bob, carol, seated, start):
    match = start(bob, carol, now=timezone.now())
    page = seated(alice, viewport=PHONE)
    page.goto(match.get_absolute_url())
    page.get_by_role("button", name="Watch this match").click()
    expect(page.get_by_role("button", name="Stop watching this match")).to_be_visible()
    page.goto("/people/")
    card = page.locator("main .card", has_text="Carol")
    expect(card).to_be_visible()
    card.get_by_role("link").first.click()
    page.get_by_role("button", name="Stop watching this match").click()
    page.goto("/people/")
    expect(page.locator("main .card")).to_have_count(0)


def test_the_calculator_says_what_a_match_would_change(alice, bob, seated):
    page = seated(alice, viewport=PHONE)
    page.goto(f"/players/{bob.pk}/")
    box = page.locator("#calculator")
    expect(box.get_by_text("1500 against 1500, expected score 50%.")).to_be_hidden()
    box.locator("summary").click()
    expect(box.get_by_text("1500 against 1500, expected score 50%.")).to_be_visible()
    box.locator("[name=calc-points]").fill("1900")
    box.get_by_role("button", name="Calculate").click()
    expect(box.get_by_text("1500 against 1900, expected score 9%.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
