"""What `receive_mail --json` reports of all that can come in, and with which exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.models import Ply
from inbound.models import InboundMessage
from notifications import addresses, queries
from notifications.models import Message
from tests.inbound.conftest import reply_to, written
from tests.inbound.test_returns import report as bounce
from tests.sampling import sampled

ALICE = "alice@example.org"
CORPUS = Path(__file__).parents[1] / "mail" / "corpus"


def told(outcome, *commands, code=None, answer=None, status=0):
    """Return a whole report."""
    return {
        "outcome": outcome,
        "commands": list(commands),
        "code": code,
        "answer": answer,
        "exit": status,
    }


@pytest.fixture
def address(alice, bob, start):
    """Return where Alice answers the e-mail about her first turn."""
    start(alice, bob)
    return reply_to(alice)


@pytest.mark.parametrize(
    ("language", "text", "commands"),
    sampled(
        [
            ("fr", "Bonjour Bob,\n\nb2\n\nCordialement,\nAlice\n", ["b2"]),
            ("en", "msg Hello!\nb2\n", ["msg Hello!", "b2"]),
            (
                "de",
                "b2\nwenn a1 dann c1\nNachricht Viel Glück!\n",
                ["b2", "if a1 then c1", "msg Viel Glück!"],
            ),
            ("de", "Hallo Bob,\n\nB2, vielen Dank!\n\nViele Grüße\nAlice\n", ["b2"]),
            ("de", "Moin,\nmein Zug: b2.\nLG Alice\n", ["b2"]),
            ("en", "Hi Bob, b2, thanks!\n", ["b2"]),
            ("fr", "Salut ! b2, merci !\n", ["b2"]),
            ("it", "Ciao Bob,\n\nb2, grazie!\n\nCordiali saluti\nAlice\n", ["b2"]),
        ],
        3,
    ),
)
def test_a_move_among_greetings_is_done(alice, address, receive, language, text, commands):
    alice.language = language
    alice.save()
    assert receive(written(text, address, ALICE)) == told("done", *commands, answer="answer")
    assert Ply.objects.get().text == "b2"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("\n", "nothing_typed"),
        ("On Monday, Anna wrote:\n> b2\n", "nothing_typed"),
        ("> resign\n> b2\n", "nothing_typed"),
        ("b2\nxyzzy the plugh\n", "not_understood"),
        ("b2\nleave 2026-03-09 2026-03-08\n", "dates_reversed"),
    ],
)
def test_what_cannot_be_done_changes_nothing_and_is_answered(address, receive, text, code):
    found = receive(written(text, address, ALICE))
    assert found == told("refused", code=code, answer="answer")
    assert not Ply.objects.exists()


def test_a_bounce_and_a_complaint_are_told_apart_and_never_answered(alice, address, receive):
    sent = Message.objects.get(player=alice)
    path = addresses.bounce_address(sent.pk)
    delayed = bounce(ALICE, action="delayed", status="4.4.1")
    assert receive(delayed, path) == told("bounced", code="delayed")
    failed = bounce(ALICE, action="failed", status="5.1.1")
    assert receive(failed, path) == told("bounced", code="hard")
    assert receive(failed, path) == told("ignored", code="repeated")
    complaint = (CORPUS / "complaint-arf.eml").read_bytes()
    taken_back = complaint.replace(b"Type: abuse", b"Type: not-spam").replace(b"<49772@", b"<3@")
    assert receive(taken_back, path) == told("ignored", code="complaint")
    assert receive(complaint, path) == told("complaint", code="spam")
    assert queries.bounced_at(alice) is not None
    assert not Message.objects.filter(kind="answer").exists()


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Auto-Submitted": "auto-replied"}, "auto_reply"),
        ({"Precedence": "junk"}, "auto_reply"),
        ({"Precedence": "list", "List-Id": "<a.example.org>"}, "list"),
    ],
)
def test_a_machine_is_ignored_with_a_reason(address, receive, headers, code):
    found = receive(written("b2\n", address, ALICE, **headers))
    assert found == told("ignored", code=code)
    assert not Ply.objects.exists()


def test_what_is_not_for_us_is_refused_and_not_kept(settings, address, receive):
    for unknown in ("somebody@ampelpost.example", "play+abc@ampelpost.example", "x@example.org"):
        found = receive(written("b2\n", unknown, ALICE), unknown)
        assert found == told("refused", code="no_such_address", status=67)
    assert receive(b"", address) == told("refused", code="empty", status=65)
    large = written("x" * 70 + "\n", address, ALICE) + b"x\r\n" * 100_000
    assert receive(large, address) == told("refused", code="too_large", answer="answer")
    settings.MAIL_DOMAIN = ""
    found = receive(written("b2\n", address, ALICE), address)
    assert found == told("refused", code="no_mail_here", status=69)
    assert not InboundMessage.objects.exclude(code="too_large").exists()
