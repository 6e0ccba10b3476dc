"""A whole match of solitaire by clicks alone, begun by a visitor with one button, no scripts."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Match, Seat
from games.services.audit import replay_match
from games.services.match.loaded import load_match
from games.services.play.play import play_turn

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.long
@pytest.mark.parametrize("by_clicks", [1, pytest.param(1000, marks=pytest.mark.long)])
def test_a_visitor_plays_solitaire_to_its_end_by_clicks(browser, live, by_clicks):
    context = browser.new_context(base_url=live, java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto("/rules/solitaire/")
    page.get_by_role("button", name="Play now").click()
    address = page.url
    while (row := Match.objects.get()).is_running:
        if row.ply_count >= by_clicks:  # the rest of the way by the service
            table = load_match(row)
            jump = table.rules.spell(table.rules.moves(table.state, 0)[0])
            now = timezone.now()
            play_turn(row.pk, 0, jump, seen=row.ply_count, now=now, source="page")
            continue
        page.goto(address)
        for _click in range(2):
            if page.locator(".send-bar").count():
                break
            links = page.locator(".match-table > .board svg a.d-link")
            following = page.locator(".clicks a.button:not(.button--quiet)")
            if following.count():
                following.first.click()
            else:
                links.first.click()
        page.get_by_role("button", name="Send move", exact=True).click()
        page.get_by_text("Sent:").first.wait_for()
    assert list(replay_match(Match.objects.get())) == []
    page.goto(address)
    page.get_by_text(f"{Seat.objects.get().points} penalty points").first.wait_for()
    context.close()
