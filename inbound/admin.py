"""Incoming e-mails, with an action to read them again."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, ngettext

from accounts.admin import ReadOnlyMixin
from accounts.admin_tables import LargeTableAdmin
from inbound.grammar import parse_verb
from inbound.models import InboundMessage
from inbound.services import setting_aside


@admin.register(InboundMessage)
class InboundMessageAdmin(ReadOnlyMixin, LargeTableAdmin):
    """Incoming e-mails; addresses (which contain tokens) and texts are hidden."""

    list_display = ("received_at", "way", "state", "outcome", "code", "player", "matter", "size")
    list_filter = ("state", "outcome", "way")
    search_fields = ("message_id", "matter", "player__name")
    list_select_related = ("player",)
    exclude = ("raw", "recipient", "commands")
    readonly_fields = ("done",)
    actions = ("read_again",)

    @admin.display(description=_("done"))
    def done(self, row: InboundMessage) -> str:
        """List the verbs only: moves, orders, notes and chat may be private."""
        return ", ".join(parse_verb(each) for each in row.commands)

    @admin.action(description=_("Read the selected e-mails again"), permissions=["view"])
    def read_again(self, request: HttpRequest, chosen: QuerySet[InboundMessage]) -> None:
        count = sum(setting_aside.requeue_message(row.pk, now=timezone.now()) for row in chosen)
        text = ngettext(
            "%(count)d e-mail will be read again.", "%(count)d e-mails will be read again.", count
        )
        self.message_user(request, text % {"count": count}, messages.SUCCESS)
