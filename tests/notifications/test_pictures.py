"""Boards as pictures: put together from elements that were drawn before."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFont, ImageStat

from games.diagrams.svg import render_svg
from games.families.drawing import diagram_for
from games.rules import registry
from notifications import pictures
from tests.notifications.conftest import SVG
from tests.sampling import sampled

SIMPLE = "traffic_lights.simple"
PLIES = 13
FONTS = Path(__file__).parents[2] / "static" / "fonts"


@pytest.fixture(autouse=True)
def nothing_drawn():
    pictures.clear_caches()


def pixels(png):
    return Image.open(io.BytesIO(png)).convert("RGB")


def board(key, state):
    return render_svg(diagram_for(key, state), standalone=True)


def test_letters_are_shown_without_any_system_font():
    assert pictures.png(SVG) != pictures.png(SVG.replace(">G<", "> <"))


@pytest.mark.parametrize("weight", ["regular", "bold"])
def test_our_font_has_every_letter_that_boards_start_with(weight):
    """What it has not would be missing from the picture without a word."""
    font = ImageFont.truetype(FONTS / f"atkinson-hyperlegible-{weight}.ttf", 40)
    unknown = bytes(font.getmask("\uffff"))
    written = set()
    for key in list(registry.keys()):
        rules = registry.get(key)
        svg = board(key, rules.start(max(rules.seats), {}))
        written |= set("".join(re.findall(r"<text[^>]*>([^<]*)<", svg)))
    assert len(written) > 30
    assert {each for each in written - {" "} if bytes(font.getmask(each)) == unknown} == set()


@pytest.mark.parametrize("key", sampled(registry.keys(), list(registry.keys())[::3]))
def test_a_picture_of_kept_elements_looks_like_one_drawn_whole(key):
    rules, chance = registry.get(key), random.Random(1)
    states = [rules.start(max(rules.seats), {})]
    while len(states) < PLIES and (awaited := rules.awaited(states[-1])):
        seat = min(awaited)
        move = chance.choice(rules.moves(states[-1], seat))
        states.append(rules.play(states[-1], seat, move))
    for state in states[:: PLIES // 2]:
        svg = board(key, state)
        made, whole = pixels(pictures.png(svg)), pixels(pictures.render_png(svg))
        assert made.size == whole.size
        difference = ImageChops.difference(made, whole).convert("L")
        assert ImageStat.Stat(difference).mean[0] < 2.2
        assert sum(difference.histogram()[50:]) == 0, "something is missing"


def test_only_elements_that_are_new_are_drawn(monkeypatch):
    rules = registry.get(SIMPLE)
    before = rules.start(2, {})
    after = rules.play(before, 0, rules.moves(before, 0)[0])
    drawn = []
    sheet = pictures._render_sheet

    def counted(shape, parts):
        drawn.append(len(parts))
        return sheet(shape, parts)

    monkeypatch.setattr(pictures, "_render_sheet", counted)
    first = pictures.png(board(SIMPLE, before))
    assert drawn == [1, 9], "what is around the cells, and nine of them"
    assert pictures.png(board(SIMPLE, after)) != first
    assert drawn == [1, 9, 1], "the cell with the chip"
    pictures.png(board(SIMPLE, before))
    assert drawn == [1, 9, 1]


def test_a_cell_that_reaches_far_is_drawn_as_a_whole():
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 100">'
        '<g transform="translate(0 0)"><rect width="900" height="100" fill="#c5352b"/></g></svg>'
    )
    assert pixels(pictures.png(svg)).getcolors() == [(360 * 40, (197, 53, 43))]


def test_elements_that_depend_on_each_other_are_drawn_together():
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs>'
        '<linearGradient id="g"><stop stop-color="#c5352b"/></linearGradient></defs>'
        '<rect width="100" height="100" fill="url(#g)"/></svg>'
    )
    assert pixels(pictures.png(svg)).getcolors() == [(360 * 360, (197, 53, 43))]


def test_pictures_take_few_kilobytes():
    assert len(pictures.png(board(SIMPLE, registry.get(SIMPLE).start(2, {})))) < 6_000
    assert len(pictures.png(board("chess", registry.get("chess").start(2, {})))) < 14_000


def test_what_is_kept_is_bounded(monkeypatch):
    monkeypatch.setattr(pictures, "ELEMENT_CACHE_SIZE", 5)
    pictures.png(board(SIMPLE, registry.get(SIMPLE).start(2, {})))
    assert len(pictures._element_cache) == 5


@pytest.mark.parametrize(
    "broken",
    ["", "no picture", "<svg", '<svg viewBox="0 0 1 1"><g></svg>', '<svg viewBox="0 0 1 1"/'],
)
def test_what_is_no_picture_is_refused(broken):
    with pytest.raises(ValueError, match=r"."):
        pictures.png(broken)
