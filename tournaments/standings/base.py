"""Values of standings: results, what they count for, scoring, events.

Entrants are integers chosen by the caller. Points are Fractions, never floats. A place of None
earns nothing: forfeited or struck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from tournaments.errors import TournamentError
from tournaments.standings.special_points import SpecialPoints

Entrant: TypeAlias = int
Points: TypeAlias = Fraction
Place: TypeAlias = int | None

ZERO = Fraction(0)
NO_SPECIAL_POINTS = SpecialPoints()
HALF = Fraction(1, 2)


class Kind(StrEnum):
    PLAYED = "played"
    ADJUDICATED = "adjudicated"
    FORFEIT = "forfeit"
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"
    PAIRED_BYE = "paired_bye"
    ANNULLED = "annulled"
    WITHDRAWN = "withdrawn"


BYES = frozenset({Kind.FULL_BYE, Kind.HALF_BYE, Kind.ZERO_BYE, Kind.PAIRED_BYE})
REQUESTED_BYES = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE})


class Counts(NamedTuple):
    """What a result counts for: the table, ratings, the colour sequence, “have met”."""

    table: bool
    rating: bool
    colour: bool
    met: bool


AT_THE_BOARD = Counts(table=True, rating=True, colour=True, met=True)
WITHOUT_PLAY = Counts(table=True, rating=False, colour=False, met=False)
COUNTS: Mapping[Kind, Counts] = {
    Kind.PLAYED: AT_THE_BOARD,
    Kind.ADJUDICATED: AT_THE_BOARD,
    Kind.FORFEIT: WITHOUT_PLAY,
    Kind.FULL_BYE: WITHOUT_PLAY,
    Kind.HALF_BYE: WITHOUT_PLAY,
    Kind.ZERO_BYE: WITHOUT_PLAY,
    Kind.PAIRED_BYE: WITHOUT_PLAY,
    Kind.ANNULLED: Counts(table=False, rating=False, colour=False, met=False),
    Kind.WITHDRAWN: WITHOUT_PLAY,
}


@dataclass(frozen=True, slots=True)
class Result:
    """A fixture's result, or a bye.

    `seats` lists the entrants in the order of play (the first has white), `places` their places, 1
    being the best, equal ones shared. `legs` are points over all legs. `sweep` gives all points of
    the table to its only winner (rule book 3.9). `truth` is the result at the board where the table
    has another: ratings, colours and “have met” follow it. `boards` are each team's points per
    board.
    """

    round: int
    seats: tuple[Entrant, ...]
    places: tuple[Place, ...] = ()
    kind: Kind = Kind.PLAYED
    legs: tuple[Points, ...] = ()
    sweep: bool = False
    rated: bool = True
    truth: Result | None = None
    boards: tuple[tuple[Points, ...], ...] = ()

    def __post_init__(self) -> None:
        """Raise if the values contradict each other."""
        if error := _find_problem(self):
            raise TournamentError(error, round=self.round, seats=self.seats)

    @property
    def as_played(self) -> Result:
        """The result as played at the board."""
        return self.truth or self

    @property
    def counts(self) -> Counts:
        real = self.as_played
        _, rating, colour, met = COUNTS[real.kind]
        return Counts(COUNTS[self.kind].table, rating and real.rated, colour, met)

    @property
    def is_bye(self) -> bool:
        return self.kind in BYES

    def place_of(self, entrant: Entrant) -> Place:
        """Return an entrant's place; byes and annulled results have none."""
        return self.places[self.seats.index(entrant)] if self.places else None


def _find_problem(result: Result) -> str | None:
    """Return the error code of an inconsistent result, or None."""
    seats, places = result.seats, result.places
    if result.round < 1:
        return "round_below_one"
    if len(set(seats)) != len(seats) or (len(seats) == 1) != result.is_bye:
        return "wrong_seats"
    if len(places) != (0 if result.is_bye or result.kind is Kind.ANNULLED else len(seats)):
        return "wrong_places"
    if any(each and len(each) != len(seats) for each in (result.legs, result.boards)):
        return "wrong_legs"
    if any(place is not None and place < 1 for place in places):
        return "wrong_places"
    return None


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points for places: a vector for each table size; shared places share their points.

    `tie` replaces the shared points of two seats (football: 3, 1, 0), `paired_bye` the points of a
    pairing-allocated bye, a win by default; `special` is for what else deviates.
    """

    vectors: tuple[tuple[Points, ...], ...] = (
        (Fraction(1), ZERO),
        (Fraction(2), Fraction(1), ZERO),
        (Fraction(3), Fraction(2), Fraction(1), ZERO),
    )
    tie: Points | None = None
    paired_bye: Points | None = None
    special: SpecialPoints = NO_SPECIAL_POINTS

    def __post_init__(self) -> None:
        """Raise if a vector rewards a worse place or two vectors are for one size."""
        sizes = [len(vector) for vector in self.vectors]
        if len(set(sizes)) != len(sizes) or min(sizes, default=0) < 2:
            raise TournamentError("wrong_scoring", vectors=self.vectors)
        if any(list(each) != sorted(each, reverse=True) or each[-1] < 0 for each in self.vectors):
            raise TournamentError("wrong_scoring", vectors=self.vectors)

    def vector(self, seats: int) -> tuple[Points, ...]:
        """Return the points of each place at a table of this size."""
        for vector in self.vectors:
            if len(vector) == seats:
                return vector
        raise TournamentError("no_points_for_seats", seats=seats)

    def win(self, seats: int = 2) -> Points:
        return self.vector(seats)[0]

    def loss(self, seats: int = 2) -> Points:
        """Return the points for the last place."""
        return self.vector(seats)[-1]

    @property
    def tied(self) -> Points:
        return self._share((1, 1))[0] if self.tie is None else self.tie

    @property
    def for_two(self) -> tuple[Points, Points, Points, Points]:
        """The points for win, tie, loss and allocated bye between two."""
        return self.win(), self.tied, self.loss(), self.bye(Kind.PAIRED_BYE)

    def bye(self, kind: Kind) -> Points:
        own = {
            Kind.PAIRED_BYE: self.paired_bye,
            Kind.ZERO_BYE: self.special.zero_bye,
            Kind.HALF_BYE: self.special.half_bye,
            Kind.FULL_BYE: self.special.full_bye,
        }[kind]
        if own is not None:
            return own
        if kind is Kind.HALF_BYE:
            return self.tied
        return ZERO if kind is Kind.ZERO_BYE else self.win()

    def points(self, result: Result) -> tuple[Points, ...]:
        if result.is_bye:
            return (self.bye(result.kind),)
        if not result.places:
            return (ZERO,) * len(result.seats)
        shares = self._usual(result)
        if self.special == NO_SPECIAL_POINTS or len(shares) != 2:
            return shares
        own = self.special.played if COUNTS[result.kind].met else self.special.unplayed
        return own(shares, result.places)

    def _usual(self, result: Result) -> tuple[Points, ...]:
        if result.places == (1, 1) and self.tie is not None:
            return (self.tie, self.tie)
        if result.sweep and result.places.count(1) == 1:
            pot = sum(self.vector(len(result.seats)), ZERO)
            return tuple(pot if place == 1 else ZERO for place in result.places)
        return self._share(result.places)

    def _share(self, places: Sequence[Place]) -> tuple[Points, ...]:
        """Return for each seat the mean of the points that its shared place covers."""
        vector = self.vector(len(places))
        shares: list[Points] = []
        for place in places:
            if place is None:
                shares.append(ZERO)
                continue
            better = sum(other is not None and other < place for other in places)
            level = places.count(place)
            shares.append(sum(vector[better : better + level], ZERO) / level)
        return tuple(shares)


class System(StrEnum):
    """Whether pairings are fixed beforehand or made round by round."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"


class EventEntrant(NamedTuple):
    """An entrant with the rating at the start of the event."""

    entrant: Entrant
    rating: int | None = None


class Fixture(NamedTuple):
    """A fixture without a result yet; the first seat starts."""

    round: int
    seats: tuple[Entrant, ...]


@dataclass(frozen=True)
class Event:
    """Entrants by pairing number, the results so far, and how they count.

    `rounds` is the number of rounds over (by default the latest with a result), `scheduled` the
    number planned, `seed` the source of random draws. `boards` is the number of boards if entrants
    are teams, else 0. `starts` are initial points (McMahon). `running` are fixtures without a
    result: they bring no points yet but are no absences.
    """

    entered: tuple[EventEntrant, ...]
    results: tuple[Result, ...] = ()
    system: System = System.SWISS
    scoring: Scoring = Scoring()
    rounds: int = -1
    scheduled: int = 0
    seed: str = ""
    boards: int = 0
    starts: Mapping[Entrant, Points] = field(default_factory=dict)
    running: tuple[Fixture, ...] = ()

    def __post_init__(self) -> None:
        """Fill in the number of rounds; raise if a result has unknown entrants."""
        known = set(self.entrants)
        if len(known) != len(self.entered):
            raise TournamentError("entered_twice")
        for result in self.results:
            if strangers := set(result.seats) - known:
                raise TournamentError("not_entered", entrants=sorted(strangers))
        if self.rounds < 0:
            latest = max((result.round for result in self.results), default=0)
            object.__setattr__(self, "rounds", latest)

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """The entrants by pairing number."""
        return tuple(each.entrant for each in self.entered)
