"""How moves of stones and men read that go from place to place."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

PLACE = re.compile(r"[a-z]\d{1,2}")


def stone_move(text: str) -> str:
    """Return a move that places or moves a stone and may take another one, in words."""
    if text == "pass":
        return _("pass")
    head, _x, taken = text.partition("x")
    places = PLACE.findall(head)
    if len(places) == 1:
        words = _("a stone to %(place)s") % {"place": places[0]}
    else:
        words = _("%(start)s to %(end)s") % {"start": places[0], "end": places[1]}
    if not taken:
        return words
    return _("%(move)s, taking the stone on %(place)s") % {"move": words, "place": taken}
