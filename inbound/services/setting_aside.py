"""E-mails that could not be read: their players are told, operators can have them read again."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone, translation

from accounts.models import Player
from inbound.grammar import ParseProblem
from inbound.models import InboundMessage
from inbound.reading import Kind, Reading
from inbound.services import answering, words
from inbound.services.storage import READ_TASK
from notifications.addresses import About, NoTokenError, read_reply
from notifications.worker import wake_worker

State = InboundMessage.State
CODE = "set_aside"
TOLD_WITHIN = timedelta(days=1)
log = logging.getLogger(__name__)


@transaction.atomic
def requeue_message(pk: int, *, now: datetime) -> bool:
    """Put a message that was set aside back, with all attempts again."""
    aside = InboundMessage.objects.filter(pk=pk, state=State.SET_ASIDE)
    back = aside.update(
        state=State.RECEIVED, outcome="", code="", attempts=0, next_at=now, settled_at=None
    )
    if back:
        transaction.on_commit(lambda: wake_worker(READ_TASK), robust=True)
    return bool(back)


def notify_player(pk: int, *, now: datetime) -> None:
    """Tell the player whose address it came to, once a day: a program would write again each time.

    What the e-mail says is not looked at, and nothing that goes wrong here matters to others.
    """
    try:
        with transaction.atomic():
            _notify(InboundMessage.objects.select_for_update(of=("self",)).get(pk=pk), now)
    except Exception:
        log.exception("the player of e-mail %s could not be told", pk)


def _notify(row: InboundMessage, now: datetime) -> None:
    try:
        matter = read_reply(row.recipient)
    except NoTokenError:
        return
    if matter.about is About.ADDRESS_INVITATION:
        return
    active = Player.objects.filter(pk=matter.player, closed_at=None, user__is_active=True)
    found = active.select_for_update(of=("self",), no_key=True)
    row.player, row.matter = found.first(), matter.thread
    if row.player is None:
        return
    lately = InboundMessage.objects.filter(player=row.player, code=CODE).exclude(pk=row.pk)
    row.save(update_fields=["player", "matter"])
    if lately.filter(settled_at__gt=now - TOLD_WITHIN).exists():
        return
    with translation.override(row.player.language), timezone.override(row.player.zone):
        reading = Reading(Kind.PERSON, row.message_id)
        answering.send_problem(row, matter, reading, words.describe_problem(ParseProblem(CODE)))
    row.save(update_fields=["answer"])
