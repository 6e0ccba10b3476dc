"""Special points for byes, forfeits and the second seat, as some report files define them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class SpecialPoints(NamedTuple):
    """Points that deviate from win, tie, loss and allocated bye; None is as usual.

    ``second`` are win, tie and loss of the second seat (black).
    """

    zero_bye: Fraction | None = None
    half_bye: Fraction | None = None
    full_bye: Fraction | None = None
    forfeit_win: Fraction | None = None
    forfeit_loss: Fraction | None = None
    second: tuple[Fraction, Fraction, Fraction] | None = None

    @property
    def fits_record_162(self) -> bool:
        """Whether record 162 can express it: one value for absences and lost forfeits only."""
        return self == SpecialPoints(self.zero_bye, forfeit_loss=self.zero_bye)

    def unplayed(
        self, shares: Sequence[Fraction], places: Sequence[int | None]
    ) -> tuple[Fraction, ...]:
        """Return the points of a forfeit, given the usual ones."""
        own = [self.forfeit_loss if place is None else self.forfeit_win for place in places]
        return tuple(
            usual if each is None else each for usual, each in zip(shares, own, strict=True)
        )

    def played(
        self, shares: Sequence[Fraction], places: Sequence[int | None]
    ) -> tuple[Fraction, ...]:
        """Return the points of a game, given the usual ones."""
        one, two = places
        if self.second is None or one is None or two is None:
            return tuple(shares)
        return shares[0], self.second[0 if two < one else 1 if two == one else 2]
