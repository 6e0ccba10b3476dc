"""Double elimination: who loses twice is out; both trees, byes, the final, lots, files, pages."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.markup import text_of
from tests.sampling import at_length, sampled
from tests.tournaments.test_rehearsal_checks import found, played
from tournaments.models import Division, Entrant, Fixture, FixtureSeat
from tournaments.pairing.base import PairingError
from tournaments.pairing.double_elimination import (
    Origin,
    PublishedBoard,
    TreePart,
    build_outline,
    build_tree,
    levels_in,
    lost_rounds,
    max_rounds,
    places,
)
from tournaments.services.files import lot_records
from tournaments.services.tables import double_trees


def play(size, better):
    """Play to the end; ``better`` chooses the winner of two. Return the rounds and the facts."""
    seeds: list[int] = list(range(1, size + 1))
    facts: dict[tuple[int, int], PublishedBoard] = {}
    while True:
        made = build_tree(seeds, facts)
        due = [bout for bout in made[-1] if bout.here and (bout.round, bout.board) not in facts]
        if not due:
            return made, facts
        for bout in due:
            winner = better(*bout.here) if len(bout.here) > 1 else None
            facts[bout.round, bout.board] = PublishedBoard(bout.here, winner)


def first_rematch(made):
    """Return the first level of the losers at which two meet again."""
    met = set()
    for bout in (each for bouts in made for each in bouts if len(each.here) > 1):
        pair = frozenset(bout.here)
        if pair in met and bout.part is TreePart.LOSERS:
            return bout.level
        met.add(pair)
    return None


@pytest.mark.parametrize("size", [2, 3, 5, 8, 11, 16, 21])
def test_the_whole_tree_says_beforehand_where_everybody_will_come_from(size):
    chance = random.Random(size)
    made, facts = play(size, lambda one, two: chance.choice((one, two)))
    seeds = list(range(1, size + 1))
    who: dict[tuple[int, int, bool], int | None] = {}
    for (number, board), fact in facts.items():
        loser = next((each for each in fact.seats if each != fact.winner), None)
        who |= {(number, board, True): fact.winner, (number, board, False): loser}
    for known in range(len(made) + 1):
        so_far = {at: fact for at, fact in facts.items() if at[0] <= known}
        whole = build_outline(seeds, so_far)
        assert sum(len(place.sides) == 2 for place in whole) in {2 * size - 1, 2 * size - 2}
        once = [place for place in whole if len(place.sides) == 2]
        once = [place for place in once if place.bout.part is not TreePart.AGAIN]
        origins = [side for place in once for side in place.sides if isinstance(side, Origin)]
        assert len(set(origins)) == len(origins)
        for place in whole:
            at = (place.bout.round, place.bout.board)
            if at in facts:
                sides = {who[side] if isinstance(side, Origin) else side for side in place.sides}
                assert sides == set(facts[at].seats)
    assert not any(isinstance(side, Origin) for place in whole for side in place.sides)
    assert build_outline([1], {}) == ()


@pytest.mark.parametrize("size", [*range(2, 20), 31, 32, 33])
@pytest.mark.parametrize("seed", range(3))
def test_all_but_one_lose_twice_and_nobody_waits_who_has_lost(size, seed):
    chance = random.Random(seed)
    made, facts = play(size, lambda one, two: chance.choice((one, two)))
    lost = lost_rounds(made, facts)
    count = Counter({who: len(lost.get(who, ())) for who in range(1, size + 1)})
    assert sorted(count.values()) in ([0] + [2] * (size - 1), [1] + [2] * (size - 1))
    assert len(made) == max_rounds(size) - (min(count.values()) == 0)
    so_far = Counter[int]()
    for number, bouts in enumerate(made, 1):
        here = [who for bout in bouts for who in bout.here]
        assert len(set(here)) == len(here)
        assert {who for who in so_far if so_far[who] == 1} <= set(here)
        assert not {who for who in here if so_far[who] > 1}
        for bout in bouts:
            wanted = {
                TreePart.WINNERS: {0},
                TreePart.LOSERS: {1},
                TreePart.FINAL: {0, 1},
                TreePart.AGAIN: {1},
            }
            assert {so_far[who] for who in bout.here} <= wanted[bout.part]
        so_far.update(who for who in lost if number in lost[who])
    order = dict(places(range(1, size + 1), made, facts))
    assert sorted(order.values())[:2] == [1, 2]
    assert order[min(count, key=lambda who: count[who])] == 1
    for one, two in combinations(order, 2):
        if order[one] < order[two] and order[one] > 1:
            assert lost[one][1] > lost[two][1]


@pytest.mark.parametrize(("size", "level"), sampled([(8, 3), (16, 4), (32, 5), (64, 7)], 2))
def test_those_who_have_met_are_kept_apart_as_long_as_possible(size, level):
    chance = random.Random(size)
    for _again in range(40):
        made, _facts = play(size, lambda one, two: chance.choice((one, two)))
        assert (first_rematch(made) or level) >= level


def test_eight_of_whom_the_better_seed_always_wins():
    made, facts = play(8, min)
    assert [[(bout.part, bout.here) for bout in bouts] for bouts in made] == [
        [(TreePart.WINNERS, two) for two in ((1, 8), (4, 5), (2, 7), (3, 6))],
        [
            (TreePart.WINNERS, (1, 4)),
            (TreePart.WINNERS, (2, 3)),
            (TreePart.LOSERS, (5, 8)),
            (TreePart.LOSERS, (6, 7)),
        ],
        [(TreePart.LOSERS, (3, 5)), (TreePart.LOSERS, (4, 6))],
        [(TreePart.WINNERS, (1, 2)), (TreePart.LOSERS, (3, 4))],
        [(TreePart.LOSERS, (2, 3))],
        [(TreePart.FINAL, (1, 2))],
    ]
    order = dict(places(range(1, 9), made, facts))
    assert [order[who] for who in range(1, 9)] == [1, 2, 3, 4, 5, 5, 7, 7]


def test_whoever_comes_from_the_losers_must_win_the_final_twice_and_starts_the_second():
    upset = {frozenset((1, 2)): iter((1, 2, 1))}

    def better(one, two):
        return next(upset[frozenset((one, two))]) if {one, two} == {1, 2} else min(one, two)

    made, facts = play(4, better)
    assert [bout.here for bout in made[-2] + made[-1]] == [(1, 2), (2, 1)]
    assert dict(places(range(1, 5), made, facts))[2] == 2


def test_a_published_board_counts_even_if_an_earlier_result_is_changed():
    seeds = [1, 2, 3, 4]
    facts = {(1, 1): PublishedBoard((1, 4), 1), (1, 2): PublishedBoard((2, 3), 2)}
    facts |= {(2, 1): PublishedBoard((1, 2), 1), (2, 2): PublishedBoard((3, 4), 3)}
    facts[1, 2] = PublishedBoard((2, 3), 3)
    made = build_tree(seeds, facts)
    assert [bout.here for bout in made[1]] == [(1, 2), (3, 4)]
    assert [bout.here for bout in made[2]] == [(2, 3)]


def test_what_is_undecided_waits_and_what_is_impossible_is_refused():
    assert (
        len(build_tree([1, 2, 3], {(1, 1): PublishedBoard((1,)), (1, 2): PublishedBoard((2, 3))}))
        == 1
    )
    with pytest.raises(PairingError, match="entered_twice"):
        build_tree([1, 1], {})
    with pytest.raises(PairingError, match="too_few"):
        build_tree([1], {})
    assert [levels_in(number, 3) for number in range(1, 7)] == [
        (1, 0), (2, 1), (0, 2), (3, 3), (0, 4), (4, 0),
    ]  # fmt: skip


@pytest.mark.django_db
def test_a_season_runs_through_both_trees_and_shows_them(hold, people, run, noon, client_for):
    size = 6 if at_length() else 4
    cup = hold(people(size), format="double_elim", through="lots", round_days=20)
    run(cup, noon)
    division = Division.objects.get()
    rounds = division.rounds.count()
    assert rounds in (size, size + 1)
    order = dict(double_trees.places(cup, division))
    assert sorted(order.values())[:4] == [1, 2, 3, 4]
    kept = Entrant.objects.values_list("pk", "final_place")
    assert dict(kept) == order
    client = client_for(None)
    page = text_of(client.get(cup.get_absolute_url()))
    for words in ("Winners’ bracket", "Losers’ bracket", "Final", "Round 2"):
        assert words in page
    told = client.get(f"/tournaments/{cup.pk}/tournament.json").json()
    parts = [
        fixture["part"] for each in told["divisions"][0]["rounds"] for fixture in each["fixtures"]
    ]
    assert parts[: size - 2] == ["winners"] * (size - 2)
    assert parts[-1] == ("final" if rounds == size else "again")
    assert "losers" in parts
    answer = client.get(f"/tournaments/{cup.pk}/tournament.trf")
    assert answer.status_code == 422
    assert "Report files cannot contain two brackets" in text_of(answer)
    assert all(each.agrees for each in lot_records.get_draw_records(cup))
    assert client.get(f"/tournaments/{cup.pk}/lots.txt").status_code == 200


@pytest.mark.django_db
def test_while_it_runs_whoever_cannot_fall_back_any_more_has_that_place(
    hold, people, noon, client_for
):
    from tests.tournaments.test_half_rule import advance

    cup = hold(people(4), format="double_elim")
    advance(noon.replace(day=4))
    assert Fixture.objects.count() == 2
    page = text_of(client_for(None).get(cup.get_absolute_url()))
    assert "Winners’ bracket" in page
    assert "Losers’ bracket" in page
    for words in (
        "winner of round 1, board 2",
        "loser of round 1, board 1",
        "loser of round 2, board 1",
        "Final, second match if needed",
        "If a knock-out match is drawn",
    ):
        assert words in page
    assert {place for _who, place in double_trees.places(cup, Division.objects.get())} == {1}


@pytest.mark.long
@pytest.mark.django_db
def test_a_rehearsal_counts_defeats_a_second_time(noon):
    tournament = played("double_elim", 7, noon, {2: 1})
    assert found(tournament) == []
    lots = lot_records.get_draw_records(tournament)
    assert all(each.agrees for each in lots)
    last = Fixture.objects.order_by("-round__number").first()
    others = Fixture.objects.filter(round__number=2, seats__isnull=False).exclude(match=None)
    one, two = last.seats.first(), others.first().seats.first()
    FixtureSeat.objects.filter(pk=one.pk).update(
        entrant=Entrant.objects.exclude(fixture_seats__fixture=last).first()
    )
    assert any("is missing in round" in each for each in found(tournament))
    assert two is not None
