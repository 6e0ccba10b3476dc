"""What looks like a notice of absence: unanswered if a header says so, asked about otherwise."""

from __future__ import annotations

import pytest

from accounts.models import Leave
from games.models import Ply
from notifications.models import Message
from tests.inbound.conftest import newest, reply_to, written
from tests.sampling import at_length, sampled

ALICE, ANSWERS = "alice@example.org", {"In_Reply_To": "<7.seat0@post.example>"}
NOTICES = (
    "Out of Office: I am away until 3 January. In urgent cases write to Bob.",
    "Ich bin bis zum 3. Januar nicht im Büro.\nIn dringenden Fällen wenden Sie sich an Bob.",
    "Je suis absent du bureau jusqu'au 3 janvier.\nEn cas d'urgence, contacter Bob.",
    "Sono fuori ufficio fino al 3 gennaio.\nPer urgenze contattare Bob.",
)


@pytest.mark.parametrize("text", sampled(NOTICES, 1))
def test_a_notice_without_headers_is_asked_about_once_a_day(alice, bob, start, receive, text):
    start(alice, bob)
    to = reply_to(alice)
    emails = Message.objects.count()
    first, *others = [
        receive(written(f"{text}\n", to, ALICE, **ANSWERS))
        for _time in range(8 if at_length() else 4)
    ]
    assert (first["outcome"], first["code"]) == ("refused", "seems_automatic")
    assert {(each["outcome"], each["code"]) for each in others} == {("ignored", "auto_reply")}
    assert Message.objects.count() == emails + 1
    assert "looks like an automatic reply" in newest(alice, "answer").body
    assert receive(written("b2\n", to, ALICE))["outcome"] == "done"
    tomorrow = receive(written(f"{text}\n", to, ALICE, **ANSWERS), after=90_000)
    assert tomorrow["code"] == "seems_automatic"


def test_a_notice_whose_header_says_so_is_not_asked_about(alice, bob, start, receive):
    start(alice, bob)
    raw = written(f"{NOTICES[0]}\n", reply_to(alice), ALICE, Auto_Submitted="auto-replied")
    report = receive(raw)
    assert (report["outcome"], report["code"]) == ("ignored", "auto_reply")
    assert report["answer"] is None


@pytest.mark.parametrize(
    "headers",
    sampled(
        [
            {"X_Auto_Response_Suppress": "DR, RN, NRN, OOF, AutoReply"},
            {"From": "Alice <postmaster@example.org>"},
            {"Auto_Forwarded": "FALSE", "X_Autoreply": "no"},
        ],
        2,
    ),
)
def test_a_header_that_people_have_too_keeps_no_player_from_moving(
    alice, bob, start, receive, headers
):
    match = start(alice, bob)
    if "From" in headers:
        alice.user.email = "postmaster@example.org"
        alice.user.save()
    to, sender = reply_to(alice), alice.address
    assert receive(written("b2\n", to, sender, **headers))["outcome"] == "done"
    assert Ply.objects.get(match=match).text == "b2"
    for text in ("c3 perhaps", "b22x"):
        asked = receive(written(f"{text}\n", to, sender, **headers))
        assert (asked["outcome"], asked["answer"]) == ("refused", "answer")
        assert f"“{text}”" in newest(alice, "answer").body
    asked = receive(written(f"{NOTICES[0]}\n", to, sender, **headers))
    assert asked["code"] == "seems_automatic"
    again = receive(written(f"{NOTICES[0]}\n", to, sender, **headers))
    assert again["code"] == "auto_reply"


@pytest.mark.parametrize(
    "headers", sampled([{"List_Unsubscribe": "<https://crm.example/u>"}, {"Precedence": "Bulk"}], 1)
)
def test_what_a_players_program_sends_in_bulk_is_done_where_it_is_clear(
    alice, bob, start, receive, headers
):
    match = start(alice, bob)
    to = reply_to(alice)
    assert receive(written("b2\n", to, ALICE, **headers))["outcome"] == "done"
    assert Ply.objects.get(match=match).text == "b2"
    codes = [receive(written("Our offers\n", to, ALICE, **headers))["code"] for _time in range(2)]
    assert codes[0] == "seems_automatic"
    assert codes[1] in ("auto_reply", "list")
    report = receive(written("a1\n", reply_to(bob), "eve@example.net", **headers))
    assert (report["outcome"], report["answer"]) == ("ignored", None)


def test_a_program_with_such_a_header_is_no_question_to_the_player(alice, bob, start, receive):
    start(alice, bob)
    report = receive(written("b2\n", reply_to(alice), "postmaster@example.net"))
    assert (report["outcome"], report["code"], report["answer"]) == ("ignored", "auto_reply", None)


def test_an_appeal_that_speaks_of_an_absence_is_answered_each_time(alice, bob, start, receive):
    start(alice, bob)
    text = "appeal The flag fell.\n\nI am away until 3 January, and it should have stood still.\n"
    reports = [receive(written(text, reply_to(alice), ALICE, **ANSWERS)) for _time in range(2)]
    assert {each["outcome"] for each in reports} == {"refused"}
    assert all(each["answer"] == "answer" for each in reports)


def test_a_retraction_is_asked_about_and_nothing_is_done(alice, bob, start, receive):
    match = start(alice, bob)
    for text in ("resign, thanks, but only joking", "resign\nhaha, just kidding"):
        report = receive(written(f"{text}\n", reply_to(alice), ALICE, **ANSWERS))
        assert (report["outcome"], report["answer"]) == ("refused", "answer")
    match.refresh_from_db()
    assert match.is_running


def test_an_opponent_may_be_thanked_in_small_letters(alice, bob, start, receive):
    match = start(alice, bob)
    assert receive(written("b2\nthanks bob\n", reply_to(alice), ALICE))["outcome"] == "done"
    assert Ply.objects.get(match=match).text == "b2"


def test_a_notice_from_another_address_is_no_question_to_the_player(alice, bob, start, receive):
    start(alice, bob)
    report = receive(written(f"{NOTICES[0]}\n", reply_to(alice), "eve@example.net", **ANSWERS))
    assert (report["outcome"], report["answer"]) == ("ignored", None)
    assert not Message.objects.filter(kind="held").exists()


def test_the_days_of_a_notice_are_no_leave_and_those_of_a_person_are(alice, bob, start, receive):
    start(alice, bob)
    to, days = reply_to(alice), "I am on leave from 9 March 2026 to 12 March 2026."
    notice = f"Thank you for your e-mail.\n{days}\n"
    assert receive(written(notice, to, ALICE, **ANSWERS))["code"] == "seems_automatic"
    assert not Leave.objects.exists()
    assert receive(written(f"{days}\n", to, ALICE, **ANSWERS))["outcome"] == "done"
    assert Leave.objects.get().player == alice


def test_a_person_who_speaks_of_an_absence_beside_a_move_is_heard(alice, bob, start, receive):
    match = start(alice, bob)
    text = "b2\nmsg I am away until 3 January. In urgent cases write to Carol.\n"
    assert receive(written(text, reply_to(alice), ALICE, **ANSWERS))["outcome"] == "done"
    assert Ply.objects.get(match=match).text == "b2"
    assert "You played b2." in newest(alice, "answer").body


def test_a_command_below_an_advert_is_asked_about(alice, bob, start, receive):
    match = start(alice, bob)
    text = "b2\n\nSent from my iPhone\n\ndraw\n"
    report = receive(written(text, reply_to(alice), ALICE, **ANSWERS))
    assert (report["outcome"], report["code"]) == ("refused", "below_signature")
    assert "“draw” is below" in newest(alice, "answer").body
    assert not Ply.objects.filter(match=match).exists()


def test_second_thoughts_inside_a_signature_are_asked_about(alice, bob, start, receive):
    match = start(alice, bob)
    for text in ("resign\n\nSent from my iPhone\nNo, wait!", "resign\n--\nDon't! I was joking"):
        report = receive(written(f"{text}\n", reply_to(alice), ALICE, **ANSWERS))
        assert (report["outcome"], report["code"]) == ("refused", "below_signature")
    match.refresh_from_db()
    assert match.is_running
