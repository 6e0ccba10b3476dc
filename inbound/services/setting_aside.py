"""Sets aside e-mails that could not be processed; operators can retry them."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone, translation

from accounts.models import Player
from games.services.errors import is_database_down
from inbound.grammar import ParseProblem
from inbound.models import InboundMessage
from inbound.reading import Kind, Reading
from inbound.services import answering, words
from inbound.services.storage import READ_TASK
from notifications.addresses import About, InvalidAddressError, parse_reply_address
from notifications.models import Message
from notifications.worker import wake_worker

State = InboundMessage.State
ERROR_CODE = "set_aside"
NOTIFY_INTERVAL = timedelta(days=1)
log = logging.getLogger(__name__)


@transaction.atomic
def requeue_message(pk: int, *, now: datetime) -> bool:
    """Queue a message that was set aside again, with all attempts; False if it was emptied."""
    aside = InboundMessage.objects.filter(pk=pk, state=State.SET_ASIDE, raw__isnull=False)
    back = aside.update(
        state=State.RECEIVED, outcome="", code="", attempts=0, next_at=now, settled_at=None
    )
    if back:
        transaction.on_commit(lambda: wake_worker(READ_TASK), robust=True)
    return bool(back)


@transaction.atomic
def set_aside(pk: int, *, now: datetime, tries: int) -> None:
    """Set aside a claimed message, and notify the player it is from.

    In one transaction, so a crash repeats it; the second time without loading the match, which may
    be the cause of the crash.
    """
    row = InboundMessage.objects.select_for_update(of=("self",)).get(pk=pk)
    if row.state != State.RECEIVED:
        return
    row.state, row.outcome, row.code = State.SET_ASIDE, InboundMessage.Outcome.IGNORED, ERROR_CODE
    row.settled_at = now
    row.save(update_fields=["state", "outcome", "code", "settled_at"])
    if row.attempts > tries + 1 or not _try_notify(pk, now, shows_match=True):
        _try_notify(pk, now, shows_match=False)


def _try_notify(pk: int, now: datetime, *, shows_match: bool) -> bool:
    """Notify the player and return whether that succeeded; errors do not spread."""
    try:
        with transaction.atomic():
            row = InboundMessage.objects.select_related("player", "answer").get(pk=pk)
            _notify(row, now, shows_match=shows_match)
    except Exception as error:
        if is_database_down(error):
            raise
        log.exception("the player of e-mail %s could not be told", pk)
        return False
    return True


def _notify(row: InboundMessage, now: datetime, *, shows_match: bool) -> None:
    """Notify the player at most once a day, since a program might reply each time."""
    try:
        matter = parse_reply_address(row.recipient)
    except InvalidAddressError:
        return
    if matter.about is About.ADDRESS_INVITATION:
        return
    active = Player.objects.filter(pk=matter.player, closed_at=None, user__is_active=True)
    found = active.select_for_update(of=("self",), no_key=True)
    row.player, row.matter = found.first(), matter.thread
    if row.player is None:
        return
    row.save(update_fields=["player", "matter"])
    told = Message.objects.filter(player=row.player, kind=answering.ANSWER)
    lately = told.filter(created_at__gt=now - NOTIFY_INTERVAL)
    if lately.filter(key__startswith=f"{ERROR_CODE}:").exists():
        return
    reading, said = Reading(Kind.PERSON, row.message_id), ParseProblem(ERROR_CODE)
    with translation.override(row.player.language), timezone.override(row.player.zone):
        text = words.describe_problem(said)
        answering.send_problem(row, matter, reading, text, key=ERROR_CODE, shows_match=shows_match)
    row.save(update_fields=["answer"])
