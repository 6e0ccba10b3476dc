"""Worked examples of every kind of clock, each known in advance."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.clocks import (
    PRESETS,
    Budget,
    ClockPauses,
    TimeControl,
    compute_charge,
    deadline,
    initial_budget,
    remaining_time,
)

DAY, HOUR, ZERO = timedelta(days=1), timedelta(hours=1), timedelta(0)
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
FREE = ClockPauses()

PLAIN = TimeControl(per_turn=3 * DAY)
FISCHER = TimeControl(bank=3 * DAY, increment=DAY, cap=7 * DAY)
JAPANESE = TimeControl(bank=7 * DAY, periods=5, period=DAY)
WHOLE_DAYS = TimeControl(
    bank=30 * DAY, increment=3 * DAY, quantum=DAY, surcharge_after=20 * DAY, surcharge_factor=2
)
DRAGON = TimeControl(bank=450 * HOUR, increment=15 * HOUR, cap=450 * HOUR, quantum=HOUR)
CANADIAN = TimeControl(bank=2 * DAY, block_moves=3, block_span=6 * DAY)


def play(control, *spans, budget=None):
    """Charge several turns on one clock, one after the other."""
    budget, charges = budget or initial_budget(control), []
    for span in spans:
        charges.append(compute_charge(control, budget, FREE, NOON, NOON + span))
        budget = charges[-1].budget
    return charges


def test_three_days_a_turn_flag_after_three_days():
    assert not play(PLAIN, 71.9 * HOUR)[0].flagged
    assert play(PLAIN, 72.1 * HOUR)[0].flagged
    assert play(PLAIN, 3 * DAY)[0].flagged
    assert not play(PLAIN, 3 * DAY - timedelta(microseconds=1))[0].flagged


def test_every_turn_has_its_own_three_days():
    assert not any(turn.flagged for turn in play(PLAIN, 2.9 * DAY, 2.9 * DAY, 2.9 * DAY))


def test_bank_grows_by_the_increment_up_to_its_cap():
    left = [turn.budget.bank / HOUR for turn in play(FISCHER, 2 * HOUR, 30 * HOUR, 60 * HOUR)]
    assert left == [94, 88, 52]
    assert play(FISCHER, *[ZERO] * 9)[-1].budget.bank == 7 * DAY


def test_japanese_periods_are_lost_only_when_used_up():
    charges = play(JAPANESE, 6 * DAY, 3 * DAY, 1.5 * DAY, 3 * DAY)
    assert [(turn.budget.bank, turn.budget.periods) for turn in charges[:3]] == [
        (DAY, 5),
        (ZERO, 3),
        (ZERO, 2),
    ]
    assert [turn.flagged for turn in charges] == [False, False, False, True]


def test_whole_days_count_and_count_double_beyond_twenty():
    first, second = play(WHOLE_DAYS, 23.5 * DAY, 0.5 * DAY)
    assert (first.charged, first.budget.bank) == (26 * DAY, 7 * DAY)
    assert (second.charged, second.budget.bank) == (ZERO, 10 * DAY)


def test_whole_hours_of_the_dragon_clock():
    first, second = play(DRAGON, 75 * HOUR, 1.5 * HOUR)
    assert first.budget.bank == 390 * HOUR
    assert second.budget.bank == 404 * HOUR


def test_a_block_begins_when_the_bank_is_gone_and_again_after_its_last_move():
    charges = play(CANADIAN, 3 * DAY, DAY, DAY, 5 * DAY, 2 * DAY)
    assert [(turn.budget.block_moves, turn.budget.block_left) for turn in charges[:4]] == [
        (2, 5 * DAY),
        (1, 4 * DAY),
        (3, 6 * DAY),
        (2, DAY),
    ]
    assert [turn.flagged for turn in charges] == [False] * 4 + [True]


def test_ten_moves_in_fifty_days_keep_what_was_saved():
    charges = play(PRESETS["iccf"], *[4 * DAY] * 10)
    assert charges[8].budget == Budget(block_moves=1, block_left=14 * DAY)
    assert charges[9].budget == Budget(block_moves=10, block_left=60 * DAY)
    assert play(PRESETS["iccf"], *[4 * DAY] * 9, 14 * DAY)[-1].flagged


def test_silence_ends_a_turn_however_full_the_bank():
    control = TimeControl(bank=100 * DAY, silence=40 * DAY)
    assert not play(control, 39 * DAY)[0].flagged
    flagged = play(control, 50 * DAY)[0]
    assert flagged.flagged
    assert flagged.charged == 40 * DAY


def test_a_late_move_is_charged_up_to_the_flag_only():
    turn = play(FISCHER, 10 * DAY)[0]
    assert (turn.charged, turn.running, turn.left_before) == (3 * DAY, 10 * DAY, 3 * DAY)
    assert turn.budget.bank == ZERO


@pytest.mark.parametrize("rule", ["skip", "caretaker"])
def test_a_seat_that_plays_on_after_its_flag_earns_the_next_turn(rule):
    fischer = TimeControl(bank=3 * DAY, increment=DAY, on_flag=rule)
    assert play(fischer, 4 * DAY)[0].budget.bank == DAY
    japanese = TimeControl(bank=DAY, periods=2, period=DAY, on_flag=rule)
    assert play(japanese, 9 * DAY)[0].budget.periods == 1
    canadian = TimeControl(block_moves=3, block_span=DAY, on_flag=rule)
    assert play(canadian, 9 * DAY)[0].budget == initial_budget(canadian)


@pytest.mark.parametrize(
    ("stops", "hours"), [((), 95), (("night",), 59), (("night", "weekend"), 30)]
)
def test_four_days_in_berlin_while_the_clocks_change(stops, hours):
    berlin = ZoneInfo("Europe/Berlin")
    friday = datetime(2026, 3, 27, 12, tzinfo=berlin)
    tuesday = datetime(2026, 3, 31, 12, tzinfo=berlin)
    control = TimeControl(per_turn=hours * HOUR, stops=frozenset(stops))
    own = ClockPauses(zone=berlin, quiet=(time(22), time(7)), rest_days=frozenset({5, 6}))
    turn = compute_charge(control, initial_budget(control), own, friday, tuesday)
    assert turn.running == hours * HOUR
    assert deadline(control, initial_budget(control), own, friday) == tuesday


def test_leave_holidays_and_pauses_stop_the_clock():
    day = NOON.date()
    own = ClockPauses(
        zone="Asia/Tokyo",
        leave=((day + DAY, day + 2 * DAY),),
        holidays=frozenset({day + 5 * DAY}),
        pauses=((NOON + 10 * DAY, NOON + 11 * DAY, "outage"),),
    )
    control = TimeControl(per_turn=20 * DAY, stops=frozenset({"leave", "holidays"}))
    assert (
        compute_charge(control, initial_budget(control), own, NOON, NOON + 15 * DAY).running
        == 11 * DAY
    )
    strict = TimeControl(per_turn=20 * DAY)
    assert (
        compute_charge(strict, initial_budget(strict), own, NOON, NOON + 15 * DAY).running
        == 14 * DAY
    )


def test_leave_booked_at_noon_stops_the_clock_from_noon():
    own = ClockPauses(leave_spans=((NOON, NOON + 2 * DAY),))
    control = TimeControl(per_turn=3 * DAY, stops=frozenset({"leave"}))
    assert deadline(control, initial_budget(control), own, NOON - DAY) == NOON + 4 * DAY


def test_no_deadline_under_a_pause_without_end():
    own = ClockPauses(pauses=((NOON + DAY, None, "referee"),))
    assert deadline(PLAIN, initial_budget(PLAIN), own, NOON) is None
    assert not compute_charge(PLAIN, initial_budget(PLAIN), own, NOON, NOON + 900 * DAY).flagged
    assert deadline(PLAIN, initial_budget(PLAIN), own, NOON - 5 * DAY) == NOON - 2 * DAY


def test_no_deadline_without_a_working_day():
    control = TimeControl(per_turn=DAY, stops=frozenset({"weekend"}))
    assert (
        deadline(control, initial_budget(control), ClockPauses(rest_days=frozenset(range(7))), NOON)
        is None
    )


def test_no_deadline_without_a_limit():
    control = PRESETS["untimed"]
    assert control.untimed
    assert deadline(control, initial_budget(control), FREE, NOON) is None
    assert remaining_time(control, initial_budget(control), FREE, NOON, NOON + DAY) is None
    assert not compute_charge(
        control, initial_budget(control), FREE, NOON, NOON + 9999 * DAY
    ).flagged


def test_remaining_time_stands_still_at_night():
    control = TimeControl(per_turn=DAY, stops=frozenset({"night"}))
    own = ClockPauses(quiet=(time(22), time(7)))
    evening, morning = NOON + 10 * HOUR, NOON + 19 * HOUR
    assert remaining_time(control, initial_budget(control), own, NOON, evening) == 14 * HOUR
    assert remaining_time(control, initial_budget(control), own, NOON, morning) == 14 * HOUR
    assert remaining_time(control, initial_budget(control), own, NOON, NOON + 9 * DAY) == ZERO


def test_a_move_before_the_turn_began_costs_nothing():
    assert compute_charge(PLAIN, initial_budget(PLAIN), FREE, NOON, NOON - HOUR).charged == ZERO


def test_an_instant_without_zone_is_refused():
    with pytest.raises(ValueError, match="zone"):
        compute_charge(PLAIN, initial_budget(PLAIN), FREE, NOON.replace(tzinfo=None), NOON)


def test_a_flag_at_bedtime_does_not_wait_for_the_morning():
    control = TimeControl(per_turn=10 * HOUR, stops=frozenset({"night"}))
    own = ClockPauses(quiet=(time(22), time(7)))
    assert deadline(control, initial_budget(control), own, NOON) == NOON + 10 * HOUR


def test_a_surcharge_that_does_not_divide_is_never_rounded_in_favour_of_the_flag():
    tick = timedelta(microseconds=1)
    control = TimeControl(bank=DAY + 4 * tick, surcharge_after=DAY, surcharge_factor=3)
    assert deadline(control, initial_budget(control), FREE, NOON) == NOON + DAY + 2 * tick
    assert play(control, DAY + tick)[0].budget.bank == tick
