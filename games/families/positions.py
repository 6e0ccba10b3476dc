"""Positions for explanatory pages: played from the start, or set up from a dump and played on."""

from __future__ import annotations

from collections.abc import Mapping

from games.diagrams.base import Diagram
from games.families.drawing import diagram_for
from games.rules import registry
from games.rules.base import Options, min_seats


class Examples:
    """Positions of a game by name, each given by the moves that lead to it from the start."""

    def __init__(self, lines: Mapping[str, str], cover: str) -> None:
        self._lines, self._cover = lines, cover

    def pictures(self, key: str) -> dict[str, Diagram]:
        return {name: diagram_after(key, moves) for name, moves in self._lines.items()}

    def cover(self, key: str) -> Diagram:
        return diagram_after(key, self._lines[self._cover])


def diagram_after(key: str, moves: str, **options: int | bool | str) -> Diagram:
    """Return the drawing of a game with the fewest seats after some moves from its start.

    The clicks of an incomplete move may follow after a `|`.
    """
    rules = registry.get(key)
    state, before, last = rules.start(min_seats(rules, options), options), None, None
    whole, _bar, begun = moves.partition("|")
    for word in whole.split():
        (seat,) = rules.awaited(state)
        last, before = word, state
        state = rules.play(state, seat, rules.parse(word))
    return diagram_for(key, state, last=last, begun=begun.split(), since=before)


def drawn_race_position(
    key: str,
    moves: str = "",
    *,
    seats: int = 2,
    options: Options | None = None,
    **written: object,
) -> Diagram:
    """Return the drawing of a race after moves and rolls ("roll6 e") from a given position.

    `written` replaces parts of the initial dump. What the last move changed is marked.
    """
    rules = registry.get(key)
    state = rules.load(rules.dump(rules.start(seats, options or {})) | written)
    since = None
    for word in moves.split():
        (seat,) = rules.awaited(state)
        since = state
        state = rules.play(state, seat, rules.parse(word))
    return diagram_for(key, state, since=since)
