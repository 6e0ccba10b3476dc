"""The bit tables of Traffic Lights against plain coordinates, and the symmetries of the board."""

import pytest
from hypothesis import given, strategies as st

from tests.rules.table import COLOURS, MAIN, STRIPS, PlainBoard, leg_of

SLIDER = leg_of("slider")
STRIP_CELLS = ("s1", "s2", "s3")
CELLS = (*MAIN, *STRIP_CELLS)
CLOCKWISE = {"N": "E", "E": "S", "S": "W", "W": "N"}

fillings = st.lists(st.sampled_from(COLOURS), min_size=12, max_size=12)
sides = st.sampled_from("NESW")


def slider_state(colours, side, *, slid=False, turn=0):
    rows = [[f"{column}{rank}" for column in "abc"] for rank in "321"]
    return SLIDER.load(
        {
            "board": "/".join("".join(colours[cell] for cell in row) for row in rows),
            "strip": "".join(colours[cell] for cell in STRIP_CELLS),
            "side": side,
            "slid": slid,
            "turn": turn,
        }
    )


def plain_board(colours, side):
    board = PlainBoard("slider")
    board.colours = {cell: COLOURS.index(letter) for cell, letter in colours.items()}
    board.side = side
    return board


def quarter_turn(colours):
    """Turn the main board clockwise; the strip keeps its chips, for it turns along."""
    turned = dict(colours)
    at = {place: cell for cell, place in MAIN.items()}
    for (x, y), cell in at.items():
        turned[at[y, 2 - x]] = colours[cell]
    return turned


def points(state):
    return sorted(line.colours for line in SLIDER.completed(state))


@pytest.mark.parametrize("side", "NESW")
@pytest.mark.parametrize("word", ["RRR", "GGG", "YYY", "RYG", "GYR"])
def test_every_one_of_the_fourteen_lines_of_every_shape_is_seen(side, word):
    places = MAIN | dict(zip(STRIP_CELLS, STRIPS[side], strict=True))
    at = {place: cell for cell, place in places.items()}
    seen = 0
    for (x, y), first in at.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = [first, at.get((x + dx, y + dy)), at.get((x + 2 * dx, y + 2 * dy))]
            if None in cells:
                continue
            seen += 1
            colours = dict.fromkeys(CELLS, ".") | dict(zip(cells, word, strict=True))
            state = slider_state(colours, side)
            assert SLIDER.outcome(state).lines[0].colours in (word, word[::-1])
            assert set(SLIDER.outcome(state).lines[0].cells) == set(cells)
            assert not SLIDER.awaited(state)
    assert seen == 14


@given(fillings, sides)
def test_lines_on_any_filling_agree_with_plain_coordinates(letters, side):
    colours = dict(zip(CELLS, letters, strict=True))
    state = slider_state(colours, side)
    words = sorted(min(word, word[::-1]) for word in plain_board(colours, side).lines())
    assert sorted(min(word, word[::-1]) for word in points(state)) == words
    assert (SLIDER.outcome(state) is not None) == bool(words)


@given(fillings, sides, sides, st.sampled_from([0, 1]))
def test_a_slide_ends_the_leg_exactly_when_it_joins_a_line(letters, here, there, turn):
    colours = dict(zip(CELLS, letters, strict=True))
    state = slider_state(colours, here, turn=turn)
    legal = {SLIDER.spell(move) for move in SLIDER.moves(state, turn)}
    over = bool(plain_board(colours, here).lines())
    assert (f"slide {there}" in legal) == (
        not over and here != there and any(x != "." for x in letters)
    )
    if f"slide {there}" in legal:
        after = SLIDER.play(state, turn, SLIDER.parse(f">{there}"))
        assert (SLIDER.outcome(after) is not None) == bool(plain_board(colours, there).lines())
        assert after == slider_state(colours, there, slid=True, turn=1 - turn)


@given(fillings, sides)
def test_a_chip_ends_the_leg_exactly_when_it_completes_a_line(letters, side):
    colours = dict(zip(CELLS, letters, strict=True))
    state = slider_state(colours, side)
    for move in SLIDER.moves(state, 0):
        if SLIDER.spell(move).startswith("slide"):
            continue
        cell = SLIDER.spell(move)
        then = colours | {cell: COLOURS[COLOURS.index(colours[cell]) + 1]}
        assert SLIDER.play(state, 0, move) == slider_state(then, side, turn=1)


@given(fillings, sides)
def test_turning_board_and_strip_together_changes_nothing_that_counts(letters, side):
    colours = dict(zip(CELLS, letters, strict=True))
    state = slider_state(colours, side)
    turned = slider_state(quarter_turn(colours), CLOCKWISE[side])
    same = sorted(min(word, word[::-1]) for word in points(state))
    assert sorted(min(word, word[::-1]) for word in points(turned)) == same
    assert len(SLIDER.moves(turned, 0)) == len(SLIDER.moves(state, 0))


@pytest.mark.parametrize("variant", ["intro", "simple", "4x3"])
@given(letters=st.lists(st.sampled_from(COLOURS), min_size=12, max_size=12))
def test_mirrored_boards_hold_mirrored_lines(variant, letters):
    leg = leg_of(variant)
    rows = ["".join(letters[i : i + 3]) for i in range(0, 12 if variant == "4x3" else 9, 3)]
    upright = leg.load({"board": "/".join(rows), "turn": 0})
    for other in (rows[::-1], [row[::-1] for row in rows]):
        mirrored = leg.load({"board": "/".join(other), "turn": 0})
        same = [
            sorted(line.points for line in leg.completed(state)) for state in (upright, mirrored)
        ]
        assert same[0] == same[1]
        assert (leg.outcome(upright) is None) == (leg.outcome(mirrored) is None)
