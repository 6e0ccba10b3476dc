"""A challenge is declined with a reason, one of those of the page."""

from __future__ import annotations

import pytest
from django.utils import translation

from games import clocks
from games.models import Challenge
from games.services.challenges.challenges import issue_challenge
from games.services.play import ties
from games.services.play.offers import Offer
from games.services.play.terms import Terms
from games.services.wording.decline_words import decline_reasons
from inbound.grammar import parse, reason_spellings
from inbound.grammar.spellings import command_spellings
from inbound.grammar.values import Verb
from tests.inbound.conftest import newest, reply_to, written
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
ALICE, BOB = "alice@example.org", "bob@example.org"
LANGUAGES = ("en", "de", "fr", "it")


@pytest.fixture
def challenge(alice, bob, noon):
    bob.language = "en"
    bob.save()
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False)
    return issue_challenge(alice, terms, Offer(opponent=bob), now=noon)


@pytest.mark.parametrize(
    ("line", "reason"),
    sampled(
        [
            ("decline", ""),
            ("decline too busy", "busy"),
            ("Ablehnen, andere Bedenkzeit, danke!", "pace"),
            ("decline, thanks", ""),
            ("decline no reason", ""),
            ("Decline: other terms.", "terms"),
            ("je refuse, autre jeu", "game"),
            ("Rifiuto la sfida, ho abbastanza partite", "busy"),
        ],
        3,
    ),
)
def test_the_challenger_reads_the_reason(challenge, alice, bob, receive, line, reason):
    report = receive(written(f"{line}\n", reply_to(bob, "invitation"), BOB))
    assert report["commands"] == [f"decline {reason}".strip()]
    challenge.refresh_from_db()
    assert (challenge.state, challenge.reason) == (Challenge.State.DECLINED, reason)
    said = newest(bob, "answer").body
    assert ("Your reason: “" in said) == bool(reason)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_page_and_of_the_help_is_understood(language):
    decline = command_spellings(language)[Verb.DECLINE]
    with translation.override(language):
        for reason, words in decline_reasons().items():
            (command,) = parse([f"{decline}: {words}"]).commands
            assert (command.verb, command.text) == (Verb.DECLINE, reason)
    for reason, words in reason_spellings(language).items():
        (command,) = parse([f"{decline} {words}"]).commands
        assert command.spelling == f"decline {reason}"


def test_an_unknown_reason_is_asked_about(challenge, bob, receive):
    report = receive(written("decline you are too good\n", reply_to(bob, "invitation"), BOB))
    assert (report["outcome"], report["code"]) == ("refused", "bad_reason")
    challenge.refresh_from_db()
    assert challenge.is_open
    assert "decline busy · decline other game" in newest(bob, "answer").body


def test_nothing_but_a_challenge_is_declined_with_a_reason(alice, bob, start, receive, noon):
    bob.language = "en"
    bob.save()
    match = start(alice, bob)
    receive(written("b2\n", reply_to(alice), ALICE))
    ties.offer_tie(match.pk, alice, now=noon)
    report = receive(written("decline busy\n", reply_to(bob, "tie_offered"), BOB))
    assert (report["outcome"], report["code"]) == ("refused", "no_reason_here")
    assert "Write “decline” and nothing else." in newest(bob, "answer").body
