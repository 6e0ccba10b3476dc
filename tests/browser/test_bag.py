"""A match with the bag played by clicks, with and without scripts: draft, place, pool."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Match, Ply, Seat
from games.services.audit import replay_match
from tests.browser.test_match_page import seated
from tests.games.conftest import start
from tests.sampling import sampled

__all__ = ["seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FEW, PLIES = 9, 30


def click_a_turn(page, match):
    """Click a place, then a chip of the pool where a choice is left, and send."""
    page.goto(f"/matches/{match.pk}/")
    links = page.locator(".match-table > .board svg a.d-link")
    (links if links.count() else page.locator(".clicks a.button")).first.click()
    page.locator(".send-bar, .clicks__so-far").first.wait_for()
    if not page.locator(".send-bar").count():
        links.last.click()  # the pool lies below the board
    page.get_by_role("button", name="Send move", exact=True).click()
    page.get_by_text("Sent:").first.wait_for()


@pytest.mark.parametrize(
    ("scripts", "plies"), sampled([(False, FEW), (False, PLIES), (True, PLIES)], 1)
)
def test_plies_with_the_bag_are_played_by_clicks(alice, bob, start, seated, scripts, plies):
    bob.language = "en"
    bob.save()
    key = "traffic_lights.4x3.bag"
    match = start(alice, bob, ruleset=key, options={"legs": 8}, now=timezone.now())
    pages = [seated(player, java_script_enabled=scripts) for player in (alice, bob)]
    while Ply.objects.count() < plies:
        seat = Seat.objects.get(match=match, awaited_since__isnull=False)
        click_a_turn(pages[seat.number], match)
    texts = list(Ply.objects.values_list("text", flat=True))
    assert texts[:2] == [text for text in texts[:2] if text.startswith("bag ")]
    assert any(text.startswith("take ") for text in texts)
    assert any(text[0] in "abc" and text[-1] in "RYG" for text in texts)
    assert list(replay_match(Match.objects.get())) == []
