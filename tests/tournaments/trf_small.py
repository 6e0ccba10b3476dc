"""Report files for tests: a small one, and one of an event played at random."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

from tests.tournaments import worlds
from tests.tournaments.swiss_events import absences
from tournaments.pairing.base import bye_results_of
from tournaments.pairing.swiss import PairingInput, pair
from tournaments.standings.base import Event, Scoring

FOOTBALL = Scoring(((Fraction(3), Fraction(0)),), tie=Fraction(1), paired_bye=Fraction(1))


SMALL = (Path(__file__).parent / "small.trf").read_text()


def small(**changes):
    """Return the small file with some texts replaced, given as `line_5=(old, new)`."""
    lines = SMALL.split("\n")
    for name, (old, new) in changes.items():
        index = int(name.partition("_")[2]) - 1
        assert old in lines[index]
        lines[index] = lines[index].replace(old, new)
    return "\n".join(lines)


def is_complete(event):
    """Tell whether the last round was paired: byes alone are those of a coming round."""
    last = [each for each in event.results if each.round == event.rounds]
    return any(not each.is_bye for each in last)


def played(seed):
    """Play a Swiss by the engine; return the event, its drafts and the initial colour."""
    chance = Random(seed)
    size, rounds = chance.randrange(7, 16), 5
    event = Event(worlds.entered(chance, size), scheduled=rounds, rounds=0)
    initial, drafts = chance.choice("wb"), []
    rested: set[int] = set()
    for number in range(1, rounds + 1):
        drafts.append(pair(PairingInput(event, number, initial, absences(chance, event, rested))))
        results = [worlds.a_result(chance, number, p.seats, 0.05) for p in drafts[-1].pairings]
        results += bye_results_of(drafts[-1])
        event = replace(event, results=(*event.results, *results), rounds=number)
    return event, drafts, initial
