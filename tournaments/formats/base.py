"""The interface of tournament formats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from games.rules.base import JSON
from tournaments.standings.base import System

if TYPE_CHECKING:
    from tournaments.pairing.base import Draft
    from tournaments.services.plans import Plan
    from tournaments.standings.base import Event, EventEntrant, Points, Scoring
    from tournaments.standings.trf.sheet import Boost

PlanFields = dict[str, JSON]


class HasRounds(Protocol):
    """What determines the number of rounds; plans and tournaments provide it."""

    @property
    def rounds(self) -> int | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def twice(self) -> bool: ...


class HasAcceleration(Protocol):
    """What determines virtual points."""

    @property
    def accelerated(self) -> bool: ...


MAX_ENTRANTS = 400
MAX_ROUND_ROBIN_ENTRANTS = 40
MAX_ROUNDS = 80
DEFAULT_POINTS: Mapping[int, tuple[int, ...]] = {1: (1,), 2: (1, 0), 3: (2, 1, 0), 4: (3, 2, 1, 0)}
WITHOUT_TEAMS: Mapping[str, object] = {
    "boards": 0, "boards_least": 0, "alternates": 0, "twice": False,
}  # fmt: skip
WITHOUT_PUZZLES: Mapping[str, object] = {"puzzles": (), "bands": ()}


class Step(StrEnum):
    """A step of a running season; workers repeat each until nothing is left to do."""

    RESIGN = "resign for those who have left"
    START = "start the matches of open rounds"
    WARN = "warn of the end of a round"
    CLOSE = "close rounds"
    PUBLISH = "publish the next round"
    END_DIVISIONS = "end divisions"
    FINISH = "end the season or begin its play-off"
    CLIMB = "move the rungs by results"
    SETTLE_PUZZLES = "settle puzzles that nobody will play"
    WARN_OF_PUZZLES = "warn whoever has puzzles left"
    OPEN_BOARDS = "let everybody look at all attempts"


class Format:
    """A tournament format: one object for all events in it.

    The defaults are those of a round robin for two seats. What needs database rows is registered by
    the object's class elsewhere: ``rounds.pairing`` pairs, ``tables.views`` and ``tables.places``
    rank, ``entrants.sides`` divides the field, ``emails.messages`` sends e-mails.
    """

    seats: frozenset[int] = frozenset()
    """Possible numbers of seats at a table."""
    system = System.ROUND_ROBIN
    """Determines which tie-breaks are available."""
    trf_pairing = "FIDE_ROUNDROBIN"
    """Name of the pairing system in report files (TRF-26, record 192)."""
    criteria: tuple[str, ...] = ("direct_encounter", "sonneborn_berger", "leg_points", "wins")
    """Default tie-breaks."""
    settled: Mapping[str, object] = {}
    """Plan fields that the format prescribes, applied last."""
    steps: tuple[Step, ...] = (
        Step.RESIGN,
        Step.START,
        Step.WARN,
        Step.CLOSE,
        Step.PUBLISH,
        Step.END_DIVISIONS,
        Step.FINISH,
    )

    has_teams = False
    """Teams enter, not individuals."""
    always_open = False
    """Entrants may join at any time while it runs and there is room."""
    takes_latecomers = False
    """Latecomers may be paired from the next round on."""
    takes_absences = False
    """Entrants may announce an absence from a round that is not paired yet."""
    can_be_accelerated = False
    """Virtual points may be used to make strong entrants meet sooner."""
    can_be_reviewed = False
    """Organisers may review pairings before they are published."""
    has_bands = False
    """Entrants start with points according to their rating."""
    games_by = ""
    """If several games are played in turn: one per "round" or per "board"; "" for one game."""
    can_forbid_pairs = False
    """The organiser may name pairs that must not meet."""

    meets_all = False
    """Everybody in a division meets everybody."""
    divides_into_league = False
    """An event with several divisions is called a league."""
    has_divisions = False
    """There may be several divisions."""
    can_meet_twice = False
    """The organiser may choose that everybody meets twice."""
    has_rounds = True
    """Rounds follow each other; the organiser may fix their first days."""
    needs_rounds = False
    """The organiser must set the number of rounds."""
    can_set_rounds = False
    """The organiser may set the number of rounds."""
    can_be_concurrent = False
    """All rounds may be played concurrently, as pairings do not depend on results."""
    shares_deadline = False
    """All rounds have the same deadline."""
    goes_on = False
    """The next round is paired even if matches of the last one are still running."""
    takes_claims = True
    """Players may claim unfinished matches of a round; referees decide."""
    lead = timedelta(0)
    """How long before its start a round is published."""
    pause = timedelta(0)
    """How long before the next round's fixed start a round ends, as its results are needed."""
    notifies_pairings = True
    """Entrants are notified of their opponents in a new round."""
    bye_wins = False
    """A bye counts as a win."""
    has_half_rule = True
    """Withdrawn entrants lose unfinished fixtures and, by the organiser's rule, finished ones."""

    has_rungs = False
    """The order is a ladder's, which every result changes."""
    has_bracket = False
    """It is a knock-out tree."""
    shows_parts = False
    """Fixtures show which part of the tree they belong to."""
    has_report = True
    """It can be exported as a report file."""
    can_meet_again = False
    """Two entrants may meet again."""
    has_puzzles = False
    """Entrants play the same puzzles alone."""
    ranks_by_points = True
    """The table ranks by points."""

    def __init__(self, key: str) -> None:
        """``key``: its name in rows, plans and the API."""
        self.key = key

    def __repr__(self) -> str:
        return f"<format {self.key}>"

    @property
    def has_playoff(self) -> bool:
        """Whether another stage follows once all divisions have finished."""
        return False

    @property
    def strikes(self) -> bool:
        """Whether finished matches of a withdrawn entrant may count as lost."""
        return (
            self.has_half_rule and self.ranks_by_points and not (self.has_rungs or self.has_puzzles)
        )

    def stage(self, stage: str) -> Format:
        """Return the format of a stage, ``main`` or ``playoff``."""
        del stage
        return self

    def game_of(self, games: int, round_: int, board: int) -> int:
        """Return the index of the game, from 0, that a round or board plays."""
        number = board if self.games_by == "board" else round_
        return (number - 1) % games

    def settle(self, fields: PlanFields) -> PlanFields:
        """Return a plan's fields with those that the format prescribes."""
        return {**fields, **WITHOUT_TEAMS, **WITHOUT_PUZZLES}

    def check(self, plan: Plan, patterns: Collection[str]) -> None:
        """Raise ``PlanError`` if the plan breaks a rule of this format.

        ``patterns``: the names of the well-known puzzles.
        """

    def default_points(self, seats: int) -> tuple[int, ...]:
        """Return the default points for each place at a table."""
        return DEFAULT_POINTS[seats]

    def max_entrants(self, division_size: int = 0) -> int:
        """Return the maximum number of entrants, lower where all meet all in one table."""
        return MAX_ROUND_ROBIN_ENTRANTS if self.meets_all and not division_size else MAX_ENTRANTS

    def max_rounds(self, plan: Plan, entrants: int) -> int:
        """Return the maximum number of rounds of such an event."""
        del plan, entrants
        return MAX_ROUNDS

    def rounds_of(self, size: int, course: HasRounds) -> int:
        """Return the number of rounds of a table of a given size; 0 if not fixed."""
        del size, course
        return 1

    def starts(
        self, entered: Sequence[EventEntrant], bands: Sequence[int], scoring: Scoring
    ) -> Mapping[int, Points]:
        """Return the initial points of those entrants who have any."""
        del entered, bands, scoring
        return {}

    def boosts(
        self, event: Event, starters: Sequence[int], terms: HasAcceleration
    ) -> tuple[Boost, ...]:
        """Return the virtual points of an event; ``starters`` have been in it from the start."""
        del event, starters, terms
        return ()

    def schedule(self, entrants: Sequence[int], *, twice: bool = False) -> tuple[Draft, ...]:
        """Return the rounds that are known at the start, () if they depend on results."""
        del entrants, twice
        return ()
