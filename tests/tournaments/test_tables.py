"""Tables: order, shared places, which criterion decided, cross table, progress, lots."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from tests.tournaments import worlds
from tournaments.errors import TournamentError
from tournaments.standings.base import Event, EventEntrant, Kind, Result, System
from tournaments.standings.table import (
    StandingsRow,
    available_criteria,
    cross_table,
    progress_table,
    standings,
)
from tournaments.standings.tiebreaks import CRITERIA

ROBIN = System.ROUND_ROBIN


def event(lines, system=ROBIN, seed="", **more):
    """Make an event of lines like "1 a-b 1": round, seats, what the first made (1 = 0 + -)."""
    results, names = [], set()
    for number, pair, mark in (line.split() for line in lines):
        seats = tuple(ord(name) - ord("a") + 1 for name in pair.split("-"))
        names |= set(seats)
        places = {"1": (1, 2), "=": (1, 1), "0": (2, 1), "+": (1, None), "-": (None, 1)}[mark]
        kind = Kind.FORFEIT if mark in "+-" else Kind.PLAYED
        results.append(Result(int(number), seats, places, kind))
    entered = tuple(EventEntrant(each, 1600 - each) for each in sorted(names))
    return Event(entered, tuple(results), system, seed=seed, **more)


def plain(*values):
    return values


def ranks(rows):
    return " ".join(f"{row.rank}{'abcdefgh'[row.entrant - 1]}" for row in rows)


def test_equal_points_share_a_place_until_a_criterion_parts_them():
    cup = event(["1 a-b 1", "1 c-d 1", "2 a-c =", "2 b-d =", "3 a-d 0", "3 b-c 0"])
    rows = standings(cup)
    assert ranks(rows) == "1c 2a 2d 4b"
    assert [row.decided_by for row in rows] == [None, "points", None, "points"]
    better = standings(cup, ["direct_encounter"])
    assert ranks(better) == "1c 2d 3a 4b"
    assert better[2] == StandingsRow(3, 1, Fraction(3, 2), (Fraction(0),), "direct_encounter")
    assert better[0].values == (None,)


def test_direct_encounter_makes_a_new_table_of_those_still_tied():
    among = ["1 a-b 1", "2 a-c 1", "3 d-a 1", "3 b-c 1", "2 b-d 1", "1 c-d 1"]
    cup = event([*among, "4 e-a 1", "5 e-b 1", "4 c-e 1", "5 d-e 1"])
    assert ranks(standings(cup)) == "1a 1b 1c 1d 1e"
    four = event([*among, "4 e-a 1", "5 e-b 1", "6 e-c 0", "7 e-d 0", "8 e-f 1"])
    assert ranks(standings(four, ["direct_encounter"])) == "1e 2a 3b 4c 5d 6f"


def test_in_a_swiss_direct_encounter_waits_for_meetings_that_could_change_it():
    swiss = event(["1 a-b 1", "1 c-d 1", "2 a-c =", "2 b-d 1", "3 c-b 0"], System.SWISS)
    assert ranks(standings(swiss)) == "1b 2a 2c 4d"
    assert ranks(standings(swiss, ["direct_encounter"])) == "1b 2a 2c 4d"
    met = event(["1 a-b 1", "2 b-c 1", "3 a-d 0", "3 c-d 0"], System.SWISS)
    assert ranks(standings(met, ["direct_encounter"])) == "1d 2a 3b 4c"
    missing = event(["1 a-b 1", "2 c-d 1", "2 b-d 1"], System.SWISS)
    assert ranks(standings(missing, ["direct_encounter"])) == "1a 1b 1c 4d"


def test_in_a_swiss_a_forfeit_is_no_meeting_but_in_a_round_robin_it_is():
    lines = ["1 a-b +", "2 b-c 1", "2 a-d 0", "3 c-d -"]
    swiss = standings(event(lines, System.SWISS), ["direct_encounter"])
    assert ranks(swiss) == "1d 2a 2b 4c"
    assert ranks(standings(event(lines), ["direct_encounter"])) == "1d 2a 3b 4c"


def test_the_next_criterion_applies_to_each_group_still_tied():
    cup = event(["1 a-b =", "1 c-d =", "2 a-c =", "2 b-d =", "3 a-d 1", "3 b-c 1"])
    assert ranks(standings(cup, ["direct_encounter", "wins"])) == "1a 1b 3c 3d"
    for number in range(10):
        drawn = standings(replace(cup, seed=f"{number:064x}"), ["wins", "lots"])
        assert {row.entrant for row in drawn[:2]} == {1, 2}
        assert [row.decided_by for row in drawn] == [None, "lots", "points", "lots"]


def test_points_over_legs_part_where_points_do_not():
    seats = ((1, 2), (3, 1), (2, 3))
    legs = ((Fraction(5), Fraction(3)), (Fraction(6), Fraction(2)), (Fraction(4), Fraction(3)))
    results = tuple(
        Result(number, pair, (1, 2), legs=made)
        for number, (pair, made) in enumerate(zip(seats, legs, strict=True), start=1)
    )
    cup = Event(tuple(map(EventEntrant, (1, 2, 3))), results, ROBIN)
    rows = standings(cup, ["direct_encounter", "leg_points"])
    assert [plain(row.entrant, row.values[1]) for row in rows] == [(3, 9), (1, 7), (2, 7)]
    assert [row.rank for row in rows] == [1, 2, 2]
    by_difference = standings(cup, ["leg_points", "leg_difference"])
    assert [plain(row.entrant, row.values[1]) for row in by_difference] == [
        (3, 3),
        (2, -1),
        (1, -2),
    ]
    assert by_difference[2].decided_by == "leg_difference"


def test_at_tables_of_three_everybody_is_compared_with_everybody():
    results = (Result(1, (1, 2, 3), (1, 2, 3)), Result(2, (4, 2, 3), (1, 3, 2)))
    cup = Event(tuple(map(EventEntrant, (1, 2, 3, 4))), results, System.SWISS)
    rows = standings(cup, ["sonneborn_berger", "wins", "direct_encounter"])
    assert [plain(row.entrant, row.points, row.rank) for row in rows] == [
        (1, 2, 1),
        (4, 2, 1),
        (2, 1, 3),
        (3, 1, 3),
    ]


@given(st.integers(0, 10**6))
def test_ranks_follow_points_and_rows_are_parted_by_what_they_name(seed):
    made = worlds.everybody(seed) if seed % 2 else worlds.swiss(seed)
    rows = standings(made, ["direct_encounter", "sonneborn_berger", "wins"])
    assert sorted(row.entrant for row in rows) == sorted(made.entrants)
    for above, below in pairwise(rows):
        assert above.points >= below.points
        assert (above.rank == below.rank) == (below.decided_by is None)
        assert (below.decided_by == "points") == (above.points > below.points)
    shuffled = Event(made.entered, made.results[::-1], made.system, rounds=made.rounds)
    assert standings(shuffled, ["direct_encounter", "sonneborn_berger", "wins"]) == rows


def test_random_draws_follow_from_the_seed_and_leave_nobody_tied():
    seed = "5e" * 32
    cup = event(["1 a-b =", "1 c-d =", "2 a-c =", "2 b-d =", "3 a-d =", "3 b-c ="], seed=seed)
    rows = standings(cup, ["lots"])
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert {row.decided_by for row in rows[1:]} == {"lots"}
    assert rows == standings(cup, ["lots"])
    orders = {ranks(standings(event(["1 a-b ="], seed=f"{n:064x}"), ["lots"])) for n in range(20)}
    assert orders == {"1a 2b", "1b 2a"}


def test_buchholz_is_refused_in_round_robins():
    cup = event(["1 a-b 1"])
    refused = [key for key in CRITERIA if key not in available_criteria(cup)]
    assert refused == [key for key in CRITERIA if "buchholz" in key or key == "sosos"]
    for key in refused:
        with pytest.raises(TournamentError) as caught:
            standings(cup, [key])
        assert caught.value.code == "criterion_not_offered"
    with pytest.raises(TournamentError) as caught:
        standings(cup, ["age"])
    assert caught.value.code == "unknown_criterion"


def test_the_cross_table_shows_every_meeting_from_both_sides():
    cup = event(["1 a-b 1", "2 c-a =", "3 b-c 0"])
    grid = cross_table(cup, [3, 1, 2])
    assert [[[mark.points for mark in cell] for cell in row] for row in grid] == [
        [[], [Fraction(1, 2)], [1]],
        [[Fraction(1, 2)], [], [1]],
        [[0], [0], []],
    ]


def test_the_progress_table_shows_round_by_round_what_came_to_what():
    swiss = event(["1 a-b 1", "3 b-a ="], System.SWISS)
    first, second, third = progress_table(swiss)[1]
    assert plain(first.opponents, first.seat, first.total, first.kind) == ((2,), 0, 1, Kind.PLAYED)
    assert plain(second.opponents, second.total, second.kind) == ((), 1, None)
    assert plain(third.seat, third.points, third.total) == (1, Fraction(1, 2), Fraction(3, 2))


def test_rounds_beyond_those_asked_for_do_not_count():
    lines = ["1 a-b 1", "2 a-b 0", "3 a-b 0"]
    assert ranks(standings(event(lines, rounds=1))) == "1a 2b"
    assert ranks(standings(event(lines))) == "1b 2a"


def test_an_annulled_result_counts_for_nothing():
    cup = Event((EventEntrant(1), EventEntrant(2)), (Result(1, (1, 2), kind=Kind.ANNULLED),))
    assert [row.points for row in standings(cup, ["buchholz", "wins"])] == [0, 0]


def test_the_page_on_tournaments_explains_every_criterion():
    page = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text()
    assert [key for key in CRITERIA if f"`{key}`" not in page] == []
