"""What a reader may choose about e-mails: text alone, and deadlines as calendar files."""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from django.core import mail
from icalendar import Calendar

from games import clocks
from games.models import Match, Seat
from games.services.emails import allowance, match_emails
from games.services.match.loaded import load_match
from games.services.play import flags, matches
from notifications.models import EmailSettings, Message
from notifications.queries import settings_for
from notifications.services import outbox
from tests.emails import deliver_due, render
from tournaments.services.files.calendar import player_calendar

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch):
    monkeypatch.setattr(outbox, "wake_worker", lambda _task: None)


@pytest.fixture
def now(noon):
    return noon


@pytest.fixture
def match(person, start, now):
    return start(person("Anna"), person("Ben"), now=now)


def arrived(message, now):
    """Return an e-mail as a mail program reads it."""
    return message_from_bytes(render(message, now).message().as_bytes(), policy=policy.default)


def latest(match, name, kind="your_turn"):
    rows = Message.objects.filter(kind=kind, player__name=name, thread=match.thread)
    return rows.latest("pk")


def kinds_of(email):
    return [part.get_content_type() for part in email.walk()]


def event_in(email, method="PUBLISH"):
    (part,) = [each for each in email.walk() if each.get_content_type() == "text/calendar"]
    assert part.get_filename() == "deadline.ics"
    assert part.get_param("method") == method
    calendar = Calendar.from_ical(part.get_content())
    assert calendar["method"] == method
    (event,) = calendar.walk("VEVENT")
    assert event["organizer"].startswith("mailto:")
    assert event["status"] == ("CANCELLED" if method == "CANCEL" else "CONFIRMED")
    return event


def delivered(message, now):
    """Send what is due and return an e-mail of it as it arrived."""
    deliver_due(now)
    (sent,) = [
        each for each in mail.outbox if each.extra_headers["Message-ID"] == message.message_id
    ]
    return message_from_bytes(sent.message().as_bytes(), policy=policy.default)


def test_text_alone_has_neither_html_nor_pictures(match, play, now):
    play(match, "b2", now)
    whole = arrived(latest(match, "Ben"), now)
    assert {"text/html", "image/png"} <= set(kinds_of(whole))
    EmailSettings.objects.create(player=latest(match, "Ben").player, plain_text=True)
    plain = arrived(latest(match, "Ben"), now)
    assert kinds_of(plain) == ["text/plain"]
    assert plain.get_content() == whole.get_body(("plain",)).get_content()
    assert plain["References"] == whole["References"]
    assert plain["List-Unsubscribe"] == whole["List-Unsubscribe"]


def test_nobody_gets_a_calendar_who_did_not_ask(match, play, now):
    play(match, "b2", now)
    assert "text/calendar" not in kinds_of(arrived(latest(match, "Ben"), now))


@pytest.mark.parametrize("plain", [False, True])
def test_a_later_deadline_replaces_the_earlier_one(match, play, now, plain):
    ben = latest(match, "Ben", "match_started").player
    EmailSettings.objects.create(player=ben, calendar=True, plain_text=plain)
    found = []
    for moves, at in (("b2", now), ("a1,c3", now + timedelta(hours=5))):
        play(match, moves, at)
        email = arrived(latest(match, "Ben"), at)
        assert kinds_of(email)[0] == "multipart/mixed"
        event = event_in(email)
        assert event["dtend"].dt == Seat.objects.get(match=match, player=ben).deadline_at
        assert event["dtend"].dt - event["dtstart"].dt == timedelta(minutes=30)
        found.append(event)
    assert found[0]["uid"] == found[1]["uid"]
    assert found[0]["sequence"] < found[1]["sequence"]
    assert found[0]["dtend"].dt < found[1]["dtend"].dt
    address = Calendar.from_ical(player_calendar(ben, now))
    assert found[0]["uid"] in {each["uid"] for each in address.walk("VEVENT")}


def test_a_reminder_has_the_deadline_too(match, play, now):
    play(match, "b2", now)
    ben = latest(match, "Ben").player
    EmailSettings.objects.create(player=ben, calendar=True)
    turn = event_in(arrived(latest(match, "Ben"), now))
    flags.send_reminders(now=now + timedelta(days=1.6))
    reminder = event_in(arrived(latest(match, "Ben", "reminder"), now + timedelta(days=1.6)))
    assert reminder["uid"] == turn["uid"]
    assert reminder["dtend"].dt == turn["dtend"].dt
    assert reminder["sequence"] > turn["sequence"]


@pytest.fixture
def sent(match, play, now):
    """Return the event of an e-mail about a turn that Ben has got, and when."""
    ben = latest(match, "Ben", "match_started").player
    EmailSettings.objects.create(player=ben, calendar=True, settle_minutes=0)
    play(match, "b2", now)
    return event_in(delivered(latest(match, "Ben"), now))


def test_the_end_of_the_match_cancels_the_deadline_once(match, sent, now):
    later = now + timedelta(hours=1)
    ben = latest(match, "Ben").player
    matches.resign_match(match.pk, ben, now=later)
    event = event_in(delivered(latest(match, "Ben", "match_finished"), later), "CANCEL")
    assert event["uid"] == sent["uid"]
    assert event["organizer"] == sent["organizer"]
    assert event["sequence"] > sent["sequence"]
    assert event["dtend"].dt == sent["dtend"].dt
    assert not event.walk("VALARM")
    matches.send_chat_message(
        match.pk, latest(match, "Anna", "match_started").player, "Thanks!", now=later
    )
    again = delivered(latest(match, "Ben", "chat_digest"), later + timedelta(minutes=11))
    assert "text/calendar" not in kinds_of(again)


def test_an_answer_by_e_mail_cancels_the_deadline_and_the_next_turn_renews_it(
    match, sent, play, now
):
    later = now + timedelta(hours=1)
    deliver_due(later)
    play(match, "a1", later)
    table, ben = load_match(Match.objects.get(pk=match.pk)), latest(match, "Ben").player
    told = {"said": ["You played a1."], "done": ["a1"]}
    match_emails.notify_reply(table, table.seats[1], "answer:1", told, reader=ben, now=later)
    cancelled = event_in(delivered(latest(match, "Ben", "answer"), later), "CANCEL")
    play(match, "c3", later)
    renewed = event_in(delivered(latest(match, "Ben"), later + timedelta(minutes=11)))
    assert sent["uid"] == cancelled["uid"] == renewed["uid"]
    assert sent["sequence"] < cancelled["sequence"] < renewed["sequence"]


def test_nothing_is_cancelled_that_was_never_sent(match, play, now):
    ben = latest(match, "Ben", "match_started").player
    play(match, "b2", now)
    EmailSettings.objects.create(player=ben, calendar=True)
    matches.resign_match(match.pk, ben, now=now)  # the e-mail about the turn never went out
    over = delivered(latest(match, "Ben", "match_finished"), now + timedelta(days=1))
    assert "text/calendar" not in kinds_of(over)


def test_without_a_deadline_there_is_no_calendar(person, start, play, now):

    match = start(
        person("Anna"), person("Ben"), control=clocks.PRESETS["untimed"], now=now, rated=False
    )
    play(match, "b2", now)
    EmailSettings.objects.create(player=latest(match, "Ben").player, calendar=True)
    assert "text/calendar" not in kinds_of(arrived(latest(match, "Ben"), now))


def test_the_settings_page_saves_both(client_for, person):
    anna = person("Anna")
    client = client_for(anna)
    page = client.get("/settings/emails/").text
    assert 'name="plain_text" id="id_plain_text">' in page
    data = {"settle_minutes": "10", "digest_after": "20", "digest_hour": "18"}
    client.post("/settings/emails/", data | {"plain_text": "on", "calendar": "on"})
    assert settings_for(anna).plain_text
    assert settings_for(anna).calendar
    client.post("/settings/emails/", data)
    assert not settings_for(anna).plain_text
    assert not settings_for(anna).calendar


def last_reminder(seat):
    """Let all reminders of a turn go out; return when the last one did."""
    last = None
    while seat.remind_at:
        last = seat.remind_at
        flags.send_reminders(now=last)
        seat.refresh_from_db()
    return last


def alarm_of(event):
    (alarm,) = event.walk("VALARM")
    return event["dtstart"].dt + alarm["trigger"].dt


def test_the_alarm_comes_with_the_last_reminder(match, sent, now):
    seat = Seat.objects.get(match=match, player__name="Ben")
    feed = Calendar.from_ical(player_calendar(seat.player, now))
    last = last_reminder(seat)
    assert last is not None
    assert alarm_of(sent) == last
    assert [alarm_of(each) for each in feed.walk("VEVENT")] == [last]


def test_a_calendar_address_names_no_method_and_is_valid_without_entries(match, sent, now):
    ben = latest(match, "Ben").player
    feed = Calendar.from_ical(player_calendar(ben, now))
    assert "method" not in feed, "which would need an organiser"
    assert feed.walk("VEVENT")[0]["sequence"] == sent["sequence"]
    later = Calendar.from_ical(player_calendar(ben, now + timedelta(hours=1)))
    assert later.walk("VEVENT")[0]["sequence"] > sent["sequence"]
    matches.resign_match(match.pk, ben, now=now)
    empty = Calendar.from_ical(player_calendar(ben, now))
    assert [each.name for each in empty.subcomponents] == ["VTIMEZONE"]


def test_the_talk_in_a_match_causes_few_e_mails_a_day_and_the_newest_line_is_told(match, now):
    ben = Seat.objects.get(match=match, player__name="Ben").player
    anna = Seat.objects.get(match=match, player__name="Anna").player
    EmailSettings.objects.create(player=ben, settle_minutes=0, digest_after=0)
    rows = Message.objects.filter(kind="chat_digest", player=ben)
    for minute in range(25):
        at = now + timedelta(minutes=minute)
        matches.send_chat_message(match.pk, anna, f"Line {minute}", now=at)
        rows.exclude(state="withdrawn").update(state="sent")
    assert rows.exclude(state="withdrawn").count() == 20
    matches.send_chat_message(match.pk, anna, "Good morning", now=now + timedelta(days=1, hours=1))
    newest = [line["text"] for line in rows.latest("pk").context["lines"]]
    assert newest[-2:] == ["Line 24", "Good morning"]


LAST = "For now you will get no further e-mails about messages from"


def test_the_limit_of_one_talker_leaves_the_words_of_others_alone_and_is_told(
    start, person, now, monkeypatch
):
    monkeypatch.setattr(allowance, "MAX_CHAT_EMAILS_PER_DAY", 2)
    anna, ben, cleo = (person(name) for name in ("Anna", "Ben", "Cleo"))
    match = start(anna, ben, cleo, ruleset="halma", now=now)
    for player in (anna, ben, cleo):
        EmailSettings.objects.create(player=player, settle_minutes=0, digest_after=0)
    rows = Message.objects.filter(kind="chat_digest", player=ben).order_by("pk")
    for minute, writer in enumerate([anna, anna, anna, cleo]):
        at = now + timedelta(minutes=minute)
        matches.send_chat_message(match.pk, writer, f"Line {minute}", now=at)
        rows.exclude(state="withdrawn").update(state="sent", sent_at=at)
    assert [row.context["lines"][-1]["by"] for row in rows] == ["Anna", "Anna", "Cleo"]
    told = [LAST in render(row, now).body for row in rows]
    assert told == [False, True, False]


def test_the_last_e_mail_of_a_day_is_replaced_while_it_waits_and_never_lost(
    match, now, monkeypatch
):
    monkeypatch.setattr(allowance, "MAX_CHAT_EMAILS_PER_DAY", 1)
    anna = Seat.objects.get(match=match, player__name="Anna").player
    rows = Message.objects.filter(kind="chat_digest").order_by("pk")
    matches.send_chat_message(match.pk, anna, "One", now=now)
    matches.send_chat_message(match.pk, anna, "Two", now=now + timedelta(seconds=5))
    assert [row.state for row in rows] == ["withdrawn", "queued"]
    rows.filter(state="queued").update(state="sent", sent_at=now)
    matches.send_chat_message(match.pk, anna, "Three", now=now + timedelta(seconds=50))
    assert rows.filter(withdrawn_at=None).count() == 1
    assert [line["text"] for line in rows.last().context["lines"]] == ["One", "Two"]


def test_an_e_mail_in_a_senders_hands_is_not_withdrawn_where_no_other_may_follow(
    start, person, now, monkeypatch
):
    monkeypatch.setattr(allowance, "MAX_CHAT_EMAILS_PER_DAY", 1)
    anna, ben, cleo = (person(name) for name in ("Anna", "Ben", "Cleo"))
    match = start(anna, ben, cleo, ruleset="halma", now=now)
    rows = Message.objects.filter(kind="chat_digest", player=ben).order_by("pk")
    matches.send_chat_message(match.pk, anna, "One", now=now)
    rows.update(state="sent", sent_at=now)
    matches.send_chat_message(match.pk, cleo, "Two", now=now + timedelta(minutes=1))
    matches.send_chat_message(match.pk, anna, "Three", now=now + timedelta(minutes=2))
    assert rows.last().withdrawn_at is None
    assert rows.last().context["lines"][-1]["text"] == "Two"
