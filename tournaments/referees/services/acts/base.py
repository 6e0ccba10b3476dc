"""The context of an act, and the input parsing that acts share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, runtime_checkable

from accounts.models import Player
from accounts.queries import player_named
from games.models import Seat
from games.rules.base import JSON, JSONObject
from games.services.errors import Refused
from games.services.interventions.base import Change
from games.services.match.loaded import LoadedMatch
from tournaments.models import Tournament
from tournaments.referees.models import Ruling


@dataclass
class RulingContext:
    """An act being carried out: its match, the player it is about, its referee, its time."""

    loaded: LoadedMatch | None
    player: Player | None
    by: Player
    now: datetime
    params: JSONObject
    effects: JSONObject = field(default_factory=dict)
    tournament: Tournament | None = None  # that of the case or match, if any
    decides: int | None = None  # key of the case; None if interim
    told: list[Player] = field(default_factory=list)  # others it concerns
    orders: list[tuple[str, int, JSONObject]] = field(default_factory=list)  # (act, match, input)

    @property
    def at(self) -> LoadedMatch:
        """The match; refuses ``act_needs_match`` if there is none."""
        if self.loaded is None:
            raise Refused("act_needs_match")
        return self.loaded

    @property
    def change(self) -> Change:
        """A change of the match that records its effects here."""
        return Change(self.at, self.now, self.effects)


class Act(Protocol):
    """What a kind of act must provide."""

    name: str
    about: str  # "match", "player", "case" or "event"

    def read(self, context: RulingContext, given: Mapping[str, JSON]) -> JSONObject:
        """Return the cleaned input as JSON; refuses ``bad_param``."""

    def apply(self, context: RulingContext) -> None:
        """Carry out the act; record in ``context.effects`` what undoing and replaying need."""

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Reverse what a ruling did, as the next ruling."""


@runtime_checkable
class FinishingAct(Protocol):
    """An act with something left to do once the acts it ordered in matches are done."""

    def after(self, context: RulingContext) -> None:
        """Do what is left."""


def parse_integer(given: Mapping[str, JSON], name: str, least: int, most: int) -> int:
    """Return an integer from the input; refuses ``bad_param`` outside of the limits."""
    value = given.get(name)
    try:
        number = int(str(value))
    except ValueError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        raise Refused("bad_param", name=name, allowed=f"{least}–{most}")
    return number


def parse_seat(context: RulingContext, given: Mapping[str, JSON], name: str = "seat") -> Seat:
    """Return the seat whose number is in the input."""
    return context.at.seats[parse_integer(given, name, 0, len(context.at.seats) - 1)]


def parse_player(given: Mapping[str, JSON], name: str = "substitute") -> Player:
    """Return the player named in the input; refuses ``no_player_called``."""
    words = str(given.get(name) or "").strip()
    found = player_named(words) if words else None
    if found is None:
        raise Refused("no_player_called", name=words or "?")
    return found
