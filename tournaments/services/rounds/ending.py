"""The end of a season: status, final places, and e-mails."""

from __future__ import annotations

from datetime import datetime

from tournaments.models import Tournament
from tournaments.services.emails import notices
from tournaments.services.tables import finals


def finish(tournament: Tournament, now: datetime) -> None:
    """Finish the season, store the final places and notify everybody."""
    tournament.status = Tournament.Status.FINISHED
    tournament.finished_at, tournament.due_at = now, None
    tournament.save(update_fields=["status", "finished_at", "due_at"])
    finals.save_final_places(tournament)
    notices.notify_finished(tournament, now=now)
