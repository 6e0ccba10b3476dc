"""A friend comes by a link, both play a whole match, and its end is shown, shared and repeated."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Challenge, Match, Ply
from tests.browser.test_accessibility import log_in
from tests.games.conftest import play, start
from tests.sampling import at_length
from tests.web.conftest import decided

__all__ = ["decided", "play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAME = ("a1", "a3", "b1", "b3", "c1")  # three reds in the first row
SHARING = "navigator.share = async (what) => { window.shared = what; };"


@pytest.fixture
def screens(browser: Any, live: str) -> Any:
    """Return an opener of browsers: one on a desk, one phone; a broken page fails the test."""
    contexts, errors = [], list[str]()

    def opened(**options: Any) -> Any:
        context = browser.new_context(base_url=live, locale="en-GB", **options)
        context.set_default_navigation_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.extend([line.text] * (line.type == "error")))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def make_link(page: Any) -> str:
    """Ask for an unrated match of the smallest board by link; return the link."""
    page.goto("/play/?ruleset=traffic_lights.simple&kind=link")
    page.locator(".terms > summary").click()
    page.locator("[name=legs]").select_option("1")
    page.locator("[name=rated]").uncheck()
    page.locator("form button.button--big").click()
    page.wait_for_url("**/invitations/*/")
    return str(page.locator("#link").input_value())


def send(page: Any, match: Match, move: str) -> None:
    page.goto(match.get_absolute_url())
    page.locator(f"svg a.d-link[href$='?move={move}']").click()
    page.get_by_text("Not sent yet.").wait_for()
    page.get_by_role("button", name="Send move", exact=True).click()
    page.get_by_text(f"Sent: {move}.").first.wait_for()


def test_a_friend_comes_by_a_link_and_both_play_to_the_end(
    screens: Any, live: str, alice: Any, client_for: Any, play: Any
) -> None:
    host = screens(viewport={"width": 1280, "height": 900})
    log_in(host, live, client_for(alice))
    link = make_link(host)
    assert "/invitations/" in link
    friend = screens(viewport={"width": 390, "height": 844})
    friend.goto(link)
    expect(friend.get_by_role("heading", name="Alice invites you to a match")).to_be_visible()
    friend.get_by_role("button", name="Play now as a guest").click()
    friend.wait_for_url("**/matches/*/")
    match = Match.objects.get()
    seats = {seat.number: seat.player_id for seat in match.seats.all()}
    at = {number: host if who == alice.pk else friend for number, who in seats.items()}
    before = 3 if at_length() else 4
    play(match, ",".join(GAME[:before]), timezone.now())
    for ply, move in enumerate(GAME[before:], before):
        send(at[ply % 2], match, move)
    match.refresh_from_db()
    assert not match.is_running
    assert [ply.text for ply in Ply.objects.all()] == list(GAME)
    for number, title in ((0, "You won"), (1, "You lost")):
        at[number].goto(match.get_absolute_url())
        expect(at[number].locator(".ending").get_by_role("heading", name=title)).to_be_visible()


def test_the_end_is_shared_and_repeated(
    screens: Any, live: str, alice: Any, bob: Any, client_for: Any, decided: Any
) -> None:
    match = decided()
    page = screens(viewport={"width": 390, "height": 844})
    page.add_init_script(SHARING)
    log_in(page, live, client_for(alice))
    page.goto(match.get_absolute_url())
    card = page.locator(".ending")
    expect(card.get_by_role("heading", name="You won")).to_be_visible()
    assert card.bounding_box()["y"] < page.locator("#table .board svg").bounding_box()["y"]
    card.get_by_role("link", name="Share").click()
    page.wait_for_function("window.shared")
    assert page.evaluate("shared.url").endswith(match.get_absolute_url())
    assert "Alice" in page.evaluate("shared.title")
    card.get_by_role("link", name="Replay").click()
    page.get_by_text("Replay: position 0").first.wait_for()
    page.go_back()
    card.get_by_role("button", name="Offer a rematch").click()
    page.wait_for_url("**/challenges/*/")
    offered = Challenge.objects.get()
    assert (offered.opponent, offered.ruleset) == (bob, match.ruleset)
    other = screens()
    log_in(other, live, client_for(bob))
    other.goto(offered.get_absolute_url())
    other.locator("button[value=accept]").click()
    other.wait_for_url("**/matches/*/")
    page.goto(match.get_absolute_url())
    card.get_by_role("link", name="Go to the rematch").click()
    page.wait_for_url(f"**{Match.objects.latest('pk').get_absolute_url()}")


def test_without_sharing_the_link_is_copied(
    screens: Any, live: str, alice: Any, client_for: Any, decided: Any
) -> None:
    match = decided()
    page = screens(permissions=["clipboard-read", "clipboard-write"])
    log_in(page, live, client_for(alice))
    page.goto(match.get_absolute_url())
    page.locator(".ending").get_by_text("Share", exact=True).click()
    page.get_by_text("Link copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").endswith(match.get_absolute_url())
