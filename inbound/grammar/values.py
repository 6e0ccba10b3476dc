from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Verb(StrEnum):
    """A command; the value is its English spelling."""

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


MATCH_VERBS = (
    Verb.MOVE,
    Verb.IF,
    Verb.STANDING,
    Verb.DRAFT,
    Verb.TIE,
    Verb.RESIGN,
    Verb.NOTE,
    Verb.MSG,
)

BINDING_VERBS = frozenset({Verb.RESIGN, Verb.TIE, Verb.ACCEPT, Verb.ENTER, Verb.WITHDRAW})


@dataclass(frozen=True, slots=True)
class Command:
    """One command of an e-mail.

    `text` is what follows the verb: a move as typed, the text of a note, message, claim or appeal,
    a player's name, a tournament's title, the order to cancel, a game, or the reason for declining.
    `subject` is what "accept" or "decline" refers to: "tie", "take_back", "pause", "challenge",
    "invitation" or "". `first` and `last` are the days of a leave, inclusive; a pause has a last
    day or a number of `days`. `line` is the number of the typed line, from 1. `spelling` is the
    canonical English form.
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
        if self.verb in (Verb.MOVE, Verb.STANDING):
            return self.text
        if self.first and self.last:
            return f"{self.verb} {self.first.isoformat()} {self.last.isoformat()}"
        return f"{self.verb} {self.text}".strip()


class LineError(Exception):
    """A line that cannot be understood; its first argument is the error code."""


@dataclass(frozen=True, slots=True)
class ParseProblem:
    """Why an e-mail has no effect: a stable code and the line (from 1) that caused it.

    Codes: "nothing_typed", "nothing_asked" (only polite words), "not_understood" (no command and no
    move), "after_text" (the same below a message or note), "two_dates" (a leave needs two days),
    "bad_date", "dates_reversed", "text_missing" (nothing after note, msg, claim, appeal),
    "bad_reason" (for declining), "unknown_language", "words_after" (unexpected words after a
    command), and those of `games.orders` ("order_needs_then", "turn_first", …).
    """

    code: str
    line: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The commands in order, or the error that prevents all of them.

    `left_out` holds polite sentences below a message that may have been meant as part of it.
    """

    commands: tuple[Command, ...] = ()
    problem: ParseProblem | None = None
    left_out: tuple[str, ...] = ()


def parse_verb(spelling: str) -> Verb:
    """Return the verb of a spelled command; a text that starts with no verb is a move."""
    asked = (verb for verb in Verb if f"{spelling} ".startswith(f"{verb} "))
    return max(asked, key=len, default=Verb.MOVE)


def match_text(commands: Iterable[Command]) -> str:
    """Return the commands of a match as `games.services.play.commands.carry_out` expects them.

    Moves come first, even if the e-mail has a message before them.
    """
    found = [each for each in commands if each.verb in MATCH_VERBS]
    found.sort(key=lambda each: each.verb is not Verb.MOVE)
    return "\n".join(each.spelling for each in found)
