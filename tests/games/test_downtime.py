"""Announced downtime: shown everywhere, told to those concerned, and no longer than it lasts."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache

from config.emails.composing import deliver_due
from games import clocks, tasks
from games.models import Challenge, Outage, Seat
from games.services.challenges import challenges
from games.services.play.terms import Terms
from games.services.time import downtime, outages
from notifications.models import Message

pytestmark = pytest.mark.django_db
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def due(start, play, alice, bob, noon):
    """When Alice has to move, in a match that began at noon."""
    match = start(alice, bob, now=noon)
    play(match, "b2,a1", noon)
    return Seat.objects.get(match=match, awaited_since__isnull=False).deadline_at


def challenge(player, at):
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=True)
    return challenges.issue_challenge(player, terms, challenges.Offer(), now=at)


def expiry(row):
    return Challenge.objects.get(pk=row.pk).expires_at


def test_only_those_whose_deadline_falls_inside_get_an_e_mail(due, start, bob, carol, noon):
    start(bob, carol, now=noon + DAY)  # due a day later
    made = outages.enter_outage(due - HOUR, due + HOUR, note="New disk", by=None, now=noon)
    assert set(Message.objects.filter(kind="downtime").values_list("player__name", flat=True)) == {
        "Alice"
    }
    deliver_due(noon + DAY)
    (email,) = [each for each in mail.outbox if "Planned downtime" in each.subject]
    assert "New disk" in email.body
    assert "One of your deadlines falls within this time." in email.body
    outages.end_outage(made.pk, now=noon + DAY)
    deliver_due(noon + 2 * DAY)
    assert any("deadlines are as they were before." in each.body for each in mail.outbox)
    again = outages.enter_outage(due - HOUR, due + HOUR, note="", by=None, now=noon + DAY)
    outages.end_outage(again.pk, now=noon + DAY)  # before it was sent: nothing is said at all
    assert Message.objects.filter(key__startswith=f"downtime:{again.pk}:").count() == 1
    assert not Message.objects.filter(kind="downtime", state="queued").exists()


def test_every_page_shows_it_from_a_week_before_in_the_readers_zone(
    client,
    client_for,
    carol,
    noon,
    django_capture_on_commit_callbacks,
    django_assert_num_queries,
):
    begins = noon + 8 * DAY
    with django_capture_on_commit_callbacks(execute=True):
        made = outages.enter_outage(begins, begins + HOUR, note="Move <b>", by=None, now=noon)

    def shown(at, who=client, **headers):
        with time_machine.travel(at, tick=False):
            return who.get("/about/", headers=headers).text

    assert "Planned downtime" not in shown(noon)
    told = shown(begins - DAY)
    assert "Planned downtime" in told
    assert "Move &lt;b&gt;" in told
    assert "12:00 UTC<" in told
    assert "08:00 EDT" in shown(begins + MINUTE, client_for(carol))  # in Montréal
    assert "Planned downtime" not in shown(begins + HOUR)
    cache.clear()  # the broker has lost it; the next flag check brings it back
    with time_machine.travel(begins - DAY, tick=False):
        tasks.settle_flags()
    assert "Planned downtime" in shown(begins - DAY)
    with django_assert_num_queries(0):
        assert downtime.announced_downtimes(begins - DAY)
    with django_capture_on_commit_callbacks(execute=True):
        outages.end_outage(made.pk, now=begins - DAY)
    assert "Planned downtime" not in shown(begins - DAY)


def test_an_outage_leaves_challenges_no_later_than_its_length_asks(alice, noon):
    before = challenge(alice, noon)
    begins = noon + 2 * DAY
    made = outages.enter_outage(begins, begins + 8 * HOUR, note="", by=None, now=noon)
    between = challenge(alice, noon + DAY)
    assert expiry(before) == before.expires_at  # only announced
    outages.record_heartbeat(now=begins + MINUTE)
    assert expiry(before) == before.expires_at + 8 * HOUR
    assert expiry(between) == between.expires_at + 8 * HOUR
    during = challenge(alice, begins + HOUR)
    outages.end_outage(made.pk, now=begins + 2 * HOUR)
    assert expiry(before) == before.expires_at + 2 * HOUR
    assert expiry(between) == between.expires_at + 2 * HOUR
    assert expiry(during) == during.expires_at
    outages.record_heartbeat(now=begins + 2 * HOUR)
    assert expiry(before) == before.expires_at + 2 * HOUR


def test_a_silence_inside_and_an_early_end_count_their_union(alice, noon):
    row = challenge(alice, noon)
    outages.record_heartbeat(now=noon)
    made = outages.enter_outage(noon + HOUR, noon + 9 * HOUR, note="", by=None, now=noon)
    outages.record_heartbeat(now=noon + 3 * HOUR)  # silent from noon on
    assert expiry(row) == row.expires_at + 9 * HOUR
    outages.end_outage(made.pk, now=noon + 4 * HOUR)
    assert expiry(row) == row.expires_at + 4 * HOUR
    cancelled = outages.enter_outage(noon + DAY, noon + 2 * DAY, note="", by=None, now=noon)
    outages.end_outage(cancelled.pk, now=noon + 5 * HOUR)
    outages.record_heartbeat(now=noon + 5 * HOUR)
    assert Outage.objects.count() == 4
    assert expiry(row) == row.expires_at + 5 * HOUR


def test_operators_who_are_no_superusers_announce(client_for, office, person):
    olga = office(person("Olga"), "operator")
    assert client_for(olga).get("/admin/games/outage/add/").status_code == 200
