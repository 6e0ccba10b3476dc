"""Recognises moves, by the rules of the game or else by their form."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from games.orders.grammar import normalize_order
from games.rules.base import AnyRules, MalformedMove, RulesError
from inbound.grammar.keywords import NOTATION

IsMove = Callable[[str], bool]
_MAX_WORDS: Final = 200
_MAX_STEP_WORDS: Final = 4  # words of one step of a turn
_PLACE: Final = re.compile(
    r"[+*]?[a-z]{0,2}\d{1,2}([-x:]?[a-z]{0,2}\d{1,2})*[a-z=]{0,2}[+#!]{0,2}", re.I
)


def build_move_matcher(rules: AnyRules, language: str | None = None) -> IsMove:
    """Return a function that recognises moves of a game, whatever the position."""

    def is_move(text: str) -> bool:
        try:
            rules.read(text, language)
        except MalformedMove:
            return False
        except RulesError:
            return True
        return True

    return is_move


def is_turn(text: str, is_move: IsMove | None) -> bool:
    """Whether a text is one move or a sequence of steps of one turn."""
    words = normalize_order(text).split(" ")
    if not text.strip() or len(words) > _MAX_WORDS:
        return False
    if is_move is None:
        return looks_like_turn(text)
    if is_move(normalize_order(text)):
        return True
    reached = [True] + [False] * len(words)
    for end in range(1, len(words) + 1):
        for start in range(max(0, end - _MAX_STEP_WORDS), end):
            if reached[start] and is_move(" ".join(words[start:end])):
                reached[end] = True
                break
    return reached[-1]


def looks_like_turn(text: str) -> bool:
    """Whether a text consists of board squares and notation, whatever the game."""
    words = normalize_order(text).lower().split(" ")
    known = [bool(_PLACE.fullmatch(word)) or word in NOTATION for word in words]
    places = any(any(char.isdigit() for char in word) for word in words)
    return len(words) <= 40 and all(known) and (places or len(words[0]) > 2)
