"""The three forms in which a board travels in a letter."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.diagrams.svg import render_svg
from games.diagrams.text import render_text, spoken
from games.diagrams.words import ENGLISH, Words


def letter_board(diagram: Diagram, *, title: str = "", words: Words = ENGLISH) -> dict[str, str]:
    """Return plain JSON: `svg` to be made a picture, `text` in letters, `alt` in words."""
    return {
        "svg": render_svg(diagram, standalone=True, title=title, labels=words),
        "text": render_text(diagram, words),
        "alt": f"{title}. {spoken(diagram, words)}" if title else spoken(diagram, words),
    }
