"""``manage.py replay``: ranges, progress, and few queries however many matches there are."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.management.commands import replay
from games.models import Match
from games.services.play.matches import resign_match

HOUR = timedelta(hours=1)


@pytest.fixture
def played(alice: Any, bob: Any, start: Any, play: Any, noon: Any) -> list[Match]:
    """Return six matches, half of them over."""
    found = [start(alice, bob) for _number in range(6)]
    for number, match in enumerate(found):
        play(match, "b2,a1", noon + HOUR)
        if number % 2:
            resign_match(match.pk, alice, now=noon + 2 * HOUR)
    return found


def replayed(**options: Any) -> tuple[str, str]:
    """Return what the command prints, and what it says besides."""
    out, told = StringIO(), StringIO()
    call_command("replay", stdout=out, stderr=told, **options)
    return out.getvalue().strip(), told.getvalue().strip()


def test_ranges_are_replayed_by_number(played: list[Match]) -> None:
    assert replayed()[0] == "6 matches refolded without difference"
    first, last = played[1].pk, played[3].pk
    assert replayed(first=first, last=last)[0] == "3 matches refolded without difference"
    assert replayed(first=last)[0] == "3 matches refolded without difference"
    assert replayed(match=last)[0] == "1 matches refolded without difference"
    with pytest.raises(CommandError, match="there is no match 0"):
        replayed(match=0)
    with pytest.raises(CommandError, match="one match, or the first and the last"):
        replayed(match=first, last=last)


def test_differences_are_counted(played: list[Match]) -> None:
    Match.objects.filter(pk=played[2].pk).update(ply_count=7)
    with pytest.raises(CommandError, match="1 differences in 6 matches"):
        replayed()
    assert replayed(first=played[3].pk)[0] == "3 matches refolded without difference"


def test_progress_is_told_aside(played: list[Match], monkeypatch: Any) -> None:
    monkeypatch.setattr(replay, "STEP", 4)
    assert replayed()[1] == f"4 matches, up to number {played[3].pk}"


def test_a_batch_of_matches_takes_as_many_queries_as_one(played: list[Match]) -> None:
    counts = []
    for options in ({"match": played[0].pk}, {}):
        with CaptureQueriesContext(connection) as queries:
            replayed(**options)
        counts.append(len(queries))
    assert counts == [5, 5]
