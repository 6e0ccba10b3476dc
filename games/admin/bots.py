"""Admin of bots, and of the scheduler's heartbeat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyMixin
from accounts.admin_tables import LargeTableAdmin
from games import models
from games.services.bots.bots import reschedule
from games.services.errors import Refused
from games.services.time.timetable import next_run
from games.services.wording.explaining import explain

if TYPE_CHECKING:
    BotForm = forms.ModelForm[models.Bot]
else:
    BotForm = forms.ModelForm


@admin.register(models.Heartbeat)
class HeartbeatAdmin(ReadOnlyMixin, LargeTableAdmin):
    """The last run of the scheduler."""

    list_display = ("at",)


class TimetableForm(BotForm):
    """Validates a bot's timetable when it is saved."""

    class Meta:
        model = models.Bot
        fields = ("timetable", "rulesets", "max_matches", "accepts_challenges", "seeks", "active")

    def clean_timetable(self) -> str:
        text = str(self.cleaned_data["timetable"])
        try:
            next_run(text, self.instance.player, timezone.now())
        except Refused as refusal:
            raise forms.ValidationError(explain(refusal)) from refusal
        return text


@admin.register(models.Bot)
class BotAdmin(LargeTableAdmin):
    """Bots; changes of timetable, limits and open challenges take effect immediately."""

    form = TimetableForm
    list_display = ("player", "strategy", "timetable", "active", "next_run_at", "last_error")
    list_filter = ("active", "strategy")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    readonly_fields = ("player", "strategy", "next_run_at", "last_run_at", "last_error")

    def has_add_permission(self, _request: HttpRequest) -> bool:
        """Always False: a bot needs a player, see ``games.services.bots.bots.create_bot``."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        """Always False: results refer to its player; deactivate it instead."""
        return False

    def save_model(
        self, request: HttpRequest, obj: models.Bot, form: BotForm, change: bool
    ) -> None:
        reschedule(obj, now=timezone.now())
        super().save_model(request, obj, form, change)


admin.site.site_header = _("Administration")
admin.site.site_title = _("Operator")
