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
    from tournaments.standings.base import Entered, Event, Points, Scoring
    from tournaments.standings.trf.sheet import Boost

PlanFields = dict[str, JSON]


class Course(Protocol):
    """What determines the number of rounds; plans and tournaments provide it."""

    @property
    def rounds(self) -> int | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def twice(self) -> bool: ...


class Accelerated(Protocol):
    """What determines virtual points."""

    @property
    def accelerated(self) -> bool: ...


MAX_ENTRANTS = 400
MAX_MEETING_ALL = 40
MAX_ROUNDS = 80
POINTS: Mapping[int, tuple[int, ...]] = {1: (1,), 2: (1, 0), 3: (2, 1, 0), 4: (3, 2, 1, 0)}
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
    """How many may sit at a table."""
    system = System.ROUND_ROBIN
    """Which tie-breaks mean something."""
    paired_as = "FIDE_ROUNDROBIN"
    """How report files name the pairing (TRF-26, record 192)."""
    criteria: tuple[str, ...] = ("direct_encounter", "sonneborn_berger", "leg_points", "wins")
    """The tie-breaks where the organiser names none."""
    settled: Mapping[str, object] = {}
    """What a plan says whatever the organiser chose, once all else is filled in."""
    steps: tuple[Step, ...] = (
        Step.RESIGN,
        Step.START,
        Step.WARN,
        Step.CLOSE,
        Step.PUBLISH,
        Step.END_DIVISIONS,
        Step.FINISH,
    )

    by_teams = False
    """Teams enter, not persons."""
    always_open = False
    """Whoever comes while it runs joins at once, as long as there is room."""
    takes_latecomers = False
    """Whoever comes while it runs may be paired from the next round on."""
    takes_absences = False
    """Entrants may say that they miss a round which is not paired yet."""
    may_be_accelerated = False
    """Virtual points may let strong entrants meet sooner."""
    may_be_reviewed = False
    """Organisers may look at the pairings of a round before it is published."""
    has_bands = False
    """Entrants start with points by their rating."""
    games_by = ""
    """Whether each "round" or each "board" may play another game in turn; nothing: all the same."""
    keeps_apart = False
    """Pairs may be named that never meet."""

    meets_all = False
    """Everybody in a table meets everybody."""
    divides_into_league = False
    """With several divisions it is called a league."""
    has_divisions = False
    """Several tables may be played side by side."""
    may_meet_twice = False
    """The organiser may let everybody meet a second time."""
    has_rounds = True
    """Rounds follow each other and may begin on named days."""
    needs_rounds = False
    """The organiser says how many rounds there are."""
    names_rounds = False
    """The organiser may say how many rounds there are."""
    may_be_at_once = False
    """All rounds may be played at the same time, since results pair nobody."""
    shares_deadline = False
    """All rounds end together."""
    goes_on = False
    """The next round is paired although a match of the last one still runs."""
    takes_claims = True
    """What a round leaves unfinished can be claimed; referees decide."""
    lead = timedelta(0)
    """How long before its first day a round is published."""
    pause = timedelta(0)
    """How long before the next named day a round ends, since its results pair the next one."""
    tells_pairings = True
    """Entrants are notified of their opponents in a new round."""
    bye_wins = False
    """An entrant without an opponent has won the round."""
    half_rule = True
    """Who withdraws loses what is left, and by the organiser's rule what was finished, too."""

    has_rungs = False
    """The order is that of rungs, which every result moves."""
    has_bracket = False
    """It is a tree: who loses is out."""
    tells_parts = False
    """Each fixture belongs to a named part of the tree."""
    has_report = True
    """A report file can tell of it."""
    meets_again = False
    """Two may meet a second time."""
    has_puzzles = False
    """Everybody plays the same puzzles alone."""
    ranks_by_points = True
    """The points for each place make the table."""

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
        return self.half_rule and self.ranks_by_points and not (self.has_rungs or self.has_puzzles)

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
        """Raise ``BadPlan`` if the plan breaks a rule of this format.

        ``patterns``: the names of the well-known puzzles.
        """

    def usual_points(self, seats: int) -> tuple[int, ...]:
        """Return the default points for each place at a table."""
        return POINTS[seats]

    def max_entrants(self, division_size: int = 0) -> int:
        """Return the maximum number of entrants, lower where all meet all in one table."""
        return MAX_MEETING_ALL if self.meets_all and not division_size else MAX_ENTRANTS

    def rounds_at_most(self, plan: Plan, entrants: int) -> int:
        """Return the maximum number of rounds of such an event."""
        del plan, entrants
        return MAX_ROUNDS

    def rounds_of(self, size: int, course: Course) -> int:
        """Return the number of rounds of a table of a given size; 0 if not fixed."""
        del size, course
        return 1

    def starts(
        self, entered: Sequence[Entered], bands: Sequence[int], scoring: Scoring
    ) -> Mapping[int, Points]:
        """Return the initial points of those entrants who have any."""
        del entered, bands, scoring
        return {}

    def boosts(
        self, event: Event, starters: Sequence[int], terms: Accelerated
    ) -> tuple[Boost, ...]:
        """Return the virtual points of an event; ``starters`` have been in it from the start."""
        del event, starters, terms
        return ()

    def schedule(self, entrants: Sequence[int], *, twice: bool = False) -> tuple[Draft, ...]:
        """Return the rounds that are known at the start, () if they depend on results."""
        del entrants, twice
        return ()
