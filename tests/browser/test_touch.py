"""Boards under a hand: drags, taps where nothing can be played, moves sent by their last click."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Ply
from games.services.time.preferences import change_preferences
from tests.browser.axe import violations
from tests.browser.test_match_page import seated
from tests.games.conftest import play, start
from tests.sampling import sampled

__all__ = ["play", "seated", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def chess(alice, bob, start):
    bob.language = "en"
    bob.save()
    return start(alice, bob, ruleset="chess", now=timezone.now())


def middle(page, place):
    box = page.locator(f'.board svg a[data-at="{place}"]').first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, start, end):
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=4)
    page.mouse.up()


def touch_drag(page, start, end):
    """Drag with one finger; return how far the page has scrolled meanwhile."""
    hand = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(page, start), middle(page, end)
    before = page.evaluate("scrollY")
    send = lambda kind, *points: hand.send(  # noqa: E731
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]},
    )
    send("touchStart", (x, y))
    for step in range(1, 6):
        send("touchMove", (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5))
        page.evaluate("() => new Promise(requestAnimationFrame)")
    send("touchEnd")
    return page.evaluate("scrollY") - before


def without_preview(player):
    change_preferences(player, auto_move=True, auto_draft="", without_preview=True)


def test_a_piece_is_dragged_to_its_square_and_shown_before_it_is_sent(chess, alice, seated):
    page = seated(alice)
    page.goto(f"/matches/{chess.pk}/")
    page.mouse.move(*middle(page, "e2"))
    page.mouse.down()
    page.mouse.move(*middle(page, "e3"), steps=3)
    expect(page.locator("svg > .d-man")).to_have_count(1)
    page.mouse.move(*middle(page, "e4"), steps=3)
    page.mouse.up()
    page.get_by_text("Not sent yet.").wait_for()
    assert page.url.endswith("?clicks=e2,e4")
    expect(page.locator("svg > .d-man")).to_have_count(0)
    page.get_by_role("button", name="Send move", exact=True).click()
    page.get_by_text("Sent: e4").first.wait_for()


def test_a_finger_drags_a_piece_and_not_the_page(chess, alice, seated):
    page = seated(alice, has_touch=True, viewport={"width": 390, "height": 664})
    page.goto(f"/matches/{chess.pk}/")
    assert touch_drag(page, "d2", "d4") == 0
    page.get_by_text("Not sent yet.").wait_for()
    assert page.url.endswith("?clicks=d2,d4")
    page.goto(f"/matches/{chess.pk}/")
    assert touch_drag(page, "d4", "d6") > 0


def test_a_drop_where_the_piece_cannot_go_says_why_and_keeps_the_piece_chosen(chess, alice, seated):
    page = seated(alice)
    page.goto(f"/matches/{chess.pk}/")
    drag(page, "b1", "b3")
    page.locator(".notice").wait_for()
    assert "cannot move like that" in page.locator(".notice").inner_text()
    page.locator('svg a.d-link[href$="?move=b1c3"]').click()
    page.get_by_text("Not sent yet.").wait_for()


@pytest.mark.long
def test_a_piece_chosen_by_a_click_may_still_be_dragged(chess, alice, seated):
    page = seated(alice)
    page.goto(f"/matches/{chess.pk}/")
    page.locator('svg a[data-at="g1"]').click()
    page.get_by_text("Chosen so far: g1").wait_for()
    drag(page, "g1", "f3")
    page.get_by_text("Not sent yet.").wait_for()
    assert page.url.endswith("?clicks=g1,f3")


@pytest.mark.parametrize("scripts", sampled([True, False], 1))
def test_a_square_that_cannot_be_chosen_says_why_at_the_board(chess, alice, seated, scripts):
    page = seated(alice, java_script_enabled=scripts, viewport={"width": 390, "height": 844})
    page.goto(f"/matches/{chess.pk}/")
    for place, why in {
        "e5": "You have no piece on e5.",
        "a1": "The piece on a1 has no legal move.",
    }.items():
        page.locator(f'svg a[data-at="{place}"]').click()
        page.locator(".notice").get_by_text(why).wait_for()
        box = page.locator(".notice").bounding_box()
        assert box["y"] + box["height"] <= 844
    stops = page.locator("svg a:not([tabindex])").count()
    assert stops == page.locator("svg a.d-link").count() == 10


def test_a_tap_on_the_chosen_piece_puts_it_back(chess, alice, seated):
    page = seated(alice)
    page.goto(f"/matches/{chess.pk}/?clicks=e2")
    page.locator('svg a[data-at="e2"]').click()
    page.wait_for_url(f"**/matches/{chess.pk}/")
    page.locator(".clicks__so-far").wait_for(state="detached")


def test_the_last_click_sends_the_move_of_those_who_want_no_preview(chess, alice, bob, seated):
    without_preview(alice)
    page = seated(alice)
    page.goto(f"/matches/{chess.pk}/")
    expect(page).to_have_title(re.compile("●"))
    page.locator('svg a[data-at="e2"]').click()
    page.get_by_text("Chosen so far: e2").wait_for()
    page.locator('svg a[data-at="e4"]').click()
    page.get_by_text("Sent: e4").first.wait_for()
    expect(page).not_to_have_title(re.compile("●"))
    assert page.url.endswith(f"/matches/{chess.pk}/")
    assert Ply.objects.get().text == "e2e4"


@pytest.mark.long
def test_a_drop_sends_the_move_of_those_who_want_no_preview(chess, alice, seated):
    without_preview(alice)
    page = seated(alice)
    page.goto(f"/matches/{chess.pk}/")
    drag(page, "e2", "e5")
    page.locator(".notice").get_by_text("cannot move like that").wait_for()
    drag(page, "e2", "e4")
    page.get_by_text("Sent: e4").first.wait_for()


@pytest.mark.long
def test_without_scripts_the_move_is_confirmed_by_one_button(chess, alice, seated):
    without_preview(alice)
    page = seated(alice, java_script_enabled=False)
    page.goto(f"/matches/{chess.pk}/?clicks=e2")
    page.locator('svg a[data-at="e4"]').click()
    assert Ply.objects.count() == 0
    page.get_by_role("button", name="Send move", exact=True).click()
    page.get_by_text("Sent: e4").first.wait_for()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_last_move_slides_for_those_who_do_not_mind_motion(
    chess, alice, bob, seated, play, motion
):
    play(chess, "e2e4", timezone.now())
    page = seated(bob, reduced_motion=motion)
    page.add_init_script(
        "const run = Element.prototype.animate; window.ran = [];"
        "Element.prototype.animate = function (...how) { ran.push(how[0].translate[0]);"
        " return run.apply(this, how); };"
    )
    page.goto(f"/matches/{chess.pk}/")
    page.locator("svg > .d-man").wait_for(state="detached")
    assert page.evaluate("ran") == (["0px -200px"] if motion == "no-preference" else [])


@pytest.mark.parametrize("clicks", sampled(["e2", "e5", "e2,e4", ""], ["e5"]))
def test_axe_finds_nothing_to_mend_on_a_board_for_hands(chess, alice, seated, clicks):
    without_preview(alice)
    page = seated(alice)
    page.goto(f"/matches/{chess.pk}/?clicks={clicks}")
    assert violations(page) == []


def test_pieces_are_dragged_on_boards_to_try_moves_on(chess, alice, seated, play):
    play(chess, "e2e4", timezone.now())
    page = seated(alice)
    for path, began in ((f"/matches/{chess.pk}/analysis/", ""), ("/study/", "e2e4")):
        page.goto(path)
        if began:
            drag(page, "e2", "e4")
            page.wait_for_url("**line=e2e4*")
        drag(page, "g8", "f6")
        page.wait_for_url("**g8f6*")
    assert Ply.objects.count() == 1
