"""Tables to play at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

SEED = "5eed" * 16


@pytest.fixture
def start(noon: Any) -> Callable[..., Any]:
    """Return a starter of matches: players in order of play, ruleset, preset, rated or not."""
    from games import clocks
    from games.services.play.matches import start_match
    from games.services.play.terms import Terms

    def begin(*players: Any, ruleset: str = "traffic_lights.4x3", **fields: Any) -> Any:
        control = fields.get("control") or clocks.PRESETS[fields.get("preset", "three_days")]
        terms = Terms.checked(
            ruleset,
            fields.get("options", {}),
            control,
            rated=fields.get("rated", True),
            private=fields.get("private", False),
            seats=len(players),
        )
        now = fields.get("now", noon)
        return start_match(players, terms, seed=SEED, now=now, by_lot=fields.get("by_lot", False))

    return begin


@pytest.fixture
def play() -> Callable[..., Any]:
    """Return a player of moves: each text is played by whoever is awaited, at the given instant."""
    from games.models import Match, Seat
    from games.services.play.play import play_turn

    def turn(match: Any, texts: str, now: Any, source: str = "page") -> Any:
        for text in texts.split(","):
            row = Match.objects.get(pk=match.pk)
            seat = Seat.objects.get(match=match, awaited_since__isnull=False)
            played = play_turn(
                match.pk, seat.number, text, seen=row.ply_count, now=now, source=source
            )
        match.refresh_from_db()
        return played

    return turn


@pytest.fixture
def three(alice: Any, bob: Any, carol: Any, start: Any) -> Any:
    """Return a starter of Halma for three under an absence policy."""
    from tests.games.tables_of_three import control

    def begin(policy: str = "skip", **given: Any) -> Any:
        return start(alice, bob, carol, ruleset="halma", control=control(policy), **given)

    return begin


@pytest.fixture
def order(noon: Any) -> Callable[..., Any]:
    """Return a writer of orders on the position as it stands."""
    from games.models import Match
    from games.services.play.commands import Submission, save_orders

    def write(match: Any, player: Any, text: str, **given: Any) -> Any:
        row = Match.objects.get(pk=match.pk)
        seen = given.pop("seen", row.ply_count)
        return save_orders(match.pk, player, text, Submission(seen, noon, "page", **given))

    return write
