"""A turn by e-mail: from the Reply-To of the e-mail about it to the answer."""

from __future__ import annotations

import pytest

from games.models import ChatLine, Match, Ply
from inbound.models import InboundMessage
from inbound.services import confirmation, storage
from notifications.models import Message
from tests.inbound.conftest import newest, reply_to, written

ALICE, BOB = "alice@example.org", "bob@example.org"


def test_a_reply_with_a_move_plays_it_and_is_answered_with_the_board(alice, bob, start, receive):
    match = start(alice, bob)
    report = receive(written("B2\n", reply_to(alice), f"Alice <{ALICE}>"))
    assert report == {
        "outcome": "done",
        "commands": ["b2"],
        "code": None,
        "answer": "answer",
        "exit": 0,
    }
    ply = Ply.objects.get(match=match, number=1)
    assert (ply.text, ply.source) == ("b2", "mail")
    answer = newest(alice, "answer")
    assert answer.to == [ALICE]
    assert "You played b2." in answer.body
    assert "2 . R ." in answer.body
    assert answer.reply_to[0].startswith("play+")
    assert Message.objects.filter(player=bob, kind="your_turn").exists()


def test_an_illegal_move_changes_nothing_and_is_answered_with_legal_ones(
    alice, bob, start, receive
):
    match = start(alice, bob)
    address = reply_to(alice)
    report = receive(written("c9\n", address, ALICE))
    assert (report["outcome"], report["commands"], report["answer"]) == ("refused", [], "answer")
    assert report["code"]
    assert not Ply.objects.filter(match=match).exists()
    answer = newest(alice, "answer")
    assert "Your e-mail was not processed." in answer.body
    assert "a1 · a2" in answer.body or "a1 · b1" in answer.body
    assert answer.reply_to == [address]


def test_the_same_message_is_done_once(alice, bob, start, receive):
    match = start(alice, bob)
    raw = written("b2\n", reply_to(alice), ALICE)
    assert receive(raw)["outcome"] == "done"
    again = receive(raw)
    assert (again["outcome"], again["code"], again["commands"]) == ("ignored", "repeated", [])
    assert Ply.objects.filter(match=match).count() == 1
    assert InboundMessage.objects.count() == 1


def test_an_answer_to_an_older_position_is_refused_with_the_new_one(alice, bob, start, receive):
    match = start(alice, bob)
    old = reply_to(alice)
    receive(written("b2\n", old, ALICE))
    receive(written("a1\n", reply_to(bob), BOB))
    report = receive(written("c1\n", old, ALICE))
    assert (report["outcome"], report["code"]) == ("refused", "stale")
    assert Match.objects.get(pk=match.pk).ply_count == 2
    fresh = newest(alice, "answer").reply_to[0]
    assert fresh != old
    assert receive(written("c1\n", fresh, ALICE))["outcome"] == "done"


def test_several_lines_are_done_all_or_none(alice, bob, start, receive):
    match = start(alice, bob)
    address = reply_to(alice)
    bad = receive(written("b2\nmsg Hello!\nleave 2026-03-09 2026-03-08\n", address, ALICE))
    assert bad["outcome"] == "refused"
    assert not Ply.objects.filter(match=match).exists()
    assert not ChatLine.objects.exists()
    good = receive(written("b2\nmsg Hello!\n", address, ALICE))
    assert good["commands"] == ["b2", "msg Hello!"]
    assert ChatLine.objects.get().text == "Hello!"


@pytest.mark.parametrize(
    ("address", "sender"),
    [
        ("alice@googlemail.com", "Alice@gmail.com"),
        ("alice@müller.example", "alice@xn--mller-kva.example"),
    ],
)
def test_one_mailbox_has_two_addresses(alice, bob, start, receive, address, sender):
    alice.user.email = address
    alice.user.save()
    match = start(alice, bob)
    assert receive(written("b2\n", reply_to(alice), sender))["outcome"] == "done"
    assert Ply.objects.filter(match=match).exists()


def test_another_sender_is_held_and_the_player_asked(alice, bob, start, receive, client_for):
    match = start(alice, bob)
    report = receive(written("b2\n", reply_to(alice), "Eve <eve@example.net>"))
    assert (report["outcome"], report["answer"]) == ("held", "held")
    assert not Ply.objects.filter(match=match).exists()
    asked = newest(alice, "held")
    assert asked.to == [ALICE]
    assert not Message.objects.filter(address="eve@example.net").exists()
    link = next(word for word in asked.body.split() if "/held/" in word)
    path = "/held/" + link.partition("/held/")[2]
    client = client_for(None)
    assert "b2" in client.get(path).content.decode()
    assert not Ply.objects.filter(match=match).exists()
    page = client.post(path)
    assert page.status_code == 200
    assert Ply.objects.get(match=match).text == "b2"
    client.post(path)
    assert Ply.objects.filter(match=match).count() == 1


def test_what_is_held_is_not_done_for_an_account_that_is_barred_meanwhile(
    alice, bob, start, receive, client_for
):
    start(alice, bob)
    receive(written("msg Hello\n", reply_to(alice), "Eve <eve@example.net>"))
    row = InboundMessage.objects.get()
    alice.user.is_active = False
    alice.user.save()
    assert client_for(None).post(confirmation.confirmation_url(row.pk)).status_code == 200
    row.refresh_from_db()
    assert (row.state, row.outcome, row.code) == ("settled", "ignored", "no_such_player")
    assert not ChatLine.objects.exists()


@pytest.mark.parametrize("sender", ["\udcffnna@example.org", "a\x00nna@example.org", "a" * 1000])
def test_an_odd_envelope_sender_keeps_no_message_out(alice, bob, start, noon, sender):
    start(alice, bob)
    to = reply_to(alice)
    envelope = storage.Envelope(to, InboundMessage.Way.PIPE, sender)
    assert storage.store_message(written("b2\n", to, ALICE), envelope, now=noon, wake=False).fresh


def test_a_token_of_nobody_is_no_address(alice, bob, start, receive):
    start(alice, bob)
    address = reply_to(alice)
    forged = address.replace("play+", "play+a", 1)
    report = receive(written("b2\n", forged, ALICE), forged)
    assert (report["outcome"], report["exit"]) == ("refused", 67)
    assert not InboundMessage.objects.exists()


@pytest.mark.parametrize(
    ("header", "value"),
    [("Auto-Submitted", "auto-replied"), ("Precedence", "junk"), ("List-Id", "<a.example.org>")],
)
def test_machines_are_not_answered(alice, bob, start, receive, header, value):
    match = start(alice, bob)
    emails = Message.objects.count()
    report = receive(written("b2\n", reply_to(alice), ALICE, **{header: value}))
    assert (report["outcome"], report["answer"]) == ("ignored", None)
    assert not Ply.objects.filter(match=match).exists()
    assert Message.objects.count() == emails
    assert InboundMessage.objects.get().outcome == "ignored"


def test_a_polite_line_below_a_message_is_said_to_be_left_out(alice, bob, start, receive):
    start(alice, bob)
    text = "b2\nmsg Hi Bob\n\nThank you for the game.\n\nBest regards\nAlice\n"
    assert receive(written(text, reply_to(alice), ALICE))["outcome"] == "done"
    body = newest(alice, "answer").body
    assert "Message to the others: “Hi Bob”" in body
    assert "Left out because it is on a line of its own: “Thank you for the game.”" in body
    assert body.count("Left out") == 1


def test_a_polite_line_beside_a_move_is_not_mentioned(alice, bob, start, receive):
    start(alice, bob)
    receive(written("Thank you for the game.\nmsg Hi\nb2\n", reply_to(alice), ALICE))
    assert "Left out" not in newest(alice, "answer").body
