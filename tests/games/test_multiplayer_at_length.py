"""Whole matches of three and four: played by bots, with a silent seat, with everybody silent."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from itertools import product
from typing import Any

import pytest

from games import clocks
from games.families import strategies
from games.models import Match, RatingEntry, Seat
from games.rules import registry
from games.services.audit import replay_match
from games.services.bots.caretakers import play_caretaker_turns
from games.services.match.loaded import load_match
from games.services.play import flags
from games.services.play.play import play_turn
from games.services.play.terms import Terms
from games.services.ratings.rating_replay import replay_ratings
from tests.games.tables_of_three import chance
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
TABLES: dict[
    str, tuple[int, dict[str, Any], str]
] = {  # ruleset: seats, options that keep it short, who plays
    "halma": (3, {}, "runner"),
    "goose": (4, {}, "random"),
    "mensch": (4, {"play_for_places": False}, "standing"),
    "mensch.team": (4, {}, "standing"),
    "tri_plan": (3, {"edge": 3}, "tri_plan_settler"),
}


SILENT = [*product(TABLES, ("lose", "skip", "caretaker", "substitute"))]
PAIRS = [  # every game and every policy
    ("goose", "lose"),
    ("mensch.team", "skip"),
    ("tri_plan", "caretaker"),
    ("halma", "substitute"),
    ("mensch", "lose"),
]


@pytest.fixture
def club(person: Any) -> list[Any]:
    """Return four players."""
    return [person(name) for name in ("Ann", "Ben", "Cleo", "Dan")]


@pytest.fixture
def begin(club: Any, noon: Any) -> Any:
    """Return a starter of matches of several under an absence policy."""
    from games.services.play.matches import start_match

    def start(ruleset: str, policy: str, seed: str = "5eed" * 16) -> Match:
        seats, options, _strategy = TABLES[ruleset]
        control = replace(clocks.PRESETS["day"], on_flag=policy)
        rated = registry.get(ruleset).pool is not None
        terms = Terms.checked(ruleset, options, control, rated=rated, seats=seats)
        return start_match(club[:seats], terms, seed=seed, now=noon, by_lot=True)

    return start


def play_next(match: Match, now: Any, rng: random.Random, silent: frozenset[int]) -> bool:
    """Play one turn of whoever is awaited and not silent; tell whether there was one."""
    table = load_match(Match.objects.get(pk=match.pk))
    strategy = strategies.get(TABLES[match.ruleset][2])
    for seat in table.seats:
        if seat.awaited and not seat.is_absent and seat.number not in silent:
            view = table.rules.seen_by(table.state, seat.number)
            move = table.rules.spell(strategy.choose(table.rules, view, seat.number, rng))
            seen = table.match.ply_count
            play_turn(match.pk, seat.number, move, seen=seen, now=now, source="api")
            return True
    return False


def play_out(match: Match, now: Any, rng: random.Random, silent: frozenset[int]) -> Any:
    """Play to the end, letting time pass where only silent seats are awaited; return when."""
    for _step in range(6000):
        match.refresh_from_db()
        if not match.is_running:
            return now
        if play_next(match, now, rng, silent):
            continue
        if play_caretaker_turns(now=now, chance=chance()) == 0:
            now += DAY
            assert flags.settle_flags(now=now) == 1
    raise AssertionError("nobody comes to an end")


def errors(match: Match) -> list[str]:
    """Refold everything and return all differences."""
    match.refresh_from_db()
    return [str(error) for error in (*replay_match(match), *replay_ratings())]


@pytest.mark.long
@pytest.mark.parametrize("matches", sampled([1, 30], 1))
def test_matches_of_three_refold_without_difference(begin, noon, matches):
    for number in range(matches):
        match = begin("halma", "skip", seed=f"{number:064x}")
        play_out(match, noon, random.Random(number), frozenset())
        assert list(replay_match(match)) == []
        assert sorted(seat.rank for seat in match.seats.all())[:2] == [1, 2]
    assert replay_ratings() == []
    assert RatingEntry.objects.count() == 3 * matches


@pytest.mark.long
@pytest.mark.parametrize(("ruleset", "policy"), sampled(SILENT, PAIRS))
def test_one_silent_seat_blocks_nobody(begin, noon, ruleset, policy):
    match = begin(ruleset, policy)
    ended = play_out(match, noon, random.Random(7), frozenset({1}))
    assert errors(match) == []
    assert match.status == "finished"
    # However long it was, the silent seat held the others up for at most three turns of its own,
    # and for the day on which its seat was on offer.
    if registry.get(ruleset).key != "goose":
        assert ended - noon <= 5 * DAY


@pytest.mark.parametrize("ruleset", sampled(TABLES, ["halma", "tri_plan"]))
def test_a_table_where_all_are_silent_ends_by_itself(begin, noon, ruleset):
    match = begin(ruleset, "skip")
    play_out(match, noon, random.Random(7), frozenset(range(4)))
    assert errors(match) == []


@pytest.mark.long
def test_all_clocks_but_those_of_the_awaited_stand_still(begin, noon):
    match = begin("mensch", "skip")
    rng = random.Random(3)
    for _turn in range(40):
        play_next(match, noon, rng, frozenset())
        rows = Seat.objects.filter(match=match, deadline_at__isnull=False)
        assert rows.count() == 1


@pytest.mark.parametrize("ruleset", sampled(["halma", "mensch"], 1))
def test_a_move_among_many_costs_at_most_fifteen_queries(
    begin, noon, ruleset, django_assert_max_num_queries
):
    match = begin(ruleset, "skip")
    rng = random.Random(3)
    for _turn in range(6):
        play_next(match, noon, rng, frozenset())
    table = load_match(Match.objects.get(pk=match.pk))
    seat = next(seat for seat in table.seats if seat.awaited)
    move = table.rules.spell(table.rules.moves(table.state, seat.number)[0])
    with django_assert_max_num_queries(15):
        play_turn(match.pk, seat.number, move, seen=table.match.ply_count, now=noon, source="page")
