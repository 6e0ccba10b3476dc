"""The races played in Chromium: Mensch by clicks on pawns or buttons, the goose by its button."""

from __future__ import annotations

import random
import re

import pytest
from django.utils import timezone

from games.models import Match, Ply, Seat
from games.services.audit import replay_match
from games.services.play.play import play_turn
from tests.browser.axe import violations
from tests.browser.test_match_page import seated
from tests.games.conftest import start
from tests.sampling import sampled

__all__ = ["seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FEW, CHOSEN = 2, 30
PAWNS = ".match-table > .board svg a.d-link"


def to_move(match):
    """Return the seat that is awaited."""
    return Seat.objects.get(match=match, awaited_since__isnull=False).number


@pytest.mark.parametrize(
    ("scripts", "targets", "choices"),
    [
        (True, PAWNS, FEW),
        pytest.param(True, PAWNS, CHOSEN, marks=pytest.mark.long),
        pytest.param(False, ".clicks a.button", CHOSEN, marks=pytest.mark.long),
    ],
)
def test_choices_at_mensch_are_made_by_clicks(alice, bob, start, seated, scripts, targets, choices):
    bob.language = "en"
    bob.save()
    rng = random.Random(targets)
    match = start(alice, bob, ruleset="mensch", now=timezone.now())
    pages = [seated(player, java_script_enabled=scripts) for player in (alice, bob)]
    chosen = Ply.objects.filter(match=match, source="page")
    while chosen.count() < choices and Match.objects.get().is_running:
        page = pages[to_move(match)]
        page.goto(f"/matches/{match.pk}/")
        links = page.locator(targets)
        links.nth(rng.randrange(links.count())).click()
        page.get_by_role("button", name="Send move", exact=True).click()
        page.get_by_text("Sent:").first.wait_for()
    assert chosen.count() == choices
    assert list(replay_match(Match.objects.get())) == []


@pytest.mark.parametrize("by_hand", sampled([1, 1000], 1))
def test_the_goose_is_played_to_its_end_with_one_button(alice, bob, start, seated, by_hand):
    bob.language = "en"
    bob.save()
    match = start(alice, bob, ruleset="goose", rated=False, now=timezone.now())
    pages = [seated(player) for player in (alice, bob)]
    rolls = 0
    while (row := Match.objects.get()).is_running:
        page, seat = pages[to_move(match)], to_move(match)
        rolls += 1
        if rolls > by_hand:  # the rest of the way by the service
            now = timezone.now()
            play_turn(row.pk, seat, "roll", seen=row.ply_count, now=now, source="page")
            continue
        page.goto(f"/matches/{match.pk}/")
        page.get_by_role("button", name="Roll the die").click()
        page.get_by_text("Sent: roll.").first.wait_for()
    page.goto(f"/matches/{match.pk}/")
    assert Ply.objects.filter(text="roll").count() == rolls
    page.get_by_text("reached square 61 first").or_(
        page.get_by_text(re.compile("Only .* was left"))
    ).first.wait_for()
    assert list(replay_match(Match.objects.get())) == []


@pytest.mark.long
@pytest.mark.parametrize("scripts", sampled([False, True], 1))
def test_a_standing_order_is_chosen_and_withdrawn(alice, bob, start, seated, scripts):
    bob.language = "en"
    bob.save()
    match = start(alice, bob, ruleset="mensch", now=timezone.now())
    page = seated((bob, alice)[to_move(match)], java_script_enabled=scripts)
    page.goto(f"/matches/{match.pk}/")
    page.locator("#orders summary").first.click()
    page.get_by_text("Choose roll by roll").click()
    page.locator("#id_roll_6").select_option("e hit front")
    page.locator("#id_roll_0").select_option("rear")
    page.get_by_role("button", name="Save order").click()
    page.get_by_text("Saved: 6: e hit front; *: rear").wait_for()
    page.get_by_text("With any other roll: move the last pawn.", exact=True).wait_for()
    page.get_by_role("button", name="Withdraw 6: e hit front; *: rear").click()
    page.get_by_text("1 order withdrawn.").wait_for()


@pytest.mark.long
@pytest.mark.parametrize("game", sampled(["mensch", "goose"], 1))
def test_the_pages_of_the_races_hold_to_the_rules_for_all_readers(alice, bob, start, seated, game):
    match = start(alice, bob, ruleset=game, rated=False, now=timezone.now())
    page = seated(alice)
    page.goto(match.get_absolute_url())
    assert violations(page) == []


@pytest.mark.long
def test_the_rules_of_a_race_are_for_all_readers(page):
    page.goto("/rules/mensch/")
    assert violations(page) == []
