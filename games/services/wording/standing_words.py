from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.orders.standing import ANY, HOLD, StandingOrder

# the choices offered for a roll; others must be written
OFFERED_RULES = (
    "hit home front",
    "hit home rear",
    "hit safe front",
    "home safe front",
    "e hit front",
    "e hit rear",
    "front",
    "rear",
    HOLD,
)


def choice_text(words: Sequence[str]) -> str:
    """Return the choices for one roll as a phrase: “capture, else move the last pawn”."""
    phrases = {
        "e": _("bring a pawn in"),
        "hit": _("capture"),
        "home": _("move home"),
        "front": _("move the pawn in front"),
        "rear": _("move the last pawn"),
        "safe": _("move where it is safest"),
        HOLD: _("ask me"),
    }
    said = [phrases.get(word) or _("move from %(place)s") % {"place": word} for word in words]
    phrase = said[-1]
    for first in reversed(said[:-1]):
        phrase = _("%(first)s, else %(then)s") % {"first": first, "then": phrase}
    return phrase


def standing_words(order: StandingOrder) -> list[str]:
    """Return a standing order as sentences, one per face of the die."""
    return [
        _("With any other roll: %(wish)s.") % {"wish": choice_text(words)}
        if face == ANY
        else _("With a %(face)s: %(wish)s.") % {"face": face, "wish": choice_text(words)}
        for face, words in order.choices
    ]
