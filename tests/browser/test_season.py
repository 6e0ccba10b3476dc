"""A season of two people in a real browser: sign-up, challenge, days of play, a tie-break, ratings.

Ada plays on the pages without JavaScript. Bo plays by the links in e-mails alone, in a
browser that is not logged in. The clock is moved, and the timetable's own tasks run.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
import time_machine
from playwright.sync_api import expect

from accounts.models import Player
from games.models import Match, Ply, Rating
from games.ratings import START_RATING
from games.services.audit import replay_matches
from games.services.ratings.rating_replay import replay_ratings
from games.services.wording.result_words import rating_text
from tests.browser.post import Email, Post, everything

pytestmark = [pytest.mark.browser, pytest.mark.long]
# Row 1 turns red: the starter of a leg wins it by one point. The last leg is lost by its starter.
LEG, LAST_LEG = ["a1", "c4", "b1", "a4", "c1"], ["a1", "c4", "b1", "c1"]
TURNS = ("match_started", "your_turn", "reminder")
GREETING = "Shall we?"


@pytest.fixture
def post(live: str, settings: Any, tmp_path: Any, noon: Any) -> Any:
    """Return the clock and mailbox at noon of a Monday, with e-mails as files."""
    settings.EMAIL_BACKEND = "notifications.backends.FolderBackend"
    settings.EMAIL_FOLDER = tmp_path
    with time_machine.travel(noon, tick=True) as traveller:
        yield Post(tmp_path, traveller)


@pytest.fixture
def open_page(browser: Any, live: str) -> Any:
    """Return an opener of fresh browsers' first pages, as different people's."""
    contexts = []

    def fresh(**options: Any) -> Any:
        context = browser.new_context(base_url=live, locale="en-GB", **options)
        contexts.append(context)
        return context.new_page()

    yield fresh
    for context in contexts:
        context.close()


class Season:
    """The two people and what happened so far."""

    def __init__(self, post: Post, ada: Any, stranger: Any) -> None:
        """Begin: Ada's page, and one of a browser nobody is logged in with."""
        self.post, self.ada, self.stranger = post, ada, stranger
        self.kinds: Counter[tuple[str, str]] = Counter()
        self.scanned: set[str] = set()
        self.waiting: dict[str, Email] = {}
        self.latest: dict[tuple[str, str], Email] = {}

    @property
    def match(self) -> Match:
        """The only match."""
        return Match.objects.get()

    def collect(self) -> list[Email]:
        """Take the fresh e-mails; a scanner has looked at the first of every kind before."""
        emails = self.post.fresh()
        for email in emails:
            self.kinds[email.to, email.kind] += 1
            self.latest[email.to, email.kind] = email
            if email.kind not in self.scanned:
                self.scan(email)
            if email.kind in TURNS:
                self.waiting[email.to] = email
        return emails

    def scan(self, email: Email) -> None:
        """Follow every link as scanners of mail servers do, and see that nothing changes."""
        self.scanned.add(email.kind)
        before = everything()
        for link in email.links:
            for method in ("HEAD", "GET"):
                answer = self.stranger.request.fetch(link, method=method)
                assert answer.status < 400, (link, answer.status)
        assert everything() == before, f"a scanner changed something through {email.kind}"

    def play_on_the_page(self, move: str) -> None:
        """Ada: open the match, click the cell, look at the preview, send."""
        seen = self.match.ply_count
        self.ada.goto(self.match.get_absolute_url())
        assert "It is your turn." in self.ada.inner_text("#table")
        self.ada.locator(f'svg a.d-link[href$="move={move}"]').click()
        assert "Not sent yet." in self.ada.inner_text("#table")
        assert self.match.ply_count == seen
        self.ada.get_by_role("button", name="Send move").click()
        assert f"Sent: {move}." in self.ada.inner_text("main")
        assert self.match.ply_count == seen + 1

    def play_by_email(self, move: str) -> None:
        """Bo: open the link of the move in a browser that knows nobody, and confirm."""
        seen = self.match.ply_count
        self.stranger.goto(self.waiting.pop("bo@example.org").move_link(move))
        assert "You are playing as Bo." in self.stranger.inner_text("main")
        assert self.match.ply_count == seen
        self.stranger.get_by_role("button", name="Send move").click()
        assert "Your move has been sent" in self.stranger.inner_text("main")
        assert self.match.ply_count == seen + 1


def sign_up(page: Any, name: str, season: Season) -> None:
    """Fill in the form, follow the link of the e-mail, and be logged in."""
    page.goto("/account/signup/")
    page.get_by_label("E-mail address").fill(f"{name.lower()}@example.org")
    page.get_by_label("Password").fill("green lights only")
    page.get_by_label("Player name").fill(name)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/account/confirm-email/")
    season.post.run_timetable()
    (email,) = season.collect()
    assert (email.kind, email.to) == ("security", f"{name.lower()}@example.org")
    (link,) = [each for each in email.links if "/account/confirm-email/" in each]
    page.goto(link)
    page.get_by_role("button", name="Yes, confirm it").click()
    page.goto("/matches/")
    assert page.url.endswith("/matches/"), "not logged in"


def challenge(season: Season, bo: Any) -> None:
    """Ada challenges Bo, with the first move hers; Bo accepts by a link in an e-mail."""
    page = season.ada
    page.goto("/play/")
    page.get_by_role("link", name="Traffic Lights 4×3", exact=True).click()
    page.get_by_role("combobox", name="Name of a player or bot").fill("Bo")
    page.get_by_role("button", name="Continue").click()
    page.locator("summary", has_text="Change").click()
    page.get_by_label("Legs", exact=True).select_option("2")
    page.get_by_label("If the score is level").select_option("3")
    page.get_by_role("radio", name="me", exact=True).check()
    page.get_by_label("Greeting").fill(GREETING)
    page.get_by_role("button", name="Send challenge").click()
    season.post.run_timetable()
    (email,) = season.collect()
    assert (email.kind, email.to) == ("invitation", "bo@example.org")
    assert GREETING not in email.text, "what strangers write waits on the page"
    bo.goto(next(link for link in email.links if "/challenges/answer/" in link))
    expect(bo.get_by_role("main")).to_contain_text(GREETING)
    bo.get_by_role("button", name="Accept", exact=True).click()
    bo.wait_for_url(re.compile(r"/matches/\d+/"))


def play(season: Season, moves: list[str], *, ada_begins: bool) -> None:
    """Play these moves: Ada's at eight in the morning, Bo's at two in the afternoon (UTC)."""
    for number, move in enumerate(moves):
        ada = (number % 2 == 0) == ada_begins
        season.post.wait_until(8 if ada else 14, day=1 if ada else 0)
        season.collect()
        if ada:
            season.play_on_the_page(move)
        else:
            season.play_by_email(move)


def the_first_move_settles_before_it_is_told(season: Season) -> None:
    """A move is told ten minutes later, and who moved at once is told nothing."""
    season.play_on_the_page(LEG[0])
    season.post.wait(minutes=9)
    assert [email.kind for email in season.collect()] == []
    season.post.wait(minutes=2)
    told = sorted((email.to, email.kind) for email in season.collect())
    assert told == [("bo@example.org", "match_started"), ("bo@example.org", "your_turn")]


def bo_is_reminded_and_answers_the_reminder(season: Season) -> None:
    """Nothing comes for a day; after half of the three days a reminder does, with live links."""
    season.post.wait(hours=35)
    assert season.collect() == []
    season.post.wait(hours=2)
    (email,) = season.collect()
    assert (email.to, email.kind) == ("bo@example.org", "reminder")
    season.post.wait_until(14)
    season.play_by_email(LEG[1])
    assert season.stranger.request.get(email.move_link(LEG[1])).status == 409, "used once"


def the_result_is_shown(season: Season) -> None:
    """Match page and both profiles say how it ended."""
    match, page = season.match, season.ada
    assert (match.status, match.ply_count) == ("finished", 2 * len(LEG) + len(LEG) + len(LAST_LEG))
    assert [(seat.player.name, seat.rank, seat.points) for seat in match.seats.all()] == [
        ("Ada", 1, 3),
        ("Bo", 2, 1),
    ]
    page.goto(match.get_absolute_url())
    words = page.inner_text("main")
    assert "You won 3–1" in words.splitlines(), words
    for name, change in (("Ada", 1), ("Bo", -1)):
        figure = Rating.objects.get(player__name=name)
        assert (figure.value - START_RATING) * change > 0
        shown = rating_text(figure.value, figure.games)
        whose = rf"(?:Your rating|Rating of {name})"
        lines = rf"{whose}:\s+{re.escape(rating_text(START_RATING, 0))} → {re.escape(shown)}"
        assert re.search(lines, words)
        page.goto(f"/players/{Player.objects.get(name=name).pk}/")
        assert shown in page.inner_text("main")


def the_emails_were_these(season: Season) -> None:
    """Every turn was told once, every end once; nothing else was sent."""
    ada, bo = "ada@example.org", "bo@example.org"
    assert season.kinds == {
        (ada, "security"): 1,
        (ada, "your_turn"): 9,
        (ada, "match_finished"): 1,
        (bo, "security"): 1,
        (bo, "invitation"): 1,
        (bo, "match_started"): 1,
        (bo, "your_turn"): 9,
        (bo, "reminder"): 1,
        (bo, "match_finished"): 1,
    }
    assert season.scanned == {kind for _to, kind in season.kinds}
    for to, result, name in ((ada, "You won 3–1.", "Ada"), (bo, "You lost 1–3.", "Bo")):
        last = season.latest[to, "match_finished"]
        assert result in last.text
        assert result in last.html
        figure = Rating.objects.get(player__name=name)
        assert rating_text(figure.value, figure.games) in last.text
        assert last.mail["References"] == season.latest[to, "your_turn"].mail["References"]


def test_two_people_play_a_rated_match_to_its_end_by_page_and_by_email(
    post: Any, open_page: Any
) -> None:
    season = Season(post, open_page(java_script_enabled=False), open_page())
    bo = open_page(timezone_id="Europe/Zurich")
    sign_up(season.ada, "Ada", season)
    sign_up(bo, "Bo", season)
    challenge(season, bo)
    bo.context.close()

    the_first_move_settles_before_it_is_told(season)
    bo_is_reminded_and_answers_the_reminder(season)
    play(season, LEG[2:], ada_begins=True)
    play(season, LEG, ada_begins=False)
    assert season.match.is_running, "one leg each: the tie-break pair begins"
    play(season, LEG, ada_begins=True)
    play(season, LAST_LEG, ada_begins=False)

    post.wait(hours=24)
    season.collect()
    the_result_is_shown(season)
    the_emails_were_these(season)
    assert list(replay_matches(Match.objects.all())) == []
    assert replay_ratings() == []
    assert {ply.source for ply in Ply.objects.all()} == {"page", "link"}
