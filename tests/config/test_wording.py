"""No sentence of pages and e-mails says a thing by a word that `docs/vocabulary.md` replaced."""

from __future__ import annotations

import re

import pytest

from tests.config import gathering

# What a sentence must not say, and what it says instead.
BANNED = {
    r"he|his|him|himself": "they, their, them",
    r"seeks?": "open challenge",
    r"signs": "characters",
    r"nudged?|nudges": "wake up, remind",
    r"docket|witness(es)?": "case, facts",
    r"the house": "the site",
    r"for ears": "for screen readers",
    r"the lots? (says?|decides?|fell|falls)": "random, by chance",
    r"unwanted mail": "spam folder",
    r"letter settings": "e-mail settings",
    r"slip of the pen": "mistyped",
    r"call (it|the (match|tournament)) off": "cancel",
    r"answer(s|ed|ing)? (to )?(this|an|the|every) e-mail|answer(ing)? “\w.*": "reply",
    r"(am|are|be|been|is) told": "notified",
    r"(un)?seal(s|ed|ing)?": "private data",
    r"e-mails? (that )?(was|were) given up": "could not be delivered",
}


@pytest.fixture(scope="module")
def said() -> list[str]:
    return [text for message in gathering.english() if message.id for text in texts_of(message)]


@pytest.mark.parametrize("words", BANNED)
def test_no_sentence_says_it_by_a_word_that_was_replaced(words: str, said: list[str]):
    whole = re.compile(rf"(?<!\w)({words})(?!\w)", re.IGNORECASE)
    assert [text for text in said if whole.search(text)] == [], f"say {BANNED[words]}"


def texts_of(message) -> tuple[str, ...]:
    return message.id if isinstance(message.id, tuple) else (message.id,)
