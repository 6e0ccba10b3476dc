"""The outbox: one row per e-mail, written with its cause and sent later."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player

PLAYER_TEXT_KINDS = ("chat_digest", "club_news", "organiser_message")  # by players, limited by kind
BY_ADDRESS_KIND = "event_by_address"  # sent to an address that may not be a player's
WAITS_FOR_SERVER = models.Q(state="failed", failure_reason="server")


class MessageQuerySet(models.QuerySet["Message"]):
    def due(self, now: datetime) -> MessageQuerySet:
        """E-mails that are due and not claimed by a sender."""
        free = models.Q(claimed_until=None) | models.Q(claimed_until__lte=now)
        return self.filter(free, state=Message.State.QUEUED, due_at__lte=now)

    def to_other_domains(self, names: Collection[str]) -> MessageQuerySet:
        """E-mails to domains other than these."""
        found = self
        for name in names:
            found = found.exclude(address__iendswith=f"@{name}")
        return found

    def unsent(self) -> MessageQuerySet:
        """E-mails that no mail server has accepted: waiting, claimed, or in a digest.

        Includes those that failed because the mail server was down.
        """
        states = [Message.State.QUEUED, Message.State.MERGED]
        return self.filter(models.Q(state__in=states) | WAITS_FOR_SERVER, sent_at=None)

    def given_up(self) -> MessageQuerySet:
        """E-mails that wait for the mail server or an operator; not those that bounced."""
        reasons = [Message.FailureReason.SERVER, Message.FailureReason.MESSAGE]
        return self.filter(state=Message.State.FAILED, failure_reason__in=reasons)

    def resuming(self) -> MessageQuerySet:
        """E-mails that failed because the mail server was down; they are sent when it is back."""
        return self.filter(WAITS_FOR_SERVER)

    def waiting(self, now: datetime) -> MessageQuerySet:
        """E-mails that wait outside a digest and are not claimed."""
        free = models.Q(claimed_until=None) | models.Q(claimed_until__lte=now)
        return self.filter(free, models.Q(state=Message.State.QUEUED) | WAITS_FOR_SERVER)

    def in_unsent_digest(self, now: datetime) -> MessageQuerySet:
        """E-mails in a digest that is unsent and not claimed."""
        loose = models.Q(digest__claimed_until=None) | models.Q(digest__claimed_until__lte=now)
        lost = models.Q(digest__state="failed", digest__failure_reason="server")
        open_one = models.Q(digest__state=Message.State.QUEUED) | lost
        return self.filter(loose, open_one, state=Message.State.MERGED)


class Message(models.Model):
    """One e-mail in the outbox; its context is plain JSON, rendered at delivery.

    ``withdrawn_at`` on an unsent e-mail means that a sender had claimed it when it was withdrawn:
    it goes out now or never. Without an ``address`` it is only a notification in browsers;
    ``pushed_at`` is when a push service accepted that.
    """

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        SENT = "sent", _("sent")
        PUSHED = "pushed", _("shown as a notification")
        MERGED = "merged", _("in a digest")
        WITHDRAWN = "withdrawn", _("withdrawn")
        FAILED = "failed", _("failed")

    class FailureReason(models.TextChoices):
        """Why the last attempt failed; empty if it did not, or if it bounced."""

        SERVER = "server", _("the mail server")
        REFUSED = "refused", _("refused for now")
        MESSAGE = "message", _("the e-mail itself")

    key = models.CharField(_("key"), max_length=200)
    kind = models.CharField(_("kind"), max_length=30)
    player = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="messages",
        db_index=False,
    )
    by = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text=_("player who caused it, if such e-mails are limited"),
    )
    address = models.EmailField(_("address"))
    language = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES)
    zone = models.CharField(_("time zone"), max_length=64)
    context = models.JSONField(_("context"), default=dict)
    thread = models.CharField(_("thread"), max_length=80, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=200)
    digest = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="merged",
        db_index=False,
    )
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.QUEUED)
    created_at = models.DateTimeField(_("written"))
    due_at = models.DateTimeField(_("due"))
    first_due_at = models.DateTimeField(
        _("first due"), help_text=_("original due time; retries do not change it")
    )
    failure_reason = models.CharField(
        _("failed at"), max_length=9, choices=FailureReason, blank=True
    )
    claimed_until = models.DateTimeField(_("claimed until"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    pushed_at = models.DateTimeField(_("taken by a push service"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    last_error = models.TextField(_("last error"), blank=True)
    calendar_method = models.CharField(
        _("calendar file"), max_length=7, blank=True, help_text=_("PUBLISH or CANCEL, once sent")
    )

    objects = MessageQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [  # unlike unique=True, without a second index for LIKE
            models.UniqueConstraint(fields=["key"], name="message_key_once"),
            models.UniqueConstraint(fields=["message_id"], name="message_id_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["digest"], condition=~models.Q(digest=None), name="message_digest"
            ),
            models.Index(fields=["due_at"], condition=models.Q(state="queued"), name="message_due"),
            models.Index(
                fields=["first_due_at"],
                condition=~models.Q(failure_reason=""),
                name="message_failed",
            ),
            models.Index(
                fields=["sent_at"], condition=~models.Q(sent_at=None), name="message_sent"
            ),
            models.Index(
                fields=["pushed_at"],
                condition=models.Q(state="pushed"),
                name="message_pushed",
            ),
            models.Index(
                fields=["withdrawn_at"],
                condition=models.Q(state="withdrawn"),
                name="message_withdrawn",
            ),
            models.Index(
                fields=["created_at"],
                condition=models.Q(kind=BY_ADDRESS_KIND),
                name="message_by_address",
            ),
            models.Index(fields=["player", "sent_at"], name="message_player_sent"),
            models.Index(
                fields=["by", "created_at"], condition=~models.Q(by=None), name="message_by"
            ),
            models.Index(
                fields=["player", "created_at"],
                condition=~models.Q(by=None),
                name="message_player_by",
            ),
            models.Index(
                fields=["player", "created_at"],
                condition=models.Q(kind__in=PLAYER_TEXT_KINDS),
                name="message_texts",
            ),
            models.Index(fields=["thread"], condition=~models.Q(thread=""), name="message_thread"),
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.state})"
