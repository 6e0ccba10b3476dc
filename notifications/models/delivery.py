"""The delivery ledger: what happened to every e-mail, appended and never changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar, NoReturn

from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from notifications.models.message import Message

# Appending by a unique field takes one statement; looking up the pk first would take two.
_APPEND = (
    "INSERT INTO notifications_deliveryevent (message_id, at, event, detail) "
    "SELECT id, %s, %s, '' FROM notifications_message WHERE "
)
_APPEND_BY = {
    "key": _APPEND + "key = %s RETURNING message_id",
    "message_id": _APPEND + "message_id = %s RETURNING message_id",
}


_APPEND_TO = (
    "INSERT INTO notifications_deliveryevent (message_id, at, event, detail) "
    "VALUES (%s, %s, %s, %s)"
)


class LedgerError(TypeError):
    """An attempt to rewrite the delivery ledger."""

    def __init__(self) -> None:
        super().__init__("the delivery ledger is append-only: append another event instead")


class LedgerQuerySet(models.QuerySet["DeliveryEvent"]):
    """Refuses bulk updates and deletions."""

    def update(self, **_fields: object) -> NoReturn:
        raise LedgerError

    def delete(self) -> NoReturn:
        raise LedgerError

    def forget(self, messages: Sequence[int]) -> None:
        """Delete the events of e-mails that are themselves deleted."""
        models.QuerySet.delete(self.filter(message__in=messages))

    def append(self, message: int, *, event: str, at: datetime, detail: str = "") -> None:
        """Append an event to the e-mail with this pk."""
        instant = connection.ops.adapt_datetimefield_value(at)
        with connection.cursor() as cursor:
            cursor.execute(_APPEND_TO, [message, instant, event, detail])

    def append_by(self, name: str, value: str, *, event: str, at: datetime) -> int | None:
        """Append an event to the e-mail with this ``key`` or ``message_id``.

        Return the e-mail's pk, or None if there is none.
        """
        instant = connection.ops.adapt_datetimefield_value(at)
        with connection.cursor() as cursor:
            cursor.execute(_APPEND_BY[name], [instant, event, value])
            row = cursor.fetchone()
        return row[0] if row else None


class DeliveryEvent(models.Model):
    class Event(models.TextChoices):
        QUEUED = "queued", _("written")
        CLAIMED = "claimed", _("taken by a worker")
        ACCEPTED = "accepted", _("accepted by the mail server")
        PUSHED = "pushed", _("taken by a push service")
        MERGED = "merged", _("put into a digest")
        FAILED = "failed", _("failed")
        DELAYED = "delayed", _("delayed by a mail server")
        WITHDRAWN = "withdrawn", _("withdrawn")
        BOUNCED = "bounced", _("bounced")
        COMPLAINED = "complained", _("reported as spam")
        RETRIED = "retried", _("put back by the operator")

    message = models.ForeignKey(Message, on_delete=models.PROTECT, related_name="events")
    at = models.DateTimeField(_("at"))
    event = models.CharField(_("event"), max_length=10, choices=Event)
    detail = models.TextField(_("detail"), blank=True)

    objects = LedgerQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.event}: {self.message_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Append the event. Raises LedgerError if it exists already."""
        if not self._state.adding:
            raise LedgerError
        super().save(*args, **kwargs)

    def delete(self, *_args: object, **_kwargs: object) -> NoReturn:
        raise LedgerError
