"""What tie-breaks are made of, in words: each as a whole, and its addends."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.services.wording import figure
from tournaments.standings.addends import Addend
from tournaments.standings.table import POINTS


def beginning(key: str) -> str:
    """Return what an addend is called that belongs to no round."""
    return _("points at the start") if key == POINTS else _("number drawn")


def sum_of(key: str, addend: Addend) -> str:
    """Return how an addend is computed."""
    if key == "direct_encounter":
        return figure(addend.terms[0]) if addend.terms else "–"
    sign = " − " if key == "leg_difference" else " × "
    return sign.join(map(figure, addend.terms)) if len(addend.terms) > 1 else ""


def sums_heading(key: str) -> str:
    """Return the head of the column that shows how addends are computed; empty without one."""
    return {
        "direct_encounter": _("Points against them"),
        "leg_difference": _("Own − others’"),
        "progressive": _("Points × rounds"),
        "board_weight": _("Points × weight"),
        "sonneborn_berger": _("Their points × own"),
        "sonneborn_berger_cut1": _("Their points × own"),
        "olympiad": _("Their points × own"),
    }.get(key, "")


def meaning_of(key: str) -> str:
    """Return in a sentence or two what a value is made of; empty if there is nothing to say."""
    return " ".join(_sentences().get(key, ()))


def _sentences() -> dict[str, tuple[str, ...]]:
    lowest = _("The lowest one is left out.")
    scores = _("The points of all opponents, added up.")
    products = _("The points of each opponent, times the points made against them.")
    return {
        POINTS: (_("What each round has brought."),),
        "direct_encounter": (
            _("A table of the meetings of those still level; each who stands behind adds one."),
        ),
        "wins": (_("Rounds that brought as many points as a win, played or not."),),
        "games_won": (_("Wins in games that were played."),),
        "sonneborn_berger": (products,),
        "sonneborn_berger_cut1": (products, lowest),
        "buchholz": (scores,),
        "buchholz_cut1": (scores, lowest),
        "buchholz_cut2": (scores, _("The two lowest ones are left out.")),
        "median_buchholz": (scores, _("The lowest and the highest one are left out.")),
        "median_buchholz2": (scores, _("The two lowest and the two highest ones are left out.")),
        "sosos": (_("The Buchholz of each opponent met in a game."),),
        "koya": (_("Points made against opponents who have at least half of what was possible."),),
        "progressive": (
            _("The points after each round, added up: those of a round count in every later one."),
        ),
        "average_rating": (_("The mean rating of the opponents met in games, rounded."),),
        "leg_points": (_("Points over all legs."),),
        "leg_difference": (_("Own points over all legs, less those of the opponents."),),
        "board_points": (_("Points made on all boards."),),
        "board_weight": (
            _("Points on each board times its weight; the first board weighs the most."),
        ),
        "olympiad": (
            _("The match points of each opponent, times the board points made against them."),
            lowest,
        ),
        "lots": (_("A random draw puts everybody in an order; the first has the highest number."),),
    }
