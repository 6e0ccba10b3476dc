"""The boards of mill, draughts, five in a row and solitaire as SVG, letters and speech."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from games.diagrams.closeup import close_up, starts_zoomed_out
from games.diagrams.men import CROWN
from games.diagrams.svg import render_svg
from games.diagrams.text import describe_diagram, render_text
from games.families.drawing import diagram_for
from games.rules import registry
from games.templatetags.boards import board

SVG = "{http://www.w3.org/2000/svg}"
KEYS = ["mill", "draughts", "five", "solitaire"]
OPENINGS = {
    "mill": ("d2", "d6", "d3", "f4", "d1xf4"),
    "draughts": ("c3-d4", "f6-e5", "d4xf6"),
    "five": ("e5", "d4"),
    "solitaire": ("d2-d4",),
}


def after(key: str, *moves: str):
    rules = registry.get(key)
    state = rules.start(min(rules.seats), {})
    for text in moves:
        (seat,) = rules.awaited(state)
        state = rules.play(state, seat, rules.parse(text))
    return state


def loaded(key: str, **changes):
    rules = registry.get(key)
    return rules.load({**rules.dump(rules.start(min(rules.seats), {})), **changes})


def drawn(key: str):
    moves = OPENINGS[key]
    return diagram_for(key, after(key, *moves), last=moves[-1])


@pytest.mark.parametrize("key", KEYS)
def test_the_board_in_letters_says_what_the_kernel_says(key: str):
    state = after(key, *OPENINGS[key])
    kernel = registry.get(key).letters(state).split("in hand")[0]
    picture = render_text(diagram_for(key, state)).split("In hand")[0]
    assert "".join(picture.split()) == "".join(kernel.split())


def test_the_mill_board_is_drawn_with_its_lines():
    text = render_text(diagram_for("mill", after("mill", "a7", "d6")))
    assert text.splitlines()[:3] == [
        "7  w-----------.-----------.",
        "   |           |           |",
        "6  |   .-------b-------.   |",
    ]
    assert text.splitlines()[-1] == "In hand  w8 b8"


def test_the_corners_of_the_solitaire_board_stay_empty():
    text = render_text(diagram_for("solitaire", after("solitaire")))
    assert text.splitlines()[0] == "7     o o o"
    assert text.splitlines()[3] == "4 o o o . o o o"


def test_rows_above_nine_keep_their_columns():
    state = loaded("five", size=15, stones=[["o15"], ["a1"]])
    rows = render_text(diagram_for("five", state)).splitlines()
    assert rows[0].endswith("w")
    assert rows[14].startswith(" 1 b")
    assert {len(row.rstrip()) for row in rows[:16]} == {len(rows[0])}


@pytest.mark.parametrize("key", KEYS)
def test_the_last_move_marks_every_cell_it_names(key: str):
    picture = drawn(key)
    named = set(re.findall(r"[a-z][0-9]+", OPENINGS[key][-1]))
    assert picture.last == named
    assert render_svg(picture).count('class="d-last"') == len(named)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("standalone", [False, True])
def test_every_piece_has_its_letter_and_nothing_inline(key: str, standalone: bool):
    picture = drawn(key)
    svg = render_svg(picture, standalone=standalone)
    letters = [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    on_board = [cell for cell in picture.cells if cell.piece]
    if key == "solitaire":  # one kind of piece only: a peg with its gleam, unlike a hole
        assert len(re.findall(r'r="24"', svg)) == len(on_board) == 31
    else:
        assert sum(letter in ("w", "b", "W", "B") for letter in letters) >= len(on_board)
    assert not re.search(r"\s(style|on\w+)=|<script|<style", svg)


def test_a_king_has_a_crown_and_a_capital_letter():
    state = loaded("draughts", pieces="a1:W h8:B c3:w f6:b", seen=[])
    picture = diagram_for("draughts", state)
    assert [picture.by_name[name].piece for name in ("a1", "h8", "c3")] == ["wK", "bK", "w"]
    assert render_svg(picture).count(CROWN) == 2
    assert "a1 white king" in describe_diagram(picture)


def test_the_squares_are_dark_where_a1_is():
    cells = drawn("draughts").by_name
    assert [cells[name].dark for name in ("a1", "b1", "b2", "h8", "a8")] == [
        True,
        False,
        True,
        True,
        False,
    ]


def test_a_finished_row_is_looped_and_spoken():
    stones = [["a1", "b2", "c3", "d4", "e5"], ["a8"]]
    picture = diagram_for("five", loaded("five", stones=stones, turn=1))
    assert picture.lines == (("a1", "b2", "c3", "d4", "e5"),)
    assert render_svg(picture).count('class="d-line"') == 1
    assert "Completed line: a1, b2, c3, d4, e5." in describe_diagram(picture)


@pytest.mark.parametrize("key", ["mill", "five"])
def test_stones_in_hand_are_shown_and_spoken_until_all_are_placed(key: str):
    assert re.search(r"In hand: white \d+, black \d+\.", describe_diagram(drawn(key)))
    stones = "a1:w d1:w g1:w a7:b d6:b g7:b" if key == "mill" else [["a1"], ["b2"]]
    assert "In hand" not in describe_diagram(
        diagram_for(key, loaded(key, stones=stones, hands=[0, 0]))
    )


@pytest.mark.parametrize("key", KEYS)
def test_a_cell_that_is_a_link_says_that_it_can_be_chosen(key: str):
    cell = drawn(key).cells[0]
    svg = render_svg(drawn(key), links={cell.name: "?cell=1"})
    assert "click to choose" in svg
    assert "lay red" not in svg


@pytest.mark.parametrize("key", KEYS)
def test_a_preview_is_played_and_marked(key: str):
    rules, state = registry.get(key), after(key, *OPENINGS[key])
    (seat,) = rules.awaited(state)
    text = rules.spell(rules.moves(state, seat)[0])
    picture = diagram_for(key, state, preview=text)
    assert picture.chosen == set(re.findall(r"[a-z][0-9]+", text))


def test_a_close_up_keeps_names_and_begins_at_its_own_corner():
    whole = diagram_for("tri_plan", registry.get("tri_plan").start(3, {"edge": 12}))
    assert starts_zoomed_out(whole)
    part = close_up(whole, "n14")
    assert part is not None
    assert part.shape == (7, 5)
    assert {"n11", "n14", "n17", "p15", "l13"} <= part.by_name.keys()
    assert min(cell.x for cell in part.cells) >= 0
    assert min(cell.y for cell in part.cells) == 0
    assert {name for rail in part.rails for name in rail} <= part.by_name.keys()
    far = ("n14", "n13"), ("n14", "a1")
    drawn = close_up(replace(whole, routes=far, lines=far), "n14")
    assert drawn is not None
    assert drawn.routes == drawn.lines == far[:1]
    assert render_svg(drawn)
    corner = close_up(whole, "a1")
    assert corner is not None
    assert len(corner.cells) == 4 + 4 + 5
    assert close_up(whole, "pass") is None
    five = diagram_for("five", registry.get("five").start(2, {"size": 15}))
    assert starts_zoomed_out(five)
    assert not starts_zoomed_out(diagram_for("five", registry.get("five").start(2, {"size": 10})))


def test_a_phone_begins_with_the_whole_board_where_its_shape_matters():
    halma = diagram_for("halma", registry.get("halma").start(3, {}))
    assert "board--far" in board(halma)
    assert "board--far" in board(halma, links={"d1": "?clicks=d1"})
    assert "Enlarge the board" in board(halma, links={"d1": "?clicks=d1"})
    five = diagram_for("five", registry.get("five").start(2, {"size": 10}))
    assert "board--far" in board(five)
    assert "Show the whole board" in board(five, links={"a1": "?clicks=a1"})


@pytest.mark.parametrize("key", [*registry.keys()])
def test_what_is_written_around_a_board_is_legible_on_a_phone(key: str):
    """Names of rows and columns are at least 11 pixels high where the board is 328 wide."""
    rules = registry.get(key)
    diagram = diagram_for(key, rules.start(max(rules.seats), {}))
    svg = ElementTree.fromstring(render_svg(diagram, links={"slide E": "?"}))
    width = float(svg.attrib["viewBox"].split()[2])
    names = [
        text for text in svg.iter(f"{SVG}text") if "d-letter" not in text.attrib.get("class", "")
    ]
    sizes = {float(text.attrib["font-size"]) * 328 / width for text in names}
    assert names
    assert min(sizes) >= 11


@pytest.mark.parametrize(("key", "size"), [("halma", "42"), ("traffic_lights.simple", "30")])
def test_letters_are_larger_in_e_mails_where_pieces_are_small(key: str, size: str) -> None:
    state = after(key) if key == "halma" else after(key, "b2")
    drawn = ElementTree.fromstring(render_svg(diagram_for(key, state), standalone=True))
    letters = [each for each in drawn.iter(f"{SVG}text") if each.text in ("R", "Y", "G", "B")]
    assert letters
    assert {each.get("font-size") for each in letters} == {size}
