"""What organisers and referees do to an announced tournament stands in its log, with their name."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.services.bots.bots import create_bot
from tests.markup import text_of
from tests.sampling import sampled
from tournaments.models import EntryLink, Revision, RoundDraft
from tournaments.referees.services import panel
from tournaments.services import log
from tournaments.services.admission import keys
from tournaments.services.entries import bot_entries
from tournaments.services.revisions import pairings
from tournaments.services.rounds import ladders
from tournaments.services.seasons import announcing, running, starting

pytestmark = pytest.mark.django_db
SIMPLE = "traffic_lights.simple"


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


def written(event):
    """Return the lines of a log, the oldest first, with who wrote them."""
    lines = Revision.objects.filter(tournament=event).order_by("pk").select_related("by", "about")
    return [(each.by.name, plain(log.sentence(each))) for each in lines]


def plain(said):
    return said.replace("\u2068", "").replace("\u2069", "")


def test_links_bots_and_the_start_by_hand_are_written_down(
    hold, people, organiser, client_for, noon
):
    create_bot("Ada", "random", timetable="* * * * *", rulesets=[SIMPLE], now=noon)
    cup = hold(people(3), bots_welcome=True)
    keys.create_link(cup.pk, organiser, "k" * 32, now=noon)
    keys.revoke(cup.pk, organiser, EntryLink.objects.get().pk, now=noon)
    bot_entries.enter_bot(cup.pk, organiser, "Ada", now=noon)
    bot_entries.remove_bot(cup.pk, organiser, "Ada", now=noon)
    starting.start_now(cup.pk, organiser, now=noon, make_seed=lambda: "cd" * 32)
    said = [
        "An entry link was created.",
        "An entry link was revoked.",
        "The bot Ada was entered.",
        "The bot Ada was removed.",
        "The tournament was started by hand.",
    ]
    assert written(cup) == [(organiser.name, each) for each in said]
    page = text_of(client_for(None).get(cup.get_absolute_url()))
    assert all(each in plain(page) for each in said)


def test_a_round_published_before_its_time_is_written_down(hold, people, organiser, noon):
    event = hold(people(4), format="swiss", rounds=2, reviewed=True)
    now = noon + timedelta(days=1)
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)
    pairings.publish_now(event.pk, organiser, RoundDraft.objects.get().pk, now=now)
    assert written(event) == [(organiser.name, "Round 1 was published early.")]


def test_a_cancelled_tournament_says_by_whom_and_its_feed_says_it_once(
    hold, people, organiser, client_for, noon
):
    event = hold(people(2))
    announcing.cancel_tournament(event.pk, organiser, now=noon)
    assert written(event) == [(organiser.name, "The tournament was cancelled before it started.")]
    feed = client_for(None).get(f"{event.get_absolute_url()}feed.atom").text
    assert "Cancelled" in feed
    assert "Changed" not in feed


def test_a_draft_that_is_given_up_has_no_log(plan, organiser, noon):
    event = announcing.draft_tournament(organiser, plan(), seed="ab" * 32, now=noon)
    announcing.cancel_tournament(event.pk, organiser, now=noon)
    assert written(event) == []


def test_an_ended_ladder_says_by_whom(hold, people, organiser, noon):
    event = hold(people(3), format="ladder")
    running.advance_all(now=noon + timedelta(days=1), make_seed=lambda: "cd" * 32)
    ladders.end_ladder(event.pk, organiser, now=noon + timedelta(days=2))
    assert written(event) == [(organiser.name, "The ladder was ended; the standings are final.")]


@pytest.mark.parametrize("dismissed", sampled([True, False], 1))
def test_referees_come_and_go_in_the_log_once_they_have_accepted(
    hold, people, person, organiser, noon, dismissed
):
    event = hold(people(2))
    for name in ("Rita", "Rolf"):
        person(name)
        panel.appoint(event.pk, name, by=organiser, now=noon)
    rita, rolf = (each.player for each in event.appointments.order_by("pk"))
    panel.accept(event.pk, rita, now=noon)
    panel.decline(event.pk, rolf, now=noon)  # they never judged here
    if dismissed:
        panel.dismiss(event.pk, rita.pk, by=organiser, now=noon)
    else:
        panel.decline(event.pk, rita, now=noon)
    by = organiser.name if dismissed else "Rita"
    assert written(event) == [
        ("Rita", "Rita is now a referee of this tournament."),
        (by, "Rita is no longer a referee of this tournament."),
    ]
