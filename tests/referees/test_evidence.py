"""What may speak of unfair play: found where it is, not found where it is not."""

from __future__ import annotations

import random

from tournaments.referees import evidence
from tournaments.referees.evidence import TwoPlayerMatch


def meeting(number, winner, plies, ending="resigned", pair=(1, 2)):
    return TwoPlayerMatch(number, "mill", pair, winner, ending, plies)


def test_players_with_a_common_mark_are_pairs_and_crowds_are_not():
    marks = [("device", "d1", 1, 3), ("device", "d1", 2, 5), ("address", "a1", 2, 9)]
    marks += [("address", "a1", 1, 4), ("address", "a2", 3, 1)]
    marks += [
        ("address", "school", player, 1)
        for player in range(10, 10 + evidence.MAX_ADDRESS_PLAYERS + 1)
    ]
    marks += [("device", "one laptop", player, 1) for player in (1, *range(30, 40))]
    found = evidence.find_shared_access(marks)
    of_laptop = {pair for pair in found if pair != (1, 2)}
    assert len(of_laptop) == 55
    assert found[1, 2] == evidence.SharedAccess(devices=1, addresses=1, days=4)


def test_results_given_to_each_other_are_found_and_played_ones_are_not():
    usual = [meeting(n, 5, 60, "blocked", (5, 6)) for n in range(9)]
    honest = [meeting(20 + n, 5 + n % 2, 50, "resigned", (5, 6)) for n in range(6)]
    given = [meeting(40 + n, 1 + n % 2, 4) for n in range(4)]
    (found,) = evidence.find_win_trading([*usual, *honest, *given])
    assert found.pair == (1, 2)
    assert (found.changes, found.early, dict(found.wins)) == (3, [40, 41, 42, 43], {1: 2, 2: 2})
    assert evidence.find_win_trading([*usual, *given[:3]]) == []
    assert evidence.find_win_trading(given) == [], "nothing says what is usual"


def test_who_lets_their_time_run_out_is_listed_with_their_share():
    ends = [(1, n, n < 3, 7 if n < 2 else 8) for n in range(4)] + [(2, 9, True, 1), (2, 8, True, 1)]
    (found,) = evidence.find_timeouts(ends)
    assert (found.player, found.share, found.matches) == (1, 75, [0, 1, 2])
    assert (found.against, found.times) == (7, 2)


def test_rhythms_of_programs_are_striking_and_those_of_people_are_not():
    rng = random.Random(1)
    people = [(int(rng.lognormvariate(8, 2)), rng.choice(range(8, 22))) for _ in range(300)]
    answers = {
        1: people,
        2: [(rng.randint(1, 4), 12) for _ in range(60)],
        3: [(rng.randint(58, 62), 12) for _ in range(60)],
        4: [(seconds, n % 24) for n, (seconds, _) in enumerate(people)],
        5: [(2, 12)] * 39,
    }
    found = {each.player: each.signs for each in evidence.find_unusual_times(answers)}
    assert found == {2: ("quick",), 3: ("even",), 4: ("sleepless",)}
