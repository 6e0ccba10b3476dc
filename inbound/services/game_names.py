"""Finds games by name, in any language."""

from __future__ import annotations

import re
from functools import cache

from django.conf import settings
from django.utils import translation

from games.families.phrases import merged_texts
from games.rules import registry
from games.services.errors import Refused
from games.services.wording import game_words
from inbound.reading.text import fold_text

Words = tuple[str, ...]
LEADING_WORDS = frozenset(
    {"to", "at", "in", "a", "an", "the", "zu", "zum", "zur", "beim", "im", "au", "aux", "la", "le"}
    | {"les", "l", "al", "alla", "agli", "allo", "ai", "il", "gli", "di", "de", "du", "d", "à"}
    | {"game", "match", "of", "einer", "einem", "ein", "eine", "spiel"}
    | {"partie", "jeu", "une", "un", "una", "partita", "gioco", "von"}
)


def find_game(text: str) -> str:
    """Return the key of the game with this name; refuses ``no_game_called``, ``several_games``."""
    found = _find_games(text)
    if len(found) == 1:
        return found[0]
    if not found:
        raise Refused(
            "no_game_called", name=text, games=join_game_names(list(registry.offered_keys()))
        )
    raise Refused("several_games", name=text, games=join_game_names(found))


def _find_games(text: str) -> list[str]:
    """Return games with this name, else those whose names contain all its words."""
    wanted = _split_name(text)
    while wanted and wanted[0] in LEADING_WORDS:
        wanted = wanted[1:]
    if not wanted:
        return []
    named = [key for key, names in _names().items() if wanted in names]
    return named or [
        key for key, names in _names().items() if any(set(wanted) <= set(name) for name in names)
    ]


@cache
def _names() -> dict[str, frozenset[Words]]:
    """Return all names of each game: full and short in every language, and its key."""
    also = merged_texts(lambda family: family.aliases())
    found: dict[str, set[Words]] = {
        key: {_split_name(key), *map(_split_name, also.get(key, ()))}
        for key in registry.offered_keys()
    }
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            short = merged_texts(lambda family: family.short_names())
            for names in (game_words.ruleset_names(), short):
                for key in found.keys() & names.keys():
                    found[key].add(_split_name(str(names[key])))
    return {key: frozenset(names) for key, names in found.items()}


def _split_name(text: str) -> Words:
    """Return the words of a name; "ae" and "ä" are equivalent."""
    start = re.sub(r"([aou])e", r"\1", fold_text(text).replace("×", "x"))
    return tuple(re.findall(r"[^\W_]+", start))


def join_game_names(keys: list[str]) -> str:
    """Return the names of games for a sentence."""
    return " · ".join(game_words.ruleset_name(key) for key in keys)
