"""Copies of one match, by the million, for measuring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection, models

from games.models import ClockCharge, Match, Ply, Seat
from notifications.models import DeliveryEvent, Message

BOTS = 12
MODELS = 4  # people who play the matches that are copied
AT_ONCE = 20_000
E_MAILS = 5


class Copies(NamedTuple):
    """How a match is copied: key and end of its first copy, and the steps from one to the next."""

    number: int
    first: int
    step: int
    ends: datetime
    apart: timedelta


class People(NamedTuple):
    """Whom the copies seat: keys in a row, people first, then bots."""

    first: int
    number: int
    first_bot: int


def copy_match(match: Match, plan: Copies, people: People) -> None:
    ended = match.finished_at or match.plies.latest("number").at
    values: dict[str, Any] = {
        "match": match.pk,
        "number": plan.number,
        "first": plan.first,
        "step": plan.step,
        "shift": plan.ends - ended,
        "apart": plan.apart,
        "people": people.number,
        "person": people.first,
        "bot": people.first_bot,
    }
    with connection.cursor() as cursor:
        cursor.execute(_copying(Match, "id", id=COPY), values)
        cursor.execute(_copying(Seat, player_id=SEATED.format(seat="source.number")), values)
        cursor.execute(_copying(Ply), values)
        cursor.execute(_copying(ClockCharge), values)
        cursor.execute(_copying_messages(), values)


# The key of a copy, and who has one of its two seats: everybody in turn; now and then a bot.
COPY = "(%(first)s + copy * %(step)s)"
WITH_BOT = "copy %% 10 = 9"
SEATED = (
    f"CASE WHEN {{seat}} = 0 THEN %(person)s + {COPY} * 7919 %% %(people)s "
    f"WHEN {WITH_BOT} THEN %(bot)s + copy / 10 %% {BOTS} "
    f"ELSE %(person)s + ({COPY} * 7919 + 1 + copy %% (%(people)s - 1)) %% %(people)s END"
)
COPIED = "generate_series(0::bigint, %(number)s::bigint - 1) AS copy"
SHIFT = "%(shift)s::interval + copy * %(apart)s::interval"


def _copying(model: type[models.Model], of: str = "match_id", **changed: str) -> str:
    """Return the statement that copies the rows of a match in one table."""
    columns = _columns(model, {of: COPY, **changed}, without="" if of == "id" else "id")
    names, values = ", ".join(f'"{name}"' for name in columns), ", ".join(columns.values())
    table = model._meta.db_table
    return (
        f"INSERT INTO {table} ({names}) SELECT {values} "
        f"FROM {table} AS source, {COPIED} WHERE source.{of} = %(match)s ORDER BY copy, source.id"
    )


def _columns(model: type[models.Model], changed: dict[str, str], without: str) -> dict[str, str]:
    """Return what each column of a copy holds: the source's value, instants moved, keys its own."""
    columns: dict[str, str] = {}
    for each in model._meta.concrete_fields:
        if each.column is None or each.column == without:
            continue
        value = f'source."{each.column}"'
        if isinstance(each, models.DateTimeField):
            value = f"{value} + ({SHIFT})"
        columns[each.column] = changed.get(each.column, value)
    return columns


def _copying_messages() -> str:
    """Return the statement that copies the first e-mails of a match as sent, with their events."""
    player = SEATED.format(seat="seat.number")
    facts = (
        f"jsonb_set(jsonb_set(jsonb_set(source.context, '{{table,match}}', to_jsonb({COPY})), "
        f"'{{table,seats,0,player}}', to_jsonb({SEATED.format(seat=0)})), "
        f"'{{table,seats,1,player}}', to_jsonb({SEATED.format(seat=1)}))"
    )
    url = f"jsonb_set({facts}, '{{url}}', to_jsonb('/matches/' || {COPY} || '/'))"
    changed = {
        "key": f"replace(source.key, ':' || %(match)s || ':', ':' || {COPY} || ':')",
        "player_id": player,
        "address": f"'member' || ({player} - %(person)s + {MODELS}) || '@example.org'",
        "context": url,
        "thread": f"'match:' || {COPY}",
        "message_id": f"'<' || {COPY} || '.' || source.id || '@example.org>'",
        "digest_id": "NULL::bigint",
        "state": "'sent'",
        "failure_reason": "''",
        "claimed_until": "NULL::timestamptz",
        "withdrawn_at": "NULL::timestamptz",
        "sent_at": f"source.due_at + ({SHIFT})",
        "attempts": "1",
        "last_error": "''",
    }
    columns = _columns(Message, changed, without="id")
    names, values = ", ".join(f'"{name}"' for name in columns), ", ".join(columns.values())
    message, event, seat = (each._meta.db_table for each in (Message, DeliveryEvent, Seat))
    return (
        f"WITH source AS (SELECT * FROM {message} "
        f"WHERE thread = 'match:' || %(match)s ORDER BY id LIMIT {E_MAILS}), "
        f"written AS (INSERT INTO {message} ({names}) SELECT {values} FROM {COPIED}, source "
        f"JOIN {seat} AS seat ON seat.match_id = %(match)s "
        f"AND seat.player_id = source.player_id WHERE NOT (seat.number = 1 AND {WITH_BOT}) "
        "ORDER BY copy, source.id RETURNING id, created_at, sent_at) "
        f"INSERT INTO {event} (message_id, at, event, detail) "
        "SELECT id, at, event, '' FROM written, LATERAL (VALUES (created_at, 'queued'), "
        "(sent_at, 'claimed'), (sent_at, 'accepted')) AS told (at, event)"
    )


def insert(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    """Write rows by COPY."""
    names = ", ".join(f'"{column}"' for column in columns)
    table = model._meta.db_table
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)
