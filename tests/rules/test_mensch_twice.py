"""Mensch ärgere Dich nicht against a second, slower implementation, and measured."""

import json
from random import Random
from statistics import median

import pytest

from games.families.mensch.pawns import legal_steps, steps_under_options
from tests.rules.mensch_table import MENSCH, SEATS, TEAM
from tests.sampling import sampled


def plain_board(state):
    """Map track fields to the colours that stand there."""
    there: dict = {}
    for c, own in enumerate(state.pawns):
        for field in _fields(c, own):
            there.setdefault(field, []).append(c)
    return there


def plain_home(state, p, q):
    """Judge a pawn going on to the goal."""
    own = state.pawns[state.turn]
    jumped = state.table.no_jump_home and any(p < x < q for x in own if x >= 40)
    return None if q > 43 or q in own or jumped else "move"


def plain_way(state, there, p, q):
    """Judge one pawn going from p to q: None, "move" or "hit"."""
    t, me = state.table, state.turn
    walls = t.mode == "team" or t.barriers
    kin = {me, (me + 2) % 4} if t.mode == "team" else {me}
    way = range(p + 1, q) if q > p else range(q + 1, p)
    if walls and any(len(there.get((x + 10 * me) % 40, [])) == 2 for x in way if x < 40):
        return None
    if q >= 40:
        return plain_home(state, p, q)
    who = there.get((q + 10 * me) % 40, [])
    if set(who) & kin:
        return "move" if walls and len(who) == 1 else None
    if len(who) == 2:
        return "hit" if t.mode == "team" and p < 0 else None
    return "hit" if who else "move"


def plain_free(state, there, roll):
    """Map (text, start) of every pawn move that the board allows to "move" or "hit"."""
    me, found = state.turn, {}
    for p in state.pawns[me]:
        name = str((p + 10 * me) % 40) if p < 40 else "abcd"[p - 40]
        if p >= 0:
            found[name, p] = plain_way(state, there, p, p + roll)
            if state.table.capture_backwards and p < 40 and p - roll >= 1:
                hit = plain_way(state, there, p, p - roll) == "hit"
                found[name + "-", p] = "hit" if hit else None
        elif roll == 6:
            found["enter", p] = plain_way(state, there, -1, 0)
    return {key: kind for key, kind in found.items() if kind}


def plain_moves(state, roll):
    """List legal moves once more, on a dictionary of squares, rule by rule."""
    there, is_team = plain_board(state), state.table.mode == "team"
    found = plain_free(state, there, roll)
    hits = {name for (name, _), kind in found.items() if kind == "hit"}
    if state.table.forced_capture == "enforce" and hits:
        return hits
    free = {name for name, _ in found}
    if -1 not in state.pawns[state.turn] or (is_team and roll == 6):
        return free
    from_a = {name for name, p in found if p == 0}
    if from_a and (len(there[10 * state.turn]) == 1 or not is_team):
        return from_a
    return {"enter"} if roll == 6 and "enter" in free else free


AGREED = [
    {"capture_backwards": True, "no_jump_home": True},
    {"barriers": True, "capture_backwards": True, "forced_capture": "enforce"},
    {"team": True},
    {},
    {"barriers": True},
    {"forced_capture": "enforce", "capture_backwards": True},
]


@pytest.mark.long
@pytest.mark.parametrize("options", sampled(AGREED, 3), ids=json.dumps)
def test_a_second_implementation_lists_the_same_moves_throughout_random_matches(options):
    rules = TEAM if "team" in options else MENSCH
    compared = 0
    for seed in range(8):
        chance = Random(seed)
        state = rules.start(4, {name: v for name, v in options.items() if name != "team"})
        while awaited := rules.awaited(state):
            (seat,) = awaited
            if state.roll:
                expected = plain_moves(state, state.roll) or {"pass"}
                assert set(rules.moves(state, seat)) == expected
                compared += 1
            state = rules.play(state, seat, chance.choice(rules.moves(state, seat)))
            fields = [f for c, own in enumerate(state.pawns) for f in _fields(c, own)]
            limit = 2 if state.table.pairs else 1
            assert all(fields.count(f) <= limit for f in fields)
    assert compared > 2000


def _fields(colour, own):
    return [(p + 10 * colour) % 40 for p in own if 0 <= p < 40]


@pytest.mark.long
def test_a_match_takes_about_as_many_turns_as_the_rule_book_measured():
    firsts: list[int] = []
    team_turns: list[int] = []
    for rules, found, options in (
        (MENSCH, firsts, {"play_for_places": False}),
        (TEAM, team_turns, {}),
    ):
        for seed in range(40):
            chance, state = Random(seed), rules.start(4, options)
            while awaited := rules.awaited(state):
                (seat,) = awaited
                state = rules.play(state, seat, chance.choice(rules.moves(state, seat)))
            found.append(state.turns)
    print(f"first home after {median(firsts)} turns, a team after {median(team_turns)}")
    assert 250 < median(firsts) < 420
    assert 240 < median(team_turns) < 400


@pytest.mark.parametrize("mode", ["four", "two_by_two", "two_colours"])
def test_where_nothing_is_agreed_on_the_short_way_finds_what_the_long_one_does(mode):
    chance, state = Random(3), MENSCH.start(SEATS[mode], {"mode": mode})
    while not state.ending:
        (seat,) = MENSCH.awaited(state)
        state = MENSCH.play(state, seat, chance.choice(MENSCH.moves(state, seat)))
        for roll in range(1, 7):
            assert legal_steps(state, roll) == steps_under_options(state, roll)
