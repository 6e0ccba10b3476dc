"""Orders given in Chromium: chosen step by step, written, withdrawn; with scripts and without."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Order, Ply
from tests.browser.test_match_page import seated, table
from tests.games.conftest import play, start
from tests.sampling import sampled

__all__ = ["play", "seated", "start", "table"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def choose(page, move):
    """Choose the next move of the chain and go on."""
    page.locator("#id_foresee").select_option(move)
    page.get_by_role("button", name="Go on").click()


@pytest.mark.parametrize("scripts", sampled([True, False], 1))
def test_an_order_is_chosen_step_by_step_kept_and_carried_out(
    table, alice, bob, seated, play, scripts
):
    page = seated(bob, java_script_enabled=scripts)
    page.goto(f"/matches/{table.pk}/")
    page.locator("#orders summary").first.click()
    choose(page, "b2")
    page.get_by_text("If b2 is played, you reply …").wait_for()
    choose(page, "a1")
    page.get_by_text("If b2 is played, you reply a1.").wait_for()
    choose(page, "c3")
    page.get_by_text("If c3 is played, you reply …").wait_for()
    choose(page, "a3")
    page.get_by_text("If c3 is played, you reply a3.").wait_for()
    page.get_by_role("button", name="Save order").click()
    page.get_by_text("Saved: if c3 then a3").wait_for()
    assert [order.text for order in Order.objects.all()] == ["if b2 then a1", "if c3 then a3"]
    play(table, "b2", timezone.now())
    page.goto(f"/matches/{table.pk}/")
    page.get_by_text("Alice played b2. Your planned reply was played: a1.").first.wait_for()
    page.get_by_text("Carried out: if b2 then a1").wait_for()
    assert [ply.text for ply in Ply.objects.all()] == ["b2", "a1"]


@pytest.mark.long
def test_orders_are_written_corrected_and_withdrawn_with_the_keyboard(table, bob, seated):
    page = seated(bob)
    page.goto(f"/matches/{table.pk}/")
    page.locator("#orders summary").first.press("Enter")
    page.locator("#orders .orders__written summary").press("Enter")
    field = page.locator("#orders textarea")
    field.fill("if b2 then a1\nif z9 then a1")
    page.get_by_role("button", name="Save orders").press("Enter")
    page.get_by_text("Line 2, “if z9 then a1”").wait_for()
    assert field.input_value() == "if b2 then a1\nif z9 then a1"
    field.fill("if b2 then a1\nif c3 then a1")
    page.get_by_role("button", name="Save orders").press("Enter")
    page.get_by_text("Saved: if c3 then a1").wait_for()
    page.get_by_role("button", name="Withdraw if b2 then a1").press("Enter")
    page.get_by_text("1 order withdrawn.").wait_for()
    page.get_by_role("button", name="Withdraw if c3 then a1").wait_for()


def test_what_is_being_written_stays_while_somebody_talks(table, alice, bob, seated):
    from games.services.play import matches

    page = seated(bob)
    page.goto(f"/matches/{table.pk}/")
    page.locator("#orders summary").first.click()
    page.locator("#orders .orders__written summary").click()
    page.locator("#orders textarea").fill("if b2 then")
    matches.send_chat_message(table.pk, alice, "Are you still there?", now=timezone.now())
    with page.expect_response(lambda answer: "/version/" in answer.url):
        page.evaluate("window.htmx.trigger(document.querySelector('[data-poll]'), 'live')")
    page.get_by_text("Are you still there?").wait_for()
    assert page.locator("#orders textarea").input_value() == "if b2 then"


def test_an_order_goes_with_the_move_in_one_text(table, alice, seated):
    page = seated(alice)
    page.goto(f"/matches/{table.pk}/")
    page.get_by_label("Click a square or type your move").fill("b2; if a1 then c3")
    page.get_by_role("button", name="Preview").click()
    page.get_by_text("Conditional move: if a1 then c3").wait_for()
    page.get_by_role("button", name="Send move", exact=True).click()
    page.get_by_text("Sent: b2.").first.wait_for()
    page.get_by_text("Saved: if a1 then c3").first.wait_for()
    assert Order.objects.get().text == "if a1 then c3"
