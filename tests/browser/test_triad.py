"""A whole match of Triad by clicks, with and without scripts: the die that leaves is a third click.

The die just moved may be clicked again as the one that leaves.
"""

from __future__ import annotations

import random

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Match, Seat
from games.rules import registry
from games.services.audit import replay_match
from tests.browser.test_match_page import seated
from tests.games.conftest import play, start

__all__ = ["play", "seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def wanted(match, seat):
    """Return a move that takes a die off where one can, the moved one if possible."""
    rules = registry.get("triad")
    state = rules.load(match.state)
    texts = [rules.spell(move) for move in rules.moves(state, seat)]
    own = [text for text in texts if text[3:5] == text[-2:] and "x" in text]
    return random.Random(match.ply_count).choice(own or [t for t in texts if "x" in t] or texts)


def click_through(page, match, text):
    """Click a move place by place and send it."""
    page.goto(f"/matches/{match.pk}/")
    places = text.replace(" x", "-").split("-")
    for number, place in enumerate(places, 1):
        cell = page.locator(f'.match-table > .board svg a.d-link[aria-label^="{place}:"]')
        before = page.url
        cell.click()
        page.wait_for_url(lambda url, old=before: url != old)
        if page.locator(".send-bar").count():
            break
        page.get_by_text(f"Chosen so far: {' '.join(places[:number])}.").wait_for()
    page.get_by_role("button", name="Send move", exact=True).click()
    page.get_by_text(f"Sent: {text}.").first.wait_for()


@pytest.mark.long
@pytest.mark.parametrize("scripts", [True, False])
def test_a_match_of_two_legs_is_played_by_clicks(alice, bob, start, seated, scripts):
    bob.language = "en"
    bob.save()
    match = start(alice, bob, ruleset="triad", options={"legs": 2}, now=timezone.now())
    pages = [seated(player, java_script_enabled=scripts) for player in (alice, bob)]
    sent = []
    while (match := Match.objects.get()).is_running:
        seat = Seat.objects.get(match=match, awaited_since__isnull=False)
        sent.append(wanted(match, seat.number))
        click_through(pages[seat.number], match, sent[-1])
    assert any(text[3:5] == text[-2:] and "x" in text for text in sent)
    assert list(replay_match(match)) == []
    pages[0].goto(f"/matches/{match.pk}/")
    pages[0].get_by_text("removed the third die").first.wait_for(state="attached")


def test_a_click_can_be_undone_and_the_moved_die_is_seen(alice, bob, start, play, seated):
    match = start(alice, bob, ruleset="triad", now=timezone.now())
    while True:
        text = wanted(Match.objects.get(), 0)
        if "x" in text:
            break
        play(match, text, timezone.now())
        play(match, wanted(Match.objects.get(), 1), timezone.now())
    start_cell, end_cell = text[:2], text[3:5]
    page = seated(alice)
    page.goto(f"/matches/{match.pk}/?clicks={start_cell},{end_cell}")
    expect(page.locator(f'svg [aria-label^="{end_cell}: black"]')).to_have_count(1)
    assert page.locator(".d-line").count() >= 1
    page.get_by_role("link", name="Undo last click").click()
    page.get_by_text(f"Chosen so far: {start_cell}.").wait_for()
    assert page.url.endswith(f"?clicks={start_cell}")
