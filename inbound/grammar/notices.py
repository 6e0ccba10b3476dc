"""Whether a message is a notice of absence: it bears its marks and asks for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inbound.grammar.keywords import CHATTER
from inbound.grammar.lookup import keyword_at
from inbound.grammar.text_cleanup import strip_wrapping
from inbound.grammar.values import Parsed, Verb
from inbound.reading.absence import ABSENT, AUTOMATIC, INSTEAD, SUBJECT, is_likely_absence
from inbound.reading.values import Reading

_DAYS: Final = frozenset({"two_dates", "bad_date", "dates_reversed"})
_SURE: Final = frozenset({AUTOMATIC, INSTEAD, SUBJECT})
_LOOKED_AT: Final = 60  # lines
_BY_PEOPLE: Final = frozenset(
    {
        Verb.RESIGN, Verb.TIE, Verb.ACCEPT, Verb.DECLINE, Verb.MSG, Verb.CLAIM, Verb.APPEAL,
        Verb.ENTER, Verb.WITHDRAW, Verb.CANCEL_LEAVE, Verb.CANCEL_ORDERS, Verb.REMATCH,
    }
)  # fmt: skip


def is_notice(marks: frozenset[str], parsed: Parsed, typed: Sequence[str] = ()) -> bool:
    """Whether a message looks like a notice; ``marks`` are those of `inbound.reading.absence`.

    A text with a command is by a person, unless "I am on leave from … to …" is among phrases of
    notices, and so is one of whose lines begins with a command that no notice has, even where the
    rest is not understood. Days of a leave that cannot be read are a question of a person, unless
    there is more.
    """
    if not is_likely_absence(marks):
        return False
    sure = bool(marks & _SURE)
    if parsed.problem is None:
        leaves = all(command.verb is Verb.LEAVE for command in parsed.commands)
        return leaves and sure and ABSENT in marks
    if parsed.problem.code in _DAYS:
        return sure
    return not any(_asks(line) for line in typed[:_LOOKED_AT])


def speaks_of_absence(reading: Reading, parsed: Parsed) -> bool:
    """Whether a subject, or a text that asks for nothing, is that of a program."""
    away = parsed.problem is not None and (bool(reading.absence) or reading.is_in_bulk)
    return away or "subject: away" in reading.marks


def _asks(line: str) -> bool:
    """Whether a line begins with a command as only people write it."""
    found = keyword_at(strip_wrapping(line))
    if found is None or found.verb not in _BY_PEOPLE or found.phrase in CHATTER:
        return False
    colon = found.rest.lstrip().startswith(":")
    return found.verb is not Verb.MSG or colon or found.phrase == "msg"
