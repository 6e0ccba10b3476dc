"""Browsers that show the site's notifications, and the site's key for push services."""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar
from urllib.parse import urlsplit

from django.contrib.sessions.models import Session
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player

MAX_ENDPOINT_LENGTH = 1000


class PushSubscription(models.Model):
    """A player's browser: its endpoint at a push service, and the kinds it shows.

    It is deleted with the session in which it was made, so that nothing is shown after logging out.
    The keys only encrypt what is sent.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_subscriptions")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="+")
    endpoint = models.CharField(_("address at the push service"), max_length=MAX_ENDPOINT_LENGTH)
    fingerprint = models.CharField(_("fingerprint of the address"), max_length=64, editable=False)
    p256dh = models.CharField(_("public key of the browser"), max_length=100)
    auth = models.CharField(_("shared secret"), max_length=40)
    kinds = models.JSONField(_("kinds"), default=list)
    created_at = models.DateTimeField(_("turned on"))

    class Meta:
        verbose_name = _("push subscription")
        verbose_name_plural = _("push subscriptions")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fingerprint"], name="push_endpoint_once")
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.service}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the fingerprint in step with the endpoint, which is too long to index."""
        self.fingerprint = fingerprint_of(self.endpoint)
        super().save(*args, **kwargs)

    @property
    def subscription_info(self) -> dict[str, object]:
        """The subscription as pywebpush expects it."""
        return {"endpoint": self.endpoint, "keys": {"p256dh": self.p256dh, "auth": self.auth}}

    @property
    def service(self) -> str:
        return urlsplit(self.endpoint).hostname or ""


class PushKey(models.Model):
    """The site's own key for push services, created when first needed: one row at most.

    It is encrypted with SECRET_KEY, so that a copy of the database alone is useless.
    """

    only = models.BooleanField(default=True, editable=False, unique=True)
    encrypted_key = models.TextField(_("private key, encrypted"), editable=False)
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("key for push services")
        verbose_name_plural = _("keys for push services")
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(only=True), name="push_key_once")
        ]

    def __str__(self) -> str:
        return self.made_at.isoformat()


def fingerprint_of(endpoint: str) -> str:
    """Return the SHA-256 of an endpoint, by which it is unique."""
    return hashlib.sha256(endpoint.encode()).hexdigest()
