"""Template tags of e-mails about matches."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from games.rules.base import JSON
from games.services.emails.links import Holder, MoveLink, move_url

register = template.Library()


@register.simple_tag(name="move_url")
def move_url_tag(match: int, ply: int, holder: Mapping[str, JSON], move: str) -> str:
    """Return the signed address that plays this one move, for its holder, on this position."""
    return move_url(MoveLink(match, ply, Holder(**holder), move))
