"""What is asked of the other side by a word: a move back, a pause."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.models import Pause
from inbound.grammar import Verb
from inbound.grammar.spellings import COMMAND_SPELLINGS
from notifications.addresses import About, Matter, reply_address
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


@pytest.mark.parametrize("language", sampled(sorted(COMMAND_SPELLINGS), ["it"]))
@pytest.mark.parametrize(("answer", "left"), [("accept", 0), ("decline", 1)])
def test_a_move_is_asked_back_and_given_back_by_e_mail(
    alice, bob, casual, say, language, answer, left
):
    alice.language = language
    alice.save()
    before = reply_to(alice)
    say(alice, "b2")
    word = COMMAND_SPELLINGS[language][Verb.TAKE_BACK]
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


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    sampled(
        [
            ("en", "pause 5 days", "pause 5 days"),
            ("de", "Pause 5 Tage", "Pause 5 Tage"),
            ("fr", "pause de 5 jours", "pause 5 jours"),
            ("it", "pausa 5 giorni", "pausa 5 giorni"),
        ],
        1,
    ),
)
def test_a_pause_is_proposed_and_agreed_to_by_e_mail(
    alice, bob, start, say, noon, language, text, shown
):
    alice.language = language
    alice.save()
    match = start(alice, bob)
    told = say(alice, text)
    assert (told["outcome"], told["commands"]) == ("done", ["pause 5 days"])
    assert shown in newest(alice, "answer").subject
    pause = Pause.objects.get(match=match)
    assert pause.until == noon + timedelta(days=5, minutes=1)
    assert pause.since is None
    asked = newest(bob, "pause_proposed")
    assert say(bob, "annehmen", asked.reply_to[0])["outcome"] == "done"
    pause.refresh_from_db()
    assert pause.since is not None


def test_a_pause_until_a_day_lasts_to_its_end_where_the_player_is(alice, bob, start, say):
    alice.time_zone = "America/New_York"
    alice.save()
    start(alice, bob)
    told = say(alice, "pause until 10 April 2026\nb2")
    assert told["commands"] == ["pause until 2026-04-10", "b2"]
    assert Pause.objects.get().until == datetime(2026, 4, 11, 3, 59, tzinfo=UTC)
    assert "23:59" in told["body"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("pause 90 days", "pause_too_long"),
        ("pause until 9999-12-31", "pause_too_long"),
        ("pause until 2026-03-01", "pause_in_the_past"),
        ("pause until tomorrow", "no_pause_end"),
    ],
)
def test_a_pause_that_cannot_be_is_refused_with_its_reason(alice, bob, start, say, text, code):
    start(alice, bob)
    told = say(alice, text)
    assert (told["outcome"], told["code"]) == ("refused", code)
    assert not Pause.objects.exists()


def test_a_pause_and_a_move_back_belong_to_a_match(alice, say):
    to = reply_address(Matter(About.PLAYER, alice.pk))
    for text in ("pause 5 days", "take back"):
        assert say(alice, text, to)["code"] == "not_about_match"
