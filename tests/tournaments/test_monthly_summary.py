"""The summary of a month: one a player and month, in their own zone, at a waking hour."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest

from games.services.play import matches
from notifications.models import EmailSettings, Message
from notifications.services import outbox, subscriptions
from tests.emails import deliver_due, render
from tests.games.conftest import play, start
from tests.notifications.conftest import html_of
from tests.sampling import sampled
from tournaments.services.emails import monthly

__all__ = ["play", "start"]
pytestmark = pytest.mark.django_db
KIND = "monthly_summary"
LATER = datetime(2026, 4, 2, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch):
    monkeypatch.setattr(outbox, "wake_worker", lambda _task: None)


@pytest.fixture
def reader(person, noon):
    """Return a maker of players who want a summary."""

    def make(name, **fields):
        player = person(name, **fields)
        subscriptions.set_preference(player, KIND, wanted=True, now=noon)
        return player

    return make


@pytest.fixture
def ended(start, play):
    """Return what lets both play an hour before an instant, and one resign at it."""

    def end(winner, loser, at):
        match = start(winner, loser, now=at - timedelta(hours=1))
        play(match, "b2,a1", at - timedelta(hours=1))
        matches.resign_match(match.pk, loser, now=at)
        return match

    return end


def summary_of(player):
    return Message.objects.get(kind=KIND, player=player)


def lines_of(player):
    sections = summary_of(player).context["sections"]
    return {each["title"]: each["lines"] for each in sections}


def test_nobody_gets_one_who_did_not_ask(person, ended):
    anna, ben = person("Anna"), person("Ben")
    ended(anna, ben, datetime(2026, 3, 10, 12, tzinfo=UTC))
    assert monthly.post_summaries(LATER) == 0
    assert not Message.objects.filter(kind=KIND).exists()


def test_it_tells_results_ratings_and_what_runs(reader, person, ended, start):
    anna, ben = reader("Anna"), person("Ben")
    for day, pair in ((3, (anna, ben)), (4, (anna, ben)), (5, (ben, anna))):
        ended(*pair, datetime(2026, 3, day, 12, tzinfo=UTC))
    start(anna, ben, now=datetime(2026, 3, 30, 12, tzinfo=UTC))
    assert monthly.post_summaries(LATER) == 1
    told = lines_of(anna)
    assert told["Your matches"] == [
        "3 matches finished: 2 won, 0 drawn, 1 lost",
        "1 match running, your turn in 1",
    ]
    (rating,) = told["Your ratings"]
    assert rating.startswith("Traffic Lights: from 1500? to 15")
    email = render(summary_of(anna), LATER)
    assert email.subject == "Your month: March 2026"
    for line in (*told["Your matches"], rating):
        assert line in email.body
        assert line in html_of(email)
    assert "List-Unsubscribe" in email.extra_headers


@pytest.mark.parametrize(
    ("zone", "month"),
    sampled([("Pacific/Auckland", "2026-04"), ("Pacific/Honolulu", "2026-03")], 1),
)
def test_a_month_ends_where_the_player_lives(reader, person, ended, zone, month):
    """Noon on 31 March in UTC is 1 April in Auckland and still March in Honolulu."""
    anna, ben = reader("Anna", time_zone=zone), person("Ben")
    ended(anna, ben, datetime(2026, 3, 31, 12, tzinfo=UTC))
    for later in (LATER, LATER + timedelta(days=30)):
        monthly.post_summaries(later)
    found = Message.objects.filter(kind=KIND)
    assert [each.key for each in found] == [f"{KIND}:{anna.pk}:{month}"]
    assert "1 match finished" in str(found[0].context)


def test_the_bounds_of_a_month_follow_summer_time(person):
    anna = person("Anna", time_zone="Europe/Berlin")
    month = monthly.month_before(anna, LATER)
    assert month.begins == datetime(2026, 2, 28, 23, tzinfo=UTC)
    assert month.ends == datetime(2026, 3, 31, 22, tzinfo=UTC)
    assert monthly.month_before(anna, datetime(2026, 3, 31, 22, tzinfo=UTC)).first.month == 3
    assert monthly.month_before(anna, datetime(2026, 3, 31, 21, 59, tzinfo=UTC)).first.month == 2


def test_it_is_written_at_the_hour_of_digests_and_not_in_quiet_hours(reader, person, ended):
    anna = reader("Anna", time_zone="UTC", quiet_from=time(17), quiet_to=time(20))
    ended(anna, person("Ben"), datetime(2026, 3, 10, 12, tzinfo=UTC))
    first = datetime(2026, 4, 1, tzinfo=UTC)
    assert monthly.post_summaries(first.replace(hour=17, minute=59)) == 0
    assert monthly.post_summaries(first.replace(hour=18)) == 1
    assert summary_of(anna).due_at == first.replace(hour=20)
    deliver_due(first.replace(hour=19))
    assert summary_of(anna).state == Message.State.QUEUED
    deliver_due(first.replace(hour=20))
    assert summary_of(anna).state == Message.State.SENT


def test_whoever_asks_in_the_middle_of_a_month_waits_for_its_end(reader, person, ended):
    anna = reader("Anna")
    ended(anna, person("Ben"), datetime(2026, 3, 10, 12, tzinfo=UTC))
    assert monthly.post_summaries(datetime(2026, 4, 8, 20, tzinfo=UTC)) == 0


def test_a_run_that_died_is_finished_by_the_next_and_nothing_is_doubled(reader, ended, monkeypatch):
    anna, ben = reader("Anna"), reader("Ben")
    ended(anna, ben, datetime(2026, 3, 10, 12, tzinfo=UTC))
    real, calls = outbox.post, []

    def dying(**given):
        calls.append(given["player"])
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(**given)

    monkeypatch.setattr(outbox, "post", dying)
    with pytest.raises(KeyboardInterrupt):
        monthly.post_summaries(LATER)
    assert Message.objects.filter(kind=KIND).count() == 1
    assert monthly.post_summaries(LATER + timedelta(hours=1)) == 1
    assert monthly.post_summaries(LATER + timedelta(hours=2)) == 0
    assert {each.player for each in Message.objects.filter(kind=KIND)} == {anna, ben}


def test_nothing_to_tell_is_no_email(reader):
    reader("Anna")
    assert monthly.post_summaries(LATER) == 0


def test_a_month_is_written_in_the_readers_language(reader, person, ended):
    anna = reader("Anna", language="de")
    EmailSettings.objects.create(player=anna, plain_text=True)
    ended(anna, person("Ben"), datetime(2026, 3, 10, 12, tzinfo=UTC))
    monthly.post_summaries(LATER)
    email = render(summary_of(anna), LATER)
    assert email.subject == "Dein Monat: März 2026"
    assert "1 Partie beendet: 1 gewonnen, 0 unentschieden, 0 verloren" in email.body
    assert not email.alternatives
