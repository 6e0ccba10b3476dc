"""What the house says about events, in the language of the moment."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.models import Division, Fixture, Tournament
from tournaments.services.plans import USUAL

HALVES = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def figure(value: Fraction | int | None) -> str:
    """Write points as people do: “3½”, other fractions with a slash."""
    if value is None:
        return ""
    exact = Fraction(value)
    whole, rest = divmod(exact, 1)
    if not rest:
        return str(int(whole))
    part = HALVES.get(rest, f"{'' if not whole else ' '}{rest}")
    return f"{int(whole) if whole else ''}{part}"


def format_name(tournament: Tournament) -> str:
    """Return how opponents are found; a round robin with divisions is a league."""
    league = tournament.division_size and tournament.format in (
        Tournament.Format.ROUND_ROBIN,
        Tournament.Format.DOUBLE,
        Tournament.Format.PODS,
    )
    name = str(tournament.get_format_display())
    return _("league with divisions, %(format)s") % {"format": name} if league else name


def division_name(division: Division) -> str:
    """Return what a division is called."""
    if division.stage == Division.Stage.PLAYOFF:
        return _("Play-off")
    if division.tournament.format == Tournament.Format.GROUPS:
        return _("Group %(letter)s") % {"letter": chr(64 + min(26, division.number))}
    return _("Division %(number)d") % {"number": division.number}


def kind_name(kind: str) -> str:
    """Return how a result came about; who has no opponent in an odd field is not absent."""
    if kind == Fixture.Kind.ZERO_BYE:
        return _("sits out")
    return str(Fixture.Kind(kind).label)


def place_words(place: int) -> str:
    """Return a place as the table shows it."""
    return _("%(place)d.") % {"place": place}


def score_of(fixture: Fixture) -> str:
    """Return how a fixture ended, “1 : 0”, with “+” and “−” where nobody played."""
    seats = list(fixture.seats.all())
    if len(seats) == 1:
        return kind_name(fixture.kind)
    if not fixture.is_settled:
        return _("running") if fixture.match else _("to come")
    if fixture.kind == Fixture.Kind.ANNULLED:
        return kind_name(fixture.kind)
    if len(seats) > 2:
        return " – ".join(place_words(seat.place or 0) for seat in seats)
    if fixture.kind == Fixture.Kind.FORFEIT:
        return " : ".join("+" if seat.place == 1 else "−" for seat in seats)
    best = [seat.place == 1 for seat in seats]
    return "½ : ½" if all(best) else " : ".join("1" if each else "0" for each in best)


def criterion_names() -> dict[str, str]:
    """Return the name of every tie-break by key."""
    return {
        "direct_encounter": _("direct encounter"),
        "wins": _("wins"),
        "games_won": _("won at the board"),
        "sonneborn_berger": _("Sonneborn–Berger"),
        "sonneborn_berger_cut1": _("Sonneborn–Berger, cut 1"),
        "buchholz": _("Buchholz"),
        "buchholz_cut1": _("Buchholz, cut 1"),
        "buchholz_cut2": _("Buchholz, cut 2"),
        "median_buchholz": _("Buchholz, median"),
        "median_buchholz2": _("Buchholz, median 2"),
        "koya": _("Koya"),
        "progressive": _("progressive score"),
        "average_rating": _("average rating of opponents"),
        "leg_points": _("points over legs"),
        "leg_difference": _("difference of points over legs"),
        "board_points": _("board points"),
        "board_weight": _("weight of boards"),
        "lots": _("lot"),
        "sweeps": _("sweeps"),
        "submitted": _("submitted"),
    }


def criterion_name(key: str) -> str:
    """Return the name of a tie-break."""
    return criterion_names().get(key, key)


class Heading(NamedTuple):
    """A tie-break at the head of its column: an acronym (FIDE C.07's) and its name."""

    short: str
    name: str

    @property
    def both(self) -> str:
        """Name and acronym, for those who look up what the column says."""
        return self.name if self.short == self.name else f"{self.name} ({self.short})"


ACRONYMS = {
    "direct_encounter": "DE",
    "wins": "WIN",
    "games_won": "WON",
    "sonneborn_berger": "SB",
    "sonneborn_berger_cut1": "SB-C1",
    "buchholz": "BH",
    "buchholz_cut1": "BH-C1",
    "buchholz_cut2": "BH-C2",
    "median_buchholz": "BH-M1",
    "median_buchholz2": "BH-M2",
    "koya": "KS",
    "progressive": "PS",
    "average_rating": "ARO",
    "leg_points": "LP",
    "leg_difference": "LD",
    "board_points": "BP",
    "board_weight": "BW",
}


def criterion_heading(key: str) -> Heading:
    """Return a tie-break as the head of a column."""
    name = criterion_name(key)
    return Heading(ACRONYMS.get(key, name), name)


def usual_orders() -> list[tuple[str, str]]:
    """Return the tie-breaks that are usual, in their order, format by format."""
    formats = {
        "round_robin": _("Where all meet all, and in groups"),
        "swiss": _("Swiss system"),
        "pods": _("Tables of three or four"),
        "team_league": _("Teams"),
    }
    return [
        (name, "; ".join(criterion_name(key) for key in USUAL[kind]))
        for kind, name in formats.items()
    ]
