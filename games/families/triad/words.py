from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.diagrams.base import Cell
from games.diagrams.dice import FACES
from games.diagrams.words import Words
from games.families.triad.board import CELLS
from games.families.triad.rules import TO_REMOVE, Position, Triad
from games.families.words import FamilyTexts
from games.rules.series import SeriesState, played_boards

_RULES = Triad()


class TriadTexts(FamilyTexts[SeriesState[Position]]):
    def ruleset_names(self) -> Mapping[str, str]:
        return {"triad": _("Triad")}

    def strategy_names(self) -> Mapping[str, str]:
        return {
            "triad_peek": _("looks at the next move or two"),
            "triad_glance": _("looks a little ahead"),
            "triad_search": _("looks several moves ahead"),
        }

    def winner_endings(self) -> Mapping[str, str]:
        return {"triads": _("%(winner)s removed the third die.")}

    def own_endings(self) -> Mapping[str, str]:
        return {"triads": _("You removed the third die.")}

    def other_endings(self) -> Mapping[str, str]:
        return {"cap": _("It had reached its maximum length.")}

    def refusals(self) -> Mapping[str, str]:
        return {
            "not_your_die": _("You have no die on %(cell)s."),
            "not_straight": _(
                "%(end)s is not one, two or three cells from %(start)s in a straight line."
            ),
            "way_blocked": _("Another die is in the way between %(start)s and %(end)s."),
            "same_value": _(
                "The die already shows %(value)s. Turn it to a new value and move it exactly that "
                "far."
            ),
            "regular_move_exists": _(
                "You can still turn and move a die, so you may not turn one in place."
            ),
            "remove_which": _(
                "This makes a triad. Name the die you remove, one of %(cells)s, as in “b1-b3 xb3”."
            ),
            "not_removable": _("The die on %(cell)s cannot be removed. Those that can: %(cells)s."),
        }

    def sides(self) -> tuple[str, ...]:
        return _("black"), _("orange")

    def grammar(self) -> str:
        return _(
            "Write where the die is and where it goes; the distance is its new value. If "
            "several of your dice could be removed, name the one to remove after an x."
        )

    def move_label(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:
        del cells, words
        if "=" in text:
            return self.click_label(text, {})
        places = _RULES.places(None, _RULES.parse(text))
        (one, other), gone = places[:2], places[2:]
        steps = max(abs(ord(one[0]) - ord(other[0])), abs(ord(one[1]) - ord(other[1])))
        moved = _("%(start)s to %(end)s as %(value)s") % {
            "start": one,
            "end": other,
            "value": FACES[steps],
        }
        if not gone:
            return moved
        return _("%(move)s, removing the die on %(place)s") % {"move": moved, "place": gone[0]}

    def click_label(self, click: str, words: Words) -> str:
        if "=" not in click:
            return super().click_label(click, words)
        place, _sign, value = click.partition("=")
        return _("turn %(place)s to %(value)s") % {"place": place, "value": FACES[int(value)]}

    def next_click_label(self, click: str, taken: Sequence[str], words: Words) -> str:
        if len(taken) < 2:
            return super().next_click_label(click, taken, words)
        return _("remove %(place)s") % {"place": click}

    def effect_sentence(
        self, before: SeriesState[Position], after: SeriesState[Position], text: str, words: Words
    ) -> str:
        del words
        old, new = played_boards(before, after)
        if old.plies < 0:
            first = old.plies == -2
            return _("Black’s dice are on row 1.") if first else _("Orange’s dice are on row 6.")
        gone = _removed_place(old, new, text)
        if not gone:
            return ""
        return _("A triad: the die on %(place)s is removed, number %(count)d of %(all)d.") % {
            "place": gone,
            "count": new.removed[old.turn],
            "all": TO_REMOVE,
        }

    def lot_text(self, text: str, words: Words) -> str:
        return _("dice: %(values)s") % {"values": self.lot_outcome(text, words)}

    def lot_sentence(self, text: str, words: Words) -> str:
        values = self.lot_outcome(text, words)
        return _("Six dice were rolled: %(values)s.") % {"values": values}

    def lot_outcome(self, text: str, words: Words) -> str:
        del words
        return "\u00a0".join(FACES[int(value)] for value in text.removeprefix("roll "))


def _removed_place(old: Position, new: Position, text: str) -> str:
    """Return where the removed die stood, or "" if none was removed."""
    if new.removed == old.removed:
        return ""
    start, end = _RULES.places(None, _RULES.parse(text))[:2]
    left = (
        name
        for name, before, now in zip(CELLS, old.board, new.board, strict=True)
        if before and not now and name != start
    )
    return next(left, end)
