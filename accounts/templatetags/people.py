"""Template tags about people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.utils.safestring import SafeString, mark_safe

from accounts import naming
from accounts.appearance import portraits

if TYPE_CHECKING:
    from accounts.models import Player

register = template.Library()


@register.simple_tag
def portrait(player: Player, pixels: int = 40) -> SafeString:
    """Return the player's identicon as SVG."""
    return mark_safe(portraits.portrait(player.name_key, pixels))


@register.filter
def isolated(name: object) -> str:
    """Isolate a name from the text around it, whatever its direction."""
    return naming.isolated(str(name))
