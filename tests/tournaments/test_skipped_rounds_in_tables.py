"""A round that was skipped is none for the tie-breaks: nobody has missed it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.oracle import NAMES, computed
from tournaments.reports.tables import standings_rows
from tournaments.standings.base import Event, EventEntrant, Kind, Result
from tournaments.standings.table import standings
from tournaments.standings.trf import reader, report
from tournaments.standings.trf.sheet import Sheet

SWISS = ("buchholz", "buchholz_cut1", "median_buchholz", "sonneborn_berger", "progressive")
ONE_WINS, TIED, TWO_WINS = (1, 2), (1, 1), (2, 1)
PLAYERS = tuple(EventEntrant(who, 1500) for who in range(1, 7))
HELD = Event(
    PLAYERS,
    (
        Result(1, (1, 4), ONE_WINS),
        Result(1, (5, 2), TWO_WINS),
        Result(1, (3, 6), TIED),
        Result(2, (2, 1), TIED),
        Result(2, (3, 4), ONE_WINS),
        Result(2, (5,), kind=Kind.HALF_BYE),
        Result(2, (6,), kind=Kind.PAIRED_BYE),
        Result(3, (1, 3), ONE_WINS),
        Result(3, (6, 2), (1, None), Kind.FORFEIT),
        Result(3, (4, 5), TWO_WINS),
    ),
    scheduled=4,
)
LATER = {1: 1, 2: 3, 3: 4}  # the second of four rounds is skipped


@pytest.fixture
def skipped() -> Event:
    """The same with a skipped round between, which somebody was not to play anyway."""
    moved = tuple(replace(each, round=LATER[each.round]) for each in HELD.results)
    return replace(HELD, results=(*moved, Result(2, (6,), kind=Kind.ZERO_BYE)), rounds=4)


def test_a_skipped_round_changes_no_table(skipped):
    assert standings(skipped, SWISS) == standings(HELD, SWISS)


@pytest.mark.parametrize("name", SWISS)
def test_the_table_is_what_fides_engine_makes_of_the_rounds_that_were_held(skipped, name):
    theirs = computed(HELD, NAMES[name])
    ours = {row.entrant: row.values[0] for row in standings(skipped, (name,))}
    assert ours == {who: Fraction(theirs[who]["tiebreakScore"][0]) for who in ours}


def test_a_report_file_with_a_skipped_round_is_ranked_like_the_event(skipped):
    sheet = reader.read(report.write_report(Sheet(skipped)))
    assert standings_rows(sheet, ("BH-C1", "BH", "SB")) == standings_rows(
        Sheet(HELD), ("BH-C1", "BH", "SB")
    )
