"""A tournament as initial data of the planning form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments import queries
from tournaments.services.entry_plans import ENTRY_TERMS
from tournaments.web.forms_announced import club_of
from tournaments.web.planning import reading
from tournaments.web.planning.dates import dates_of

if TYPE_CHECKING:
    from tournaments.models import Tournament

EMPTY_IF_ZERO = ("boards", "boards_least")  # 0 in the database, empty in the form


def tournament_initial(tournament: Tournament) -> dict[str, object]:
    """Return a tournament as initial data, to change a draft or to copy an event."""
    initial: dict[str, object] = {
        name: getattr(tournament, name)
        for name in (
            "name", "text", "format", "ruleset", "rated", "least", "most",
            "starts_when_full", "rounds", "accelerated", "round_days", "at_once",
            "running_limit", "late_entry",
            "bots_welcome", "bots_fill", "repeats", "reviewed", "jury", "alternates", "twice",
            *ENTRY_TERMS,
        )
    }  # fmt: skip
    initial |= dates_of(tournament) | club_of(tournament) | scoring_initial(tournament)
    options: dict[str, object] = tournament.options
    return (
        initial
        | options
        | {
            "table": tournament.seats,
            "bands": " ".join(str(each) for each in tournament.bands),
            "opening": " ".join(tournament.opening),
            "further_games": [each["ruleset"] for each in tournament.further_games],
            **{name: getattr(tournament, name) or None for name in EMPTY_IF_ZERO},
        }
        | reading.control_initial(tournament.time_control)
    )


def scoring_initial(tournament: Tournament) -> dict[str, object]:
    """Return divisions, points and tie-breaks as initial data."""
    plain = ("promoted", "qualifiers", "through", "withdrawals", "tie_breaks")
    return {name: getattr(tournament, name) for name in plain} | {
        "division_size": tournament.division_size or None,
        "points": " ".join(str(each) for each in tournament.points),
        "forbidden": "\n".join(queries.forbidden_pair_labels(tournament)),
    }
