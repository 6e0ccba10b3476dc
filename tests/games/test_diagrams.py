"""Boards as SVG, letters and speech."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.diagrams.base import Diagram
from games.diagrams.boards import board
from games.diagrams.ink import tag
from games.diagrams.svg import render_svg
from games.diagrams.text import describe_diagram, render_text
from games.diagrams.words import ENGLISH
from games.families.drawing import diagram_for
from games.families.traffic_lights.legs import SliderLeg
from games.rules import registry
from games.rules.base import RulesError
from games.rules.series import as_series

SVG = "{http://www.w3.org/2000/svg}"
LIGHTS = list(filter(lambda key: key.startswith("traffic_lights."), registry.keys()))
KEYS = [key for key in LIGHTS if not key.endswith(".bag")]
FONTS = sorted(str(path) for path in Path("static/fonts").glob("*.ttf"))

DRAWINGS = {
    "N": "  s1 s2 s3\n3 .  .  .\n2 .  .  .\n1 .  .  .\n  a  b  c",
    "E": "3 .  .  .  s1\n2 .  .  .  s2\n1 .  .  .  s3\n  a  b  c",
    "S": "3 .  .  .\n2 .  .  .\n1 .  .  .\n  s3 s2 s1\n  a  b  c",
    "W": "s3 3 .  .  .\ns2 2 .  .  .\ns1 1 .  .  .\n     a  b  c",
}


def after(key: str, *moves: str):
    rules = registry.get(key)
    state = rules.start(2, {})
    for move in moves:
        (seat,) = rules.awaited(state)
        state = rules.play(state, seat, rules.parse(move))
    return state


def legal(key: str, state) -> list[str]:
    rules = registry.get(key)
    (seat,) = rules.awaited(state)
    return [rules.spell(move) for move in rules.moves(state, seat)]


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def anchors(svg: str) -> dict[str, str]:
    return {a.attrib["href"]: a.attrib["aria-label"] for a in parsed(svg).iter(f"{SVG}a")}


@pytest.mark.parametrize(("side", "drawing"), DRAWINGS.items())
def test_an_empty_slider_in_letters_is_the_drawing_of_the_rule_book(side: str, drawing: str):
    assert render_text(board(3, 3, {}, side=side)) == drawing


def test_an_empty_board_in_letters_is_the_drawing_of_the_rule_book():
    assert render_text(diagram_for("traffic_lights.intro", after("traffic_lights.intro"))) == (
        "3 . . .\n2 . . .\n1 . . .\n  a b c"
    )
    assert render_text(diagram_for("traffic_lights.4x3", after("traffic_lights.4x3"))) == (
        "4 . . .\n3 . . .\n2 . . .\n1 . . .\n  a b c"
    )


def test_chips_stand_in_letters_where_they_were_laid():
    state = after("traffic_lights.slider", "b2", "s1", "s1", "slide W", "c3")
    assert render_text(diagram_for("traffic_lights.slider", state)) == (
        "s3 3 .  .  R\ns2 2 .  R  .\nY  1 .  .  .\n     a  b  c"
    )


def test_the_strip_follows_clockwise_as_the_kernel_lays_it_out():
    leg = SliderLeg()
    state = leg.play(leg.start(2, {}), 0, leg.parse("b2"))
    for side in "ESW":
        slid = leg.play(state, 1, leg.parse(f"slide {side}"))
        drawn = [cell.name for cell in diagram_for("traffic_lights.slider", slid).cells]
        assert drawn == [name for row in leg.layout(slid) for name in row]


@pytest.mark.parametrize("key", KEYS)
def test_every_legal_move_is_exactly_one_link_with_a_spoken_label(key: str):
    state = after(key, "b2", "b2", "b2", "a1")
    moves = legal(key, state)
    links = {move: f"?move={move}&x=1" for move in moves}
    found = anchors(render_svg(diagram_for(key, state, last="a1"), links=links))
    assert sorted(found) == sorted(links.values())
    assert found["?move=c1&x=1"] == "c1: empty, click to place red"
    assert found["?move=a1&x=1"] == "a1: red, click to change to yellow (last move)"
    assert "?move=b2&x=1" not in found
    if key.endswith("slider"):
        assert found["?move=slide E&x=1"] == "Slide the strip to the right side"


def test_a_board_without_links_is_one_image_with_a_name():
    svg = parsed(render_svg(diagram_for("traffic_lights.4x3", 0), title="Ada – <Bruno> & co"))
    assert svg.attrib["role"] == "img"
    assert svg.attrib["aria-label"] == "Ada – <Bruno> & co"
    assert not list(svg.iter(f"{SVG}a"))


@pytest.mark.parametrize("standalone", [False, True])
def test_every_chip_has_colour_letter_and_its_own_shape(standalone: bool):
    shapes = set()
    for piece in "RYG":
        drawn = board(1, 1, {"a1": piece})
        svg = parsed(render_svg(drawn, standalone=standalone))
        texts = {text.text: text for text in svg.iter(f"{SVG}text")}
        assert piece in texts
        (shape,) = [
            part
            for part in svg.iter()
            if part.tag in (f"{SVG}path", f"{SVG}circle") and "stroke-linejoin" in part.attrib
        ]
        shapes.add((shape.tag, shape.attrib.get("d")))
        assert shape.attrib["fill"].startswith("#")
        assert ("class" in shape.attrib) is not standalone
    assert len(shapes) == 3


def test_a_language_may_bring_its_own_letters_and_words():
    words = {**ENGLISH, "letter Y": "J", "Y": "jaune"}
    drawn = board(2, 1, {"a1": "Y"})
    assert ">J<" in render_svg(drawn, labels=words)
    assert render_text(drawn, words).startswith("1 J .")
    assert "a1 jaune" in describe_diagram(drawn, words)


def test_the_last_move_has_a_ring_and_a_corner():
    svg = render_svg(
        diagram_for("traffic_lights.4x3", after("traffic_lights.4x3", "b2"), last="b2")
    )
    assert svg.count('class="d-last"') == svg.count('class="d-corner"') == 1


def test_a_slide_is_marked_once_round_the_whole_strip():
    state = after("traffic_lights.slider", "b2", "slide E")
    svg = render_svg(diagram_for("traffic_lights.slider", state, last="slide E", preview="s1"))
    assert svg.count('class="d-last"') == 1
    assert svg.count('class="d-chosen"') == 1


def test_a_preview_shows_the_chip_the_lines_and_the_choice():
    state = after("traffic_lights.4x3", "a1", "b1")
    drawn = diagram_for("traffic_lights.4x3", state, last="b1", preview="c1")
    assert drawn.by_name["c1"].piece == "R"
    assert drawn.chosen == {"c1"}
    assert drawn.lines == (("a1", "b1", "c1"),)
    assert render_svg(drawn).count('class="d-line"') == 1
    assert diagram_for("traffic_lights.4x3", state).lines == ()


def test_a_preview_of_a_slide_shows_the_strip_at_its_new_side():
    state = after("traffic_lights.slider", "b2")
    drawn = diagram_for("traffic_lights.slider", state, preview="slide W")
    assert drawn.strip == "W"
    assert drawn.chosen == {"s1", "s2", "s3"}


def test_an_illegal_preview_is_refused_by_name():
    state = after("traffic_lights.slider")
    with pytest.raises(RulesError):
        diagram_for("traffic_lights.slider", state, preview="slide W")
    with pytest.raises(KeyError):
        diagram_for("traffic_lights.none", state)


def test_the_last_leg_of_a_match_is_drawn_from_its_own_state():
    state = after("traffic_lights.4x3", "a1", "b1", "c1")
    assert state.leg == 2
    drawn = diagram_for("traffic_lights.4x3", state.finished[0].final, last="c1")
    assert {cell.name for cell in drawn.cells if cell.piece} == {"a1", "b1", "c1"}
    assert len(drawn.lines) == 1


def test_the_board_keeps_its_size_on_a_page_where_the_strip_may_move():
    frames = set()
    for side, links in product("NESW", ({}, {"a1": "?"})):
        svg = parsed(render_svg(board(3, 3, {}, side=side), links=links))
        frames.add(svg.attrib["viewBox"])
    assert len(frames) == 1


def test_ears_get_every_cell_the_strip_and_the_last_move():
    state = after("traffic_lights.slider", "b2", "s1")
    said = describe_diagram(diagram_for("traffic_lights.slider", state, last="s1"))
    assert "Row 2: a2 empty, b2 red, c2 empty." in said
    assert "Strip at the upper side, clockwise: s1 red, s2 empty, s3 empty." in said
    assert said.endswith("Last move: s1.")


def test_attributes_are_escaped():
    assert tag("a", href='"><script>') == '<a href="&quot;&gt;&lt;script&gt;"/>'


def test_no_picture_brings_inline_style_or_script():
    state = after("traffic_lights.slider", "b2")
    links = dict.fromkeys(legal("traffic_lights.slider", state), "?")
    for standalone in (False, True):
        svg = render_svg(
            diagram_for("traffic_lights.slider", state, last="b2"),
            links=links,
            standalone=standalone,
        )
        assert not re.search(r"\s(style|on\w+)=|<script|<style", svg)


def picture(drawn: Diagram, fonts: list[str]) -> bytes:
    import resvg_py

    svg = render_svg(drawn, standalone=True)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=fonts, skip_system_fonts=True))


def test_the_picture_in_an_email_shows_letters_with_our_own_fonts():
    assert len(FONTS) == 2
    drawn = board(3, 3, {"b2": "R"})
    with_letters = picture(drawn, FONTS)
    assert with_letters.startswith(b"\x89PNG")
    assert len(with_letters) > len(picture(drawn, [])) + 500


def test_a_new_leg_does_not_mark_the_move_that_closed_the_one_before():
    state = after("traffic_lights.4x3", "a1", "b1", "c1")
    assert state.leg == 2
    assert diagram_for("traffic_lights.4x3", state, last="c1").last == frozenset()
    slid = after("traffic_lights.slider", "b2", "slide W")
    assert diagram_for("traffic_lights.slider", slid, last="slide W").last == {"s1", "s2", "s3"}


def leg_of(key):
    """Return the rules of a single leg of a series."""
    series = as_series(registry.get(key))
    assert series is not None
    return series.inner


def test_with_the_bag_hands_pool_and_bag_stand_below_the_board():
    leg = leg_of("traffic_lights.simple.bag")
    dumped = {"board": "RG./G.G/...", "turn": 0, "hands": ["RYY", "GGG"], "pool": "RG"}
    bag = {"bag": "RRRRRYYYYYYG", "picks": 6, "passes": 0, "redrafts": 0}
    drawn = diagram_for("traffic_lights.simple.bag", leg.load({**dumped, **bag}))
    assert render_text(drawn).splitlines() == [
        "3 R G .",
        "2 G . G",
        "1 . . .",
        "  a b c",
        "Starter's hand  R Y Y",
        "Other hand      G G G",
        "Pool            R G",
        "Bag             R5 Y6 G",
    ]
    assert "Bag: red 5, yellow 6, green." in describe_diagram(drawn)
    for name in ("Starter&#x27;s hand", "Other hand", "Pool", "Bag", "× 6"):
        assert f">{name}<" in render_svg(drawn)


def test_a_triad_board_shows_dice_by_side_and_value_and_those_removed():
    leg = leg_of("triad")
    board = "1.3" + "." * 30 + "b.c"
    dumped = {"board": board, "turn": 0, "removed": [1, 2], "plies": 9, "seen": []}
    drawn = diagram_for("triad", leg.load(dumped), last="a2-a1")
    assert render_text(drawn).splitlines()[0] == "6 .  .  .  O2 .  O3"
    assert render_text(drawn).splitlines()[5:] == [
        "1 B1 .  B3 .  .  .",
        "  a  b  c  d  e  f",
        "Removed  B O O",
    ]
    assert "d6 orange two" in describe_diagram(drawn)
    assert "Removed: black die, orange die, orange die." in describe_diagram(drawn)
    svg = render_svg(drawn, standalone=True)
    assert ">III<" in svg
    assert svg.count("<path") >= 7  # four dice, three removed ones, corners of the last move


def test_an_ampel_board_is_a_triangle_with_discs_cylinders_and_supplies():
    rules = registry.get("ampel")
    state = rules.start(2, {})
    for move in ("start R", "+c2", "+e3", "+f3", "+h4", "+i5", "+a1", "+k11"):
        (seat,) = rules.awaited(state)
        state = rules.play(state, seat, rules.parse(move))
    drawn = diagram_for("ampel", state, last="k11")
    lines = render_text(drawn).splitlines()
    assert lines[0] == "a" + " " * 21 + "G*"
    assert lines[2] == "c                 .   Y   ."
    assert lines[10] == "k .   .   .   .   .   .   .   .   .   .   R*"
    assert lines[11:] == ["Red holds    R19", "Green holds  G19"]
    assert "with the cylinder" in describe_diagram(drawn)
    xs = {cell.name: cell.x for cell in drawn.cells}
    assert (xs["a1"], xs["b1"], xs["k1"], xs["k11"]) == (5, 4.5, 0, 10)
    (rails,) = re.findall(r'class="d-rail" d="([^"]+)"', render_svg(drawn))
    assert rails.count("M") == rails.count("L") == 30
