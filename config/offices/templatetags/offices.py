"""The roles in the settings: ``{% load offices %}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

from config.offices import queries

if TYPE_CHECKING:
    from accounts.models import Player

register = template.Library()


@register.inclusion_tag("config/_office_card.html")
def office_card(reader: Player) -> dict[str, object]:
    """Link to the page of roles, for people who have or are offered one."""
    return {"offers": queries.open_offers(reader), "roles": queries.role_names(reader)}
