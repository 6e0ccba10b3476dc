"""Moves as links in e-mails: places of the board where a move is one place, else a list."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.utils import timezone

from games.models import Ply
from games.services.emails.links import Holder, MoveLink, make_token, read_token
from games.services.errors import Refused
from notifications.models import Message
from notifications.services import outbox
from tests.emails import composed, render
from tests.notifications.conftest import html_of
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r"/m/([^/\s\"]+)/")


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch):
    monkeypatch.setattr(outbox, "wake_worker", lambda _task: None)


class Board(HTMLParser):
    """Reads the table of places: what stands in each cell, and where it leads."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[tuple[str, str]]] = []
        self.cell: list[str] | None = None
        self.href = ""
        self.feed(html.partition('<table class="places"')[2].partition("</table>")[0])

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.cell, self.href = [], ""
        elif tag == "a":
            self.href = dict(attrs)["href"]

    def handle_endtag(self, tag):
        if tag == "td":
            self.rows[-1].append((" ".join(self.cell or ()), self.href))
            self.cell = None

    def handle_data(self, data):
        if self.cell is not None and data.strip():
            self.cell.append(data.strip())


def move_of(href: str) -> str:
    """Return the move that a link plays."""
    (token,) = TOKEN.findall(href)
    return read_token(token).move


@pytest.fixture
def turn(person, start, play):
    """Return the e-mail about the turn after some moves of a new match, and its match."""

    def email_of(ruleset, moves="", language="en", **more):
        now = timezone.now()
        anna, ben = person("Anna", language=language), person("Ben", language=language)
        match = start(anna, ben, ruleset=ruleset, now=now, **more)
        if moves:
            play(match, moves, now)
        own = [each for each in Message.objects.order_by("-pk") if composed(each).get("awaited")]
        return render(own[0], now), match

    return email_of


def test_each_place_of_the_board_is_the_move_that_it_says(turn, client_for):
    email, match = turn("traffic_lights.4x3", "b2,a1,a1,a1")  # a1 is green by now
    rows = Board(html_of(email)).rows
    assert [len(row) for row in rows] == [3] * 4
    assert rows[3][0] == ("G", "")
    assert rows[2][1][0] == "R b2"
    links = {text.split()[-1]: href for row in rows for text, href in row if href}
    assert len(links) == 11
    for place, href in links.items():
        assert move_of(href) == place
    address = links["c4"].partition("//")[2].partition("/")[2]
    assert client_for().get(f"/{address}").status_code == 200
    assert Ply.objects.filter(match=match).count() == 4  # looking changes nothing
    assert client_for().post(f"/{address}").status_code == 200
    assert Ply.objects.filter(match=match).latest("number").text == "c4"


def test_moves_that_are_no_place_stand_below_the_board(turn):
    email, _match = turn("traffic_lights.slider", "b2")
    html = html_of(email)
    inside = [href for row in Board(html).rows for _text, href in row if href]
    moves = {read_token(token).move for token in TOKEN.findall(html)}
    assert len(inside) == 12
    assert moves - {move_of(each) for each in inside} == {
        "slide E",
        "slide S",
        "slide W",
    }
    assert set(TOKEN.findall(email.body)) == set(TOKEN.findall(html))  # text and HTML say the same


@pytest.mark.parametrize(
    ("ruleset", "links", "columns"),
    sampled([("mill", 24, 7), ("five", 64, 8)], 1),
)
def test_boards_of_other_games_are_links_too(turn, ruleset, links, columns):
    email, _match = turn(ruleset, rated=False)
    rows = Board(html_of(email)).rows
    assert len(rows) == columns
    assert sum(bool(href) for row in rows for _text, href in row) == links


def test_rows_half_a_column_apart_have_gaps(turn):
    email, _match = turn("ampel", rated=False)
    rows = Board(html_of(email)).rows
    assert rows[0][0] == ("", "")
    assert rows[0][1] == ("·", "")
    assert len(rows) == 11
    assert sum(bool(href) for row in rows for _text, href in row) == 36


def test_moves_of_two_places_are_a_short_list(turn):
    html = html_of(turn("chess", "e2e4,e7e5")[0])
    assert '<table class="places"' not in html
    assert len(TOKEN.findall(html)) == 29
    knight = re.search(r'<a [^>]*title="([^"]*)"[^>]*>\s*Nf3</a>', html)
    assert knight is not None
    assert knight[1] == "knight g1 to f3"


def test_a_board_of_links_says_everything_with_pictures_off(turn):
    html = html_of(turn("traffic_lights.4x3", "b2,a1")[0])
    alt = re.search(r'<img[^>]* alt="([^"]+)"', html)
    assert alt is not None
    assert "b2 red" in alt[1]
    assert 'aria-label="Your moves"' in html
    assert "<script" not in html


def test_a_link_is_short_and_cannot_be_altered():
    link = MoveLink(123456, 42, Holder(1, 98765, 3), "slide E")
    token = make_token(link)
    assert len(token) < 60
    assert read_token(token) == link
    for at, letter in enumerate(token):
        with pytest.raises(Refused, match="bad_link"):
            read_token(f"{token[:at]}{'A' if letter != 'A' else 'Q'}{token[at + 1 :]}")


def test_a_link_signed_with_an_earlier_key_still_works(settings):
    link = MoveLink(7, 2, Holder(0, 5, 0), "b2")
    token = make_token(link)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    assert read_token(token) == link
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(Refused, match="bad_link"):
        read_token(token)


# Subjects -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("language", "subject"),
    sampled(
        [
            ("en", "[4×3] Anna – Ben, your move 3"),
            ("de", "[4×3] Anna – Ben, dein Zug 3"),
            ("fr", "[4×3] Anna – Ben, votre coup 3"),
            ("it", "[4×3] Anna – Ben, la tua mossa 3"),
        ],
        2,
    ),
)
def test_a_subject_begins_with_game_and_players(turn, language, subject):
    email, match = turn("traffic_lights.4x3", "b2,a1", language)
    assert email.subject == subject
    roots = {
        render(each, timezone.now()).extra_headers["References"]
        for each in Message.objects.filter(thread=match.thread, player__name="Anna")
    }
    assert len(roots) == 1


def test_chess_counts_moves_in_pairs(turn):
    assert turn("chess", "e2e4,e7e5")[0].subject == "[Chess] Anna – Ben, your move 2"
