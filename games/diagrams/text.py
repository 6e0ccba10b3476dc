"""Boards for plain mail and for ears."""

from __future__ import annotations

from games.diagrams.base import Cell, Diagram
from games.diagrams.words import ENGLISH, Words


def _letter(cell: Cell, words: Words) -> str:
    """Return what stands in a cell; an empty place of the strip shows its name."""
    if cell.piece:
        return words[f"letter {cell.piece}"]
    return cell.name if cell.in_strip else "."


def _rank(diagram: Diagram, y: int) -> str:
    """Return the number before a row of the main board."""
    return str(diagram.shape[1] - y) if 0 <= y < diagram.shape[1] else " "


def render_text(diagram: Diagram, words: Words = ENGLISH) -> str:
    """Return the board in letters, drawn as in the rule book 2.1, for a fixed-width face."""
    width = 2 if diagram.strip else 1
    left = 3 if diagram.strip == "W" else 0
    rows: dict[int, list[str]] = {}
    for cell in diagram.cells:
        rows.setdefault(cell.y, []).append(_letter(cell, words).ljust(width))
    drawn = []
    for y in sorted(rows):
        cells = rows[y]
        margin = f"{cells.pop(0)} " if left else ""
        drawn.append(f"{margin}{_rank(diagram, y)} {' '.join(cells)}".rstrip())
    names = " ".join(name.ljust(width) for name in diagram.files)
    drawn.append(f"{' ' * left}  {names}".rstrip())
    return "\n".join(drawn)


def _pieces(cells: list[Cell], words: Words) -> str:
    """Return cells and their chips one after the other."""
    return ", ".join(f"{cell.name} {words[cell.piece]}" for cell in cells)


def spoken(diagram: Diagram, words: Words = ENGLISH) -> str:
    """Return the position in sentences: rows from the top, the strip, the last move, lines."""
    main = [cell for cell in diagram.cells if not cell.in_strip]
    said = []
    for y in range(diagram.shape[1]):
        row = [cell for cell in main if cell.y == y]
        said.append(words["row"] % {"row": _rank(diagram, y), "pieces": _pieces(row, words)})
    if diagram.strip:
        strip = sorted((cell for cell in diagram.cells if cell.in_strip), key=lambda c: c.name)
        said.append(
            words["strip"] % {"side": words[diagram.strip], "pieces": _pieces(strip, words)}
        )
    if diagram.last:
        said.append(words["last move"] % {"cells": ", ".join(sorted(diagram.last))})
    said += [words["line"] % {"cells": ", ".join(line)} for line in diagram.lines]
    return " ".join(said)
