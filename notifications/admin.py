"""Admin of e-mails: inspect them, and retry failed ones."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, ngettext

from accounts.admin import ReadOnlyMixin
from accounts.admin_tables import LargeTableAdmin, RowInline, fixed_values_filter
from notifications.addresses import About
from notifications.kinds import KINDS
from notifications.models import (
    DeliveryCount,
    DeliveryDay,
    DeliveryEvent,
    Domain,
    EmailSettings,
    Message,
    Preference,
    PushKey,
    PushSubscription,
)
from notifications.services import operator_actions
from notifications.services.headers import absolute_url

PAGES: dict[str, str] = {
    About.MATCH: "games:match",
    About.TOURNAMENT: "tournaments:tournament",
    About.CASE: "referees:case",
}
KindFilter = fixed_values_filter("kind", _("kind"), lambda: {name: name for name in KINDS})


class EventInline(ReadOnlyMixin, RowInline):
    model = DeliveryEvent
    extra = 0
    fields = ("at", "event", "detail")


@admin.register(Message)
class MessageAdmin(ReadOnlyMixin, LargeTableAdmin):
    """E-mails without their text, which has private content and personal links."""

    list_display = (
        "key",
        "kind",
        "address",
        "state",
        "failure_reason",
        "due_at",
        "sent_at",
        "attempts",
    )
    list_filter = ("state", "failure_reason", KindFilter, "language")
    search_fields = ("key", "address", "thread", "message_id")
    list_select_related = True
    inlines = (EventInline,)
    actions = ("retry_now", "dismiss")
    exclude = ("context",)
    readonly_fields = ("page",)

    @admin.display(description=_("page"))
    def page(self, message: Message) -> str:
        """Link the page it is about; links in the e-mail itself may act without a login."""
        about, _colon, pk = message.thread.partition(":")
        return absolute_url(reverse(PAGES[about], args=[pk])) if about in PAGES else "–"

    @admin.action(description=_("Send failed e-mails again now"), permissions=["view"])
    def retry_now(self, request: HttpRequest, chosen: QuerySet[Message]) -> None:
        now = timezone.now()
        count = sum(operator_actions.retry(message, now) for message in chosen)
        text = ngettext(
            "%(count)d e-mail will be sent again.", "%(count)d e-mails will be sent again.", count
        )
        self.message_user(request, text % {"count": count}, messages.SUCCESS)

    @admin.action(description=_("Dismiss undelivered e-mails"), permissions=["view"])
    def dismiss(self, request: HttpRequest, chosen: QuerySet[Message]) -> None:
        now = timezone.now()
        count = sum(operator_actions.dismiss(message, now) for message in chosen)
        text = ngettext("%(count)d e-mail dismissed.", "%(count)d e-mails dismissed.", count)
        self.message_user(request, text % {"count": count}, messages.SUCCESS)


@admin.register(DeliveryEvent)
class DeliveryEventAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("at", "event", "message", "detail")
    list_filter = ("event",)
    search_fields = ("message__key", "message__address")
    list_select_related = ("message",)


@admin.register(Domain)
class DomainAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Domains that have deferred e-mails, and until when they are paused."""

    list_display = ("name", "deferrals", "held_until", "minute_from", "tried")
    search_fields = ("name",)


@admin.register(DeliveryDay)
class DeliveryDayAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("day", "domain", "event", "count")
    search_fields = ("domain",)


@admin.register(DeliveryCount)
class DeliveryCountAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("until", "at")


@admin.register(Preference)
class PreferenceAdmin(ReadOnlyMixin, LargeTableAdmin):
    list_display = ("player", "kind", "thread", "wanted")
    list_filter = (KindFilter, "wanted")
    search_fields = ("player__name",)
    list_select_related = ("player",)


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Browsers that show notifications, without their endpoints and keys."""

    list_display = ("player", "service", "created_at")
    search_fields = ("player__name",)
    list_select_related = ("player",)
    exclude = ("endpoint", "p256dh", "auth", "session")


@admin.register(PushKey)
class PushKeyAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Shows when the key was created, never the key itself."""

    list_display = ("made_at",)
    exclude = ("only", "encrypted_key")


@admin.register(EmailSettings)
class EmailSettingsAdmin(ReadOnlyMixin, LargeTableAdmin):
    """How e-mails reach players, and whose e-mails have bounced."""

    list_display = ("player", "settle_minutes", "digest_after", "digest_hour", "bounced_at")
    search_fields = ("player__name", "bounced_address")
    list_select_related = ("player",)
