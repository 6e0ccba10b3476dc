"""Where organisers approve entries, captains ask for a team: on the page, by link, by the API."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from notifications.models import Message
from tests.api.conftest import api
from tests.emails import render
from tests.markup import text_of
from tests.tournaments.test_revisions import refused
from tournaments.models import Entrant, EntryRequest, Revision, Team
from tournaments.services.admission import request_links, requests
from tournaments.services.entries import persons, teams
from tournaments.services.revisions import removing, revising
from tournaments.services.seasons import running

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
KEY = "k" * 32


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


@pytest.fixture
def league(hold, noon):
    start = noon + 3 * DAY
    return hold([], format="team_league", boards=2, least=2, access="approval", starts_at=start)


def email_to(player, now):
    return render(Message.objects.filter(player=player).latest("pk"), now)


def test_a_captain_asks_and_the_organiser_accepts_by_the_link(
    league, alice, bob, organiser, client_for, noon
):
    page, browser = league.get_absolute_url(), client_for(alice)
    assert "The organiser decides about each entry." in text_of(browser.get(page))
    assert browser.post(f"{page}teams/", {"name": " Red  Rooks "}).status_code == 303
    assert not Team.objects.exists()
    assert not Entrant.objects.exists()
    assert "You have asked to enter a team: Red Rooks." in text_of(browser.get(page))
    assert "You have asked to enter." in text_of(browser.post(f"{page}teams/", {"name": "Two"}))
    asked = EntryRequest.objects.get()
    email = email_to(organiser, noon)
    assert "Alice would like to enter a team: Red Rooks" in email.subject
    board = client_for(organiser)
    assert "1 team asks to enter" in text_of(board.get(page))
    assert "team: Red Rooks" in text_of(board.get(f"{page}people/"))
    refused(
        "team_name_taken",
        requests.found_team_or_request,
        league.pk,
        bob,
        "red rooks",
        key="b",
        now=noon,
    )
    link, visitor = request_links.path_of(asked, organiser), client_for()
    assert "Team: Red Rooks." in text_of(visitor.get(link))
    assert "The team Red Rooks has been accepted." in text_of(
        visitor.post(link, {"action": "accept"})
    )
    team = Team.objects.get()
    asked.refresh_from_db()
    assert team.key
    assert asked.team_key == "", "only the team keeps the secret of its link"
    assert (team.name, team.captain, team.status) == ("Red Rooks", alice, "entered")
    assert Entrant.objects.get().team == team
    told = email_to(alice, noon)
    assert "The organiser has accepted Red Rooks" in told.subject
    assert f"/tournaments/join/{team.key}/" in told.body
    assert "The organiser has accepted the team Red Rooks, requested by Alice." in text_of(
        client_for().get(page)
    )
    teams.join_team(team.key, bob, now=noon)  # whom a captain lets in, nobody else approves
    assert Entrant.objects.filter(team=team).count() == 2


@pytest.mark.long
def test_a_captain_is_declined_with_a_reason_and_accepted_after_all(
    league, alice, bob, organiser, client_for, noon
):
    asked = requests.found_team_or_request(league.pk, alice, "Rooks", key=KEY, now=noon)
    page, browser = league.get_absolute_url(), client_for(organiser)
    address = f"{page}requests/{asked.pk}/"
    for who, status in ((alice, 403), (bob, 403), (None, 302)):
        assert client_for(who).get(address).status_code == status
        assert client_for(who).post(address, {"action": "accept"}).status_code == status
    assert browser.post(address, {"action": "decline", "reason": " "}).status_code == 422
    said = {"action": "decline", "reason": "Only school teams."}
    assert browser.post(address, said).status_code == 303
    assert "Reason: Only school teams." in email_to(alice, noon).body
    shown = text_of(client_for(alice).get(page))
    assert "Reason: Only school teams." in shown
    assert "Create team" not in shown
    refused(
        "entry_declined",
        requests.found_team_or_request,
        league.pk,
        alice,
        "X-Men",
        key=KEY,
        now=noon,
    )
    other = requests.found_team_or_request(league.pk, bob, "Rooks", key="b" * 32, now=noon)
    requests.answer(league.pk, organiser, other.pk, accept=True, now=noon)
    taken = browser.post(address, {"action": "accept"})
    assert taken.status_code == 422
    assert "already a team called “Rooks”" in text_of(taken)
    teams.withdraw_team(Team.objects.get().pk, bob, now=noon)
    assert browser.post(address, {"action": "accept"}).status_code == 303
    assert Team.objects.get().captain == alice


def test_the_api_answers_for_teams_and_says_which(league, alice, bob, organiser, api, noon):
    requests.found_team_or_request(league.pk, alice, "Rooks", key=KEY, now=noon)
    one = f"tournaments/{league.pk}/"
    assert api(bob).get(one).json["requests"] == []
    assert api(alice).post(one + "enter/").brief == (409, "teams_enter")
    (own,) = api(organiser).get(one).json["requests"]
    assert (own["team"], own["declined"]) == ("Rooks", False)
    answer = {"request": own["id"], "accept": True}
    assert api(bob).post(one + "requests/answer/", answer).brief == (403, "not_your_tournament")
    assert api(organiser).post(one + "requests/answer/", answer).json["requests"] == []
    assert Team.objects.get().name == "Rooks"


def test_nobody_slips_past_the_organiser_with_a_team(league, alice, bob, organiser, noon):
    refused("approval_needed", teams.found_team, league.pk, alice, "Rooks", key=KEY, now=noon)
    asked = requests.found_team_or_request(league.pk, alice, "Rooks", key=KEY, now=noon)
    requests.answer(league.pk, organiser, asked.pk, accept=True, now=noon)
    own = Entrant.objects.get()
    preview_token = removing.propose(league.pk, organiser, own.pk, now=noon).preview_token
    removing.remove(
        league.pk, organiser, own.pk, reason="Rude.", preview_token=preview_token, now=noon
    )
    refused(
        "removed_before", requests.found_team_or_request, league.pk, alice, "Two", key=KEY, now=noon
    )
    waits = requests.found_team_or_request(league.pk, bob, "Two", key=KEY, now=noon)
    requests.withdraw(league.pk, bob, now=noon)
    assert not EntryRequest.objects.filter(pk=waits.pk).exists()
    refused("not_entered", persons.withdraw, league.pk, bob, now=noon)


def test_a_request_for_a_team_ends_when_its_captain_joins_another_one(
    league, alice, bob, organiser, noon
):
    first = requests.found_team_or_request(league.pk, alice, "Rooks", key=KEY, now=noon)
    requests.answer(league.pk, organiser, first.pk, accept=True, now=noon)
    second = requests.found_team_or_request(league.pk, bob, "Bishops", key="b" * 32, now=noon)
    requests.answer(league.pk, organiser, second.pk, accept=False, reason="Late.", now=noon)
    teams.join_team(KEY, bob, now=noon)
    params = refused(
        "entrant_already", requests.answer, league.pk, organiser, second.pk, accept=True, now=noon
    )
    assert params["player"] == "Bob"
    teams.remove_member(Team.objects.get().pk, alice, Entrant.objects.get(player=bob).pk, now=noon)
    refused(
        "entry_declined",
        requests.found_team_or_request,
        league.pk,
        bob,
        "Bishops",
        key=KEY,
        now=noon,
    )


@pytest.mark.long
def test_teams_that_nobody_has_answered_for_hear_that_it_has_started(
    league, people, organiser, noon
):
    crew = people(5)
    for number, captain in enumerate(crew[:2]):
        key = f"{number}" * 32
        asked = requests.found_team_or_request(
            league.pk, captain, f"Team {number}", key=key, now=noon
        )
        requests.answer(league.pk, organiser, asked.pk, accept=True, now=noon)
        teams.join_team(key, crew[number + 2], now=noon)
    requests.found_team_or_request(league.pk, crew[4], "Late ones", key=KEY, now=noon)
    for _step in range(3):
        running.advance_all(now=noon + 4 * DAY, make_seed=lambda: "cd" * 32)
    assert "has started without you" in email_to(crew[4], noon).subject
    assert not EntryRequest.objects.pending().exists()


def test_whether_teams_are_approved_can_be_changed_until_the_start(
    hold, alice, organiser, client_for, noon
):
    start = noon + 3 * DAY
    league = hold([], format="team_league", boards=2, least=2, starts_at=start)
    form = client_for(organiser).get(f"{league.get_absolute_url()}revise/").text
    assert 'value="approval"' in form
    assert 'value="invited"' not in form
    wanted = {"access": "approval"}
    preview_token = revising.propose(league.pk, organiser, wanted, now=noon).preview_token
    revising.revise(league.pk, organiser, wanted, preview_token=preview_token, now=noon)
    assert isinstance(
        requests.found_team_or_request(league.pk, alice, "Rooks", key=KEY, now=noon), EntryRequest
    )
    assert Revision.objects.get().after == wanted
    invited = {"access": "invited"}
    params = refused("bad_plan", revising.propose, league.pk, organiser, invited, now=noon)
    assert params["reason"] == "teams_are_public"
