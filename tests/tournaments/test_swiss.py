"""Swiss rounds: whatever happens in an event, the rules that must hold hold, and drafts repeat."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.sampling import sampled
from tests.tournaments import worlds
from tests.tournaments.swiss_events import FOOTBALL, after, fresh, play
from tournaments.pairing.base import Bye, PairingError, late_byes, players_of, with_running_as_ties
from tournaments.pairing.swiss import PairingInput, pair, repeat
from tournaments.standings.base import Event, EventEntrant, Fixture, Kind, Result, Scoring
from tournaments.standings.trf.sheet import Boost

THIRDS = Scoring(((Fraction(1), Fraction(0)),), tie=Fraction(1, 3))


DOUBLED = Scoring(((Fraction(2), Fraction(0)),))


def check(event, drafts):
    met: set[frozenset[int]] = set()
    byes: Counter[int] = Counter()
    halves: Counter[int] = Counter()
    for draft in drafts:
        assert sorted(
            [who for p in draft.pairings for who in p.seats] + [bye.entrant for bye in draft.byes]
        ) == sorted(event.entrants)
        assert [p.board for p in draft.pairings] == list(range(1, len(draft.pairings) + 1))
        for pairing in draft.pairings:
            assert frozenset(pairing.seats) not in met
        met |= {
            frozenset(result.seats)
            for result in event.results
            if result.round == draft.round and result.counts.met
        }
        byes.update(bye.entrant for bye in draft.byes if bye.kind is Kind.PAIRED_BYE)
        halves.update(bye.entrant for bye in draft.byes if bye.kind is Kind.HALF_BYE)
        assert repeat(draft) == draft
    assert max([*byes.values(), *halves.values(), 0]) <= 1
    for player in players_of(event):
        ahead = 2 * player.colours.count("w") - len(player.colours)
        assert abs(ahead) <= 3
        assert "wwww" not in player.colours
        assert "bbbb" not in player.colours


@pytest.mark.parametrize("seed", sampled(range(12), [1, 2]))
def test_with_usual_points_fides_engine_pairs_and_the_rules_hold(seed):
    event, drafts = play(seed, Scoring())
    check(event, drafts)
    assert drafts[0].engine == "gacrux"
    assert drafts[0].version == "1.11.65"
    assert {draft.note for draft in drafts} <= {"", "no_legal_pairing"}


@pytest.mark.parametrize("seed", sampled(range(6), [1]))
def test_with_three_points_for_a_win_fides_engine_pairs_by_those_points(seed):
    event, drafts = play(seed, FOOTBALL)
    check(event, drafts)
    assert drafts[0].engine == "gacrux"
    assert "\r\n162  W 3.0    D 1.0    L 0.0" in drafts[0].record
    assert {draft.note for draft in drafts} <= {"", "no_legal_pairing"}


@pytest.mark.parametrize("seed", sampled(range(12), [1, 2]))
def test_with_points_that_are_no_tenths_our_matching_pairs_and_the_rules_hold(seed):
    event, drafts = play(seed, THIRDS)
    check(event, drafts)
    assert {(draft.engine, draft.note) for draft in drafts} == {("matching", "points_need_tenths")}


@pytest.mark.parametrize("seed", sampled(range(6), [1]))
def test_those_kept_apart_never_meet_and_fides_engine_pairs(seed):
    family = (1, 2, 3)
    event, drafts = play(seed, Scoring(), (family,))
    check(event, drafts)
    assert drafts[0].engine == "gacrux"
    assert {draft.note for draft in drafts} <= {"", "no_legal_pairing"}
    assert not any(set(p.seats) <= set(family) for draft in drafts for p in draft.pairings)


def test_the_engine_knows_who_is_kept_apart():
    free = pair(PairingInput(fresh(8), 1, "w"))
    apart = pair(PairingInput(fresh(8), 1, "w", forbidden=((100, 104),)))
    assert {100, 104} in [set(p.seats) for p in free.pairings]
    assert {100, 104} not in [set(p.seats) for p in apart.pairings]
    assert (apart.engine, apart.note) == ("gacrux", "")
    assert "\r\n260   1   1    1    5\r\n" in apart.record


def test_virtual_points_part_the_field_in_both_engines():
    upper = (Boost(Fraction(1), 1, 2, (100, 101, 102, 103)),)
    for scoring in (Scoring(), THIRDS):
        draft = pair(PairingInput(fresh(8, scoring=scoring), 1, "w", boosts=upper))
        first = [set(p.seats) for p in draft.pairings[:2]]
        assert first == [{100, 102}, {101, 103}]


def test_without_a_number_of_rounds_nobody_meets_twice_and_no_round_is_the_last():
    event, drafts = play(5, Scoring())
    so_far = tuple(each for each in event.results if each.round < 3)
    unknown = replace(event, results=so_far, rounds=2, scheduled=0)
    absent = tuple(bye for bye in drafts[2].byes if bye.kind is not Kind.PAIRED_BYE)
    draft = pair(PairingInput(unknown, 3, "w", absent))
    assert (draft.engine, draft.note) == ("gacrux", "")
    assert {frozenset(p.seats) for p in draft.pairings} == {
        frozenset(p.seats) for p in drafts[2].pairings
    }


def test_a_second_half_point_bye_of_another_programs_event_is_taken_as_it_is():
    had = tuple(Result(number, (100,), kind=Kind.HALF_BYE) for number in (1, 2))
    event = replace(fresh(5), results=had, rounds=2)
    absent = (Bye(100, Kind.HALF_BYE), Bye(101, Kind.FULL_BYE))
    draft = pair(PairingInput(event, 3, "w", absent, foreign=True))
    assert draft.byes[-2:] == absent
    with pytest.raises(PairingError):
        pair(PairingInput(event, 3, "w", absent[:1]))


def test_points_counted_double_are_paired_like_those_counted_once():
    once, drafts = play(3, Scoring(paired_bye=Fraction(1, 2)))
    half = Scoring(((Fraction(2), Fraction(0)),), paired_bye=Fraction(1))
    twice, doubled = play(3, half)
    assert [d.pairings for d in drafts] == [d.pairings for d in doubled]
    assert [d.record for d in drafts] == [d.record for d in doubled]
    assert once.results == twice.results


def test_the_first_round_meets_upper_half_against_lower_half_in_both_engines():
    event = fresh(9)
    draft = pair(PairingInput(event, 1, "w"))
    boards = [(100, 104), (105, 101), (102, 106), (107, 103)]
    assert [p.seats for p in draft.pairings] == boards
    assert draft.byes == (Bye(108, Kind.PAIRED_BYE),)
    ours = pair(PairingInput(replace(event, scoring=THIRDS), 1, "w"))
    assert [p.seats for p in ours.pairings] == boards
    assert ours.byes == draft.byes


def test_the_initial_colour_is_the_callers_and_nobodys_lot():
    for scoring in (Scoring(), FOOTBALL):
        event = fresh(6, scoring=scoring)
        black = pair(PairingInput(event, 1, "b"))
        assert [p.seats for p in black.pairings] == [(103, 100), (101, 104), (105, 102)]
        assert black == pair(PairingInput(event, 1, "b"))


def test_the_draft_keeps_the_exact_input():
    draft = pair(PairingInput(fresh(5), 1, "b", (Bye(102, Kind.HALF_BYE),)))
    assert draft.record.startswith("### round 1\r\n### entrants 100 101 102 103 104\r\n")
    assert "\r\n152 B\r\n" in draft.record
    assert "2000" in draft.record
    told = json.loads(pair(PairingInput(fresh(5, scoring=THIRDS), 1, "b")).record)
    assert (told["round"], told["initial"], len(told["players"])) == (1, "b", 5)


def test_when_colours_leave_fides_engine_without_a_pairing_ours_goes_on():
    drafts = exhausted(7)
    assert [draft.note for draft in drafts] == [""] * (len(drafts) - 1) + ["no_legal_pairing"]
    assert [draft.engine for draft in drafts][-2:] == ["gacrux", "matching"]


def exhausted(seed, size=6):
    """Let few play each other until nobody is left to meet."""
    chance, event, drafts = Random(seed), fresh(size, rounds=size), []
    for number in range(1, size + 1):
        try:
            drafts.append(pair(PairingInput(event, number, "w")))
        except PairingError as error:
            if error.code != "no_legal_pairing":
                raise
            break
        pairings = drafts[-1].pairings
        played = [worlds.a_result(chance, number, each.seats, 0) for each in pairings]
        event = after(event, drafts[-1], played)
    return drafts


def chess(rounds, *lines):
    """Make an event of lines like "1-3 1": seats and what the first made, or a lone absent one."""
    results = []
    for number, line in enumerate(lines, start=1):
        for word in line.split():
            if word.isdigit():
                results.append(Result(number, (int(word),), kind=Kind.ZERO_BYE))
            else:
                white, black, mark = word.replace("-", " ").replace("=", " ").split()
                places = {"1": (1, 2), "0": (2, 1)}[mark]
                results.append(Result(number, (int(white), int(black)), places))
    entrants = sorted({who for result in results for who in result.seats})
    entered = tuple(EventEntrant(who, 2800 - who) for who in entrants)
    return Event(entered, tuple(results), rounds=len(lines), scheduled=rounds)


@pytest.mark.parametrize(
    ("event", "absent", "pairs", "bye"),
    [
        (chess(3, "1-3=1 4-2=0 5"), (), [(2, 1), (3, 5)], 4),
        (chess(3, "1-4=1 5-2=0 3-6=1", "2-1=0 4-3=0 6-5=0"), (4,), [(1, 5), (3, 2)], 6),
    ],
)
def test_byes_of_the_rules_of_2026_are_those_of_the_reference_program(event, absent, pairs, bye):
    byes = tuple(Bye(who, Kind.ZERO_BYE) for who in absent)
    draft = pair(PairingInput(event, event.rounds + 1, "w", byes))
    assert [pairing.seats for pairing in draft.pairings] == pairs
    assert draft.byes[0] == Bye(bye, Kind.PAIRED_BYE)


def test_running_fixtures_count_as_ties_for_pairing_only():
    event = fresh(4)
    draft = pair(PairingInput(event, 1, "w"))
    first, still = draft.pairings
    done = after(event, draft, [Result(1, first.seats, (1, 2))])
    waiting = with_running_as_ties(done, [Fixture(1, still.seats)])
    scores = {player.entrant: player.score for player in players_of(waiting)}
    assert scores == {100: 1, 102: 0, 101: Fraction(1, 2), 103: Fraction(1, 2)}
    second = pair(PairingInput(waiting, 2, "w"))
    assert second.note == ""
    assert {frozenset(p.seats) for p in second.pairings} == {
        frozenset((100, 101)),
        frozenset((102, 103)),
    }


def test_running_fixtures_of_several_rounds_stand_each_in_its_own_round():
    event = fresh(8)
    running: list[Any] = []
    for number in range(1, 5):
        draft = pair(PairingInput(with_running_as_ties(event, running, number - 1), number, "w"))
        assert (draft.engine, draft.note) == ("gacrux", "")
        late, *others = draft.pairings
        running.append(Fixture(number, late.seats))
        event = after(event, draft, [Result(number, each.seats, (1, 2)) for each in others])
    waiting = with_running_as_ties(event, running)
    ties = [result for result in waiting.results if result.places == (1, 1)]
    assert [(each.round, each.seats) for each in ties] == [tuple(each) for each in running]


def test_annulled_fixtures_are_no_part_of_what_is_paired_from():
    event = fresh(6)
    draft = pair(PairingInput(event, 1, "w"))
    first, second, third = draft.pairings
    annulled = [Result(1, each.seats, kind=Kind.ANNULLED) for each in (first, second, first)]
    played = [
        Result(1, (first.seats[0], second.seats[0]), (1, 2)),
        Result(1, (first.seats[1], second.seats[1]), (1, 2)),
    ]
    event = after(event, draft, [*annulled, *played])
    waiting = with_running_as_ties(event, [Fixture(1, third.seats)])
    assert {result.kind for result in waiting.results} == {Kind.PLAYED}
    again = pair(PairingInput(waiting, 2, "w"))
    assert (again.engine, again.note) == ("gacrux", "")


def test_a_late_entry_has_zero_byes_and_at_most_one_half():
    assert [r.kind for r in late_byes(7, 4, half=True)] == [
        Kind.ZERO_BYE,
        Kind.ZERO_BYE,
        Kind.HALF_BYE,
    ]
    assert late_byes(7, 1, half=True) == ()
    event = fresh(6)
    draft = pair(PairingInput(event, 1, "w"))
    event = after(event, draft, [Result(1, p.seats, (1, 2)) for p in draft.pairings])
    late = EventEntrant(200, 1500)
    event = replace(
        event,
        entered=(*event.entered, late),
        results=(*event.results, *late_byes(200, 2, half=True)),
    )
    second = pair(PairingInput(event, 2, "w"))
    assert second.note == ""
    assert 200 in {who for p in second.pairings for who in p.seats}
    with pytest.raises(PairingError) as caught:
        pair(PairingInput(event, 2, "w", (Bye(200, Kind.HALF_BYE),)))
    assert caught.value.code == "second_half_bye"


def test_points_without_playing_stand_in_the_way_of_a_bye():
    results = (
        Result(1, (1, 2), (1, None), Kind.FORFEIT),
        Result(1, (3,), kind=Kind.FULL_BYE),
        Result(1, (4,), kind=Kind.HALF_BYE),
        Result(1, (5, 6), (1, 2)),
    )
    event = Event(tuple(EventEntrant(who) for who in range(1, 7)), results)
    players = {player.entrant: player for player in players_of(event)}
    assert {who for who, player in players.items() if player.had_bye} == {1, 3}
    assert {who for who, player in players.items() if player.met} == {5, 6}
    assert {who: player.floats for who, player in players.items() if player.floats != "-"} == {
        1: "d",
        3: "d",
        4: "d",
    }
