"""The outbox: one row a letter, written with its cause and sent later."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class MessageQuerySet(models.QuerySet["Message"]):
    """The questions a sender asks."""

    def due(self, now: datetime) -> MessageQuerySet:
        """Letters that should go out now and that nobody is sending."""
        free = models.Q(claimed_until=None) | models.Q(claimed_until__lte=now)
        return self.filter(free, state=Message.State.QUEUED, due_at__lte=now)

    def unsent(self) -> MessageQuerySet:
        """Letters that no mail server has yet: waiting, in a sender's hands, or in a digest."""
        return self.filter(state__in=[Message.State.QUEUED, Message.State.MERGED], sent_at=None)

    def waiting(self, now: datetime) -> MessageQuerySet:
        """Letters that wait on their own and are in nobody's hands."""
        free = models.Q(claimed_until=None) | models.Q(claimed_until__lte=now)
        return self.filter(free, state=Message.State.QUEUED)

    def in_unsent_digest(self, now: datetime) -> MessageQuerySet:
        """Letters that wait inside a digest that is in nobody's hands."""
        loose = models.Q(digest__claimed_until=None) | models.Q(digest__claimed_until__lte=now)
        return self.filter(loose, state=Message.State.MERGED, digest__state=Message.State.QUEUED)


class Message(models.Model):
    """One letter in the outbox; its context is plain JSON and is rendered at delivery.

    ``withdrawn_at`` on an unsent letter says that a sender had it when it was taken back: it goes
    out now or never.
    """

    class State(models.TextChoices):
        """Where the letter is."""

        QUEUED = "queued", _("waiting")
        SENT = "sent", _("sent")
        MERGED = "merged", _("in a digest")
        WITHDRAWN = "withdrawn", _("withdrawn")
        FAILED = "failed", _("failed")

    key = models.CharField(_("key"), max_length=200, unique=True)
    kind = models.CharField(_("kind"), max_length=30)
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="messages"
    )
    address = models.EmailField(_("address"))
    language = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES)
    zone = models.CharField(_("time zone"), max_length=64)
    context = models.JSONField(_("context"), default=dict)
    thread = models.CharField(_("thread"), max_length=80, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=200, unique=True)
    digest = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="merged"
    )
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.QUEUED)
    created_at = models.DateTimeField(_("written"))
    due_at = models.DateTimeField(_("due"))
    claimed_until = models.DateTimeField(_("claimed until"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    last_error = models.TextField(_("last error"), blank=True)

    objects = MessageQuerySet.as_manager()

    class Meta:
        """The sender looks for due rows only among the waiting ones."""

        indexes: ClassVar = [
            models.Index(fields=["due_at"], condition=models.Q(state="queued"), name="message_due"),
            models.Index(fields=["player", "sent_at"], name="message_player_sent"),
            models.Index(fields=["thread"], condition=~models.Q(thread=""), name="message_thread"),
        ]

    def __str__(self) -> str:
        """Show key and state."""
        return f"{self.key} ({self.state})"
