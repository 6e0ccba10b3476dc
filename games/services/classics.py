"""What the house says about the classic board games: mill, draughts, five in a row, Halma."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _

PLACE = re.compile(r"[a-z]\d{1,2}")
FAMILIES = frozenset({"mill", "draughts", "five", "halma"})


def ruleset_names() -> dict[str, str]:
    """Return the names of the games by key, which are those of their rating pools, too."""
    return {
        "mill": _("Mill"),
        "draughts": _("Draughts"),
        "five": _("Five in a row"),
        "halma": _("Halma"),
    }


def move_words(family: str, text: str) -> str:
    """Return what a move does, in words."""
    places = PLACE.findall(text)
    if text.startswith("huff"):
        return _("huff the piece on %(place)s") % {"place": places[0]}
    if text == "correct":
        return _("have the missed taking made up for")
    if text == "pass":
        return _("pass")
    if family == "draughts" and "x" in text:
        landed = ", ".join(places[1:])
        return _("%(start)s takes and lands on %(places)s") % {"start": places[0], "places": landed}
    head, _x, taken = text.partition("x")
    first = PLACE.findall(head)
    if len(first) == 1:
        words = _("a stone to %(place)s") % {"place": first[0]}
    else:
        words = _("%(start)s to %(end)s") % {"start": first[0], "end": first[1]}
    if not taken:
        return words
    return _("%(move)s, taking the stone on %(place)s") % {"move": words, "place": taken}


def winner_endings() -> Mapping[str, str]:
    """Return the phrase for every ending that has a winner and a loser."""
    return {
        "two_stones": _("%(loser)s had two stones left."),
        "blocked": _("%(loser)s could not move."),
        "no_pieces": _("%(loser)s had no piece left."),
        "five": _("%(winner)s had five in a row."),
        "home": _("%(winner)s brought all men home."),
        "home_blocked": _("%(winner)s filled the target corner, as far as it was not blocked."),
        "turn_limit": _("All turns were played; %(winner)s was further."),
    }


def plain_endings() -> Mapping[str, str]:
    """Return the phrase for every other ending."""
    return {
        "repetition": _("The same position stood for the third time."),
        "quiet": _("For a long time nothing was taken."),
        "ply_cap": _("The match had reached its longest length."),
        "relocations": _("All moves of stones were used up."),
        "turn_limit": _("All turns were played, and both were equally far."),
    }


def refusals() -> Mapping[str, str]:
    """Return the sentence of every refusal of these games by code."""
    return _mill() | _draughts() | _five() | _halma()


def _mill() -> dict[str, str]:
    return {
        "no_such_point": _("There is no point “%(point)s” on this board."),
        "point_taken": _("%(point)s is not free."),
        "place_first": _("You still have stones in hand (%(hand)s); place one of them."),
        "hand_empty": _("You have no stone in hand any more; move one, such as “a1-a4”."),
        "not_your_stone": _("No stone of yours stands on %(cell)s."),
        "not_adjacent": _("No line leads from %(origin)s to %(point)s."),
        "no_mill": _("This closes no mill, so the stone on %(point)s stays."),
        "take_a_stone": _("This closes a mill; say which stone you take: one of %(stones)s."),
        "no_stone_to_take": _("No stone of your opponent stands on %(point)s."),
        "stone_protected": _("The stone on %(point)s stands in a mill and may not be taken."),
    }


def _draughts() -> dict[str, str]:
    return {
        "no_such_square": _("“%(square)s” is no dark square of the board."),
        "not_your_piece": _("No piece of yours stands on %(square)s."),
        "square_taken": _("%(square)s is not free."),
        "no_such_step": _("The piece on %(origin)s cannot step to %(square)s."),
        "must_take": _("You must take; pieces that can: %(squares)s."),
        "no_such_capture": _("The piece on %(origin)s cannot take like this."),
        "which_capture": _("Several takings have these ends; write one of them: %(captures)s."),
        "take_on": _("The taking goes on; the piece on %(square)s can take further."),
        "nothing_missed": _("The piece on %(square)s missed no taking with the last move."),
        "nothing_to_correct": _("The last move missed no taking."),
    }


def _five() -> dict[str, str]:
    return {"cell_taken": _("%(cell)s is not free.")}


def _halma() -> dict[str, str]:
    return {
        "not_your_man": _("No man of yours stands on %(point)s."),
        "out_of_reach": _("Neither a step nor jumps lead from %(start)s to %(end)s."),
        "cannot_pass": _("Whoever can move may not pass."),
    }


def option_labels() -> dict[str, str]:
    """Return what the options of these games are about."""
    return {
        "mill_protection": _("Mill: when all stones of the other stand in mills"),
        "capture_rule": _("Draughts: a taking that is missed"),
        "size": _("Five in a row: size of the board"),
        "anti_block": _("Halma: own men in the way of the other"),
    }


def option_values() -> dict[str, dict[object, str]]:
    """Return the values of these options, by option and value."""
    return {
        "mill_protection": {
            "absolute": _("nothing is taken"),
            "tournament": _("any of them may be taken"),
        },
        "capture_rule": {
            "strict": _("cannot be: whoever can take must take"),
            "huff": _("may be punished: huffing"),
        },
        "size": {8: "8 × 8", 10: "10 × 10", 15: "15 × 15"},
        "anti_block": {
            True: _("cannot prevent a win"),
            False: _("may stay there"),
        },
    }


def agreed() -> dict[str, dict[object, str]]:
    """Return what stands among the terms of a match; what is usual needs no words."""
    return {
        "mill_protection": {"absolute": "", "tournament": _("stones in mills may be taken")},
        "capture_rule": {"strict": "", "huff": _("with huffing")},
        "size": {8: "8 × 8", 10: "10 × 10", 15: "15 × 15"},
        "anti_block": {True: "", False: _("corners may be blocked")},
        "seats2": {"opposite": ""},
    }


def strategy_names() -> dict[str, str]:
    """Return how the bots of these games play."""
    return {
        "mill_search": _("looks ahead at the mill"),
        "draughts_search": _("looks ahead at the draughts board"),
        "five_builder": _("builds rows and stops yours"),
        "runner": _("runs straight home"),
        "planner": _("runs, and looks at your answer"),
    }
