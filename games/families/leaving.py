"""Sentences for a player who leaves, and for a match resumed at an earlier ply."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.naming import isolated
from games.rules.multiplayer import CLOSED, RESIGNED, TIMEOUT


def join_names(names: Sequence[str]) -> str:
    """Return “a, b and c”."""
    return get_text_list([isolated(name) for name in names], _("and"))


def leaving_sentence(player: str, why: str) -> str:
    """Return the sentence that a player has left and why; "" for an unknown reason."""
    phrases = {
        RESIGNED: _("%(player)s has resigned and is out; the others play on."),
        TIMEOUT: _("%(player)s ran out of time and is out; the others play on."),
        CLOSED: _("%(player)s has closed their account and is out; the others play on."),
    }
    return phrases.get(why, "") % {"player": player}


def leaving_label(why: str) -> str:
    """Return the reason for leaving in two or three words."""
    words = {RESIGNED: _("resigned"), TIMEOUT: _("out of time"), CLOSED: _("has left")}
    return words.get(why, why)


def resumed_sentence(ply: int, *, agreed: bool) -> str:
    """Return the sentence that a match continues from a ply, by agreement or by a ruling."""
    if agreed and ply:
        return _("By agreement, the match continues from ply %(ply)s.") % {"ply": ply}
    if agreed:
        return _("By agreement, the match starts over.")
    if not ply:
        return _("By a referee’s ruling, the match starts over.")
    return _("By a referee’s ruling, the match continues from ply %(ply)s.") % {"ply": ply}


def resumed_label(ply: int) -> str:
    """Return `resumed_sentence` in brief, without the reason."""
    return _("continues from ply %(ply)s") % {"ply": ply} if ply else _("starts over")
