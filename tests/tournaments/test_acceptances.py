"""An organiser takes back before the start that somebody was accepted; they wait again."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from notifications.models import Message
from tests.api.conftest import api
from tests.emails import render
from tests.markup import text_of
from tests.tournaments.conftest import hand_over
from tests.tournaments.test_revisions import refused
from tournaments.models import Entrant, EntryRequest, Revision, Team, Tournament
from tournaments.services.admission import acceptances, requests
from tournaments.services.entries import teams
from tournaments.services.seasons import running

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


@pytest.fixture
def cup(hold, noon):
    return hold([], access="approval", starts_at=noon + 3 * DAY, least=2, most=2)


def accepted(event, by, player, now):
    """Let somebody ask and be accepted; return the line of the log."""
    requests.enter_or_request(event.pk, player, now=now)
    asked = EntryRequest.objects.get(tournament=event, player=player)
    requests.answer(event.pk, by, asked.pk, accept=True, now=now)
    return Revision.objects.latest("pk")


def test_an_accepted_request_is_open_again(cup, people, organiser, client_for, noon):
    one, two, three = people(3)
    lines = [accepted(cup, organiser, each, noon) for each in (one, two, three)]
    hand_over(noon)
    base = cup.get_absolute_url()
    undo = f"{base}requests/undo/{lines[0].pk}/"
    browser = client_for(organiser)
    for path in (base, f"{base}people/"):
        assert undo in browser.get(path).text
    assert undo not in client_for(two).get(base).text
    page = browser.get(undo)
    assert f"{three.name} gets the place from the waiting list." in text_of(page)
    assert "If you accept them again, they go to the end of the waiting list." in text_of(page)
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', page.text)[0]
    for who, status in ((one, 403), (two, 403), (None, 302)):
        assert client_for(who).post(undo, {"preview_token": preview_token}).status_code == status
    assert browser.post(undo, {"preview_token": "x"}).status_code == 409
    assert browser.post(undo, {"preview_token": preview_token}).status_code == 303
    assert Entrant.objects.get(player=one).status == "withdrawn"
    assert Entrant.objects.get(player=three).status == "entered"
    asked = EntryRequest.objects.pending().get()
    assert (asked.player, asked.by, asked.accepted) == (one, None, False)
    email = render(Message.objects.filter(player=one).latest("pk"), noon)
    assert "your entry is under review again" in email.subject
    assert "Olga has withdrawn the acceptance." in email.body
    line = Revision.objects.latest("pk")
    assert (line.act, line.undoes) == ("retracted", lines[0])
    assert f"The acceptance of {one.name} was withdrawn." in text_of(client_for().get(base))
    assert "You have asked to enter." in text_of(client_for(one).get(base))
    assert f"{base}requests/{asked.pk}/" in browser.get(f"{base}people/").text
    assert browser.get(undo).status_code == 409
    requests.answer(cup.pk, organiser, asked.pk, accept=True, now=noon + DAY)
    assert Entrant.objects.get(player=one).status == "waiting"


def test_not_after_the_start_nor_if_they_have_left_or_everybody_may_enter(
    cup, people, organiser, noon
):
    one, two = people(2)
    first, second = (accepted(cup, organiser, each, noon) for each in (one, two))
    propose, at = acceptances.propose, {"now": noon}
    refused("not_your_tournament", propose, cup.pk, one, first.pk, **at)
    refused("cannot_undo", propose, cup.pk, organiser, 10**9, **at)
    Tournament.objects.update(access="public")
    refused("cannot_undo", propose, cup.pk, organiser, first.pk, **at)
    Tournament.objects.update(access="approval")
    requests.withdraw(cup.pk, one, now=noon)
    refused("cannot_undo", propose, cup.pk, organiser, first.pk, **at)
    again = accepted(cup, organiser, one, noon + DAY)
    refused("cannot_undo", propose, cup.pk, organiser, first.pk, **at)
    assert acceptances.undoable_acceptances(cup) == {one.pk: again.pk, two.pk: second.pk}
    for _step in range(3):
        running.advance_all(now=noon + 4 * DAY, make_seed=lambda: "cd" * 32)
    cup.refresh_from_db()
    assert cup.is_running
    refused("cannot_undo", propose, cup.pk, organiser, second.pk, **at)


def test_a_team_waits_again_as_long_as_its_captain_is_alone(hold, people, organiser, noon):
    ada, ben = people(2)
    league = hold([], format="team_league", boards=2, access="approval", starts_at=noon + 3 * DAY)

    def accept(now):
        asked = EntryRequest.objects.pending().get()
        requests.answer(league.pk, organiser, asked.pk, accept=True, now=now)
        return Revision.objects.latest("pk")

    requests.found_team_or_request(league.pk, ada, "Reds", key="r" * 32, now=noon)
    line = accept(noon)
    preview_token = acceptances.propose(league.pk, organiser, line.pk, now=noon).preview_token
    made = acceptances.retract(league.pk, organiser, line.pk, preview_token=preview_token, now=noon)
    assert made.after == {"team": "Reds"}
    assert not Team.objects.exists()
    line = accept(noon + DAY)
    team = Team.objects.get()
    assert (team.name, team.key, team.captain) == ("Reds", "r" * 32, ada)
    teams.join_team(team.key, ben, now=noon + DAY)
    refused("cannot_undo", acceptances.propose, league.pk, organiser, line.pk, now=noon)


@pytest.mark.long
def test_who_waited_has_lost_no_place(cup, people, organiser, noon):
    *_two, line = (accepted(cup, organiser, each, noon) for each in people(3))
    hand_over(noon)
    seen = acceptances.propose(cup.pk, organiser, line.pk, now=noon)
    assert seen.next_in_line == ""
    acceptances.retract(cup.pk, organiser, line.pk, preview_token=seen.preview_token, now=noon)
    body = str(render(Message.objects.filter(player=line.about).latest("pk"), noon).body)
    assert "You are no longer on the waiting list." in body
    assert "You have no place for now." not in body


@pytest.mark.long
def test_the_team_that_gets_the_place_is_named(hold, people, organiser, noon):
    plan = {"access": "approval", "starts_at": noon + 3 * DAY, "least": 2, "most": 2}
    league, lines = hold([], format="team_league", boards=2, **plan), []
    for captain, name in zip(people(4), ("Reds", "Blues", "Greens", "Whites"), strict=True):
        requests.found_team_or_request(league.pk, captain, name, key=name[0] * 32, now=noon)
        asked = EntryRequest.objects.pending().get()
        requests.answer(league.pk, organiser, asked.pk, accept=True, now=noon)
        lines.append(Revision.objects.latest("pk"))
    found = [acceptances.propose(league.pk, organiser, each.pk, now=noon) for each in lines]
    assert [each.next_in_line for each in found] == ["Greens", "Greens", "", ""]
    acceptances.retract(
        league.pk, organiser, lines[3].pk, preview_token=found[3].preview_token, now=noon
    )
    waited = render(Message.objects.filter(player=lines[3].about).latest("pk"), noon)
    assert "You are no longer on the waiting list." in str(waited.body)
    acceptances.retract(
        league.pk, organiser, lines[0].pk, preview_token=found[0].preview_token, now=noon
    )
    assert Team.objects.get(name="Greens").status == Team.Status.ENTERED
    email = render(Message.objects.filter(player=lines[0].about).latest("pk"), noon)
    assert "You have no place for now." in str(email.body)


def test_the_api_takes_an_acceptance_back(cup, alice, organiser, api, noon):
    line = accepted(cup, organiser, alice, noon)
    address = f"tournaments/{cup.pk}/requests/undo/{line.pk}/"
    seen = api(organiser).post(address, {}).json
    assert (seen["made"], seen["player"]["name"], seen["team"]) == (None, "Alice", "")
    assert api(alice).post(address, {"preview_token": seen["preview_token"]}).status == 403
    assert api(organiser).post(address, {"preview_token": "x"}).brief == (409, "revised_meanwhile")
    assert api(organiser).post(address, {"preview_token": seen["preview_token"]}).json["made"]
    assert api(organiser).post(address, {}).brief == (409, "cannot_undo")
    assert EntryRequest.objects.pending().get().player == alice
