"""The operator's view of the post office: looking, and putting failed letters back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from notifications.models import DeliveryEvent, LetterSettings, Message, Preference
from notifications.services import delivery

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
    AnyInline = admin.TabularInline[Any, Any]
else:
    AnyAdmin = admin.ModelAdmin
    AnyInline = admin.TabularInline


class LookOnly:
    """Nothing is added, changed or deleted by hand."""

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Refuse."""
        return False


class EventInline(LookOnly, AnyInline):
    """The ledger lines of a letter."""

    model = DeliveryEvent
    extra = 0
    fields = ("at", "event", "detail")


@admin.register(Message)
class MessageAdmin(LookOnly, AnyAdmin):
    """Letters; what a login letter says stays hidden."""

    list_display = ("key", "kind", "address", "state", "due_at", "sent_at", "attempts")
    list_filter = ("state", "kind", "language")
    search_fields = ("key", "address", "thread", "message_id")
    date_hierarchy = "created_at"
    list_select_related = True
    inlines = (EventInline,)
    actions = ("retry_now",)

    def get_exclude(self, _request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Hide the words of login letters: their links open accounts."""
        return ("context",) if obj is not None and obj.kind == "security" else ()

    @admin.action(description=_("Send failed letters again now"), permissions=["view"])
    def retry_now(self, request: HttpRequest, chosen: QuerySet[Message]) -> None:
        """Put the chosen failed letters back into the queue."""
        now = timezone.now()
        count = sum(delivery.retry(message, now) for message in chosen)
        text = ngettext(
            "%(count)d letter goes out again.", "%(count)d letters go out again.", count
        )
        self.message_user(request, text % {"count": count}, messages.SUCCESS)


@admin.register(DeliveryEvent)
class DeliveryEventAdmin(LookOnly, AnyAdmin):
    """The delivery ledger."""

    list_display = ("at", "event", "message", "detail")
    list_filter = ("event",)
    search_fields = ("message__key", "message__address")
    list_select_related = ("message",)


@admin.register(Preference)
class PreferenceAdmin(LookOnly, AnyAdmin):
    """Who wants what."""

    list_display = ("player", "kind", "thread", "wanted")
    list_filter = ("kind", "wanted")
    search_fields = ("player__name",)
    list_select_related = ("player",)


@admin.register(LetterSettings)
class LetterSettingsAdmin(LookOnly, AnyAdmin):
    """How letters reach players, and whose letters came back."""

    list_display = ("player", "settle_minutes", "digest_after", "digest_hour", "bounced_at")
    search_fields = ("player__name", "bounced_address")
    list_select_related = ("player",)
