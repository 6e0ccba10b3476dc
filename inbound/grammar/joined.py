"""Two commands in one unambiguous sentence: "No, thanks. b2", "b2 and a draw"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from inbound.grammar.lookup import find_keyword
from inbound.grammar.values import Command, Verb

ReadCommands = Callable[[str], list[Command] | None]

_ANSWER: Final = re.compile(
    r"(?:(?P<yes>yes|ja|oui|s[iì])|no|nein|non)"
    r"(?P<thanks>,? ?(?:thanks|thank you|danke|merci|grazie))?"
    r"(?:\s*[,.!;:…–—-]+\s*(?P<rest>.*)|\s*$)",
    re.I,
)
_STOP: Final = re.compile(r"\s*(?:[.!;,:…]+|[–—-])\s+")
_NO: Final = re.compile(r"no|nein|non", re.I)
_AND: Final = re.compile(r"(?P<turn>.+)\s(?:and|und|et|e|&|\+)\s+(?P<offer>.+)", re.I)
_OFFER_RECIPIENT: Final = re.compile(  # the person to whom a draw is offered
    r"(?:(?<=\boffer )|(?<=\bbiete ))(?:you|dir|euch|ihnen)\s+"
    r"|\b(?:te|vous|ti|vi)\s+(?=(?:propos|offr|propon)\w)",
    re.I,
)
_MAX_LENGTH: Final = 200  # characters of such a sentence
_YES: Final = frozenset({Verb.ACCEPT, Verb.ENTER})


def parse_joined(text: str, read: ReadCommands) -> list[Command] | None:
    """Return both commands of such a sentence, else None.

    ``read`` must not call this function again: parsing would take exponential time.
    """
    if len(text) > _MAX_LENGTH:
        return None
    return _parse_answer(text, read) or _parse_decline(text, read) or _parse_offer(text, read)


def _parse_answer(text: str, read: ReadCommands) -> list[Command] | None:
    """Read yes or no followed by the same answer, or "no, thanks" followed by a move."""
    found = _ANSWER.fullmatch(text.strip())
    if found is None or not (found["rest"] or found["thanks"]):
        return None
    behind = read(found["rest"]) if found["rest"] else []
    verbs = [each.verb for each in behind or ()]
    if found["yes"]:
        if verbs == [Verb.TIE] and not text.rstrip(" .!").endswith("?") and not found["thanks"]:
            return [Command(Verb.ACCEPT, subject="tie")]
        return behind if len(verbs) == 1 and verbs[0] in _YES and not found["thanks"] else None
    if found["thanks"] and behind is not None and set(verbs) <= {Verb.MOVE}:
        return [Command(Verb.DECLINE), *behind]
    return behind if verbs == [Verb.DECLINE] else None


def _parse_decline(text: str, read: ReadCommands) -> list[Command] | None:
    """Read "I decline the draw. b2", but not "No, b2"."""
    head, _stop, rest = _STOP.sub("\n", text.strip(), count=1).partition("\n")
    keyword = find_keyword(head) if rest and not _NO.fullmatch(head) else None
    if keyword is None or keyword.verb is not Verb.DECLINE:
        return None
    said, turn = read(head) or [], read(rest)
    if [each.spelling for each in said] != [str(Verb.DECLINE)]:
        return None
    return [*said, *turn] if turn and all(each.verb is Verb.MOVE for each in turn) else None


def _parse_offer(text: str, read: ReadCommands) -> list[Command] | None:
    """Read a move followed by "and" and a draw offer."""
    found = _AND.fullmatch(text.strip())
    if found is None:
        return None
    offer = read(_OFFER_RECIPIENT.sub("", found["offer"], count=1))
    if offer is None or [each.verb for each in offer] != [Verb.TIE]:
        return None
    turn = read(found["turn"])
    return [*turn, *offer] if turn and all(each.verb is Verb.MOVE for each in turn) else None
