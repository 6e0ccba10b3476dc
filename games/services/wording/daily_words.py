from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.rules.base import JSON


def puzzle_title(event: Mapping[str, JSON]) -> str:
    """Return the puzzle's title: “Puzzle of the day, 2 March 2026” or “Peg week, puzzle 3”."""
    if "puzzle" in event:
        return _("%(event)s, puzzle %(number)d") % {
            "event": event["name"],
            "number": event["puzzle"],
        }
    day = date_format(date.fromisoformat(event["day"]), "DATE_FORMAT")
    return _("Puzzle of the day, %(day)s") % {"day": day}
