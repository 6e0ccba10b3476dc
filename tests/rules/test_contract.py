"""The laws of the kernel, for every ruleset with every option set over seeded random matches."""

import contextlib
import json
from typing import Any, NamedTuple

import pytest

from games.rules import registry
from games.rules.base import (
    BadOption,
    IllegalMove,
    MalformedMove,
    Option,
    min_seats,
    resolve_options,
)
from games.rules.multiplayer import resignation_move, withdraw_seat
from tests.rules.table import every_table, random_match, refold, telling_tables

SEEDS = range(5)
FEW, MATCHES = 20, 3  # states of a match, and matches; under --long all


class Table(NamedTuple):
    """Rules, options, and how many states of each match are looked at (0: all)."""

    rules: Any
    options: dict[str, Any]
    most: int


def _name(table):
    chosen = ",".join(f"{name}={value}" for name, value in table.options.items())
    kernel = f"{type(table.rules).__name__}:{table.rules.key}:{chosen}"
    return f"{kernel}:{table.most}" if table.most else kernel


TABLES = [
    *(Table(rules, options, FEW) for rules, options in telling_tables()),
    *(
        pytest.param(Table(rules, options, 0), marks=pytest.mark.long)
        for rules, options in every_table()
    ),
]
# By module: the tests about one table follow each other and share its matches.
pytestmark = pytest.mark.parametrize("table", TABLES, ids=_name, scope="module")
kept: dict[str, dict[int, tuple[list, list]]] = {}  # states and ledgers


def match_of(table, seed):
    """Return a random match at a table, played once for all tests about it."""
    seed = seed % MATCHES if table.most else seed
    if _name(table) not in kept:
        kept.clear()
        kept[_name(table)] = {}
    matches = kept[_name(table)]
    if seed not in matches:
        matches[seed] = random_match(table.rules, table.options, seed)
    return matches[seed]


def seeds_of(table):
    return SEEDS[:MATCHES] if table.most else SEEDS


def some_of(table, states):
    """Return states from the whole course of a match, and the last one."""
    step = (len(states) // table.most | 1) if table.most else 1  # odd: either seat
    return [*states[:-1:step], states[-1]]


def states_of(table, seed):
    return some_of(table, match_of(table, seed)[0])


def test_somebody_is_awaited_exactly_while_there_is_no_outcome(table):
    rules = table.rules
    for seed in seeds_of(table):
        for state in states_of(table, seed):
            assert bool(rules.awaited(state)) == (rules.outcome(state) is None)


def test_awaited_seats_have_distinct_legal_moves_and_nobody_else_has_to_move(table):
    rules = table.rules
    for state in states_of(table, 1):
        for seat in rules.awaited(state):
            moves = rules.moves(state, seat)
            assert len(moves) > 0
            assert len(set(moves)) == len(moves)
        if not rules.awaited(state):
            assert all(not rules.moves(state, seat) for seat in range(max(rules.seats)))


def test_spelling_and_reading_a_move_are_inverse_and_tolerant(table):
    rules = table.rules
    for state in states_of(table, 2):
        for seat in rules.awaited(state):
            moves = rules.moves(state, seat)
            spelled = [rules.spell(move) for move in moves]
            assert len(set(spelled)) == len(moves)
            for move, text in zip(moves, spelled, strict=True):
                assert rules.parse(text) == move
                assert rules.parse(f"  {text.upper()} ") == move
                assert rules.parse(text.lower().replace(" ", "   ")) == move


def test_a_dumped_state_loads_back_as_the_same_state_through_real_json(table):
    rules = table.rules
    for seed in SEEDS[:2]:
        for state in states_of(table, seed):
            dumped = rules.dump(state)
            written = json.loads(json.dumps(dumped))
            assert written == dumped  # as the database gives it back: nothing seems to have changed
            again = rules.load(written)
            assert again == state
            assert hash(again) == hash(state)
            assert type(again) is type(state)


def test_playing_leaves_the_state_it_started_from_unchanged(table):
    rules = table.rules
    for state in states_of(table, 3):
        before = json.dumps(rules.dump(state))
        for seat in rules.awaited(state):
            for move in rules.moves(state, seat):
                assert rules.play(state, seat, move) != state
        assert json.dumps(rules.dump(state)) == before


def test_refolding_the_spelled_ledger_gives_the_same_state(table):
    rules, options, _ = table
    for seed in seeds_of(table):
        states, ledger = match_of(table, seed)
        assert refold(rules, options, ledger) == states[-1]


def test_every_match_ends_within_its_cap_with_a_rank_and_points_for_every_seat(table):
    rules, options, _ = table
    for seed in seeds_of(table):
        states, ledger = match_of(table, seed)
        assert len(ledger) <= rules.cap
        outcome = rules.outcome(states[-1])
        assert len(outcome.ranks) == len(outcome.points) == min_seats(rules, options)
        assert min(outcome.ranks) == 1
        assert outcome.ending


def test_moves_out_of_turn_and_after_the_end_are_refused(table):
    rules = table.rules
    states, ledger = match_of(table, 4)
    first = rules.parse(ledger[0][1])
    for state in some_of(table, states):
        for seat in set(range(max(rules.seats))) - rules.awaited(state):
            with pytest.raises(IllegalMove):
                rules.play(state, seat, first)


def test_moves_that_are_not_listed_are_refused_or_other_spellings_of_listed_ones(table):
    rules = table.rules
    states, ledger = match_of(table, 5)
    # Turns of several stones may be too many to be listed; test_tri_plan.py puts them to the proof.
    words = {text for _, text in ledger if rules.key != "tri_plan" or " " not in text}
    for state in some_of(table, states)[:-1]:
        (seat,) = rules.awaited(state)
        moves = rules.moves(state, seat)
        for text in words - {rules.spell(move) for move in moves}:
            try:
                after = rules.play(state, seat, rules.parse(text))
            except IllegalMove:
                continue
            assert after in [rules.play(state, seat, move) for move in moves], text


def test_nothing_is_hidden_from_anyone_unless_the_rules_say_so(table):
    rules = table.rules
    state = match_of(table, 6)[0][-1]
    for viewer in (None, 0, 1):
        seen = rules.seen_by(state, viewer)
        assert rules.outcome(seen) == rules.outcome(state)


def test_random_draws_are_offered_exactly_when_chance_is_awaited(table):
    rules = table.rules
    for state in states_of(table, 7):
        assert bool(rules.lots(state)) == (-1 in rules.awaited(state))


def test_the_board_can_be_drawn_in_letters_at_any_time(table):
    rules = table.rules
    for state in states_of(table, 8):
        assert rules.letters(state).strip()


def test_text_that_is_no_move_is_refused_by_name(table):
    rules = table.rules
    for text in ("", " ", "z9", "=", "slide", "b2=Q", "ı", "b²", "x" * 5000, "\0"):
        with pytest.raises(MalformedMove) as refusal:
            rules.parse(text)
        assert refusal.value.code
        assert len(str(refusal.value)) < 200


def test_every_option_refuses_wrong_values_and_names_the_right_ones(table):
    rules, options, _ = table
    assert resolve_options(rules, options) == options
    for name, option in rules.options.items():
        assert isinstance(option, Option)
        assert option.accepts(option.default)
        wrongs = ("no", -7, None, 2.0, True, [2])
        for wrong in (each for each in wrongs if not option.accepts(each)):
            with pytest.raises(BadOption) as refusal:
                rules.start(min(rules.seats), {name: wrong})
            assert refusal.value.name == name
            assert refusal.value.value is wrong
            assert refusal.value.allowed == option.allowed
    with pytest.raises(BadOption) as refusal:
        resolve_options(rules, {"colour": 1})
    assert refusal.value.code == "unknown_option"


def test_a_wrong_number_of_seats_is_refused(table):
    rules, options, _ = table
    with pytest.raises(BadOption):
        rules.start(max(rules.seats) + 1, options)


def test_the_registry_offers_the_ruleset_under_its_key(table):
    rules = table.rules
    assert rules.key in registry.keys()  # noqa: SIM118
    assert registry.get(rules.key).key == rules.key


NUMBERS = (-3, -2, -1, 0, 1, 2, 3, 4, 7, 255, 10**30)


def test_once_over_nobody_moves_whatever_the_number_of_the_seat(table):
    rules = table.rules
    for seed in SEEDS[:2]:
        states, ledger = match_of(table, seed)
        over, known = states[-1], {rules.parse(text) for _, text in ledger[:15] + ledger[-5:]}
        resigns = resignation_move(rules)
        for seat in NUMBERS:
            assert len(rules.moves(over, seat)) == 0
            for move in [*known, *([] if resigns is None else [resigns])]:
                with pytest.raises(IllegalMove) as refusal:
                    rules.play(over, seat, move)
                assert refusal.value.code == "match_over"
            if seat in range(len(rules.outcome(over).ranks)):
                with contextlib.suppress(IllegalMove):  # of two seats neither leaves
                    assert withdraw_seat(rules, over, seat) == over
            assert len(rules.continuations(over, seat, ())) == 0
        assert len(rules.lots(over)) == 0
        assert rules.awaited(over) == frozenset()
        assert rules.outcome(over) is not None


def test_a_seat_that_is_not_at_the_table_has_no_moves_and_makes_none(table):
    rules = table.rules
    states, ledger = match_of(table, 9)
    seats = range(len(rules.outcome(states[-1]).ranks))
    moves = {rules.parse(text) for _, text in ledger[:20]}
    resigns = resignation_move(rules)
    for state in states[:-1][:: max(1, len(states) // 8)]:
        for seat in set(NUMBERS) - set(seats) - rules.awaited(state):
            assert len(rules.moves(state, seat)) == 0
            for move in [*moves, *([] if resigns is None else [resigns])]:
                with pytest.raises(IllegalMove):
                    rules.play(state, seat, move)
