"""Commands as values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Verb(StrEnum):
    """What can be asked for; the value is its spelling in English."""

    MOVE = "move"
    IF = "if"
    STANDING = "standing"
    DRAFT = "auto-draft"
    TIE = "tie"
    RESIGN = "resign"
    NOTE = "note"
    MSG = "msg"
    ACCEPT = "accept"
    DECLINE = "decline"
    LEAVE = "leave"
    ENTER = "enter"
    WITHDRAW = "withdraw"
    CLAIM = "claim"
    APPEAL = "appeal"
    STATUS = "status"
    BOARD = "board"
    MOVES = "moves"
    HELP = "help"
    RULES = "rules"
    STOP = "stop"
    PLAIN = "plain"
    HTML = "html"
    CANCEL_LEAVE = "cancel leave"
    ORDERS = "orders"
    CANCEL_ORDERS = "cancel orders"
    NOTES = "notes"
    NEWS_ON = "news on"
    NEWS_OFF = "news off"
    START = "start"
    CHALLENGE = "challenge"
    REMATCH = "rematch"
    STANDINGS = "standings"
    TAKE_BACK = "take back"
    PAUSE = "pause"
    LANGUAGE = "language"


AT_MATCH = (
    Verb.MOVE,
    Verb.IF,
    Verb.STANDING,
    Verb.DRAFT,
    Verb.TIE,
    Verb.RESIGN,
    Verb.NOTE,
    Verb.MSG,
)

BINDING = frozenset({Verb.RESIGN, Verb.TIE, Verb.ACCEPT, Verb.ENTER, Verb.WITHDRAW})


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that was asked for.

    `text` is what follows the verb: a move as typed, the words of a note, a message, a claim or an
    appeal, the name of a challenged player, the title of a tournament, the one order that is
    cancelled, the game whose rules are wanted, the reason why a challenge is declined. `subject` is
    what an answer names, if it names anything: "tie", "take_back" or "pause", "challenge" or
    "invitation". `first` and `last` are the days of a leave, both included; a pause has its last
    day, or how many `days` it lasts. `line` counts the typed lines from 1. `spelling` is the one
    canonical way to write it, in English.
    """

    verb: Verb
    text: str = ""
    line: int = 1
    first: date | None = None
    last: date | None = None
    days: int = 0
    subject: str = ""

    @property
    def spelling(self) -> str:
        """Write the command as help and answers spell it."""
        if self.verb in (Verb.MOVE, Verb.STANDING):
            return self.text
        if self.first and self.last:
            return f"{self.verb} {self.first.isoformat()} {self.last.isoformat()}"
        return f"{self.verb} {self.text}".strip()


class LineError(Exception):
    """A line that cannot be understood; its first argument is the code."""


@dataclass(frozen=True, slots=True)
class ParseProblem:
    """Why nothing is done: a stable code, and the line it is about (numbered from 1).

    Codes: "nothing_typed", "nothing_asked" (politeness alone), "not_understood" (no command and no
    move), "after_text" (the same below a message or note), "two_dates" (a leave needs two days),
    "bad_date", "dates_reversed", "text_missing" (nothing after note, msg, claim, appeal),
    "bad_reason" (behind decline), "unknown_language", "words_after" (a command followed by words
    that do not belong to it), and those of `games.orders` ("order_needs_then", "turn_first", …).
    """

    code: str
    line: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """Everything that was typed: commands in order, or the error because of which none is done.

    `left_out` holds polite sentences below a message that may have been meant as its next lines.
    """

    commands: tuple[Command, ...] = ()
    problem: ParseProblem | None = None
    left_out: tuple[str, ...] = ()


def verb_of(spelling: str) -> Verb:
    """Return what a command asked for, without its words; what begins with no verb is a move."""
    asked = (verb for verb in Verb if f"{spelling} ".startswith(f"{verb} "))
    return max(asked, key=len, default=Verb.MOVE)


def match_text(commands: Iterable[Command]) -> str:
    """Return the commands about a match, as `games.services.play.commands.carry_out` reads them.

    The move comes first there, even where somebody has said something before it.
    """
    found = [each for each in commands if each.verb in AT_MATCH]
    found.sort(key=lambda each: each.verb is not Verb.MOVE)
    return "\n".join(each.spelling for each in found)
