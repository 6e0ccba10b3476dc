"""What an organiser wishes, checked once before anything is written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games.rules import registry
from games.rules.base import BadOption, fitting_seats
from games.services.terms import Terms
from tournaments.models import Tournament
from tournaments.services import contest_plans, date_plans, team_plans
from tournaments.services.team_plans import bad
from tournaments.standings.base import System
from tournaments.standings.tiebreaks import known_to

NAME_LONGEST, TEXT_LONGEST = 80, 2000
MOST_ENTRANTS = 400
MOST_MEETING_ALL = 40
LONGEST_ROUND, LATEST_START = 366, timedelta(days=366)
USUAL = {
    "round_robin": ("direct_encounter", "sonneborn_berger", "leg_points", "wins"),
    "swiss": ("buchholz_cut1", "buchholz", "sonneborn_berger", "leg_points"),
    "pods": ("wins", "leg_points", "average_rating"),
    "team_match": team_plans.CRITERIA,
    "team_league": team_plans.CRITERIA,
}
ONLY_TWO = frozenset({"direct_encounter", "sonneborn_berger", "sonneborn_berger_cut1", "koya"})
POINTS = {1: (1,), 2: (1, 0), 3: (2, 1, 0), 4: (3, 2, 1, 0)}
FORMATS_OF_SEATS = {
    1: {Tournament.Format.SOLITAIRE},
    2: {
        Tournament.Format.ROUND_ROBIN,
        Tournament.Format.DOUBLE,
        Tournament.Format.GROUPS,
        Tournament.Format.SWISS,
        Tournament.Format.KNOCKOUT,
        Tournament.Format.LADDER,
        Tournament.Format.TEAM_MATCH,
        Tournament.Format.TEAM_LEAGUE,
    },
    3: {Tournament.Format.PODS},
    4: {Tournament.Format.PODS},
}


ALL_MEET_ALL = (
    Tournament.Format.ROUND_ROBIN,
    Tournament.Format.DOUBLE,
    Tournament.Format.TEAM_LEAGUE,
)


@dataclass(frozen=True)
class Plan:
    """The terms of one season; ``checked`` is the way to get one."""

    name: str
    format: str
    terms: Terms
    seats: int = 2
    text: str = ""
    least: int = 3
    most: int | None = None
    starts_at: datetime | None = None
    starts_when_full: bool = False
    rounds: int | None = None
    at_once: bool = False
    round_days: int = 28
    round_dates: tuple[datetime, ...] = ()
    division_size: int = 0
    promoted: int = 0
    qualifiers: int = 2
    through: str = Tournament.Through.SEED
    points: tuple[int, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    running_limit: int | None = None
    bots_welcome: bool = False
    bots_fill: bool = False
    late_entry: bool = False
    repeats: bool = False
    boards: int = 0
    boards_least: int = 0
    alternates: int = 0
    twice: bool = False
    puzzles: tuple[str, ...] = ()

    @property
    def in_teams(self) -> bool:
        """Whether teams enter."""
        return self.format in team_plans.FORMATS

    @classmethod
    def checked(cls, *, now: datetime, **wish: Any) -> Plan:
        """Return a plan that can be played, or refuse ``bad_plan`` naming the field at fault."""
        plan = cls(**contest_plans.fitted(team_plans.fitted(wish)))
        _check_words(plan)
        team_plans.check(plan)
        contest_plans.check(plan)
        _check_seats(plan)
        _check_entrants(plan)
        _check_dates(plan, now)
        meeting_all = plan.format in ALL_MEET_ALL
        date_plans.check(plan, MOST_MEETING_ALL if meeting_all else MOST_ENTRANTS)
        _check_course(plan)
        _check_scoring(plan)
        return plan.filled()

    def filled(self) -> Plan:
        """Return the plan with what is usual where nothing was said."""
        kind = self.format if self.format in USUAL else "round_robin"
        values = dict(vars(self))
        points = team_plans.POINTS if self.in_teams else POINTS[self.seats]
        values["points"] = self.points or points
        values["tie_breaks"] = self.tie_breaks or USUAL[kind]
        if self.format in ALL_MEET_ALL and not self.division_size:
            values["most"] = min(self.most or MOST_MEETING_ALL, MOST_MEETING_ALL)
        if self.promoted and "lots" not in values["tie_breaks"]:
            values["tie_breaks"] = (*values["tie_breaks"], "lots")
        if self.format in (Tournament.Format.LADDER, Tournament.Format.SOLITAIRE):
            values |= {"tie_breaks": (), "division_size": 0, "promoted": 0}
        if self.format == Tournament.Format.SOLITAIRE:
            values["tie_breaks"] = contest_plans.CRITERIA
        return Plan(**values)


def _check_words(plan: Plan) -> None:
    """Names and texts must be there and must fit."""
    if not plan.name.strip():
        raise bad("name", "missing")
    if len(plan.name) > NAME_LONGEST:
        raise bad("name", "too_long", limit=NAME_LONGEST)
    if len(plan.text) > TEXT_LONGEST:
        raise bad("text", "too_long", limit=TEXT_LONGEST)


def _check_seats(plan: Plan) -> None:
    """The game must be playable by so many, and the format must be made for it."""
    rules = registry.get(plan.terms.ruleset)
    try:
        possible = plan.seats in rules.seats and plan.seats >= fitting_seats(
            rules, plan.terms.options
        )
    except BadOption:
        possible = False
    if not possible:
        raise bad("seats", "seats_impossible")
    if plan.format not in FORMATS_OF_SEATS.get(plan.seats, set()):
        raise bad("format", "format_for_other_seats", seats=plan.seats)


def _check_entrants(plan: Plan) -> None:
    """There must be room for as many as are needed."""
    floor = max(plan.seats, 2)
    if not floor <= plan.least <= MOST_ENTRANTS:
        raise bad("least", "out_of_range", low=floor, high=MOST_ENTRANTS)
    if plan.most is not None and not plan.least <= plan.most <= MOST_ENTRANTS:
        raise bad("most", "out_of_range", low=plan.least, high=MOST_ENTRANTS)
    if plan.format in ALL_MEET_ALL and not plan.division_size:
        _check_meeting_all(plan)
    if plan.division_size and not max(3, plan.seats) <= plan.division_size <= 40:
        raise bad("division_size", "out_of_range", low=max(3, plan.seats), high=40)
    if plan.promoted and 2 * plan.promoted >= plan.division_size:
        raise bad("promoted", "too_many_promoted")
    if plan.format == Tournament.Format.GROUPS and not plan.division_size:
        raise bad("division_size", "groups_need_size")


def _check_meeting_all(plan: Plan) -> None:
    """Where all meet all in one table, more than that would be no tournament but a career."""
    for name in ("least", "most"):
        if (getattr(plan, name) or 0) > MOST_MEETING_ALL:
            raise bad(name, "out_of_range", low=2, high=MOST_MEETING_ALL)


def _check_dates(plan: Plan, now: datetime) -> None:
    """It must start some day, and its rounds must end."""
    if plan.starts_at is None and not plan.starts_when_full:
        raise bad("starts_at", "never_starts")
    if plan.starts_when_full and plan.most is None:
        raise bad("most", "full_needs_most")
    if plan.starts_at is not None and not now <= plan.starts_at <= now + LATEST_START:
        raise bad("starts_at", "start_not_ahead")
    if not 1 <= plan.round_days <= LONGEST_ROUND:
        raise bad("round_days", "out_of_range", low=1, high=LONGEST_ROUND)
    if plan.format == Tournament.Format.SWISS and not plan.rounds:
        raise bad("rounds", "swiss_needs_rounds")
    if plan.rounds is not None and not 1 <= plan.rounds <= 30:
        raise bad("rounds", "out_of_range", low=1, high=30)


def _check_course(plan: Plan) -> None:
    """Every match must end by itself, and only a Swiss can take in latecomers."""
    if plan.terms.control.untimed or plan.terms.control.on_flag == "claim":
        raise bad("control", "needs_clock")
    if plan.late_entry and plan.format != Tournament.Format.SWISS:
        raise bad("late_entry", "late_only_swiss")
    if plan.forbidden and plan.format != Tournament.Format.SWISS:
        raise bad("forbidden", "apart_only_swiss")
    if any(one == two for one, two in plan.forbidden):
        raise bad("forbidden", "apart_from_oneself")


def _check_scoring(plan: Plan) -> None:
    """Points must fall with the place, criteria must belong to the format."""
    if plan.points:
        falling = all(a >= b for a, b in zip(plan.points, plan.points[1:], strict=False))
        count = len(team_plans.POINTS) if plan.in_teams else plan.seats
        if len(plan.points) != count or not falling or plan.points[0] <= plan.points[-1]:
            raise bad("points", "points_do_not_fall", seats=count)
    system = System.SWISS if plan.format == Tournament.Format.SWISS else System.ROUND_ROBIN
    for criterion in plan.tie_breaks:
        if plan.tie_breaks.count(criterion) > 1:
            raise bad("tie_breaks", "criterion_twice", criterion=criterion)
        known = known_to(teams=plan.in_teams).get(criterion)
        if known is None or (plan.seats > 2 and criterion in ONLY_TWO):
            raise bad("tie_breaks", "unknown_criterion", criterion=criterion)
        if system not in known.systems:
            raise bad("tie_breaks", "buchholz_only_swiss")
