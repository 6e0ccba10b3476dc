"""What the rules tests share: option sets, seeded random matches, an independent board."""

import itertools
from math import prod
from random import Random

from games.rules import registry
from games.rules.base import BadOption, min_seats
from games.rules.series import as_series

COLOURS = ".RYG"
MAIN = {f"{'abc'[x]}{y + 1}": (x, y) for x in range(3) for y in range(3)}
STRIPS = {
    "N": [(0, 3), (1, 3), (2, 3)],
    "E": [(3, 2), (3, 1), (3, 0)],
    "S": [(2, -1), (1, -1), (0, -1)],
    "W": [(-1, 0), (-1, 1), (-1, 2)],
}


ALL_COMBINATIONS = 24


# Boards whose random matches take thousands of turns: played by the tests of the game itself.
SMALL_ENOUGH = {"tri_plan": {"edge": (3, 4)}}


def option_sets(rules):
    """List the option values a table may agree on: all combinations, or of many each value once.

    Where there are many options each value is tried with the defaults of the others, and all the
    last values together.
    """
    names = list(rules.options)
    small = SMALL_ENOUGH.get(rules.key, {})
    values = [small.get(name, rules.options[name].allowed) for name in names]
    if prod(map(len, values)) <= ALL_COMBINATIONS:
        return [dict(zip(names, each, strict=True)) for each in itertools.product(*values)]
    usual = {name: rules.options[name].default for name in names}
    single = [
        {**usual, name: value}
        for name, allowed in zip(names, values, strict=True)
        for value in allowed
        if value != usual[name]
    ]
    return [usual, *single, {name: each[-1] for name, each in zip(names, values, strict=True)}]


def every_table():
    """List every ruleset with every option set, and the inner rules of every series."""
    tables = []
    for key in registry.keys():  # noqa: SIM118
        rules = registry.get(key)
        tables += [(rules, options) for options in option_sets(rules)]
        series = as_series(rules)
        if series is not None:
            tables += [(series.inner, options) for options in option_sets(series.inner)]
    return [(rules, options) for rules, options in tables if goes_together(rules, options)]


def telling_tables():
    """List of every ruleset the usual table and that with all last values, and every mode."""
    kept = []
    for _, each in itertools.groupby(every_table(), lambda table: (type(table[0]), table[0].key)):
        first, *others = each
        kept += [first, *others[-1:]]
        modes = {options.get("mode") for _, options in (first, *others[-1:])}
        for rules, options in others:
            if options.get("mode") not in modes:
                kept.append((rules, options))
                modes.add(options["mode"])
    return kept


def goes_together(rules, options):
    """Tell whether these options can be played together: not a pattern that cannot be left."""
    try:
        min_seats(rules, options)
    except BadOption:
        return rules.key != "solitaire"
    return True


def leg_of(variant):
    """Give the inner rules of a Traffic Lights variant: one board alone."""
    return as_series(registry.get(f"traffic_lights.{variant}")).inner


def random_match(rules, options, seed):
    """Play at random; give the states from first to last and the ledger of (seat, spelling)."""
    chance = Random(seed)
    state = rules.start(min_seats(rules, options), options)
    states, ledger = [state], []
    while awaited := rules.awaited(state):
        seat = chance.choice(sorted(awaited))
        if seat < 0:
            moves, weights = zip(*rules.lots(state), strict=True)
            move = chance.choices(moves, weights)[0]
        else:
            move = chance.choice(rules.moves(state, seat))
        state = rules.play(state, seat, move)
        states.append(state)
        ledger.append((seat, rules.spell(move)))
    return states, ledger


def refold(rules, options, ledger):
    """Play a spelled ledger from the start."""
    state = rules.start(min_seats(rules, options), options)
    for seat, text in ledger:
        state = rules.play(state, seat, rules.parse(text))
    return state


class PlainBoard:
    """Traffic Lights written down a second time, slowly, with coordinates instead of bits."""

    def __init__(self, variant):
        self.variant = variant
        self.places = dict(MAIN)
        if variant == "4x3":
            self.places |= {f"{'abc'[x]}4": (x, 3) for x in range(3)}
        self.colours = dict.fromkeys(self.places, 0)
        self.side, self.slid = "N", False
        if variant == "slider":
            self.colours |= dict.fromkeys(("s1", "s2", "s3"), 0)

    def copy(self):
        twin = PlainBoard(self.variant)
        twin.colours, twin.side, twin.slid = dict(self.colours), self.side, self.slid
        return twin

    def points_on_board(self):
        """Map coordinates to colour letters, the strip where it lies."""
        places = dict(self.places)
        if self.variant == "slider":
            places |= dict(zip(("s1", "s2", "s3"), STRIPS[self.side], strict=True))
        return {at: COLOURS[self.colours[cell]] for cell, at in places.items()}

    def lines(self):
        """List the words of all completed lines."""
        board = self.points_on_board()
        wanted = {"GGG"} if self.variant == "intro" else {"RRR", "YYY", "GGG", "RYG", "GYR"}
        found = []
        for (x, y), letter in board.items():
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                word = letter
                word += board.get((x + dx, y + dy), "-") + board.get((x + 2 * dx, y + 2 * dy), "-")
                if word in wanted:
                    found.append(word)
        return found

    def moves(self):
        """List the spelled legal moves."""
        if self.lines():
            return []
        chips = [cell for cell, colour in self.colours.items() if colour < 3]
        if self.variant != "slider" or self.slid or not any(self.colours.values()):
            return chips
        return chips + [f"slide {side}" for side in "NESW" if side != self.side]

    def play(self, text):
        """Give the board after a spelled move."""
        twin = self.copy()
        twin.slid = text.startswith("slide")
        if twin.slid:
            twin.side = text[-1]
        else:
            twin.colours[text] += 1
        return twin
