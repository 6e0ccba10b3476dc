"""What one person writes reaches a reader by so many e-mails a day, wherever it is written."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection

from games.models import ChatLine
from games.services.emails import allowance
from games.services.errors import Refused
from games.services.play import matches
from notifications.models import Message
from notifications.services.limits import readers_at_limit
from tests.games.conftest import start
from tests.tournaments.test_clubs import found
from tournaments.models import ClubMember, ClubNews
from tournaments.services.clubs import news
from tournaments.services.organisers import messages

__all__ = ["start"]

pytestmark = pytest.mark.django_db
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


def say_to_all(event, organiser, now):
    """Let an organiser write to everybody; return how many e-mails that sent."""
    token = messages.propose(event.pk, organiser, "all", "Hello.", now=now).preview_token
    line = messages.send(event.pk, organiser, "all", "Hello.", preview_token=token, now=now)
    return line.after["told"]


def test_an_organiser_of_five_events_writes_to_a_reader_as_often_as_one_of_one(
    hold, organiser, alice, bob, noon, monkeypatch
):
    monkeypatch.setattr(messages, "MAX_MESSAGES", 4)
    events = [hold([bob], starts_at=noon + 9 * DAY) for _number in range(4)]
    last = hold([bob, alice], starts_at=noon + 9 * DAY)
    for number, event in enumerate(events):
        assert say_to_all(event, organiser, noon + number * MINUTE) == 1
    with pytest.raises(Refused, match="readers_had_enough"):
        say_to_all(events[0], organiser, noon + 8 * MINUTE)
    assert say_to_all(last, organiser, noon + 9 * MINUTE) == 1
    told = Message.objects.filter(kind="organiser_message")
    assert [told.filter(player=each).count() for each in (bob, alice)] == [4, 1]
    assert say_to_all(last, organiser, noon + 2 * DAY) == 2


def test_an_officer_of_five_clubs_sends_a_member_as_many_announcements_as_one_of_one(
    person, organiser, bob, noon
):
    founders = [person(f"Founder {number}") for number in range(5)]
    for number, founder in enumerate(founders):
        club = found(founder, noon, name=f"Rooks {number}")
        for player in (organiser, bob):
            ClubMember.objects.create(club=club, player=player, since=noon, role="officer")
        news.announce(club.key, organiser, "Hello", "All.", now=noon + number * MINUTE)
    told = Message.objects.filter(kind="club_news")
    assert told.filter(player=bob).count() == 3
    assert all(told.filter(player=each).count() == 1 for each in founders)
    assert ClubNews.objects.count() == 5


def test_an_opponent_in_ten_matches_sends_a_reader_as_many_e_mails_as_one_in_one(
    alice, bob, start, noon, monkeypatch
):
    monkeypatch.setattr(allowance, "MAX_CHAT_EMAILS_PER_DAY", 3)
    for number in range(10):
        match, now = start(alice, bob, now=noon), noon + number * MINUTE
        matches.send_chat_message(match.pk, alice, "Hello.", now=now)
        Message.objects.filter(kind="chat_digest").update(state="sent")
    told = Message.objects.filter(kind="chat_digest").order_by("pk")
    last = [each.context["is_last"] for each in told.filter(player=bob)]
    assert last == [False, False, True]
    assert ChatLine.objects.count() == 10
    matches.send_chat_message(match.pk, bob, "Good morning.", now=now)
    matches.send_chat_message(match.pk, alice, "Good morning.", now=noon + 2 * DAY)
    assert [told.filter(player=each).count() for each in (alice, bob)] == [1, 4]


@pytest.mark.postgres
@pytest.mark.parametrize("kind", ["chat_digest", "club_news", "organiser_message"])
def test_counting_texts_reads_no_other_e_mails(alice, bob, noon, django_assert_num_queries, kind):
    with django_assert_num_queries(1) as asked:
        assert readers_at_limit(alice, [alice, bob], kind, 3, noon) == set()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {asked.captured_queries[0]['sql']}")
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "message_texts" in plan
