from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tournaments.formats.base import Format, HasRounds
from tournaments.pairing import knockout
from tournaments.pairing.knockout import Duel

if TYPE_CHECKING:
    from tournaments.services.plans import Plan


class Knockout(Format):
    """Losers are out, byes go to the top seeds, winners meet winners.

    A round is paired once all duels of the previous one are decided.
    """

    seats = frozenset({2})
    games_by = "round"
    has_bracket = True
    ranks_by_points = False

    def pair(
        self,
        seeds: Sequence[int],
        duels: Sequence[Duel] = (),
        winners: Mapping[int, int] | None = None,
    ) -> tuple[Duel, ...]:
        """Return the first round, or the one after these duels; () while one is undecided."""
        if not duels:
            return knockout.first_round(seeds)
        won = winners or {}
        if len(won) < sum(not duel.is_bye for duel in duels):
            return ()
        return tuple(knockout.next_round(duels, won, seeds) or ())

    def max_rounds(self, plan: Plan, entrants: int) -> int:
        del plan
        return knockout.rounds_needed(entrants)

    def rounds_of(self, size: int, course: HasRounds) -> int:
        del course
        return knockout.rounds_needed(size)
