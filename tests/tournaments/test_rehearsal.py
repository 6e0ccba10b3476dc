"""Seasons of a league under a moved clock, with workers killed in the middle of their work."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from games.models import Match
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.mark.parametrize(
    ("bots", "divisions", "seasons"),
    [(8, 2, 2), pytest.param(60, 4, 3, marks=pytest.mark.long)],
)
def test_a_league_loses_and_doubles_nothing_although_workers_are_killed(
    bots, divisions, seasons, capfd
):
    with capfd.disabled():
        call_command("simulate_league", bots=bots, divisions=divisions, seasons=seasons)
    assert Tournament.objects.filter(finished_at__isnull=False).count() >= seasons
    assert Match.objects.filter(fixture__isnull=False, status="finished").exists()


def test_a_rehearsal_wants_a_database_of_its_own(alice):
    with pytest.raises(CommandError, match="not empty"):
        call_command("simulate_league")
