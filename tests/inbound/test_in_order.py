"""Several lines of one e-mail are done in the order in which they were written, all or none."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Leave
from games.models import ChatLine, Match, Order, Ply
from games.services.play import flags, matches
from games.services.play.play import play_turn
from inbound.grammar import Verb
from inbound.services.acts import at_match, elsewhere
from notifications.models import Message
from tests.games.conftest import play
from tests.inbound.conftest import newest, reply_to, written

__all__ = ["play"]
ALICE, BOB = "alice@example.org", "bob@example.org"
LEAVE = "leave 2026-03-09 2026-03-12"


@pytest.fixture
def trace(monkeypatch):
    """Return what notes in which order moves are played and leave is booked."""
    seen = []

    def noting(name, real):
        def call(*args, **given):
            seen.append(name)
            return real(*args, **given)

        return call

    monkeypatch.setattr(flags, "book_leave", noting("leave", flags.book_leave))
    monkeypatch.setattr("games.services.play.commands.play_turn", noting("move", play_turn))
    monkeypatch.setattr(matches, "resign_match", noting("resign", matches.resign_match))
    return seen


@pytest.mark.parametrize(
    ("lines", "order", "said"),
    [
        ((LEAVE, "b2"), ["leave", "move"], ("Leave booked", "You played")),
        (("b2", LEAVE), ["move", "leave"], ("You played", "Leave booked")),
    ],
)
def test_leave_and_move_are_done_and_told_as_written(
    alice, bob, start, receive, trace, lines, order, said
):
    start(alice, bob)
    report = receive(written("\n".join(lines), reply_to(alice), ALICE))
    assert (report["outcome"], report["commands"]) == ("done", list(lines))
    assert trace == order
    body = newest(alice, "answer").body
    assert body.index(said[0]) < body.index(said[1])


def test_what_stands_before_or_after_something_else_keeps_its_place(
    alice, bob, start, receive, trace
):
    match = start(alice, bob)
    lines = ["b2", LEAVE, "resign"]
    assert receive(written("\n".join(lines), reply_to(alice), ALICE))["commands"] == lines
    assert trace == ["move", "leave", "resign"]
    match.refresh_from_db()
    assert match.ending == "resigned"
    assert "You resigned." in newest(alice, "answer").body
    assert newest(alice, "answer").body.count("You lost") == 1


def test_status_shows_the_match_as_it_is_at_its_place(alice, bob, start, receive):
    start(alice, bob)
    receive(written("status\nb2\n", reply_to(alice), ALICE))
    before = newest(alice, "answer").body
    receive(written("a1\nstatus\n", reply_to(bob), BOB))
    after = newest(bob, "answer").body
    assert "It is your turn." in before
    assert "Du bist nicht am Zug." in after


def test_orders_below_something_else_still_belong_to_the_position_after_the_move(
    alice, bob, start, receive
):
    match = start(alice, bob)
    lines = ["b2", LEAVE, "if a1 then c1"]
    report = receive(written("\n".join(lines), reply_to(alice), ALICE))
    assert (report["outcome"], report["commands"]) == ("done", lines)
    order = Order.objects.get(match=match)
    assert (order.after, order.text) == (1, "if a1 then c1")


def test_a_fault_in_a_later_line_undoes_what_stands_before_it(alice, bob, start, receive):
    match = start(alice, bob)
    emails = Message.objects.count()
    report = receive(written(f"{LEAVE}\nmsg Hi\nz9\n", reply_to(alice), ALICE))
    assert (report["outcome"], report["commands"]) == ("refused", [])
    assert not Leave.objects.exists()
    assert not ChatLine.objects.exists()
    assert not Ply.objects.filter(match=match).exists()
    assert Message.objects.exclude(kind="answer").count() == emails


@pytest.mark.parametrize("lines", [(LEAVE, "b2"), ("plain", "b2"), ("b2", LEAVE)])
def test_a_move_after_the_time_does_nothing_else_and_the_flag_stays_fallen(
    alice, bob, start, play, noon, receive, lines
):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    address = reply_to(alice)
    late = timedelta(days=5).total_seconds()
    report = receive(written("\n".join(lines), address, ALICE), after=late)
    assert (report["outcome"], report["commands"]) == ("refused", [])
    assert report["code"] in ("time_over", "match_over")
    assert not Leave.objects.exists()
    match.refresh_from_db()
    assert (match.status, match.ending) == (Match.Status.FINISHED, "timeout")
    assert "It is your turn" not in newest(alice, "answer").body


def test_a_move_declines_the_offer_that_the_next_line_declines(alice, bob, start, receive):
    match = start(alice, bob)
    receive(written("b2\n", reply_to(alice), ALICE))
    receive(written("a1\ndraw\n", reply_to(bob, "your_turn"), BOB))
    to = reply_to(alice, "tie_offered")
    report = receive(written("c1\ndecline\n", to, ALICE))
    assert report["commands"] == ["c1", "decline"]
    assert match.seats.filter(tie_offered_at_ply__isnull=False).count() == 0


def test_a_draw_cannot_be_accepted_after_ones_own_move(alice, bob, start, receive):
    match = start(alice, bob)
    receive(written("b2\n", reply_to(alice), ALICE))
    receive(written("a1\ndraw\n", reply_to(bob, "your_turn"), BOB))
    report = receive(written("c1\naccept\n", reply_to(alice, "tie_offered"), ALICE))
    assert (report["outcome"], report["code"]) == ("refused", "not_asked_any_more")
    assert Ply.objects.filter(match=match).count() == 2


@pytest.mark.parametrize("between", ["status", LEAVE])
def test_a_draw_is_offered_with_a_move_and_something_between(alice, bob, start, receive, between):
    match = start(alice, bob)
    report = receive(written(f"b2\n{between}\ndraw\n", reply_to(alice), ALICE))
    assert (report["outcome"], report["commands"][-1]) == ("done", "tie")
    assert match.seats.filter(tie_offered_at_ply=1).count() == 1


def test_every_verb_is_done_somewhere():
    assert set(Verb) == set(elsewhere._ACTS) | at_match.STANDALONE_VERBS | at_match.POSITION_VERBS
