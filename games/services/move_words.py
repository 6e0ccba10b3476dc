"""Moves and lots in words, family by family; what has no words of its own is shown as spelled."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.diagrams.base import NEXT_PIECE, Cell
from games.diagrams.words import Words


def move_words(text: str, cells: Mapping[str, Cell], words: Words) -> str:
    """Return what a legal move does, in words."""
    first, _blank, rest = text.partition(" ")
    if first == "slide":
        return words["slide"] % {"side": words[rest]}
    if first == "take":
        return taken_words(rest, words)
    if first == "pass":
        return _("pass")
    cell = cells.get(first)
    if cell is None:
        return text
    colour = words[NEXT_PIECE.get(cell.piece, "R")]
    laid = _("%(cell)s becomes %(colour)s") % {"cell": first, "colour": colour}
    if not rest:
        return laid
    return _("%(move)s, then %(colour)s from the pool") % {"move": laid, "colour": words[rest]}


def taken_words(colour: str, words: Words) -> str:
    """Return that a chip is taken from the pool."""
    return _("take %(colour)s from the pool") % {"colour": words[colour]}


def click_words(click: str, words: Words) -> str:
    """Return what a button for one click of a move says."""
    first, _blank, rest = click.partition(" ")
    if first == "pool":
        return _("take %(colour)s") % {"colour": words[rest]}
    if first == "slide":
        return words["slide"] % {"side": words[rest]}
    if first == "huff":
        return _("huff %(place)s") % {"place": rest}
    return {"pass": _("pass"), "correct": _("have it corrected")}.get(click, click)


def lot_words(text: str, words: Words) -> str:
    """Return a lot as a list of moves shows it."""
    first, _blank, rest = text.partition(" ")
    if first == "bag":
        return _("lot: %(colour)s") % {"colour": words[rest]}
    return text


def lot_sentence(text: str, words: Words) -> str:
    """Return a lot as a sentence."""
    first, _blank, rest = text.partition(" ")
    if first == "bag":
        return _("The lot brought out of the bag: %(colour)s.") % {"colour": words[rest]}
    return _("The lot fell on %(move)s.") % {"move": text}


def played_sentence(player: str, text: str, words: Words) -> str:
    """Return a move somebody chose as a sentence."""
    first, _blank, rest = text.partition(" ")
    if first == "take":
        colour = words[rest]
        return _("%(player)s took %(colour)s from the pool.") % {"player": player, "colour": colour}
    if first == "pass":
        return _("%(player)s passed.") % {"player": player}
    return _("%(player)s played %(move)s.") % {"player": player, "move": text}


def forced_sentence(player: str, text: str, words: Words) -> str:
    """Return a move that the server played because no other was possible."""
    if text == "pass":
        return _("%(player)s could not move and had to pass.") % {"player": player}
    played = click_words(text.replace("take ", "pool "), words)
    return _("%(player)s had one move only, played at once: %(move)s.") % {
        "player": player,
        "move": played,
    }


def outcome_words(text: str, words: Words) -> str:
    """Return one thing that a lot may fall on, by itself."""
    first, _blank, rest = text.partition(" ")
    return words[rest] if first == "bag" else text
