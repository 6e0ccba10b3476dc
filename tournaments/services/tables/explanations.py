"""How points and tie-breaks of an entrant come about: every addend, for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments import team_queries
from tournaments.division_queries import contents_of, with_contents
from tournaments.models import Division, Entrant, Team, Tournament
from tournaments.services import wording
from tournaments.services.tables.events import event_of
from tournaments.services.tables.views import running_boards
from tournaments.services.wording import format_points
from tournaments.standings.base import Entrant as Key, Kind
from tournaments.standings.contributions import Addend, average_addends
from tournaments.standings.scorecards import Scorecards
from tournaments.standings.table import POINTS_KEY, Explanation, explain_values
from tournaments.standings.tiebreaks import criteria_for

SCORE_CRITERIA = frozenset({"olympiad"}) | {
    key for key in criteria_for(teams=False) if "buchholz" in key or "sonneborn" in key
}
"""Criteria in which the first term of an addend is an opponent's score."""


class ExplanationStep(NamedTuple):
    """One addend: round, opponents with their keys, calculation and value.

    ``differs``: an opponent counts with another score than the table shows.
    """

    round: str
    opponents: Sequence[tuple[Key, str]]
    words: str
    sum: str
    value: str
    left_out: bool = False
    virtual: bool = False
    differs: bool = False


class ExplanationSection(NamedTuple):
    """A value and its addends; ``sums`` is the heading of the calculation column, if any."""

    key: str
    heading: str
    value: str
    help: str
    steps: Sequence[ExplanationStep]
    sums: str = ""
    mean: bool = False

    @property
    def rounds(self) -> bool:
        return any(step.round for step in self.steps)

    @property
    def virtual(self) -> bool:
        return any(step.virtual for step in self.steps)

    @property
    def leaves_out_virtual(self) -> bool:
        return any(step.virtual and step.left_out for step in self.steps)

    @property
    def differs(self) -> bool:
        return any(step.differs for step in self.steps)


class EntrantExplanation(NamedTuple):
    """An entrant's explained values; ``running`` is the number of games that do not count yet."""

    name: str
    running: int
    sections: Sequence[ExplanationSection]


def find_entrant(tournament: Tournament, key: int) -> Entrant | Team | None:
    """Return the entrant or team, if the tournament ranks by points."""
    format_ = tournament.event_format
    if format_.has_rungs or format_.has_puzzles or not format_.ranks_by_points:
        return None
    if format_.has_teams:
        return team_queries.teams_of(tournament).filter(pk=key, division__isnull=False).first()
    own = Entrant.objects.filter(tournament=tournament, pk=key, division__isnull=False)
    return own.select_related("division", "player").first()


def build_explanation(tournament: Tournament, entrant: Entrant | Team) -> EntrantExplanation:
    """Return the explanation of an entrant's points and tie-breaks."""
    division = with_contents(cast(Division, entrant.division))
    book, names = Scorecards(event_of(tournament, division)), _names(tournament, division)
    page = _ExplanationTexts(entrant.pk, book, names)
    found = explain_values(book, tournament.tie_breaks, entrant.pk)
    own = {entrant.pk}
    if isinstance(entrant, Team):
        own = {each.pk for each in contents_of(division).entrants if each.team_id == entrant.pk}
    running = sum(not own.isdisjoint(seats) for _round, seats in running_boards(division))
    return EntrantExplanation(names[entrant.pk], running, [page.section(each) for each in found])


def _names(tournament: Tournament, division: Division) -> Mapping[Key, str]:
    if tournament.event_format.has_teams:
        return team_queries.team_names(tournament)
    return {each.pk: each.player.name for each in contents_of(division).entrants}


class _ExplanationTexts:
    """Texts for the addends of one entrant."""

    def __init__(self, who: Key, book: Scorecards, names: Mapping[Key, str]) -> None:
        self.book, self.names = book, names
        self.known = criteria_for(teams=bool(book.event.boards))
        own = [each for each in book.event.results if who in each.seats]
        self.annulled = {each.round for each in own if each.kind is Kind.ANNULLED}
        self.kinds = {(each.round, each.seats): each.kind for each in own}

    def section(self, explanation: Explanation) -> ExplanationSection:
        key = explanation.key
        heading = (
            _("Points") if key == POINTS_KEY else capfirst(wording.criterion_heading(key).both)
        )
        return ExplanationSection(
            key,
            heading,
            format_points(explanation.value),
            _meaning_of(key),
            [self.step(key, each) for each in explanation.addends],
            _calculation_heading(key),
            mean=key != POINTS_KEY and self.known[key].total is average_addends,
        )

    def step(self, key: str, addend: Addend) -> ExplanationStep:
        differs = (
            key in SCORE_CRITERIA
            and not addend.virtual
            and addend.terms[0] != self.book.points[addend.opponents[0]]
        )
        return ExplanationStep(
            str(addend.round or ""),
            [(each, self.names[each]) for each in addend.opponents],
            self._words(key, addend),
            _calculation(key, addend),
            format_points(addend.value),
            addend.left_out,
            addend.virtual,
            differs,
        )

    def _words(self, key: str, addend: Addend) -> str:
        """Return the text beside the opponents, or instead of them."""
        if not addend.round:
            return "" if addend.opponents else _addend_name(key)
        words = []
        if addend.virtual:
            words.append(_("virtual opponent"))
        if kind := self._kind(addend):
            words.append(wording.kind_name(kind))
        elif not addend.opponents:
            annulled = addend.round in self.annulled
            words.append(wording.kind_name(Kind.ANNULLED) if annulled else _("absent"))
        return ", ".join(words)

    def _kind(self, addend: Addend) -> Kind | None:
        """Return how the round's result came about, unless it was played."""
        for (number, seats), kind in self.kinds.items():
            alone = (len(seats) == 1) == (not addend.opponents)
            if number == addend.round and alone and set(addend.opponents) < set(seats):
                return None if kind is Kind.PLAYED else kind
        return None


# In words -----------------------------------------------------------------------------------------
def _addend_name(key: str) -> str:
    """Return the name of an addend without a round."""
    return _("points at the start") if key == POINTS_KEY else _("number drawn")


def _calculation(key: str, addend: Addend) -> str:
    """Return the calculation of an addend."""
    if key == "direct_encounter":
        return format_points(addend.terms[0]) if addend.terms else "–"
    sign = " − " if key == "leg_difference" else " × "
    return sign.join(map(format_points, addend.terms)) if len(addend.terms) > 1 else ""


def _calculation_heading(key: str) -> str:
    """Return the heading of the calculation column, or ""."""
    return {
        "direct_encounter": _("Points against them"),
        "leg_difference": _("Own − others’"),
        "progressive": _("Points × rounds"),
        "board_weight": _("Points × weight"),
        "sonneborn_berger": _("Their points × own"),
        "sonneborn_berger_cut1": _("Their points × own"),
        "olympiad": _("Their points × own"),
    }.get(key, "")


def _meaning_of(key: str) -> str:
    """Return what a value is made of, in a sentence or two, or ""."""
    return " ".join(_sentences().get(key, ()))


def _sentences() -> dict[str, tuple[str, ...]]:
    lowest = _("The lowest one is left out.")
    scores = _("The points of all opponents, added up.")
    products = _("The points of each opponent, times the points made against them.")
    return {
        POINTS_KEY: (_("What each round has brought."),),
        "direct_encounter": (
            _("A table of the meetings of those still level; everyone ranked below counts one."),
        ),
        "wins": (_("Rounds worth as many points as a win, played or not."),),
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
            _("The points after each round, added up: each round also counts in every later one."),
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
