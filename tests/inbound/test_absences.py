"""Notices of absence are left unanswered, whether or not a header says what they are."""

from __future__ import annotations

import pytest

from accounts.models import Leave
from games.models import Ply
from notifications.models import Message
from tests.inbound.conftest import newest, reply_to, written

ALICE, ANSWERS = "alice@example.org", {"In_Reply_To": "<7.seat0@post.example>"}
NOTICES = (
    "Out of Office: I am away until 3 January. In urgent cases write to Bob.",
    "Ich bin bis zum 3. Januar nicht im Büro.\nIn dringenden Fällen wenden Sie sich an Bob.",
    "Je suis absent du bureau jusqu'au 3 janvier.\nEn cas d'urgence, contacter Bob.",
    "Sono fuori ufficio fino al 3 gennaio.\nPer urgenze contattare Bob.",
)


@pytest.mark.parametrize("text", NOTICES)
def test_a_notice_without_headers_is_not_answered(alice, bob, start, receive, text):
    start(alice, bob)
    to = reply_to(alice)
    emails = Message.objects.count()
    reports = [receive(written(f"{text}\n", to, ALICE, **ANSWERS)) for _time in range(8)]
    assert {(each["outcome"], each["code"]) for each in reports} == {("ignored", "auto_reply")}
    assert Message.objects.count() == emails
    assert receive(written("b2\n", to, ALICE))["outcome"] == "done"


def test_a_notice_from_another_address_is_no_question_to_the_player(alice, bob, start, receive):
    start(alice, bob)
    report = receive(written(f"{NOTICES[0]}\n", reply_to(alice), "eve@example.net", **ANSWERS))
    assert (report["outcome"], report["answer"]) == ("ignored", None)
    assert not Message.objects.filter(kind="held").exists()


def test_the_days_of_a_notice_are_no_leave_and_those_of_a_person_are(alice, bob, start, receive):
    start(alice, bob)
    to, days = reply_to(alice), "I am on leave from 9 March 2026 to 12 March 2026."
    notice = f"Thank you for your e-mail.\n{days}\n"
    assert receive(written(notice, to, ALICE, **ANSWERS))["outcome"] == "ignored"
    assert not Leave.objects.exists()
    assert receive(written(f"{days}\n", to, ALICE, **ANSWERS))["outcome"] == "done"
    assert Leave.objects.get().player == alice


def test_a_person_who_speaks_of_an_absence_beside_a_move_is_heard(alice, bob, start, receive):
    match = start(alice, bob)
    text = "b2\nmsg I am away until 3 January. In urgent cases write to Carol.\n"
    assert receive(written(text, reply_to(alice), ALICE, **ANSWERS))["outcome"] == "done"
    assert Ply.objects.get(match=match).text == "b2"
    assert "You played b2." in newest(alice, "answer").body
