from __future__ import annotations

from django.utils.translation import gettext as _


def decline_reasons() -> dict[str, str]:
    """Return the choices of reasons in the words of the declining player; "" for none."""
    return {
        "": _("no reason"),
        "busy": _("I have enough matches at the moment"),
        "game": _("I’d rather play another game"),
        "pace": _("I’d like another time control"),
        "terms": _("I’d like other terms"),
    }


def reason_sentence(reason: str) -> str:
    """Return the reason as shown to the challenger, or ""."""
    return {
        "busy": _("Reason: enough matches at the moment."),
        "game": _("Reason: they’d rather play another game."),
        "pace": _("Reason: they’d like another time control."),
        "terms": _("Reason: they’d like other terms."),
    }.get(reason, "")
