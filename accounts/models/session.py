"""The sessions of a login, as its owner sees them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils.translation import gettext_lazy as _


class LoginSession(models.Model):
    """A session with its browser, start and last day of use; deleted with the session.

    Neither the IP address nor the full user agent is stored.
    """

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="login_sessions"
    )
    browser = models.CharField(_("browser"), max_length=40, blank=True)
    system = models.CharField(_("operating system"), max_length=40, blank=True)
    started_at = models.DateTimeField(_("logged in"))
    used_on = models.DateField(_("last used"))

    class Meta:
        verbose_name = _("login session")
        verbose_name_plural = _("login sessions")
        ordering: ClassVar = ["-used_on", "-started_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.browser} {self.system}"
