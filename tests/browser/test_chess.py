"""Chess played by clicks alone, with and without scripts: figures, goals, what a pawn becomes."""

from __future__ import annotations

import random

import pytest
from django.utils import timezone

from games.families.clicks import clicks
from games.models import Match, Ply, Seat
from games.services.audit import replay_match
from games.services.match.loaded import load_match
from tests.browser.test_match_page import seated
from tests.games.conftest import play, start

__all__ = ["play", "seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FEW, PLIES = 9, 30
# A pawn marches to a8 on the way, so that a promotion is among the moves.
RACE = "e2e4,d7d5,e4d5,c7c6,d5c6,h7h6,c6b7,h6h5"


def click_a_move(page, match, text):
    """Click the squares of a move, and the button of what a pawn becomes; send it."""
    page.goto(f"/matches/{match.pk}/")
    for click in clicks("chess", text):
        if page.locator(".send-bar").count():
            break
        if len(click) == 1:
            name = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}[click]
            page.locator(".clicks").get_by_role("link", name=name).click()
            page.locator(".send-bar").wait_for()
            break
        before = page.url
        page.locator(f'.match-table > .board svg a.d-link[aria-label^="{click}:"]').click()
        page.wait_for_url(lambda url, old=before: url != old)
        page.locator(".send-bar, .clicks__so-far").first.wait_for()
    page.locator(f'.send-bar input[name="move"][value="{text}"]').wait_for(state="attached")
    page.get_by_role("button", name="Send move", exact=True).click()
    page.get_by_text("Sent:").first.wait_for()


@pytest.mark.parametrize(
    ("scripts", "plies"),
    [
        (False, FEW),
        pytest.param(False, PLIES, marks=pytest.mark.long),
        pytest.param(True, PLIES, marks=pytest.mark.long),
    ],
)
def test_plies_with_a_promotion_are_played_by_clicks(
    alice, bob, start, play, seated, scripts, plies
):
    bob.language = "en"
    bob.save()
    rng = random.Random(5)
    match = start(alice, bob, ruleset="chess", now=timezone.now())
    play(match, RACE, timezone.now())
    pages = [seated(player, java_script_enabled=scripts) for player in (alice, bob)]
    click_a_move(pages[0], match, "b7a8n")
    while Ply.objects.count() < plies and Match.objects.get().is_running:
        seat = Seat.objects.get(match=match, awaited_since__isnull=False)
        table = load_match(Match.objects.get())
        moves = table.rules.moves(table.state, seat.number)
        click_a_move(pages[seat.number], match, table.rules.spell(rng.choice(moves)))
    assert Ply.objects.count() >= plies
    assert list(replay_match(Match.objects.get())) == []
