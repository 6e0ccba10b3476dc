"""Dates set by the organiser for rounds: when rounds open and end.

A round opens on its date. A round that opens late keeps its end if it loses at most a quarter of
its time; otherwise it gets its full time. Dates are calendar days in the tournament's zone.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Max, Min

from accounts.times.calendar_days import add_wall_time, wall_time_between
from tournaments.models import Division, Round, RoundDraft, Tournament

Dates = Sequence[datetime]
MAX_DELAY_PART = 4  # a round that loses at most 1 / this of its time keeps its end
WEEK = timedelta(weeks=1)
MIN_REVIEW_TIME = timedelta(days=1)  # the minimum time for review


def serialize_dates(dates: Dates) -> list[str]:
    """Return instants as they are stored."""
    return [each.astimezone(UTC).isoformat() for each in dates]


def known_starts(tournament: Tournament) -> tuple[datetime, ...]:
    """Return the set dates, or else when the published rounds begin."""
    if tournament.round_starts:
        return tournament.round_starts
    rounds = Round.objects.filter(division__tournament=tournament)
    first = rounds.values("division__stage", "number").annotate(opens=Min("opens_at"))
    return tuple(each["opens"] for each in first.order_by("division__stage", "number"))


def planned_spans(
    tournament: Tournament, dates: Dates, rounds: Sequence[Round]
) -> list[tuple[datetime, datetime]]:
    """Return the planned beginnings and ends of a division's rounds, starting with its first."""
    found: list[tuple[datetime, datetime]] = []
    ready = rounds[0].opens_at if rounds else None
    for each in rounds:
        assert ready is not None
        opens, closes = round_span(tournament, dates, each.number, ready)
        found.append((opens, closes))
        if not tournament.at_once and each.number >= len(dates):
            ready = closes
    return found


def dates_of(tournament: Tournament, division: Division) -> Dates:
    """Return the set dates of a division's rounds; a play-off has those left by the groups."""
    dates = tournament.round_starts
    if not dates or division.stage != Division.Stage.PLAYOFF:
        return dates
    groups = Round.objects.filter(division__tournament=tournament)
    played = groups.filter(division__stage=Division.Stage.MAIN).aggregate(last=Max("number"))
    return dates[played["last"] or 0 :]


def publishing_lead(tournament: Tournament) -> timedelta:
    """Return how long before its date a round is published, so that line-ups are known in time."""
    return tournament.event_format.lead


def _end_before(tournament: Tournament, first: datetime, following: datetime) -> datetime:
    """Return when a round ends before the next one's date: at most a third of its time earlier."""
    pause = tournament.event_format.pause
    return max(
        add_wall_time(following, -pause, tournament.zone), following - (following - first) / 3
    )


def pairing_lead(tournament: Tournament) -> timedelta:
    """Return how long before its date a round is paired, including time for review."""
    reviewed = tournament.reviewed and tournament.event_format.can_be_reviewed
    return publishing_lead(tournament) + (MIN_REVIEW_TIME if reviewed else timedelta(0))


def round_span(
    tournament: Tournament, dates: Dates, number: int, ready: datetime
) -> tuple[datetime, datetime]:
    """Return opening and end of a round that could open at ``ready``."""
    length, zone = timedelta(days=tournament.round_days), tournament.zone
    if number > len(dates):
        return ready, add_wall_time(ready, length, zone)
    first = dates[number - 1]
    last = add_wall_time(first, length, zone)
    if number < len(dates):
        last = _end_before(tournament, first, dates[number])
    opens = max(first, ready)
    on_its_day = MAX_DELAY_PART * (opens - first) <= last - first
    return opens, last if on_its_day else add_wall_time(
        opens, wall_time_between(first, last, zone), zone
    )


def is_before_publication(
    tournament: Tournament, division: Division, last: Round, now: datetime
) -> bool:
    """Whether it is too early to publish the round after ``last``."""
    dates = dates_of(tournament, division)
    if last.number >= len(dates):
        return False
    return now < add_wall_time(dates[last.number], -pairing_lead(tournament), tournament.zone)


def pairing_instants(tournament: Tournament) -> list[datetime]:
    """Return when rounds are to be paired and drafts to be published."""
    drafts = RoundDraft.objects.filter(division__tournament=tournament)
    by_hand = list(drafts.values_list("publish_by", flat=True)) if tournament.reviewed else []
    before, zone = -pairing_lead(tournament), tournament.zone
    return by_hand + [add_wall_time(each, before, zone) for each in tournament.round_starts]


def shift_weeks(dates: Dates, weeks: int, zone: ZoneInfo) -> tuple[datetime, ...]:
    """Return the dates moved by whole weeks: same weekday and time of day."""
    return tuple(add_wall_time(each, weeks * WEEK, zone) for each in dates)


def weeks_until(start: datetime, earliest: datetime, zone: ZoneInfo) -> int:
    """Return by how many whole weeks ``start`` must move to be at or after ``earliest``."""
    return max(0, -(-wall_time_between(start, earliest, zone) // WEEK))
