"""Common parts of pages on which somebody accepts or declines by an e-mail link."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from accounts.queries import PageRequest
from games.services.errors import Refused
from games.services.wording.clock_words import control_line
from tournaments.services import refusals, wording
from tournaments.services.event_games import names_of

if TYPE_CHECKING:
    from tournaments.models import Tournament


def handle_answer(request: PageRequest, answer: Callable[[bool], str]) -> tuple[str, str]:
    """Handle a posted answer; return what ``answer`` returns, and the message of a refusal.

    Both are empty if nothing was answered: GET changes nothing.
    """
    action = request.POST.get("action", "") if request.method == "POST" else ""
    if action not in ("accept", "decline"):
        return "", ""
    try:
        return answer(action == "accept"), ""
    except Refused as refusal:
        return "", refusals.explain(refusal)


def tournament_summary(tournament: Tournament) -> dict[str, object]:
    """Return the template context that summarises a tournament."""
    return {
        "tournament": tournament,
        "format": wording.format_name(tournament),
        "ruleset": names_of(tournament),
        "control": control_line(tournament.time_control),
    }
