"""Two open browsers: the other side's move appears by itself, at once."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.services.play import matches
from games.services.time.preferences import change_preferences
from notifications.live import channels, publishing
from tests.games.conftest import order, play, start
from tests.services import free_port

__all__ = ["order", "play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAITING = re.compile(r"^\(1\) ")


@pytest.fixture
def live_origin(settings, start_server):
    """Let a server of events know the address of the live site."""
    server = start_server(settings.CACHE_URL, settings.REDIS_PREFIX)
    settings.LIVE_URL = server.url
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    origin = server.url.removesuffix("/live/")
    settings.CONTENT_SECURITY_POLICY = {
        "DIRECTIVES": {**directives, "connect-src": [*directives["connect-src"], origin]}
    }
    return server


def look(browser, live, client, address):
    """Open an address as the person of a test client."""
    context = browser.new_context(base_url=live)
    context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}]
    )
    page = context.new_page()
    page.clock.install()
    page.goto(address)
    return page


def test_a_move_appears_before_the_page_would_ask(
    browser, live, live_origin, alice, bob, start, play, client_for
):
    match = start(alice, bob)
    seen = look(browser, live, client_for(bob), match.get_absolute_url())
    lines: list[str] = []
    seen.on("console", lambda line: lines.append(line.text))
    assert not seen.title().startswith("(")
    page = look(browser, live, client_for(alice), match.get_absolute_url())
    expect(page).to_have_title(WAITING)
    play(match, "b2", match.started_at)
    seen.wait_for_selector("#table[data-plies='1']", timeout=12_000)
    expect(seen).to_have_title(WAITING)
    assert "mark-turn" in seen.get_attribute("link[rel=icon]", "href")
    expect(seen.locator("#table.table--fresh")).to_have_count(1)
    expect(page).not_to_have_title(WAITING)
    matches.say(match.pk, alice, "Your move!", now=match.started_at)
    seen.wait_for_selector("text=Your move!")
    assert lines == []
    for each in (page, seen):
        each.context.close()


def test_a_move_is_pointed_out_although_the_badge_settles_at_the_same_time(
    browser, live, live_origin, alice, bob, start, play, client_for
):
    match = start(alice, bob)
    seen = look(browser, live, client_for(bob), match.get_absolute_url())
    seen.clock.pause_at(timezone.now() + timedelta(seconds=5))

    def after_the_badge(route):
        answer = route.fetch()
        if answer.status == 200:
            expect(seen).to_have_title(WAITING)
        route.fulfill(response=answer)

    seen.route("**/version/*", after_the_badge)
    play(match, "b2", match.started_at)
    seen.wait_for_selector("#table[data-plies='1']")
    seen.clock.run_for(1000)
    expect(seen.locator("#table.table--fresh")).to_have_count(1)
    seen.context.close()


def test_moves_right_after_each_other_all_appear(
    browser, live, live_origin, alice, bob, start, play, client_for
):
    match = start(alice, bob)
    page = look(browser, live, client_for(bob), match.get_absolute_url())
    page.wait_for_timeout(300)
    for at, move in enumerate(["b2", "a1", "c3", "a3"], 1):
        play(match, move, match.started_at)
        if at == 1:  # the page is asking while the others are played
            page.wait_for_timeout(30)
    page.wait_for_selector("#table[data-plies='4']", timeout=12_000)
    page.context.close()


@pytest.mark.parametrize("stream", [True, False], ids=["stream", "timer"])
def test_a_move_whose_answer_is_slow_leaves_the_field_for_the_next_one(
    browser, live, live_origin, alice, bob, start, order, client_for, settings, stream
):
    if not stream:
        settings.LIVE_URL = f"http://127.0.0.1:{free_port()}/live/"
    change_preferences(alice, auto_move=True, auto_draft="", without_preview=True)
    match = start(alice, bob, now=timezone.now())
    order(match, bob, "if b2 then a1")
    page = look(browser, live, client_for(alice), match.get_absolute_url())
    page.wait_for_timeout(300)

    def delay(route):
        answer = route.fetch()  # Bob's reply is in it, and announced meanwhile
        if not stream:
            page.clock.fast_forward(16_000)
        page.wait_for_timeout(700)
        route.fulfill(response=answer)

    page.route("**/move/", delay)
    page.locator("#table [data-at=b2]").click()
    expect(page.locator("#table .flash")).to_be_visible()
    expect(page.locator("#table[data-plies='2'] input[list=legal-moves]")).to_be_visible()
    page.context.close()


def test_lists_and_badges_of_other_pages_follow(
    browser, live, live_origin, alice, bob, start, play, client_for
):
    match = start(alice, bob)
    client = client_for(bob)
    home, mine = look(browser, live, client, "/"), look(browser, live, client, "/matches/")
    rules = look(browser, live, client, "/rules/")
    lines: list[str] = []
    for page in (home, mine, rules):
        page.on("console", lambda line: lines.append(line.text))
        page.wait_for_timeout(300)
    play(match, "b2", match.started_at)
    link = f'a[href="{match.get_absolute_url()}"]'
    for page, place in ((home, "#my-matches"), (mine, "#my-matches"), (rules, "#turn-strip")):
        expect(page).to_have_title(WAITING)
        expect(page.locator(f"{place} {link}").first).to_be_visible()
        expect(page.locator("#bar-badge")).to_have_text("1")
    play(match, "a1", match.started_at)
    expect(rules.locator(f"#turn-strip {link}")).to_have_count(0)
    for page in (home, mine, rules):
        expect(page).not_to_have_title(WAITING)
        page.context.close()
    assert lines == []


def test_after_ones_own_move_strip_and_badges_follow(
    browser, live, alice, bob, carol, start, client_for
):
    now = timezone.now()
    here, other = start(alice, bob, now=now), start(alice, carol, now=now)
    page = look(browser, live, client_for(alice), here.get_absolute_url())
    expect(page.locator("#bar-badge")).to_have_text("2")
    page.goto(f"{here.get_absolute_url()}?move=b2")
    page.locator(".send-bar button").first.click()
    page.wait_for_selector("#table[data-plies='1']")
    expect(page.locator("#bar-badge")).to_have_text("1")
    expect(page.locator("#turn-strip a[data-due]")).to_have_count(1)
    expect(page.locator(f'#turn-strip a[href="{other.get_absolute_url()}"]')).to_have_count(1)
    page.context.close()


def test_while_the_stream_is_open_the_page_does_not_ask(
    browser, live, live_origin, alice, bob, start, client_for
):
    match = start(alice, bob)
    page = look(browser, live, client_for(bob), match.get_absolute_url())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(300)
    asked.clear()
    page.clock.fast_forward(16_000)
    page.wait_for_timeout(300)
    assert asked == []
    live_origin.process.terminate()
    live_origin.process.wait()
    page.wait_for_timeout(300)
    page.clock.fast_forward(16_000)
    page.wait_for_timeout(300)
    assert any("/version/" in each for each in asked)
    page.context.close()


def test_while_the_server_of_events_is_away_a_move_appears_by_asking(
    browser, live, settings, alice, bob, start, play, client_for
):
    settings.LIVE_URL = f"http://127.0.0.1:{free_port()}/live/"
    match = start(alice, bob)
    page = look(browser, live, client_for(bob), match.get_absolute_url())
    play(match, "b2", match.started_at)
    page.clock.fast_forward(16_000)
    page.wait_for_selector("#table[data-plies='1']", timeout=12_000)
    expect(page).to_have_title(WAITING)
    page.context.close()


TONES = """
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function () { tones += 1; return start.apply(this, arguments); };
"""


def test_a_move_sounds_for_those_who_have_switched_that_on(
    browser, live, live_origin, alice, bob, start, play, client_for
):
    match = start(alice, bob)
    page = look(browser, live, client_for(bob), match.get_absolute_url())
    page.add_init_script(TONES)
    page.reload()
    switch = page.get_by_role("button", name="Ton, wenn ein Zug eintrifft")
    expect(switch).to_have_attribute("aria-pressed", "false")
    play(match, "b2", match.started_at)
    page.wait_for_selector("#table[data-plies='1']", timeout=12_000)
    assert page.evaluate("tones") == 0
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("tones") == 1, "so that one hears what one has chosen"
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    for number, move in ((2, "a1"), (3, "c1")):
        play(match, move, match.started_at)
        page.wait_for_selector(f"#table[data-plies='{number}']", timeout=12_000)
    assert page.evaluate("tones") == 2, "one for each move"
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("tones") == 2
    page.context.close()


@pytest.fixture
def told(monkeypatch, settings):
    """Collect what is published."""
    settings.LIVE_URL = "https://club.example/live/"
    lines: list[str] = []
    monkeypatch.setattr(publishing, "publish_on_commit", lambda each: lines.extend(each))
    return lines


def test_everybody_hears_of_moves_only_players_of_offers_and_talk(told, alice, bob, start, play):
    match = start(alice, bob)
    everybody = channels.of_match(match.pk)
    told.clear()
    matches.say(match.pk, alice, "Hello", now=match.started_at)
    assert told == [channels.of_player(bob.pk)]
    told.clear()
    play(match, "b2", match.started_at)
    assert everybody in told
    told.clear()
    matches.offer_tie(match.pk, bob, now=match.started_at)
    assert everybody not in told
    assert channels.of_player(alice.pk) in told
