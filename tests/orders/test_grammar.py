"""The grammar of what can be written at a table: lines, keywords, chains, errors by line."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from games.orders.errors import BadOrder
from games.orders.grammar import normalize_order, parse_commands


def said(text):
    return [(command.verb, command.text) for command in parse_commands(text)]


def error(text):
    with pytest.raises(BadOrder) as error:
        parse_commands(text)
    return error.value.line, error.value.code


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("b2", [("turn", "b2")]),
        ("  b2 ; Y ", [("turn", "b2 Y")]),
        ("b2,Y", [("turn", "b2 Y")]),
        ("c2–e6", [("turn", "c2-e6")]),
        ("slide   E", [("turn", "slide E")]),
        ("b2; next a1", [("turn", "b2"), ("next", "a1")]),
        ("b2\nnext a1", [("turn", "b2"), ("next", "a1")]),
        ("g4-g7\nh6-e3\n+c2", [("turn", "g4-g7 h6-e3 +c2")]),
        ("resign", [("resign", "")]),
        ("TIE", [("tie", "")]),
        ("Draw", [("tie", "")]),
        ("auto-draft RYG", [("auto-draft", "RYG")]),
        ("Autodraft r, y, g", [("auto-draft", "r y g")]),
        ("auto-draft", [("auto-draft", "")]),
        ("resign please", [("turn", "resign please")]),
        ("b2 tie or not", [("turn", "b2 tie or not")]),
        ("b2 tie", [("turn", "b2"), ("tie", "")]),
        ("note if a1 then b2; resign", [("note", "if a1 then b2; resign")]),
        ("b2 note: watch c3", [("turn", "b2"), ("note", "watch c3")]),
        ("b2\n\nmsg Good luck, Bob!", [("turn", "b2"), ("msg", "Good luck, Bob!")]),
        ("", []),
        (" \n;,\n", []),
    ],
)
def test_a_message_is_read_as_commands_in_their_order(text, found):
    assert said(text) == found


@pytest.mark.parametrize(
    ("text", "chain"),
    [
        ("if d4xf2 then g1xe3", [("d4xf2", ("g1xe3",))]),
        ("IF d4xf2, THEN g1xe3;", [("d4xf2", ("g1xe3",))]),
        ("if a1\nthen b2", [("a1", ("b2",))]),
        ("if a1 then b2 if c3 then a3", [("a1", ("b2",)), ("c3", ("a3",))]),
        ("if a1 then b2; if c3 then a3", [("a1", ("b2",)), ("c3", ("a3",))]),
        ("if a1 then b2; next c3", [("a1", ("b2", "c3"))]),
        ("if c2–e6 d1–d3 then slide E", [("c2-e6 d1-d3", ("slide E",))]),
    ],
)
def test_a_chain_stands_on_one_line(text, chain):
    (command,) = parse_commands(text)
    assert [tuple(reply) for reply in command.chain] == chain


def test_every_line_with_if_starts_over():
    text = "b2\nif a1 then c3\n  if a2 then c1 if b1 then b3\nmsg soon more"
    commands = parse_commands(text)
    assert [command.verb for command in commands] == ["turn", "if", "if", "msg"]
    assert [command.line for command in commands] == [1, 2, 3, 4]
    assert [len(command.chain) for command in commands] == [0, 1, 2, 0]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("if a1", (1, "order_needs_then")),
        ("b2\nif a1 if b1", (2, "order_needs_then")),
        ("if then b2", (1, "order_needs_move")),
        ("\nif a1 then", (2, "order_needs_move")),
        ("if a1 then b2 next", (1, "order_needs_move")),
        ("then b2", (1, "order_needs_if")),
        ("if a1 then b2\nc3", (2, "turn_first")),
        ("note this\nb2", (2, "turn_first")),
        ("next b2", (1, "next_needs_turn")),
        (f"if {'a1 ' * 300} then b2", (1, "line_too_long")),
        ("msg hello\n" * 61, (60, "orders_too_long")),
        ("x" * 4001, (60, "orders_too_long")),
    ],
)
def test_a_fault_names_its_line_and_its_reason(text, found):
    assert error(text) == found


@given(st.text(max_size=300))
def test_whatever_is_written_is_read_or_refused_with_a_line(text):
    try:
        lines = [command.line for command in parse_commands(text)]
    except BadOrder as bad:
        lines = [bad.line]
    assert all(1 <= line <= max(60, len(text.splitlines())) for line in lines)


WORDS = st.sampled_from(["a1", "b2", "c3xd4", "slide E", "e2-e4", "b2 Y"])
REPLIES = st.lists(
    st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=4
)


@given(REPLIES)
def test_what_is_spelled_is_read_back(replies):
    text = " ".join(f"if {theirs} then {' next '.join(own)}" for theirs, own in replies)
    (command,) = parse_commands(text.upper().replace(" ", " ; "))
    assert command.chain == tuple(
        (normalize_order(t.upper()), tuple(o.upper() for o in own)) for t, own in replies
    )
    assert parse_commands(command.text) == (command,)
