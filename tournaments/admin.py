"""Read-only admin of this package's models."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin import ReadOnlyMixin
from accounts.admin_tables import LargeTableAdmin, RowInline
from tournaments import models, queries


class DivisionInline(ReadOnlyMixin, RowInline):
    model = models.Division
    extra = 0


class FixtureSeatInline(ReadOnlyMixin, RowInline):
    model = models.FixtureSeat
    extra = 0


@admin.register(models.Tournament)
class TournamentAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Hides the seed of the random draws until the tournament is over."""

    view_on_site = True
    list_display = ("id", "name", "season", "format", "ruleset", "status", "due_at", "held_until")
    list_filter = ("status", "format", "ruleset")
    search_fields = ("name", "=id", "organiser__name")
    date_hierarchy = "created_at"
    inlines = (DivisionInline,)

    def get_exclude(self, _request: HttpRequest, obj: models.Tournament | None = None) -> list[str]:
        return [] if obj is not None and queries.public_seed(obj) else ["lots_seed"]


@admin.register(models.Entrant)
class EntrantAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("id", "tournament", "player", "status", "division", "number", "final_place")
    list_select_related = ("tournament", "player", "division")
    list_filter = ("status",)
    search_fields = ("player__name", "tournament__name")


@admin.register(models.Round)
class RoundAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("id", "division", "number", "opens_at", "closes_at", "closed_at", "engine")


@admin.register(models.Fixture)
class FixtureAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("id", "round", "board", "match", "kind", "settled_at")
    list_select_related = ("round", "match")
    list_filter = ("kind",)
    inlines = (FixtureSeatInline,)


@admin.register(models.Revision)
class RevisionAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("id", "tournament", "act", "by", "about", "made_at", "undoes")
    list_select_related = ("tournament", "by", "about", "undoes")
    list_filter = ("act",)
    search_fields = ("tournament__name", "by__name")
    date_hierarchy = "made_at"


@admin.register(models.CoOrganiser)
class CoOrganiserAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("id", "tournament", "player", "since")
    search_fields = ("tournament__name", "player__name")


@admin.register(models.EventInvitation)
class EventInvitationAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("id", "tournament", "player", "kind", "by", "at", "accepted_at", "declined_at")
    list_filter = ("kind",)
    search_fields = ("tournament__name", "player__name")


@admin.register(models.OrganiserNote)
class OrganiserNoteAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Shows author and time only: the text is for organisers."""

    list_display = ("id", "tournament", "by", "at")
    search_fields = ("tournament__name", "by__name")
    exclude = ("text",)


@admin.register(models.EntryRequest)
class EntryRequestAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Hides the link key of a team that has not been founded."""

    list_display = ("id", "tournament", "player", "at", "answered_at", "accepted", "by")
    exclude = ("team_key",)
    list_filter = ("accepted",)
    search_fields = ("tournament__name", "player__name")


class LinkUseInline(ReadOnlyMixin, RowInline):
    model = models.LinkUse
    extra = 0


@admin.register(models.EntryLink)
class EntryLinkAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Hides the keys, which are secrets."""

    list_display = ("id", "tournament", "note", "by", "made_at", "most", "until", "revoked_at")
    search_fields = ("tournament__name", "note")
    exclude = ("key",)
    inlines = (LinkUseInline,)


class MemberInline(ReadOnlyMixin, RowInline):
    model = models.Entrant
    fk_name = "team"
    fields = ("player", "status", "team_rank", "rating")
    extra = 0


@admin.register(models.Team)
class TeamAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Hides the key of the link to join."""

    view_on_site = True
    list_display = ("id", "tournament", "name", "captain", "status", "division", "final_place")
    list_select_related = ("tournament", "captain", "division")
    list_filter = ("status",)
    search_fields = ("name", "tournament__name", "captain__name")
    exclude = ("key",)
    inlines = (MemberInline,)


class ClubMemberInline(ReadOnlyMixin, RowInline):
    model = models.ClubMember
    fields = ("player", "role", "since", "left_at")
    extra = 0


@admin.register(models.Club)
class ClubAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Private clubs are included, as are former members."""

    view_on_site = True
    list_display = ("id", "name", "private", "open_to_all", "founded_at", "closed_at")
    list_filter = ("private",)
    search_fields = ("name", "key")
    inlines = (ClubMemberInline,)


@admin.register(models.TeamMeeting)
class TeamMeetingAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("id", "round", "number", "home", "away")


@admin.register(models.EventReferee)
class EventRefereeAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Referees are appointed on the tournament page."""

    list_display = ("tournament", "player", "appointed_by", "at", "accepted_at")
