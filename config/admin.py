"""Admin for outages that the heartbeat missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.translation import gettext, gettext_lazy as _

from accounts.admin_tables import LargeTableAdmin
from games.models import Outage
from games.services.errors import Refused
from games.services.time import outages
from games.services.wording.explaining import explain

if TYPE_CHECKING:
    OutageModelForm = forms.ModelForm[Outage]
else:
    OutageModelForm = forms.ModelForm


class OutageForm(OutageModelForm):
    """A span and a reason; errors of the span are shown at its end."""

    class Meta:
        model = Outage
        fields = ("since", "until", "note")

    def clean_note(self) -> str:
        try:
            return outages.clean_note(self.cleaned_data["note"])
        except Refused as refusal:
            raise ValidationError(explain(refusal), code=refusal.code) from None

    def clean(self) -> dict[str, object]:
        given = super().clean() or self.cleaned_data
        if given.get("since") and given.get("until"):
            try:
                outages.check_span(given["since"], given["until"], now=timezone.now())
            except Refused as refusal:
                self.add_error("until", ValidationError(explain(refusal), code=refusal.code))
        return given


@admin.register(Outage)
class OutageAdmin(LargeTableAdmin):
    """Outages can be added and ended, but not changed or deleted."""

    form = OutageForm
    list_display = ("since", "until", "source", "note", "entered_by", "noted_at", "settled_at")
    list_filter = ("source",)
    list_select_related = ("entered_by",)
    date_hierarchy = "since"
    ordering = ("-since",)
    actions = ("end_now",)
    readonly_fields = ("source", "entered_by", "noted_at", "settled_at", "lost_on_time")

    def has_add_permission(self, request: HttpRequest, _obj: object = None) -> bool:
        return request.user.is_active and bool(getattr(request.user, "is_staff", False))

    def has_change_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        """Refuse: clocks have already been computed with it."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        """Refuse: deadlines would move closer."""
        return False

    def get_fieldsets(self, _request: HttpRequest, obj: Any = None) -> Any:
        """Add an explanation to the form, and the effects of a saved outage."""
        words = gettext(
            "Every running clock is paused during this time; overlapping outages count once. If it "
            "is in the future, every page announces it from a week before until it ends, and "
            "players who would have to move during it get an e-mail. The status page shows it with "
            "its reason. It cannot be undone, only ended early. Times are in the zone %(zone)s."
        ) % {"zone": timezone.get_current_timezone_name()}
        more = self.readonly_fields if obj else ()
        return [(None, {"fields": (*OutageForm.Meta.fields, *more), "description": words})]

    def save_model(self, request: HttpRequest, obj: Any, _form: object, _change: object) -> None:
        """Save through the service."""
        made = outages.enter_outage(
            obj.since,
            obj.until,
            note=obj.note,
            by=getattr(request.user, "player", None),
            now=timezone.now(),
        )
        obj.pk, obj._state.adding = made.pk, False  # noqa: SLF001 (the admin links to it)
        lost = len(outages.matches_lost_during(made))
        if lost:
            text = gettext(
                "Matches lost on time during the outage: %(count)d. They are listed on its "
                "page; referees can reopen them."
            )
            self.message_user(request, text % {"count": lost}, messages.WARNING)

    @admin.display(description=_("lost on time during the outage"))
    def lost_on_time(self, obj: Outage) -> str:
        """Link the matches lost on time before the outage was entered."""
        found = outages.matches_lost_during(obj)
        links = ((match.get_absolute_url(), match.pk) for match in found)
        return format_html_join(", ", '<a href="{}">{}</a>', links) or "–"

    @admin.action(description=_("End ongoing outages"), permissions=["add"])
    def end_now(self, request: HttpRequest, chosen: QuerySet[Outage]) -> None:
        """End current and future outages; past ones stay."""
        for outage in chosen:
            try:
                outages.end_outage(outage.pk, now=timezone.now())
            except Refused as refusal:
                self.message_user(request, explain(refusal), messages.WARNING)
            else:
                self.message_user(request, gettext("Ended: %(what)s") % {"what": outage})
