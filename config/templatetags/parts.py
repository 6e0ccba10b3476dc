"""Building blocks of pages: ``{% load parts %}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template
from django.utils.html import format_html

if TYPE_CHECKING:
    from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag
def wide_table(content: SafeString, *label: object) -> SafeString:
    """Make a table scroll horizontally; the label is its accessible name.

    ``{% wide_table _("Cases") %}<table>…</table>{% endwide_table %}``; several labels are joined by
    spaces.
    """
    return format_html(
        '<div class="table-wrap" tabindex="0" role="region" aria-label="{}">{}</div>',
        " ".join(str(part) for part in label),
        content,
    )
