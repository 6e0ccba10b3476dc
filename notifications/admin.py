"""The admin of e-mails: inspect them, and retry failed ones."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.admin import LookOnly
from accounts.admin_tables import RowAdmin, RowInline, known_values
from notifications.kinds import KINDS
from notifications.models import DeliveryEvent, EmailSettings, Message, Preference
from notifications.services import delivery

KIND = known_values("kind", _("kind"), lambda: {name: name for name in KINDS})


class EventInline(LookOnly, RowInline):
    """The ledger lines of an e-mail."""

    model = DeliveryEvent
    extra = 0
    fields = ("at", "event", "detail")


@admin.register(Message)
class MessageAdmin(LookOnly, RowAdmin):
    """E-mails; their text is hidden because of sealed content and personal links."""

    list_display = ("key", "kind", "address", "state", "fault", "due_at", "sent_at", "attempts")
    list_filter = ("state", "fault", KIND, "language")
    search_fields = ("key", "address", "thread", "message_id")
    list_select_related = True
    inlines = (EventInline,)
    actions = ("retry_now", "dismiss")
    exclude = ("context",)
    readonly_fields = ("page",)

    @admin.display(description=_("page"))
    def page(self, message: Message) -> str:
        """Link to the match or tournament; other links are secret."""
        return str(message.context.get("url", "–")) if message.thread else "–"

    @admin.action(description=_("Send failed e-mails again now"), permissions=["view"])
    def retry_now(self, request: HttpRequest, chosen: QuerySet[Message]) -> None:
        """Retry the selected failed e-mails."""
        now = timezone.now()
        count = sum(delivery.retry(message, now) for message in chosen)
        text = ngettext(
            "%(count)d e-mail will be sent again.", "%(count)d e-mails will be sent again.", count
        )
        self.message_user(request, text % {"count": count}, messages.SUCCESS)

    @admin.action(description=_("Dismiss e-mails that were given up"), permissions=["view"])
    def dismiss(self, request: HttpRequest, chosen: QuerySet[Message]) -> None:
        """Dismiss the selected e-mails that were given up."""
        now = timezone.now()
        count = sum(delivery.dismiss(message, now) for message in chosen)
        text = ngettext("%(count)d e-mail dismissed.", "%(count)d e-mails dismissed.", count)
        self.message_user(request, text % {"count": count}, messages.SUCCESS)


@admin.register(DeliveryEvent)
class DeliveryEventAdmin(LookOnly, RowAdmin):
    """The delivery ledger."""

    list_display = ("at", "event", "message", "detail")
    list_filter = ("event",)
    search_fields = ("message__key", "message__address")
    list_select_related = ("message",)


@admin.register(Preference)
class PreferenceAdmin(LookOnly, RowAdmin):
    """Choices of e-mails."""

    list_display = ("player", "kind", "thread", "wanted")
    list_filter = (KIND, "wanted")
    search_fields = ("player__name",)
    list_select_related = ("player",)


@admin.register(EmailSettings)
class EmailSettingsAdmin(LookOnly, RowAdmin):
    """How e-mails reach players, and whose e-mails came back."""

    list_display = ("player", "settle_minutes", "digest_after", "digest_hour", "bounced_at")
    search_fields = ("player__name", "bounced_address")
    list_select_related = ("player",)
