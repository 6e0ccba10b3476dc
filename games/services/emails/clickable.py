"""The board of an e-mail as a table of links, for games where a move is a single place."""

from __future__ import annotations

from collections.abc import Sequence

from games.diagrams.base import Cell
from games.diagrams.words import Words
from games.families.drawing import diagram_for
from games.families.registry import family_of
from games.rules.base import AnyMove, JSONObject
from games.services.match.loaded import LoadedMatch
from games.services.match.pictures import active_board_labels

MAX_PLACES = 100  # per e-mail
HALF_COLUMNS_PER_PLACE = (
    2  # rows may be offset by half a column, so a place is two half columns wide
)


def board_link_rows(
    loaded: LoadedMatch, seat: int, moves: Sequence[AnyMove]
) -> list[list[JSONObject]]:
    """Return the board row by row from the top; each cell has its move, "" if none.

    Returns [] if fewer than two moves are single places, if there are too many of them, or if the
    board does not fit a grid. A cell without a name is a gap of ``wide`` half columns.
    """
    diagram = diagram_for(loaded.match.ruleset, loaded.state, seat=seat)
    clicks = family_of(loaded.match.ruleset).clicks
    made = {clicks(loaded.rules, loaded.state, move): loaded.rules.spell(move) for move in moves}
    places = {place: made[(place,)] for place in diagram.by_name if (place,) in made}
    fits = all((HALF_COLUMNS_PER_PLACE * cell.x) % 1 == 0 for cell in diagram.cells)
    if not fits or not 2 <= len(places) <= MAX_PLACES:
        return []
    rows: dict[int, list[Cell]] = {}
    for cell in diagram.cells:
        rows.setdefault(cell.y, []).append(cell)
    left, words = min(map(_left_edge, diagram.cells)), active_board_labels()
    return [_link_row(sorted(rows[y], key=_left_edge), left, places, words) for y in sorted(rows)]


def _left_edge(cell: Cell) -> int:
    """Return the left edge of a cell, in half columns."""
    return int(HALF_COLUMNS_PER_PLACE * cell.x)


def _link_row(
    cells: Sequence[Cell], at: int, places: dict[str, str], words: Words
) -> list[JSONObject]:
    row: list[JSONObject] = []
    for cell in cells:
        if (gap := _left_edge(cell) - at) > 0:
            row.append({"name": "", "wide": gap})
        piece = words[f"letter {cell.piece}"] if cell.piece else ""
        move = places.get(cell.name, "")
        row.append({"name": cell.name, "move": move, "piece": piece, "kind": cell.piece})
        at = _left_edge(cell) + HALF_COLUMNS_PER_PLACE
    return row
