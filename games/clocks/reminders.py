"""When to remind a player of a turn: early enough, and outside quiet hours."""

from __future__ import annotations

from datetime import datetime

from accounts.times.quiet_hours import last_waking_window, next_waking
from games.clocks.control import Budget, TimeControl
from games.clocks.pauses import ClockPauses, utc
from games.clocks.running import deadline, instant_after, remaining_time

Reminder = tuple[str, datetime]
REMINDER_STEPS = ("half", "fourfifths", "last_window")


def reminders(
    control: TimeControl, budget: Budget, stops: ClockPauses, since: datetime
) -> tuple[Reminder, ...]:
    """Return (step, instant) in order: "half" and "fourfifths" of the time, and "last_window".

    Every instant is before the deadline and outside the player's quiet hours, whether or not the
    night stops the clock. Of steps at the same instant only the most urgent is kept. There is none
    without a deadline, and at least one if the player has waking hours before it.
    """
    flag = deadline(control, budget, stops, since)
    limit = remaining_time(control, budget, stops, since, since)
    if flag is None or limit is None:
        return ()
    begin = utc(since)
    found: dict[datetime, str] = {}
    for step, part in (("half", limit // 2), ("fourfifths", limit * 4 // 5)):
        at = instant_after(control, stops, begin, part)
        if at is not None and begin <= (waking := _skip_quiet_hours(at, stops)) < flag:
            found[waking] = step
    window = last_waking_window(begin, flag, stops.zone, *(stops.quiet or (None, None)))
    if window and window[0] > begin:
        found[window[0]] = "last_window"
    if window and not found:
        found[window[0] + (window[1] - window[0]) // 2] = "last_window"
    return tuple((step, at) for at, step in sorted(found.items()))


def _skip_quiet_hours(at: datetime, stops: ClockPauses) -> datetime:
    """Postpone an instant to the end of quiet hours."""
    if stops.quiet is None:
        return at
    return next_waking(at, stops.zone, *stops.quiet)
