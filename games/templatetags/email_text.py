"""Template tags of e-mails about matches."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from games.rules.base import JSON
from games.services.emails.links import Holder, MoveLink, move_url

register = template.Library()


@register.simple_tag(name="move_url", takes_context=True)
def move_url_tag(
    context: template.Context, match: int, ply: int, holder: Mapping[str, JSON], move: str
) -> str:
    """Return the signed URL that plays this move, for this holder and position.

    Text and HTML share it through ``signed`` in the context.
    """
    signed: dict[str, str] = context["signed"]
    if move not in signed:
        signed[move] = move_url(MoveLink(match, ply, Holder(**holder), move))
    return signed[move]
