"""Codes of refusals, options and players are one list for all games: none says two things."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils import translation

from games.families.registry import families
from games.services.refusals import SENTENCES

ASKED = ("refusals", "option_labels", "option_values", "term_phrases", "strategy_names", "pieces")


def said() -> Iterator[tuple[str, str, str]]:
    """Yield what every family says: the question and the key, its name, and the words."""
    for family in families():
        for question in ASKED:
            answers: Mapping[str, Any] = getattr(family.words, question)()
            for key, words in answers.items():
                yield f"{question}: {key}", family.name, str(words)


def test_games_that_share_a_key_share_its_words():
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    with translation.override("en"):
        for key, family, words in said():
            found[key][words].append(family)
    assert len(found) > 60
    assert {key: dict(words) for key, words in found.items() if len(words) > 1} == {}


def test_no_game_has_words_for_a_refusal_that_the_site_words_itself():
    own = {code for family in families() for code in family.words.refusals()}
    assert own & SENTENCES.keys() == set()
