"""Pair the next rounds of a division: load its rows, call the pure pairing, return plans."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import singledispatch

from django.db.models import Count

from tournaments.formats.base import Format
from tournaments.formats.contest import Contest
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.knockout import Knockout
from tournaments.formats.ladder import Ladder
from tournaments.formats.pods import Pods
from tournaments.formats.swiss import Swiss
from tournaments.formats.teams import Teams, TeamSwiss
from tournaments.models import Division, Entrant, Round, Tournament
from tournaments.pairing import double_elimination, knockout, pods
from tournaments.pairing.trees import count_boards
from tournaments.services.rounds import swiss, team_rounds, team_swiss
from tournaments.services.rounds.plans import RoundPlan, plan_from_draft, present_entrants
from tournaments.services.tables import double_trees
from tournaments.services.tables.places import order_of
from tournaments.services.tables.team_events import schedule_of
from tournaments.services.tables.trees import duels_of_round, field_of, seeds_of
from tournaments.standings.base import Kind


def next_rounds(tournament: Tournament, division: Division, now: datetime) -> list[RoundPlan]:
    """Return the rounds to publish now; [] after the last one."""
    del now
    last = Round.objects.filter(division=division).order_by("-number").first()
    paired = last.number if last else 0
    return _plan_rounds(tournament.format_of(division), tournament, division, paired)


def total_rounds(tournament: Tournament, division: Division) -> int:
    """Return how many rounds a division has; if all are published at the start, their number."""
    in_all = _round_count(tournament.format_of(division), tournament, division)
    return Round.objects.filter(division=division).count() if in_all is None else in_all


def scheduled_dates(tournament: Tournament, divisions: Sequence[Division]) -> Sequence[datetime]:
    """Return the set dates, without those for which no round will come."""
    dates = tournament.round_starts
    stages: dict[str, int] = {}
    published = Round.objects.filter(division__in=divisions if dates else ())
    counted = dict(published.values_list("division").annotate(Count("pk")))
    for division in divisions if dates else ():
        in_all = _round_count(tournament.format_of(division), tournament, division)
        known = counted.get(division.pk, 0) if in_all is None else in_all
        stages[division.stage] = max(stages.get(division.stage, 0), known)
    if not stages or (tournament.event_format.has_playoff and len(stages) < 2):
        return dates
    return dates[: sum(stages.values())]


# The next round, format by format ----------------------------------------------------------------
@singledispatch
def _plan_rounds(
    format_: Format, _tournament: Tournament, division: Division, paired: int
) -> list[RoundPlan]:
    """Return all rounds at the start, in formats with a fixed schedule."""
    drafts = () if paired else format_.schedule(field_of(division))
    return [plan_from_draft(draft) for draft in drafts]


@_plan_rounds.register
def _swiss(
    format_: Swiss, tournament: Tournament, division: Division, paired: int
) -> list[RoundPlan]:
    return swiss.next_rounds(format_, tournament, division, paired)


@_plan_rounds.register
def _teams(
    format_: Teams, tournament: Tournament, division: Division, paired: int
) -> list[RoundPlan]:
    """Return the meetings whose line-ups are due."""
    del format_
    return [
        RoundPlan(each.number, (), (), each.engine, "", each.meetings)
        for each in team_rounds.next_rounds(tournament, division, paired)
    ]


@_plan_rounds.register
def _team_swiss(
    format_: TeamSwiss, tournament: Tournament, division: Division, paired: int
) -> list[RoundPlan]:
    return team_swiss.next_rounds(format_, tournament, division, paired)


@_plan_rounds.register
def _pods(
    format_: Pods, tournament: Tournament, division: Division, paired: int
) -> list[RoundPlan]:
    """Return the tables of a balanced design, or else the next round by standings."""
    entrants, seats = field_of(division), tournament.seats
    if format_.has_design(len(entrants), seats, tournament.rounds):
        return [plan_from_draft(each) for each in pods.design(entrants, seats) if not paired]
    if paired >= format_.rounds_for(tournament.rounds):
        return []
    event = swiss.pairing_event(tournament, division, paired)
    standing = order_of(tournament, division) if paired else entrants
    playing = set(present_entrants(division))
    ranked = [entrant for entrant in standing if entrant in playing]
    if len(ranked) < seats:
        return []
    draft = pods.power_pods(ranked, event.results, paired + 1, fewest=seats, most=seats)
    return [plan_from_draft(draft)]


@_plan_rounds.register
def _tree(
    format_: Knockout, tournament: Tournament, division: Division, paired: int
) -> list[RoundPlan]:
    """Return the next round of the tree; [] until the previous one is decided."""
    order = seeds_of(division)
    before = duels_of_round(tournament, division, paired, order) if paired else ([], {})
    if paired and len(before[0]) < count_boards(len(order), paired):
        return []  # wait for those who advance to the missing board
    following = format_.pair(order, *before)
    return [_plan_from_duels(following, "knock-out tree")] if following else []


@_plan_rounds.register
def _two_trees(
    format_: DoubleElimination, tournament: Tournament, division: Division, paired: int
) -> list[RoundPlan]:
    """Return the next round of both trees; [] until the previous one is decided."""
    del format_
    bouts = double_trees.next_bouts(tournament, division, paired)
    duels = [
        knockout.Duel(bout.round, bout.board, (bout.seats[0], bout.seats[1]))
        for bout in bouts
        if bout.seats[0] is not None
    ]
    return [_plan_from_duels(duels, double_elimination.ENGINE)] if duels else []


def _plan_from_duels(duels: Sequence[knockout.Duel], engine: str) -> RoundPlan:
    """Return duels as a plan with the board numbers of the tree."""
    tables, byes = [], []
    for duel in duels:
        one, two = duel.seats
        if two is None:
            byes.append((duel.board, one, str(Kind.PAIRED_BYE)))
        else:
            tables.append((duel.board, (one, two)))
    return RoundPlan(duels[0].round, tuple(tables), tuple(byes), engine, "")


@_plan_rounds.register
def _ladder(
    format_: Ladder, _tournament: Tournament, _division: Division, paired: int
) -> list[RoundPlan]:
    """Return the single endless round that has all matches of a ladder."""
    del format_
    return [] if paired else [RoundPlan(1, (), (), "ladder", "", endless=True)]


@_plan_rounds.register
def _contest(
    format_: Contest, tournament: Tournament, division: Division, paired: int
) -> list[RoundPlan]:
    """Return a round for each puzzle, with a table for each entrant."""
    del format_
    own = Entrant.objects.playing().filter(division=division).order_by("number")
    alone = tuple((number or 0, (pk,)) for pk, number in own.values_list("pk", "number"))
    numbers = range(1, len(tournament.puzzles) + 1) if not paired else ()
    return [RoundPlan(number, alone, (), "everybody alone", "") for number in numbers]


# How many there will be --------------------------------------------------------------------------
@singledispatch
def _round_count(_format: Format, _tournament: Tournament, _division: Division) -> int | None:
    """Return how many rounds there will be; None if they are all published at the start."""
    return None


@_round_count.register
def _tree_round_count(_format: Knockout, _tournament: Tournament, division: Division) -> int | None:
    return knockout.rounds_needed(len(seeds_of(division)))


@_round_count.register
def _two_trees_round_count(
    _format: DoubleElimination, tournament: Tournament, division: Division
) -> int | None:
    return double_trees.total_rounds(tournament, division)


@_round_count.register
def _teams_round_count(_format: Teams, tournament: Tournament, division: Division) -> int | None:
    return max((draft.round for draft in schedule_of(tournament, division)), default=0)


@_round_count.register
def _swiss_round_count(
    _format: Swiss | TeamSwiss, tournament: Tournament, _division: Division
) -> int | None:
    return tournament.rounds or 0


@_round_count.register
def _pods_round_count(format_: Pods, tournament: Tournament, division: Division) -> int | None:
    size = Entrant.objects.filter(division=division).count()
    designed = format_.has_design(size, tournament.seats, tournament.rounds)
    return None if designed else format_.rounds_for(tournament.rounds)
