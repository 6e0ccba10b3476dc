"""What letters and pages say about a solitaire contest."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.services.option_words import value_words
from tournaments.models import Tournament
from tournaments.services import wording
from tournaments.services.contest_plans import jumps_of


def puzzle_name(puzzle: str) -> str:
    """Return what a puzzle is called."""
    jumps = jumps_of(puzzle)
    if jumps is None:
        return value_words("start", puzzle)
    return ngettext("fresh, %(count)d jump", "fresh, %(count)d jumps", jumps) % {"count": jumps}


def facts(tournament: Tournament) -> list[list[str]]:
    """Return what is played, as pairs of label and value."""
    days = ngettext("%(count)d day", "%(count)d days", tournament.round_days)
    return [
        [_("Format:"), str(wording.format_name(tournament))],
        [_("Puzzles:"), str(len(tournament.puzzles))],
        [_("Time:"), days % {"count": tournament.round_days}],
    ]


def begun(tournament: Tournament, told: dict[str, Any], now: datetime) -> dict[str, Any]:
    """Add to the letter of the start what is to be done, and until when."""
    count = len(tournament.puzzles)
    todo = ngettext(
        "There is %(count)d puzzle. Play it once, whenever you like; a jump cannot be taken back.",
        "There are %(count)d puzzles. Play each of them once, whenever you like; a jump cannot be "
        "taken back.",
        count,
    )
    closes = now + timedelta(days=tournament.round_days)
    lines = [todo % {"count": count}, _("A puzzle that you do not play counts all its pegs.")]
    paragraphs = [*told["paragraphs"], *lines]
    return {**told, "paragraphs": paragraphs, "open_until": closes.isoformat()}
