"""Incoming e-mails, stored before they are processed."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from notifications.models import Message


class InboundMessage(models.Model):
    """One e-mail to one of our addresses; duplicates are stored once.

    ``raw`` is emptied some time after processing. ``commands`` are those that were carried out.
    """

    class Way(models.TextChoices):
        PIPE = "pipe", _("handed over by the mail server")
        SMTP = "smtp", _("SMTP")
        LMTP = "lmtp", _("LMTP")
        WEBHOOK = "webhook", _("an e-mail provider")

    class State(models.TextChoices):
        RECEIVED = "received", _("received")
        HELD = "held", _("awaiting the player’s confirmation")
        SETTLED = "settled", _("settled")
        SET_ASIDE = "set_aside", _("set aside for an operator")

    class Outcome(models.TextChoices):
        DONE = "done", _("done")
        REFUSED = "refused", _("refused")
        HELD = "held", _("held")
        IGNORED = "ignored", _("ignored")
        BOUNCED = "bounced", _("an e-mail came back")
        COMPLAINT = "complaint", _("an e-mail was reported as spam")

    way = models.CharField(_("arrived via"), max_length=7, choices=Way)
    message_id = models.CharField(_("Message-ID"), max_length=250)
    recipient = models.CharField(_("recipient"), max_length=120)
    mail_from = models.CharField(_("envelope sender"), max_length=320, blank=True)
    sender = models.CharField(_("sender"), max_length=320, blank=True)
    raw = models.BinaryField(_("as received"), null=True)
    size = models.PositiveIntegerField(_("bytes"))
    received_at = models.DateTimeField(_("received"))
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.RECEIVED)
    outcome = models.CharField(_("outcome"), max_length=9, choices=Outcome, blank=True)
    code = models.CharField(_("reason"), max_length=60, blank=True)
    commands = models.JSONField(_("done"), default=list, blank=True)
    checks = models.JSONField(_("sender checks"), default=list, blank=True)
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    matter = models.CharField(_("about"), max_length=40, blank=True)
    answer = models.ForeignKey(
        Message, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_at = models.DateTimeField(_("next attempt"))
    last_error = models.TextField(_("last error"), blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["message_id", "recipient"], name="inbound_once")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["next_at"], condition=models.Q(state="received"), name="inbound_due"
            ),
            models.Index(
                fields=["settled_at"], condition=models.Q(state="set_aside"), name="inbound_aside"
            ),
            models.Index(fields=["player", "settled_at"], name="inbound_player"),
            models.Index(
                fields=["settled_at"],
                condition=models.Q(state__in=("settled", "set_aside"), raw__isnull=False),
                name="inbound_settled",
            ),
            models.Index(fields=["matter"], condition=~models.Q(matter=""), name="inbound_matter"),
        ]

    def __str__(self) -> str:
        return f"{self.recipient.partition('+')[0]} {self.pk} ({self.state})"
