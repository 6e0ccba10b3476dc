"""The delivery ledger: what happened to every letter, appended and never changed."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from notifications.models.message import Message


class LedgerError(TypeError):
    """Somebody tried to rewrite the delivery ledger."""

    def __init__(self) -> None:
        """Say what is possible instead."""
        super().__init__("the delivery ledger is append-only: append another event instead")


class LedgerQuerySet(models.QuerySet["DeliveryEvent"]):
    """Refuses to change or delete many lines at once."""

    def update(self, **_fields: Any) -> NoReturn:
        """Refuse."""
        raise LedgerError

    def delete(self) -> NoReturn:
        """Refuse."""
        raise LedgerError


class DeliveryEvent(models.Model):
    """One line of the ledger."""

    class Event(models.TextChoices):
        """What happened."""

        QUEUED = "queued", _("written")
        CLAIMED = "claimed", _("taken by a sender")
        ACCEPTED = "accepted", _("accepted by the mail server")
        MERGED = "merged", _("put into a digest")
        FAILED = "failed", _("failed")
        WITHDRAWN = "withdrawn", _("withdrawn")
        BOUNCED = "bounced", _("came back")
        COMPLAINED = "complained", _("reported as unwanted")
        RETRIED = "retried", _("put back by the operator")

    message = models.ForeignKey(Message, on_delete=models.PROTECT, related_name="events")
    at = models.DateTimeField(_("at"))
    event = models.CharField(_("event"), max_length=10, choices=Event)
    detail = models.TextField(_("detail"), blank=True)

    objects = LedgerQuerySet.as_manager()

    class Meta:
        """In the order of appending."""

        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        """Show event and letter."""
        return f"{self.event}: {self.message_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Append; a line that exists cannot be saved again."""
        if not self._state.adding:
            raise LedgerError
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise LedgerError
