"""Positions of Mensch ärgere Dich nicht, set up for a test."""

from typing import Any

from games.families.mensch.cross import COLOURS
from games.families.mensch.pawns import State, legal_steps, rolls_allowed
from games.rules import registry

MENSCH: Any = registry.get("mensch")
TEAM: Any = registry.get("mensch.team")
SEATS = {"four": 4, "two_by_two": 2, "two_colours": 2, "neutral3": 3}


HOME = (40, 41, 42, 43)
AWAY = (-1, -1, -1, -1)


def table(turn="Y", roll=0, options=None, rules=MENSCH, **pawns):
    """Set up pawns by colour letter (others wait), the colour to move and the roll in hand."""
    options = options or {}
    seats = 4 if rules is TEAM else SEATS[options.get("mode", "four")]
    agreed = rules.start(seats, {"mode": "four", **options} if rules is MENSCH else options).table
    all_pawns = tuple(tuple(sorted(pawns.get(letter, AWAY))) for letter in COLOURS)
    done = tuple(c for c, own in enumerate(all_pawns) if own[0] >= 40)
    colour = COLOURS.index(turn)
    left = rolls_allowed(agreed, all_pawns, colour)
    state = State(agreed, all_pawns, colour, left=left, done=done)
    return state._replace(roll=roll, steps=legal_steps(state, roll)) if roll else state


def moves(state, rules=MENSCH):
    """List what the awaited seat may do."""
    (seat,) = rules.awaited(state)
    return list(rules.moves(state, seat))


def go(state, *texts, rules=MENSCH):
    """Play moves by whoever is awaited."""
    for text in texts:
        (seat,) = rules.awaited(state)
        state = rules.play(state, seat, rules.parse(text))
    return state
