"""Attaches the reader's deadline to e-mails as a calendar file, or cancels it.

E-mails about a turn carry the deadline. The first match e-mail sent after the reader's clock has
stopped cancels the entry, if one was sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Match, Seat
from games.rules.base import JSONObject
from games.services.emails import calendars
from games.services.emails.validity import own_deadline
from games.services.match.facts import Facts
from notifications.models import Message
from notifications.queries import loaded_settings, settings_for

KINDS_WITH_DEADLINE = frozenset(
    {"match_started", "your_turn", "reminder", "ruling", "appeal_result"}
)


def attach_calendar(
    message: Message, context: JSONObject, today: Sequence[Seat], now: datetime
) -> JSONObject:
    """Return the context with its calendar file, if one is needed and the reader wants them."""
    player, given, until = message.player, message.context, own_deadline(message, today)
    if player is None or not (loaded_settings(player) or settings_for(player)).calendar:
        return context
    if until is not None and message.kind not in KINDS_WITH_DEADLINE:
        return context
    before = None if until is not None else _deadline_in_calendar(message)
    if until is None and before is None:
        return context
    match = Match.objects.get(pk=context["match"])
    make = calendars.deadline_file if until is not None else calendars.cancellation_file
    at = until or before
    assert at is not None
    entry = calendars.Deadline(match, today[given["seat"]], str(context["opponents"]), at)
    return {**context, "calendar": make(entry, now)}


def _deadline_in_calendar(message: Message) -> datetime | None:
    """Return the deadline of the last calendar entry that was sent and not cancelled, if any."""
    thread = Message.objects.filter(thread=message.thread, player=message.player)
    latest = thread.exclude(calendar_method="").order_by("-sent_at").first()
    if latest is None or latest.calendar_method != calendars.PUBLISH:
        return None
    return _stored_deadline(latest.context) or latest.sent_at


def _stored_deadline(facts: Facts) -> datetime | None:
    """Return the reader's deadline when the e-mail was posted."""
    match = facts.get("match_facts")
    found = match["seats"][facts["seat"]].get("deadline_at") if match else facts.get("deadline")
    return datetime.fromisoformat(found) if found else None
