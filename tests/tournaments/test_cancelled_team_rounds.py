"""A round of teams that has not begun is cancelled, counts for no team, and may take place."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Match
from notifications.models import Message
from tests.markup import text_of
from tests.tournaments.seeds import seeds
from tests.tournaments.team_reports import agrees
from tests.tournaments.test_cancelled_rounds import refused, states
from tests.tournaments.test_revision_pages import shown
from tournaments.models import Entrant, Fixture, Revision, Round, Team, TeamMeeting
from tournaments.services.entrants.squads import open_line_ups
from tournaments.services.entries import teams
from tournaments.services.files import interchange
from tournaments.services.revisions import cancelling
from tournaments.services.seasons import running
from tournaments.services.tables import team_events
from tournaments.services.tables.places import rows_of
from tournaments.services.tables.views import division_views

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon() -> Any:
    """Plans of these tests are made today, as pages know no other day."""
    from django.utils import timezone

    return timezone.now()


@pytest.fixture
def gather(hold: Any, people: Any, noon: Any) -> Any:
    """Return a maker of running events of teams; their first round waits for its day."""

    def make(count: int, size: int = 2, **fields: Any) -> Any:
        start = noon + timedelta(minutes=1)
        event = hold([], boards=2, alternates=1, starts_at=start, round_days=10, **fields)
        players = people(count * size)
        for number in range(count):
            key = f"{number}-{'k' * 20}"
            crew = players[size * number : size * number + size]
            teams.found_team(event.pk, crew[0], f"Team {number}", key=key, now=noon)
            for player in crew[1:]:
                teams.join_team(key, player, now=noon)
        running.advance_all(now=start, make_seed=seeds)
        event.refresh_from_db()
        assert event.is_running
        assert Round.objects.get().opens_at > start
        return event

    return make


def cancel(event: Any, organiser: Any, number: int, now: Any) -> Revision:
    preview_token = cancelling.propose(event.pk, organiser, number, now=now).preview_token
    return cancelling.cancel(event.pk, organiser, number, preview_token=preview_token, now=now)


def test_a_round_of_a_league_is_cancelled_on_the_page_and_takes_place_after_all(
    gather, organiser, client_for, noon
):
    league = gather(4, 3, format="team_league")
    browser, before = client_for(organiser), states()
    address = f"/tournaments/{league.pk}/rounds/1/"
    assert address in browser.get(league.get_absolute_url()).text
    assert address not in client_for().get(league.get_absolute_url()).text
    preview = browser.get(address)
    for meeting in TeamMeeting.objects.all():
        assert f"{meeting.home.name} – {meeting.away.name}" in text_of(preview)
    assert "Up to 12 people will be notified by e-mail." in text_of(preview)
    team = Team.objects.get(name="Team 0")
    assert open_line_ups(team, noon)
    assert browser.post(address, shown(preview.text)).status_code == 303
    off = Revision.objects.get(act="round_off")
    assert Message.objects.filter(key__contains=f"round_{off.pk}:").count() == 12
    assert {each[2:] for each in states()} == {("annulled", True)}
    page = text_of(browser.get(league.get_absolute_url()))
    assert "Cancelled by the organiser." in page
    assert "0 : 0" not in page.replace("\u2009", " ")
    assert not open_line_ups(team, noon)
    own = Fixture.objects.filter(seats__entrant__team=team).first()
    third = Entrant.objects.filter(team=team).order_by("-team_rank").first()
    refused(
        "round_closed", teams.name_substitute, team.pk, team.captain, own.pk, third.pk, now=noon
    )
    assert not team_events.team_event(league, league.divisions.get()).results
    assert {row.played for row in division_views(league)[0].rows} == {0}
    back = f"/tournaments/{league.pk}/rounds/undo/{off.pk}/"
    assert browser.post(back, shown(browser.get(back).text)).status_code == 303
    assert states() == before
    assert open_line_ups(team, noon)


@pytest.mark.long
@pytest.mark.parametrize("fields", [{"format": "team_league"}, {"format": "team_swiss"}])
def test_a_cancelled_round_of_teams_counts_for_nobody(gather, organiser, run, noon, fields):
    """With three teams one of them is free in each round, which then counts not either."""
    more = {"rounds": 3} if fields["format"] == "team_swiss" else {}
    event = gather(3, **fields, **more)
    cancel(event, organiser, 1, noon)
    run(event, noon + timedelta(minutes=2))
    assert event.status == "finished"
    division = event.divisions.get()
    assert Round.objects.get(number=1).cancelled
    assert not Match.objects.filter(fixture__round__number=1).exists()
    assert {each.round for each in team_events.team_event(event, division).results} == {2, 3}
    free = 0 if fields["format"] == "team_league" else 2
    assert sum(row.points for row in rows_of(event, division)) == 2 * 2 + free * 2
    (report,) = interchange.to_trf(event).values()
    agrees(report, event, division)
    refused("round_not_cancellable", cancelling.propose, event.pk, organiser, 2, now=noon + DAY)
