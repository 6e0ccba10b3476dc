"""What pages of other packages show of tournaments: ``{% load events %}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

from tournaments import queries

if TYPE_CHECKING:
    from accounts.models import Player

register = template.Library()
SHOWN = 12


@register.inclusion_tag("tournaments/_titles.html")
def titles_of(player: Player) -> dict[str, object]:
    """Show what a player has won and where they play."""
    return {
        "titles": queries.titles_of(player)[:SHOWN],
        "entries": queries.entries_of(player).filter(tournament__finished_at=None)[:SHOWN],
    }
