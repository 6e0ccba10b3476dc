"""Cases put to the referees, and the ledger of their events."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import Match
from games.models.ledger import AppendOnlyQuerySet, LedgerLine
from tournaments.models import Fixture, Tournament


class CaseQuerySet(models.QuerySet["Case"]):
    def pending(self) -> CaseQuerySet:
        """Cases that await a ruling, first or on appeal."""
        return self.filter(state__in=Case.PENDING)


class Case(models.Model):
    """A question put to the referees, about a match or a player."""

    class Kind(models.TextChoices):
        WIN_ON_TIME = "win_on_time", _("win on time")
        NO_SHOW = "no_show", _("opponent is not playing")
        LITTLE_EFFORT = "little_effort", _("not trying to win")
        TIE = "tie", _("draw")
        RULES = "rules", _("dispute about the rules")
        CONDUCT = "conduct", _("conduct")
        MULTI_ACCOUNT = "multi_account", _("one person, several accounts")
        BOUNCE = "bounce", _("e-mails do not arrive")
        ROUND_END = "round_end", _("match unfinished at the end of the round")
        OTHER = "other", _("something else")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ASSIGNED = "assigned", _("with a referee")
        ANSWERED = "answered", _("answered by the other side")
        DECIDED = "decided", _("decided")
        APPEALED = "appealed", _("under appeal")
        CLOSED = "closed", _("closed")

    class Claim(models.TextChoices):
        """What a player can claim if their match is unfinished at the end of its round."""

        WIN = "win", _("I claim the win.")
        TIE = "tie", _("I claim a draw.")
        TIME = "time", _("I ask for more time to finish.")

    PENDING: ClassVar = (State.OPEN, State.ASSIGNED, State.ANSWERED, State.APPEALED)
    DISCREET: ClassVar = frozenset({Kind.MULTI_ACCOUNT, Kind.BOUNCE})

    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, null=True, blank=True, related_name="cases"
    )
    about = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="cases_about",
        verbose_name=_("about"),
    )
    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="cases",
        verbose_name=_("event"),
        help_text=_("the tournament it belongs to; empty outside of tournaments"),
    )
    fixture = models.OneToOneField(
        Fixture,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="case",
        help_text=_("the fixture it claims, as long as the claim is open"),
    )
    kind = models.CharField(_("kind"), max_length=13, choices=Kind)
    opened_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="cases_opened")
    own_motion = models.BooleanField(_("opened by a referee"), default=False)
    claim = models.CharField(_("claim"), max_length=4, choices=Claim, blank=True, default="")
    text = models.TextField(_("text"), max_length=2000)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.OPEN)
    assignee = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="cases_assigned",
        verbose_name=_("assigned to"),
    )
    opened_at = models.DateTimeField(_("opened"))
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    objects = CaseQuerySet.as_manager()

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="case_due", condition=~Q(due_at=None))
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state="closed", due_at=None, closed_at__isnull=False)
                | (~Q(state="closed") & Q(due_at__isnull=False, closed_at=None)),
                name="case_closed_or_due",
            )
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.kind}"

    def get_absolute_url(self) -> str:
        """Return the page for the people involved; referees have ``referees:referee_case``."""
        return reverse("referees:case", args=[self.pk])

    @property
    def is_pending(self) -> bool:
        """Whether a ruling is awaited, first or on appeal."""
        return self.state in self.PENDING

    @property
    def is_discreet(self) -> bool:
        """Whether the other side learns of the case only if a referee asks them."""
        return self.kind in self.DISCREET

    def is_late(self, now: datetime) -> bool:
        """Whether the decision is overdue."""
        return self.is_pending and self.due_at is not None and self.due_at <= now


class CaseLine(LedgerLine):
    """One event of a case: what happened, when, by whom, and the text that goes with it."""

    class Event(models.TextChoices):
        OPENED = "opened", _("opened")
        ASSIGNED = "assigned", _("taken on")
        ASKED = "asked", _("asked for a statement")
        SAID = "said", _("statement")
        NOTE = "note", _("note for referees")
        TOLD = "told", _("notified of the ruling")
        RULED = "ruled", _("ruling")
        APPEALED = "appealed", _("appeal")
        WITHDRAWN = "withdrawn", _("withdrawn")
        CLOSED = "closed", _("closed")
        SETTLED = "settled", _("settled because the match ended")
        VIEWED = "viewed", _("private data viewed")
        RETURNED = "returned", _("back in the queue")
        JURY = "jury", _("asked to join the jury")
        VOTED = "voted", _("vote")
        UNSEATED = "unseated", _("no longer on the jury")
        DISSOLVED = "dissolved", _("jury dissolved")

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="lines")
    event = models.CharField(_("event"), max_length=9, choices=Event)
    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    to = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    text = models.TextField(_("text"), max_length=2000, blank=True)
    ruling = models.ForeignKey(
        "referees.Ruling", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = AppendOnlyQuerySet["CaseLine"].as_manager()

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.case_id}: {self.event}"
