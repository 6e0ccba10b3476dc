"""Words for a draw and for resigning, typed as a move, lead to the page that asks."""

from __future__ import annotations

import pytest

from games.models import Match
from games.orders.offers import parse_offer
from inbound.grammar import Verb
from inbound.grammar.keywords import KEYWORDS
from tests.sampling import sampled

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("word", "page"),
    sampled(
        [
            ("remis", "tie"),
            ("J’abandonne", "resign"),
            ("Ich biete Remis an.", "tie"),
            ("Unentschieden", "tie"),
            ("nulle", "tie"),
            ("Égalité", "tie"),
            ("patta", "tie"),
            ("parità!", "tie"),
            ("Draw", "tie"),
            ("aufgeben", "resign"),
            ("abbandono", "resign"),
            ("resign", "resign"),
        ],
        2,
    ),
)
def test_the_page_asks_before_anything_happens(alice, bob, start, client_for, word, page):
    match = start(alice, bob)
    client = client_for(alice)
    asked = f"/matches/{match.pk}/{page}/"
    for answer in (
        client.post(f"/matches/{match.pk}/move/", {"move": word, "seen": "0"}),
        client.get(f"/matches/{match.pk}/", {"move": word}),
    ):
        assert (answer.status_code // 100, answer["Location"]) == (3, asked)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


@pytest.mark.parametrize("text", ["", "b2", "I won't resign", "remis b2", "aufgeben " * 20, "é"])
def test_more_than_such_words_is_none(text):
    assert parse_offer(text) == ""


def test_every_word_of_the_post_is_one_of_the_page():
    for verb in (Verb.RESIGN, Verb.TIE):
        assert {parse_offer(phrase) for phrase in KEYWORDS[verb]} == {str(verb)}
