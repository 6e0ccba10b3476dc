"""Parses what follows a keyword: nothing, free text, dates, a name, a title or an order."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from inbound.grammar.courtesies import is_courtesy
from inbound.grammar.days import BadDate, parse_day, parse_days, parse_span
from inbound.grammar.keywords import (
    FREE_TEXT_VERBS,
    LANGUAGES,
    OBJECTS,
    QUERY_VERBS,
    STANDALONE_VERBS,
    SUBJECTS,
)
from inbound.grammar.lookup import (
    Keyword,
    mentions_keyword,
    parse_leading_name,
    strip_please,
    translate_words,
)
from inbound.grammar.reasons import parse_reason
from inbound.grammar.standing import translate_standing_order
from inbound.grammar.text_cleanup import strip_symbols
from inbound.grammar.values import Command, LineError, Verb
from inbound.reading.text import fold_text

# May mean "unsubscribe" or "withdraw", unless the rest of the line tells.
AMBIGUOUS_PHRASES: Final = frozenset(
    {"abmelden", "abmeldung", "desinscription", "se desinscrire",
     "disiscrizione", "disiscrivi", "disiscrivimi"}
)  # fmt: skip
_EVENTS: Final = frozenset(
    {"tournament", "season", "turnier", "saison", "tournoi", "torneo", "stagione"}
)
_EMAILS: Final = frozenset({"e-mail", "e-mails", "email", "emails", "mail", "mails"})
_ANSWER_VERBS: Final = frozenset({Verb.ACCEPT, Verb.DECLINE})
_SEPARATORS: Final = tuple(",;.!?–-")  # separates a command from other words
_TITLE_DECORATION: Final = ' :.!?…"“”„«»'


def parse_keyword(keyword: Keyword) -> Command:
    """Return the command of a keyword and the rest of its line; raises LineError."""
    verb, rest = keyword.verb, keyword.rest.strip()
    if keyword.phrase in AMBIGUOUS_PHRASES:
        return _parse_bare(_stop_or_withdraw(fold_text(rest)), rest)
    if verb in FREE_TEXT_VERBS:
        return _parse_free_text(verb, rest)
    read = _PARSERS.get(verb)
    found = read(verb, rest) if read is not None else _parse_bare(verb, rest)
    return replace(found, subject=_parse_subject(keyword)) if verb in _ANSWER_VERBS else found


def _parse_subject(keyword: Keyword) -> str:
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


def _parse_free_text(verb: Verb, rest: str) -> Command:
    text = rest.lstrip(":–- ").strip()
    if not text:
        raise LineError("text_missing")
    return Command(verb, text)


def _parse_leave(verb: Verb, rest: str) -> Command:
    try:
        first, last = parse_days(fold_text(rest.lstrip(":")))
    except BadDate as error:
        raise LineError(str(error)) from None
    return Command(verb, first=first, last=last)


def _parse_pause(verb: Verb, rest: str) -> Command:
    """Read the end of a pause: a day, or a number of days from now."""
    text = strip_please(fold_text(rest.strip(" :.!?")))
    if days := parse_span(text):
        return Command(verb, f"{days} days", days=days)
    try:
        last = parse_day(text)
    except BadDate:
        raise LineError("no_pause_end") from None
    return Command(verb, f"until {last.isoformat()}", last=last)


def _parse_challenge(verb: Verb, rest: str) -> Command:
    if not is_only_polite(rest.partition(",")[2]):
        raise LineError("words_after")
    return Command(verb, parse_leading_name(rest))


def _parse_decline(verb: Verb, rest: str) -> Command:
    """Read an optional reason for declining."""
    if is_only_polite(rest):
        return _parse_bare(verb, rest)
    named, _comma, behind = rest.rpartition(",")
    reason = parse_reason(named if named and is_only_polite(behind) else rest)
    if reason is None or rest.endswith("?"):
        raise LineError("bad_reason")
    return Command(verb, reason)


def _parse_cancel_orders(verb: Verb, rest: str) -> Command:
    """Read the order to cancel; without one, all are cancelled."""
    if is_only_polite(rest):
        return _parse_bare(verb, rest)
    return Command(verb, translate_words(translate_standing_order(rest.lstrip(" :"))).strip(" .!"))


def _parse_standings(verb: Verb, rest: str) -> Command:
    """Read an optional event title."""
    if rest.startswith(_SEPARATORS) or is_only_polite(rest):
        return _parse_bare(verb, rest)
    return Command(verb, rest.strip(_TITLE_DECORATION))


def _parse_rules(verb: Verb, rest: str) -> Command:
    """Read an optional game name; without one, the game of the match is meant."""
    if rest.startswith(_SEPARATORS) or is_only_polite(rest):
        return _parse_bare(verb, rest)
    if not is_only_polite(rest.partition(",")[2]):
        raise LineError("words_after")
    return Command(verb, parse_leading_name(rest))


def _parse_language(verb: Verb, rest: str) -> Command:
    words = strip_please(fold_text(rest.strip(" :.!–-"))).split()
    if len(words) == 2 and words[0] in ("to", "auf", "zu", "en", "in"):
        words = words[1:]
    code = LANGUAGES.get(" ".join(words).strip(" ,.!"))
    if code is None:
        raise LineError("unknown_language")
    return Command(verb, code)


def _parse_bare(verb: Verb, rest: str) -> Command:
    """Return a command without arguments; LineError if other words follow it."""
    asked = rest.rstrip(" .!:").endswith("?")
    if asked and verb not in QUERY_VERBS:
        raise LineError("not_understood")
    if verb in STANDALONE_VERBS and not is_only_polite(rest):
        raise LineError("words_after")
    return Command(verb)


_PARSERS: Final = {
    Verb.LEAVE: _parse_leave,
    Verb.DECLINE: _parse_decline,
    Verb.CHALLENGE: _parse_challenge,
    Verb.CANCEL_ORDERS: _parse_cancel_orders,
    Verb.STANDINGS: _parse_standings,
    Verb.RULES: _parse_rules,
    Verb.PAUSE: _parse_pause,
    Verb.LANGUAGE: _parse_language,
}


def is_only_polite(rest: str) -> bool:
    """Whether the rest of a line consists only of polite words."""
    text = strip_symbols(rest).strip(" .!?:,;…-")
    named, _comma, behind = text.partition(",")
    words = strip_please(fold_text(named)).replace("l'", " ").split()
    said = (behind if all(word.strip(".!?") in OBJECTS for word in words) else text).strip()
    start = fold_text(said)
    return not strip_please(start) or (is_courtesy(said) and not mentions_keyword(start))
