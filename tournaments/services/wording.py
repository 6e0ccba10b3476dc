"""Wording of tournaments, in the active language."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from games.services.wording.option_words import value_label
from tournaments import formats
from tournaments.formats.contest import jumps_of
from tournaments.models import Division, Entrant, Fixture, Round, Tournament, Withdrawals
from tournaments.services.scores import RUNNING, TO_COME, Score, score_in
from tournaments.standings.acronyms import ACRONYMS

NBSP = "\u00a0"  # keeps a score on one line
FRACTION_CHARACTERS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def format_points(value: Fraction | int | None) -> str:
    """Return points as text: “3½”, other fractions with a slash."""
    if value is None:
        return ""
    exact = abs(Fraction(value))
    sign = "-" if value < 0 else ""
    whole, rest = divmod(exact, 1)
    if not rest:
        return f"{sign}{int(whole)}"
    part = FRACTION_CHARACTERS.get(rest, f"{'' if not whole else ' '}{rest}")
    return f"{sign}{int(whole) if whole else ''}{part}"


def format_name(tournament: Tournament) -> str:
    """Return the format; a round robin with divisions is a league."""
    league = tournament.division_size and tournament.event_format.divides_into_league
    name = str(tournament.get_format_display())
    return _("league with divisions, %(format)s") % {"format": name} if league else name


def withdrawal_rule_sentence(tournament: Tournament) -> str:
    """Return how finished matches of a withdrawn entrant count."""
    rule = tournament.withdrawals
    if not tournament.event_format.strikes:
        return _("Finished matches keep their results.")
    if rule == Withdrawals.FINISHED:
        return _("Finished matches count in the standings.")
    if rule == Withdrawals.NOTHING:
        return _("Finished matches count as lost in the standings, too.")
    return _(
        "Finished matches count in the standings if at least half were finished; otherwise they "
        "count as lost, too."
    )


def division_name(division: Division) -> str:
    if division.stage == Division.Stage.PLAYOFF:
        return _("Play-off")
    if division.tournament.event_format.has_playoff:
        return _("Group %(letter)s") % {"letter": chr(64 + min(26, division.number))}
    return _("Division %(number)d") % {"number": division.number}


def division_key(division: Division) -> str:
    """Return the key of a division in URLs and files."""
    playoff = division.stage == Division.Stage.PLAYOFF
    return "playoff" if playoff else f"division-{division.number}"


def unsaved_division(tournament: Tournament, key: str) -> Division:
    """Return an unsaved division with this key, enough to name it."""
    if key == "playoff":
        return Division(tournament=tournament, number=1, stage=Division.Stage.PLAYOFF)
    return Division(tournament=tournament, number=int(key.removeprefix("division-")))


def round_name(tournament: Tournament, round_: Round) -> str:
    """Return the name of a round, with its division if there are several."""
    return round_title(tournament, round_.division, round_.number)


def round_title(tournament: Tournament, division: Division, number: int) -> str:
    """Return the title of a division's round, with the division if there are several."""
    name = round_label(number)
    division.tournament = tournament
    several = tournament.division_size or division.stage == Division.Stage.PLAYOFF
    return f"{division_name(division)}, {name}" if several else name


def round_label(number: int) -> str:
    return _("Round %(number)s") % {"number": number}


def puzzle_name(puzzle: str) -> str:
    jumps = jumps_of(puzzle)
    if jumps is None:
        return value_label("start", puzzle)
    return ngettext("new, %(count)d jump", "new, %(count)d jumps", jumps) % {"count": jumps}


def status_name(status: str) -> str:
    return str(Tournament.Status(status).label)


def entry_status_name(status: str) -> str:
    return str(Entrant.Status(status).label)


def kind_name(kind: str) -> str:
    """Return how a result came about; a zero-point bye is “sits out”, not absence."""
    if kind == Fixture.Kind.ZERO_BYE:
        return _("sits out")
    return str(Fixture.Kind(kind).label)


def place_text(place: int | None) -> str:
    """Return a place as the table shows it, “−” for a loss by forfeit."""
    return "−" if place is None else _("%(place)d.") % {"place": place}


def score_of(fixture: Fixture) -> str:
    """Return how a fixture ended: “1 : 0”, or “+ : −” for a forfeit."""
    return score_text(score_in(fixture))


def score_text(score: Score) -> str:
    if score.state == RUNNING:
        return _("running")
    if score.state == TO_COME:
        return _("to come")
    if len(score.places) == 1 or score.state == Fixture.Kind.ANNULLED:
        return kind_name(score.state)
    if len(score.places) > 2:
        return " – ".join(place_text(place) for place in score.places)
    if score.state == Fixture.Kind.FORFEIT:
        return " : ".join("+" if place == 1 else "−" for place in score.places)
    best = [place == 1 for place in score.places]
    words = "½ : ½" if all(best) else " : ".join("1" if each else "0" for each in best)
    return words + legs_suffix(score.points)


def legs_suffix(by_seat: Sequence[int | None]) -> str:
    """Return “ (3 – 1)”, the points over legs, or "" if they only repeat the result."""
    legs = legs_score(by_seat)
    return f" ({legs})" if legs else ""


def legs_score(by_seat: Sequence[int | None]) -> str:
    """Return “3 – 1”, the points over legs, or "" if they only repeat the result."""
    points = [each or 0 for each in by_seat]
    told = sorted(points) in ([0, 0], [0, 1])
    return "" if told else NBSP.join([str(points[0]), "–", str(points[1])])


def criterion_names() -> dict[str, str]:
    return {
        "direct_encounter": _("direct encounter"),
        "wins": _("wins"),
        "games_won": _("wins by play"),
        "sonneborn_berger": _("Sonneborn–Berger"),
        "sonneborn_berger_cut1": _("Sonneborn–Berger, cut 1"),
        "buchholz": _("Buchholz"),
        "buchholz_cut1": _("Buchholz, cut 1"),
        "buchholz_cut2": _("Buchholz, cut 2"),
        "median_buchholz": _("Buchholz, median"),
        "median_buchholz2": _("Buchholz, median 2"),
        "sosos": _("Buchholz of the opponents"),
        "koya": _("Koya"),
        "progressive": _("progressive score"),
        "average_rating": _("average rating of opponents"),
        "leg_points": _("points over legs"),
        "leg_difference": _("difference of points over legs"),
        "board_points": _("board points"),
        "board_weight": _("weight of boards"),
        "olympiad": _("Sonneborn–Berger of the olympiad"),
        "lots": _("random draw"),
        "sweeps": _("sweeps"),
        "submitted": _("submitted"),
    }


def criterion_name(key: str) -> str:
    return criterion_names().get(key, key)


class Heading(NamedTuple):
    """The column heading of a tie-break: its acronym (FIDE C.07) and name."""

    short: str
    name: str

    @property
    def both(self) -> str:
        """Name and acronym, for tooltips."""
        return self.name if self.short == self.name else f"{self.name} ({self.short})"


def criterion_heading(key: str) -> Heading:
    """Return the column heading of a tie-break."""
    name = criterion_name(key)
    return Heading(ACRONYMS.get(key, name), name)


def usual_tie_breaks(kind: str) -> str:
    """Return the default tie-breaks of a format, in order."""
    return "; ".join(criterion_name(key) for key in formats.get_format(kind).criteria)
