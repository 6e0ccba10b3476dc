"""Pieces are told apart by those who see fewer colours: by what is left of them, or by outline."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from games.diagrams.ink import FILLS, OUTLINES

STYLES = Path(__file__).resolve().parents[2] / "static/css"
NAMES = {"R": "red", "Y": "yellow", "G": "green", "B": "black", "U": "blue"}
APART = 20  # ΔE of CIE 1976 from which colours are told apart at a glance

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

# What remains of linear RGB where one kind of cone is missing. Viénot, Brettel and Mollon 1999 for
# the first two; Brettel, Viénot and Mollon 1997 for the third, which needs a matrix for each side
# of a plane. The numbers are those of DaltonLens.
PROTANOPIA: Matrix = ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1))
DEUTERANOPIA: Matrix = ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1))
TRITANOPIA: tuple[Matrix, Matrix] = (
    ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.805, 0.11911)),
    ((0.93678, 0.18979, -0.12657), (0.06154, 0.81526, 0.1232), (-0.37562, 1.12767, 0.24796)),
)
PLANE: Vector = (0.03901, -0.02788, -0.01113)
SEEN = {
    "protanopia": (PROTANOPIA, PROTANOPIA),
    "deuteranopia": (DEUTERANOPIA, DEUTERANOPIA),
    "tritanopia": TRITANOPIA,
}
TO_XYZ: Matrix = (  # divided by the white of D65
    (0.433953, 0.376219, 0.189828),
    (0.2126729, 0.7151522, 0.072175),
    (0.0177566, 0.109469, 0.8727744),
)


def times(matrix: Matrix, vector: Vector) -> Vector:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def linear(colour: str) -> Vector:
    """Return a colour such as "#c5352b" as the light it gives."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _light(red), _light(green), _light(blue)


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def lab(light: Vector) -> Vector:
    x, y, z = (_root(each) for each in times(TO_XYZ, light))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > (6 / 29) ** 3 else part * (29 / 6) ** 2 / 3 + 4 / 29


def seen(colour: str, sight: str) -> Vector:
    """Return where a colour lies for somebody with this sight."""
    light = linear(colour)
    beyond = sum(a * b for a, b in zip(PLANE, light, strict=True)) < 0
    red, green, blue = (min(1.0, max(0.0, each)) for each in times(SEEN[sight][beyond], light))
    return lab((red, green, blue))


def distance(one: str, other: str, sight: str) -> float:
    pairs = zip(seen(one, sight), seen(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def palette(*blocks: tuple[str, str]) -> dict[str, str]:
    """Return the fills of pieces as these blocks of these sheets set them, one after the other."""
    set_to: dict[str, str] = {}
    for sheet, start in blocks:
        block = (STYLES / sheet).read_text().split(start, 1)[1].split("}", 1)[0]
        set_to |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))
    return {piece: set_to[name] for piece, name in NAMES.items()}


LIGHT = ("ampel.css", ":root {")
DARK = ("ampel.css", "@media (prefers-color-scheme: dark) {\n  :root {")
CHOSEN = ("looks.css", '[data-board~="colours"]')
USUAL = {"light": palette(LIGHT), "dark": palette(LIGHT, DARK)}
FOR_THEM = {"light": palette(LIGHT, CHOSEN), "dark": palette(LIGHT, DARK, CHOSEN)}


def alike(fills: dict[str, str], sight: str) -> set[tuple[str, str]]:
    """Return the pairs of pieces whose colours are too near each other."""
    pairs = combinations(sorted(fills), 2)
    return {(a, b) for a, b in pairs if distance(fills[a], fills[b], sight) < APART}


def test_distances_are_those_of_the_books() -> None:
    white, black, red = (lab(linear(each)) for each in ("#ffffff", "#000000", "#ff0000"))
    assert white == pytest.approx((100, 0, 0), abs=0.02)
    assert black == pytest.approx((0, 0, 0), abs=0.02)
    assert red == pytest.approx((53.24, 80.09, 67.2), abs=0.1)
    for sight in SEEN:
        assert seen("#808080", sight) == pytest.approx(lab(linear("#808080")), abs=1.5)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sight", SEEN)
def test_the_colour_blind_palette_tells_all_pieces_apart(sight: str, scheme: str) -> None:
    assert alike(FOR_THEM[scheme], sight) == set()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sight", SEEN)
def test_pieces_of_like_colours_have_different_outlines(sight: str, scheme: str) -> None:
    """Whatever the palette; a piece without a path is round."""
    for one, other in alike(USUAL[scheme], sight):
        assert OUTLINES.get(one) != OUTLINES.get(other)


def test_the_usual_palette_needs_its_outlines() -> None:
    assert USUAL["light"] == FILLS  # that of pictures in e-mails
    assert ("G", "R") in alike(USUAL["light"], "protanopia")
