"""Parses what follows a keyword: nothing, free text, dates, a name, a title or an order."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from inbound.grammar.courtesies import is_courtesy
from inbound.grammar.days import BadDate, parse_day, parse_days, parse_span
from inbound.grammar.keywords import ALONE, ASKING, FREE, LANGUAGES, OBJECTS, SUBJECTS
from inbound.grammar.lookup import (
    Keyword,
    leading_name,
    mentions_keyword,
    strip_please,
    translate_words,
)
from inbound.grammar.reasons import parse_reason
from inbound.grammar.standing import translate_standing_order
from inbound.grammar.text_cleanup import strip_symbols
from inbound.grammar.values import Command, LineError, Verb
from inbound.reading.text import fold_text

# May mean "unsubscribe" or "withdraw", unless the rest of the line tells.
UNCLEAR: Final = frozenset(
    {"abmelden", "abmeldung", "desinscription", "se desinscrire",
     "disiscrizione", "disiscrivi", "disiscrivimi"}
)  # fmt: skip
_EVENTS: Final = frozenset(
    {"tournament", "season", "turnier", "saison", "tournoi", "torneo", "stagione"}
)
_EMAILS: Final = frozenset({"e-mail", "e-mails", "email", "emails", "mail", "mails"})
_ANSWERS: Final = frozenset({Verb.ACCEPT, Verb.DECLINE})
_APART: Final = tuple(",;.!?–-")  # separates a command from other words
_TITLE_DECORATION: Final = ' :.!?…"“”„«»'


def parse_keyword(keyword: Keyword) -> Command:
    """Return the command of a keyword and the rest of its line; raises LineError."""
    verb, rest = keyword.verb, keyword.rest.strip()
    if keyword.phrase in UNCLEAR:
        return _alone(_stop_or_withdraw(fold_text(rest)), rest)
    if verb in FREE:
        return _free(verb, rest)
    read = _READERS.get(verb)
    found = read(verb, rest) if read is not None else _alone(verb, rest)
    return replace(found, subject=_subject(keyword)) if verb in _ANSWERS else found


def _subject(keyword: Keyword) -> str:
    """Return what "accept" or "decline" refers to, "" if the line does not say."""
    words = re.findall(r"[\w-]+", fold_text(f"{keyword.phrase} {keyword.rest}").replace("l'", " "))
    named = {SUBJECTS[word] for word in words if word in SUBJECTS}
    if len(named) > 1:
        raise LineError("not_understood")
    return named.pop() if named else ""


def _stop_or_withdraw(rest: str) -> Verb:
    """Resolve an ambiguous keyword: does it cancel e-mails or an entry to an event?"""
    words = set(re.findall(r"[\w-]+", rest))
    if bool(words & _EVENTS) is bool(words & _EMAILS):
        raise LineError("stop_or_withdraw")
    return Verb.WITHDRAW if words & _EVENTS else Verb.STOP


def _free(verb: Verb, rest: str) -> Command:
    text = rest.lstrip(":–- ").strip()
    if not text:
        raise LineError("text_missing")
    return Command(verb, text)


def _leave(verb: Verb, rest: str) -> Command:
    try:
        first, last = parse_days(fold_text(rest.lstrip(":")))
    except BadDate as error:
        raise LineError(str(error)) from None
    return Command(verb, first=first, last=last)


def _pause(verb: Verb, rest: str) -> Command:
    """Read the end of a pause: a day, or a number of days from now."""
    text = strip_please(fold_text(rest.strip(" :.!?")))
    if days := parse_span(text):
        return Command(verb, f"{days} days", days=days)
    try:
        last = parse_day(text)
    except BadDate:
        raise LineError("no_pause_end") from None
    return Command(verb, f"until {last.isoformat()}", last=last)


def _challenge(verb: Verb, rest: str) -> Command:
    if not is_only_polite(rest.partition(",")[2]):
        raise LineError("words_after")
    return Command(verb, leading_name(rest))


def _decline(verb: Verb, rest: str) -> Command:
    """Read an optional reason for declining."""
    if is_only_polite(rest):
        return _alone(verb, rest)
    named, _comma, behind = rest.rpartition(",")
    reason = parse_reason(named if named and is_only_polite(behind) else rest)
    if reason is None or rest.endswith("?"):
        raise LineError("bad_reason")
    return Command(verb, reason)


def _cancel_orders(verb: Verb, rest: str) -> Command:
    """Read the order to cancel; without one, all are cancelled."""
    if is_only_polite(rest):
        return _alone(verb, rest)
    return Command(verb, translate_words(translate_standing_order(rest.lstrip(" :"))).strip(" .!"))


def _standings(verb: Verb, rest: str) -> Command:
    """Read an optional event title."""
    if rest.startswith(_APART) or is_only_polite(rest):
        return _alone(verb, rest)
    return Command(verb, rest.strip(_TITLE_DECORATION))


def _rules(verb: Verb, rest: str) -> Command:
    """Read an optional game name; without one, the game of the match is meant."""
    if rest.startswith(_APART) or is_only_polite(rest):
        return _alone(verb, rest)
    if not is_only_polite(rest.partition(",")[2]):
        raise LineError("words_after")
    return Command(verb, leading_name(rest))


def _language(verb: Verb, rest: str) -> Command:
    words = strip_please(fold_text(rest.strip(" :.!–-"))).split()
    if len(words) == 2 and words[0] in ("to", "auf", "zu", "en", "in"):
        words = words[1:]
    code = LANGUAGES.get(" ".join(words).strip(" ,.!"))
    if code is None:
        raise LineError("unknown_language")
    return Command(verb, code)


def _alone(verb: Verb, rest: str) -> Command:
    """Return a command without arguments; LineError if other words follow it."""
    asked = rest.rstrip(" .!:").endswith("?")
    if asked and verb not in ASKING:
        raise LineError("not_understood")
    if verb in ALONE and not is_only_polite(rest):
        raise LineError("words_after")
    return Command(verb)


_READERS: Final = {
    Verb.LEAVE: _leave,
    Verb.DECLINE: _decline,
    Verb.CHALLENGE: _challenge,
    Verb.CANCEL_ORDERS: _cancel_orders,
    Verb.STANDINGS: _standings,
    Verb.RULES: _rules,
    Verb.PAUSE: _pause,
    Verb.LANGUAGE: _language,
}


def is_only_polite(rest: str) -> bool:
    """Whether the rest of a line consists only of polite words."""
    text = strip_symbols(rest).strip(" .!?:,;…-")
    named, _comma, behind = text.partition(",")
    words = strip_please(fold_text(named)).replace("l'", " ").split()
    said = (behind if all(word.strip(".!?") in OBJECTS for word in words) else text).strip()
    start = fold_text(said)
    return not strip_please(start) or (is_courtesy(said) and not mentions_keyword(start))
