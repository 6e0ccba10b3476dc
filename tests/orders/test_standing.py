"""Standing orders for dice (rule book 6.8): read, written, and what they choose."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, strategies as st

from games.orders.standing import CHOICES, FACES, StandingOrder, is_standing, parse_standing
from games.rules import registry
from games.rules.base import MalformedMove

MENSCH = registry.get("mensch")


def position(pawns, roll, **options):
    """Return a position of four with yellow's pawns and a roll in hand."""
    start = MENSCH.dump(MENSCH.start(4, {"mode": "four", **options}))
    others = [[-1, -1, -1, 12], [-1, -1, -1, 5], [-1, -1, -1, 0]]
    return MENSCH.load(start | {"pawns": [pawns, *others], "roll": roll})


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("6: e; 5: hit front; *: rear", "6: e; 5: hit front; *: rear"),
        ("*:rear,6:ENTER", "6: e; *: rear"),
        ("2–4: safe 17 *: hold", "4: safe 17; 3: safe 17; 2: safe 17; *: hold"),
        ("  1 :  a  ,hit ", "1: a hit"),
    ],
)
def test_a_standing_order_has_one_way_of_being_written(written, text):
    assert parse_standing(written).text == text
    assert parse_standing(text).text == text
    assert is_standing(written)


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "standing_needs_face"),
        ("hit front", "standing_needs_face"),
        ("7: hit", "standing_needs_face"),
        ("6: e; 6: hit", "standing_twice"),
        ("1-3: rear; 2: hit", "standing_twice"),
        ("6:", "standing_no_word"),
        ("6: ; *: rear", "standing_no_word"),
        ("*: run", "standing_word"),
        ("*: 40", "standing_word"),
        ("*: hit hit hit hit hit hit hit", "standing_too_many"),
    ],
)
def test_what_is_wrong_is_named(written, code):
    with pytest.raises(MalformedMove) as refusal:
        parse_standing(written)
    assert refusal.value.code == code


@pytest.mark.parametrize("text", ["17", "17-", "b2", "if a1 then b2", "note 6: e", "e4:d5", ""])
def test_other_lines_are_no_standing_orders(text):
    assert not is_standing(text)


@pytest.mark.parametrize(
    ("order", "pawns", "roll", "move"),
    [
        ("6: e; *: rear", [-1, 5, 17, 30], 6, "enter"),
        ("6: e; *: rear", [1, 5, 17, 30], 6, "1"),  # nobody waits: what holds for any roll
        ("*: hit front", [-1, 5, 17, 30], 5, "17"),  # 17 and 5 is 22, where green stands
        ("*: hit front", [-1, 5, 17, 30], 4, "30"),
        ("*: home front", [-1, 5, 17, 38], 3, "38"),
        ("5: hold; *: front", [-1, 5, 17, 30], 5, None),
        ("5: front", [-1, 5, 17, 30], 4, None),
        ("*: 5 front", [-1, 5, 17, 30], 4, "5"),
        ("5: hit; *: hold", [-1, 5, 18, 30], 5, None),
        ("6: hold", [-1, 17, 41, 43], 3, "17"),  # the only move there is
    ],
)
def test_the_first_word_that_finds_a_move_decides(order, pawns, roll, move):
    assert MENSCH.ordered(position(pawns, roll), parse_standing(order).words_for) == move


def test_of_pawns_that_may_be_huffed_the_most_advanced_goes_back():
    state = position([-1, 5, 17, 30], 5, forced_capture="huff")._replace(huff=(30, 17))
    assert MENSCH.ordered(state, parse_standing("*: hit front").words_for) == "huff 30"
    assert "huff 30" in MENSCH.moves(state, 1)


@pytest.mark.long
@given(
    st.dictionaries(
        st.sampled_from(FACES), st.lists(st.sampled_from(CHOICES), min_size=1, max_size=6)
    )
)
def test_every_order_can_be_read_back(choices):
    written = "; ".join(f"{face}: {' '.join(words)}" for face, words in choices.items())
    if not written:
        return
    order = parse_standing(written)
    assert dict(order.choices) == {face: tuple(words) for face, words in choices.items()}
    assert parse_standing(order.text) == order
    assert isinstance(order, StandingOrder)


@given(st.text(max_size=60))
def test_anything_else_is_refused_and_never_breaks(text):
    with contextlib.suppress(MalformedMove):
        assert parse_standing(parse_standing(text).text) == parse_standing(text)
