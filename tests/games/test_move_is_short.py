"""A move is short: from the service's verb to the commit it passes few files, and only its own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.models import Seat
from games.services.play.play import play_turn
from games.services.time.preferences import change_preferences

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("config", "inbound", "tournaments", "games", "notifications", "accounts")
MAX_FILES = 34
COMPOSING = (  # what an e-mail and its picture are made by, when it is sent
    "games/diagrams/",
    "/diagram.py",
    "games/families/drawing.py",
    "games/services/emails/composing.py",
    "games/services/match/pictures.py",
    "notifications/services/headers.py",
    "notifications/services/rendering.py",
    "notifications/pictures.py",
    "django/template/",
)


def files_entered(verb: Callable[[], Any]) -> set[str]:
    """Do it, and return every source file in which a function was called meanwhile."""
    entered = set()

    def note(frame: Any, event: str, _argument: Any) -> None:
        if event == "call":
            entered.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        verb()
    finally:
        sys.setprofile(None)
    return entered


def moves_of(ruleset: str) -> list[str]:
    return ["e2e4", "e7e5", "g1f3"] if ruleset == "chess" else ["b2", "a1", "c3"]


@pytest.fixture(params=["traffic_lights.4x3", "chess"])
def move(request, start, play, alice, bob, noon):
    """Return Alice's second move in a match of two who have chosen how to be played for."""
    for player in (alice, bob):
        change_preferences(player, auto_move=True, auto_draft="GYR")
    match = start(alice, bob, ruleset=request.param)
    first, second, third = moves_of(request.param)
    play(match, f"{first},{second}", noon)
    seat = Seat.objects.get(match=match, awaited_since__isnull=False)
    return lambda: play_turn(match.pk, seat.number, third, seen=2, now=noon, source="page")


def test_a_move_passes_few_files_draws_no_diagram_and_composes_no_e_mail(move):
    entered = files_entered(move)
    assert not [name for name in entered if any(part in name for part in COMPOSING)]
    ours = {
        name.removeprefix(f"{ROOT}/")
        for name in entered
        if name.startswith(tuple(f"{ROOT}/{room}/" for room in ROOMS))
    }
    assert "games/services/play/turns.py" in ours
    assert len(ours) <= MAX_FILES, sorted(ours)
