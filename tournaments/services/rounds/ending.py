"""The end of a season: its row, the final places, and the e-mails about it."""

from __future__ import annotations

from datetime import datetime

from tournaments.models import Tournament
from tournaments.services.emails import notices
from tournaments.services.tables import finals


def finish(tournament: Tournament, now: datetime) -> None:
    """End the season as it stands, keep the final places and tell everybody."""
    tournament.status = Tournament.Status.FINISHED
    tournament.finished_at, tournament.due_at = now, None
    tournament.save(update_fields=["status", "finished_at", "due_at"])
    finals.keep_places(tournament)
    notices.notify_finished(tournament, now=now)
