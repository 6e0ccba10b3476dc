"""Read-only admin of this package's models."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin import LookOnly
from accounts.admin_tables import RowAdmin, RowInline
from tournaments import models, queries


class DivisionInline(LookOnly, RowInline):
    """The divisions of a tournament."""

    model = models.Division
    extra = 0


class FixtureSeatInline(LookOnly, RowInline):
    """The seats of a fixture."""

    model = models.FixtureSeat
    extra = 0


@admin.register(models.Tournament)
class TournamentAdmin(LookOnly, RowAdmin):
    """Tournaments; the seed of their random draws stays hidden while they run."""

    list_display = ("id", "name", "season", "format", "ruleset", "status", "due_at", "held_until")
    list_filter = ("status", "format", "ruleset")
    search_fields = ("name", "=id", "organiser__name")
    date_hierarchy = "created_at"
    inlines = (DivisionInline,)

    def get_exclude(self, _request: HttpRequest, obj: models.Tournament | None = None) -> list[str]:
        """Hide the seed until the tournament is over."""
        return [] if obj is not None and queries.public_seed(obj) else ["lots_seed"]


@admin.register(models.Entrant)
class EntrantAdmin(LookOnly, RowAdmin):
    """Entrants."""

    list_display = ("id", "tournament", "player", "status", "division", "number", "final_place")
    list_filter = ("status",)
    search_fields = ("player__name", "tournament__name")


@admin.register(models.Round)
class RoundAdmin(LookOnly, RowAdmin):
    """Rounds with what their pairing was made from."""

    list_display = ("id", "division", "number", "opens_at", "closes_at", "closed_at", "engine")


@admin.register(models.Fixture)
class FixtureAdmin(LookOnly, RowAdmin):
    """Fixtures with their seats."""

    list_display = ("id", "round", "board", "match", "kind", "settled_at")
    list_filter = ("kind",)
    inlines = (FixtureSeatInline,)


class MemberInline(LookOnly, RowInline):
    """The members of a team."""

    model = models.Entrant
    fk_name = "team"
    fields = ("player", "status", "team_rank", "rating")
    extra = 0


@admin.register(models.Team)
class TeamAdmin(LookOnly, RowAdmin):
    """Teams with their members; the key of the link stays hidden."""

    list_display = ("id", "tournament", "name", "captain", "status", "division", "final_place")
    list_filter = ("status",)
    search_fields = ("name", "tournament__name", "captain__name")
    exclude = ("key",)
    inlines = (MemberInline,)


@admin.register(models.TeamMeeting)
class TeamMeetingAdmin(LookOnly, RowAdmin):
    """Meetings of teams."""

    list_display = ("id", "round", "number", "home", "away")


@admin.register(models.EventReferee)
class EventRefereeAdmin(LookOnly, RowAdmin):
    """Who judges which event; appointed on the page of the tournament."""

    list_display = ("tournament", "player", "appointed_by", "at", "accepted_at")
