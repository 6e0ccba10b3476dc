"""The operator's view of the tables: looking; only bots are set up and tuned here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import models
from games.rules import registry
from games.rules.company import told
from games.services.errors import Refused
from games.services.timetable import next_run
from games.services.wording import explain
from notifications.admin import LookOnly

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
    AnyInline = admin.TabularInline[Any, Any]
    BotForm = forms.ModelForm[models.Bot]
else:
    AnyAdmin = admin.ModelAdmin
    AnyInline = admin.TabularInline
    BotForm = forms.ModelForm


class SeatInline(LookOnly, AnyInline):
    """The seats of a match with their clocks."""

    model = models.Seat
    extra = 0
    fields = (
        *("number", "player", "awaited_since", "deadline_at", "remind_at", "rank", "points"),
        *("skips", "cared_since", "offered_until", "left_by", "original"),
    )


class PauseInline(LookOnly, AnyInline):
    """The pauses of a match."""

    model = models.Pause
    extra = 0


@admin.register(models.Match)
class MatchAdmin(LookOnly, AnyAdmin):
    """Matches; the seed of the lots stays hidden while they run."""

    list_display = ("id", "ruleset", "status", "ending", "rated", "ply_count", "started_at")
    list_filter = ("status", "ruleset", "ending", "rated", "private")
    search_fields = ("=id", "seats__player__name")
    date_hierarchy = "started_at"
    inlines = (SeatInline, PauseInline)

    def get_exclude(self, _request: HttpRequest, obj: models.Match | None = None) -> list[str]:
        """Hide the seed, and what only some at the table may know, until the match is over."""
        return ["lots_seed", "state"] if obj is None or obj.is_running else []


@admin.register(models.Seat)
class SeatAdmin(LookOnly, AnyAdmin):
    """Seats; private notes and orders stay private."""

    list_display = ("match", "number", "player", "awaited_since", "deadline_at", "remind_at")
    list_filter = (("awaited_since", admin.EmptyFieldListFilter),)
    list_select_related = ("match", "player")
    search_fields = ("=match__id", "player__name")
    exclude = ("notes", "has_orders")


@admin.register(models.Ply)
class PlyAdmin(LookOnly, AnyAdmin):
    """The ledger of plies."""

    list_display = ("match", "number", "seat", "told", "at", "source")
    list_filter = ("source",)
    list_select_related = ("match",)
    search_fields = ("=match__id",)
    date_hierarchy = "at"
    exclude = ("text",)
    readonly_fields = ("told",)

    @admin.display(description=_("move"))
    def told(self, ply: models.Ply) -> str:
        """Show the move, but no secret bid before all are in (TP-13)."""
        match, rules = ply.match, registry.get(ply.match.ruleset)
        if not match.is_running or not hasattr(rules, "told"):
            return str(ply.text)
        return told(rules, rules.load(match.state), ply.seat, ply.text, None)


@admin.register(models.Order)
class OrderAdmin(LookOnly, AnyAdmin):
    """That there are orders, and what became of them; what they say is their owner's alone."""

    list_display = ("match", "seat", "kind", "state", "created_at", "closed_at")
    list_filter = ("kind", "state")
    list_select_related = ("match",)
    search_fields = ("=match__id",)
    exclude = ("text", "expects", "answer")


@admin.register(models.PlayPreference)
class PlayPreferenceAdmin(LookOnly, AnyAdmin):
    """What the house may play for a player."""

    list_display = ("player", "auto_move", "auto_draft")
    list_filter = ("auto_move",)
    list_select_related = ("player",)
    search_fields = ("player__name",)


@admin.register(models.ClockCharge)
class ClockChargeAdmin(LookOnly, AnyAdmin):
    """The ledger of time."""

    list_display = ("match", "turn", "seat", "since", "until", "charged", "flagged")
    list_filter = ("flagged",)
    list_select_related = ("match",)
    search_fields = ("=match__id",)


@admin.register(models.Pause)
class PauseAdmin(LookOnly, AnyAdmin):
    """Pauses and proposals."""

    list_display = ("match", "reason", "proposed_by", "since", "until")
    list_filter = ("reason",)
    list_select_related = ("match", "proposed_by")


@admin.register(models.ChatLine)
class ChatLineAdmin(LookOnly, AnyAdmin):
    """What was said at the tables."""

    list_display = ("match", "player", "at", "text")
    list_select_related = ("match", "player")
    search_fields = ("=match__id", "player__name", "text")
    date_hierarchy = "at"


@admin.register(models.DailyPuzzle)
class DailyPuzzleAdmin(LookOnly, AnyAdmin):
    """The puzzles of the day; what is yet to come stays secret."""

    list_display = ("day", "jumps", "committed_at")
    date_hierarchy = "day"

    def get_exclude(
        self, _request: HttpRequest, obj: models.DailyPuzzle | None = None
    ) -> list[str]:
        """Hide the seed until the day is over, and the puzzle with it."""
        return ["seed", "start"] if obj is None or obj.ends_at > timezone.now() else []


@admin.register(models.DailyAttempt)
class DailyAttemptAdmin(LookOnly, AnyAdmin):
    """Who has tried them."""

    list_display = ("puzzle", "player", "match", "points", "sweeps", "finished_at", "counts")
    list_filter = ("counts",)
    list_select_related = ("puzzle", "player", "match")
    search_fields = ("player__name", "=match__id")


@admin.register(models.Challenge)
class ChallengeAdmin(LookOnly, AnyAdmin):
    """Challenges; secret link tokens stay secret."""

    list_display = ("id", "challenger", "opponent", "ruleset", "rated", "state", "expires_at")
    list_filter = ("state", "ruleset", "rated")
    list_select_related = ("challenger", "opponent")
    search_fields = ("=id", "challenger__name", "opponent__name")
    exclude = ("token",)


@admin.register(models.Place)
class PlaceAdmin(LookOnly, AnyAdmin):
    """Places at tables of three and four that fill."""

    list_display = ("challenge", "number", "player", "joined_at")
    list_select_related = ("challenge", "player")
    search_fields = ("=challenge__id", "player__name")


@admin.register(models.Rating)
class RatingAdmin(LookOnly, AnyAdmin):
    """Current figures."""

    list_display = ("player", "pool", "value", "games")
    list_filter = ("pool",)
    list_select_related = ("player",)
    search_fields = ("player__name",)


@admin.register(models.RatingEntry)
class RatingEntryAdmin(LookOnly, AnyAdmin):
    """The ledger of ratings."""

    list_display = ("player", "pool", "number", "match", "before", "after", "at")
    list_filter = ("pool",)
    list_select_related = ("player", "match")
    search_fields = ("player__name", "=match__id")
    date_hierarchy = "at"


class CaseLineInline(LookOnly, AnyInline):
    """What happened to a case."""

    model = models.CaseLine
    fk_name = "case"
    extra = 0


@admin.register(models.Case)
class CaseAdmin(LookOnly, AnyAdmin):
    """Cases; they are decided in the referees' room."""

    list_display = ("id", "kind", "match", "opened_by", "state", "assignee", "opened_at", "due_at")
    list_filter = ("state", "kind")
    list_select_related = ("match", "opened_by", "assignee")
    search_fields = ("=id", "=match__id", "opened_by__name", "about__name")
    date_hierarchy = "opened_at"
    inlines = (CaseLineInline,)


@admin.register(models.EventReferee)
class EventRefereeAdmin(LookOnly, AnyAdmin):
    """Who judges which event; appointed on the page of the tournament."""

    list_display = ("event", "player", "appointed_by", "at")


@admin.register(models.CaseLine)
class CaseLineAdmin(LookOnly, AnyAdmin):
    """The ledger of cases."""

    list_display = ("case", "event", "at", "by", "to")
    list_filter = ("event",)
    list_select_related = ("case", "by", "to")
    search_fields = ("=case__id",)


@admin.register(models.Ruling)
class RulingAdmin(LookOnly, AnyAdmin):
    """The chain of rulings."""

    list_display = ("number", "act", "match", "case", "by", "signed_at", "digest")
    list_filter = ("act",)
    list_select_related = ("match", "case", "by")
    search_fields = ("=number", "=match__id", "=case__id", "reason")
    date_hierarchy = "signed_at"


@admin.register(models.ChainHead)
class ChainHeadAdmin(LookOnly, AnyAdmin):
    """Where the chain ends."""

    list_display = ("number", "digest")


class TimetableForm(BotForm):
    """Checks a bot's timetable while it is typed, not when it is due."""

    class Meta:
        """What an operator may tune."""

        model = models.Bot
        fields = ("timetable", "rulesets", "max_matches", "accepts_challenges", "seeks", "active")

    def clean_timetable(self) -> str:
        """Refuse what cannot be read."""
        text = str(self.cleaned_data["timetable"])
        try:
            next_run(text, self.instance.player, timezone.now())
        except Refused as refusal:
            raise forms.ValidationError(explain(refusal)) from refusal
        return text


@admin.register(models.Bot)
class BotAdmin(AnyAdmin):
    """Bots: timetable, limits and seeks may be tuned; a new timetable counts at once."""

    form = TimetableForm
    list_display = ("player", "strategy", "timetable", "active", "next_run_at", "last_error")
    list_filter = ("active", "strategy")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    readonly_fields = ("player", "strategy", "next_run_at", "last_run_at", "last_error")

    def has_add_permission(self, _request: HttpRequest) -> bool:
        """Refuse: a bot needs a player, see ``games.services.bots.enlist_bot``."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Refuse: results hang on its player; switch it off instead."""
        return False

    def save_model(self, request: HttpRequest, obj: models.Bot, form: Any, change: bool) -> None:
        """Let a new timetable count at once."""
        obj.next_run_at = next_run(obj.timetable, obj.player, timezone.now())
        super().save_model(request, obj, form, change)


admin.site.site_header = _("The operator's room")
admin.site.site_title = _("Operator")
