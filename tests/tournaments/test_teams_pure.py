"""Teams in the pure core: schedules, boards, starters, the table, withdrawals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, strategies as st

from tournaments import formats
from tournaments.errors import TournamentError
from tournaments.pairing import teams as pairing
from tournaments.standings import teams
from tournaments.standings.base import EventEntrant
from tournaments.standings.table import standings
from tournaments.standings.teams import Meeting, board_points, event_of

WON, TIED, LOST = (board_points(places) for places in ((1, 2), (1, 1), (2, 1)))
USUAL = ("board_points", "direct_encounter", "board_weight", "sonneborn_berger")


@given(st.integers(2, 11), st.booleans(), st.integers(1, 8))
def test_every_team_meets_each_other_and_starts_are_balanced_on_boards(size, double, boards):
    members = {team: [team * 100 + rank for rank in range(boards)] for team in range(1, size + 1)}
    met: Counter[frozenset[int]] = Counter()
    starts: Counter[int] = Counter()
    for draft in formats.ROUND_ROBIN.schedule(list(members), twice=double):
        for home, away in (each.seats for each in draft.pairings):
            met[frozenset((home, away))] += 1
            seated = pairing.seat_line_ups(members[home], members[away])
            first = [seat for board in seated if (seat := board.seats[0]) is not None]
            ahead = sum(1 if who in members[home] else -1 for who in first)
            assert ahead == boards % 2
            starts[home] += ahead
            starts[away] -= ahead
    assert met == dict.fromkeys(map(frozenset, combinations(members, 2)), 1 + double)
    assert all(abs(starts[team]) <= 2 for team in members)


def test_a_line_up_follows_the_ranked_list_and_an_empty_board_stays_empty():
    ranked = [11, 12, 13, 14, 15]
    assert pairing.choose_line_up(ranked, 4) == (11, 12, 13, 14)
    assert pairing.choose_line_up(ranked, 4, {12}) == (11, 13, 14, 15)
    assert pairing.choose_line_up(ranked, 4, {12, 13}) == (11, 14, 15)
    assert pairing.find_substitute(ranked, {11, 12, 13, 14}) == 15
    assert pairing.find_substitute(ranked, {11, 12, 13, 14}, {15}) is None
    short = pairing.seat_line_ups((11, 14, 15), (21, 22, 23, 24))
    assert [board.seats for board in short] == [(11, 21), (22, 14), (15, 23), (24, None)]
    with pytest.raises(TournamentError):
        pairing.choose_line_up([1, 1], 2)


def league(*meetings, size=3, **more):
    entered = [EventEntrant(number) for number in range(1, size + 1)]
    return event_of(entered, meetings, boards=len(meetings[0].boards), **more)


def table(event, criteria=USUAL):
    return [(row.rank, row.entrant, row.points) for row in standings(event, criteria)]


def test_match_points_come_first_then_board_points_then_the_criteria():
    close = Meeting(1, (1, 2), (LOST, WON, WON, TIED))
    clear = Meeting(2, (3, 1), (WON, WON, WON, WON))
    level = Meeting(3, (2, 3), (WON, LOST, TIED, TIED))
    event = league(close, clear, level)
    assert table(event) == [(1, 3, 3), (2, 1, 2), (3, 2, 1)]
    rows = {row.entrant: row for row in standings(event, USUAL)}
    assert rows[3].values[0] == 6
    assert rows[1].values[0] == Fraction(5, 2)
    assert rows[2].values[2] == 4 + Fraction(1, 2) + 4 + 1 + Fraction(1, 2)
    assert table(event, ("sonneborn_berger",))[0] == (1, 3, 3)
    football = league(close, clear, level, match_points=(3, 1, 0))
    assert [row.points for row in standings(football)] == [4, 3, 1]
    with pytest.raises(TournamentError):
        standings(event, ("leg_points",))
    with pytest.raises(TournamentError):
        teams.match_point_scoring((1, 2, 0))


def test_equal_board_points_are_parted_by_the_higher_boards():
    top = Meeting(1, (1, 3), (WON, LOST))
    low = Meeting(2, (2, 3), (LOST, WON))
    rows = standings(league(top, low), ("board_points", "board_weight"))
    assert [(row.entrant, row.decided_by) for row in rows][2] == (2, "board_weight")


@given(st.integers(0, 10_000))
def test_all_points_are_exact_and_shared_out_completely(seed):
    chance = Random(seed)
    size, boards = chance.randrange(2, 7), chance.randrange(1, 6)
    meetings = [
        Meeting(draft.round, each.seats, tuple(chance.choices((WON, TIED, LOST), k=boards)))
        for draft in formats.ROUND_ROBIN.schedule(list(range(1, size + 1)))
        for each in draft.pairings
    ]
    event = replace(league(*meetings, size=size), seed="ab" * 32)
    rows = standings(event, (*USUAL, "lots"))
    assert sum(row.points for row in rows) == 2 * len(meetings)
    assert sum(row.values[0] or 0 for row in rows) == boards * len(meetings)
    assert [row.rank for row in rows] == list(range(1, size + 1))
    weights = boards * (boards + 1) // 2 * len(meetings)
    by_weight = standings(event, ("board_weight",))
    assert sum(row.values[0] or 0 for row in by_weight) == weights


def test_a_team_that_leaves_loses_all_after_half_and_only_the_rest_after_more():
    won = Meeting(1, (1, 2), (WON, WON))
    second = Meeting(2, (3, 1), (LOST, LOST))
    ahead = Meeting(3, (4, 1), finished=False)
    rest = [Meeting(1, (3, 4), (TIED, TIED)), Meeting(2, (2, 4), (TIED, TIED))]
    early = league(won, Meeting(2, (3, 1), finished=False), ahead, *rest, size=4, withdrawn={1})
    late = league(won, second, ahead, *rest, size=4, withdrawn={1})
    points = [{row.entrant: row.points for row in standings(each)} for each in (early, late)]
    assert points == [{1: 0, 2: 3, 3: 3, 4: 4}, {1: 4, 2: 1, 3: 1, 4: 4}]
    boards = {row.entrant: row.values[0] for row in standings(late, ("board_points",))}
    assert boards == {1: 4, 2: 1, 3: 1, 4: 4}


def test_a_meeting_without_any_player_is_lost_by_both():
    nothing = board_points((2, 2))
    event = league(Meeting(1, (1, 2), (nothing, nothing), played=False), size=2)
    assert table(event, ("board_points",)) == [(1, 1, 0), (1, 2, 0)]
