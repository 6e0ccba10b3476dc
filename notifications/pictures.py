"""Board pictures for e-mails: SVG in, PNG out, drawn with our own font alone."""

from __future__ import annotations

from functools import cache, lru_cache

import resvg_py
from django.conf import settings

WIDTH = 360  # as wide as e-mails show it
KEPT = 200  # pictures of 30 kB or so
PAPER = "#fffdf8"
FAMILY = "Atkinson Hyperlegible"


@cache
def _fonts() -> list[str]:
    """Return the font files we ship; without them the renderer would drop all text silently."""
    files = sorted(str(path) for path in (settings.BASE_DIR / "static" / "fonts").glob("*.ttf"))
    if not files:
        raise FileNotFoundError("no font in static/fonts: board pictures would lose their letters")
    return files


@lru_cache(maxsize=KEPT)
def png(svg: str, *, width: int = WIDTH) -> bytes:
    """Return the picture as PNG, ``width`` pixels wide; ValueError if the SVG is broken.

    The latest are kept: the same position goes to several readers, and is reminded of.
    """
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background=PAPER,
            font_files=_fonts(),
            skip_system_fonts=True,
            font_family=FAMILY,
            sans_serif_family=FAMILY,
            serif_family=FAMILY,
            monospace_family=FAMILY,
        )
    )
