"""Titles of the rules that rulings cite by code."""

from __future__ import annotations

from django.utils.translation import gettext as _


def rule_titles() -> dict[str, str]:
    """Return the title of each rule by its code, in the active language."""
    return {
        "C-3": _("Finality of moves"),
        "C-4": _("An illegal move has no effect."),
        "C-9": _("The third repetition of a position is a draw."),
        "C-11": _("Resignation and running out of time"),
        "C-13": _("Only partners may talk about the match."),
        "R-1": _("Everybody plays to the best of their ability."),
        "R-2": _("Nobody plays from several accounts in one match or tournament."),
        "R-3": _("Nobody lets another person or a program choose their moves."),
        "R-4": _("Results are played, not arranged."),
        "R-5": _("Everybody stays civil."),
        "R-6": _("Time lost because of a site error is given back."),
    }


def explain_rule(paragraph: str) -> str:
    """Return a cited rule, with its title if the code is known."""
    title = rule_titles().get(paragraph.strip().upper(), "")
    return f"{paragraph} – {title}" if title else paragraph
