"""Back, forward, reload and a second tab: a sensible page each, and a silent console."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Challenge, Match, Ply
from tests.games.conftest import play, start
from tests.web.lobby_helpers import challenge

__all__ = ["play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FAULTS = ("error", "warning")  # hints for developers are no errors


@pytest.fixture
def match(alice: Any, bob: Any, start: Any) -> Match:
    match: Match = start(alice, bob, now=timezone.now())
    return match


@pytest.fixture
def tabs(browser: Any, live: str, alice: Any, client_for: Any) -> Any:
    """Return a maker of tabs of Alice's browser; what a console says fails the test.

    Except for one line, which browsers write of every refusal that a form meets.
    """
    context, said = browser.new_context(base_url=live), []
    session = client_for(alice).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live}])

    def tab() -> Any:
        page = context.new_page()
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("console", lambda line: said.append(line.text) if line.type in FAULTS else None)
        return page

    yield tab
    context.close()
    assert [line for line in said if not line.endswith("409 (Conflict)")] == []
    assert len(said) <= 1


def choose(page: Any, move: str) -> None:
    page.locator(f'svg a.d-link[href$="?move={move}"]').click()
    page.get_by_text("Not sent yet.").wait_for()


def send(page: Any) -> None:
    page.get_by_role("button", name="Send move", exact=True).click()


@pytest.mark.long
def test_back_and_forward_after_a_move_show_the_match(match: Match, tabs: Any) -> None:
    page, address = tabs(), f"/matches/{match.pk}/"
    page.goto(address)
    choose(page, "b2")
    send(page)
    page.get_by_text("Sent: b2.").first.wait_for()
    page.go_back()
    expect(page.locator("#table .diagram").first).to_be_visible()
    expect(page.get_by_text("Waiting for Bob.").first).to_be_visible()
    page.go_forward()
    expect(page.get_by_text("Waiting for Bob.").first).to_be_visible()
    page.reload()
    expect(page.get_by_text("Waiting for Bob.").first).to_be_visible()
    assert Ply.objects.count() == 1


def test_a_second_tab_learns_that_the_move_is_made(match: Match, tabs: Any) -> None:
    first, second, address = tabs(), tabs(), f"/matches/{match.pk}/"
    for page, move in ((first, "b2"), (second, "a1")):
        page.goto(address)
        choose(page, move)
    send(first)
    first.get_by_text("Sent: b2.").first.wait_for()
    send(second)
    expect(second.locator("#table .flash--error, #table .flash--warning").first).to_be_visible()
    expect(second).to_have_url(re.compile(rf"{address}(\?move=a1)?$"))
    second.reload()
    expect(second.locator("#table .diagram").first).to_be_visible()
    assert [ply.text for ply in Ply.objects.all()] == ["b2"]


def test_back_and_forward_through_the_three_steps_keep_what_was_chosen(tabs: Any, bob: Any) -> None:
    page = tabs()
    page.goto("/play/")
    page.get_by_label("Search").fill("mill")
    expect(page.locator(".tile")).to_have_count(1)
    page.get_by_role("link", name="Mill", exact=True).click()
    name = page.get_by_label("Name of a player or bot")
    name.fill("Bob")
    page.get_by_role("button", name="Continue").click()
    terms = page.get_by_text("3 days per move · rated · random start")
    terms.wait_for()
    page.go_back()
    expect(name).to_have_value("Bob")
    page.go_back()
    expect(page.get_by_label("Search")).to_have_value("mill")
    expect(page.locator(".tile")).to_have_count(1)
    page.go_forward()
    expect(name).to_have_value("Bob")
    page.go_forward()
    terms.wait_for()
    page.get_by_role("button", name="Send challenge").click()
    page.wait_for_url("**/challenges/*/")
    offered = Challenge.objects.get()
    assert (offered.ruleset, offered.opponent) == ("mill", bob)


def test_back_and_forward_in_a_plan_show_the_line_of_each_step(
    tabs: Any, alice: Any, bob: Any, start: Any
) -> None:
    match, page = start(bob, alice, now=timezone.now()), tabs()
    page.goto(f"/matches/{match.pk}/plan/")
    for line, said in (("b2", "if b2 then …"), ("b2,a1", "if b2 then a1")):
        page.locator(f'svg a.d-link[href$="line={line}"]').click()
        page.get_by_text(said).wait_for()
    page.go_back()
    page.get_by_text("if b2 then …").wait_for()
    page.go_back()
    expect(page.get_by_text("if b2 then")).to_have_count(0)
    page.go_forward()
    page.get_by_text("if b2 then …").wait_for()
    page.go_forward()
    page.get_by_text("if b2 then a1").wait_for()
    page.get_by_role("button", name="Save plan").click()
    page.get_by_text("Saved: if b2 then a1").wait_for()


@pytest.mark.long
def test_back_and_forward_in_the_lobby_show_filter_and_list_alike(
    tabs: Any, bob: Any, carol: Any
) -> None:
    challenge(bob, ruleset="mill", greeting="Nine stones each")
    challenge(carol, ruleset="draughts", rated=False, greeting="Kings fly")
    page = tabs()
    wanted = page.get_by_role("search", name="Open challenges")
    game, mill, draughts = wanted.get_by_label("Game"), "Nine stones each", "Kings fly"
    page.goto("/lobby/")
    for chosen in ("mill", "draughts"):
        game.select_option(chosen)
        wanted.get_by_role("button", name="Filter").click()
        page.wait_for_url(f"**game={chosen}*")

    def shows(chosen: str, *told: str) -> None:
        expect(game).to_have_value(chosen)
        for words in (mill, draughts):
            expect(page.get_by_text(words)).to_have_count(int(words in told))

    shows("draughts", draughts)
    page.go_back()
    shows("mill", mill)
    page.go_back()
    shows("", mill, draughts)
    page.go_forward()
    page.go_forward()
    shows("draughts", draughts)
