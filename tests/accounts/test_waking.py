"""Quiet hours in every zone, on ordinary nights and on those when clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pytest
from hypothesis import given, settings, strategies as st

from accounts.times.quiet_hours import instant_of, last_waking_window, next_waking

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = (time(22), time(7))
MINUTE = timedelta(minutes=1)
ZONES = ("UTC", "Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "Pacific/Kiritimati")

instants = st.datetimes(
    datetime.combine(date(2010, 1, 1), time()),
    datetime.combine(date(2035, 1, 1), time()),
    timezones=st.just(UTC),
)


def berlin(year, month, day, hour, minute=0):
    return datetime(year, month, day, hour, minute, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (berlin(2026, 5, 4, 12), berlin(2026, 5, 4, 12)),
        (berlin(2026, 5, 4, 21, 59), berlin(2026, 5, 4, 21, 59)),
        (berlin(2026, 5, 4, 22), berlin(2026, 5, 5, 7)),
        (berlin(2026, 5, 5, 3), berlin(2026, 5, 5, 7)),
        (berlin(2026, 5, 5, 7), berlin(2026, 5, 5, 7)),
    ],
)
def test_sleep_ends_in_the_morning(at, expected):
    assert next_waking(at, BERLIN, *NIGHT) == expected
    assert next_waking(at.astimezone(UTC), "Europe/Berlin", *NIGHT) == expected


def test_quiet_hours_may_lie_within_a_day():
    assert next_waking(berlin(2026, 5, 4, 13), BERLIN, time(12), time(14)) == berlin(2026, 5, 4, 14)
    assert next_waking(berlin(2026, 5, 4, 15), BERLIN, time(12), time(14)) == berlin(2026, 5, 4, 15)


@pytest.mark.parametrize("quiet", [(None, None), (time(3), time(3)), (time(3), None)])
def test_without_quiet_hours_one_is_always_awake(quiet):
    at = berlin(2026, 5, 4, 3)
    assert next_waking(at, BERLIN, *quiet) is at


def test_the_short_night_of_spring_ends_by_the_wall_clock():
    at = datetime(2026, 3, 28, 22, tzinfo=UTC)
    assert next_waking(at, BERLIN, *NIGHT) == datetime(2026, 3, 29, 5, tzinfo=UTC)


def test_a_morning_that_is_skipped_begins_with_the_jump():
    at = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
    assert next_waking(at, BERLIN, time(23), time(2, 30)) == datetime(2026, 3, 29, 1, tzinfo=UTC)


def test_quiet_hours_that_lie_in_the_jump_are_none():
    at = datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert next_waking(at, BERLIN, time(2, 10), time(2, 50)) == at


def test_a_morning_that_comes_twice_is_the_second_one():
    at = datetime(2026, 10, 24, 23, tzinfo=UTC)
    end = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    assert next_waking(at, BERLIN, time(23), time(2, 30)) == end
    assert next_waking(end, BERLIN, time(23), time(2, 30)) == end


def test_a_day_that_a_country_skipped_has_no_length():
    apia = ZoneInfo("Pacific/Apia")
    assert instant_of(date(2011, 12, 30), time(), apia) == instant_of(
        date(2011, 12, 31), time(), apia
    )


def test_an_unknown_zone_is_refused():
    with pytest.raises(ZoneInfoNotFoundError):
        next_waking(berlin(2026, 5, 4, 3), "Mars/Olympus", *NIGHT)


def test_the_last_window_reaches_up_to_the_end_asked_for():
    since = berlin(2026, 5, 1, 12)
    noon, night = berlin(2026, 5, 4, 12), berlin(2026, 5, 5, 3)
    morning, evening = berlin(2026, 5, 4, 7), berlin(2026, 5, 4, 22)
    assert last_waking_window(since, noon, BERLIN, *NIGHT) == (morning, noon)
    assert last_waking_window(since, night, BERLIN, *NIGHT) == (morning, evening)
    assert last_waking_window(since, morning, BERLIN, *NIGHT) == (
        berlin(2026, 5, 3, 7),
        berlin(2026, 5, 3, 22),
    )
    assert last_waking_window(berlin(2026, 5, 4, 23), night, BERLIN, *NIGHT) is None
    assert last_waking_window(since, noon, BERLIN, None, None) == (since, noon)


@given(
    instants,
    st.sampled_from(ZONES),
    st.times(),
    st.times(),
)
@settings(max_examples=settings().max_examples)
def test_waking_is_never_before_never_asleep_and_never_late(at, zone, begin, end):
    begin, end = begin.replace(tzinfo=None), end.replace(tzinfo=None)
    waking = next_waking(at, zone, begin, end)
    face = waking.astimezone(ZoneInfo(zone)).time()
    asleep = begin <= face < end if begin <= end else face >= begin or face < end
    assert not asleep
    assert timedelta(0) <= waking - at <= timedelta(hours=26)
    assert next_waking(waking, zone, begin, end) == waking


@given(
    instants,
    st.sampled_from(ZONES),
    st.tuples(st.integers(0, 23), st.integers(0, 23)),
    st.integers(1, 4000),
)
@settings(max_examples=settings().max_examples // 2)
def test_the_last_window_is_the_last_in_which_one_is_awake(since, zone, hours, minutes):
    quiet = (time(hours[0]), time(hours[1]))
    before = since + minutes * MINUTE
    window = last_waking_window(since, before, zone, *quiet)
    probes = [since + n * MINUTE for n in range(minutes)]
    awake = [at for at in probes if next_waking(at, zone, *quiet) == at]
    if window is None:
        assert not awake
        return
    start, end = window
    assert since <= start < end <= before
    inside = [at for at in probes if start <= at < end]
    assert inside == [at for at in awake if at >= start]
