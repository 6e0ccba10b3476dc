"""What doing commands needs and leaves behind."""

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
    """Commands, who gave them, about what, and when; ``make_seed`` is where lots come from."""

    commands: tuple[Command, ...]
    player: Player
    matter: Matter
    now: datetime
    make_seed: Callable[[], str]


@dataclass
class Section:
    """A part of an answer: lines of text under a heading, or a board in letters."""

    title: str
    lines: list[str] = field(default_factory=list)
    board: str = ""
    url: str = ""
    reply_to: str = ""

    def to_json(self) -> dict[str, object]:
        """Return what the template of an answer gets."""
        return {
            "title": self.title,
            "lines": self.lines,
            "board": self.board,
            "link": self.url,
            "reply_to": self.reply_to,
        }


@dataclass
class CommandOutcome:
    """What commands have done.

    ``spelled`` holds their canonical spellings by the number of the command, ``said`` tells the
    person what happened. ``error`` is a refusal that leaves something behind: a flag has fallen.
    ``legs`` were over in the match, and ``tie_offered`` or ``take_back_asked`` by others, before
    anything was done.
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
        """The canonical spellings in the order in which they were written."""
        return [self.spelled[number] for number in sorted(self.spelled)]
