from __future__ import annotations

from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Q, Subquery
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.clocks import TimeControl
from games.models.audience import Listener
from games.models.outage import Heartbeat, Outage

RUNNING = Q(status="running")


class MatchQuerySet(models.QuerySet["Match"]):
    def running(self) -> MatchQuerySet:
        return self.filter(status=Match.Status.RUNNING)

    def watched(self) -> Self:
        """Annotate the heartbeat and the latest outage, which clocks need."""
        beats = Heartbeat.objects.filter(pk=Heartbeat.ONLY).values("at")
        ends = Outage.objects.order_by("-until").values("until")
        return self.annotate(heartbeat_at=Subquery(beats[:1]), outage_until=Subquery(ends[:1]))

    def of(self, player: Player) -> MatchQuerySet:
        return self.filter(seats__player=player)

    def played_by(self, player: Player) -> MatchQuerySet:
        """Running matches in which the player has a seat; uses a partial index."""
        return self.running().filter(seats__player=player, seats__finished_at=None)

    def ever_played_by(self, player: Player) -> MatchQuerySet:
        """Matches in which the player has a seat, or had it before a substitute."""
        return self.filter(pk__in=match_ids_ever_played(player))

    def visible_to(self, viewer: Player | int | None) -> MatchQuerySet:
        """Public matches, own ones, and private ones to whose audience the viewer belongs."""
        public = Q(private=False)
        if viewer is None:
            return self.filter(public)
        own = Q(pk__in=match_ids_ever_played(viewer)) | Q(audience__in=audiences_of(viewer))
        return self.filter(public | own)


def match_ids_ever_played(player: Player | int) -> Any:
    """Return a subquery of the matches in which a player has or had a seat."""
    return Seat.objects.filter(Q(player=player) | Q(original=player)).values("match_id")


def audiences_of(player: Player | int) -> Any:
    return Listener.objects.filter(player=player).values("audience")


class Match(models.Model):
    """A contest between seats under one ruleset: unit of result, clock and rating."""

    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ANNULLED = "annulled", _("annulled")

    ruleset = models.CharField(_("ruleset"), max_length=40)
    ruleset_version = models.PositiveSmallIntegerField(_("ruleset version"))
    options = models.JSONField(_("options"), default=dict)
    opening = models.JSONField(
        _("opening"), default=list, blank=True, help_text=_("moves the server starts with")
    )
    rated = models.BooleanField(_("rated"))
    pool = models.CharField(_("rating pool"), max_length=40, blank=True)
    private = models.BooleanField(_("private"), default=False)
    audience = models.CharField(
        _("audience"),
        max_length=40,
        blank=True,
        help_text=_("who may watch a private match; empty: only its players"),
    )
    control = models.JSONField(_("time control"))
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.RUNNING)
    ending = models.CharField(_("ending"), max_length=40, blank=True)
    state = models.JSONField(_("state"), help_text=_("a cache; the ply ledger is authoritative"))
    ply_count = models.PositiveIntegerField(_("plies"), default=0)
    turn = models.PositiveIntegerField(_("turn"), default=1)
    lots_seed = models.CharField(_("seed of the random draws"), max_length=64)
    lots_drawn = models.PositiveIntegerField(_("random draws so far"), default=0)
    start_lot = models.JSONField(_("random draw for the start"), null=True, blank=True)
    caretaker = models.CharField(
        _("caretaker"), max_length=40, blank=True, help_text=_("strategy that plays for the absent")
    )
    has_pauses = models.BooleanField(_("was paused"), default=False)
    has_cases = models.BooleanField(_("a referee was called"), default=False)
    judges = models.ManyToManyField(
        Player,
        blank=True,
        related_name="+",
        verbose_name=_("judges"),
        help_text=_("referees who judged this match and may not take a seat"),
    )
    started_at = models.DateTimeField(_("started"))
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    event = models.JSONField(
        _("event"),
        null=True,
        blank=True,
        help_text=_("what it belongs to: name, address and round; empty for a standalone match"),
    )
    rematch_of = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="rematches",
        db_index=False,
    )

    objects = MatchQuerySet.as_manager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes: ClassVar = [
            models.Index(fields=["-started_at"], name="match_running", condition=RUNNING),
            models.Index(fields=["ruleset", "-started_at"], name="match_game", condition=RUNNING),
            models.Index(
                fields=["-finished_at"], name="match_finished", condition=~Q(finished_at=None)
            ),
            models.Index(
                fields=["rematch_of"], name="match_rematch", condition=~Q(rematch_of=None)
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status="running", finished_at=None)
                | (~Q(status="running") & Q(finished_at__isnull=False)),
                name="match_end_has_instant",
            )
        ]

    def __str__(self) -> str:
        return f"{self.pk} ({self.ruleset})"

    def get_absolute_url(self) -> str:
        return reverse("games:match", args=[self.pk])

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def time_control(self) -> TimeControl:
        return TimeControl.from_json(self.control)

    @property
    def thread(self) -> str:
        """Name of the e-mail thread of this match."""
        return f"match:{self.pk}"


class Seat(models.Model):
    """A player's place in a match, with its clock; seat 0 starts the first leg."""

    class Leaving(models.TextChoices):  # while the others play on
        RESIGNED = "resigned", _("resigned")
        TIMEOUT = "timeout", _("out of time")
        CLOSED = "closed", _("account closed")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    generation = models.PositiveIntegerField(
        _("generation"),
        default=0,
        help_text=_("incremented when signed links for this seat are revoked"),
    )
    talk_from = models.PositiveBigIntegerField(
        _("reads partner chat after"),
        default=0,
        help_text=_("last chat message before the player took this seat"),
    )
    budget = models.JSONField(_("time budget"))
    moved = models.BooleanField(_("has moved"), default=False)
    last_ply = models.PositiveIntegerField(_("own last ply"), default=0)
    awaited_since = models.DateTimeField(_("awaited since"), null=True, blank=True)
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    remind_at = models.DateTimeField(_("next reminder"), null=True, blank=True)
    woken_turn = models.PositiveIntegerField(_("turn that awaits it"), default=0)
    schedule = models.JSONField(
        _("schedule of the turn"),
        null=True,
        blank=True,
        help_text=_("zone, quiet hours and days off as they were when the turn began"),
    )
    flagged_at = models.DateTimeField(_("time ran out"), null=True, blank=True)
    skips = models.PositiveSmallIntegerField(_("time-outs in a row"), default=0)
    cared_since = models.DateTimeField(_("played by the caretaker since"), null=True, blank=True)
    offered_until = models.DateTimeField(_("offered to others until"), null=True, blank=True)
    left_by = models.CharField(_("left"), max_length=8, choices=Leaving, blank=True)
    original = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats_given_up",
        db_index=False,
        help_text=_("played here before a substitute; the result counts for them"),
    )
    tie_offered_at_ply = models.PositiveIntegerField(
        _("draw offered at ply"), null=True, blank=True
    )
    take_back_at_ply = models.PositiveIntegerField(
        _("move asked back at ply"), null=True, blank=True
    )
    question = models.PositiveIntegerField(
        _("latest question"),
        default=0,
        help_text=_("number of the question within its match"),
    )
    seen_ply = models.PositiveIntegerField(_("last ply seen"), default=0)
    seen_at = models.DateTimeField(_("position opened"), null=True, blank=True)
    here_at = models.DateTimeField(_("player first seen this turn"), null=True, blank=True)
    notes = models.TextField(_("private notes"), max_length=5000, blank=True)
    has_orders = models.BooleanField(
        _("has orders"),
        default=False,
        help_text=_("some are waiting, or their result has not been shown yet"),
    )
    rank = models.PositiveSmallIntegerField(_("rank"), null=True, blank=True)
    points = models.IntegerField(_("points"), null=True, blank=True)
    finished_at = models.DateTimeField(
        _("match finished"), null=True, blank=True, help_text=_("as in its match")
    )

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["match", "player"], name="seat_player_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["player"], name="seat_running", condition=Q(finished_at=None)),
            models.Index(
                fields=["player", "-finished_at", "-match"],
                name="seat_finished",
                condition=~Q(finished_at=None),
            ),
            models.Index(fields=["original"], name="seat_given_up", condition=~Q(original=None)),
            models.Index(
                fields=["deadline_at"], name="seat_deadline", condition=~Q(deadline_at=None)
            ),
            models.Index(fields=["remind_at"], name="seat_remind", condition=~Q(remind_at=None)),
            models.Index(
                fields=["player", "awaited_since"],
                name="seat_awaited",
                condition=~Q(awaited_since=None),
            ),
            models.Index(
                fields=["cared_since"],
                name="seat_cared",
                condition=~Q(cared_since=None) & ~Q(awaited_since=None),
            ),
            models.Index(
                fields=["offered_until"], name="seat_offered", condition=~Q(offered_until=None)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}: {self.player_id}"

    @property
    def awaited(self) -> bool:
        """Whether this seat's clock runs."""
        return self.awaited_since is not None

    @property
    def asks(self) -> bool:  # waits for the others to answer ``question``
        return self.tie_offered_at_ply is not None or self.take_back_at_ply is not None

    @property
    def absence(self) -> str:
        """Why the player is absent: a ``Leaving``, "caretaker" or "offered"; "" if they play."""
        if self.left_by:
            return self.left_by
        if self.cared_since:
            return "caretaker"
        return "offered" if self.offered_until else ""

    @property
    def is_absent(self) -> bool:
        return bool(self.absence)

    @property
    def rated_player_id(self) -> int:
        """Id of the player for whom the result counts."""
        return self.original_id or self.player_id
