"""Two open browsers: the other side's move appears by itself, at once.

The clocks of these pages stand still: none asks by itself, however long the machine takes.
"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.services.play import matches, ties
from games.services.time.preferences import change_preferences
from notifications.live import channels, publishing
from tests.games.conftest import order, play, start
from tests.patience import PATIENCE, until
from tests.services import free_port

__all__ = ["order", "play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAITING = re.compile(r"^\(1\) ")
COUNTS = """
  Object.assign(window, { sent: 0, answered: 0, heard: 0, lost: 0 });
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function () {
    sent += 1;
    this.addEventListener("loadend", () => { answered += 1; });
    return send.apply(this, arguments);
  };
  window.EventSource = class extends EventSource {
    constructor(...given) {
      super(...given);
      this.addEventListener("changed", () => { heard += 1; });
      this.addEventListener("error", () => { lost += 1; });
    }
  };
"""
SHOWS_TURNS = "document.querySelector('link[rel=icon]').dataset.idle !== undefined"
OPENS_STREAM = """
  new Promise((done) => {
    const address = document.querySelector("[data-match]").dataset.live;
    new EventSource(address).addEventListener("open", done);
  })
"""


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


@pytest.fixture
def look(browser, live):
    """Return what opens an address as the person of a test client, and stops the page's clock."""
    contexts = []

    def opened(client, address, *, routes=None):
        context = browser.new_context(base_url=live)
        contexts.append(context)
        context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}]
        )
        page = context.new_page()
        page.add_init_script(COUNTS)
        page.clock.install(time=timezone.now())
        page.clock.pause_at(timezone.now() + timedelta(seconds=PATIENCE))
        for pattern, answer in (routes or {}).items():
            page.route(pattern, answer)
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")
        context.close()


def counted(page, name):
    return page.evaluate(name)


def listening(page):
    """Wait until the stream of a page is open, and what it then asks is answered."""
    until(lambda: counted(page, "sent > 0 && sent === answered"), "the page listens")
    page.clock.run_for(250)
    return page


def sees(page, claim, what):
    """Wait until a page shows something; its clock runs only after an answer, to settle it."""
    settled = None

    def shown():
        nonlocal settled
        if (answers := counted(page, "answered")) != settled:
            settled = answers
            page.clock.run_for(250)
        return claim()

    until(shown, what)


def sees_plies(page, number):
    there = page.locator(f"#table[data-plies='{number}']")
    sees(page, there.count, f"{number} plies")


def test_a_move_appears_before_the_page_would_ask(
    look, live_origin, alice, bob, start, play, client_for
):
    match = start(alice, bob)
    seen = listening(look(client_for(bob), match.get_absolute_url()))
    lines: list[str] = []
    seen.on("console", lambda line: lines.append(line.text))
    assert not seen.title().startswith("(")
    page = listening(look(client_for(alice), match.get_absolute_url()))
    expect(page).to_have_title(WAITING)
    play(match, "b2", match.started_at)
    sees_plies(seen, 1)
    sees(seen, lambda: WAITING.match(seen.title()), "whose turn it is")
    assert "mark-turn" in seen.get_attribute("link[rel=icon]", "href")
    expect(seen.locator("#table.table--fresh")).to_have_count(1)
    sees(page, lambda: not WAITING.match(page.title()), "that it is no longer one's turn")
    matches.send_chat_message(match.pk, alice, "Your move!", now=match.started_at)
    sees(seen, seen.get_by_text("Your move!").count, "what was said")
    assert lines == []


@pytest.mark.long
def test_a_move_is_pointed_out_although_the_badge_settles_at_the_same_time(
    look, live_origin, alice, bob, start, play, client_for
):
    match = start(alice, bob)
    seen = listening(look(client_for(bob), match.get_absolute_url()))

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


def test_moves_right_after_each_other_all_appear(
    look, live_origin, alice, bob, start, play, client_for
):
    match = start(alice, bob)
    page = listening(look(client_for(bob), match.get_absolute_url()))
    under_way = []
    page.route("**/version/*", lambda route: under_way.append((route, route.fetch())), times=1)
    play(match, "b2", match.started_at)
    until(lambda: counted(page, "heard") and under_way, "the page asks")
    heard = counted(page, "heard")
    for move in ("a1", "c3", "a3"):
        play(match, move, match.started_at)
    until(lambda: counted(page, "heard") > heard, "it hears of more while it asks")
    route, answer = under_way[0]
    route.fulfill(response=answer)
    sees_plies(page, 4)


@pytest.mark.long
def test_a_stream_is_not_open_before_the_page_can_ask(
    look, live_origin, alice, bob, start, client_for
):
    match = start(alice, bob, now=timezone.now())

    def early(route):
        answer = route.fetch()
        page = route.request.frame.page
        until(lambda: counted(page, SHOWS_TURNS), "the page shows turns")
        page.evaluate(OPENS_STREAM)
        route.fulfill(response=answer)

    # The last script comes when a stream has had the time to open.
    routes = {"**/js/match.js": early}
    page = look(client_for(alice), match.get_absolute_url(), routes=routes)
    listening(page)


@pytest.mark.parametrize(
    "stream", [True, pytest.param(False, marks=pytest.mark.long)], ids=["stream", "timer"]
)
def test_a_move_whose_answer_is_slow_leaves_the_field_for_the_next_one(
    look, live_origin, alice, bob, start, order, client_for, settings, stream
):
    if not stream:
        settings.LIVE_URL = f"http://127.0.0.1:{free_port()}/live/"
    change_preferences(alice, auto_move=True, auto_draft="", without_preview=True)
    match = start(alice, bob, now=timezone.now())
    order(match, bob, "if b2 then a1")
    page = look(client_for(alice), match.get_absolute_url())
    if stream:
        listening(page)

    def delay(route):
        answer = route.fetch()  # Bob's reply is in it, and announced meanwhile
        if stream:
            until(lambda: counted(page, "heard"), "the page hears of Bob's reply")
        else:
            page.clock.fast_forward(16_000)
        until(lambda: counted(page, "sent === answered + 1"), "no question is under way")
        route.fulfill(response=answer)

    page.route("**/move/", delay)
    page.locator("#table [data-at=b2]").click()
    sees(page, page.locator("#table .flash").count, "that the move was sent")
    expect(page.locator("#table .flash")).to_be_visible()
    sees_plies(page, 2)
    expect(page.locator("#table[data-plies='2'] input[list=legal-moves]")).to_be_visible()


def test_lists_and_badges_of_other_pages_follow(
    look, live_origin, alice, bob, start, play, client_for
):
    match = start(alice, bob)
    client = client_for(bob)
    home, mine, rules = (
        listening(look(client, address)) for address in ("/", "/matches/", "/rules/")
    )
    lines: list[str] = []
    for page in (home, mine, rules):
        page.on("console", lambda line: lines.append(line.text))
    play(match, "b2", match.started_at)
    link = f'a[href="{match.get_absolute_url()}"]'
    for page, place in ((home, "#my-matches"), (mine, "#my-matches"), (rules, "#turn-strip")):
        sees(page, lambda page=page: WAITING.match(page.title()), "whose turn it is")
        sees(page, page.locator(f"{place} {link}").count, "the match")
        expect(page.locator(f"{place} {link}").first).to_be_visible()
        expect(page.locator("#bar-badge")).to_have_text("1")
    play(match, "a1", match.started_at)
    for page in (home, mine, rules):
        sees(page, lambda page=page: not WAITING.match(page.title()), "no match that waits")
    sees(rules, lambda: not rules.locator(f"#turn-strip {link}").count(), "an empty strip")
    assert lines == []


def test_after_ones_own_move_strip_and_badges_follow(look, alice, bob, carol, start, client_for):
    now = timezone.now()
    here, other = start(alice, bob, now=now), start(alice, carol, now=now)
    page = look(client_for(alice), here.get_absolute_url())
    expect(page.locator("#bar-badge")).to_have_text("2")
    page.goto(f"{here.get_absolute_url()}?move=b2")
    page.locator(".send-bar button").first.click()
    sees_plies(page, 1)
    badge = page.locator("#bar-badge")
    sees(page, lambda: badge.text_content().strip() == "1", "one match that waits")
    expect(page.locator("#turn-strip a[data-due]")).to_have_count(1)
    expect(page.locator(f'#turn-strip a[href="{other.get_absolute_url()}"]')).to_have_count(1)


def test_while_the_stream_is_open_the_page_does_not_ask(
    look, live_origin, alice, bob, start, client_for
):
    match = start(alice, bob)
    page = listening(look(client_for(bob), match.get_absolute_url()))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    sent = counted(page, "sent")
    page.clock.fast_forward(16_000)
    assert counted(page, "sent") == sent
    assert asked == []
    live_origin.process.terminate()
    live_origin.process.wait(PATIENCE)
    until(lambda: counted(page, "lost"), "the page notices that nobody speaks")
    assert counted(page, "sent") == sent
    page.clock.fast_forward(16_000)
    until(
        lambda: counted(page, "sent") > sent and any("/version/" in each for each in asked),
        "the page asks",
    )


@pytest.mark.long
def test_while_the_server_of_events_is_away_a_move_appears_by_asking(
    look, settings, alice, bob, start, play, client_for
):
    settings.LIVE_URL = f"http://127.0.0.1:{free_port()}/live/"
    match = start(alice, bob)
    page = look(client_for(bob), match.get_absolute_url())
    play(match, "b2", match.started_at)
    page.clock.fast_forward(16_000)
    sees_plies(page, 1)
    sees(page, lambda: WAITING.match(page.title()), "whose turn it is")


TONES = """
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function () { tones += 1; return start.apply(this, arguments); };
"""


def test_a_move_sounds_for_those_who_have_switched_that_on(
    look, live_origin, alice, bob, start, play, client_for
):
    match = start(alice, bob)
    page = look(client_for(bob), match.get_absolute_url())
    page.add_init_script(TONES)
    page.reload()
    listening(page)
    switch = page.get_by_role("button", name="Ton, wenn ein Zug eintrifft")
    expect(switch).to_have_attribute("aria-pressed", "false")
    play(match, "b2", match.started_at)
    sees_plies(page, 1)
    sees(page, lambda: WAITING.match(page.title()), "whose turn it is")
    assert page.evaluate("tones") == 0
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("tones") == 1, "so that one hears what one has chosen"
    page.reload()
    listening(page)
    expect(switch).to_have_attribute("aria-pressed", "true")
    for number, move in ((2, "a1"), (3, "c1")):
        play(match, move, match.started_at)
        sees_plies(page, number)
        sees(page, lambda number=number: page.evaluate("tones") >= number - 1, "a tone")
    assert page.evaluate("tones") == 2, "one for each move"
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("tones") == 2


@pytest.fixture
def told(monkeypatch, settings):
    """Collect what is published."""
    settings.LIVE_URL = "https://club.example/live/"
    lines: list[str] = []
    monkeypatch.setattr(publishing, "publish_on_commit", lambda each: lines.extend(each))
    return lines


def test_everybody_hears_of_moves_only_players_of_offers_and_talk(told, alice, bob, start, play):
    match = start(alice, bob)
    everybody = channels.match_channel(match.pk)
    told.clear()
    matches.send_chat_message(match.pk, alice, "Hello", now=match.started_at)
    assert told == [channels.player_channel(bob.pk)]
    told.clear()
    play(match, "b2", match.started_at)
    assert everybody in told
    told.clear()
    ties.offer_tie(match.pk, bob, now=match.started_at)
    assert everybody not in told
    assert channels.player_channel(alice.pk) in told
