from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.errors import PlanError
from tournaments.formats.base import WITHOUT_PUZZLES, Format, HasRounds, PlanFields
from tournaments.formats.deadlines import LINE_UP_LEAD
from tournaments.formats.swiss import Swiss
from tournaments.pairing import swiss, team_swiss
from tournaments.pairing.base import Draft
from tournaments.standings.base import System

if TYPE_CHECKING:
    from tournaments.services.plans import Plan

MAX_BOARDS, MAX_ALTERNATES = 20, 10


class Teams(Format):
    """Teams meet as entrants do in the wrapped format, on several boards.

    Match points rank, then board points.
    """

    criteria = ("board_points", "direct_encounter", "board_weight", "sonneborn_berger")
    has_teams = True
    games_by = "board"
    can_be_concurrent = has_divisions = can_meet_twice = True
    takes_absences = True
    goes_on = True
    lead = LINE_UP_LEAD

    def __init__(self, key: str, *, of: Format) -> None:
        super().__init__(key)
        self.of = of
        self.seats, self.meets_all = of.seats, of.meets_all

    def schedule(self, entrants: Sequence[int], *, twice: bool = False) -> tuple[Draft, ...]:
        return self.of.schedule(entrants, twice=twice) if len(entrants) > 1 else ()

    def settle(self, fields: PlanFields) -> PlanFields:
        least = fields.get("boards_least") or fields.get("boards") or 0
        return {**fields, **WITHOUT_PUZZLES, "rounds": None, "boards_least": least}

    def check(self, plan: Plan, patterns: Collection[str]) -> None:
        del patterns
        if not 2 <= plan.boards <= MAX_BOARDS:
            raise PlanError("boards", "out_of_range", low=2, high=MAX_BOARDS)
        if not 1 <= plan.boards_least <= plan.boards:
            raise PlanError("boards_least", "out_of_range", low=1, high=plan.boards)
        if not 0 <= plan.alternates <= MAX_ALTERNATES:
            raise PlanError("alternates", "out_of_range", low=0, high=MAX_ALTERNATES)

    def default_points(self, seats: int) -> tuple[int, ...]:
        """Match points for a win, a draw and a loss."""
        del seats
        return (2, 1, 0)

    def max_rounds(self, plan: Plan, entrants: int) -> int:
        return self.of.max_rounds(plan, entrants)

    def rounds_of(self, size: int, course: HasRounds) -> int:
        return self.of.rounds_of(size, course)


class TeamMatch(Teams):
    """Two teams that meet once or twice."""

    has_divisions = False
    settled = {"least": 2, "most": 2, "division_size": 0, "promoted": 0}

    def __init__(self, key: str, *, of: Format) -> None:
        super().__init__(key, of=of)
        self.meets_all = False

    def settle(self, fields: PlanFields) -> PlanFields:
        return {**super().settle(fields), **self.settled}

    def max_rounds(self, plan: Plan, entrants: int) -> int:
        del entrants
        return 2 if plan.twice else 1

    def rounds_of(self, size: int, course: HasRounds) -> int:
        del size
        return 2 if course.twice else 1


class TeamSwiss(Teams):
    """Teams paired round by round by their scores, as a Swiss pairs individuals."""

    system = System.SWISS
    criteria = ("board_points", "olympiad", "buchholz", "direct_encounter")
    can_be_concurrent = has_divisions = can_meet_twice = False
    needs_rounds = can_set_rounds = bye_wins = can_be_reviewed = True
    has_half_rule = False
    pause = LINE_UP_LEAD

    def __init__(self, key: str, *, of: Swiss) -> None:
        super().__init__(key, of=of)
        self.swiss = of

    def settle(self, fields: PlanFields) -> PlanFields:
        fixed = {"twice": False, "at_once": False, "division_size": 0, "promoted": 0}
        return {**super().settle(fields), **fixed, "rounds": fields.get("rounds")}

    def schedule(self, entrants: Sequence[int], *, twice: bool = False) -> tuple[Draft, ...]:
        del entrants, twice
        return ()

    def pair(self, call: swiss.PairingInput) -> Draft:
        """Pair by match points; equal teams are ordered by board points."""
        return self.swiss.pair(replace(call, event=team_swiss.number_by_board_points(call.event)))
