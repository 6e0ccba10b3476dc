"""Errors close the way in for the sender that makes them, and for nobody else."""

from __future__ import annotations

from games.models import Ply
from inbound.models import InboundMessage
from inbound.services import error_limits
from notifications.models import Message
from tests.inbound.conftest import reply_to, written

ALICE, EVE = "alice@example.org", "eve@example.net"


def test_the_errors_of_a_stranger_do_not_keep_the_player_out(alice, bob, start, receive):
    match = start(alice, bob)
    address = reply_to(alice)
    codes = [receive(written(f"what {n}?\n", address, EVE))["code"] for n in range(8)]
    assert codes == ["other_sender"] * 6 + ["paused"] * 2
    assert receive(written("b2\n", address, ALICE))["outcome"] == "done"
    assert Ply.objects.get(match=match).text == "b2"


def test_the_player_is_not_told_of_a_strangers_errors_as_if_they_were_theirs(
    alice, bob, start, receive
):
    start(alice, bob)
    address = reply_to(alice)
    reports = [receive(written(f"what {n}?\n", address, EVE)) for n in range(9)]
    assert [report["answer"] for report in reports] == ["held"] * 6 + [None] * 3
    assert Message.objects.filter(player=alice, kind="held").count() == 6
    assert not Message.objects.filter(player=alice, kind="answer").exists()


def test_the_errors_of_the_player_do_not_close_the_way_for_another_address(
    alice, bob, start, receive
):
    start(alice, bob)
    address = reply_to(alice)
    codes = [receive(written(f"what {n}?\n", address, ALICE))["code"] for n in range(7)]
    assert codes[-1] == "paused"
    assert receive(written("b2\n", address, "alice@office.example"))["code"] == "other_sender"


def test_many_strangers_together_are_given_up_too(alice, bob, start, receive, monkeypatch):
    monkeypatch.setattr(error_limits, "MAX_QUESTIONS_ABOUT_STRANGERS", 3)
    start(alice, bob)
    address = reply_to(alice)
    codes = [receive(written("b2\n", address, f"eve{n}@example.net"))["code"] for n in range(6)]
    assert codes == ["other_sender"] * 4 + ["paused"] * 2
    assert receive(written("b2\n", address, ALICE))["outcome"] == "done"
    assert InboundMessage.objects.filter(code="paused", answer=None).count() == 2


def test_the_pause_of_a_stranger_ends_like_that_of_the_player(alice, bob, start, receive):
    start(alice, bob)
    address = reply_to(alice)
    for n in range(7):
        receive(written(f"what {n}?\n", address, EVE))
    late = receive(written("b2\n", address, EVE), after=4000)
    assert late["code"] == "other_sender"
