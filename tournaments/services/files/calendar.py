"""Calendars (iCalendar, RFC 5545): a player's deadlines, a tournament's dates.

UIDs are stable, so calendars move changed entries instead of duplicating them.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts.models import Player
from accounts.naming import isolated
from accounts.queries import holidays_of
from games.families.leaving import join_names
from games.lobby_queries import awaited_seats_by_match
from games.models import Match
from games.services.emails.calendars import (
    Deadline,
    calendar_entry,
    deadline_entry,
    empty_calendar,
    sequence,
    to_ics,
)
from games.services.match.loaded import BOOKED_LEAVES
from notifications.services.headers import absolute_url
from tournaments import queries
from tournaments.models import CalendarKey, Round, Tournament
from tournaments.services.rounds.pairing import scheduled_dates


@transaction.atomic
def create_calendar_key(player: Player, *, token: str, now: datetime) -> CalendarKey:
    """Create the player's calendar URL; a former one stops working."""
    key, _made = CalendarKey.objects.update_or_create(
        player=player, defaults={"token": token, "made_at": now}
    )
    return key


@transaction.atomic
def delete_calendar_key(player: Player) -> None:
    CalendarKey.objects.filter(player=player).delete()


def player_calendar(player: Player, now: datetime) -> bytes:
    """Return the deadlines of the player's awaited turns and the dates of their tournaments."""
    calendar = empty_calendar(_("My deadlines"))
    seats = [
        seat for seat in awaited_seats_by_match(player).values() if seat.deadline_at is not None
    ]
    for seat in seats:
        seat.player = player
    prefetch_related_objects(seats, BOOKED_LEAVES)
    matches = Match.objects.watched().in_bulk([seat.match_id for seat in seats])
    for seat in seats:
        assert seat.deadline_at is not None
        others = [
            each.player.name for each in seat.match.seats.all() if each.player_id != player.pk
        ]
        names = join_names(others)
        due = Deadline(matches[seat.match_id], seat, names, seat.deadline_at)
        calendar.add_component(deadline_entry(due, now))
    _add_holidays(calendar, player, now)
    entries = queries.entries_of(player).filter(tournament__finished_at=None)
    for own in entries:
        _add_dates(calendar, own.tournament, now)
    return to_ics(calendar)


def _add_holidays(calendar: Calendar, player: Player, now: datetime) -> None:
    """Add this and next year's public holidays of the player's country."""
    for day, name in holidays_of(player, now, years=1, language=player.language).items():
        event = Event()
        event.add("uid", f"holiday-{day}@{settings.SITE_URL.partition('://')[2]}")
        event.add("summary", _("Public holiday: %(name)s") % {"name": name})
        words = _(
            "If the time control takes holidays into account, your clock is paused on this day."
        )
        event.add("description", words)
        event.add("dtstart", day)
        event.add("dtend", day + timedelta(days=1))
        event.add("dtstamp", now)
        event.add("transp", "TRANSPARENT")
        calendar.add_component(event)


def tournament_calendar(tournament: Tournament, now: datetime) -> bytes:
    calendar = empty_calendar(tournament.title)
    _add_dates(calendar, tournament, now)
    return to_ics(calendar)


def _add_dates(calendar: Calendar, tournament: Tournament, now: datetime) -> None:
    """Add the start, and the ends of rounds that all divisions share."""
    if tournament.is_open and tournament.starts_at:
        words = _("%(name)s begins") % {"name": isolated(tournament.title)}
        calendar.add_component(
            _build_event(tournament, f"start-{tournament.pk}", words, tournament.starts_at, now)
        )
    if (format_ := tournament.event_format).has_rungs:
        return  # its only round has no end
    if not tournament.finished_at:
        _add_round_starts(calendar, tournament, now)
    ends: dict[int, datetime] = {}
    running = Round.objects.filter(division__tournament=tournament, closed_at=None)
    for each in running.exclude(note__in=(Round.SKIPPED, Round.CANCELLED)):
        number = 0 if format_.shares_deadline else each.number  # all its rounds end together
        ends[number] = max(each.closes_at, ends.get(number, each.closes_at))
    for number, closes in sorted(ends.items()):
        phrase = _("Round %(round)d of %(name)s ends") if number else _("%(name)s ends")
        words = phrase % {"round": number, "name": isolated(tournament.title)}
        calendar.add_component(
            _build_event(tournament, f"round-{tournament.pk}-{number}", words, closes, now)
        )


def _add_round_starts(calendar: Calendar, tournament: Tournament, now: datetime) -> None:
    """Add the future first days of rounds that have set dates."""
    days = scheduled_dates(tournament, queries.divisions_of(tournament))
    for number, begins in enumerate(days, 1):
        if begins > now:
            words = _("Round %(round)d of %(name)s begins") % {
                "round": number,
                "name": isolated(tournament.title),
            }
            calendar.add_component(
                _build_event(tournament, f"begin-{tournament.pk}-{number}", words, begins, now)
            )


def _build_event(
    tournament: Tournament, uid: str, words: str, at: datetime, now: datetime
) -> Event:
    """Return one date of a tournament; its sequence number lets it be moved later."""
    event = calendar_entry(uid, words, at, now, absolute_url(tournament.get_absolute_url()))
    event.add("sequence", sequence(tournament.created_at, now))
    return event
