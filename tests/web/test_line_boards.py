"""Boards to try moves on: conditional moves planned ahead, and the analysis of a match."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import timezone

from games.models import Order, Ply
from games.services.play import matches
from tests.markup import text_of
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
FAMILIES = ("traffic_lights.4x3", "traffic_lights.slider", "mill", "draughts", "five", "halma")
KEYS = ("line", "clicks")
PLANNED = (*FAMILIES, "chess")


@pytest.fixture
def match(alice: Any, person: Any, start: Any) -> Any:
    """Return a match in which it is Alice's turn."""
    return start(alice, person("Bob"), now=timezone.now())


@pytest.fixture
def bob(match: Any) -> Any:
    return match.seats.get(number=1).player


def at(match: Any, rest: str = "plan/") -> str:
    return f"/matches/{match.pk}/{rest}"


def board_links(answer: Any) -> list[str]:
    found = re.findall(r'class="d-link" href="([^"]+)"', answer.content.decode())
    return [unescape(link) for link in found]


def depth(address: str) -> tuple[int, int]:
    """Return how many moves and how many clicks an address carries."""
    asked = parse_qs(urlsplit(address).query)
    moves, clicks = (asked.get(name, [""])[0] for name in KEYS)
    return len(moves.split(",")) if moves else 0, len(clicks.split(",")) if clicks else 0


def onward(client: Any, address: str, plies: int) -> Any:
    """Follow a link that leads furthest, board by board, until so many moves have been made."""
    while True:
        answer = client.get(address)
        assert answer.status_code == 200, address
        if depth(address)[0] >= plies:
            return answer
        shown = answer.content.decode()
        buttons = [unescape(link) for link in re.findall(r'class="button"\s+href="([^"]+)"', shown)]
        furthest = max([*board_links(answer), *buttons], key=depth)
        assert depth(furthest) > depth(address), f"no way on from {address}"
        address = furthest


def test_a_plan_is_played_for_both_sides_and_changes_nothing_until_it_is_saved(
    match, bob, client_for
):
    client = client_for(bob)
    first = client.get(at(match))
    assert "Alice is to move." in text_of(first)
    assert at(match, "plan/?line=b2") in board_links(first)
    reply = client.get(at(match), {"line": "b2"})
    assert "You are to move." in text_of(reply)
    assert "if b2 then …" in text_of(reply)
    assert 'name="text"' not in text_of(reply)
    page = text_of(client.get(at(match), {"line": "b2,a1,c3,a3"}))
    assert "<code>if b2 then a1</code>" in page
    assert "<code>if c3 then a3</code>" in page
    assert f'href="{at(match, "plan/?line=b2,a1")}" data-swap' in page
    assert 'name="text" value="if b2 then a1 if c3 then a3"' in page
    ended = text_of(client.get(at(match), {"line": "b2,a1,c3"}))
    assert "Leg 1 ended: Alice completed" in ended
    assert not Order.objects.exists()
    assert not Ply.objects.exists()


def test_a_plan_is_saved_shown_as_a_tree_and_taken_back_chip_by_chip(match, bob, client_for):
    client = client_for(bob)
    plan = {"text": "if b2 then a1 if c3 then a3", "line": "b2,a1,c3,a3", "seen": 0}
    sent = client.post(at(match), plan)
    assert (sent.status_code, sent["Location"]) == (303, at(match))
    assert [row.text for row in Order.objects.all()] == ["if b2 then a1", "if c3 then a3"]
    page = text_of(client.get(at(match)))
    assert "Saved: if b2 then a1" in page
    assert "orders__row--1" in page
    assert f'href="{at(match, "plan/?line=b2,a1,c3,a3")}"' in page
    number = re.search(r'name="order" value="(\d+)"\s+aria-label="Withdraw if b2', page)
    assert number is not None
    client.post(at(match), {"action": "withdraw", "order": number[1]})
    assert {row.state for row in Order.objects.all()} == {"withdrawn"}
    assert "Nothing saved yet." in text_of(client.get(at(match)))


def test_a_plan_that_cannot_be_saved_says_why_and_keeps_the_line(match, bob, client_for, play):
    play(match, "c3", timezone.now())
    play(match, "c4", timezone.now())
    plan = {"text": "if b2 then a1", "line": "b2,a1", "seen": 0}
    answer = client_for(bob).post(at(match), plan)
    assert answer.status_code == 409
    page = text_of(answer)
    assert "The position has changed" in page
    assert "if b2 then a1" in page
    assert not Order.objects.exists()


def test_wrong_moves_and_clicks_are_told_beside_the_board(match, bob, client_for):
    client = client_for(bob)
    for query, said in (
        ("move=z9", "There is no square “z9”"),
        ("line=b2,z9", "There is no square “z9”"),
        ("clicks=z9", "No move starts with z9."),
    ):
        answer = client.get(f"{at(match)}?{query}")
        page = text_of(answer)
        assert answer.status_code == 422, query
        assert said in page
        assert page.index("</svg>") < page.index(said) < page.index('id="id_move"')
    assert client.get(at(match), {"move": "b2"})["Location"] == at(match, "plan/?line=b2")
    assert client.get(at(match), {"line": "x" * 9000}).status_code == 422
    assert client.get(at(match), {"line": "b2," * 900}).status_code == 422


def test_in_ones_own_turn_the_plan_goes_with_the_move(match, alice, client_for):
    page = text_of(client_for(alice).get(at(match), {"line": "b2,a1,c3"}))
    assert f'method="get" action="/matches/{match.pk}/"' in page
    assert 'name="move" value="b2 if a1 then c3"' in page
    shown = text_of(client_for(alice).get(at(match, ""), {"move": "b2 if a1 then c3"}))
    assert "Conditional move: if a1 then c3" in shown
    assert not Order.objects.exists()


def test_the_only_possible_reply_is_added(alice, person, start, client_for, play):
    bob = person("Bob")
    match = start(alice, bob, ruleset="chess", now=timezone.now(), by_lot=False)
    play(match, "e2e4,e7e5,d1h5,a7a6", timezone.now())
    page = text_of(client_for(bob).get(at(match), {"line": "h5f7"}))
    assert "Kxf7 is your only possible reply, so it has been added." in page
    assert 'name="text" value="if h5f7 then e8f7"' in page
    assert "is your only" not in text_of(client_for(bob).get(at(match), {"line": "h5e5"}))


def test_a_plan_is_its_owners_alone(match, alice, carol, client_for, client):
    assert client_for(carol).get(at(match)).status_code == 403
    assert client_for(carol).post(at(match), {"text": "if b2 then a1"}).status_code == 403
    assert client.get(at(match)).status_code == 302
    assert client.post(at(match)).status_code == 403
    assert client.get("/matches/999999/plan/").status_code in (302, 404)


def test_a_finished_match_has_nothing_to_plan(match, alice, bob, client_for, play):
    play(match, "b2", timezone.now())
    matches.resign_match(match.pk, alice, now=timezone.now())
    assert client_for(bob).get(at(match)).status_code == 409


@pytest.mark.parametrize(
    "ruleset", sampled(PLANNED, ["traffic_lights.slider", "draughts", "chess"])
)
def test_every_game_without_chance_is_planned_on_its_board(
    ruleset, alice, person, start, client_for
):
    bob = person("Bob")
    match = start(alice, bob, ruleset=ruleset, now=timezone.now())
    answer = onward(client_for(bob), at(match), 4)
    found = re.search(r'name="text" value="([^"]+)"', answer.content.decode())
    line = answer.wsgi_request.GET["line"]
    assert found is not None, line
    sent = client_for(bob).post(at(match), {"text": unescape(found[1]), "line": line, "seen": 0})
    assert sent.status_code == 303, text_of(sent)
    assert Order.objects.count() == 2


@pytest.mark.parametrize("ruleset", sampled([*PLANNED, "triad", "ampel"], ["triad"]))
def test_every_open_game_for_two_has_an_analysis_board(
    ruleset, alice, bob, start, client_for, carol
):
    match = start(alice, bob, ruleset=ruleset, now=timezone.now())
    assert "/analysis/?ply=" in text_of(client_for(alice).get(at(match, "")))
    answer = onward(client_for(alice), at(match, "analysis/"), 3)
    assert "Back to the match" in text_of(answer)
    assert not Ply.objects.filter(seat__gte=0).exists()
    assert client_for(carol).get(at(match, "analysis/")).status_code == 403
    matches.resign_match(match.pk, alice, now=timezone.now())
    assert client_for(carol).get(at(match, "analysis/?ply=0")).status_code == 200


@pytest.mark.parametrize("ruleset", sampled(["traffic_lights.4x3.bag", "mensch", "goose"], 2))
def test_games_of_chance_have_none(ruleset, alice, bob, start, client_for):
    rated = ruleset != "goose"
    match = start(alice, bob, ruleset=ruleset, now=timezone.now(), rated=rated)
    assert "/analysis/" not in text_of(client_for(alice).get(at(match, "")))
    assert client_for(alice).get(at(match, "analysis/")).status_code == 403
    page = text_of(client_for(alice).get(at(match)))
    assert 'class="d-link"' not in page


def test_the_analysis_begins_at_the_ply_asked_for_and_leads_back(match, alice, client_for, play):
    play(match, "b2,a1,c3", timezone.now())
    client = client_for(alice)
    assert at(match, "analysis/?ply=1") in text_of(client.get(at(match, ""), {"ply": 1}))
    page = text_of(client.get(at(match, "analysis/"), {"ply": 1, "line": "c4"}))
    assert f'href="/matches/{match.pk}/?ply=1"' in page
    assert f'href="{at(match, "analysis/?ply=1&amp;line=c4")}"' in page
    assert "You are to move." in page
    for odd in ("99", "-1", "x"):
        assert client.get(at(match, "analysis/"), {"ply": odd}).status_code == 200
