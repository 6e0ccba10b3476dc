"""API keys of logins; only a fingerprint is stored."""

from __future__ import annotations

import datetime as dt
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

MAX_NAME_LENGTH = 40


class ApiKey(models.Model):
    class Scope(models.TextChoices):
        """Each scope includes those before it."""

        READ = "read", _("read")
        PLAY = "play", _("play")
        ORGANISE = "organise", _("organise")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="api_keys",
        verbose_name=_("login"),
    )
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    scope = models.CharField(_("scope"), max_length=8, choices=Scope)
    digest = models.CharField(_("fingerprint"), max_length=64, unique=True, editable=False)
    ending = models.CharField(_("ends in"), max_length=4)
    created_at = models.DateTimeField(_("created"))
    expires_at = models.DateTimeField(_("expires"))
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        ordering: ClassVar = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name

    def is_valid_at(self, instant: dt.datetime) -> bool:
        return instant < self.expires_at

    def covers(self, scope: str) -> bool:
        order = list(self.Scope.values)
        return order.index(scope) <= order.index(self.scope)
