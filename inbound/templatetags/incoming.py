"""Incoming e-mails on pages of other apps: ``{% load incoming %}``."""

from __future__ import annotations

from django import template
from django.db.models import QuerySet

from accounts.models import Player
from inbound.models import InboundMessage
from inbound.queries import messages_about_match

register = template.Library()


@register.simple_tag
def answers_about(match_id: int, only: Player | None = None) -> QuerySet[InboundMessage]:
    """Return the e-mails about a match, newest first; ``only`` limits them to one player."""
    return messages_about_match(match_id, only)


@register.filter
def sender_checks(message: InboundMessage) -> str:
    """Format the results of SPF, DKIM and DMARC: "SPF pass (example.org), DKIM fail"."""
    return ", ".join(
        f"{check['method'].upper()} {check['result']}"
        + (f" ({check['domain']})" if check.get("domain") else "")
        for check in message.checks
    )
