"""Boards as text for plain e-mails, and as sentences for screen readers."""

from __future__ import annotations

from games.diagrams.base import Cell, Diagram
from games.diagrams.words import ENGLISH, Words


def _cell_text(cell: Cell, words: Words) -> str:
    """Return the text of a cell; an empty cell of the strip shows its name."""
    if cell.piece:
        return words[f"letter {cell.piece}"]
    return cell.name if cell.in_strip else "."


def _format_pieces(pieces: tuple[tuple[str, int], ...], words: Words) -> str:
    """Return the names of pieces beside the board, with their number if not 1."""
    kinds = (f"{words[p]} {n}" if n != 1 else words[p] for p, n in pieces)
    return ", ".join(kinds) or words[""]


def _format_stores(diagram: Diagram, words: Words) -> list[str]:
    """Return a line for each store."""
    wide = max((len(words[f"store {store.name}"]) for store in diagram.stores), default=0)
    lines = []
    for store in diagram.stores:
        kinds = (f"{words[f'letter {p}']}{n if n != 1 else ''}" for p, n in store.pieces)
        lines.append(f"{words[f'store {store.name}'].ljust(wide)}  {' '.join(kinds) or '-'}")
    return lines


def _row_number(diagram: Diagram, y: int) -> str:
    """Return the row number shown before a row of the main board."""
    rows = diagram.shape[1]
    number = y + 1 if diagram.turned else rows - y
    return (str(number) if 0 <= y < rows else "").rjust(len(str(rows)))


def render_text(diagram: Diagram, words: Words = ENGLISH) -> str:
    """Return the board as text for a fixed-width font, as in rule book 2.1."""
    return "\n".join([_render_board(diagram, words), *_format_stores(diagram, words)])


def _render_board(diagram: Diagram, words: Words) -> str:
    if diagram.drawn:
        return diagram.drawn
    if diagram.slanted:
        return _render_slanted(diagram, words)
    if diagram.rails:
        return _render_railed(diagram, words)
    longest = max(len(_cell_text(cell, words)) for cell in diagram.cells)
    width = max(longest, 2 if diagram.strip or diagram.shape[1] > 9 else 1)
    left = 3 if diagram.strip == "W" else 0
    rows: dict[int, list[str]] = {}
    for cell in diagram.cells:
        row = rows.setdefault(cell.y, [])
        if not diagram.strip:
            row += [" " * width] * (int(cell.x) - len(row))
        row.append(_cell_text(cell, words).ljust(width))
    drawn = []
    for y in sorted(rows):
        cells = rows[y]
        margin = f"{cells.pop(0)} " if left else ""
        drawn.append(f"{margin}{_row_number(diagram, y)} {' '.join(cells)}".rstrip())
    names = " ".join(name.ljust(width) for name in diagram.files)
    drawn.append(f"{' ' * left}{_row_number(diagram, -1)} {names}".rstrip())
    return "\n".join(drawn)


def _render_railed(diagram: Diagram, words: Words) -> str:
    """Return a board of points and lines, drawn with dashes and bars."""
    columns, rows = diagram.shape
    canvas = [[" "] * (4 * columns) for _ in range(2 * rows - 1)]
    at = {cell.name: (int(4 * cell.x), 2 * cell.y) for cell in diagram.cells}
    for one, other in diagram.rails:
        (left, top), (right, bottom) = sorted((at[one], at[other]))
        for x in range(left + 1, right):
            canvas[top][x] = "-"
        for y in range(min(top, bottom) + 1, max(top, bottom)):
            canvas[y][left] = "|" if left == right else "-"
    for cell in diagram.cells:
        canvas[2 * cell.y][int(4 * cell.x)] = _cell_text(cell, words)
    names = [_row_number(diagram, y // 2) if y % 2 == 0 else " " for y in range(2 * rows - 1)]
    drawn = [f"{name}  {''.join(row)}".rstrip() for name, row in zip(names, canvas, strict=True)]
    drawn.append(f"   {'   '.join(diagram.files)}")
    return "\n".join(drawn)


def _render_slanted(diagram: Diagram, words: Words) -> str:
    """Return a board whose rows are offset by half a column, each with its letter in front."""
    rows = [""] * diagram.shape[1]
    for cell in diagram.cells:
        row = rows[cell.y] or cell.name[0]
        rows[cell.y] = row.ljust(int(4 * cell.x) + 2) + _cell_text(cell, words)
    return "\n".join(rows)


def _pieces(cells: list[Cell], words: Words) -> str:
    return ", ".join(f"{cell.name} {words[cell.piece]}" for cell in cells)


def _describe_rows(diagram: Diagram, words: Words) -> list[str]:
    """Return a sentence for each row of the main board, from the top."""
    main = [cell for cell in diagram.cells if not cell.in_strip]
    said = []
    for y in range(diagram.shape[1]):
        row = [cell for cell in main if cell.y == y]
        name = row[0].name[0] if diagram.slanted else _row_number(diagram, y)
        said.append(words["row"] % {"row": name, "pieces": _pieces(row, words)})
    return said


def _describe_pieces(diagram: Diagram, words: Words) -> list[str]:
    """Return a sentence for each kind of piece, for boards too large to be read out."""
    there: dict[str, list[str]] = {}
    for cell in diagram.cells:
        for piece in filter(None, (cell.piece, *cell.others)):
            there.setdefault(piece, []).append(cell.name)
    return [
        words["men"] % {"piece": words[piece], "cells": ", ".join(names)}
        for piece, names in sorted(there.items())
    ]


def describe_diagram(diagram: Diagram, words: Words = ENGLISH) -> str:
    """Return the position in sentences: board, strip, stores, die, last move and lines."""
    said = _describe_pieces(diagram, words) if diagram.drawn else _describe_rows(diagram, words)
    if diagram.strip:
        strip = sorted((cell for cell in diagram.cells if cell.in_strip), key=lambda c: c.name)
        said.append(
            words["strip"] % {"side": words[diagram.strip], "pieces": _pieces(strip, words)}
        )
    for store in diagram.stores:
        name = words.get(f"spoken {store.name}") or words[f"store {store.name}"]
        values = {"store": name, "pieces": _format_pieces(store.pieces, words)}
        said.append(words["store"] % values)
    if diagram.die:
        die = {"piece": words[diagram.die.tint], "face": diagram.die.face}
        said.append(words["die"] % die)
    if diagram.last:
        said.append(words["last move"] % {"cells": ", ".join(sorted(diagram.last))})
    if diagram.alarm:
        said.append(words["in check"] % {"cells": ", ".join(sorted(diagram.alarm))})
    said += [words["line"] % {"cells": ", ".join(line)} for line in diagram.lines]
    return " ".join(said)
