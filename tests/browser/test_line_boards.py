"""Planning ahead and analysing in Chromium: by mouse and keyboard, with scripts and without."""

from __future__ import annotations

from itertools import product

import pytest
from django.utils import timezone

from games.models import Order, Ply
from tests.browser.axe import violations
from tests.browser.test_match_page import seated, table
from tests.games.conftest import play, start
from tests.sampling import sampled

__all__ = ["play", "seated", "start", "table"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def click(page, move):
    page.locator(f'svg a.d-link[href$="{move}"]').click()


@pytest.mark.long
@pytest.mark.parametrize("scripts", sampled([False, True], 1))
def test_a_plan_is_made_on_the_board_saved_and_removed(table, bob, seated, scripts):
    page = seated(bob, java_script_enabled=scripts)
    page.goto(f"/matches/{table.pk}/")
    page.locator("#orders summary").first.click()
    page.get_by_role("link", name="Plan ahead on the board").click()
    click(page, "line=b2")
    page.get_by_text("if b2 then …").wait_for()
    click(page, "line=b2,a1")
    page.get_by_text("if b2 then a1").wait_for()
    click(page, "line=b2,a1,c3")
    page.get_by_text("if c3 then …").wait_for()
    page.get_by_role("link", name="Remove if c3 then …").click()
    page.get_by_text("if c3 then …").wait_for(state="detached")
    page.get_by_role("button", name="Save plan").click()
    page.get_by_text("Saved: if b2 then a1").wait_for()
    assert [order.text for order in Order.objects.all()] == ["if b2 then a1"]
    assert not Ply.objects.exists()
    page.get_by_role("button", name="Withdraw if b2 then a1").click()
    page.get_by_text("1 order withdrawn.").wait_for()
    page.get_by_text("Nothing saved yet.").wait_for()


@pytest.mark.parametrize("scripts", sampled([True, False], 1))
def test_a_match_is_analysed_from_a_ply_and_left_again(table, alice, seated, play, scripts):
    play(table, "b2,a1", timezone.now())
    page = seated(alice, java_script_enabled=scripts)
    page.goto(f"/matches/{table.pk}/?ply=1")
    page.get_by_role("link", name="Analyse").click()
    click(page, "line=c4")
    page.get_by_text("You are to move.").wait_for()
    page.get_by_label("Click a square or type your move").fill("z9")
    page.get_by_role("button", name="Try it").click()
    said = page.get_by_text("There is no square “z9”")
    said.wait_for()
    assert said.bounding_box()["y"] > page.locator("svg.diagram").first.bounding_box()["y"]
    page.get_by_role("link", name="Back to the match").click()
    page.get_by_text("Replay: position 1 of 2.").wait_for()
    assert Ply.objects.count() == 2


LINES = ("plan/?line=b2,a1,c3", "plan/", "plan/?move=z9", "analysis/?line=b2,a1")


@pytest.mark.parametrize(("scheme", "path"), sampled(product(["dark", "light"], LINES), 1))
def test_axe_finds_nothing_to_mend(table, bob, seated, scheme, path):
    from games.services.play import commands

    text = "if b2 then a1 if c3 then a3"
    commands.save_orders(table.pk, bob, text, commands.Submission(0, timezone.now(), "page"))
    page = seated(bob, viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page.goto(f"/matches/{table.pk}/{path}")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
