from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.naming import appearance


class ClubQuerySet(models.QuerySet["Club"]):
    def open(self) -> ClubQuerySet:
        return self.filter(closed_at=None)

    def visible_to(self, viewer: Player | None) -> ClubQuerySet:
        """Public clubs and the viewer's own private ones."""
        if viewer is None:
            return self.filter(private=False)
        own = ClubMember.objects.present().filter(player=viewer)
        return self.filter(Q(private=False) | Q(pk__in=own.values("club")))


class Club(models.Model):
    """People who play together for longer than one event.

    ``key`` is the slug of its address, ``terms`` are initial values for the form of a new event. A
    private club is visible to its members only.
    """

    name = models.CharField(_("name"), max_length=60)
    likeness = models.CharField(_("name for lookalike checks"), max_length=180, editable=False)
    key = models.CharField(_("key"), max_length=40, unique=True)
    text = models.TextField(_("description"), max_length=2000, blank=True)
    terms = models.JSONField(_("usual terms"), default=dict, blank=True)
    private = models.BooleanField(_("private"), default=False)
    open_to_all = models.BooleanField(_("everybody may join"), default=False)
    founded_at = models.DateTimeField(_("founded"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        """Names of public clubs are unique; a check over private ones would reveal their names."""

        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("name"), name="club_name_once", condition=Q(private=False, closed_at=None)
            ),
            models.UniqueConstraint(
                fields=["likeness"],
                name="club_likeness_once",
                condition=Q(private=False, closed_at=None),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep ``likeness`` in step with the name."""
        self.likeness = appearance(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "likeness"}
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("tournaments:club", args=[self.key])

    @property
    def audience(self) -> str:
        """The audience of matches that only members may watch."""
        return f"club:{self.pk}"

    @property
    def thread(self) -> str:
        """The e-mail thread of this club."""
        return f"club:{self.pk}"


class ClubMemberQuerySet(models.QuerySet["ClubMember"]):
    def present(self) -> ClubMemberQuerySet:
        """Memberships that have not ended."""
        return self.filter(left_at=None)


class ClubMember(models.Model):
    """A membership, from joining to leaving; rejoining creates another row."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        OFFICER = "officer", _("officer")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=7, choices=Role, default=Role.MEMBER)
    since = models.DateTimeField(_("since"))
    left_at = models.DateTimeField(_("left"), null=True, blank=True)

    objects = ClubMemberQuerySet.as_manager()

    class Meta:
        verbose_name = _("club member")
        verbose_name_plural = _("club members")
        ordering: ClassVar = ["since", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "player"], name="club_member_once", condition=Q(left_at=None)
            ),
            models.UniqueConstraint(
                fields=["club"], name="club_owner_once", condition=Q(role="owner", left_at=None)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.player_id} {self.role}"

    @property
    def leads(self) -> bool:
        """Whether they are owner or officer."""
        return self.left_at is None and self.role != self.Role.MEMBER


class ClubInvitation(models.Model):
    """An invitation to join a club; people who have declined are not invited again.

    Withdrawn ones are kept because a club's invitations per day are limited, accepted ones so that
    accepting twice is harmless.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_invitations")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"))
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    declined_at = models.DateTimeField(_("declined"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("club invitation")
        verbose_name_plural = _("club invitations")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player"], name="club_invitation_once")
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.player_id}"


class ClubLine(models.Model):
    """An entry in a club's log, never altered: what was done, by whom, and to whom."""

    class Act(models.TextChoices):
        FOUNDED = "founded", _("founded")
        CHANGED = "changed", _("settings changed")
        JOINED = "joined", _("joined")
        LEFT = "left", _("left")
        REMOVED = "removed", _("removed")
        PROMOTED = "promoted", _("made an officer")
        DEMOTED = "demoted", _("no longer an officer")
        HANDED_OVER = "handed_over", _("became the owner")
        RENAMED = "renamed", _("name replaced by operators")
        CLOSED = "closed", _("closed")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="lines")
    act = models.CharField(_("act"), max_length=11, choices=Act)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    about = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("club log entry")
        verbose_name_plural = _("club log entries")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.act}"


class ClubNews(models.Model):
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="news")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"))
    title = models.CharField(_("title"), max_length=80)
    text = models.TextField(_("text"), max_length=2000)

    class Meta:
        verbose_name = _("club announcement")
        verbose_name_plural = _("club announcements")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.title
