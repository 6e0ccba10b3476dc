"""What is kept of e-mails that came in, for how long, and how operators and workers see to it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from celery import current_app

from games.models import Ply, Seat
from games.services.challenges import closing
from inbound import queries, tasks
from inbound.models import InboundMessage
from inbound.services import confirmation, erasure, handling, retention, setting_aside, storage
from inbound.services.acts import at_match
from notifications.models import Message
from tests.inbound.conftest import newest, reply_to, written

ALICE, EVE = "alice@example.org", "eve@example.net"
SEED = "5eed" * 16
CHECKED = "mx.example; spf=pass smtp.mailfrom=example.org; dkim=pass header.d=example.org"


def traces(address):
    """Return the rows in which an address or what it wrote can still be found."""
    rows = InboundMessage.objects.all()
    return [
        row.pk
        for row in rows
        if row.raw is not None
        or any(address in each for each in (row.sender, row.mail_from, row.last_error))
        or any("example.org" in check["domain"] for check in row.checks)
    ]


def close(player, noon):
    closing.close_account(player, now=noon + timedelta(hours=1))


# Closing an account ------------------------------------------------------------------------------
def test_a_closed_account_leaves_neither_address_nor_words(
    alice, bob, start, receive, noon, settings
):
    settings.MAIL_AUTHSERV = "mx.example"
    match = start(alice, bob)
    to = reply_to(alice)
    receive(written("b2\nnote my secret\n", to, ALICE, Authentication_Results=CHECKED))
    receive(written("status?\n", to, EVE))
    receive(written("anything\n", to, ALICE, Auto_Submitted="auto-replied"))
    assert traces(ALICE)
    close(alice, noon)
    assert traces(ALICE) == []
    done = list(queries.messages_about_match(match.pk))[-1]
    assert (done.outcome, done.commands) == ("done", ["move", "note"])
    assert [(each["method"], each["result"]) for each in done.checks] == [
        ("spf", "pass"),
        ("dkim", "pass"),
    ]
    assert not InboundMessage.objects.filter(message_id__contains="mail.example.org").exists()
    assert Ply.objects.filter(match=match).count() == 1


def test_only_the_verbs_stay_of_commands_that_hold_words(alice, bob, start, receive, noon):
    match = start(alice, bob)
    text = "b2\nif a1 then c1\nmsg my secret\nnote another secret\n"
    receive(written(text, reply_to(alice), ALICE))
    receive(written("cancel order if a1 then c1\n", reply_to(alice, "answer"), ALICE))
    close(alice, noon)
    done = [each.commands for each in InboundMessage.objects.order_by("pk")]
    assert done == [["move", "if", "msg", "note"], ["cancel orders"]]
    assert match.plies.count() == 1


@pytest.mark.parametrize(
    ("command", "kept"),
    [
        ("claim Anna Secret cheats", "claim"),
        ("appeal that is unfair", "appeal"),
        ("challenge Anna Secret", "challenge"),
        ("notes", "notes"),
        ("cancel orders", "cancel orders"),
        ("cancel leave", "cancel leave"),
        ("if a1 then c1", "if"),
        ("bid 347", "move"),
        ("notable", "move"),
    ],
)
def test_only_what_kind_of_command_it_was_stays(command, kept):
    row = InboundMessage(message_id="<1@x>", commands=[command], checks=[])
    erasure.erase_message(row)
    assert row.commands == [kept]


def test_what_others_wrote_stays_when_somebody_closes_their_account(
    alice, bob, start, receive, noon
):
    start(alice, bob)
    receive(written("b2\n", reply_to(alice), ALICE))
    receive(written("a1\n", reply_to(bob), "bob@example.org"))
    close(bob, noon)
    kept = InboundMessage.objects.get(player=alice)
    assert (kept.sender, bytes(kept.raw or b"")[:5]) == (ALICE, b"From:")


def test_what_waited_for_a_confirmation_cannot_be_confirmed_any_more(
    alice, bob, start, receive, noon, client_for
):
    start(alice, bob)
    receive(written("msg Hello\n", reply_to(alice), EVE))
    row = InboundMessage.objects.get()
    close(alice, noon)
    assert client_for(None).post(confirmation.confirmation_url(row.pk)).status_code == 200
    row.refresh_from_db()
    assert (row.state, row.code, row.sender, row.raw) == ("settled", "not_confirmed", "", None)


def test_what_comes_in_after_that_is_not_kept_either(alice, bob, start, receive, noon):
    start(alice, bob)
    to = reply_to(alice)
    close(alice, noon)
    report = receive(written("b2\n", to, ALICE))
    assert (report["outcome"], report["code"]) == ("ignored", "no_such_player")
    assert traces(ALICE) == []


# Thinning ----------------------------------------------------------------------------------------
def test_what_nobody_confirmed_is_given_up_after_its_time(
    alice, bob, start, receive, noon, client_for
):
    start(alice, bob)
    receive(written("b2\n", reply_to(alice), EVE))
    row = InboundMessage.objects.get()
    settled = row.settled_at or noon
    assert retention.delete_old_messages(settled + confirmation.CONFIRMATION_PERIOD) == 0
    late = settled + confirmation.CONFIRMATION_PERIOD + timedelta(seconds=1)
    assert retention.delete_old_messages(late) == 1
    row.refresh_from_db()
    assert (row.state, row.outcome, row.code) == ("settled", "held", "not_confirmed")
    assert client_for(None).post(confirmation.confirmation_url(row.pk)).status_code in (200, 404)
    assert not Ply.objects.exists()
    assert retention.delete_old_messages(late) == 0


def test_a_message_is_emptied_after_a_month_and_its_line_removed_after_a_year(
    alice, bob, start, receive, noon
):
    start(alice, bob)
    receive(written("b2\n", reply_to(alice), ALICE))
    row = InboundMessage.objects.get()
    settled = row.settled_at or noon
    assert retention.delete_old_messages(settled + retention.RAW_RETENTION) == 0
    assert (
        retention.delete_old_messages(settled + retention.RAW_RETENTION + timedelta(seconds=1)) == 1
    )
    row.refresh_from_db()
    assert (row.raw, row.commands, row.sender) == (None, ["b2"], ALICE)
    assert retention.delete_old_messages(settled + retention.ROW_RETENTION) == 0
    assert (
        retention.delete_old_messages(settled + retention.ROW_RETENTION + timedelta(seconds=1)) == 1
    )
    assert not InboundMessage.objects.exists()


def test_what_is_not_read_yet_is_never_thinned(alice, bob, start, noon):
    start(alice, bob)
    _stored("msg Hello", reply_to(alice), noon)
    assert retention.delete_old_messages(noon + timedelta(days=1000)) == 0
    assert InboundMessage.objects.exclude(raw=None).count() == 1


def test_what_is_set_aside_is_emptied_and_removed_like_the_rest(alice, bob, start, noon):
    start(alice, bob)
    row = InboundMessage.objects.filter(pk=_stored("b2", reply_to(alice), noon).pk)
    row.update(state="set_aside", settled_at=noon)
    assert retention.delete_old_messages(noon + retention.RAW_RETENTION) == 0
    later = noon + retention.RAW_RETENTION + timedelta(days=1)
    assert retention.delete_old_messages(later) == 1
    assert row.get().raw is None
    assert not setting_aside.requeue_message(row.get().pk, now=later)
    assert row.get().state == "set_aside"
    assert retention.delete_old_messages(noon + retention.ROW_RETENTION + timedelta(days=1)) == 1
    assert not row.exists()


def _stored(text, to, now, **more):
    envelope = storage.Envelope(to, InboundMessage.Way.LMTP)
    return storage.store_message(written(f"{text}\n", to, ALICE), envelope, now=now, **more)


def test_the_timetable_thins_the_oldest_first_and_in_portions(alice, bob, start, noon, monkeypatch):
    start(alice, bob)
    to = reply_to(alice)
    rows = [_stored(f"msg {day}", to, noon, wake=False) for day in range(3)]
    for day, stored in enumerate(rows):
        InboundMessage.objects.filter(pk=stored.pk).update(
            state="settled", settled_at=noon + timedelta(days=day)
        )
    monkeypatch.setattr(retention, "BATCH_SIZE", 2)
    monkeypatch.setattr("django.utils.timezone.now", lambda: noon + timedelta(days=100))
    assert tasks.delete_old_messages() == 2
    assert list(InboundMessage.objects.exclude(raw=None)) == [
        InboundMessage.objects.get(pk=rows[2].pk)
    ]
    assert tasks.delete_old_messages() == 1


# Reading again -----------------------------------------------------------------------------------
@pytest.fixture
def woken(monkeypatch):
    """Return the names of the tasks for which a worker was woken."""
    names = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_given: names.append(name))
    return names


def test_what_was_set_aside_is_read_again_with_all_its_attempts(
    alice, bob, start, noon, woken, django_capture_on_commit_callbacks
):
    match = start(alice, bob)
    stored = _stored("b2", reply_to(alice), noon, wake=False)
    InboundMessage.objects.filter(pk=stored.pk).update(attempts=handling.MAX_ATTEMPTS)
    later = noon + timedelta(hours=1)
    assert handling.process_due(now=later, make_seed=lambda: SEED) == 0
    assert InboundMessage.objects.get().state == "set_aside"
    with django_capture_on_commit_callbacks(execute=True):
        assert setting_aside.requeue_message(stored.pk, now=later)
    assert woken == [storage.READ_TASK]
    row = InboundMessage.objects.get()
    assert (row.state, row.outcome, row.code, row.attempts) == ("received", "", "", 0)
    assert handling.process_due(now=later, make_seed=lambda: SEED) == 1
    assert Ply.objects.get(match=match).text == "b2"


@pytest.mark.parametrize("state", ["received", "held", "settled"])
def test_only_what_was_set_aside_is_read_again(alice, bob, start, noon, woken, state):
    start(alice, bob)
    stored = _stored("b2", reply_to(alice), noon, wake=False)
    InboundMessage.objects.filter(pk=stored.pk).update(state=state)
    assert not setting_aside.requeue_message(stored.pk, now=noon)
    assert InboundMessage.objects.get().state == state
    assert woken == []


# Waking ------------------------------------------------------------------------------------------
def test_a_message_wakes_a_reader_once_it_is_committed(
    alice, bob, start, noon, woken, django_capture_on_commit_callbacks
):
    start(alice, bob)
    to = reply_to(alice)
    woken.clear()
    with django_capture_on_commit_callbacks(execute=True):
        _stored("b2", to, noon)
        assert woken == []
    assert woken == [storage.READ_TASK]
    assert storage.READ_TASK in current_app.tasks


def test_the_task_that_was_woken_reads_what_is_due(alice, bob, start, noon, monkeypatch):
    match = start(alice, bob)
    _stored("b2", reply_to(alice), noon, wake=False)
    monkeypatch.setattr("django.utils.timezone.now", lambda: noon + timedelta(minutes=1))
    assert tasks.read_mail() == 1
    assert Ply.objects.get(match=match).text == "b2"
    assert tasks.read_mail() == 0
    assert Seat.objects.filter(match=match, awaited_since__isnull=False).count() == 1


def test_a_message_without_an_id_counts_once_by_whatever_way_it_comes():
    bare = b"From: a@b.example\r\nDate: Mon, 2 Mar 2026 12:00:00 +0000\r\n\r\nb2\r\n"
    one = b"Received: from one\r\n by us; Mon\r\nX-Spam: 0\r\n" + bare
    other = (b"Delivered-To: play+x@post.example\r\nReceived: from two\r\n" + bare).replace(
        b"\r", b""
    )
    assert storage.message_id_of(one) == storage.message_id_of(other)
    assert storage.message_id_of(one) != storage.message_id_of(one.replace(b"b2", b"c1"))
    undated = one.replace(b"Date", b"X-Date")
    assert storage.message_id_of(undated) != storage.message_id_of(undated.replace(b"one", b"two"))


# In the admin ------------------------------------------------------------------------------------
def test_the_admin_tells_what_kind_of_commands_were_done_and_none_of_their_words(
    alice, bob, start, receive, client_for, office
):
    start(alice, bob)
    receive(written("b2\nif a1 then c1\nnote my secret plan\nmsg hush\n", reply_to(alice), ALICE))
    row = InboundMessage.objects.get()
    assert len(row.commands) == 4
    office(bob, "operator")
    page = client_for(bob).get(f"/admin/inbound/inboundmessage/{row.pk}/change/").content.decode()
    assert "move, if, note, msg" in page
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)  # may hold "b2" by chance
    for command in row.commands:
        assert command not in page


@pytest.fixture
def unreadable(monkeypatch):
    """Let no message be read."""

    def fail(_raw, **_given):
        raise MemoryError("poison")

    monkeypatch.setattr(handling, "read_message", fail)


def set_aside(text, to, now):
    """Store a message and try to read it until it is set aside; return its row and the time."""
    envelope = storage.Envelope(to, "smtp")
    kept = storage.store_message(written(text, to, ALICE), envelope, now=now, wake=False)
    for _attempt in range(handling.MAX_ATTEMPTS + 1):
        handling.process_due(now=now, make_seed=lambda: SEED)
        now += handling.LEASE + timedelta(seconds=1)
    return InboundMessage.objects.get(pk=kept.pk), now


@pytest.mark.usefixtures("unreadable")
def test_whose_email_could_not_be_read_hears_of_it_once_a_day(alice, bob, start, noon):
    start(alice, bob)
    to = reply_to(alice)
    row, now = set_aside("b2\n", to, noon)
    assert (row.state, row.player) == ("set_aside", alice)
    assert row.answer.player == alice
    assert "could not be read because of an error on our side" in newest(alice, "answer").body
    assert Ply.objects.count() == 0
    again, later = set_aside("c1\n", to, now)
    assert (again.state, again.player, again.answer) == ("set_aside", alice, None)
    third, _later = set_aside("c2\n", to, later + timedelta(days=1))
    assert third.answer is not None


def test_what_is_read_after_all_is_answered_once_more(alice, bob, start, noon, monkeypatch):
    start(alice, bob)
    with monkeypatch.context() as patched:
        patched.setattr(handling, "read_message", None)
        row, now = set_aside("b2\n", reply_to(alice), noon)
    assert setting_aside.requeue_message(row.pk, now=now)
    assert handling.process_due(now=now, make_seed=lambda: SEED) == 1
    first, row = row.answer, InboundMessage.objects.get(pk=row.pk)
    assert (row.outcome, row.commands) == ("done", ["b2"])
    assert row.answer not in (None, first)
    assert "b2" in newest(alice, "answer").body


@pytest.mark.usefixtures("unreadable")
def test_a_match_that_cannot_be_loaded_keeps_nobody_from_hearing_of_it(
    alice, bob, start, noon, monkeypatch
):
    start(alice, bob)

    def fail(_match):
        raise MemoryError("poison")

    monkeypatch.setattr(at_match, "get_match", fail)
    row, _now = set_aside("b2\n", reply_to(alice), noon)
    assert (row.state, row.player, row.answer.player) == ("set_aside", alice, alice)
    assert "could not be read because of an error on our side" in newest(alice, "answer").body


@pytest.mark.usefixtures("unreadable")
def test_nobody_is_left_unheard_when_a_process_dies_of_telling(
    alice, bob, start, noon, monkeypatch
):
    start(alice, bob)

    def die(_match):
        raise SystemExit

    monkeypatch.setattr(at_match, "get_match", die)
    with pytest.raises(SystemExit):
        set_aside("b2\n", reply_to(alice), noon)
    row = InboundMessage.objects.get()
    assert (row.state, row.attempts) == ("received", handling.MAX_ATTEMPTS + 1)
    handling.process_due(now=row.next_at, make_seed=lambda: SEED)
    row.refresh_from_db()
    assert (row.state, row.answer.player) == ("set_aside", alice)


@pytest.mark.usefixtures("unreadable")
def test_reading_again_in_vain_tells_nobody_a_second_time_that_day(alice, bob, start, noon):
    start(alice, bob)
    row, now = set_aside("b2\n", reply_to(alice), noon)
    for days, told in ((0, 1), (1, 2)):
        again = now + timedelta(days=days)
        assert setting_aside.requeue_message(row.pk, now=again)
        for _attempt in range(handling.MAX_ATTEMPTS + 1):
            handling.process_due(now=again, make_seed=lambda: SEED)
            again += handling.LEASE + timedelta(seconds=1)
        row.refresh_from_db()
        assert row.state == "set_aside"
        assert Message.objects.filter(player=alice, kind="answer").count() == told


def test_an_account_that_is_closed_hears_nothing(alice, bob, start, noon, unreadable):
    start(alice, bob)
    alice.closed_at = noon
    alice.save()
    row, _now = set_aside("b2\n", reply_to(alice), noon)
    assert (row.state, row.player, row.answer) == ("set_aside", None, None)
