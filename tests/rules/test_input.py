"""What callers may send to every kernel: seats, options and texts that are none."""

import contextlib
from typing import Any

import pytest

from games.rules import registry
from games.rules.base import BadOption, BadSeat, IllegalMove, MalformedMove, min_seats
from tests.rules.table import random_match

NO_SEATS: Any = (None, True, False, 0.0, 1.0, "0", b"0", (0,), [1], {}, object())
pytestmark = pytest.mark.parametrize("key", registry.keys())


def test_what_is_no_number_is_no_seat(key):
    rules: Any = registry.get(key)
    options: dict[str, Any] = {}
    states, ledger = random_match(rules, options, 10)
    move = rules.parse(ledger[0][1])
    for state in (states[0], states[len(states) // 2], states[-1]):
        for seat in NO_SEATS:
            for act in (lambda: rules.moves(state, seat), lambda: rules.play(state, seat, move)):  # noqa: B023
                with pytest.raises(BadSeat) as refusal:
                    act()
                assert refusal.value.code == "bad_seat"
    seats = min_seats(rules, options)
    for wrong in (True, float(seats), str(seats), None, [seats], 10**30, -1, 0):
        with pytest.raises(BadOption) as refused:
            rules.start(wrong, options)
        assert refused.value.name == "seats"


def test_a_refusal_quotes_at_most_forty_characters(key):
    rules: Any = registry.get(key)
    options: dict[str, Any] = {}
    state = rules.start(min_seats(rules, options), options)
    long = "a1" * 4000
    texts = (long, f"{long}-{long}", f"slide {long}", f"+{long}", f"bid {'9' * 5000}", "7" * 5000)
    for text in texts:
        with pytest.raises(MalformedMove) as refusal:
            rules.parse(text)
        assert all(len(v) <= 40 for v in refusal.value.params.values() if isinstance(v, str))
        assert len(str(refusal.value)) < 300
    for name in [*rules.options, long]:
        for wrong in (long, [long], 10**5000, {"a": long}):
            with pytest.raises(BadOption) as refused:
                rules.start(min_seats(rules, options), {name: wrong})
            assert len(str(refused.value.params["value"])) <= 40
            assert len(str(refused.value.params["name"])) <= 40
    with pytest.raises(IllegalMove) as seat:
        rules.moves(state, long)
    assert len(seat.value.params["seat"]) <= 40


def test_reading_ends_however_long_the_text_is(key):
    """Anything worse than in proportion would meet the time limit of a test."""
    rules = registry.get(key)
    for part in (
        " ",
        "a1 ",
        "a1",
        "1",
        "a1 - ",
        "+ ",
        " +",
        "-",
        "x",
        "a1x",
        "g4-g7 ",
        ",",
        "\t\n",
    ):
        text = part * (100_000 // len(part))
        for whole in (text, f"a1{text}", f"{text}?"):
            with contextlib.suppress(MalformedMove):
                rules.parse(whole)
