from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tournaments.errors import PlanError
from tournaments.formats.base import MAX_ROUNDS, Format, HasRounds
from tournaments.pairing import round_robin
from tournaments.pairing.base import Draft

if TYPE_CHECKING:
    from tournaments.services.plans import Plan


class RoundRobin(Format):
    """Everybody in a table meets everybody, by Berger tables; all rounds are known at the start."""

    seats = frozenset({2})
    games_by = "round"
    meets_all = True
    can_be_concurrent = True
    divides_into_league = has_divisions = True

    def __init__(self, key: str, *, twice: bool = False) -> None:
        """``twice``: with a second cycle in which the first move is swapped."""
        super().__init__(key)
        self.twice = twice
        if twice:
            self.trf_pairing = "FIDE_DOUBLEROUNDROBIN"

    def schedule(self, entrants: Sequence[int], *, twice: bool = False) -> tuple[Draft, ...]:
        return round_robin.round_robin(entrants, double=self.twice or twice)

    def max_rounds(self, plan: Plan, entrants: int) -> int:
        """Exact for one table; with several divisions their sizes are not known yet."""
        if plan.division_size:
            return MAX_ROUNDS
        cycles = 2 if self.twice or plan.twice else 1
        return min(MAX_ROUNDS, cycles * (entrants if entrants % 2 else entrants - 1))

    def rounds_of(self, size: int, course: HasRounds) -> int:
        cycles = 2 if self.twice or course.twice else 1
        return cycles * (size if size % 2 else size - 1) if size > 1 else 0


class Groups(Format):
    """Groups in one format, and a play-off of the best of them in another."""

    seats = frozenset({2})
    games_by = "round"
    can_be_concurrent = has_divisions = True

    def __init__(self, key: str, *, groups: Format, playoff: Format) -> None:
        super().__init__(key)
        self.groups, self.playoff = groups, playoff

    @property
    def has_playoff(self) -> bool:
        return True

    def stage(self, stage: str) -> Format:
        return self.playoff if stage == "playoff" else self.groups

    def check(self, plan: Plan, patterns: Collection[str]) -> None:
        del patterns
        if not plan.division_size:
            raise PlanError("division_size", "groups_need_size")

    def rounds_of(self, size: int, course: HasRounds) -> int:
        """Counts the group stage only, without the play-off."""
        return self.groups.rounds_of(size, course)
