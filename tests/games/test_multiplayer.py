"""Tables of three and four: who sits where, who is silent, who leaves, and what it all folds to."""

from __future__ import annotations

import pytest

from games import lots
from games.models import Ply, Rating, RatingEntry, Seat
from games.services.audit import replay_match
from games.services.bots import caretakers
from games.services.errors import Refused
from games.services.play import absence, flags, matches
from games.services.play.play import play_turn
from notifications.models import Message
from tests.emails import composed
from tests.games.tables_of_three import DAY, HOUR, awaited, chance, control, errors, somehow

pytestmark = pytest.mark.django_db


def test_the_seats_of_three_follow_from_one_lot_and_its_record(three, alice, bob, carol):
    match = three(by_lot=True)
    record = match.start_lot
    assert record["among"] == [alice.pk, bob.pk, carol.pk]
    order = [record["among"][at] for at in lots.draw_permutation(match.lots_seed, 0, 3)]
    assert [seat.player_id for seat in match.seats.all()] == order == record["order"]
    assert match.lots_drawn == 1
    assert errors(match) == []


def test_every_order_of_four_is_equally_likely():
    found = [lots.draw_permutation(f"{seed:064x}", 0, 4) for seed in range(4800)]
    counts = {order: found.count(order) for order in set(found)}
    assert len(counts) == 24
    assert all(150 < count < 250 for count in counts.values())


def test_the_weakest_is_green_and_equals_go_by_lot(alice, bob, carol, start):
    Rating.objects.create(player=alice, pool="tri_plan", value=160_000, games=30)
    match = start(alice, bob, carol, ruleset="tri_plan", control=control(), by_lot=True)
    assert match.start_lot["ratings"] == [160_000, 150_000, 150_000]
    assert match.seats.get(number=2).player == alice
    match.refresh_from_db()
    assert list(replay_match(match)) == []


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
        assert flags.settle_flags(now=now) == 1
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
    assert errors(match) == []


def test_whoever_moves_again_starts_counting_again(three, play, noon):
    match = three("skip")
    play(match, "d1-e5,j10-i9,m4-l4", noon)
    flags.settle_flags(now=noon + DAY)
    for _each in range(2):
        play(match, somehow(match), noon + DAY)
    play(match, somehow(match), noon + DAY + HOUR)
    assert Seat.objects.get(match=match, number=0).skips == 0
    assert errors(match) == []


def test_a_move_after_the_flag_is_told_that_the_match_went_on(three, play, noon):
    match = three("skip")
    play(match, "d1-e5", noon)
    with pytest.raises(Refused, match="turn_gone"):
        play_turn(match.pk, 1, "j10-i9", seen=1, now=noon + DAY, source="page")
    assert awaited(match) == [2]
    assert errors(match) == []


def test_nobody_who_has_moved_means_annulled(three, noon):
    match = three("lose")
    flags.settle_flags(now=noon + DAY)
    match.refresh_from_db()
    assert (match.status, match.ending) == ("annulled", "never_moved")
    assert errors(match) == []


def test_a_caretaker_plays_until_the_player_comes_back(three, play, alice, noon):
    match = three("caretaker")
    play(match, "d1-e5,j10-i9,m4-l4", noon)
    flags.settle_flags(now=noon + DAY)
    assert Seat.objects.get(match=match, number=0).cared_since == noon + DAY
    assert caretakers.play_caretaker_turns(now=noon + DAY, chance=chance()) == 1
    match.refresh_from_db()
    assert awaited(match) == [1]
    assert Ply.objects.filter(match=match).last().source == "caretaker"
    for _each in range(2):
        play(match, somehow(match), noon + DAY)
    matches_seat = Seat.objects.get(match=match, number=0)
    assert matches_seat.deadline_at is None
    absence.reclaim_seat(match.pk, alice, now=noon + DAY + HOUR)
    back = Seat.objects.get(match=match, number=0)
    assert back.deadline_at == noon + 2 * DAY + HOUR
    play(match, somehow(match), noon + DAY + 2 * HOUR)
    with pytest.raises(Refused, match="not_absent"):
        absence.reclaim_seat(match.pk, alice, now=noon + 2 * DAY)
    assert errors(match) == []


def test_a_seat_on_offer_is_taken_by_somebody_else(three, play, person, alice, bob, carol, noon):
    dora = person("Dora")
    match = three("substitute")
    play(match, "d1-e5,j10-i9,m4-l4", noon)
    flags.settle_flags(now=noon + DAY)
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
    assert errors(match) == []


def test_the_emails_of_three_tell_order_colours_and_places(three, play, alice, bob, carol, noon):
    match = three("skip")
    begun = Message.objects.get(kind="match_started", player=alice)
    assert composed(begun)["side"] == ("Order of seats: you (yellow), Bob (black), Carol (red).")
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
    flags.settle_flags(now=noon + DAY)
    assert flags.settle_flags(now=noon + DAY + HOUR) == 0
    flags.settle_flags(now=noon + 2 * DAY)
    assert Seat.objects.get(match=match, number=0).cared_since == noon + 2 * DAY
    assert caretakers.play_caretaker_turns(now=noon + 2 * DAY, chance=chance()) == 1
    assert errors(match) == []
