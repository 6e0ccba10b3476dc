from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Match
from tournaments.models.division import Division
from tournaments.models.entrant import Entrant
from tournaments.models.team import Team


class Round(models.Model):
    """A published round of a division, with the engine that paired it and its exact input."""

    SKIPPED = "too_few"
    CANCELLED = "cancelled"
    SAT_OUT, NO_BYE = "sat_out", "no_bye_left"
    SAT_OUT_NOTES = (SAT_OUT, NO_BYE)  # nobody to meet; nobody may have the bye

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    opens_at = models.DateTimeField(_("opens"))
    closes_at = models.DateTimeField(_("closes"))
    published_at = models.DateTimeField(_("published"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    warned_at = models.DateTimeField(_("warned of the end"), null=True, blank=True)
    engine = models.CharField(_("pairing engine"), max_length=60)
    engine_input = models.TextField(_("pairing input"), blank=True)
    note = models.CharField(_("reason the first engine failed"), max_length=40, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering: ClassVar = ["division_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["division", "number"], name="round_number_once")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["closes_at"], name="round_closes_next", condition=Q(closed_at=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.division_id}/{self.number}"

    @property
    def skipped(self) -> bool:
        """Whether it was not played because too few were present."""
        return self.note == self.SKIPPED

    @property
    def cancelled(self) -> bool:
        """Whether an organiser cancelled it before it began."""
        return self.note == self.CANCELLED


class TeamMeeting(models.Model):
    """A meeting of two teams on all boards; without ``away`` the home team has a bye."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="meetings")
    number = models.PositiveSmallIntegerField(_("number"))
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="meetings_at_home")
    away = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, blank=True, related_name="meetings_away"
    )

    class Meta:
        verbose_name = _("team meeting")
        verbose_name_plural = _("team meetings")
        ordering: ClassVar = ["round_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="meeting_number_once"),
            models.CheckConstraint(condition=~Q(home=models.F("away")), name="meeting_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"


class FixtureQuerySet(models.QuerySet["Fixture"]):
    def unsettled(self) -> FixtureQuerySet:
        return self.filter(settled_at=None)


class Fixture(models.Model):
    """A meeting in a round: of two entrants, or of three or four in one match; or a bye.

    A board of a team meeting at which only one team has a player is a forfeit with one seat.
    """

    class Kind(models.TextChoices):
        """How the result came about; ``tournaments.standings`` defines what each counts for."""

        PLAYED = "played", _("played")
        ADJUDICATED = "adjudicated", _("adjudicated")
        FORFEIT = "forfeit", _("forfeit")
        FULL_BYE = "full_bye", _("full-point bye")
        HALF_BYE = "half_bye", _("half-point bye")
        ZERO_BYE = "zero_bye", _("absent")
        PAIRED_BYE = "paired_bye", _("bye")
        ANNULLED = "annulled", _("annulled")
        WITHDRAWN = "withdrawn", _("withdrawn")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="fixtures")
    board = models.PositiveSmallIntegerField(_("board"))
    meeting = models.ForeignKey(
        TeamMeeting, on_delete=models.CASCADE, null=True, blank=True, related_name="fixtures"
    )
    match = models.OneToOneField(
        Match, on_delete=models.PROTECT, null=True, blank=True, related_name="fixture"
    )
    kind = models.CharField(_("kind"), max_length=11, choices=Kind, default=Kind.PLAYED)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    challenger = models.ForeignKey(
        Entrant,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("on a ladder: the challenger"),
    )
    climbed_at = models.DateTimeField(
        _("climbed"),
        null=True,
        blank=True,
        help_text=_("on a ladder: when the result changed the ranking"),
    )
    closes_at = models.DateTimeField(
        _("own end"),
        null=True,
        blank=True,
        help_text=_("if a referee has extended only this fixture"),
    )
    claims_until = models.DateTimeField(_("claims until"), null=True, blank=True)
    referred_at = models.DateTimeField(_("with the referees since"), null=True, blank=True)
    set_aside_at = models.DateTimeField(
        _("set aside"),
        null=True,
        blank=True,
        help_text=_("in a bracket: when its board passed to other players"),
    )
    climbed = models.JSONField(
        _("rungs before and after"),
        null=True,
        blank=True,
        help_text=_("how it changed a ladder, so that a ruling can undo it"),
    )

    objects = FixtureQuerySet.as_manager()

    class Meta:
        verbose_name = _("fixture")
        verbose_name_plural = _("fixtures")
        ordering: ClassVar = ["round_id", "board"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "board"], name="fixture_board_once")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["round"],
                name="fixture_to_start",
                condition=Q(match=None, settled_at=None),
            )
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.board}"

    @property
    def is_settled(self) -> bool:
        return self.settled_at is not None

    for_insiders = False  # whether the reader may watch the event's private matches

    @property
    def match_url(self) -> str:
        """URL of the match, "" before it begins or if the reader may not watch it."""
        match = self.match
        if match is None or (match.private and not (self.for_insiders and match.audience)):
            return ""
        return match.get_absolute_url()

    @property
    def ends_at(self) -> datetime:
        """The end of its round, or a later one if a referee has extended this fixture alone."""
        ends = self.round.closes_at
        return ends if self.closes_at is None else max(ends, self.closes_at)

    @staticmethod
    def time_over(now: datetime) -> Q:
        """Return the condition that ``ends_at`` has passed."""
        own = Q(closes_at=None) | Q(closes_at__lte=now)
        return Q(round__closes_at__lte=now) & own


class FixtureSeat(models.Model):
    """An entrant in a fixture; seat 0 starts. Place and points are set once it is settled."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField(_("seat"))
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="fixture_seats")
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    points = models.IntegerField(_("points over legs"), null=True, blank=True)
    sweeps = models.PositiveSmallIntegerField(_("sweeps"), null=True, blank=True)
    left_open = models.BooleanField(
        _("left unfinished"), default=False, help_text=_("when its entrant withdrew")
    )

    class Meta:
        ordering: ClassVar = ["fixture_id", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["fixture", "seat"], name="fixture_seat_once"),
            models.UniqueConstraint(fields=["fixture", "entrant"], name="fixture_entrant_once"),
        ]

    def __str__(self) -> str:
        return f"{self.fixture_id}: {self.entrant_id}"
