"""Labels for moves that place, move or take stones."""

from __future__ import annotations

from django.utils.translation import gettext as _


def stone_move_label(start: str | None, end: str, taken: str | None = None) -> str:
    """Return the label of a move that places or moves a stone and may take another one."""
    words = _("a stone to %(place)s") % {"place": end}
    if start:
        words = _("%(start)s to %(end)s") % {"start": start, "end": end}
    if not taken:
        return words
    return _("%(move)s, taking the stone on %(place)s") % {"move": words, "place": taken}
