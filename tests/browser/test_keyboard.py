"""Nothing but the keyboard: a challenge sent and accepted, a match played to its end, an entry."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import clocks
from games.models import Challenge, Match
from games.services.play.terms import Terms
from tests.browser.test_accessibility import log_in
from tests.games.conftest import play, start
from tournaments.models import Entrant
from tournaments.services.plans import Plan
from tournaments.services.seasons import announcing

__all__ = ["play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MAX_STEPS = 200  # steps with the Tab key until something counts as out of reach
AT = "selector => document.activeElement.matches(selector)"


@pytest.fixture
def hands(browser: Any, live: str, client_for: Any) -> Any:
    """Return an opener of pages for somebody who is logged in and has no mouse."""
    contexts = []

    def opened(player: Any) -> Any:
        context = browser.new_context(base_url=live, viewport={"width": 1280, "height": 900})
        contexts.append(context)
        page = context.new_page()
        log_in(page, live, client_for(player))
        return page

    yield opened
    for context in contexts:
        context.close()


def press(page: Any, selector: str, key: str = "Enter") -> None:
    """Come to an element by the Tab key and press a key there."""
    for _step in range(MAX_STEPS):
        page.keyboard.press("Tab")
        if page.evaluate(AT, selector):
            page.keyboard.press(key)
            return
    pytest.fail(f"the Tab key never comes to {selector}")


def test_a_challenge_is_sent_and_accepted(hands: Callable[..., Any], alice: Any, bob: Any) -> None:
    page = hands(alice)
    page.goto("/play/")
    press(page, "a[href$='ruleset=mill']")
    page.wait_for_url("**ruleset=mill**")
    press(page, "[name=opponent]", "B")
    page.keyboard.type("ob")
    page.keyboard.press("Enter")
    page.wait_for_url("**opponent=Bob**")
    press(page, "form button.button--big")
    page.wait_for_url("**/challenges/*/")
    challenge = Challenge.objects.get()
    assert challenge.opponent == bob
    other = hands(bob)
    other.goto(challenge.get_absolute_url())
    press(other, "button[value=accept]")
    other.wait_for_url("**/matches/*/")
    assert Match.objects.get().seats.count() == 2


@pytest.mark.long
def test_a_match_is_played_to_its_end(
    hands: Callable[..., Any], alice: Any, bob: Any, start: Any, play: Any
) -> None:
    now = timezone.now()
    match = start(
        alice, bob, ruleset="traffic_lights.simple", options={"legs": 1}, rated=False, now=now
    )
    play(match, "a1,a3", now)
    page = hands(alice)
    page.goto(match.get_absolute_url())
    for mine, theirs in (("b1", "b3"), ("c1", "")):
        press(page, f"svg a.d-link[href$='move={mine}']")
        page.get_by_text("Not sent yet.").wait_for()
        page.wait_for_function("document.activeElement.textContent.trim() === 'Send move'")
        page.keyboard.press("Enter")
        page.get_by_text(f"Sent: {mine}.").first.wait_for()
        if theirs:
            play(match, theirs, now)
            page.reload()
    page.locator(".ending").wait_for()
    assert Match.objects.get().status == "finished"
    press(page, ".ending a, .ending button")


def test_a_tournament_is_entered(hands: Callable[..., Any], alice: Any, person: Any) -> None:
    now = timezone.now()
    terms = Terms.checked("traffic_lights.4x3", {"legs": 2}, clocks.PRESETS["club"], rated=True)
    plan = Plan.checked(
        now=now,
        name="Autumn cup",
        format="round_robin",
        terms=terms,
        starts_at=now + timedelta(days=5),
        least=2,
        round_days=3,
    )
    cup = announcing.draft_tournament(person("Olga"), plan, seed="cd" * 32, now=now)
    announcing.announce_tournament(cup.pk, cup.organiser, now=now)
    page = hands(alice)
    page.goto("/tournaments/")
    press(page, f"a[href='{cup.get_absolute_url()}']")
    page.wait_for_url(f"**{cup.get_absolute_url()}")
    press(page, "form button.button:not(.button--quiet):not(.button--danger)")
    page.get_by_text("You have entered.").first.wait_for()
    assert Entrant.objects.get(tournament=cup).player == alice
