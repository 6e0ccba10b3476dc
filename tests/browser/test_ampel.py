"""Ampel by clicks: every turn put together step by step, looked over, and sent as a whole."""

from __future__ import annotations

import random

import pytest
from django.utils import timezone

from games.families.ampel.rules import Ampel
from games.models import Match, Ply, Seat
from games.services.audit import replay_match
from tests.browser.test_match_page import seated
from tests.games.conftest import play, start
from tests.sampling import sampled

__all__ = ["play", "seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RULES = Ampel()


def wanted(match, seat, rng):
    """Return a whole turn at random."""
    state, move = RULES.load(match.state), ()
    while longer := RULES.continuations(state, seat, move):
        move = rng.choice(longer)
    return RULES.spell(move)


def click(page, place):
    """Click a place of the board and wait for what follows."""
    before = page.url
    page.locator(f'.match-table > .board svg a.d-link[aria-label^="{place}:"]').first.click()
    page.wait_for_url(lambda url: url != before)


def click_a_turn(page, match, text):
    """Click a turn together and send it."""
    page.goto(f"/matches/{match.pk}/")
    for place in text.replace("+", "").replace("-", " ").split():
        click(page, place)
    page.locator(".send-bar").wait_for()
    page.get_by_role("button", name="Send move", exact=True).click()
    page.get_by_text(f"Sent: {text}.").first.wait_for()


@pytest.mark.parametrize(
    ("scripts", "before", "plies"), sampled([(True, 10, 11), (True, 0, 12), (False, 0, 31)], 1)
)
def test_whole_turns_are_played_by_clicks(alice, bob, start, play, seated, scripts, before, plies):
    bob.language = "en"
    bob.save()
    rng = random.Random(7)
    match = start(alice, bob, ruleset="ampel", now=timezone.now())
    pages = [seated(player, java_script_enabled=scripts) for player in (alice, bob)]
    while Ply.objects.count() < plies and Match.objects.get().is_running:
        seat = Seat.objects.get(match=match, awaited_since__isnull=False)
        match = Match.objects.get()
        turn = wanted(match, seat.number, rng)
        if Ply.objects.count() < before:
            play(match, turn, timezone.now())
        else:
            click_a_turn(pages[seat.number], match, turn)
    assert any(len(text.split()) == 3 for text in Ply.objects.values_list("text", flat=True))
    assert list(replay_match(Match.objects.get())) == []


def test_on_a_phone_the_board_is_seen_whole_and_large_where_a_thumb_wants_it(
    alice, bob, start, seated
):
    bob.language = "en"
    bob.save()
    match = start(alice, bob, ruleset="ampel", now=timezone.now())
    first = Seat.objects.get(match=match, awaited_since__isnull=False)
    page = seated(first.player, viewport={"width": 390, "height": 844})
    page.goto(f"/matches/{match.pk}/")
    point = page.locator('.board svg a.d-link[aria-label^="j6:"]').first
    board = page.locator(".board svg").bounding_box()
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= 390
    assert point.bounding_box()["width"] >= 24
    page.get_by_label("Enlarge the board").check()
    box = point.bounding_box()
    assert box["width"] >= 43.5
    assert box["height"] >= 43.5
    pan = page.locator(".board__pan")
    pan.evaluate("each => { each.scrollLeft = 90; }")
    click(page, "i6")
    page.locator(".send-bar").wait_for()
    page.get_by_role("link", name="Cancel", exact=True).click()
    page.locator(".send-bar").wait_for(state="detached")
    page.wait_for_function("document.querySelector('.board__pan').scrollLeft === 90")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_label("Enlarge the board").uncheck()
    assert page.locator(".board svg").first.bounding_box()["width"] <= 390
