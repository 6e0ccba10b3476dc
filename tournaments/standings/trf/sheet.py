"""The contents of FIDE's tournament report files as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.errors import TournamentError
from tournaments.standings.base import Entrant, Event, Fixture, Points, Result


class TrfError(TournamentError):
    """An error in a report file or its content, with code, line, column and expectation."""


class ForbiddenGroup(NamedTuple):
    """Entrants who must not meet from one round to another (0: to the end)."""

    members: tuple[Entrant, ...]
    first: int = 1
    last: int = 0

    def applies_in(self, round_: int) -> bool:
        """Whether it applies in a round."""
        return self.first <= round_ and (not self.last or round_ <= self.last)


class Boost(NamedTuple):
    """Virtual points of an accelerated event: how many, in which rounds, for whom."""

    points: Points
    first: int
    last: int
    members: tuple[Entrant, ...]


class FileWarning(NamedTuple):
    line: int
    code: str
    found: str
    expected: str = ""


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """A player's personal data in a report file."""

    name: str = ""
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""


@dataclass(frozen=True)
class Sheet:
    """A report file: the event, its players' cards, and the file's head.

    `absences` are byes in rounds not yet paired, `running` fixtures without a result, `forbidden`
    groups whose members must not meet, `boosts` virtual points, `initial` the first seed's colour
    in round one. `numbers` are the pairing numbers if they are not 1, 2, 3 in the order of
    entrants, `tie_breaks` the criteria that the file names, `others` records kept unchanged, `type`
    the name of the system if it is not the usual one.
    """

    event: Event
    cards: Mapping[Entrant, PlayerCard] = field(default_factory=dict)
    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    arbiter: str = ""
    time_control: str = ""
    initial: str = ""
    absences: tuple[Result, ...] = ()
    running: tuple[Fixture, ...] = ()
    forbidden: tuple[ForbiddenGroup, ...] = ()
    boosts: tuple[Boost, ...] = ()
    numbers: Mapping[Entrant, int] = field(default_factory=dict)
    tie_breaks: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    remarks: tuple[FileWarning, ...] = ()
    type: str = ""
