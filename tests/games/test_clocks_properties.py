"""Laws that hold for every clock, in every zone, on every day of the calendar."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, strategies as st

from games.clocks import (
    PRESETS,
    ClockPauses,
    TimeControl,
    clock_statement,
    compute_charge,
    deadline,
    initial_budget,
    remaining_time,
    reminders,
)
from tests.sampling import examples

DAY, HOUR, ZERO = timedelta(days=1), timedelta(hours=1), timedelta(0)
TICK = timedelta(microseconds=1)
ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Havana",
    "America/St_Johns",
    "America/Sao_Paulo",
    "Africa/Cairo",
    "Asia/Beirut",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Honolulu",
    "Pacific/Kiritimati",
)
REASONS = ("night", "weekend", "holidays", "leave")
PAUSES = ("agreed", "referee", "outage", "mail")

zones = st.sampled_from(ZONES)
instants = st.datetimes(
    datetime.combine(date(2010, 1, 1), time()),
    datetime.combine(date(2032, 1, 1), time()),
    timezones=st.just(UTC),
)
odd_instants = st.sampled_from(
    [
        datetime(2026, 3, 28, 12, tzinfo=UTC),
        datetime(2026, 10, 24, 12, tzinfo=UTC),
        datetime(2028, 2, 28, 9, tzinfo=UTC),
        datetime(2011, 12, 29, 1, tzinfo=UTC),
        datetime(2018, 11, 3, 1, tzinfo=UTC),
    ]
)
turns = st.one_of(instants, odd_instants)
clock_faces = st.times().map(lambda clock: clock.replace(second=0, microsecond=0, tzinfo=None))
long_spans = st.timedeltas(ZERO, 40 * DAY)


def spans(least, most):
    """Whole minutes, as people agree on them."""
    return st.integers(least // timedelta(minutes=1), most // timedelta(minutes=1)).map(
        lambda minutes: timedelta(minutes=minutes)
    )


@st.composite
def controls(draw, *, plain=False):
    """Any sound control; a plain one has no quantum and no surcharge."""
    stops = draw(st.frozensets(st.sampled_from(REASONS)))
    kind = draw(st.sampled_from(["per_turn", "bank", "periods", "block", "both"]))
    bank = draw(spans(HOUR, 30 * DAY))
    fields = {
        "per_turn": {"per_turn": draw(spans(DAY, 20 * DAY))},
        "bank": {"bank": bank, "increment": draw(spans(ZERO, 3 * DAY))},
        "periods": {"bank": bank, "periods": 3, "period": draw(spans(HOUR, 3 * DAY))},
        "block": {"block_moves": 4, "block_span": bank, "block_carry": draw(st.booleans())},
        "both": {"bank": bank, "per_turn": draw(spans(DAY, 20 * DAY)), "silence": 9 * DAY},
    }[kind]
    if not plain:
        fields["quantum"] = draw(st.sampled_from([ZERO, timedelta(minutes=7), HOUR, DAY]))
        if draw(st.booleans()):
            fields |= {"surcharge_after": draw(spans(HOUR, 9 * DAY)), "surcharge_factor": 3}
    return TimeControl(stops=stops, on_flag=draw(st.sampled_from(["lose", "skip"])), **fields)


@st.composite
def stop_sets(draw, near):
    """The stops of some player, holidays, leave and pauses near the turn."""
    days = st.integers(-3, 40).map(lambda n: near.date() + n * DAY)
    leave = [(first, first + draw(st.integers(0, 14)) * DAY) for first in draw(st.lists(days))[:2]]
    pauses = []
    for offset in draw(st.lists(st.timedeltas(-3 * DAY, 40 * DAY), max_size=2)):
        length = draw(st.timedeltas(ZERO, 9 * DAY))
        reason = draw(st.sampled_from(PAUSES))
        pauses.append((near + offset, near + offset + length, reason))
    return ClockPauses(
        zone=draw(zones),
        quiet=draw(st.none() | st.tuples(clock_faces, clock_faces)),
        rest_days=draw(st.frozensets(st.integers(0, 6), max_size=2)),
        holidays=draw(st.frozensets(days, max_size=3)),
        leave=tuple(leave),
        pauses=tuple(pauses),
    )


@st.composite
def positions(draw, *, plain=False):
    """A clock in the middle of a match: control, budget, stops and the beginning of a turn."""
    control, since = draw(controls(plain=plain)), draw(turns)
    stops, budget = draw(stop_sets(since)), initial_budget(control)
    for used in draw(st.lists(st.timedeltas(ZERO, 2 * DAY), max_size=3)):
        budget = compute_charge(control, budget, ClockPauses(), since, since + used).budget
    return control, budget, stops, since


@pytest.mark.long
@given(positions())
@examples(20, 300, deadline=None)
def test_the_deadline_is_the_first_instant_that_flags(position):
    control, budget, stops, since = position
    due = deadline(control, budget, stops, since)
    assume(due is not None)
    assert due is not None
    assert compute_charge(control, budget, stops, since, due).flagged
    assert due == since or not compute_charge(control, budget, stops, since, due - TICK).flagged
    assert remaining_time(control, budget, stops, since, due) == ZERO


@pytest.mark.long
@given(positions())
@examples(15, 200, deadline=None)
def test_a_flagged_turn_cost_all_there_was_and_no_turn_before_it_did(position):
    control, budget, stops, since = position
    control = replace(control, silence=None)
    due = deadline(control, budget, stops, since)
    assume(due is not None and due > since)
    assert due is not None
    last = compute_charge(control, budget, stops, since, due)
    assert last.charged == last.left_before
    assert compute_charge(control, budget, stops, since, due - TICK).charged < last.charged


@given(positions(plain=True), long_spans, long_spans)
@examples(15, 200, deadline=None)
def test_charging_in_two_parts_costs_the_same_when_every_instant_counts(position, one, two):
    control, budget, stops, since = position
    middle, end = since + one, since + one + two
    first = compute_charge(control, budget, stops, since, middle)
    second = compute_charge(control, budget, stops, middle, end)
    whole = compute_charge(control, budget, stops, since, end)
    assert first.running + second.running == whole.running
    if not whole.flagged:
        assert first.charged + second.charged == whole.charged


@given(positions(), st.data())
@examples(15, 200, deadline=None)
def test_adding_a_stop_never_brings_a_deadline_nearer(position, data):
    control, budget, stops, since = position
    more = data.draw(stop_sets(since))
    added = replace(
        stops,
        quiet=stops.quiet or more.quiet,
        rest_days=stops.rest_days | more.rest_days,
        holidays=stops.holidays | more.holidays,
        leave=stops.leave + more.leave,
        pauses=stops.pauses + more.pauses,
    )
    wider = replace(control, stops=control.stops | {data.draw(st.sampled_from(REASONS))})
    before = deadline(control, budget, stops, since)
    for later in (
        deadline(control, budget, added, since),
        deadline(wider, budget, stops, since),
    ):
        assert later is None or (before is not None and later >= before)


@given(positions(), long_spans)
@examples(15, 200, deadline=None)
def test_the_statement_has_no_gaps_and_sums_to_the_charge(position, span):
    control, budget, stops, since = position
    until = since + span
    lines = clock_statement(control, budget, stops, since, until)
    cost = compute_charge(control, budget, stops, since, until)
    edges = [since, *(line.end for line in lines)]
    assert [line.start for line in lines] == edges[:-1]
    assert edges[-1] == until
    assert sum((line.charged for line in lines), ZERO) == cost.charged
    counting = ("running", "surcharge", "rounding", "flagged")
    ran = sum((line.end - line.start for line in lines if line.reason in counting), ZERO)
    assert ran == cost.running
    assert not any(line.charged for line in lines if line.reason not in counting[:2])
    assert cost.flagged or "flagged" not in {line.reason for line in lines}


@given(positions(), long_spans)
@examples(15, 200, deadline=None)
def test_the_bank_falls_by_exactly_what_is_charged(position, span):
    control, budget, stops, since = position
    assume(control.banked)
    cost = compute_charge(replace(control, on_flag="lose"), budget, stops, since, since + span)
    if cost.charged <= budget.bank:
        earned = ZERO if cost.flagged else control.increment
        assert cost.budget.bank == budget.bank - cost.charged + earned
    assert cost.budget.bank >= ZERO
    assert cost.budget.periods >= 0
    assert cost.budget.block_left >= ZERO


@given(zones, st.frozensets(st.integers(0, 6)), st.lists(st.integers(0, 9), max_size=4), turns)
@examples(6, 60, deadline=None)
def test_days_off_match_a_calendar_looked_up_minute_by_minute(zone, rest_days, off, since):
    since = since.replace(minute=0, second=0, microsecond=0)
    place = ZoneInfo(zone)
    first = since.astimezone(place).date()
    holidays = frozenset(first + n * DAY for n in off)
    stops = ClockPauses(zone=zone, rest_days=rest_days, holidays=holidays)
    control = TimeControl(per_turn=99 * DAY, stops=frozenset({"weekend", "holidays"}))
    step, ran = timedelta(minutes=15), ZERO
    for n in range(7 * 96):
        local = (since + n * step).astimezone(place)
        if local.weekday() not in rest_days and local.date() not in holidays:
            ran += step
    assert (
        compute_charge(control, initial_budget(control), stops, since, since + 7 * DAY).running
        == ran
    )


@given(turns, clock_faces, clock_faces, spans(ZERO, 5 * DAY))
@examples(6, 60, deadline=None)
def test_nights_match_a_clock_looked_up_minute_by_minute(since, begin, end, span):
    since = since.replace(second=0, microsecond=0)
    control = TimeControl(per_turn=99 * DAY, stops=frozenset({"night"}))
    ran = ZERO
    for minute in range(span // timedelta(minutes=1)):
        face = (since + timedelta(minutes=minute)).time()
        asleep = begin <= face < end if begin <= end else face >= begin or face < end
        ran += ZERO if asleep else timedelta(minutes=1)
    stops = ClockPauses(quiet=(begin, end))
    assert (
        compute_charge(control, initial_budget(control), stops, since, since + span).running == ran
    )


@pytest.mark.long
@given(positions())
@examples(20, 300, deadline=None)
def test_reminders_come_in_time_in_order_and_never_at_night(position):
    control, budget, stops, since = position
    due = deadline(control, budget, stops, since)
    sent = reminders(control, budget, stops, since)
    if due is None:
        assert sent == ()
        return
    times = [at for _step, at in sent]
    assert times == sorted(set(times))
    assert len({step for step, _at in sent}) == len(sent)
    assert all(since <= at < due for at in times)
    assert all(not asleep(stops, at) for at in times)
    minutes = int((due - since) / timedelta(minutes=1))
    probes = (since + n * timedelta(minutes=1) for n in range(min(minutes, 4 * 1440)))
    if minutes > 1 and any(not asleep(stops, at) for at in probes):
        assert sent


def asleep(stops, at):
    """Look up the wall clock of the player's zone."""
    if stops.quiet is None:
        return False
    begin, end = stops.quiet
    face = at.astimezone(ZoneInfo(stops.zone)).time()
    return begin <= face < end if begin <= end else face >= begin or face < end


@pytest.mark.parametrize("key", [key for key in PRESETS if key != "untimed"])
@given(turns, zones)
@examples(3, 20, deadline=None)
def test_every_preset_reminds_at_least_twice_in_a_long_turn(key, since, zone):
    control = PRESETS[key]
    stops = ClockPauses(zone=zone, quiet=(time(22), time(7)))
    due = deadline(control, initial_budget(control), stops, since)
    assert due is not None
    if due - since > 2 * DAY:
        steps = [step for step, _at in reminders(control, initial_budget(control), stops, since)]
        assert len(steps) >= 2
        assert "last_window" in steps


def test_a_deadline_crosses_the_leap_day():
    control = TimeControl(per_turn=3 * DAY, stops=frozenset({"holidays"}))
    stops = ClockPauses(holidays=frozenset({date(2028, 2, 29)}))
    since = datetime(2028, 2, 28, 12, tzinfo=UTC)
    assert deadline(control, initial_budget(control), stops, since) == datetime(
        2028, 3, 3, 12, tzinfo=UTC
    )


outages = st.lists(
    st.tuples(st.timedeltas(-2 * DAY, 20 * DAY), st.timedeltas(TICK, 6 * DAY)), max_size=4
)


def down(since, spans):
    """Outages as a clock gets them, in whatever order and however they overlap."""
    return tuple((since + start, since + start + length, "outage") for start, length in spans)


@given(positions(), outages, outages, long_spans)
@examples(20, 300, deadline=None)
def test_whatever_the_control_another_outage_costs_nobody_time(position, some, more, span):
    control, budget, stops, since = position
    before = replace(stops, pauses=stops.pauses + down(since, some))
    after = replace(before, pauses=before.pauses + down(since, more))
    cost, less = (
        compute_charge(control, budget, each, since, since + span) for each in (before, after)
    )
    assert less.running <= cost.running
    assert less.charged <= cost.charged
    assert cost.flagged or not less.flagged
    sooner, later = (deadline(control, budget, each, since) for each in (before, after))
    assert later is None or (sooner is not None and later >= sooner)


@given(positions(), outages, long_spans)
@examples(20, 300, deadline=None)
def test_outages_that_overlap_count_as_their_union(position, spans, span):
    control, budget, stops, since = position
    merged: list[list[datetime]] = []
    for start_at, end, _reason in sorted(down(since, spans)):
        if merged and start_at <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start_at, end])
    union = tuple((first, last, "outage") for first, last in merged)
    apart = replace(stops, pauses=stops.pauses + down(since, spans))
    together = replace(stops, pauses=stops.pauses + union)
    assert compute_charge(control, budget, apart, since, since + span) == compute_charge(
        control, budget, together, since, since + span
    )
    assert deadline(control, budget, apart, since) == deadline(control, budget, together, since)


@given(controls(), turns, st.timedeltas(ZERO, 3 * DAY), st.timedeltas(TICK, 9 * DAY))
@examples(15, 200, deadline=None)
def test_where_nothing_else_stops_the_clock_an_outage_moves_the_deadline_by_its_length(
    control, since, start_after, length
):
    control = replace(control, stops=frozenset())
    before = deadline(control, initial_budget(control), ClockPauses(), since)
    assume(before is not None and since + start_after < before)
    stops = ClockPauses(pauses=down(since, [(start_after, length)]))
    assert deadline(control, initial_budget(control), stops, since) == before + length
