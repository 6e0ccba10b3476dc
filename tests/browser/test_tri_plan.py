"""TRI-Plan in Chromium: three players click stones, one resigns, all bid, two talk alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import clocks
from games.families.tri_plan.rules import TriPlan
from games.models import Match, Ply, Seat
from games.services.audit import replay_match
from tests.browser.test_match_page import seated
from tests.games.conftest import start

__all__ = ["seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RULES = TriPlan()


@pytest.fixture
def table(alice, bob, carol, start):
    for player in (alice, bob, carol):
        player.language = "en"
        player.save()
    control = clocks.TimeControl(per_turn=timedelta(days=3), on_flag="skip")
    now = timezone.now()
    options = {"edge": 3}
    return start(alice, bob, carol, ruleset="tri_plan", options=options, control=control, now=now)


def send(page, said):
    page.get_by_role("button", name="Send move", exact=True).click()
    page.get_by_text(f"Sent: {said}.").first.wait_for()


def click_a_turn(page, match, seat):
    """Set one stone by a click, or pass by the button where the board is nearly full."""
    state = RULES.load(match.state)
    free = RULES.continuations(state, seat, ())
    page.goto(f"/matches/{match.pk}/")
    if len(free) < 5:
        page.get_by_role("link", name="Pass", exact=True).click()
        page.locator(".send-bar").wait_for()
        send(page, "pass")
        return
    place = RULES.spell(free[(7 * state.turns) % len(free)])
    page.locator(f'.match-table > .board svg a.d-link[aria-label^="{place}:"]').first.click()
    page.locator(".send-bar").wait_for()
    send(page, place)


@pytest.mark.long
@pytest.mark.parametrize("scripts", [True, False])
def test_a_match_of_three_is_played_by_clicks_with_auction_and_contract(table, seated, scripts):
    seats = list(Seat.objects.select_related("player").order_by("number"))
    pages = [seated(seat.player, java_script_enabled=scripts) for seat in seats]
    while (match := Match.objects.get()).is_running:
        if match.ply_count == 5:
            pages[0].goto(f"/matches/{match.pk}/resign/")
            pages[0].get_by_role("button", name="Resign").click()
            pages[0].get_by_text("Auction: how many points").first.wait_for()
            for page, number in zip(pages, (3, 9, 0), strict=True):
                page.goto(f"/matches/{match.pk}/")
                page.get_by_label("Your bid").fill(str(number))
                page.get_by_role("button", name="Preview bid").click()
                page.locator(".send-bar").wait_for()
                send(page, f"bid {number}")
            pages[2].goto(f"/matches/{match.pk}/")
            pages[2].get_by_label("Message").fill("left or right?")
            pages[2].get_by_label("Only for my partner").check()
            pages[2].get_by_role("button", name="Send", exact=True).click()
            pages[2].get_by_text("partners only").first.wait_for()
            pages[1].goto(f"/matches/{match.pk}/")
            assert pages[1].get_by_text("left or right?").count() == 0
            pages[1].get_by_text("Contract: yellow plays alone").first.wait_for()
            continue
        seat = Seat.objects.get(match=match, awaited_since__isnull=False)
        click_a_turn(pages[seat.number], match, seat.number)
    match = Match.objects.get()
    assert match.ending in ("contract_made", "contract_failed")
    assert Ply.objects.filter(text="bid 9").exists()
    assert list(replay_match(match)) == []
