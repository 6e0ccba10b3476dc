"""An organiser's plan of a tournament, validated before anything is written."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.naming import has_controls, has_invisible, has_link, one_line, strip_bidi
from games.families.features import puzzles
from games.rules import registry
from games.rules.base import JSON, BadOption, min_seats
from games.services.errors import Refused
from games.services.play.terms import Terms
from tournaments import formats
from tournaments.errors import PlanError
from tournaments.formats.base import MAX_ENTRANTS, Format, PlanFields
from tournaments.models import Through, Tournament, Withdrawals
from tournaments.services import date_plans, entry_plans, event_games, openings
from tournaments.standings.tiebreaks import criteria_for

MAX_NAME_LENGTH, MAX_TEXT_LENGTH = 80, 2000
MAX_ROUND_DAYS, MAX_TIME_TO_START = 366, timedelta(days=366)
THROUGH_CHOICES, WITHDRAWAL_CHOICES = Through.choices, Withdrawals.choices
TWO_SEAT_TIE_BREAKS = frozenset(
    {"direct_encounter", "sonneborn_berger", "sonneborn_berger_cut1", "koya"}
)


@dataclass(frozen=True)
class Plan:
    """The terms of one season; create it with ``checked``."""

    name: str
    format: str
    terms: Terms
    further_games: tuple[str, ...] = ()
    opening: str = ""
    seats: int = 2
    text: str = ""
    club_id: int | None = None
    least: int = 3
    most: int | None = None
    starts_at: datetime | None = None
    starts_when_full: bool = False
    rounds: int | None = None
    bands: tuple[int, ...] = ()
    accelerated: bool = False
    at_once: bool = False
    round_days: int = 28
    round_dates: tuple[datetime, ...] = ()
    division_size: int = 0
    promoted: int = 0
    qualifiers: int = 2
    through: str = Through.SEED
    withdrawals: str = Withdrawals.HALF
    points: tuple[int, ...] = ()
    tie_breaks: tuple[str, ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    running_limit: int | None = None
    access: str = Tournament.Access.PUBLIC
    rating_from: int | None = None
    rating_to: int | None = None
    finished_least: int | None = None
    reliability_least: int | None = None
    answer_days: int | None = None
    asks_silent: bool = False
    bots_welcome: bool = False
    bots_fill: bool = False
    late_entry: bool = False
    repeats: bool = False
    reviewed: bool = False
    jury: bool = False
    boards: int = 0
    boards_least: int = 0
    alternates: int = 0
    twice: bool = False
    puzzles: tuple[str, ...] = ()

    @property
    def event_format(self) -> Format:
        return formats.get_format(self.format)

    @classmethod
    def checked(cls, *, now: datetime, **fields: JSON) -> Plan:
        """Return a valid plan, or refuse ``bad_plan`` naming the field in error."""
        return cls.revised(fields, kept_names=(), now=now)

    @classmethod
    def revised(cls, fields: PlanFields, *, kept_names: Collection[str], now: datetime) -> Plan:
        """Return the plan of an existing event, whose names are not checked again; refuses
        ``bad_plan``.
        """
        try:
            return cls._checked(now, fields, kept_names)
        except PlanError as error:
            raise bad_plan(error.field, error.code, **error.params) from error

    @classmethod
    def _checked(cls, now: datetime, fields: PlanFields, kept_names: Collection[str]) -> Plan:
        """Return a valid plan, or raise ``PlanError``."""
        plan = cls(**formats.get_format(fields.get("format", "")).settle(fields))
        check_name_and_text(plan, kept_names)
        plan.event_format.check(plan, puzzles().CLASSICS)
        _check_seats(plan)
        _check_games(plan)
        _check_entrants(plan)
        _check_dates(plan, now)
        date_plans.check(plan)
        entry_plans.check(plan)
        _check_course(plan)
        _check_scoring(plan)
        _check_acceleration(plan)
        return plan.with_defaults()

    def with_defaults(self) -> Plan:
        """Return a copy with defaults for points, tie-breaks and the maximum."""
        format_ = self.event_format
        values = dict(vars(self))
        values["points"] = self.points or format_.default_points(self.seats)
        values["tie_breaks"] = default_tie_breaks(format_, self.tie_breaks, self.promoted)
        most = format_.max_entrants(self.division_size)
        if most < MAX_ENTRANTS:
            values["most"] = min(self.most or most, most)
        return Plan(**values | dict(format_.settled))


def terms_used(format_: Format) -> dict[str, bool]:
    """Return which of these terms apply to a format."""
    scored = format_.ranks_by_points and not (format_.has_rungs or format_.has_puzzles)
    return {
        "division_size": format_.has_divisions,
        "promoted": format_.has_divisions and not format_.has_playoff,
        "qualifiers": format_.has_playoff,
        "through": format_.has_playoff or format_.has_bracket,
        "withdrawals": format_.strikes,
        "points": scored,
        "tie_breaks": scored,
        "forbidden": format_.can_forbid_pairs,
        "late_entry": format_.takes_latecomers,
        "reviewed": format_.can_be_reviewed,
    }


def default_tie_breaks(format_: Format, given: Sequence[str], promoted: int) -> tuple[str, ...]:
    """Return the tie-breaks, or the format's default; with "lots" if places decide promotion."""
    chosen = tuple(given) or format_.criteria
    return (*chosen, "lots") if promoted and "lots" not in chosen else chosen


def bad_plan(field_name: str, reason: str, **params: object) -> Refused:
    return Refused("bad_plan", field=field_name, reason=reason, **params)


def check_name_and_text(plan: Plan, kept_names: Collection[str] = ()) -> None:
    """Check name and text; an event may keep a name that it has had."""
    if not one_line(plan.name):
        raise PlanError("name", "missing")
    if has_controls(plan.name):
        raise PlanError("name", "control_characters")
    is_new = plan.name not in kept_names
    if is_new and has_invisible(plan.name):
        raise PlanError("name", "invisible_characters")
    if is_new and has_link(plan.name):
        raise PlanError("name", "link_in_name")
    if len(plan.name) > MAX_NAME_LENGTH:
        raise PlanError("name", "too_long", limit=MAX_NAME_LENGTH)
    if has_controls(strip_bidi(plan.text), lines=True):
        raise PlanError("text", "control_characters")
    if len(plan.text) > MAX_TEXT_LENGTH:
        raise PlanError("text", "too_long", limit=MAX_TEXT_LENGTH)


def _check_seats(plan: Plan) -> None:
    """Check that game and format can be played by that many seats."""
    rules = registry.get(plan.terms.ruleset)
    try:
        possible = plan.seats in rules.seats and plan.seats >= min_seats(rules, plan.terms.options)
    except BadOption:
        possible = False
    if not possible:
        raise PlanError("seats", "seats_impossible")
    if plan.seats not in plan.event_format.seats:
        raise PlanError("format", "format_for_other_seats", seats=plan.seats)


def _check_games(plan: Plan) -> None:
    """Check that the format allows several games, and that the opening is legal."""
    if plan.further_games and not plan.event_format.games_by:
        raise PlanError("further_games", "one_game_only")
    event_games.terms_of(plan.terms, plan.further_games)
    if plan.opening and plan.event_format.has_puzzles:
        raise PlanError("opening", "no_opening_here")
    openings.parse_opening(plan.terms, plan.opening, several=bool(plan.further_games))


def _check_entrants(plan: Plan) -> None:
    """Refuse a maximum of entrants below the minimum."""
    floor = max(plan.seats, 2)
    if not floor <= plan.least <= MAX_ENTRANTS:
        raise PlanError("least", "out_of_range", low=floor, high=MAX_ENTRANTS)
    if plan.most is not None and not plan.least <= plan.most <= MAX_ENTRANTS:
        raise PlanError("most", "out_of_range", low=plan.least, high=MAX_ENTRANTS)
    most = plan.event_format.max_entrants(plan.division_size)
    for name in ("least", "most"):
        if (getattr(plan, name) or 0) > most:
            raise PlanError(name, "out_of_range", low=2, high=most)
    if plan.division_size and not max(3, plan.seats) <= plan.division_size <= 40:
        raise PlanError("division_size", "out_of_range", low=max(3, plan.seats), high=40)
    if plan.promoted and 2 * plan.promoted >= plan.division_size:
        raise PlanError("promoted", "too_many_promoted")


def _check_dates(plan: Plan, now: datetime) -> None:
    """Check that the tournament has a start and that its rounds end."""
    if plan.starts_at is None and not plan.starts_when_full:
        raise PlanError("starts_at", "never_starts")
    if plan.starts_when_full and plan.most is None:
        raise PlanError("most", "full_needs_most")
    if plan.starts_at is not None and not now <= plan.starts_at <= now + MAX_TIME_TO_START:
        raise PlanError("starts_at", "start_not_ahead")
    if not 1 <= plan.round_days <= MAX_ROUND_DAYS:
        raise PlanError("round_days", "out_of_range", low=1, high=MAX_ROUND_DAYS)
    if plan.event_format.needs_rounds and not plan.rounds:
        raise PlanError("rounds", "swiss_needs_rounds")
    if plan.rounds is not None and not 1 <= plan.rounds <= 30:
        raise PlanError("rounds", "out_of_range", low=1, high=30)


def _check_course(plan: Plan) -> None:
    """Check that every match must end, and what only a Swiss allows."""
    if plan.terms.control.untimed or plan.terms.control.on_flag == "claim":
        raise PlanError("control", "needs_clock")
    if plan.late_entry and not plan.event_format.takes_latecomers:
        raise PlanError("late_entry", "late_only_swiss")
    if plan.reviewed and not plan.event_format.can_be_reviewed:
        raise PlanError("reviewed", "reviewed_only_swiss")
    check_forbidden(plan)


def check_forbidden(plan: Plan) -> None:
    """Refuse pairs kept apart if everybody meets, and pairs of one player."""
    if plan.forbidden and not plan.event_format.can_forbid_pairs:
        raise PlanError("forbidden", "apart_only_swiss")
    if any(one == two for one, two in plan.forbidden):
        raise PlanError("forbidden", "apart_from_oneself")


def _check_acceleration(plan: Plan) -> None:
    """Virtual points are a win and half a win (FIDE C.04.7), so a loss must be worth 0."""
    if plan.accelerated and not plan.event_format.can_be_accelerated:
        raise PlanError("accelerated", "accelerated_only_swiss")
    if plan.accelerated and plan.points and plan.points[-1]:
        raise PlanError("points", "accelerated_needs_halves")


def _check_scoring(plan: Plan) -> None:
    """Check that points fall with the place and that the format has the tie-breaks."""
    if plan.points:
        falling = all(a >= b for a, b in zip(plan.points, plan.points[1:], strict=False))
        count = len(plan.event_format.default_points(plan.seats))
        if len(plan.points) != count or not falling or plan.points[0] <= plan.points[-1]:
            raise PlanError("points", "points_do_not_fall", seats=count)
    for criterion in plan.tie_breaks:
        if plan.tie_breaks.count(criterion) > 1:
            raise PlanError("tie_breaks", "criterion_twice", criterion=criterion)
        known = criteria_for(teams=plan.event_format.has_teams).get(criterion)
        if known is None or (plan.seats > 2 and criterion in TWO_SEAT_TIE_BREAKS):
            raise PlanError("tie_breaks", "unknown_criterion", criterion=criterion)
        if plan.event_format.system not in known.systems:
            raise PlanError("tie_breaks", "buchholz_only_swiss")
