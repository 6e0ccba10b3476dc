"""Which e-mails carry the reader's deadline as a calendar file, and which take it back.

E-mails about a turn carry the deadline. The first e-mail about the match that is written when no
clock of the reader runs any more cancels the entry, where one was sent; none is written for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from games.models import Match
from games.rules.base import JSON, JSONObject
from games.services.emails import calendars
from games.services.match.facts import Facts
from notifications.models import Message
from notifications.queries import loaded_settings, settings_for

CARRIERS = frozenset({"match_started", "your_turn", "reminder", "ruling", "appeal_result"})


def with_calendar(message: Message, match: Match | None, context: JSONObject) -> JSONObject:
    """Return an e-mail's context with the calendar file that belongs to it, if any is wanted.

    ``match`` is looked up where it is None.
    """
    player, given = message.player, message.context
    if player is None or not (loaded_settings(player) or settings_for(player)).calendar:
        return context
    until = _deadline_in(given)
    if until is not None and message.kind not in CARRIERS:
        return context
    before = None if until is not None else _sent_before(message)
    if until is None and before is None:
        return context
    found = match or Match.objects.get(pk=given["match"])
    make = calendars.deadline_file if until is not None else calendars.cancelled_file
    at = until or before
    assert at is not None
    entry = calendars.Deadline(found, given["seat"], str(context["opponents"]), at)
    return {**context, "calendar": make(entry, message.created_at)}


def _deadline_in(given: Mapping[str, JSON] | Facts) -> datetime | None:
    """Return the reader's deadline when a row was written, None if no clock of theirs ran."""
    table = given.get("table")
    found = table["seats"][given["seat"]].get("deadline_at") if table else given.get("deadline")
    return datetime.fromisoformat(found) if found else None


def _sent_before(message: Message) -> datetime | None:
    """Return the deadline that a calendar file of an earlier e-mail holds and nothing cancelled."""
    earlier = Message.objects.filter(
        thread=message.thread, player=message.player, has_calendar=True, pk__lt=message.pk
    )
    latest = earlier.order_by("-pk").first()
    return _deadline_in(latest.context) if latest is not None else None
