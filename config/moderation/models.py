"""Reports of unacceptable content, and the operators' decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import ChatLine
from tournaments.models import Club, Series, Team, Tournament

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

OBJECT_FIELDS = ("club", "team", "tournament", "series")


def _object_key(model: type[models.Model], label: _StrPromise) -> models.ForeignKey[Any, Any]:
    """Return a foreign key to a reported object; ``Report.about`` is who is responsible for it."""
    return models.ForeignKey(
        model,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="reports",
        verbose_name=label,
    )


class Report(models.Model):
    """One report. It refers to what is reported and keeps no copy."""

    class What(models.TextChoices):
        NAME = "name", _("name")
        PROFILE = "profile", _("profile text or links")
        CHAT = "chat", _("chat message")
        CLUB = "club", _("name or text of a club")
        TEAM = "team", _("name of a team")
        EVENT = "event", _("name or text of a tournament")
        SERIES = "series", _("name or text of a series")

    class Outcome(models.TextChoices):
        NOTHING = "nothing", _("left as it is")
        HIDDEN = "hidden", _("message hidden")
        RENAMED = "renamed", _("name replaced")
        CLEARED = "cleared", _("text removed")
        WARNED = "warned", _("warned")

    what = models.CharField(_("what"), max_length=7, choices=What)
    about = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="reports_about", verbose_name=_("about")
    )
    line = models.ForeignKey(
        ChatLine,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="reports",
        verbose_name=_("message"),
    )
    club = _object_key(Club, _("club"))
    team = _object_key(Team, _("team"))
    tournament = _object_key(Tournament, _("tournament"))
    series = _object_key(Series, _("series"))
    by = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="reports_made", verbose_name=_("by")
    )
    reason = models.CharField(_("reason"), max_length=500)
    at = models.DateTimeField(_("at"))
    outcome = models.CharField(_("outcome"), max_length=7, choices=Outcome, blank=True)
    words = models.CharField(_("message to the person"), max_length=500, blank=True)
    settled_by = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("settled by"),
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)

    class Meta:
        """Everybody can have one open report about the same thing."""

        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["by", "line"],
                condition=Q(settled_at=None, line__isnull=False),
                name="report_line_open_once",
            ),
            models.UniqueConstraint(
                fields=["by", "what", "about"],
                condition=Q(settled_at=None, line=None, **dict.fromkeys(OBJECT_FIELDS)),
                name="report_open_once",
            ),
            *(
                models.UniqueConstraint(
                    fields=["by", each],
                    condition=Q(("settled_at", None), (f"{each}__isnull", False)),
                    name=f"report_{each}_open_once",
                )
                for each in OBJECT_FIELDS
            ),
            models.CheckConstraint(
                condition=Q(what="chat", line__isnull=False) | (~Q(what="chat") & Q(line=None)),
                name="report_line_for_chat",
            ),
            models.CheckConstraint(
                condition=Q(settled_at=None, outcome="")
                | (Q(settled_at__isnull=False) & ~Q(outcome="")),
                name="report_settled_with_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.what} {self.about_id}"

    @property
    def named(self) -> Club | Team | Tournament | Series | None:
        """The reported object; None if a person or a chat message is reported."""
        found: Club | Team | Tournament | Series | None
        found = self.club or self.team or self.tournament or self.series
        return found
