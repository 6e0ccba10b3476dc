"""Round robins: the tables of C.05, everybody meets everybody, starts are even."""

from collections import Counter
from itertools import combinations

import pytest
from gacrux import berger as berger_of_fide
from hypothesis import given, strategies as st

from tournaments.pairing.base import PairingError
from tournaments.pairing.round_robin import berger, round_robin, snake


def in_words(rounds):
    return " | ".join(" ".join(f"{w}-{b}" for w, b in boards) for boards in rounds)


def test_six_players_meet_as_in_the_handbook():
    assert in_words(berger(6)) == (
        "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1"
    )


def test_four_players_meet_as_in_the_handbook():
    assert in_words(berger(4)) == "1-4 2-3 | 4-3 1-2 | 2-4 3-1"


@pytest.mark.parametrize("size", range(4, 32, 2))
def test_the_tables_are_those_of_the_engine_of_fide(size):
    table = berger_of_fide.bergertables(size)
    for number, boards in enumerate(berger(size), start=1):
        for board, (white, black) in enumerate(boards, start=1):
            found = berger_of_fide.bergerlookup(table, white, black)
            assert (found["round"], found["board"]) == (number, board)


def starts(drafts):
    return Counter(pairing.seats[0] for draft in drafts for pairing in draft.pairings)


@given(st.integers(2, 24))
def test_everybody_meets_everybody_once_and_starts_differ_by_one_at_most(size):
    drafts = round_robin(range(100, 100 + size))
    meetings = Counter(frozenset(p.seats) for draft in drafts for p in draft.pairings)
    assert meetings == Counter(frozenset(p) for p in combinations(range(100, 100 + size), 2))
    begun = starts(drafts)
    counts = [begun[each] for each in range(100, 100 + size)]
    assert max(counts) - min(counts) <= 1
    byes = Counter(bye.entrant for draft in drafts for bye in draft.byes)
    assert set(byes.values()) == ({1} if size % 2 else set())
    for draft in drafts:
        everyone = [who for p in draft.pairings for who in p.seats]
        everyone += [bye.entrant for bye in draft.byes]
        assert sorted(everyone) == list(range(100, 100 + size))


@given(st.integers(2, 20))
def test_twice_around_everybody_starts_once_against_everybody(size):
    drafts = round_robin(range(size), double=True)
    ordered = Counter(p.seats for draft in drafts for p in draft.pairings)
    assert len(ordered) == size * (size - 1)
    assert set(ordered.values()) == {1}
    assert [draft.round for draft in drafts] == list(range(1, len(drafts) + 1))


@given(st.integers(3, 20))
def test_twice_around_nobody_starts_or_follows_three_times_running(size):
    history = dict.fromkeys(range(size), "")
    for draft in round_robin(range(size), double=True):
        for pairing in draft.pairings:
            for seat, who in enumerate(pairing.seats):
                history[who] += "wb"[seat]
    assert not any("www" in line or "bbb" in line for line in history.values())


def test_the_last_two_rounds_of_the_first_cycle_change_places():
    once = [draft.pairings for draft in round_robin(range(6))]
    twice = [draft.pairings for draft in round_robin(range(6), double=True)]
    assert twice[:3] == once[:3]
    assert twice[3:5] == [once[4], once[3]]
    back = [[p.seats[::-1] for p in pairings] for pairings in once]
    assert [[p.seats for p in pairings] for pairings in twice[5:]] == back


def test_groups_by_snake_are_of_even_strength():
    assert snake(range(1, 11), 3) == ((1, 6, 7), (2, 5, 8), (3, 4, 9, 10))


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: berger(5), "size_must_be_even"),
        (lambda: round_robin([1]), "too_few"),
        (lambda: round_robin([1, 1]), "entered_twice"),
        (lambda: snake([1, 2], 3), "wrong_groups"),
    ],
)
def test_what_cannot_be_paired_is_refused_by_name(call, code):
    with pytest.raises(PairingError) as caught:
        call()
    assert caught.value.code == code
