"""Two or more at the same moment: what may happen once happens once (real threads, row locks)."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from games import queries
from games.models import ClockCharge, Match, Ply, RatingEntry, Seat
from games.services.audit import replay_matches
from games.services.errors import Refused
from games.services.play import flags
from games.services.play.matches import resign_match
from games.services.play.play import PlayedTurn, play_turn
from games.services.ratings.rating_replay import replay_ratings
from notifications.models import Message
from tests.sampling import at_length, sampled
from tests.threads import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
ROUNDS, THREADS = 20, 8


def nothing_disagrees() -> None:
    """Refold everything."""
    assert list(replay_matches(Match.objects.all())) == []
    assert replay_ratings() == []


def legal(match: Match, seat: Seat) -> list[str]:
    """Return the moves of the awaited seat as text."""
    position = queries.position_for(seat.player, match.pk)
    assert position is not None
    rules = position.rules
    return [rules.spell(move) for move in rules.moves(position.state, seat.number)]


@pytest.mark.parametrize("rounds", sampled([4, ROUNDS], 1))
def test_of_two_submissions_of_one_ply_exactly_one_lands(
    alice: Any, bob: Any, start: Any, client_for: Any, rounds: int
) -> None:
    clients = {each: (client_for(each), client_for(each)) for each in (alice, bob)}
    match, wins = start(alice, bob, now=timezone.now()), Counter[int]()
    for _round in range(rounds):
        match.refresh_from_db()
        if not match.is_running:
            match = start(alice, bob, now=timezone.now())
        seat = Seat.objects.select_related("player").get(match=match, awaited_since__isnull=False)
        seen, moves = match.ply_count, legal(match, seat)
        chosen = (moves[0], moves[-1])
        answers = at_once(
            [
                partial(
                    client.post, f"/matches/{match.pk}/move/", {"move": text, "seen": str(seen)}
                )
                for client, text in zip(clients[seat.player], chosen, strict=True)
            ]
        )
        codes = [answer.status_code for answer in answers]
        assert sorted(codes) == [303, 409], codes
        winner = codes.index(303)
        wins[winner] += 1
        (line,) = Ply.objects.filter(match=match, number__gt=seen)
        assert (line.number, line.seat, line.text) == (seen + 1, seat.number, chosen[winner])
        assert ClockCharge.objects.filter(match=match, turn=line.turn).count() == 1
        told = Message.objects.filter(key__startswith=f"your_turn:{match.pk}:{line.turn + 1}:")
        assert told.count() == int(Match.objects.get(pk=match.pk).is_running)
    print(f"who was quicker: {dict(wins)}")
    nothing_disagrees()


def test_of_eight_threads_with_one_ply_seven_hear_that_it_is_stale(
    alice: Any, bob: Any, start: Any, noon: Any
) -> None:
    match = start(alice, bob)
    moves = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3")
    verbs = [
        partial(play_turn, match.pk, alice, text, seen=0, now=noon, source=("page", "link")[n % 2])
        for n, text in enumerate(moves)
    ]
    answers = at_once(verbs)
    assert len(verbs) == THREADS
    assert sum(isinstance(answer, PlayedTurn) for answer in answers) == 1
    refusals = [answer.code for answer in answers if isinstance(answer, Refused)]
    assert refusals == ["stale"] * (THREADS - 1)
    assert Ply.objects.count() == ClockCharge.objects.count() == 1
    nothing_disagrees()


def test_workers_that_settle_the_same_flags_settle_each_once(
    alice: Any, bob: Any, carol: Any, start: Any, play: Any, noon: Any
) -> None:
    games = [start(*pair) for pair in ((alice, bob), (bob, carol), (carol, alice))]
    for match in games:
        play(match, "b2,a1", noon)
    late = noon + timedelta(days=4)
    settled = at_once([partial(flags.settle_flags, now=late)] * 4)
    assert sum(settled) == len(games), settled
    assert set(Match.objects.values_list("status", "ending")) == {("finished", "timeout")}
    assert RatingEntry.objects.count() == 2 * len(games)
    assert Message.objects.filter(kind="match_finished").count() == 2 * len(games)
    nothing_disagrees()


@pytest.mark.long
def test_of_one_absence_only_one_timeout_is_rated_whoever_settles(
    alice: Any, person: Any, start: Any, play: Any, noon: Any
) -> None:
    games = [start(alice, person(f"Rival{number}")) for number in range(6)]
    for match in games:
        play(match, "b2,a1", noon)
    late = noon + timedelta(days=4)
    at_once([partial(flags.settle_match, match.pk, now=late) for match in games])
    assert set(Match.objects.values_list("status", "ending")) == {("finished", "timeout")}
    assert RatingEntry.objects.filter(player=alice).count() == 1
    nothing_disagrees()


def test_of_one_absence_only_one_timeout_is_rated_in_whatever_pool(
    alice: Any, person: Any, start: Any, play: Any, noon: Any
) -> None:
    late = noon + timedelta(days=4)
    games = []
    for number in range(8 if at_length() else 6):
        ruleset, opening = [("traffic_lights.4x3", "b2,a1"), ("mill", "a1,a7")][number % 2]
        games.append(start(alice, person(f"Rival{number}"), ruleset=ruleset))
        play(games[-1], opening, noon)
    assert len(set(Match.objects.values_list("pool", flat=True))) == 2
    at_once([partial(flags.settle_match, match.pk, now=late) for match in games])
    assert set(Match.objects.values_list("status", "ending")) == {("finished", "timeout")}
    assert RatingEntry.objects.filter(player=alice).count() == 1
    nothing_disagrees()


def test_leave_booked_while_flags_of_the_same_player_are_settled_locks_nobody_out(
    alice: Any, person: Any, start: Any, play: Any, noon: Any, caplog: Any
) -> None:
    late = noon + timedelta(days=4)
    for number in range(6 if at_length() else 4):
        match = start(alice, person(f"Rival{number}"), preset="three_days")
        play(match, "b2,a1", noon)
    ids = list(Match.objects.order_by("-pk").values_list("pk", flat=True))
    day = late.date() + timedelta(days=3)
    book = partial(flags.book_leave, alice, day, day + timedelta(days=3), now=late)
    answers = at_once([book, *(partial(flags.settle_match, pk, now=late) for pk in ids)])
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    assert "stepped aside" not in caplog.text
    assert set(Match.objects.values_list("status", "ending")) == {("finished", "timeout")}
    assert RatingEntry.objects.filter(player=alice).count() == 1


@pytest.mark.parametrize("rounds", sampled([2, 6], 1))
def test_a_move_and_the_flag_at_the_same_moment_leave_one_truth(
    alice: Any, bob: Any, start: Any, play: Any, noon: Any, rounds: int
) -> None:
    for _round in range(rounds):
        match = start(alice, bob, rated=False)
        play(match, "b2,a1", noon)
        last = noon + timedelta(days=3) - timedelta(milliseconds=1)
        move = partial(play_turn, match.pk, alice, "c3", seen=2, now=last, source="page")
        flag = partial(flags.settle_flags, now=last + timedelta(milliseconds=1))
        played, _settled = at_once([move, flag])
        match.refresh_from_db()
        if isinstance(played, PlayedTurn):
            assert (match.status, match.ply_count) == ("running", 3)
        else:
            assert played.code == "match_over"
            assert (match.ending, match.ply_count) == ("timeout", 2)
        flags.settle_flags(now=noon + timedelta(days=30))
    nothing_disagrees()


@pytest.mark.parametrize("rounds", sampled([1, 5], 1))
def test_a_double_click_on_resign_resigns_once(
    alice: Any, bob: Any, start: Any, play: Any, client_for: Any, rounds: int
) -> None:
    clients = (client_for(alice), client_for(alice))
    for _round in range(rounds):
        now = timezone.now()
        match = start(alice, bob, now=now)
        play(match, "b2,a1", now)
        clicks = [partial(client.post, f"/matches/{match.pk}/resign/") for client in clients]
        codes = sorted(answer.status_code for answer in at_once(clicks))
        assert codes[0] == 303
        assert codes[1] in (303, 409), codes
        match.refresh_from_db()
        assert (match.status, match.ending) == ("finished", "resigned")
        assert RatingEntry.objects.filter(match=match).count() == 2
        assert Message.objects.filter(key__startswith=f"match_finished:{match.pk}:").count() == 2
    nothing_disagrees()


@pytest.mark.parametrize("rounds", sampled([2, 5], 1))
def test_both_resign_at_the_same_moment_and_one_of_them_wins(
    alice: Any, bob: Any, start: Any, play: Any, noon: Any, rounds: int
) -> None:
    for _round in range(rounds):
        match = start(alice, bob)
        play(match, "b2,a1", noon)
        answers = at_once(
            [partial(resign_match, match.pk, each, now=noon) for each in (alice, bob)]
        )
        refusals = [answer.code for answer in answers if isinstance(answer, Refused)]
        assert refusals == ["match_over"]
        assert {seat.rank for seat in Seat.objects.filter(match=match)} == {1, 2}
    nothing_disagrees()
