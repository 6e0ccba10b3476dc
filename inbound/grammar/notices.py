"""Whether a message is a notice of absence: it bears its marks and asks for nothing."""

from __future__ import annotations

from typing import Final

from inbound.grammar.values import Parsed, Verb
from inbound.reading.absence import ABSENT, AUTOMATIC, INSTEAD, SUBJECT, is_likely_absence

_DAYS: Final = frozenset({"two_dates", "bad_date", "dates_reversed"})
_SURE: Final = frozenset({AUTOMATIC, INSTEAD, SUBJECT})


def is_notice(marks: frozenset[str], parsed: Parsed) -> bool:
    """Whether to leave a message unanswered; ``marks`` are those of `inbound.reading.absence`.

    A text with a command is by a person, unless "I am on leave from … to …" is among phrases of
    notices. Days of a leave that cannot be read are a question of a person, unless there is more.
    """
    if not is_likely_absence(marks):
        return False
    sure = bool(marks & _SURE)
    if parsed.fault is None:
        leaves = all(command.verb is Verb.LEAVE for command in parsed.commands)
        return leaves and sure and ABSENT in marks
    if parsed.fault.code in _DAYS:
        return sure
    return True
