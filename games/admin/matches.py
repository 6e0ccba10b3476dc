"""Read-only admin of matches, seats, ledgers and clocks."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyMixin
from accounts.admin_tables import LargeTableAdmin, RowInline, fixed_values_filter
from games import models
from games.rules import registry
from games.rules.base import Rules
from games.rules.multiplayer import redact_line
from games.services.wording import game_words


class SeatInline(ReadOnlyMixin, RowInline):
    model = models.Seat
    extra = 0
    fields = (
        *("number", "player", "awaited_since", "deadline_at", "remind_at", "rank", "points"),
        *("skips", "cared_since", "offered_until", "left_by", "original"),
    )


class PauseInline(ReadOnlyMixin, RowInline):
    model = models.Pause
    extra = 0


@admin.register(models.Match)
class MatchAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Matches. The seed is hidden while they run, private boards always.

    The options of a puzzle contain its start, which stays secret until a contest or day is over.
    """

    view_on_site = True
    list_display = ("id", "ruleset", "status", "ending", "rated", "ply_count", "started_at")
    list_filter = (
        "status",
        fixed_values_filter("ruleset", _("ruleset"), game_words.ruleset_names),
        "rated",
        "private",
    )
    search_fields = ("=id", "seats__player__name")
    inlines = (SeatInline, PauseInline)

    def get_exclude(self, _request: HttpRequest, obj: models.Match | None = None) -> list[str]:
        hidden = ["lots_seed", "state"] if obj is None or obj.is_running or obj.private else []
        return hidden + (["options", "opening", "start_lot"] if obj is None or obj.private else [])


@admin.register(models.Seat)
class SeatAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Seats, without private notes, orders and offers."""

    list_display = ("match", "number", "player", "awaited_since", "deadline_at", "remind_at")
    list_filter = (("awaited_since", admin.EmptyFieldListFilter),)
    list_select_related = ("match", "player")
    search_fields = ("=match__id", "player__name")
    exclude = (
        *("notes", "has_orders", "tie_offered_at_ply", "take_back_at_ply", "question"),
        "talk_from",
    )


@admin.register(models.SeatChange)
class SeatChangeAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Changes of players at a seat, without the previous player's notes."""

    list_display = ("match", "number", "generation", "before", "after", "why", "at")
    list_filter = ("why",)
    list_select_related = ("match", "before", "after")
    search_fields = ("=match__id", "before__name", "after__name")
    exclude = ("notes", "talk_from")


@admin.register(models.Ply)
class PlyAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("match", "number", "seat", "redact_line", "at", "source")
    list_filter = ("source",)
    list_select_related = ("match",)
    search_fields = ("=match__id",)
    exclude = ("text",)
    readonly_fields = ("redact_line",)

    @admin.display(description=_("move"))
    def redact_line(self, ply: models.Ply) -> str:
        """Return the move, unless the match is private or the bid still secret (TP-13)."""
        if ply.match.private:
            return str(_("private"))
        match, rules = ply.match, registry.get(ply.match.ruleset)
        if not match.is_running or type(rules).redact_line is Rules.redact_line:
            return str(ply.text)
        return redact_line(rules, rules.load(match.state), ply.seat, ply.text, None)


@admin.register(models.Order)
class OrderAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Orders of finished matches; their content stays private."""

    list_display = ("match", "seat", "kind", "state", "created_at", "closed_at")
    list_filter = ("kind", "state")
    list_select_related = ("match",)
    search_fields = ("=match__id",)
    exclude = ("text", "expects", "answer")

    def get_queryset(self, request: HttpRequest) -> QuerySet[models.Order]:
        """Exclude running matches."""
        found: QuerySet[models.Order] = super().get_queryset(request)
        return found.exclude(match__status=models.Match.Status.RUNNING)


@admin.register(models.PlayPreference)
class PlayPreferenceAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("player", "auto_move", "auto_draft", "without_preview")
    list_filter = ("auto_move",)
    list_select_related = ("player",)
    search_fields = ("player__name",)


@admin.register(models.ClockCharge)
class ClockChargeAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("match", "turn", "seat", "since", "until", "charged", "flagged")
    list_filter = ("flagged",)
    list_select_related = ("match",)
    search_fields = ("=match__id",)


@admin.register(models.Pause)
class PauseAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("match", "reason", "proposed_by", "since", "until")
    list_filter = ("reason",)
    list_select_related = ("match", "proposed_by")


@admin.register(models.ChatLine)
class ChatLineAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("match", "player", "at", "said")
    list_select_related = ("match", "player")
    search_fields = ("=match__id", "player__name")
    exclude = ("text",)
    readonly_fields = ("said",)

    @admin.display(description=_("text"))
    def said(self, line: models.ChatLine) -> str:
        """Return messages to all players; messages between partners are hidden."""
        return str(line.text) if line.only_seats is None else str(_("(partners only, private)"))


@admin.register(models.DailyPuzzle)
class DailyPuzzleAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Puzzles of the day, without those to come."""

    view_on_site = True
    list_display = ("day", "jumps", "committed_at")
    date_hierarchy = "day"

    def get_exclude(
        self, _request: HttpRequest, obj: models.DailyPuzzle | None = None
    ) -> list[str]:
        """Hide seed and puzzle until the day is over."""
        return ["seed", "start"] if obj is None or obj.ends_at > timezone.now() else []


@admin.register(models.DailyAttempt)
class DailyAttemptAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("puzzle", "player", "match", "points", "sweeps", "finished_at", "counts")
    list_filter = ("counts",)
    list_select_related = ("puzzle", "player", "match")
    search_fields = ("player__name", "=match__id")


@admin.register(models.Intervention)
class InterventionAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("number", "match", "at")
    list_select_related = ("match",)
    search_fields = ("=match__id", "=number")
    date_hierarchy = "at"
    exclude = ("effects",)
