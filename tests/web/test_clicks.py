"""Choosing a move click by click: what may follow, where it leads, and what cannot be."""

from __future__ import annotations

import random
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from games.diagrams.words import ENGLISH
from games.families.clicks import clicks
from games.families.drawing import diagram_for
from games.models import Match, Ply
from games.rules import registry
from games.services.match.loaded import load_match
from games.web.page.clicks import ClickTree
from games.web.page.preview import Choice, choices_of
from tests.games.test_lots import play_on
from tests.markup import text_of

pytestmark = pytest.mark.django_db
BAG = "traffic_lights.simple.bag"


@pytest.mark.parametrize(
    ("key", "text", "way"),
    [
        (BAG, "b2 Y", ("b2", "pool Y")),
        (BAG, "b2", ("b2",)),
        (BAG, "take R", ("pool R",)),
        (BAG, "slide E", ("slide E",)),
        (BAG, "pass", ("pass",)),
        ("traffic_lights.slider", "slide E", ("slide E",)),
        ("traffic_lights.slider", "s2", ("s2",)),
        ("mill", "a1-a4xg7", ("a1", "a4", "g7")),
        ("draughts", "c3xe5xg7", ("c3", "e5", "g7")),
        ("five", "h10", ("h10",)),
        ("triad", "b1-b3", ("b1", "b3")),
        ("triad", "b1-b3 xb3", ("b1", "b3", "b3")),
        ("triad", "b1=3", ("b1", "b1=3")),
    ],
)
def test_a_move_is_a_way_of_clicks(key: str, text: str, way: tuple[str, ...]) -> None:
    assert clicks(key, text) == way


def test_a_pawn_is_clicked_where_it_stands_and_where_it_goes() -> None:
    rules = registry.get("mensch")
    options: dict[str, str | bool] = {"mode": "neutral3", "capture_backwards": True}
    pawns = [[-1, 5, 17, 41], [-1, -1, -1, 2], [-1, -1, -1, 9], [-1, -1, -1, 0]]
    written = {"pawns": pawns, "roll": 5}
    state = rules.load(rules.dump(rules.start(3, options)) | written)
    ways = {text: clicks("mensch", text, state) for text in rules.moves(state, 0)}
    assert ways == {
        "5": ("5", "10"),
        "17": ("17", "22"),
        "17-": ("17", "12"),
        "B30": ("30", "35"),
    }
    six = rules.load(rules.dump(rules.start(3, options)) | {"pawns": pawns, "roll": 6})
    assert clicks("mensch", "enter", six) == ("Y1", "0")
    huff = rules.load({**rules.dump(state), "roll": 3, "huff": [41, 17]})
    assert [clicks("mensch", text, huff) for text in ("huff b", "huff 17")] == [("Yb",), ("17",)]
    assert clicks("goose", "roll", None) == ("roll",)


@pytest.mark.parametrize("key", registry.offered_keys())
def test_different_moves_are_different_ways_in_every_game_on_offer(key: str) -> None:
    rules, rng = registry.get(key), random.Random(key)
    state = rules.start(min(rules.seats), {})
    for _ply in range(60):
        (seat,) = rules.awaited(state) or (None,)
        if seat is None:
            break
        if seat < 0:
            state = rules.play(state, seat, rng.choice(rules.lots(state))[0])
            continue
        moves = rules.moves(state, seat)
        ways = [clicks(key, rules.spell(move), state) for move in moves]
        assert len(set(ways)) == len(ways)
        state = rules.play(state, seat, rng.choice(moves))


def tree(*moves: str, taken: tuple[str, ...] = ()) -> ClickTree:
    return ClickTree(BAG, [Choice(m, m, f"/?move={m}") for m in moves], "/", taken)


def test_a_click_that_settles_the_move_leads_to_its_preview() -> None:
    assert tree("b2 Y", "b2 R", "a1").following(()) == {"b2": "/?clicks=b2", "a1": "/?move=a1"}


def test_after_a_click_the_rest_may_follow_and_others_may_start_over() -> None:
    found = tree("b2 Y", "b2 R", "c3 R", taken=("b2",)).links("")
    assert found == {"pool Y": "/?move=b2 Y", "pool R": "/?move=b2 R", "c3": "/?move=c3 R"}


def test_a_chosen_move_offers_its_siblings() -> None:
    found = tree("b2 Y", "b2 R", "c3 R").links("b2 Y")
    assert found == {"pool R": "/?move=b2 R", "c3": "/?move=c3 R"}


def dice(*moves: str, taken: tuple[str, ...] = ()) -> ClickTree:
    return ClickTree("triad", [Choice(m, m, f"/?move={m}") for m in moves], "/", taken)


def test_the_piece_just_moved_may_be_clicked_again() -> None:
    moves = ("b1-b3 xb3", "b1-b3 xc4", "a1-a3")
    at_choice = {"b3": "/?move=b1-b3 xb3", "c4": "/?move=b1-b3 xc4", "a1": "/?move=a1-a3"}
    choosing = dice(*moves, taken=("b1", "b3"))
    assert choosing.links("") == at_choice
    assert choosing.back("") == "/?clicks=b1"
    chosen = dice(*moves).links("b1-b3 xb3")
    assert chosen == {"c4": "/?move=b1-b3 xc4", "a1": "/?move=a1-a3"}
    other = dice(*moves).links("b1-b3 xc4")
    assert other == {"b3": "/?move=b1-b3 xb3", "a1": "/?move=a1-a3"}


def test_a_die_is_turned_where_it_stands_by_a_button() -> None:
    turning = dice("b1=2", "b1=3", "b1-b2", taken=("b1",))
    board = diagram_for("triad", registry.get("triad").start(2, {}))
    words = [button.words for button in turning.buttons(board, ENGLISH)]
    assert words == ["Turn b1 to II", "Turn b1 to III", "b2"]


def test_addresses_of_moves_hold_their_signs(alice: Any, bob: Any, start: Any) -> None:
    match = start(alice, bob, ruleset="triad")
    choices = choices_of(load_match(match), 0, "/")
    assert all("?move=" in choice.url and " " not in choice.url for choice in choices)
    assert urlencode({"move": "b1=3 +d5"}) == "move=b1%3D3+%2Bd5"


def test_clicks_that_begin_no_move_are_dead() -> None:
    assert tree("b2 Y", taken=("a1",)).is_dead
    assert tree("b2 Y", taken=("b2",)).sole == "b2 Y"


@pytest.fixture
def turn(alice: Any, bob: Any, start: Any, noon: Any) -> tuple[Any, Any, str]:
    """Return a match, its awaited player, and a cell that leaves two chips to choose from."""
    bob.language = "en"
    bob.save()
    rng = random.Random(11)
    while True:
        match = start(alice, bob, ruleset=BAG, rated=False, options={"legs": 2})
        for plies in range(16, 40, 3):
            play_on(match, noon, rng, plies=plies)
            table = load_match(Match.objects.get(pk=match.pk))
            seat = next((each for each in table.seats if each.awaited), None)
            if seat is None:
                break
            moves = table.rules.moves(table.state, seat.number)
            texts = [table.rules.spell(move) for move in moves]
            cells = [t.split()[0] for t in texts if t[0] in "abc" and " " in t]
            for cell in cells:
                if cells.count(cell) == 2:
                    return match, seat.player, cell


def test_the_page_shows_what_may_follow_a_click_and_settled_ones_as_a_preview(
    turn: Any, client_for: Any
) -> None:
    match, player, cell = turn
    url, client = match.get_absolute_url(), client_for(player)
    page = text_of(client.get(f"{url}?clicks={cell}"))
    assert f"Chosen so far: {cell}. What next?" in page
    buttons = re.findall(r'<a class="button" href="([^"]+)" data-swap[^>]*>(Take \w+)</a>', page)
    assert len(buttons) == 2
    assert all(f"?move={cell}+" in url for url, _words in buttons)
    assert f'<a class="button button--quiet" href="{match.get_absolute_url()}"' in page
    assert len(re.findall(r'aria-label="Pool: \w+, click to take"', page)) == 2
    click = re.findall(rf"\?move={cell}\+([RYG])", page)[0]
    preview = text_of(client.get(f"{url}?clicks={cell},pool {click}"))
    assert f'name="move" value="{cell} {click}"' in preview
    assert "from the pool.</b>" in preview


def test_clicks_that_lead_nowhere_are_refused_and_do_not_bother_spectators(
    turn: Any, client_for: Any
) -> None:
    match, player, cell = turn
    answer = client_for(player).get(f"{match.get_absolute_url()}?clicks=z9,pool R")
    assert answer.status_code == 422
    assert "No move starts with z9 pool R. Choose again." in text_of(answer)
    assert "?clicks=" in text_of(answer)
    answer = client_for().get(f"{match.get_absolute_url()}?clicks={cell}")
    assert answer.status_code == 200
    assert "What next?" not in text_of(answer)


def test_hands_have_names_and_random_draws_stand_in_words(turn: Any, client_for: Any) -> None:
    match, _player, _cell = turn
    page = text_of(client_for().get(match.get_absolute_url()))
    assert ">Alice</text>" in page
    assert ">Bob</text>" in page
    assert "Alice holds: " in page
    lot = Ply.objects.filter(seat=-1).first()
    assert lot is not None
    assert "drawn: " in page
    assert "Drawn from the bag: " in text_of(
        client_for().get(f"{match.get_absolute_url()}?ply={lot.number}")
    )


def test_the_page_of_random_draws_confirms_them_once_the_seed_is_public(
    turn: Any, client_for: Any, noon: Any
) -> None:
    match, _player, _cell = turn
    url = f"{match.get_absolute_url()}lots/"
    assert url in text_of(client_for().get(match.get_absolute_url()))
    page = text_of(client_for().get(url))
    assert match.lots_seed not in page
    assert "not yet" in page
    play_on(match, noon, random.Random(1))
    page = text_of(client_for().get(url))
    assert match.lots_seed in page
    assert f"{match.lots_drawn} random draws, all confirmed by the seed." in page
    script = client_for().get("/lots/verify_lots.py").content.decode()
    assert script.startswith("#!/usr/bin/env python3")
    assert client_for().get("/matches/999999/lots/").status_code == 404


def test_clicks_on_an_illegal_square_are_told_beside_the_board_with_the_reason_of_the_rules(
    alice, bob, start, client_for, play
):
    now = timezone.now()
    chess = start(alice, bob, ruleset="chess", now=now)
    lights = start(alice, bob, now=now)
    play(lights, "b2,b2,b2,a1", now)
    for match, clicked, said in (
        (chess, "e2,e5", "The piece cannot move like that here: e2e5."),
        (lights, "b2", "b2"),
    ):
        client = client_for(alice)
        answer = client.get(f"/matches/{match.pk}/", {"clicks": clicked})
        page = text_of(answer)
        notice = page[page.index('role="alert"') :][:400]
        assert answer.status_code == 422, clicked
        assert "No move starts with" not in notice
        assert said in notice, notice
        assert page.index("</svg>") < page.index('role="alert"') < page.index('name="move"')
