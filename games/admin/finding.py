"""Read-only admin of challenges, ratings, watch lists and event reservations."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyMixin
from accounts.admin_tables import LargeTableAdmin, fixed_values_filter
from games import models
from games.services.wording import game_words


@admin.register(models.Challenge)
class ChallengeAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Challenges, without the tokens of secret links."""

    list_display = ("id", "challenger", "opponent", "ruleset", "rated", "state", "expires_at")
    list_filter = (
        "state",
        fixed_values_filter("ruleset", _("ruleset"), game_words.ruleset_names),
        "rated",
    )
    list_select_related = ("challenger", "opponent")
    search_fields = ("=id", "challenger__name", "opponent__name")
    exclude = ("token",)


@admin.register(models.Place)
class PlaceAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Places in challenges for three or four players."""

    list_display = ("challenge", "number", "player", "joined_at")
    list_select_related = ("challenge", "player")
    search_fields = ("=challenge__id", "player__name")


@admin.register(models.UsualTerms)
class UsualTermsAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("player", "ruleset", "rated", "at")
    list_select_related = ("player",)
    search_fields = ("player__name",)


@admin.register(models.Rating)
class RatingAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("player", "pool", "value", "games")
    list_filter = (fixed_values_filter("pool", _("rating pool"), game_words.pool_names),)
    list_select_related = ("player",)
    search_fields = ("player__name",)


@admin.register(models.RatingEntry)
class RatingEntryAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("player", "pool", "number", "match", "before", "after", "at")
    list_filter = (fixed_values_filter("pool", _("rating pool"), game_words.pool_names),)
    list_select_related = ("player", "match")
    search_fields = ("player__name", "=match__id")


@admin.register(models.Watch)
class WatchAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("player", "match", "created_at")
    list_select_related = ("player", "match")
    search_fields = ("player__name", "=match__id")


@admin.register(models.Listener)
class ListenerAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("audience", "player")
    list_select_related = ("player",)
    search_fields = ("audience", "player__name")


@admin.register(models.EventStake)
class EventStakeAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("event", "player")
    list_select_related = ("player",)
    search_fields = ("event", "player__name")


@admin.register(models.ReservedPuzzle)
class ReservedPuzzleAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Puzzles reserved by running events; their starting positions are hidden."""

    list_display = ("id", "event")
    search_fields = ("event",)
    exclude = ("start",)
