"""The operators' texts of the site's own pages."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class PageText(models.Model):
    """One version of a page in one language; the highest version is shown.

    Rows never change. An empty text restores the default, if there is one.
    """

    class Page(models.TextChoices):
        PRIVACY = "privacy", _("Privacy")
        IMPRINT = "imprint", _("Imprint")
        CONDUCT = "conduct", _("Code of conduct")

    page = models.CharField(_("page"), max_length=7, choices=Page)
    language = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES)
    version = models.PositiveIntegerField(_("version"))
    text = models.TextField(_("text"), blank=True)
    at = models.DateTimeField(_("written"))
    by = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("written by"),
    )

    class Meta:
        """If two people edit the same version, one of them is refused."""

        verbose_name = _("text of a page")
        verbose_name_plural = _("texts of pages")
        ordering: ClassVar = ["page", "language", "-version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["page", "language", "version"], name="text_version")
        ]

    def __str__(self) -> str:
        return f"{self.page} {self.language} {self.version}"
