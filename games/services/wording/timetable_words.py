from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _, ngettext

from games.families import leaving
from games.services.time.timetable import ALWAYS

if TYPE_CHECKING:
    from games.models import Bot

WORKING_DAYS = ("1-5", "MON-FRI")


def playing_hours_text(bot: Bot) -> str:
    """Return “plays from 8 to 20 h (Europe/Berlin)”; unusual timetables are only hinted at.

    Empty for a bot that always answers.
    """
    if bot.timetable == ALWAYS:
        return ""
    return _with_zone(_playing_hours_text(bot.timetable), bot.timetable, bot.player.time_zone)


def _with_zone(words: str, timetable: str, zone: str) -> str:
    """Append the zone if the timetable names hours."""
    return words if timetable.split()[1:2] == ["*"] else f"{words} ({zone})"


def _playing_hours_text(timetable: str) -> str:
    fields = timetable.split()
    first, dash, last = (fields[1] if len(fields) == 5 else "").partition("-")
    if dash and first.isdigit() and last.isdigit() and fields[2:4] == ["*", "*"]:
        hours = {"first": int(first), "last": int(last) + 1}
        if fields[4] == "*":
            return _("plays from %(first)d:00 to %(last)d:00") % hours
        if fields[4] in WORKING_DAYS:
            return _("plays on weekdays from %(first)d:00 to %(last)d:00") % hours
    times = _timetable_text(timetable)
    if times == timetable:
        return _("plays at certain hours only")
    return _("plays %(times)s") % {"times": times}


def timetable_words(timetable: str, zone: str) -> str:
    """Return a cron timetable in words; unusual ones stay in cron notation."""
    return _with_zone(_timetable_text(timetable), timetable, zone)


def _timetable_text(timetable: str) -> str:
    if timetable == ALWAYS:
        return _("immediately, day and night")
    fields = timetable.split()
    if len(fields) != 5 or fields[2:4] != ["*", "*"]:
        return timetable
    minute, hour, weekday = fields[0], fields[1], fields[4]
    times = _times_text(minute, hour)
    if not times:
        return timetable
    if weekday == "*":
        return times
    if weekday in WORKING_DAYS:
        return _("on weekdays %(times)s") % {"times": times}
    if weekday in ("6,0", "0,6", "6-7", "SAT,SUN"):
        return _("at weekends %(times)s") % {"times": times}
    return timetable


def _times_text(minute: str, hour: str) -> str:
    """Return the times of day of a timetable; "" if they are unusual."""
    every = minute.removeprefix("*/")
    if minute == "*" or (minute.startswith("*/") and every.isdigit()):
        count = 1 if minute == "*" else int(every)
        often = ngettext("every minute", "every %(count)d minutes", count) % {"count": count}
        return often if hour == "*" else _hour_range_text(often, hour)
    if not minute.isdigit():
        return ""
    if hour == "*":
        return _("once an hour")
    hours = hour.split(",")
    if all(each.isdigit() for each in hours):
        clock = leaving.join_names([f"{int(each)}:{int(minute):02}" for each in hours])
        return _("at %(times)s") % {"times": clock}
    return _hour_range_text(_("once an hour"), hour)


def _hour_range_text(often: str, hours: str) -> str:
    """Return “often, from 18:00 to 23:00” for a range of hours, "" for anything else."""
    first, dash, last = hours.partition("-")
    if not (dash and first.isdigit() and last.isdigit()):
        return ""
    return _("%(often)s, from %(first)s:00 to %(last)s:00") % {
        "often": often,
        "first": int(first),
        "last": int(last) + 1,
    }
