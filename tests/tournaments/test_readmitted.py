"""A removal after the start is taken back while nothing has come of it; then a referee helps."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from games.models import Match
from games.services.errors import Refused
from notifications.models import Message
from tests.api.conftest import api
from tests.emails import render
from tests.markup import text_of
from tests.tournaments.conftest import hand_over
from tests.tournaments.seeds import seeds
from tests.tournaments.test_cancelled_team_rounds import cancel, gather
from tests.tournaments.test_organisers_people import begin, entrant
from tests.tournaments.test_revisions import refused
from tournaments.models import (
    Entrant,
    EventInvitation,
    EventReferee,
    FixtureSeat,
    Revision,
    Round,
    Team,
)
from tournaments.services.entries import persons, teams
from tournaments.services.revisions import invitations, late, removing
from tournaments.services.seasons import running

__all__ = ["api", "gather"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon() -> Any:
    """Plans of these tests are made today, as pages know no other day."""
    from django.utils import timezone

    return timezone.now()


@pytest.fixture
def swiss(hold: Any, people: Any, noon: Any) -> Any:
    """Return a Swiss of four whose first round has just begun."""
    days = (noon + DAY, noon + 11 * DAY)
    event = hold(people(4), format="swiss", rounds=2, round_dates=days, starts_at=noon + DAY / 24)
    begin(event, noon + DAY)
    return event


def remove(event: Any, organiser: Any, who: Any, now: Any) -> Revision:
    preview_token = removing.propose(event.pk, organiser, who.pk, now=now).preview_token
    reason = "By mistake."
    return removing.remove(
        event.pk, organiser, who.pk, reason=reason, preview_token=preview_token, now=now
    )


def test_a_removal_is_taken_back_on_the_page_before_anything_has_come_of_it(
    swiss, organiser, client_for, noon
):
    now = noon + DAY
    who = Entrant.objects.first()
    browser, base = client_for(organiser), f"/tournaments/{swiss.pk}/"
    line = remove(swiss, organiser, who, now)
    hand_over(now)
    assert FixtureSeat.objects.filter(entrant=who, left_open=True).count() == 1
    back = f"{base}people/{who.pk}/enter/"
    for path in (base, f"{base}people/"):
        assert back in browser.get(path).text
        assert back not in client_for(who.player).get(base).text
    page = browser.get(back)
    assert "They play 1 match that would otherwise have been lost." in text_of(page)
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', page.text)[0]
    for reader, status in ((who.player, 403), (None, 302)):
        assert client_for(reader).post(back, {"preview_token": preview_token}).status_code == status
    assert browser.post(back, {"preview_token": "x"}).status_code == 409
    assert browser.post(back, {"preview_token": preview_token}).status_code == 303
    who.refresh_from_db()
    assert (who.status, who.withdrawn_at, who.withdrawn_round) == ("entered", None, None)
    assert not FixtureSeat.objects.filter(left_open=True).exists()
    assert Revision.objects.latest("pk").undoes == line
    assert f"{who.player.name} is entered again: the removal was undone." in text_of(
        client_for().get(base)
    )
    email = render(Message.objects.filter(player=who.player).latest("pk"), now)
    assert "Olga has entered you again." in email.body
    running.advance_all(now=now, make_seed=seeds)
    assert Match.objects.filter(seats__player=who.player, status="running").exists()
    assert browser.get(back).status_code == 409, "they play"


@pytest.mark.long
def test_what_has_ended_by_the_removal_only_a_referee_mends(swiss, organiser, client_for, noon):
    now = noon + DAY
    who = Entrant.objects.first()
    remove(swiss, organiser, who, now)
    running.advance_all(now=now, make_seed=seeds)
    assert not Match.objects.filter(seats__player=who.player, status="running").exists()
    refused("removal_ended_matches", late.propose, swiss.pk, organiser, who.pk)
    base = f"/tournaments/{swiss.pk}/"
    page = client_for(organiser).get(f"{base}people/")
    assert "Ask a referee of the tournament" in text_of(page)
    assert f"{base}people/{who.pk}/enter/" not in page.text
    shown = client_for(organiser).get(f"{base}people/{who.pk}/enter/")
    assert shown.status_code == 409
    assert f"they can let {who.player.name} back in" in text_of(shown)


@pytest.mark.long
def test_a_round_that_was_paired_without_them_stands(swiss, organiser, noon):
    now = noon + DAY
    who = Entrant.objects.first()
    FixtureSeat.objects.all().delete()  # they sat nowhere
    remove(swiss, organiser, who, now)
    assert late.propose(swiss.pk, organiser, who.pk).ahead == 0
    division = swiss.divisions.get()
    later = {"opens_at": now, "closes_at": now + DAY, "published_at": now + DAY}
    Round.objects.create(division=division, number=2, **later)
    refused("removal_paired", late.propose, swiss.pk, organiser, who.pk)


@pytest.mark.long
def test_who_left_by_themselves_or_judges_by_now_is_not_let_in_by_the_organiser(
    swiss, organiser, noon
):
    now = noon + DAY
    one, two = Entrant.objects.all()[:2]
    persons.withdraw(swiss.pk, one.player, now=now)
    refused("late_entry_off", late.propose, swiss.pk, organiser, one.pk)
    remove(swiss, organiser, two, now)
    preview_token = late.propose(swiss.pk, organiser, two.pk).preview_token
    EventReferee.objects.create(
        tournament=swiss,
        player=two.player,
        appointed_by=organiser,
        at=now,
        accepted_at=now,
    )
    refused(
        "referees_do_not_organise",
        late.enter_again,
        swiss.pk,
        organiser,
        two.pk,
        preview_token=preview_token,
        now=now,
    )


@pytest.mark.long
def test_a_captain_comes_back_as_the_captain(gather, organiser, noon):
    league = gather(3, 3, format="team_league")
    team = Team.objects.first()
    who = entrant(league, team.captain)
    now = noon + timedelta(minutes=2)
    remove(league, organiser, who, now)
    assert Team.objects.get(pk=team.pk).captain != team.captain
    preview_token = late.propose(league.pk, organiser, who.pk).preview_token
    late.enter_again(league.pk, organiser, who.pk, preview_token=preview_token, now=now)
    assert Team.objects.get(pk=team.pk).captain == team.captain
    crew = list(Entrant.objects.playing().filter(team=team))
    assert len(crew) == 3
    for each in crew:
        remove(league, organiser, each, now)
    refused("withdrew_after_start", late.propose, league.pk, organiser, who.pk)


@pytest.mark.long
def test_a_round_that_was_cancelled_meanwhile_has_not_ended_by_the_removal(gather, organiser, noon):
    league = gather(3, 3, format="team_league")
    who, now = FixtureSeat.objects.first().entrant, noon + timedelta(minutes=2)
    remove(league, organiser, who, now)
    assert late.propose(league.pk, organiser, who.pk).ahead == 1
    cancel(league, organiser, 1, now)
    assert late.propose(league.pk, organiser, who.pk).ahead == 0


def test_before_the_start_a_member_comes_back_to_their_team_as_long_as_it_has_room(
    hold, people, organiser, client_for, noon
):
    ada, ben, cem = people(3)
    league = hold([], format="team_league", boards=2, alternates=0)
    team = teams.found_team(league.pk, ada, "Reds", key="r" * 32, now=noon)
    teams.join_team(team.key, ben, now=noon)
    remove(league, organiser, entrant(league, ben), noon)
    refused("removed_before", teams.join_team, team.key, ben, now=noon)
    gone = Entrant.objects.get(player=ben)
    page = client_for(organiser).get(f"{league.get_absolute_url()}people/{gone.pk}/enter/")
    assert "They are back in the team Reds, in the last place." in text_of(page)
    seen = late.propose(league.pk, organiser, gone.pk)
    offered = f"people/{gone.pk}/enter/"
    browser = client_for(organiser)
    assert offered in browser.get(league.get_absolute_url()).text
    teams.join_team(team.key, cem, now=noon)
    assert offered not in browser.get(league.get_absolute_url()).text
    with pytest.raises(Refused, match="team_full"):
        late.enter_again(league.pk, organiser, gone.pk, preview_token=seen.preview_token, now=noon)
    remove(league, organiser, entrant(league, cem), noon)
    people_page = client_for(organiser).get(f"{league.get_absolute_url()}people/")
    assert f"people/{gone.pk}/enter/" in people_page.text
    late.enter_again(league.pk, organiser, gone.pk, preview_token=seen.preview_token, now=noon)
    assert Revision.objects.latest("pk").undoes.about == ben
    playing = Entrant.objects.playing().filter(team=team).order_by("team_rank", "pk")
    assert list(playing) == [entrant(league, ada), gone]
    assert Message.objects.filter(player=ben).last().context["headline"]
    for each in (ada, ben):
        remove(league, organiser, entrant(league, each), noon)
    assert not Team.objects.exists()
    refused("not_in_this_format", late.propose, league.pk, organiser, gone.pk)


def test_the_api_takes_a_removal_back_and_an_invitation(swiss, organiser, alice, api, noon):
    who = Entrant.objects.first()
    line = remove(swiss, organiser, who, noon + DAY)
    address, asked = f"tournaments/{swiss.pk}/enter-again/", {"entrant": who.pk}
    assert api(alice).post(address, asked).status == 403
    seen = api(organiser).post(address, asked).json
    assert (seen["made"], seen["undoes"]) == (False, line.pk)
    assert (
        api(organiser).post(address, {**asked, "preview_token": seen["preview_token"]}).json["made"]
    )
    assert api(organiser).post(address, asked).brief == (409, "late_entry_off")
    invitations.invite(swiss.pk, organiser, alice.name, invitations.HELP, now=noon)
    number = {"invitation": EventInvitation.objects.get().pk}
    address = f"tournaments/{swiss.pk}/invite/withdraw/"
    assert api(alice).post(address, number).brief == (403, "not_your_tournament")
    assert api(organiser).post(address, number).json["invited"] == []
