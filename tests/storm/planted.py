"""Errors planted into what is stored, each undone at once: the verification must find every one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from django.db import connection, transaction

from games.models import Match, Ply, RatingEntry, Seat
from notifications.models import Message
from tests.storm import verification
from tests.storm.verification import HUMAN, Evidence


def unfound(evidence: Evidence) -> Iterator[str]:
    """Plant every error in turn, and yield the names of those that nobody noticed."""
    for name, plant in PLANTED.items():
        with transaction.atomic():
            found = list(verification.errors(plant(evidence)))
            transaction.set_rollback(True)
        if not found:
            yield name


def _sql(statement: str, *values: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def _acked_ply(evidence: Evidence) -> Ply:
    """Return a ply in the middle of a running match that somebody was told of."""
    running = Match.objects.running().order_by("-ply_count")[0]
    return Ply.objects.filter(match=running, source__in=HUMAN).order_by("-number")[0]


def drop_outbox_row(evidence: Evidence) -> Evidence:
    row = Message.objects.filter(kind="match_started", state="sent", merged=None)[0]
    _sql("DELETE FROM notifications_deliveryevent WHERE message_id = %s", row.pk)
    _sql("DELETE FROM notifications_message WHERE id = %s", row.pk)
    return evidence


def double_ply(evidence: Evidence) -> Evidence:
    """Write a human's last ply once more at the end of its match."""
    ply = _acked_ply(evidence)
    last = Match.objects.get(pk=ply.match_id).ply_count
    Ply.objects.bulk_create(
        [
            Ply(
                match_id=ply.match_id,
                number=last + 1,
                turn=ply.turn,
                seat=ply.seat,
                text=ply.text,
                at=ply.at,
                source=ply.source,
            )
        ]
    )
    return evidence


def lose_ply(evidence: Evidence) -> Evidence:
    ply = _acked_ply(evidence)
    _sql("DELETE FROM games_ply WHERE id = %s", ply.pk)
    return evidence


def acknowledge_what_never_happened(evidence: Evidence) -> Evidence:
    one = next(each for each in evidence.sent if each.outcome == "acked")
    return replace(evidence, sent=[*evidence.sent, replace(one, seen=one.seen + 90_000)])


def lose_arrival(evidence: Evidence) -> Evidence:
    row = Message.objects.filter(state="sent")[0]
    return _with_arrivals(evidence, lambda lines: [x for x in lines if x["id"] != row.message_id])


def invent_arrival(evidence: Evidence) -> Evidence:
    return _with_arrivals(evidence, lambda lines: [*lines, {"id": "<nobody@storm>", "links": []}])


def repeat_arrival(evidence: Evidence) -> Evidence:
    """Let an e-mail arrive more often than any sender took it."""
    return _with_arrivals(evidence, lambda lines: [*lines, *[lines[0]] * 20])


def _with_arrivals(evidence: Evidence, change: Callable[[list], list]) -> Evidence:
    lines = [json.loads(line) for line in evidence.accepted.read_text().splitlines()]
    spoilt: Path = evidence.accepted.with_suffix(".spoilt")
    spoilt.write_text("".join(json.dumps(line) + "\n" for line in change(lines)))
    return replace(evidence, accepted=spoilt)


def leave_seat_stuck(evidence: Evidence) -> Evidence:
    running = Match.objects.running()[0]
    Seat.objects.filter(match=running).update(awaited_since=None, deadline_at=None)
    return evidence


def bend_rating(evidence: Evidence) -> Evidence:
    entry = RatingEntry.objects.order_by("-pk")[0]
    _sql("UPDATE games_ratingentry SET after = after + 100 WHERE id = %s", entry.pk)
    return evidence


def turn_result(evidence: Evidence) -> Evidence:
    _sql("UPDATE tournaments_fixtureseat SET place = 3 - place WHERE place IN (1, 2)")
    return evidence


PLANTED: dict[str, Callable[[Evidence], Evidence]] = {
    each.__name__: each
    for each in (
        drop_outbox_row,
        double_ply,
        lose_ply,
        acknowledge_what_never_happened,
        lose_arrival,
        invent_arrival,
        repeat_arrival,
        leave_seat_stuck,
        bend_rating,
        turn_result,
    )
}
