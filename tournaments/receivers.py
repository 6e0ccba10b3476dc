"""The one wire from below: a match that ends settles its fixture in the same transaction."""

from __future__ import annotations

from django.dispatch import receiver

from games.models import Match
from games.signals import match_finished
from tournaments.services.rounds.results import record_result, reopen_fixture


@receiver(match_finished, dispatch_uid="tournaments.record_result")
def settle_fixture(match: Match, **_signal: object) -> None:
    """Write the result of a match into its fixture; take it back where a ruling has done so."""
    if match.finished_at is not None:
        record_result(match, now=match.finished_at)
    else:
        reopen_fixture(match, now=match.started_at)
