"""Time controls as data: their JSON, their errors, their names and their description."""

import json
import subprocess
import sys
from datetime import UTC, date, datetime, time, timedelta

import pytest

from games.clocks import (
    PRESETS,
    BadTimeControl,
    Budget,
    ClockPauses,
    TimeControl,
    clock_statement,
    compute_charge,
    describe_control,
    initial_budget,
    preset_of,
    reminders,
)

DAY, HOUR, ZERO = timedelta(days=1), timedelta(hours=1), timedelta(0)
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize("key", list(PRESETS))
def test_every_preset_survives_json(key):
    control = PRESETS[key]
    assert TimeControl.from_json(json.loads(json.dumps(control.to_json()))) == control
    assert preset_of(control) == key


def test_a_budget_survives_json_to_the_microsecond():
    budget = Budget(bank=timedelta(days=13, microseconds=1), periods=2, block_left=HOUR)
    assert Budget.from_json(json.loads(json.dumps(budget.to_json()))) == budget


def test_stops_survive_json():
    stops = ClockPauses(
        zone="Europe/Rome",
        quiet=(time(22, 30), time(7)),
        rest_days=frozenset({5, 6}),
        holidays=frozenset({date(2026, 12, 25)}),
        leave=((date(2026, 8, 1), date(2026, 8, 14)),),
        leave_spans=((NOON, NOON + DAY),),
        pauses=((NOON, None, "referee"), (NOON, NOON + DAY, "outage")),
    )
    assert ClockPauses.from_json(json.loads(json.dumps(stops.to_json()))) == stops
    assert ClockPauses.from_json(ClockPauses().to_json()) == ClockPauses()


def test_missing_fields_take_their_defaults():
    assert TimeControl.from_json({"per_turn": 259200}) == TimeControl(per_turn=3 * DAY)
    assert TimeControl.from_json({}).untimed


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        ([], "not_an_object", "control"),
        (None, "not_an_object", "control"),
        ({"speed": 3}, "unknown_field", "speed"),
        ({1: 3}, "unknown_field", "1"),
        ({"bank": "3 days"}, "not_a_number", "bank"),
        ({"bank": True}, "not_a_number", "bank"),
        ({"bank": None}, "not_a_number", "bank"),
        ({"bank": float("nan")}, "not_a_number", "bank"),
        ({"bank": float("inf")}, "not_a_number", "bank"),
        ({"bank": -1}, "out_of_range", "bank"),
        ({"bank": 1e300}, "out_of_range", "bank"),
        ({"bank": 10**400}, "out_of_range", "bank"),
        ({"per_turn": 0}, "out_of_range", "per_turn"),
        ({"per_turn": 1e-9}, "out_of_range", "per_turn"),
        ({"silence": 0}, "out_of_range", "silence"),
        ({"periods": 2.5, "period": 60}, "not_a_whole_number", "periods"),
        ({"periods": True, "period": 60}, "not_a_whole_number", "periods"),
        ({"periods": 10**9, "period": 60}, "out_of_range", "periods"),
        ({"periods": 3}, "needs", "period"),
        ({"period": 60}, "needs", "period"),
        ({"block_moves": 3}, "needs", "block_span"),
        ({"bank": 60, "block_carry": True}, "needs", "block_carry"),
        ({"block_carry": 1}, "not_a_choice", "block_carry"),
        ({"increment": 60}, "needs", "increment"),
        ({"bank": 60, "cap": 600}, "needs", "cap"),
        ({"bank": 60, "increment": 1, "cap": 59}, "out_of_range", "cap"),
        ({"bank": 60, "surcharge_factor": 2}, "needs", "surcharge_factor"),
        ({"bank": 60, "surcharge_factor": 0}, "out_of_range", "surcharge_factor"),
        (
            {"periods": 1, "period": 1, "block_moves": 1, "block_span": 1},
            "excludes",
            "block_moves",
        ),
        ({"bank": 9, "increment": 9, "periods": 1, "period": 1}, "excludes", "increment"),
        ({"per_turn": 60, "quantum": 3600}, "out_of_range", "per_turn"),
        ({"bank": 60, "quantum": 90000}, "out_of_range", "quantum"),
        ({"on_flag": "shoot"}, "not_a_choice", "on_flag"),
        ({"on_flag": ["lose"]}, "not_a_choice", "on_flag"),
        ({"stops": "night"}, "not_a_list", "stops"),
        ({"stops": [["night"]]}, "not_a_choice", "stops"),
        ({"stops": ["siesta"]}, "not_a_choice", "stops"),
    ],
)
def test_a_bad_control_says_what_is_wrong_and_what_would_be_right(data, code, field):
    with pytest.raises(BadTimeControl) as error:
        TimeControl.from_json(data)
    assert (error.value.code, error.value.field) == (code, field)
    assert error.value.allowed is not None
    json.dumps(error.value.allowed)


def test_describe_gives_codes_and_spans_in_reading_order():
    assert describe_control(PRESETS["untimed"]) == [("untimed", {})]
    assert describe_control(PRESETS["week_bank"]) == [
        ("bank", {"span": 7 * DAY}),
        ("increment", {"span": DAY}),
        ("cap", {"span": 14 * DAY}),
        ("stop", {"reason": "leave"}),
    ]
    assert describe_control(PRESETS["iccf"]) == [
        ("block_carry", {"moves": 10, "span": 50 * DAY}),
        ("surcharge", {"after": 20 * DAY, "factor": 2}),
        ("quantum", {"span": DAY}),
        ("stop", {"reason": "leave"}),
    ]
    assert describe_control(PRESETS["go"])[1] == ("periods", {"count": 5, "span": 3 * DAY})
    claim = TimeControl(block_moves=3, block_span=DAY, silence=DAY, on_flag="claim")
    assert [code for code, _params in describe_control(claim)] == ["block", "silence", "on_flag"]


def test_a_statement_names_every_reason():
    control = TimeControl(
        bank=5 * DAY,
        quantum=HOUR,
        surcharge_after=DAY,
        surcharge_factor=2,
        stops=frozenset({"night", "weekend"}),
    )
    stops = ClockPauses(
        quiet=(time(22), time(7)),
        rest_days=frozenset({5, 6}),
        pauses=((NOON + 2 * HOUR, NOON + 3 * HOUR, "agreed"),),
    )
    until = NOON + DAY + 13.5 * HOUR
    lines = clock_statement(control, initial_budget(control), stops, NOON, until)
    assert [(line.reason, line.charged / HOUR) for line in lines] == [
        ("running", 2),
        ("agreed", 0),
        ("running", 7),
        ("night", 0),
        ("running", 15),
        ("night", 0),
    ]
    later = clock_statement(
        control, initial_budget(control), stops, NOON, NOON + 2 * DAY - 0.5 * HOUR
    )
    assert [(line.reason, line.charged / HOUR) for line in later[-2:]] == [
        ("surcharge", 8),
        ("rounding", 0),
    ]
    flagged = clock_statement(control, initial_budget(control), stops, NOON, NOON + 9 * DAY)
    assert {"weekend", "flagged"} <= {line.reason for line in flagged}
    assert sum((line.charged for line in flagged), ZERO) == 5 * DAY


def test_of_several_reasons_the_weightiest_is_named():
    day = NOON.date()
    stops = ClockPauses(
        quiet=(time(22), time(7)),
        rest_days=frozenset({0, 1, 2, 3}),
        holidays=frozenset({day + DAY, day + 2 * DAY, day + 3 * DAY}),
        leave=((day + 2 * DAY, day + 3 * DAY),),
        pauses=(
            (datetime(2026, 5, 7, tzinfo=UTC), datetime(2026, 5, 7, 18, tzinfo=UTC), "referee"),
            (datetime(2026, 5, 7, 6, tzinfo=UTC), datetime(2026, 5, 7, 12, tzinfo=UTC), "outage"),
        ),
    )
    control = TimeControl(
        per_turn=9 * DAY, stops=frozenset({"night", "weekend", "holidays", "leave"})
    )
    lines = clock_statement(control, initial_budget(control), stops, NOON, NOON + 4 * DAY)
    assert [(line.reason, (line.end - line.start) / HOUR) for line in lines] == [
        ("weekend", 12),
        ("holidays", 24),
        ("leave", 24),
        ("referee", 6),
        ("outage", 6),
        ("referee", 6),
        ("leave", 6),
        ("night", 7),
        ("running", 5),
    ]


def test_a_statement_can_be_drawn_up_at_any_instant_of_the_turn():
    control = PRESETS["week_bank"]
    for hours in range(0, 200, 7):
        at = NOON + hours * HOUR
        lines = clock_statement(control, initial_budget(control), ClockPauses(), NOON, at)
        cost = compute_charge(control, initial_budget(control), ClockPauses(), NOON, at).charged
        assert sum((line.charged for line in lines), ZERO) == cost


def test_reminders_at_half_at_four_fifths_and_on_the_last_morning():
    control = PRESETS["week_bank"]
    stops = ClockPauses(zone="Europe/Berlin", quiet=(time(22), time(7)))
    assert reminders(control, initial_budget(control), stops, NOON) == (
        ("half", datetime(2026, 5, 8, 5, tzinfo=UTC)),
        ("fourfifths", datetime(2026, 5, 10, 5, tzinfo=UTC)),
        ("last_window", datetime(2026, 5, 11, 5, tzinfo=UTC)),
    )


def test_a_turn_that_ends_in_the_night_is_recalled_the_day_before():
    control = TimeControl(per_turn=2 * DAY)
    stops = ClockPauses(quiet=(time(22), time(7)))
    since = datetime(2026, 5, 4, 3, tzinfo=UTC)
    assert reminders(control, initial_budget(control), stops, since) == (
        ("last_window", datetime(2026, 5, 5, 7, tzinfo=UTC)),
        ("fourfifths", datetime(2026, 5, 5, 17, 24, tzinfo=UTC)),
    )


def test_a_turn_of_one_evening_is_recalled_before_bedtime():
    control = TimeControl(per_turn=10 * HOUR)
    stops = ClockPauses(quiet=(time(22), time(7)))
    since = datetime(2026, 5, 4, 21, tzinfo=UTC)
    assert reminders(control, initial_budget(control), stops, since) == (
        ("last_window", datetime(2026, 5, 4, 21, 30, tzinfo=UTC)),
    )


def test_a_turn_within_the_night_is_not_recalled():
    control = TimeControl(per_turn=HOUR)
    stops = ClockPauses(quiet=(time(22), time(7)))
    assert (
        reminders(control, initial_budget(control), stops, datetime(2026, 5, 4, 23, tzinfo=UTC))
        == ()
    )


def test_no_reminder_without_a_deadline():
    assert reminders(PRESETS["untimed"], Budget(), ClockPauses(), NOON) == ()


def test_clocks_and_ratings_bring_no_framework_along():
    code = (
        "import sys, games.clocks, games.ratings, accounts.times.quiet_hours; "
        "sys.exit(any(name.split('.')[0] in {'django', 'celery', 'redis'} for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
