"""Tables of three and four: who sits where, who is silent, who leaves, and what it all folds to."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games import clocks, lots
from games.models import Match, Ply, Rating, RatingEntry, Seat
from games.rules import multiplayer, registry
from games.rules.base import MalformedMove, resolve_options
from games.services.audit import refold_match
from games.services.bots import bots, caretakers
from games.services.errors import Refused
from games.services.play import absence, matches
from games.services.play import flags as time
from games.services.play.play import play_turn
from games.services.ratings.rating_fold import refold_ratings
from notifications.models import Message
from tests.emails import composed

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def control(policy: str = "lose") -> clocks.TimeControl:
    """Return a day a move with this absence policy."""
    return replace(clocks.PRESETS["day"], on_flag=policy)


@pytest.fixture
def three(alice: Any, bob: Any, carol: Any, start: Any) -> Any:
    """Return a starter of Halma for three under an absence policy."""

    def begin(policy: str = "skip", **given: Any) -> Any:
        return start(alice, bob, carol, ruleset="halma", control=control(policy), **given)

    return begin


def chance() -> bots.Chance:
    """Return a chance that is always the same."""
    return bots.Chance(random.Random(1), lambda: "ab" * 32)


def faults(match: Any) -> list[str]:
    """Refold everything and return all differences."""
    match.refresh_from_db()
    return [str(fault) for fault in (*refold_match(match), *refold_ratings())]


def somehow(match: Any) -> str:
    """Return some legal move of the seat that is awaited."""
    match.refresh_from_db()
    rules = registry.get(match.ruleset)
    return str(rules.spell(rules.moves(rules.load(match.state), awaited(match)[0])[0]))


def awaited(match: Any) -> list[int]:
    """Return the seats that are awaited."""
    rows = Seat.objects.filter(match=match, awaited_since__isnull=False)
    return list(rows.values_list("number", flat=True))


def test_the_seats_of_three_follow_from_one_lot_and_its_record(three, alice, bob, carol):
    match = three(by_lot=True)
    record = match.start_lot
    assert record["among"] == [alice.pk, bob.pk, carol.pk]
    order = [record["among"][at] for at in lots.permutation(match.lots_seed, 0, 3)]
    assert [seat.player_id for seat in match.seats.all()] == order == record["order"]
    assert match.lots_drawn == 1
    assert faults(match) == []


def test_every_order_of_four_is_equally_likely():
    found = [lots.permutation(f"{seed:064x}", 0, 4) for seed in range(4800)]
    counts = {order: found.count(order) for order in set(found)}
    assert len(counts) == 24
    assert all(150 < count < 250 for count in counts.values())


def test_the_weakest_is_green_and_equals_go_by_lot(alice, bob, carol, start):
    Rating.objects.create(player=alice, pool="tri_plan", value=160_000, games=30)
    match = start(alice, bob, carol, ruleset="tri_plan", control=control(), by_lot=True)
    assert match.start_lot["ratings"] == [160_000, 150_000, 150_000]
    assert match.seats.get(number=2).player == alice
    match.refresh_from_db()
    assert list(refold_match(match)) == []


def test_a_ruleset_has_the_seats_it_has(alice, bob, carol, start):
    with pytest.raises(Refused, match="bad_option"):
        start(alice, bob, carol)


def test_three_need_a_clock_that_lets_nobody_hold_them_up(alice, bob, carol, start):
    with pytest.raises(Refused, match="multiplayer_needs_clock"):
        start(alice, bob, carol, ruleset="halma", preset="untimed", rated=False)
    with pytest.raises(Refused, match="bad_time_control"):
        start(alice, bob, carol, ruleset="halma", control=control("claim"))


def test_one_may_sit_down_alone(alice, start):
    match = start(alice, ruleset="solitaire", preset="untimed", rated=False, by_lot=True)
    assert match.start_lot is None
    move = match.seats.get().match
    assert awaited(move) == [0]
    assert not Message.objects.exists()


def test_a_silent_player_is_skipped_and_out_the_third_time(three, play, noon):
    match = three("skip")
    play(match, "d1-e5,j10-i9,m4-l4", noon + HOUR)
    now = noon + 2 * HOUR
    for turn in range(3):
        now += DAY
        assert time.settle_flags(now=now) == 1
        match.refresh_from_db()
        if turn < 2:
            assert awaited(match) == [1]
            assert Seat.objects.get(match=match, number=0).skips == turn + 1
            for _each in range(2):
                play(match, somehow(match), now)
    gone = Seat.objects.get(match=match, number=0)
    assert (gone.left_by, gone.awaited) == ("timeout", False)
    assert Ply.objects.filter(match=match).last().text == "out timeout"
    assert match.is_running
    assert awaited(match) == [1]
    assert Message.objects.filter(kind="absence", player=gone.player).count() == 3
    assert faults(match) == []


def test_whoever_moves_again_starts_counting_again(three, play, noon):
    match = three("skip")
    play(match, "d1-e5,j10-i9,m4-l4", noon)
    time.settle_flags(now=noon + DAY)
    for _each in range(2):
        play(match, somehow(match), noon + DAY)
    play(match, somehow(match), noon + DAY + HOUR)
    assert Seat.objects.get(match=match, number=0).skips == 0
    assert faults(match) == []


def test_a_move_after_the_flag_is_told_that_the_match_went_on(three, play, noon):
    match = three("skip")
    play(match, "d1-e5", noon)
    with pytest.raises(Refused, match="turn_gone"):
        play_turn(match.pk, 1, "j10-i9", seen=1, now=noon + DAY, source="page")
    assert awaited(match) == [2]
    assert faults(match) == []


def test_nobody_who_has_moved_means_annulled(three, noon):
    match = three("lose")
    time.settle_flags(now=noon + DAY)
    match.refresh_from_db()
    assert (match.status, match.ending) == ("annulled", "never_moved")
    assert faults(match) == []


def test_a_caretaker_plays_until_the_player_comes_back(three, play, alice, noon):
    match = three("caretaker")
    play(match, "d1-e5,j10-i9,m4-l4", noon)
    time.settle_flags(now=noon + DAY)
    assert Seat.objects.get(match=match, number=0).cared_since == noon + DAY
    assert caretakers.play_for_absent(now=noon + DAY, chance=chance()) == 1
    match.refresh_from_db()
    assert awaited(match) == [1]
    assert Ply.objects.filter(match=match).last().source == "caretaker"
    for _each in range(2):
        play(match, somehow(match), noon + DAY)
    matches_seat = Seat.objects.get(match=match, number=0)
    assert matches_seat.deadline_at is None
    absence.come_back(match.pk, alice, now=noon + DAY + HOUR)
    back = Seat.objects.get(match=match, number=0)
    assert back.deadline_at == noon + 2 * DAY + HOUR
    play(match, somehow(match), noon + DAY + 2 * HOUR)
    with pytest.raises(Refused, match="not_absent"):
        absence.come_back(match.pk, alice, now=noon + 2 * DAY)
    assert faults(match) == []


def test_a_seat_on_offer_is_taken_by_somebody_else(three, play, person, alice, bob, carol, noon):
    dora = person("Dora")
    match = three("substitute")
    play(match, "d1-e5,j10-i9,m4-l4", noon)
    time.settle_flags(now=noon + DAY)
    assert Seat.objects.get(match=match, number=0).offered_until == noon + 2 * DAY
    with pytest.raises(Refused, match="own_match"):
        absence.take_over(match.pk, 0, bob, now=noon + DAY)
    with pytest.raises(Refused, match="seat_taken"):
        absence.take_over(match.pk, 1, dora, now=noon + DAY)
    absence.take_over(match.pk, 0, dora, now=noon + DAY + HOUR)
    seat = Seat.objects.get(match=match, number=0)
    assert (seat.player, seat.original) == (dora, alice)
    play(match, somehow(match), noon + DAY + 2 * HOUR)
    for player in (bob, carol):
        matches.resign_match(match.pk, player, now=noon + DAY + 3 * HOUR)
    match.refresh_from_db()
    assert match.ending == "last_left"
    rated = RatingEntry.objects.filter(match=match).values_list("player__name", flat=True)
    assert sorted(rated) == ["Alice", "Bob", "Carol"]
    assert faults(match) == []


def test_the_emails_of_three_tell_order_colours_and_places(three, play, alice, bob, carol, noon):
    match = three("skip")
    begun = Message.objects.get(kind="match_started", player=alice)
    assert composed(begun)["side"] == (
        "The order of seats: you (yellow), Bob (black), Carol (red)."
    )
    play(match, "d1-e5", noon)
    matches.resign_match(match.pk, carol, now=noon)
    play(match, "j10-i9", noon)
    turn = Message.objects.filter(kind="your_turn", player=alice).latest("pk")
    assert "Carol (red, resigned)" in composed(turn)["side"]
    assert composed(turn)["news"][0] == ("Carol has resigned and is out; the others play on."), (
        composed(turn)["news"]
    )
    matches.resign_match(match.pk, bob, now=noon)
    ended = Message.objects.get(kind="match_finished", player=alice)
    assert composed(ended)["result"] == "You came first out of 3."
    assert composed(ended)["standings"] == ["1. Alice", "2. Bob and Carol"]


def test_a_seat_nobody_takes_goes_to_the_caretaker(three, play, noon):
    match = three("substitute")
    play(match, "d1-e5,j10-i9,m4-l4", noon)
    time.settle_flags(now=noon + DAY)
    assert time.settle_flags(now=noon + DAY + HOUR) == 0
    time.settle_flags(now=noon + 2 * DAY)
    assert Seat.objects.get(match=match, number=0).cared_since == noon + 2 * DAY
    assert caretakers.play_for_absent(now=noon + 2 * DAY, chance=chance()) == 1
    assert faults(match) == []


def test_resigning_among_three_leaves_the_others_playing(three, play, alice, bob, carol, noon):
    match = three("skip")
    play(match, "d1-e5", noon)
    matches.resign_match(match.pk, carol, now=noon + HOUR)
    match.refresh_from_db()
    assert match.is_running
    assert awaited(match) == [1]
    with pytest.raises(Refused, match="you_left"):
        matches.resign_match(match.pk, carol, now=noon + HOUR)
    play(match, "j10-i9", noon + HOUR)
    assert awaited(match) == [0]
    matches.resign_match(match.pk, alice, now=noon + 2 * HOUR)
    match.refresh_from_db()
    assert (match.status, match.ending) == ("finished", "last_left")
    assert [seat.rank for seat in match.seats.all()] == [2, 1, 2]
    assert faults(match) == []


def test_no_tie_is_agreed_among_three(three, play, alice, noon):
    match = three()
    play(match, "d1-e5", noon)
    with pytest.raises(Refused, match="no_tie_by_agreement"):
        matches.offer_tie(match.pk, alice, now=noon)


def test_partners_win_and_lose_together(alice, bob, carol, person, start, play, noon):
    dora = person("Dora")
    match = start(alice, bob, carol, dora, ruleset="mensch.team", control=control("skip"))
    now = noon
    for _turn in range(6):
        play(match, somehow(match), now)
    matches.resign_match(match.pk, bob, now=now)
    match.refresh_from_db()
    assert match.is_running
    caretakers.play_for_absent(now=now, chance=chance())
    assert faults(match) == []
    matches.resign_match(match.pk, dora, now=now)
    match.refresh_from_db()
    assert (match.status, match.ending) == ("finished", "side_left")
    assert [seat.rank for seat in match.seats.all()] == [1, 2, 1, 2]
    changes = {each.player.name: each.delta for each in RatingEntry.objects.filter(match=match)}
    # Half of K 40 where dice decide, half of it expected; both partners alike.
    assert changes == {"Alice": 1000, "Bob": -1000, "Carol": 1000, "Dora": -1000}
    assert faults(match) == []


@pytest.mark.parametrize("key", registry.keys())
def test_no_ruleset_reads_a_leaving_as_a_move(key):
    with pytest.raises(MalformedMove):
        registry.get(key).parse(multiplayer.out_line("timeout"))


@pytest.mark.parametrize("key", ["mensch", "mensch.team", "goose", "halma", "tri_plan"])
def test_at_a_table_of_three_or_four_everybody_can_leave(key):
    rules = registry.get(key)
    seats = max(rules.seats)
    assert multiplayer.can_leave(rules, seats)
    state = rules.start(seats, resolve_options(rules, {}, seats))
    assert multiplayer.fold_line(rules, state, 0, multiplayer.out_line("resigned"))


def test_the_rules_own_resignation_opens_the_auction(alice, bob, carol, start, play, noon):
    match = start(
        alice, bob, carol, ruleset="tri_plan", options={"edge": 3}, control=control("skip")
    )
    play(match, "c3", noon)
    matches.resign_match(match.pk, alice, now=noon + HOUR)
    assert awaited(match) == [0, 1, 2]
    for seat, text in enumerate(("bid 3", "bid 5", "bid 0")):
        seen = Match.objects.get(pk=match.pk).ply_count
        play_turn(match.pk, seat, text, seen=seen, now=noon + 2 * HOUR, source="page")
    match.refresh_from_db()
    assert awaited(match) == [1]
    assert faults(match) == []
