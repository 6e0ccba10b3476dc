"""Buttons to log in with a third-party account: ``{% load social %}``."""

from __future__ import annotations

from allauth.socialaccount.adapter import get_adapter
from django import template
from django.conf import settings

register = template.Library()


@register.inclusion_tag("socialaccount/_services.html", takes_context=True)
def social_login_buttons(context: dict[str, object], process: str = "login") -> dict[str, object]:
    """Show a button for each configured service, to log in or to connect an account."""
    request = context["request"]
    found = get_adapter().list_providers(request) if settings.SOCIAL_LOGIN else []
    return {
        "services": [
            {"name": each.name, "url": each.get_login_url(request, process=process)}
            for each in found
        ],
        "next": context.get("redirect_field_value") or "",
        "connect": process == "connect",
        "csrf_token": context.get("csrf_token"),
    }
