"""Erases the e-mails of closed accounts; rows stay, without addresses and texts.

Referees can still see when somebody wrote about a match, with what result, and whether the sender
checks passed.
"""

from __future__ import annotations

import hashlib

from django.db.models import Q

from accounts.models import Player
from inbound.grammar import parse_verb
from inbound.models import InboundMessage

BATCH_SIZE = 500
FIELDS = (
    "message_id", "mail_from", "sender", "raw", "commands", "checks", "last_error", "state", "code",
)  # fmt: skip
State = InboundMessage.State


def erase_messages_of(player: Player) -> int:
    """Erase all e-mails of a player and from their address; return how many."""
    theirs = Q(player=player)
    if player.user is not None and player.user.email:
        address = player.user.email
        theirs |= Q(sender__iexact=address) | Q(mail_from__iexact=address)
    rows = InboundMessage.objects.filter(theirs)
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(keys), BATCH_SIZE):
        some = InboundMessage.objects.filter(pk__in=keys[first : first + BATCH_SIZE])
        found = list(some.select_for_update(of=("self",)))
        for row in found:
            erase_message(row)
        InboundMessage.objects.bulk_update(found, FIELDS)
    return len(keys)


def erase_if_closed(row: InboundMessage, player: int) -> None:
    """Erase a message to a player who has since closed their account."""
    if not Player.objects.filter(pk=player, closed_at=None).exists():
        erase_message(row)


def erase_message(row: InboundMessage) -> None:
    """Erase text, sender and private data of a message; the caller saves the row.

    Held messages are settled. A digest replaces the Message-ID, which may contain a host name.
    """
    digest = hashlib.sha256(row.message_id.encode()).hexdigest()
    row.message_id, row.mail_from, row.sender, row.last_error = (
        f"<{digest}@none.invalid>",
        "",
        "",
        "",
    )
    row.raw = None
    row.checks = [each | {"domain": ""} for each in row.checks]
    row.commands = [parse_verb(each) for each in row.commands]
    if row.state == State.HELD:
        row.state, row.code = State.SETTLED, "not_confirmed"
