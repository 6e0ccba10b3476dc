"""Reasons for declining a challenge, in four languages; the same ones as on the website."""

from __future__ import annotations

from typing import Final

from inbound.grammar.keywords import OBJECTS
from inbound.grammar.lookup import strip_please
from inbound.grammar.text_cleanup import strip_symbols
from inbound.reading.text import fold_text

_TABLE: Final = {
    "": "no reason, kein grund, sans raison, nessun motivo",
    "busy": (
        "busy, too busy, i am busy, i'm busy, i am too busy, i'm too busy, no time, i have no "
        "time, too many matches, too many games, enough matches, enough games, i have enough "
        "matches, i have enough games, i have enough matches at the moment, genug partien, zu "
        "viele partien, ich habe genug partien, ich habe im moment genug partien, ich habe "
        "zurzeit genug partien, keine zeit, ich habe keine zeit, zu wenig zeit, assez de "
        "parties, trop de parties, j'ai assez de parties, j'ai assez de parties en ce moment, "
        "j'ai deja assez de parties, pas le temps, je n'ai pas le temps, trop occupe, trop "
        "occupee, abbastanza partite, troppe partite, ho abbastanza partite, ho gia abbastanza "
        "partite, in questo momento ho abbastanza partite, al momento ho abbastanza partite, "
        "niente tempo, non ho tempo, troppo occupato, troppo occupata"
    ),
    "game": (
        "other game, another game, i'd rather play another game, i would rather play another "
        "game, anderes spiel, ein anderes spiel, lieber ein anderes spiel, ich spiele lieber "
        "ein anderes spiel, ich mochte lieber ein anderes spiel, ich mochte lieber etwas "
        "anderes spielen, autre jeu, un autre jeu, je prefere un autre jeu, je prefererais un "
        "autre jeu, je prefererais jouer a un autre jeu, altro gioco, un altro gioco, "
        "preferisco un altro gioco, preferirei un altro gioco"
    ),
    "pace": (
        "pace, time control, other pace, another pace, other time control, another time "
        "control, i'd like another time control, bedenkzeit, andere bedenkzeit, eine andere "
        "bedenkzeit, lieber eine andere bedenkzeit, ich mochte eine andere bedenkzeit, ich "
        "hatte lieber eine andere bedenkzeit, cadence, autre cadence, une autre cadence, je "
        "prefere une autre cadence, je prefererais une autre cadence, tempo di riflessione, "
        "altro tempo, altro tempo di riflessione, un altro tempo di riflessione, preferisco un "
        "altro tempo di riflessione, vorrei un altro tempo di riflessione, preferirei un altro "
        "tempo di riflessione"
    ),
    "terms": (
        "terms, other terms, i'd like other terms, bedingungen, andere bedingungen, ich mochte "
        "andere bedingungen, lieber andere bedingungen, ich hatte lieber andere bedingungen, "
        "conditions, autres conditions, d'autres conditions, je prefere d'autres conditions, je "
        "prefererais d'autres conditions, condizioni, altre condizioni, preferisco altre "
        "condizioni, vorrei altre condizioni, preferirei altre condizioni"
    ),
}
_REASONS: Final = {
    strip_please(phrase): reason
    for reason, phrases in _TABLE.items()
    for phrase in phrases.split(", ")
}
_BECAUSE: Final = ("because", "as", "reason", "grund", "denn", "parce que", "car", "raison")
_SPELLED: Final = {
    "en": "busy | other game | other time control | other terms",
    "de": "genug Partien | anderes Spiel | andere Bedenkzeit | andere Bedingungen",
    "fr": "assez de parties | autre jeu | autre cadence | autres conditions",
    "it": "abbastanza partite | altro gioco | altro tempo di riflessione | altre condizioni",
}
REASON_SPELLINGS: Final[dict[str, dict[str, str]]] = {
    language: dict(zip(filter(None, _TABLE), words.split(" | "), strict=True))
    for language, words in _SPELLED.items()
}


def parse_reason(rest: str) -> str | None:
    """Return the reason after “decline”, with or without the object; None if unknown."""
    text = fold_text(strip_symbols(rest)).strip(" .!:,;–-…")
    named, _comma, behind = text.partition(",")
    if behind and all(word in OBJECTS for word in named.split()):
        text = behind
    text = strip_please(text).strip(" .!:,;–-…")
    for word in _BECAUSE:
        text = text.removeprefix(f"{word} ").removeprefix(f"{word}: ")
    return _REASONS.get(text)


def reason_spellings(language: str) -> dict[str, str]:
    """Return the wording of each reason in a language, English if it is not supported."""
    return REASON_SPELLINGS.get(language, REASON_SPELLINGS["en"])
