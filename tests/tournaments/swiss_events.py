"""Swiss events, played and checked round by round."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from tests.tournaments import worlds
from tournaments.pairing.base import Bye, PairingError, bye_results_of
from tournaments.pairing.swiss import PairingInput, pair
from tournaments.standings.base import Event, EventEntrant, Kind, Scoring

FOOTBALL = Scoring(((Fraction(3), Fraction(0)),), tie=Fraction(1))


def fresh(size, rounds=5, **more):
    entered = tuple(EventEntrant(100 + number, 2000 - number) for number in range(size))
    return Event(entered, scheduled=rounds, rounds=0, **more)


def after(event, draft, results):
    results = (*event.results, *results, *bye_results_of(draft))
    return replace(event, results=results, rounds=draft.round)


def absences(chance, event, rested):
    """Ask for byes now and then, for a half point only once."""
    byes = []
    for who in event.entrants:
        if chance.random() < 0.08:
            half = who not in rested and chance.random() < 0.5
            rested |= {who} if half else set()
            byes.append(Bye(who, Kind.HALF_BYE if half else Kind.ZERO_BYE))
    return tuple(byes)


def play(seed, scoring, forbidden=()):
    """Play a random event to its end, or to where no pairing is left; return it and its drafts."""
    chance = Random(seed)
    size, rounds = chance.randrange(4, 18), chance.randrange(3, 7)
    event = Event(worlds.entered(chance, size), scheduled=rounds, rounds=0, scoring=scoring)
    initial, drafts = chance.choice("wb"), []
    rested: set[int] = set()
    for number in range(1, rounds + 1):
        call = PairingInput(event, number, initial, absences(chance, event, rested), forbidden)
        try:
            drafts.append(pair(call))
        except PairingError as error:
            if error.code != "no_legal_pairing":
                raise
            break
        pairings = drafts[-1].pairings
        played = [worlds.a_result(chance, number, each.seats, 0.05) for each in pairings]
        event = after(event, drafts[-1], played)
    return event, drafts
