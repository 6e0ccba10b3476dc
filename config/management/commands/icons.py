"""``manage.py icons``: renders the icons for browsers and home screens from ``mark.svg``."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import resvg_py
from django.conf import settings
from django.core.management.base import BaseCommand

FOLDER = Path(settings.BASE_DIR) / "static" / "img"
BACKGROUND = "#1d3a4c"  # background of the mark
ROUNDED_SIZES = {"icon-192.png": 192, "icon-512.png": 512}
ICO_SIZES = (16, 32, 48)
MASKABLE_SCALE = 0.7  # scale of the mark in a full-bleed icon, whose corners systems cut off
BACKGROUND_RECT = re.compile(r"<rect [^>]*/>")


class Command(BaseCommand):
    """The icons are in the repository; run it again when ``static/img/mark.svg`` changes."""

    help = "Draw favicon.ico, apple-touch-icon.png and the icons of the web app from mark.svg."

    def handle(self, *_args: object, **_options: object) -> None:
        mark = (FOLDER / "mark.svg").read_text(encoding="utf-8")
        files = {name: _png(mark, size) for name, size in ROUNDED_SIZES.items()}
        files["icon-mask-512.png"] = _png(_build_maskable(mark), 512)
        files["apple-touch-icon.png"] = _png(_build_maskable(mark), 180)
        files["favicon.ico"] = _build_ico({size: _png(mark, size) for size in ICO_SIZES})
        for name, content in files.items():
            (FOLDER / name).write_bytes(content)
            self.stdout.write(f"{name}: {len(content)} bytes")


def _png(svg: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


def _build_maskable(mark: str) -> str:
    """Return the mark on a full-bleed background, small enough that no mask cuts it."""
    inner = BACKGROUND_RECT.sub("", mark[mark.index(">") + 1 : mark.rindex("</svg>")], count=1)
    shift = 16 * (1 - MASKABLE_SCALE)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<rect width="32" height="32" fill="{BACKGROUND}"/>'
        f'<g transform="translate({shift:g} {shift:g}) scale({MASKABLE_SCALE})">{inner}</g></svg>'
    )


def _build_ico(pictures: dict[int, bytes]) -> bytes:
    """Return an ICO file of PNG images: header, directory, images."""
    head, body = struct.pack("<HHH", 0, 1, len(pictures)), b""
    start = 6 + 16 * len(pictures)
    for size, png in pictures.items():
        head += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), start + len(body))
        body += png
    return head + body
