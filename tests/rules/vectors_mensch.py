"""Puts the rule book's cases for Mensch ärgere Dich nicht and its team game to the kernel."""

import pytest

from games.families.mensch.cross import COLOURS, MOVE_NAMES
from games.families.mensch.pawns import State, legal_steps, rolls_allowed
from games.rules import registry
from games.rules.base import IllegalMove, MalformedMove

PLAYERS = {"two_by_two": ("P1", "P2"), "team": ("YR", "GB"), "four": tuple("YGRB")}
PLAYERS |= {"two_colours": ("Y", "R"), "neutral3": ("Y", "G", "R")}


def agreed(rules, vector):
    """Read the case's options as the kernel knows them."""
    options = {**vector["options"], **vector["given"].get("options", {})}
    options.pop("neutral", None)
    forced = options.get("forced_capture")
    if isinstance(forced, bool):
        options["forced_capture"] = "enforce" if forced else "off"
    options.setdefault("mode", "team" if rules.key == "mensch.team" else "four")
    return options


def position(vector):
    """Set up the case's pawns with the roll in hand, and who came home in which order."""
    rules = registry.get("mensch.team" if vector["game"] == "madn_team" else "mensch")
    options, given = agreed(rules, vector), vector["given"]
    seats = {"two_by_two": 2, "two_colours": 2, "neutral3": 3}.get(options["mode"], 4)
    table = rules.start(seats, options).table
    pawns = tuple(tuple(sorted(given["pawns"].get(letter, []))) for letter in COLOURS)
    turn = COLOURS.index(given["turn"])
    done = tuple(c for c, own in enumerate(pawns) if own and min(own) >= 40)
    if "completed" in given:
        done = tuple(COLOURS.index(letter) for letter in given["completed"])
    left = given.get("rolls_left", rolls_allowed(table, pawns, turn))
    state = State(table, pawns, turn, left=left, done=done)
    roll = given.get("roll", 0)
    return rules, state._replace(roll=roll, steps=legal_steps(state, roll) if roll else ())


def steps_of(state):
    """List the legal pawn moves in the words of the file."""
    found = []
    for step in state.steps:
        said = {"kind": "enter" if step.source < 0 else "move"}
        said |= {"from": step.source, "to": step.target}
        if step.captures:
            field = (10 * step.colour + step.target) % 40
            foes = [c for c in range(4) if c != step.colour]
            friends = [step.colour ^ 2] if state.table.mode == "team" else []
            said["captures"] = "".join(
                COLOURS[c]
                for c in foes
                if c not in friends
                and any(0 <= p < 40 and (10 * c + p) % 40 == field for p in state.pawns[c])
            )
        if step.colour != state.turn:
            said["colour"] = COLOURS[step.colour]
        found.append(said)
    return found


def spelled(rules, state, text):
    """Translate a case's move: "B39-40" and "39-40" count progress, "auto" is the only move."""
    if isinstance(text, dict):
        (step,) = [
            step for step in state.steps if (step.source, step.target) == (text["from"], text["to"])
        ]
        return step.text
    if text == "auto":
        (seat,) = rules.awaited(state)
        (move,) = rules.moves(state, seat)
        return move
    head, dash, target = text.partition("-")
    if not (dash and target.isdigit()):
        return rules.parse(text)
    letter = head[:1] if head[:1] in COLOURS else ""
    colour = COLOURS.index(letter) if letter else state.turn
    name = MOVE_NAMES[colour][int(head.removeprefix(letter))]
    back = "-" if int(target) < int(head.removeprefix(letter)) else ""
    return rules.parse(f"{letter}{name}{back}")


def same(found, expected):
    """Compare lists of moves; a case may leave out the colours that are captured."""

    coloured = any("colour" in step for step in expected)

    def plain(step):
        colour = step.get("colour") if coloured else None
        return (step["kind"], step["from"], step["to"], colour)

    assert sorted(map(str, map(plain, found))) == sorted(map(str, map(plain, expected)))
    captures = {plain(step): step.get("captures") for step in found}
    for step in expected:
        assert captures[plain(step)] == step.get("captures")


def check(vector):
    """Play what the case says and compare all it expects."""
    rules, state = position(vector)
    expect, do = dict(vector["expect"]), vector["do"]
    if do == "rolls allowed":
        assert state.left == expect.pop("rolls")
    elif do == "legal moves":
        check_moves(state, expect)
    else:
        state = play(rules, state, do, expect)
    for letter, own in expect.pop("pawns", {}).items():
        assert sorted(own) == list(state.pawns[COLOURS.index(letter)])
    for name in ("turn", "next"):
        if name in expect:
            assert COLOURS[state.turn] == expect.pop(name)
    if "result" in expect:
        check_result(rules, state, expect.pop("result"))
    assert not expect


def check_moves(state, expect):
    """Compare the legal moves with all of them, some of them, or their number."""
    if "moves" in expect:
        same(steps_of(state), expect.pop("moves"))
    if "includes" in expect:
        assert all(step in steps_of(state) for step in expect.pop("includes"))
    if "count" in expect:
        assert len(state.steps) == expect.pop("count")


def play(rules, state, do, expect):
    """Play the case's moves; a refused one leaves the state as it is."""
    for text in do if isinstance(do, list) else [do]:
        (seat,) = rules.awaited(state)
        if "error" in expect:
            expect.pop("error")
            with pytest.raises((IllegalMove, MalformedMove)):
                rules.play(state, seat, spelled(rules, state, text))
        else:
            state = rules.play(state, seat, spelled(rules, state, text))
    return state


def check_result(rules, state, result):
    """Compare the winner: the best seat so far, also where others play on for places."""
    outcome, mode = rules.outcome(state), state.table.mode
    if result is None:
        assert outcome is None
        assert not state.places
        return
    for name, value in result.items():
        if name == "winner":
            first = outcome.ranks.index(1) if outcome else state.places[0]
            assert PLAYERS[mode][first % len(PLAYERS[mode])] == value
        elif name == "reason":
            assert outcome.ending == value
        else:
            assert name == "places"
            assert list(outcome.ranks) == value
