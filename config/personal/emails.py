"""E-mails between the site and a player, in both directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from allauth.account.models import EmailAddress

from accounts.models import Player
from inbound.models import InboundMessage
from notifications.models import DeliveryEvent, Message

Row = Mapping[str, object]
CHUNK_SIZE = 200


def emails_to_player(player: Player) -> Iterator[Row]:
    """Yield the e-mails written to a player, without text: that is composed at sending."""
    fields = ("kind", "thread", "address", "language", "created_at", "sent_at", "pushed_at")
    rows = Message.objects.filter(player=player).order_by("pk")
    for row in rows.values("pk", "state", *fields).iterator(CHUNK_SIZE):
        steps = DeliveryEvent.objects.filter(message=row.pop("pk")).order_by("pk")
        yield {**row, "steps": list(steps.values("at", "event"))}


def emails_caused(player: Player) -> Iterator[Row]:
    """Yield the e-mails to others that the player has caused, if such e-mails are limited."""
    yield from Message.objects.filter(by=player).order_by("pk").values("kind", "created_at")


def emails_from_player(player: Player) -> Iterator[Row]:
    """Yield the player's incoming e-mails, and what was done about each.

    Sender and text are included only if it came from one of the player's own addresses; others may
    have written the rest. The secret part of the recipient's address is removed.
    """
    own = {
        address.lower()
        for address in EmailAddress.objects.filter(
            user=player.user_id or 0, verified=True
        ).values_list("email", flat=True)
    }
    for row in InboundMessage.objects.filter(player=player).order_by("pk").iterator(CHUNK_SIZE):
        told: dict[str, object] = {
            "received_at": row.received_at,
            "settled_at": row.settled_at,
            "bytes": row.size,
            "state": row.state,
            "outcome": row.outcome,
            "reason": row.code,
            "about": row.matter,
        }
        if row.sender.lower() in own:
            text = bytes(row.raw or b"").decode(errors="replace")
            token = row.recipient.partition("@")[0].partition("+")[2]
            told |= {"sender": row.sender, "commands": row.commands}
            told["text"] = text.replace(token, "…") if token else text
        yield told
