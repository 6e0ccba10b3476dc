"""What letters about matches need when they are written out."""

from __future__ import annotations

from django import template

from games.services.links import MoveLink, move_url

register = template.Library()


@register.simple_tag(name="move_url")
def move_url_tag(match: int, ply: int, seat: int, move: str) -> str:
    """Return the signed address that plays this one move on this one position."""
    return move_url(MoveLink(match, ply, seat, move))
