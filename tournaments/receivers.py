"""The one wire from below: a match that ends settles its fixture in the same transaction."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.models import Match
from games.services.consequences import add_event_witness, add_witness
from games.services.refusals import add_room
from games.services.solo import keep_from_trial
from games.signals import match_finished
from tournaments.services import refusals
from tournaments.services.acts import words as act_words
from tournaments.services.contest_tables import is_being_played
from tournaments.services.results import record_result, reopen_fixture
from tournaments.services.witness import event_facts, standing_facts

add_witness(standing_facts)
add_event_witness(event_facts)
act_words.register()
add_room(refusals.refusal)
keep_from_trial(is_being_played)


@receiver(match_finished, dispatch_uid="tournaments.record_result")
def settle_fixture(match: Match, **_signal: Any) -> None:
    """Write the result of a match into its fixture; take it back where a ruling has done so."""
    if match.finished_at is not None:
        record_result(match, now=match.finished_at)
    else:
        reopen_fixture(match, now=match.started_at)
