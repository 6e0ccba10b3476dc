"""Receives a message from a mail server's pipe and processes it immediately."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime

from django.conf import settings

from inbound.models import InboundMessage
from inbound.services import handling, storage
from inbound.services.reports import Report, make_report
from notifications import addresses

MAX_READ = storage.MAX_MESSAGE_BYTES + 1
MAX_ATTEMPTS = 3


def receive_message(
    raw: bytes, recipient: str, sender: str, *, now: datetime, make_seed: Callable[[], str]
) -> tuple[int, Report]:
    """Store and process a message; return the exit code (sysexits.h) and the report."""
    if not settings.MAIL_DOMAIN:
        return os.EX_UNAVAILABLE, Report("refused", code="no_mail_here")
    if not raw.strip():
        return os.EX_DATAERR, Report("refused", code="empty")
    address = storage.normalize_address(recipient) or storage.find_own_recipient(raw)
    if not addresses.is_ours(address):
        return os.EX_NOUSER, Report("refused", code="no_such_address")
    envelope = storage.Envelope(address, InboundMessage.Way.PIPE, sender)
    stored = storage.store_message(raw, envelope, now=now, wake=False)
    known = InboundMessage.objects.filter(pk=stored.pk)
    if not stored.fresh and not known.filter(state=InboundMessage.State.RECEIVED).exists():
        return os.EX_OK, Report("ignored", code="repeated")
    for _attempt in range(MAX_ATTEMPTS):
        if handling.handle_message(stored.pk, now=now, make_seed=make_seed):
            break
    row = known.select_related("answer").get()
    if row.state == InboundMessage.State.RECEIVED:
        return os.EX_OK, Report("ignored", code="waiting")
    too_large = row.code == "too_large" and row.answer is None
    return os.EX_DATAERR if too_large else os.EX_OK, make_report(row)
