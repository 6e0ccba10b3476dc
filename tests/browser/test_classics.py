"""Thirty plies of every other game played by clicks on the board, with and without scripts."""

from __future__ import annotations

import random

import pytest
from django.utils import timezone

from games.models import Match, Ply, Seat
from games.services.audit import replay_match
from tests.browser.test_match_page import seated
from tests.games.conftest import start

__all__ = ["seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PLIES = 30


def click_a_turn(page, match, rng):
    """Click a place, then what may follow, until the move is whole; send it."""
    page.goto(f"/matches/{match.pk}/")
    links = page.locator(".match-table > .board svg a.d-link")
    links.nth(rng.randrange(links.count())).click()
    for _click in range(5):
        page.locator(".send-bar, .clicks__so-far").first.wait_for()
        if page.locator(".send-bar").count():
            break
        following = page.locator(".clicks a.button:not(.button--quiet)")
        target = following.nth(rng.randrange(following.count())).get_attribute("href")
        page.locator(f'.match-table > .board svg a.d-link[href="{target}"]').first.click()
        page.wait_for_url(lambda url, part=target: url.endswith(part))
    page.get_by_role("button", name="Send move", exact=True).click()
    page.get_by_text("Sent:").first.wait_for()


@pytest.mark.parametrize(
    ("key", "scripts", "plies"),
    [
        pytest.param("mill", True, PLIES, marks=pytest.mark.long),
        pytest.param("draughts", False, PLIES, marks=pytest.mark.long),
        pytest.param("five", True, PLIES, marks=pytest.mark.long),
        pytest.param("halma", False, PLIES, marks=pytest.mark.long),
    ],
)
def test_plies_are_played_by_clicks(alice, bob, start, seated, key, scripts, plies):
    bob.language = "en"
    bob.save()
    rng = random.Random(key)
    match = start(alice, bob, ruleset=key, now=timezone.now())
    pages = [seated(player, java_script_enabled=scripts) for player in (alice, bob)]
    while Ply.objects.count() < plies and Match.objects.get().is_running:
        seat = Seat.objects.get(match=match, awaited_since__isnull=False)
        click_a_turn(pages[seat.number], match, rng)
    assert Ply.objects.count() >= plies
    assert list(replay_match(Match.objects.get())) == []
