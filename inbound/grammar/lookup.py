"""Finds keywords of all languages in a line."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from inbound.grammar.keywords import (
    ARTICLES,
    CLAIM_WORDS,
    COLON_ONLY,
    CONNECTIVES,
    EVERYDAY_WORDS,
    FREE_TEXT_VERBS,
    KEYWORDS,
    PLEASE,
    QUERY_VERBS,
)
from inbound.grammar.values import Verb
from inbound.reading.text import fold_text

_BY_PHRASE: Final = {phrase: verb for verb, phrases in KEYWORDS.items() for phrase in phrases}
_MAX_WORDS: Final = max(phrase.count(" ") + 1 for phrase in _BY_PHRASE)
_WORD: Final = re.compile(r"[^\s:;,.!?…]+[.]?|\?")
_PLAIN: Final = re.compile(r"[^\s:;,.!?…]+|\?")
_CONNECTIVE_SPELLINGS: Final = {
    word: spelled for spelled, words in CONNECTIVES.items() for word in words
}
_SEPARABLE_VERBS: Final = (  # German separable verbs
    (re.compile(r"ich nehme (die|das|den|dein|deine|deinen|diese) \w+ an"), Verb.ACCEPT),
    (re.compile(r"ich lehne (die|das|den|dein|deine|deinen|diese) \w+ ab"), Verb.DECLINE),
)
_MESSAGE: Final = frozenset({"message", "nachricht", "mitteilung", "messaggio"})
_RECEIVED: Final = re.compile(
    r"((has been|was|is|wurde|ist|habe ich|a ete|est|e stato) )?(bien |well |gut |safely )?"
    r"(received|arrived|understood|got it|erhalten|angekommen|bekommen|verstanden|recue?|compris"
    r"|ricevuto|arrivato|capito)(?!\w)"
)
_FAME: Final = re.compile(r" to fame\b", re.I)
_POLITELY: Final = re.compile(
    r"\s*(?:(?:please|pls|bitte|s['’]il (?:vous|te) pla[iî]t|svp|stp|per favore|per piacere"
    r"|prego|my|the|mein|mon)[ ,]+){1,2}(?=\S)", re.I,
)  # fmt: skip
_OFFER_VERBS: Final = frozenset({Verb.RESIGN, Verb.TIE})
_WORD_END: Final = re.compile(r"[\s:;,.!?…–-]|$")


class Keyword(NamedTuple):
    """A command at the start of a line, the phrase used, and the rest of the line."""

    verb: Verb
    phrase: str
    rest: str


def find_keyword(text: str) -> Keyword | None:
    """Return the longest keyword that starts the line."""
    words = list(_PLAIN.finditer(text))[:_MAX_WORDS]
    for count in range(len(words), 0, -1):
        end = words[count - 1].end()
        phrase = fold_text(text[words[0].start() : end])
        verb = _BY_PHRASE.get(phrase)
        if verb is None or text[: words[0].start()].strip() or not _WORD_END.match(text, end):
            continue
        rest = text[end:]
        if _is_not_command(verb, phrase, rest):
            continue
        if text[words[0].start() : end].lower() == "sì":
            continue
        return Keyword(verb, phrase, rest)
    whole = fold_text(text).strip(" .!")
    for pattern, verb in _SEPARABLE_VERBS:
        if pattern.fullmatch(whole):
            return Keyword(verb, whole, "")
    yes = re.fullmatch(r"\s*(s[iì])[ .!]*", text, re.I)
    return Keyword(Verb.ACCEPT, "si", "") if yes else None


def _is_not_command(verb: Verb, phrase: str, rest: str) -> bool:
    """Whether the words after an everyday word show that it is not a command."""
    if phrase in EVERYDAY_WORDS and strip_please(fold_text(rest.strip(" .!,;…"))):
        return True
    if verb in FREE_TEXT_VERBS and (
        (phrase == "claim" and _FAME.match(rest)) or says_received(phrase, rest)
    ):
        return True
    if phrase in COLON_ONLY and not rest.lstrip().startswith(":"):
        return True
    return verb is Verb.CHALLENGE and not parse_leading_name(rest)


def says_received(phrase: str, rest: str) -> bool:
    """Whether the text says that a message has arrived: "message received"."""
    return phrase in _MESSAGE and _RECEIVED.match(fold_text(rest[:60])) is not None


def find_polite_question(text: str) -> Keyword | None:
    """Find a request for information after "please": "please help", "bitte Status"."""
    polite = _POLITELY.match(text)
    found = find_keyword(text[polite.end() :]) if polite else None
    return found if found is not None and found.verb in QUERY_VERBS - {Verb.TIE} else None


def parse_leading_name(rest: str) -> str:
    """Return the name after a command, up to a comma."""
    return rest.partition(",")[0].strip(" :.!?;–-")


_CONSEQUENTIAL_VERBS: Final = (
    Verb.RESIGN, Verb.TIE, Verb.ACCEPT, Verb.DECLINE, Verb.WITHDRAW, Verb.ENTER, Verb.LEAVE,
    Verb.CLAIM, Verb.APPEAL, Verb.STOP, Verb.CANCEL_LEAVE, Verb.CANCEL_ORDERS, Verb.TAKE_BACK,
)  # fmt: skip
_CONSEQUENTIAL_PHRASE: Final = re.compile(
    "|".join(
        rf"(?<!\w){re.escape(phrase)}(?!\w)"
        for verb in _CONSEQUENTIAL_VERBS
        for phrase in sorted(KEYWORDS[verb], key=len, reverse=True)
        if phrase not in EVERYDAY_WORDS and phrase[-1].isalpha()
    )
)


def parse_claim(text: str) -> tuple[str, str]:
    """Return what is claimed ("win", "tie", "time" or "") and the words that follow."""
    rest = text.strip().removeprefix("l'").removeprefix("l’")
    for _word in range(2):
        first, _blank, behind = rest.partition(" ")
        word = fold_text(first).strip(" .,:;!")
        if word in CLAIM_WORDS:
            return CLAIM_WORDS[word], behind.strip()
        if word not in ARTICLES:
            break
        rest = behind.strip()
    return "", text


def mentions_keyword(start: str) -> bool:
    """Whether folded text that looks polite contains a keyword with consequences."""
    return _CONSEQUENTIAL_PHRASE.search(start[:400]) is not None


def translate_words(text: str) -> str:
    """Replace keywords in a line by the games' spelling, up to the first free text."""
    parts: list[str] = []
    at = 0
    for word in _PLAIN.finditer(text):
        if word.start() < at:
            continue
        parts.append(text[at : word.start()])
        spelled = _game_spelling(text, word)
        if spelled in ("note", "msg"):
            return "".join(parts) + f"{spelled} " + text[word.end() :].lstrip(" :")
        parts.append(spelled or word[0])
        at = word.end()
    return "".join(parts) + text[at:]


def find_free_text(text: str) -> int:
    """Return the offset of the first keyword for free text, the length of the line if none."""
    begins = find_keyword(text)
    if begins is not None and begins.verb in FREE_TEXT_VERBS:
        return 0
    for word in _PLAIN.finditer(text):
        verb = _BY_PHRASE.get(fold_text(word[0]))
        if verb in FREE_TEXT_VERBS and (
            verb not in (Verb.NOTE, Verb.MSG) or _game_spelling(text, word)
        ):
            return word.start()
    return len(text)


def _game_spelling(text: str, word: re.Match[str]) -> str:
    """Return the games' spelling of a word, "" if they have none."""
    start = fold_text(word[0])
    if start in _CONNECTIVE_SPELLINGS:
        return _CONNECTIVE_SPELLINGS[start]
    verb = _BY_PHRASE.get(start)
    colon = text[word.end() :].lstrip().startswith(":")
    if says_received(start, text[word.end() :]):
        return ""
    if (
        verb in FREE_TEXT_VERBS
        and verb in (Verb.NOTE, Verb.MSG)
        and (start not in COLON_ONLY or colon)
    ):
        return str(verb)
    return str(verb) if verb in _OFFER_VERBS else ""


def strip_please(start: str) -> str:
    """Return folded text without "please" and filler words."""
    words = start.split()
    text = " ".join(words)
    for phrase in PLEASE:
        text = re.sub(rf"(^|\s){re.escape(phrase)}(?=\s|$)", " ", text)
    return " ".join(text.split())
