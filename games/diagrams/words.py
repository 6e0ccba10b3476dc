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
        "letter w": "w",
        "letter b": "b",
        "letter wK": "W",
        "letter bK": "B",
        "letter o": "o",
        "": _("empty"),
        "R": _("red"),
        "Y": _("yellow"),
        "G": _("green"),
        "w": _("white"),
        "b": _("black"),
        "wK": _("white king"),
        "bK": _("black king"),
        "o": _("peg"),
        "pick": _("%(cell)s: %(piece)s, click to choose"),
        "hands": _("In hand: %(pieces)s."),
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
