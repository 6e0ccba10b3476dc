"""Playing a match by program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def turns(callers: Sequence[Any], pk: int, moves: list[str]) -> list[Any]:
    """Play moves, each by whoever is awaited; return the answers."""
    answers = []
    for move in moves:
        state = callers[0].get(f"matches/{pk}/").json
        (seat,) = state["awaited"]
        body = {"move": move, "seen": state["seen"]}
        answers.append(callers[seat].post(f"matches/{pk}/moves/", body))
    return answers
