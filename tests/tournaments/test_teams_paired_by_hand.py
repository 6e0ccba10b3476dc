"""A round of teams that no rule can pair is paired by hand, with home and line-ups as usual."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from games.services.play.matches import resign_match
from notifications.models import Message
from tests.markup import text_of
from tests.tournaments.test_sitting_out import advance
from tournaments.models import Revision, Round, Team
from tournaments.services.entries import teams
from tournaments.services.files import interchange, lot_records
from tournaments.services.rounds import round_dates

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon() -> Any:
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now() - 6 * DAY


@pytest.fixture
def stuck(hold: Any, people: Any, noon: Any) -> Any:
    """Return a Swiss of two teams of two, who have met, with a round to come."""
    event = hold([], format="team_swiss", boards=2, rounds=2, least=2)
    players = people(4)
    for number in range(2):
        one, two = players[2 * number : 2 * number + 2]
        key = f"{number}-{'k' * 20}"
        teams.found_team(event.pk, one, f"Team {number}", key=key, now=noon)
        teams.join_team(key, two, now=noon)
    advance(noon + DAY)
    advance(noon + 5 * DAY)
    for match in Match.objects.running():
        resign_match(match.pk, match.seats.get(number=0).player, now=noon + 5 * DAY)
    advance(timezone.now())
    assert event.divisions.get().unpaired_round == 2
    return event


def test_two_teams_meet_again_by_hand_and_their_line_ups_stand(stuck, organiser, client_for):
    client, page = client_for(organiser), f"{stuck.get_absolute_url()}by-hand/1/"
    shown = client.get(stuck.get_absolute_url())
    assert f'href="{page}"' in shown.text
    assert "All teams that are available have already met each other." in text_of(shown)
    home, away = Round.objects.get().meetings.values_list("home", "away").get()
    names = dict(Team.objects.values_list("pk", "name"))
    pair = {"first": str(away), "second": str(home)}
    seen = client.get(page, pair)
    words = text_of(seen)
    assert f"{names[away]} – {names[home]}" in words
    assert "have met before." in words
    assert "The team named first starts at board 1." in words
    preview_token = re.search(r'name="preview_token" value="(\w+)"', seen.text)
    assert preview_token is not None
    answer = client.post(page, {**pair, "preview_token": preview_token[1]}, follow=True)
    assert "Round 2 was paired by hand, as no legal pairing was left." in text_of(answer)
    made = Round.objects.get(number=2)
    meeting = made.meetings.get()
    assert (meeting.home_id, meeting.away_id) == (away, home)
    assert made.engine == "by hand after no legal pairing"
    assert made.opens_at - made.published_at == round_dates.publishing_lead(stuck)
    starts = [each.seats.get(seat=0).entrant.team_id for each in meeting.fixtures.order_by("board")]
    assert starts == [away, home]
    told = Message.objects.filter(key__startswith=f"round_paired:{stuck.pk}:{made.pk}:")
    assert told.count() == 4
    assert all(each.agrees for each in lot_records.get_draw_records(stuck))
    assert interchange.to_trf(stuck)


@pytest.mark.long
def test_a_team_that_meets_nobody_is_told_and_has_no_meeting(
    stuck, person, organiser, client_for, noon
):
    out = Team.objects.create(
        tournament=stuck, division=stuck.divisions.get(), name="Team 9", number=3, key="9" * 20,
        captain=person("Nora"), entered_at=noon,
    )  # fmt: skip
    stuck.entrants.create(player=out.captain, team=out, entered_at=noon, status="entered")
    one, two = Team.objects.exclude(pk=out.pk).values_list("pk", flat=True)
    client, page = client_for(organiser), f"{stuck.get_absolute_url()}by-hand/1/"
    pair = {"first": str(one), "second": str(two)}
    seen = client.get(page, pair)
    assert "Sit out without a point: Team 9" in text_of(seen)
    preview_token = re.search(r'name="preview_token" value="(\w+)"', seen.text)
    assert preview_token is not None
    client.post(page, {**pair, "preview_token": preview_token[1]})
    assert Round.objects.get(number=2).meetings.count() == 1
    (told,) = Message.objects.filter(kind="round_paired", player=out.captain)
    assert told.context["paragraphs"] == ["Your team sits out this round without a point."]


@pytest.mark.long
def test_the_standings_of_teams_can_be_made_final_and_persons_are_no_pair(
    stuck, organiser, client_for
):
    client, page = client_for(organiser), f"{stuck.get_absolute_url()}by-hand/1/"
    refused = client.get(page, {"first": "999999", "second": str(Team.objects.first().pk)})
    assert refused.status_code == 409
    assert "Choose two entrants for each pair." in refused.text
    client.post(page, {"act": "end"})
    advance(timezone.now())
    stuck.refresh_from_db()
    assert (stuck.status, Revision.objects.latest("pk").act) == ("finished", "ended")
