from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from accounts.models import Player
from games.models import Seat
from games.services.match.loaded import LoadedMatch
from inbound.grammar import Command
from notifications.addresses import Matter


@dataclass(frozen=True)
class CommandRequest:
    """The commands of an e-mail; ``make_seed`` provides seeds for random draws."""

    commands: tuple[Command, ...]
    player: Player
    matter: Matter
    now: datetime
    make_seed: Callable[[], str]


@dataclass
class Section:
    """A part of a reply: lines of text under a heading, or a board as text."""

    title: str
    lines: list[str] = field(default_factory=list)
    board: str = ""
    url: str = ""
    reply_to: str = ""

    def to_json(self) -> dict[str, object]:
        """Return the context for the template."""
        return {
            "title": self.title,
            "lines": self.lines,
            "board": self.board,
            "link": self.url,
            "reply_to": self.reply_to,
        }


@dataclass
class CommandOutcome:
    """The effects of commands.

    ``spelled`` maps the index of a command to its canonical spelling, ``said`` holds sentences for
    the player. ``error`` is a refusal after which something is kept: a flag has fallen. ``legs``
    (number of finished legs), ``tie_offered`` and ``take_back_asked`` (by others) describe the
    match before the commands.
    """

    spelled: dict[int, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    error: Exception | None = None
    loaded: LoadedMatch | None = None
    seat: Seat | None = None
    legs: int = 0
    tie_offered: bool = False
    take_back_asked: bool = False

    @property
    def commands(self) -> list[str]:
        """The canonical spellings in the order of the e-mail."""
        return [self.spelled[number] for number in sorted(self.spelled)]
