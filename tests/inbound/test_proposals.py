"""What is asked of the other side by a word: a move back, a pause."""

from __future__ import annotations

import pytest

from inbound.grammar import Verb
from inbound.grammar.spellings import SPELLED
from tests.games.conftest import play
from tests.inbound.conftest import newest, reply_to, written
from tests.sampling import sampled

__all__ = ["play"]


@pytest.fixture
def say(receive):
    """Return what sends a reply and returns the report with the text of its answer."""

    def send(player, text, to=""):
        report = receive(written(f"{text}\n", to or reply_to(player), player.address))
        return {**report, "body": newest(player, "answer").body}

    return send


@pytest.fixture
def casual(alice, bob, start):
    """Return a casual match of Alice, who begins, with Bob."""
    return start(alice, bob, rated=False)


@pytest.mark.parametrize("language", sampled(sorted(SPELLED), ["it"]))
@pytest.mark.parametrize(("answer", "left"), [("accept", 0), ("decline", 1)])
def test_a_move_is_asked_back_and_given_back_by_e_mail(
    alice, bob, casual, say, language, answer, left
):
    alice.language = language
    alice.save()
    before = reply_to(alice)
    say(alice, "b2")
    word = SPELLED[language][Verb.TAKE_BACK]
    for address in ("", before):  # the answer to the move, or the e-mail that asked for it
        told = say(alice, word, address)
        assert (told["outcome"], told["commands"]) == ("done", ["take back"])
    asked = newest(bob, "take_back_asked")
    assert say(bob, answer, asked.reply_to[0])["outcome"] == "done"
    casual.refresh_from_db()
    assert casual.seats.get(player=alice).awaited is (left == 0)


def test_a_move_that_counts_or_was_answered_is_not_asked_back(alice, bob, start, casual, say):
    first = reply_to(alice)
    say(alice, "b2")
    say(bob, "a1")
    assert say(alice, "take back")["code"] == "take_back_answered"
    say(alice, "c3")
    old = say(alice, "take back", first)
    assert (old["outcome"], old["code"]) == ("refused", "stale")
    assert casual.seats.get(player=alice).take_back_at_ply is None
    rated = start(alice, bob)
    say(alice, "b2", reply_to(alice, thread=f"match:{rated.pk}"))
    told = say(alice, "take back", reply_to(alice, thread=f"match:{rated.pk}"))
    assert told["code"] == "take_back_counts"


def test_a_move_and_taking_it_back_in_one_e_mail_does_neither(alice, casual, say):
    told = say(alice, "b2\ntake back")
    assert (told["outcome"], told["code"]) == ("refused", "not_understood")
    casual.refresh_from_db()
    assert casual.ply_count == 0
