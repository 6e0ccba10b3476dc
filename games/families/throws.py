"""Summaries of dice games: plies with the states around them, rolls and effects as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.families.leaving import leaving_sentence
from games.rules.base import AnyState


def colour_names(letters: str) -> str:
    """Return “yellow and red” for "YR"."""
    words = {"Y": _("yellow"), "G": _("green"), "R": _("red"), "B": _("black")}
    return get_text_list([words[letter] for letter in letters], _("and"))


@dataclass(frozen=True)
class PlyWithStates:
    """A ply of the ledger with the states before and after it."""

    number: int
    seat: int
    text: str
    source: str
    before: AnyState
    after: AnyState


@dataclass(frozen=True)
class Throw:
    """What a player rolled for one colour in one turn, and what they did with it."""

    seat: int
    colour: str  # its letter
    who: str
    faces: tuple[int, ...]
    deeds: str  # empty until the player has chosen
    said: str


def add_source_note(deed: str, source: str) -> str:
    """Return an action with a note on how it came about, unless its player chose it."""
    notes = {
        "order": _("by standing order"),
        "clock": _("time was up"),
        "caretaker": _("by the caretaker"),
    }
    return f"{deed} ({notes[source]})" if source in notes else deed


@dataclass
class TurnSummary:
    """The rolls and the actions of one turn, collected before they are put into words.

    If the seat leaves the match, ``gone`` is the reason, and nothing else is described.
    """

    seat: int
    colour: str
    faces: list[int] = field(default_factory=list)
    deeds: list[str] = field(default_factory=list)
    gone: str = ""

    def describe(self, names: Sequence[str], own: int | None, colour: str) -> Throw:
        """Return the turn in words; ``own`` is the reader's seat, ``colour`` a translated name."""
        if self.gone:
            said = leaving_sentence(names[self.seat], self.gone)
            return Throw(self.seat, self.colour, "", (), said, said)
        faces, deeds = ", ".join(map(str, self.faces)), "; ".join(self.deeds)
        given = {"player": names[self.seat], "colour": colour, "faces": faces, "deeds": deeds}
        who = _("You (%(colour)s)") if self.seat == own else _("%(player)s (%(colour)s)")
        said = self._phrase(mine=self.seat == own) % given
        return Throw(self.seat, self.colour, who % given, tuple(self.faces), deeds, said)

    def _phrase(self, *, mine: bool) -> str:
        """Return the sentence that fits: with or without rolls, with or without actions."""
        if not self.faces:
            theirs = _("%(player)s (%(colour)s): %(deeds)s.")
            return _("You (%(colour)s): %(deeds)s.") if mine else theirs
        if not self.deeds:
            theirs = _("%(player)s (%(colour)s) rolled %(faces)s.")
            return _("You (%(colour)s) rolled %(faces)s.") if mine else theirs
        theirs = _("%(player)s (%(colour)s) rolled %(faces)s: %(deeds)s.")
        return _("You (%(colour)s) rolled %(faces)s: %(deeds)s.") if mine else theirs
