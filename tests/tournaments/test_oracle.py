"""Every criterion offered equals FIDE's engine on two hundred random tournaments."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.sampling import at_length, sampled
from tests.tournaments import oracle, worlds
from tournaments.standings.base import Scoring
from tournaments.standings.scorecards import Scorecards
from tournaments.standings.table import available_criteria, standings
from tournaments.standings.tiebreaks import CRITERIA

FOOTBALL = Scoring(((Fraction(3), Fraction(0)),), tie=Fraction(1), paired_bye=Fraction(1))
OURS = {"sosos", "direct_encounter", "leg_points", "leg_difference", "lots"}
SEEDS = 25 if at_length() else 10
WORLDS = [(make, part) for make in (worlds.swiss, worlds.everybody) for part in range(4)]


def test_the_engine_is_asked_for_everything_that_is_offered_and_that_it_knows():
    assert set(CRITERIA) - OURS == set(oracle.NAMES) - {"points"}


@pytest.mark.parametrize(("make", "part"), sampled(WORLDS, WORLDS[::4]))
def test_all_values_and_the_order_by_direct_encounter_are_those_of_the_engine(make, part):
    for seed in range(part * 25, part * 25 + SEEDS):
        event = make(seed)
        if seed % 5 == 4:
            event = replace(event, scoring=FOOTBALL)
        names = ["points", *(key for key in available_criteria(event) if key in oracle.NAMES)]
        theirs = oracle.computed(event, *(oracle.NAMES[name] for name in names))
        book = Scorecards(event)
        for index, name in enumerate(names):
            ours = CRITERIA[name].values(book, event.entrants) if index else book.points
            for who in event.entrants:
                value = Fraction(theirs[who]["tiebreakScore"][index] or 0)
                assert ours[who] == value, (seed, name, who)
        ranks = oracle.computed(event, "PTS", "DE")
        for row in standings(event, ["direct_encounter"]):
            assert row.rank == ranks[row.entrant]["rank"], (seed, row)
