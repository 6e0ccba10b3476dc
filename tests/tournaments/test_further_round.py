"""A Swiss that is over can go on with a further round, as long as nothing has followed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import RatingEntry
from games.services.errors import Refused
from notifications.models import Message
from tests.tournaments.test_sitting_out import advance, played
from tournaments.models import Division, Entrant, Revision, Round, Tournament
from tournaments.services.revisions import reopening
from tournaments.services.seasons import stages

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon() -> Any:
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now() - 2 * DAY


@pytest.fixture
def over(hold: Any, people: Any, noon: Any) -> Any:
    """Return a Swiss of four whose only round is over."""
    event = hold(people(4), format="swiss", rounds=1, least=2)
    advance(noon + DAY)
    played(None, noon + DAY)
    played(None, noon + DAY)
    advance(noon + DAY)
    event.refresh_from_db()
    assert event.status == "finished"
    return event


def reopened(event: Tournament, by: Any, now: Any) -> Revision:
    seen = reopening.propose(event.pk, by, now=now)
    return reopening.reopen(event.pk, by, preview_token=seen.preview_token, now=now)


def refused(code: str, act: Any, *args: Any, **more: Any) -> None:
    with pytest.raises(Refused) as caught:
        act(*args, **more)
    assert caught.value.code == code


def test_the_organiser_lets_it_go_on_and_everybody_is_told(over, organiser, client_for, noon):
    entries = RatingEntry.objects.count()
    told = Message.objects.filter(kind="standings").count()
    client, page = client_for(organiser), over.get_absolute_url()
    assert "Play a further round" in client.get(page).text
    shown = client.get(f"{page}further-round/")
    assert "round 2 of 2" in shown.text
    preview_token = shown.text.partition('name="preview_token" value="')[2].partition('"')[0]
    answer = client.post(f"{page}further-round/", {"preview_token": preview_token}, follow=True)
    assert "The tournament goes on." in answer.text
    assert "The tournament was reopened for round 2." in answer.text
    over.refresh_from_db()
    assert (over.status, over.rounds, over.finished_at) == ("running", 2, None)
    assert not Entrant.objects.filter(final_place__isnull=False).exists()
    mails = Message.objects.filter(context__headline__icontains="goes on with round 2")
    assert mails.count() == 4

    now = timezone.now()
    advance(now)
    assert Round.objects.filter(division__tournament=over).count() == 2
    assert Round.objects.get(number=2).fixtures.count() == 2
    assert RatingEntry.objects.count() == entries, "ratings of the first round stay"
    played(None, now)
    played(None, now)
    advance(now)
    over.refresh_from_db()
    assert over.status == "finished"
    assert Entrant.objects.filter(final_place__isnull=False).count() == 4
    assert Message.objects.filter(kind="standings").count() == 2 * told


@pytest.mark.long
def test_one_that_ended_early_goes_on_within_its_number_of_rounds(hold, people, organiser, noon):
    event = hold(people(2), format="swiss", rounds=3, least=2)
    now = noon + DAY
    advance(now)
    played(None, now)
    advance(now)
    Division.objects.update(unpaired_until=now)
    advance(now)
    event.refresh_from_db()
    assert (event.status, Round.objects.count()) == ("finished", 1)
    reopened(event, organiser, now)
    advance(now)
    event.refresh_from_db()
    division = Division.objects.get()
    assert (event.status, event.rounds, division.unpaired_round) == ("running", 3, 2)
    assert division.unpaired_until == now + 3 * DAY, "they are told again and have time to decide"


@pytest.mark.long
def test_only_divisions_that_ended_early_play_on(hold, people, organiser, noon):
    event = hold(people(8), format="swiss", rounds=1, least=2, division_size=4)
    now = noon + DAY
    advance(now)
    for _match in range(4):
        played(None, now)
    advance(now)
    event.refresh_from_db()
    assert event.status == "finished"
    short, full = Division.objects.order_by("number")
    Tournament.objects.filter(pk=event.pk).update(rounds=2)
    Division.objects.filter(pk=short.pk).update(unpaired_round=2)
    refused("ended_by_ruling", reopening.propose, event.pk, organiser, now=now)
    second = Round.objects.get(division=full)
    second.pk, second.number = None, 2
    second.save()
    seen = reopening.propose(event.pk, organiser, now=now)
    assert (seen.number, seen.rounds, seen.divisions) == (2, 2, (short.pk,))


def test_a_referee_without_a_stake_may_do_it_players_may_not(over, referee, client_for, noon):
    now = timezone.now()
    player = Entrant.objects.first().player
    assert "Play a further round" not in client_for(player).get(over.get_absolute_url()).text
    assert client_for(player).get(f"{over.get_absolute_url()}further-round/").status_code == 403
    refused("not_your_tournament", reopening.propose, over.pk, player, now=now)
    judge = referee
    assert "Play a further round" in client_for(judge).get(over.get_absolute_url()).text
    assert reopened(over, judge, now).by == judge


def test_nothing_goes_on_once_something_has_followed_or_a_ruling_has_ended_it(
    over, organiser, hold, people, noon
):
    now = timezone.now()
    late = over.finished_at + 15 * DAY
    refused("too_late_to_reopen", reopening.propose, over.pk, organiser, now=late)
    Tournament.objects.filter(pk=over.pk).update(rounds=3)  # ended before its time, and paired well
    refused("ended_by_ruling", reopening.propose, over.pk, organiser, now=now)
    Tournament.objects.filter(pk=over.pk).update(rounds=1)
    Tournament.objects.filter(pk=over.pk).update(seed_held=True)
    refused("ended_by_ruling", reopening.propose, over.pk, organiser, now=now)
    Tournament.objects.filter(pk=over.pk).update(seed_held=False, accelerated=True)
    refused("rounds_are_fixed", reopening.propose, over.pk, organiser, now=now)
    Tournament.objects.filter(pk=over.pk).update(accelerated=False)
    seen = reopening.propose(over.pk, organiser, now=now)
    for entrant in Entrant.objects.all()[:3]:
        Entrant.objects.filter(pk=entrant.pk).update(status="withdrawn", withdrawn_at=now)
    refused("too_few_left", reopening.propose, over.pk, organiser, now=now)
    Entrant.objects.filter(pk=entrant.pk).update(status="entered", withdrawn_at=None)
    refused(
        "revised_meanwhile",
        reopening.reopen,
        over.pk,
        organiser,
        preview_token=seen.preview_token,
        now=now,
    )
    over.refresh_from_db()
    stages.open_next_season(over, now, "ef" * 32)
    refused("next_season_open", reopening.propose, over.pk, organiser, now=now)
    other = hold([], format="round_robin")
    refused("tournament_not_over", reopening.propose, other.pk, organiser, now=now)
    Tournament.objects.filter(pk=other.pk).update(status="finished", finished_at=now)
    refused("not_in_this_format", reopening.propose, other.pk, organiser, now=now)
