"""Decides whether a message is an out-of-office notice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inbound.grammar.keywords import EVERYDAY_WORDS
from inbound.grammar.lookup import find_keyword
from inbound.grammar.text_cleanup import strip_wrapping
from inbound.grammar.values import Parsed, Verb
from inbound.reading.absence import ABSENT, AUTOMATIC, INSTEAD, SUBJECT, is_likely_absence
from inbound.reading.values import Reading

_DATE_ERRORS: Final = frozenset({"two_dates", "bad_date", "dates_reversed"})
_CONCLUSIVE_MARKS: Final = frozenset({AUTOMATIC, INSTEAD, SUBJECT})
_MAX_CHECKED_LINES: Final = 60  # lines
_PERSONAL_VERBS: Final = frozenset(
    {
        Verb.RESIGN, Verb.TIE, Verb.ACCEPT, Verb.DECLINE, Verb.MSG, Verb.CLAIM, Verb.APPEAL,
        Verb.ENTER, Verb.WITHDRAW, Verb.CANCEL_LEAVE, Verb.CANCEL_ORDERS, Verb.REMATCH,
    }
)  # fmt: skip


def is_notice(marks: frozenset[str], parsed: Parsed, typed: Sequence[str] = ()) -> bool:
    """Whether a message is an out-of-office notice; ``marks`` are from `inbound.reading.absence`.

    A text with a command comes from a person, unless it is "I am on leave from … to …" among
    phrases of notices. So does a text in which a line starts with a command that notices do not
    contain, even if the rest is not understood. Unreadable dates of a leave count as a person's
    mistake unless other marks make the notice certain.
    """
    if not is_likely_absence(marks):
        return False
    sure = bool(marks & _CONCLUSIVE_MARKS)
    if parsed.problem is None:
        leaves = all(command.verb is Verb.LEAVE for command in parsed.commands)
        return leaves and sure and ABSENT in marks
    if parsed.problem.code in _DATE_ERRORS:
        return sure
    return not any(_is_personal_command(line) for line in typed[:_MAX_CHECKED_LINES])


def mentions_absence(reading: Reading, parsed: Parsed) -> bool:
    """Whether the subject, or a text without commands, comes from an autoresponder."""
    away = parsed.problem is not None and (bool(reading.absence) or reading.is_bulk)
    return away or "subject: away" in reading.marks


def _is_personal_command(line: str) -> bool:
    """Whether a line starts with a command that only people write."""
    found = find_keyword(strip_wrapping(line))
    if found is None or found.verb not in _PERSONAL_VERBS or found.phrase in EVERYDAY_WORDS:
        return False
    colon = found.rest.lstrip().startswith(":")
    return found.verb is not Verb.MSG or colon or found.phrase == "msg"
