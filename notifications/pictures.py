"""Board pictures for e-mails: SVG in, PNG out, with our own font only.

Two positions differ in a few places, so the elements of a picture are rendered one by one, cached
and composited; only new elements cost a rendering. The result is the same as that of rendering the
whole, except for the rounding of half-transparent edges and a palette of 128 colours.
"""

from __future__ import annotations

import io
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, pairwise
from math import ceil
from typing import Final
from xml.parsers import expat

import resvg_py
from django.conf import settings
from PIL import Image

WIDTH: Final = 360  # as wide as e-mails show it
CACHE_SIZE: Final = 200  # pictures of 6 kB or so
ELEMENT_CACHE_SIZE: Final = 1_500  # of 8 kB or so
BATCH_SIZE: Final = 16  # elements in one rendering
CELL_MARGIN: Final = 60  # margin around a cell, in units of the board, that its drawing may cover
CELL_SIZE: Final = 100
PALETTE_SIZE: Final = 128
EFFORT: Final = 3  # of compression, up to 9: a sixth larger than with 6, in two fifths of the time
METHOD: Final = Image.Quantize.FASTOCTREE
DITHER: Final = Image.Dither.NONE
PAPER: Final = "#fffdf8"
FAMILY: Final = "Atkinson Hyperlegible"
Box = tuple[int, int, int, int]  # left, top, width, height
_VIEW = re.compile(r'viewBox="([-\d.e]+) ([-\d.e]+) ([-\d.e]+) ([-\d.e]+)"')
_INTERDEPENDENT = re.compile(r"<defs|<style|<use|url\(")
# Cells are only translated: an element that is also scaled may be larger than a cell.
_CELL = re.compile(r'<g transform="translate\((-?[\d.]+) (-?[\d.]+)\)">')
_COLOUR = re.compile(r'"(#[0-9a-fA-F]+)"')


@dataclass(frozen=True, slots=True)
class Shape:
    """The view box and the size in pixels of a picture; equal shapes render elements alike."""

    left: float
    top: float
    across: float
    down: float
    width: int
    height: int

    @property
    def whole(self) -> Box:
        return 0, 0, self.width, self.height

    def around(self, cell: str) -> Box | None:
        """Return the box in pixels that a cell may cover; None for other elements."""
        found = _CELL.match(cell)
        if found is None:
            return None
        x, y = float(found[1]) - CELL_MARGIN - self.left, float(found[2]) - CELL_MARGIN - self.top
        size = CELL_SIZE + 2 * CELL_MARGIN
        wide, high = self.width / self.across, self.height / self.down
        return int(x * wide // 1), int(y * high // 1), int(size * wide) + 2, int(size * high) + 2

    def view(self, box: Box) -> str:
        """Return the SVG attributes that show this box."""
        left, top, width, height = box
        wide, high = self.across / self.width, self.down / self.height
        seen = (self.left + left * wide, self.top + top * high, width * wide, height * high)
        numbers = " ".join(f"{each:.9g}" for each in seen)
        return f'width="{width}" height="{height}" viewBox="{numbers}" preserveAspectRatio="none"'


@dataclass(frozen=True, slots=True)
class RenderedElement:
    """A rendered element, cropped to its visible part, with its opacity."""

    image: Image.Image
    opacity: Image.Image
    left: int
    top: int

    def paste_onto(self, canvas: Image.Image) -> None:
        canvas.paste(self.image, (self.left, self.top), self.opacity)


# Most recently used last.
_element_cache: OrderedDict[tuple[Shape, str], RenderedElement | None] = OrderedDict()
_palettes: dict[frozenset[str], Image.Image] = {}  # by the colours that the SVG names


@lru_cache(maxsize=CACHE_SIZE)
def png(svg: str, *, width: int = WIDTH) -> bytes:
    """Return the picture as PNG, ``width`` pixels wide. Raises ValueError for a broken SVG.

    Cached: the same position goes to several readers and into reminders.
    """
    found = _split_elements(svg, width)
    if found is None:
        picture = Image.open(io.BytesIO(render_png(svg, width=width))).convert("RGB")
        return _encode_png(picture.quantize(PALETTE_SIZE, method=METHOD, dither=DITHER))
    shape, (ground, *elements) = found
    canvas = _render_background(shape, ground).copy()
    for drawn in _render_elements(shape, elements):
        if drawn is not None:
            drawn.paste_onto(canvas)
    return _encode_png(_reduce_colours(canvas, frozenset(_COLOUR.findall(svg))))


def clear_caches() -> None:
    png.cache_clear()
    _render_background.cache_clear()
    _element_cache.clear()
    _palettes.clear()


@cache
def _fonts() -> list[str]:
    """Return our font files; without them the renderer would silently drop all text."""
    files = sorted(str(path) for path in (settings.BASE_DIR / "static" / "fonts").glob("*.ttf"))
    if not files:
        raise FileNotFoundError("no font in static/fonts: board pictures would lose their letters")
    return files


def render_png(svg: str, *, width: int = WIDTH, background: str | None = PAPER) -> bytes:
    """Return the SVG as PNG, rendered in one go."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background=background,
            font_files=_fonts(),
            skip_system_fonts=True,
            font_family=FAMILY,
            sans_serif_family=FAMILY,
            serif_family=FAMILY,
            monospace_family=FAMILY,
        )
    )


def _split_elements(svg: str, width: int) -> tuple[Shape, list[str]] | None:
    """Return the shape of the picture and its elements; None if they depend on each other.

    Elements between two cells count as one, since they rarely change.
    """
    view = _VIEW.search(svg[: svg.find(">")])
    if view is None or _INTERDEPENDENT.search(svg):
        return None
    left, top, across, down = (float(each) for each in view.groups())
    if across <= 0 or down <= 0:
        return None
    shape = Shape(left, top, across, down, width, ceil(width * down / across))
    elements = [each for each in _children(svg) if not each.startswith("<title")]
    found: list[str] = []
    for is_cell, run in groupby(elements, lambda each: bool(_CELL.match(each))):
        some = list(run)
        found += some if is_cell else ["".join(some)]
    return (shape, found) if found else None


def _children(svg: str) -> list[str]:
    """Return the source of the elements directly below the root."""
    text = svg.encode()
    parser = expat.ParserCreate()
    depth = 0
    bounds: list[int] = []

    def start(_name: str, _attributes: object) -> None:
        nonlocal depth
        if depth == 1:
            bounds.append(parser.CurrentByteIndex)
        depth += 1

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1
        if depth == 0:
            bounds.append(parser.CurrentByteIndex)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise ValueError(f"not a picture: {error}") from error
    return [text[first:last].decode() for first, last in pairwise(bounds)]


@lru_cache(maxsize=CACHE_SIZE // 4)
def _render_background(shape: Shape, element: str) -> Image.Image:
    """Render the first element alone, usually the board without pieces."""
    canvas = Image.new("RGB", (shape.width, shape.height), PAPER)
    for drawn in _render_elements(shape, [element]):
        if drawn is not None:
            drawn.paste_onto(canvas)
    return canvas


def _render_elements(shape: Shape, elements: Sequence[str]) -> list[RenderedElement | None]:
    """Return the rendered elements, None for invisible ones.

    New ones are rendered, several at a time.
    """
    new = [each for each in dict.fromkeys(elements) if (shape, each) not in _element_cache]
    cells = [each for each in new if _CELL.match(each)]
    for at in range(0, len(cells), BATCH_SIZE):
        _render_cells(shape, cells[at : at + BATCH_SIZE])
    for element in new:
        if (shape, element) not in _element_cache:
            _element_cache[shape, element] = _crop_visible(
                _render_sheet(shape, [(element, shape.whole)]), 0, 0
            )
    for element in elements:
        _element_cache.move_to_end((shape, element))
    found = [_element_cache[shape, element] for element in elements]
    while len(_element_cache) > ELEMENT_CACHE_SIZE:
        _element_cache.popitem(last=False)
    return found


def _render_cells(shape: Shape, cells: Sequence[str]) -> None:
    """Render cells below each other in one picture, except those larger than their box."""
    parts = [(cell, box) for cell in cells if (box := shape.around(cell))]
    sheet = _render_sheet(shape, parts)
    for number, (cell, (left, top, width, height)) in enumerate(parts):
        own = sheet.crop((0, number * height, width, (number + 1) * height))
        box = own.getbbox()
        if box is None or (box[0] > 0 and box[1] > 0 and box[2] < width and box[3] < height):
            _element_cache[shape, cell] = _crop_visible(own, left, top)


def _render_sheet(shape: Shape, parts: Sequence[tuple[str, Box]]) -> Image.Image:
    """Render elements below each other, each clipped to its box; all boxes have one size."""
    _left, _top, width, height = parts[0][1]
    inner = "".join(
        f'<svg y="{number * height}" {shape.view(box)}>{element}</svg>'
        for number, (element, box) in enumerate(parts)
    )
    size = f'width="{width}" height="{height * len(parts)}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inner}</svg>'
    return Image.open(io.BytesIO(render_png(svg, width=width, background=None))).convert("RGBA")


def _crop_visible(image: Image.Image, left: int, top: int) -> RenderedElement | None:
    """Crop a rendering, placed at ``left`` and ``top``, to its visible part."""
    box = image.getbbox()
    if box is None:
        return None
    seen = image.crop(box)
    return RenderedElement(seen.convert("RGB"), seen.getchannel("A"), left + box[0], top + box[1])


def _reduce_colours(picture: Image.Image, named: frozenset[str]) -> Image.Image:
    """Reduce a picture to a palette, shared by pictures that name the same colours.

    Finding a palette takes five times as long as using it.
    """
    known = _palettes.get(named)
    if known is not None:
        return picture.quantize(palette=known, dither=DITHER)
    few = picture.quantize(PALETTE_SIZE, method=METHOD, dither=DITHER)
    while len(_palettes) >= CACHE_SIZE:
        del _palettes[next(iter(_palettes))]
    _palettes[named] = few.crop((0, 0, 1, 1))
    return few


def _encode_png(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=EFFORT)
    return file.getvalue()
