"""A match as a picture for link previews: board, players and score, 1200 × 630 pixels."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from games.diagrams.ink import ACCENT, FONT_FAMILY, INK, SOFT, tag

WIDTH, HEIGHT = 1200, 630
STRIPE = 14
BOARD = (52, 48, 520, 534)  # left, top, width, height of the frame around the board
TEXT_LEFT, TEXT_RIGHT = 628, 1148
RED = "#c5352b"
PAPER = "#f8f4ea"
LETTER_WIDTH = 0.55  # average width of a letter, in font sizes
VIEW_BOX = re.compile(r'viewBox="(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+)"')


@dataclass(frozen=True)
class Side:
    """A player in the picture; ``ahead`` is drawn bold, ``note`` below the name."""

    name: str
    score: str = ""
    ahead: bool = False
    note: str = ""


def render_poster(board: str, game: str, sides: Sequence[Side], words: str, site: str) -> str:
    """Return the picture as SVG; ``board`` is SVG, too."""
    parts = [tag("rect", width=WIDTH, height=HEIGHT, fill=PAPER), _draw_stripe(0)]
    parts += [
        _draw_stripe(HEIGHT - STRIPE),
        _fit_board(board),
        _draw_text(game, 88, 30, colour=SOFT),
    ]
    height = (76 if len(sides) <= 2 else 62) + (22 if any(side.note for side in sides) else 0)
    for at, side in enumerate(sides):
        parts.append(_draw_side(side, 172 + at * height))
    below = 172 + len(sides) * height
    for at, line in enumerate(textwrap.wrap(words, 38, max_lines=4, placeholder="…")):
        parts.append(_draw_text(line, below + 12 + at * 40, 29))
    parts.append(_draw_text(site, HEIGHT - 52, 30, colour=ACCENT, weight=700))
    return tag(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=HEIGHT,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
    )


def _draw_stripe(top: int) -> str:
    """Draw an airmail envelope's border."""
    step, lean = 96, 12
    parts = []
    for at in range(-1, WIDTH // step + 1):
        for colour, offset in ((ACCENT, 0), (RED, step // 2)):
            left = at * step + offset
            corners = f"M{left} {top + STRIPE}l{lean} {-STRIPE}h30l{-lean} {STRIPE}z"
            parts.append(tag("path", d=corners, fill=colour))
    return "".join(parts)


def _fit_board(board: str) -> str:
    """Return the board scaled and centred in its frame."""
    found = VIEW_BOX.search(board)
    if found is None:
        raise ValueError("a board without a viewBox")
    wide, high = float(found[3]), float(found[4])
    left, top, width, height = BOARD
    scale = min(width / wide, height / high)
    x, y = left + (width - wide * scale) / 2, top + (height - high * scale) / 2
    return tag("g", board, transform=f"translate({x:.1f} {y:.1f}) scale({scale:.4f})")


def _draw_side(side: Side, baseline: int) -> str:
    """Draw a player and their score on one line; the name shrinks until both fit."""
    room = TEXT_RIGHT - TEXT_LEFT - (len(side.score) * 34 + 24 if side.score else 0)
    size = min(50, int(room / (LETTER_WIDTH * max(1, len(side.name)))))
    weight = 700 if side.ahead else 400
    drawn = _draw_text(side.name, baseline, size, weight=weight)
    if side.score:
        drawn += _draw_text(side.score, baseline, 58, weight=weight, at_end=True)
    if side.note:
        drawn += _draw_text(side.note, baseline + 34, 24, colour=SOFT)
    return drawn


def _draw_text(
    words: str,
    baseline: int,
    size: int,
    *,
    colour: str = INK,
    weight: int = 400,
    at_end: bool = False,
) -> str:
    return tag(
        "text",
        escape(words),
        x=TEXT_RIGHT if at_end else TEXT_LEFT,
        y=baseline,
        fill=colour,
        font_family=FONT_FAMILY,
        font_size=size,
        font_weight=weight,
        text_anchor="end" if at_end else None,
    )
