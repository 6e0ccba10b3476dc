"""The words that boards speak; the caller brings the translation, so that this stays pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Words = Mapping[str, str]


def board_words(_: Callable[[str], str]) -> dict[str, str]:
    """Return every phrase of a board in the language of `_`; letters as in the notation."""
    return {
        "letter R": "R",
        "letter Y": "Y",
        "letter G": "G",
        "letter B": "B",
        "letter w": "w",
        "letter b": "b",
        "letter wK": "W",
        "letter bK": "B",
        "letter o": "o",
        "letter B0": "B",
        "letter O0": "O",
        "letter B1": "B1",
        "letter B2": "B2",
        "letter B3": "B3",
        "letter O1": "O1",
        "letter O2": "O2",
        "letter O3": "O3",
        "letter Rc": "R*",
        "letter Gc": "G*",
        "": _("empty"),
        "R": _("red"),
        "Y": _("yellow"),
        "G": _("green"),
        "B": _("black"),
        "w": _("white"),
        "b": _("black"),
        "wK": _("white king"),
        "bK": _("black king"),
        "o": _("peg"),
        "B0": _("black die"),
        "O0": _("orange die"),
        "B1": _("black one"),
        "B2": _("black two"),
        "B3": _("black three"),
        "O1": _("orange one"),
        "O2": _("orange two"),
        "O3": _("orange three"),
        "Rc": _("red with the cylinder"),
        "Gc": _("green with the cylinder"),
        "pick": _("%(cell)s: %(piece)s, click to choose"),
        "store": _("%(store)s: %(pieces)s."),
        "stored": _("%(store)s: %(piece)s, click to take"),
        "store hand": _("In hand"),
        "store starter": _("Starter's hand"),
        "store other": _("Other hand"),
        "store pool": _("Pool"),
        "store bag": _("Bag"),
        "store removed": _("Removed"),
        "store red": _("Red holds"),
        "store green": _("Green holds"),
        "men": _("%(piece)s: %(cells)s."),
        "place": _("%(cell)s: %(piece)s"),
        "lay": _("%(cell)s: empty, click to lay red"),
        "exchange": _("%(cell)s: %(piece)s, click to exchange for %(next)s"),
        "slide": _("Slide the strip to the %(side)s side"),
        "chosen": _("%(label)s (your choice)"),
        "last": _("%(label)s (last move)"),
        "N": _("upper"),
        "E": _("right"),
        "S": _("lower"),
        "W": _("left"),
        "row": _("Row %(row)s: %(pieces)s."),
        "strip": _("Strip at the %(side)s side, clockwise: %(pieces)s."),
        "last move": _("Last move: %(cells)s."),
        "line": _("Completed line: %(cells)s."),
        "board": _("Board, %(columns)s columns and %(rows)s rows"),
    }


ENGLISH: Words = board_words(str)
