from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.clocks import TimeControl
from tournaments import formats
from tournaments.formats import base
from tournaments.models.choices import Through, Withdrawals
from tournaments.models.club import Club, ClubMember
from tournaments.models.zoned import Zoned

if TYPE_CHECKING:
    from tournaments.models.division import Division


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def listed(self) -> TournamentQuerySet:
        """Announced tournaments: no drafts."""
        return self.exclude(status=Tournament.Status.DRAFT)

    def open(self) -> TournamentQuerySet:
        """Tournaments that accept entries."""
        return self.filter(status=Tournament.Status.OPEN)

    def running(self) -> TournamentQuerySet:
        return self.filter(status=Tournament.Status.RUNNING)

    def visible_to(self, viewer: Player | None) -> TournamentQuerySet:
        """All events, but those of private clubs only for members and people involved.

        That is everybody who organises, judges, has entered or is invited.
        """
        if viewer is None:
            return self.exclude(club__private=True)
        member = ClubMember.objects.present().filter(player=viewer)
        found = Q(club=None) | Q(club__private=False) | Q(club__in=member.values("club"))
        answers = ("accepted_at", "declined_at", "withdrawn_at")
        asked = Q(**dict.fromkeys(f"invitations__{each}" for each in answers))
        concerned = (
            Q(co_organisers__player=viewer),
            Q(entrants__player=viewer),
            Q(appointments__player=viewer),
            Q(invitations__player=viewer) & asked,
        )
        for each in concerned:
            found |= Q(pk__in=Tournament.objects.filter(each).values("pk"))
        return self.filter(found | Q(organiser=viewer))


class Tournament(Zoned):
    """One season of an event with its announced terms.

    ``due_at`` is the next instant at which a worker has something to do.
    """

    class Format(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("round robin")
        DOUBLE = "double", _("double round robin")
        GROUPS = "groups", _("groups, then play-off")
        SWISS = "swiss", _("Swiss system")
        MCMAHON = "mcmahon", _("McMahon system")
        KNOCKOUT = "knockout", _("knock-out")
        DOUBLE_ELIM = "double_elim", _("double elimination")
        LADDER = "ladder", _("ladder")
        PODS = "pods", _("multiplayer tables (3–4)")
        SOLITAIRE = "solitaire", _("solitaire contest")
        TEAM_MATCH = "team_match", _("team match")
        TEAM_LEAGUE = "team_league", _("team league")
        TEAM_SWISS = "team_swiss", _("team Swiss")

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for entries")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("called off")

    class Access(models.TextChoices):
        PUBLIC = "public", _("everybody")
        APPROVAL = "approval", _("everybody, once accepted by an organiser")
        INVITED = "invited", _("only players invited by an organiser, by name or by link")
        CLUB = "club", _("members of the club")

    name = models.CharField(_("name"), max_length=80)
    season = models.PositiveSmallIntegerField(_("season"), default=1)
    previous = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="following"
    )
    organiser = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tournaments")
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="tournaments"
    )
    text = models.TextField(_("announcement"), max_length=2000, blank=True)
    format = models.CharField(_("format"), max_length=12, choices=Format)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    options = models.JSONField(_("options"), default=dict)
    further_games = models.JSONField(
        _("further games"),
        default=list,
        blank=True,
        help_text=_("with their options; rounds (or team boards) rotate through all games"),
    )
    opening = models.JSONField(_("opening"), default=list, blank=True)
    seats = models.PositiveSmallIntegerField(_("seats per table"), default=2)
    control = models.JSONField(_("time control"))
    rated = models.BooleanField(_("rated"), default=True)
    least = models.PositiveSmallIntegerField(_("minimum entrants"), default=2)
    most = models.PositiveSmallIntegerField(_("maximum entrants"), null=True, blank=True)
    running_limit = models.PositiveSmallIntegerField(
        _("maximum running matches per entrant"), null=True, blank=True
    )
    access = models.CharField(
        _("who may enter"), max_length=8, choices=Access, default=Access.PUBLIC
    )
    rating_from = models.PositiveSmallIntegerField(
        _("minimum rating"),
        null=True,
        blank=True,
        help_text=_("in whole points, in the game’s pool"),
    )
    rating_to = models.PositiveSmallIntegerField(_("maximum rating"), null=True, blank=True)
    finished_least = models.PositiveSmallIntegerField(
        _("minimum finished matches"), null=True, blank=True
    )
    reliability_least = models.PositiveSmallIntegerField(
        _("minimum reliability, in percent"), null=True, blank=True
    )
    answer_days = models.PositiveSmallIntegerField(
        _("days to accept a free place"),
        null=True,
        blank=True,
        help_text=_("empty: the waiting list moves up automatically"),
    )
    asks_silent = models.BooleanField(_("ask inactive players before the start"), default=False)
    bots_welcome = models.BooleanField(_("bots may enter"), default=False)
    bots_fill = models.BooleanField(_("bots fill free places"), default=False)
    entries_closed = models.BooleanField(_("entries closed"), default=False)
    late_entry = models.BooleanField(_("late entry"), default=False)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    postponed = models.PositiveSmallIntegerField(_("postponements"), default=0)
    starts_when_full = models.BooleanField(_("starts when full"), default=False)
    rounds = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True)
    bands = models.JSONField(
        _("start point thresholds"),
        default=list,
        blank=True,
        help_text=_("ratings, the bar first: each one reached is worth a win"),
    )
    accelerated = models.BooleanField(_("accelerated"), default=False)
    at_once = models.BooleanField(_("all rounds at the same time"), default=False)
    round_days = models.PositiveSmallIntegerField(_("days per round"), default=28)
    round_dates = models.JSONField(
        _("round start dates"),
        default=list,
        blank=True,
        help_text=_("in order; later rounds last the set number of days each"),
    )
    division_size = models.PositiveSmallIntegerField(_("entrants per division"), default=0)
    promoted = models.PositiveSmallIntegerField(_("promoted"), default=0)
    qualifiers = models.PositiveSmallIntegerField(_("qualifiers per group"), default=2)
    through = models.CharField(
        _("if a knock-out match is drawn"), max_length=4, choices=Through, default=Through.SEED
    )
    withdrawals = models.CharField(
        _("after a withdrawal"), max_length=8, choices=Withdrawals, default=Withdrawals.HALF
    )
    points = models.JSONField(_("points by place"), default=list)
    tie_breaks = models.JSONField(_("tie-breaks"), default=list)
    forbidden = models.JSONField(_("pairs that never meet"), default=list)
    repeats = models.BooleanField(_("open next season automatically"), default=False)
    puzzles = models.JSONField(
        _("puzzles"),
        default=list,
        help_text=_("for solitaire contests: pattern names, or “fresh” and a number of jumps"),
    )
    boards = models.PositiveSmallIntegerField(_("boards per team"), default=0)
    boards_least = models.PositiveSmallIntegerField(_("boards a team must fill"), default=0)
    alternates = models.PositiveSmallIntegerField(_("alternates"), default=0)
    twice = models.BooleanField(_("teams meet twice"), default=False)
    reviewed = models.BooleanField(_("pairings are reviewed before publishing"), default=False)
    jury = models.BooleanField(_("appeals are decided by a jury of three"), default=False)
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.DRAFT)
    lots_seed = models.CharField(_("seed of the random draws"), max_length=64)
    seed_held = models.BooleanField(
        _("seed still secret"),
        default=False,
        help_text=_("a ruling ended it and may still be appealed or reversed"),
    )
    created_at = models.DateTimeField(_("created"))
    announced_at = models.DateTimeField(_("announced"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(
        _("attempts"), default=0, help_text=_("consecutive failed attempts at the next step")
    )
    held_until = models.DateTimeField(_("next attempt"), null=True, blank=True)
    held_since = models.DateTimeField(_("delayed since"), null=True, blank=True)

    objects = TournamentQuerySet.as_manager()
    round_end: datetime | None = None  # end of the current rounds, set by ``days``

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="tournament_due", condition=~Q(due_at=None)),
            models.Index(fields=["-created_at"], name="tournament_created"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=["finished", "cancelled"], finished_at__isnull=False)
                | (~Q(status__in=["finished", "cancelled"]) & Q(finished_at=None)),
                name="tournament_end_has_instant",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("tournaments:tournament", args=[self.pk])

    @property
    def title(self) -> str:
        """The name, followed by the season from the second on."""
        return f"{self.name} {self.season}" if self.season > 1 else self.name

    @cached_property
    def lowest_division(self) -> int:
        """The number of its lowest division; 0 before the start."""
        return int(self.divisions.aggregate(number=models.Max("number"))["number"] or 0)

    @property
    def time_control(self) -> TimeControl:
        return TimeControl.from_json(self.control)

    @property
    def round_starts(self) -> tuple[datetime, ...]:
        """The starts of rounds that the organiser has fixed."""
        return tuple(datetime.fromisoformat(each) for each in self.round_dates)

    @property
    def event_format(self) -> base.Format:
        """The object that holds everything specific to its format."""
        return formats.get_format(self.format)

    def format_of(self, division: Division) -> base.Format:
        """Return the format of a division: that of a play-off may differ from the event's."""
        return self.event_format.stage(division.stage)

    @property
    def is_private(self) -> bool:
        """Whether it is an event of a private club."""
        return self.club is not None and self.club.private

    @property
    def for_members(self) -> bool:
        """Whether only members of its club may enter without an invitation."""
        return self.access == self.Access.CLUB or self.is_private

    @cached_property
    def helpers(self) -> list[Player]:
        """Its active co-organisers, longest-serving first."""
        if not vars(self).get("has_helpers", True):  # annotated by queries
            return []
        rows = self.co_organisers.filter(player__closed_at=None).select_related("player__user")
        return [each.player for each in rows.order_by("pk")]

    @property
    def organiser_ids(self) -> set[int]:
        """The pks of its main organiser and its co-organisers."""
        return {self.organiser_id, *(each.pk for each in self.helpers)}

    @property
    def thread(self) -> str:
        """The e-mail thread of this tournament."""
        return f"tournament:{self.pk}"

    @property
    def is_open(self) -> bool:
        """Whether it accepts entries before its start."""
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING
