"""Deadlines as iCalendar entries (RFC 5545), for e-mails and calendar feeds.

An entry keeps its UID for the whole match, so that calendars move it with each turn instead of
adding another, and can cancel it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, Timezone, TimezoneStandard, vCalAddress

from games.models import Match, Seat
from games.rules.base import JSONObject
from games.services.match.loaded import turn_reminders
from games.services.wording.game_words import ruleset_name
from notifications.services.headers import absolute_url

ENTRY_DURATION = timedelta(minutes=30)
PUBLISH, CANCEL = "PUBLISH", "CANCEL"


def empty_calendar(name: str, method: str = "") -> Calendar:
    """Return a calendar with its name and no entries.

    A method requires an organiser in each entry (RFC 5546, 3.2); downloaded and subscribed
    calendars have neither.
    """
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//calendar//EN")
    calendar.add("version", "2.0")
    if method:
        calendar.add("method", method)
    calendar.add("x-wr-calname", f"{settings.SITE_NAME}: {name}")
    return calendar


def to_ics(calendar: Calendar) -> bytes:
    """Return a calendar as a file; an empty one gets a time zone (RFC 5545, 3.6)."""
    if not calendar.subcomponents:
        calendar.add_component(_utc())
    return bytes(calendar.to_ical())


def _utc() -> Timezone:
    zone, always = Timezone(), TimezoneStandard()
    zone.add("tzid", "UTC")
    always.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 (RFC 5545 wants local time)
    always.add("tzname", "UTC")
    always.add("tzoffsetfrom", timedelta(0))
    always.add("tzoffsetto", timedelta(0))
    zone.add_component(always)
    return zone


def sequence(since: datetime, now: datetime) -> int:
    """Return the sequence number of an entry: the seconds since ``since``."""
    return max(0, int((now - since).total_seconds()))


def calendar_entry(uid: str, summary: str, at: datetime, now: datetime, url: str) -> Event:
    """Return an entry that ends at ``at``."""
    event = Event()
    event.add("uid", f"{uid}@{settings.SITE_URL.partition('://')[2]}")
    event.add("summary", summary)
    event.add("dtstart", at - ENTRY_DURATION)
    event.add("dtend", at)
    event.add("dtstamp", now)
    event.add("url", url)
    return event


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline of one seat's turn."""

    match: Match
    seat: Seat
    opponents: str
    at: datetime


def _deadline_entry(deadline: Deadline, now: datetime, *, cancelled: bool) -> Event:
    """Return the entry of a deadline; later versions have a higher sequence number."""
    match = deadline.match
    words = _("Your move is due: %(game)s against %(opponents)s")
    named = {"game": ruleset_name(match.ruleset), "opponents": deadline.opponents}
    uid = f"deadline-{match.pk}-{deadline.seat.number}"
    url = absolute_url(match.get_absolute_url())
    event = calendar_entry(uid, words % named, deadline.at, now, url)
    number = 2 * sequence(match.started_at, now)
    event.add("sequence", number + (not cancelled))  # a new turn beats a cancellation
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    return event


def deadline_entry(deadline: Deadline, now: datetime) -> Event:
    """Return the deadline of a turn, with an alarm at the last reminder."""
    event = _deadline_entry(deadline, now, cancelled=False)
    steps = turn_reminders(deadline.seat, deadline.match, now)
    if not steps:
        return event
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", str(event["summary"]))
    alarm.add("trigger", steps[-1][1] - (deadline.at - ENTRY_DURATION))  # relative to the start
    event.add_component(alarm)
    return event


def deadline_file(deadline: Deadline, now: datetime) -> JSONObject:
    """Return a calendar file with one deadline, for an e-mail."""
    return _calendar_file(PUBLISH, deadline_entry(deadline, now))


def cancellation_file(deadline: Deadline, now: datetime) -> JSONObject:
    """Return the cancellation of a deadline sent earlier (RFC 5546, 3.2.5)."""
    return _calendar_file(CANCEL, _deadline_entry(deadline, now, cancelled=True))


def _calendar_file(method: str, event: Event) -> JSONObject:
    """Return a calendar file and its method; both methods need an organiser, here the site."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    organiser = vCalAddress(f"mailto:{address}")
    organiser.params["CN"] = name or settings.SITE_NAME
    event.add("organizer", organiser)
    calendar = empty_calendar(_("My deadlines"), method)
    calendar.add_component(event)
    return {"method": method, "text": to_ics(calendar).decode()}
