"""Organisers invite, remove and enter people: seen first, told with the reason, noted."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest

from games.models import Match
from notifications.models import Message
from tests.api.conftest import api
from tests.emails import render
from tests.markup import text_of
from tests.tournaments.conftest import play_all
from tests.tournaments.test_revisions import refused
from tournaments.models import Entrant, EventInvitation, Revision
from tournaments.services.entries import persons
from tournaments.services.revisions import invitations, late, removing, revising
from tournaments.services.seasons import running
from tournaments.services.tables.events import event_of

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def begin(tournament, now):
    """Start a tournament and its first matches."""
    for _step in range(3):
        running.advance_all(now=now, make_seed=lambda: "cd" * 32)
    tournament.refresh_from_db()
    assert tournament.is_running


def entrant(tournament, player):
    return Entrant.objects.get(tournament=tournament, player=player)


def test_removed_before_the_start_with_a_reason_and_entered_again(
    hold, people, organiser, client_for, noon
):
    *players, late_one = people(4)
    tournament = hold(players, most=3)
    persons.enter(tournament.pk, late_one, now=noon)
    gone = entrant(tournament, players[0])
    browser, base = client_for(organiser), f"/tournaments/{tournament.pk}/people/"
    address = f"{base}{gone.pk}/remove/"
    assert address in browser.get(base).text
    page = browser.get(address)
    assert f"{late_one.name} gets the place from the waiting list." in text_of(page)
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', page.text)[0]
    bare = browser.post(address, {"preview_token": preview_token, "reason": "  "})
    assert bare.status_code == 422
    assert "Give a reason." in text_of(bare)
    assert browser.post(address, {"preview_token": "x", "reason": "Twice."}).status_code == 422
    assert gone.status == "entered"
    assert (
        browser.post(
            address, {"preview_token": preview_token, "reason": "Entered twice."}
        ).status_code
        == 303
    )
    gone.refresh_from_db()
    assert gone.status == "withdrawn"
    assert entrant(tournament, late_one).status == "entered"
    email = render(Message.objects.filter(player=players[0]).latest("pk"), noon)
    assert "Olga has removed you from the tournament." in email.body
    assert "Reason: Entered twice." in email.body
    assert "Entered twice." in browser.get(tournament.get_absolute_url()).text
    public = client_for().get(tournament.get_absolute_url()).text
    assert f"{players[0].name} was removed from the tournament." in public
    assert "Entered twice." not in public
    assert browser.get(address).status_code == 404
    back = f"{base}{gone.pk}/enter/"
    removal = Revision.objects.get()
    assert back in browser.get(tournament.get_absolute_url()).text
    assert back not in public
    assert back in browser.get(base).text
    page = browser.get(back)
    assert "they go on the waiting list" in text_of(page)
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', page.text)[0]
    assert browser.post(back, {"preview_token": "x"}).status_code == 409
    assert browser.post(back, {"preview_token": preview_token}).status_code == 303
    assert entrant(tournament, players[0]).status == "waiting"
    assert Revision.objects.latest("pk").undoes == removal
    said = text_of(client_for().get(tournament.get_absolute_url()))
    assert f"{players[0].name} is entered again: the removal was undone." in said
    assert back not in browser.get(tournament.get_absolute_url()).text
    email = render(Message.objects.filter(player=players[0]).latest("pk"), noon)
    assert "You are on the waiting list." in email.body
    for who in (players[1], None):
        for path in (base, address, back):
            assert client_for(who).get(path).status_code in (302, 303, 403), path


def test_removed_while_it_runs_loses_as_if_they_had_withdrawn(hold, people, organiser, noon):
    players = people(4)
    tournament = hold(players, at_once=True)
    begin(tournament, noon + DAY)
    gone = entrant(tournament, players[0])
    own = Match.objects.filter(seats__player=players[0])
    rng, now = random.Random(3), noon + DAY
    first = own.order_by("pk").first().pk
    while Match.objects.get(pk=first).status == "running":
        now += timedelta(hours=1)
        play_all(now, rng, only=lambda match: match.pk == first, whole=False)
    seen = removing.propose(tournament.pk, organiser, gone.pk, now=now)
    assert (seen.running, seen.resigned, seen.ahead, seen.struck) == (True, 2, 0, 1)
    assert entrant(tournament, players[0]).status == "entered"
    removing.remove(
        tournament.pk,
        organiser,
        gone.pk,
        reason="Abuse in chat.",
        preview_token=seen.preview_token,
        now=now,
    )
    for _step in range(5):
        running.advance_all(now=now, make_seed=lambda: "cd" * 32)
    assert not own.filter(status="running").exists()
    gone.refresh_from_db()
    results = event_of(tournament, gone.division).results
    assert sum(gone.pk in each.seats and each.kind == "withdrawn" for each in results) == 3
    email = render(Message.objects.filter(player=players[0], key__contains="removed").get(), now)
    assert "Your running matches there are resigned" in email.body
    assert Revision.objects.get().reason == "Abuse in chat."
    refused("removal_ended_matches", late.propose, tournament.pk, organiser, gone.pk)


def test_an_invitation_counts_as_the_entry_when_accepted(hold, people, organiser, client_for, noon):
    *players, asked = people(4)
    tournament = hold(players, starts_at=noon + 3 * DAY)
    seen = revising.propose(tournament.pk, organiser, {"entries_closed": True}, now=noon)
    revising.revise(
        tournament.pk,
        organiser,
        {"entries_closed": True},
        preview_token=seen.preview_token,
        now=noon,
    )
    browser, base = client_for(organiser), f"/tournaments/{tournament.pk}/people/"
    wrong = browser.post(base, {"act": "enter", "name": players[0].name})
    assert wrong.status_code == 422
    assert f"{players[0].name} has already entered." in text_of(wrong)
    assert browser.post(base, {"act": "enter", "name": asked.name}).status_code == 303
    assert not Entrant.objects.filter(player=asked).exists()
    email = render(Message.objects.filter(player=asked).latest("pk"), noon)
    path = re.findall(r"/tournaments/invitations/[^\s]+", str(email.body))[0]
    assert "You have entered." in text_of(client_for().post(path, {"action": "accept"}))
    assert entrant(tournament, asked).status == "entered"
    line = Revision.objects.first()
    assert (line.act, line.by, line.about) == ("entered", organiser, asked)
    assert not EventInvitation.objects.filter(accepted_at=None).exists()
    persons.withdraw(tournament.pk, asked, now=noon)
    assert client_for().post(path, {"action": "accept"}).status_code == 404
    again = browser.post(base, {"act": "enter", "name": asked.name})
    assert "Enter again" in text_of(again)


@pytest.mark.long
def test_nobody_is_let_in_where_the_format_takes_nobody_late(hold, people, organiser, plan, noon):
    *players, asked = people(5)
    everybody = hold(players)
    swiss = hold(players, format="swiss", rounds=3)
    ladder = hold(players, format="ladder")
    for each in (everybody, swiss, ladder):
        begin(each, noon + DAY)
    start = noon + DAY

    def ask(tournament):
        return invitations.invite(tournament.pk, organiser, asked.name, "enter", now=start)

    refused("no_late_entry", ask, everybody)
    refused("late_entry_off", ask, swiss)
    seen = revising.propose(swiss.pk, organiser, {"late_entry": True}, now=start)
    revising.revise(
        swiss.pk, organiser, {"late_entry": True}, preview_token=seen.preview_token, now=start
    )
    for each, status in ((swiss, "waiting"), (ladder, "entered")):
        ask(each)
        invitations.answer(each.pk, asked, "enter", accept=True, now=start)
        assert entrant(each, asked).status == status
    persons.withdraw(swiss.pk, players[0], now=start)
    params = {"kind": "enter", "now": start}
    back = (swiss.pk, organiser, players[0].name)
    refused("withdrew_after_start", invitations.invite, *back, **params)
    teams = hold([], format="team_match", boards=2)
    refused("not_in_this_format", ask, teams)


def test_the_api_removes_and_enters_again(hold, people, organiser, api):
    from django.utils import timezone

    players = people(3)
    tournament = hold(players, starts_at=timezone.now() + 3 * DAY)
    who = entrant(tournament, players[0]).pk
    base = f"tournaments/{tournament.pk}/"
    seen = api(organiser).post(base + "remove/", {"entrant": who})
    assert (seen.status, seen.json["made"], seen.json["struck"]) == (200, None, None)
    sealed = {"entrant": who, "preview_token": seen.json["preview_token"]}
    assert api(players[1]).post(base + "remove/", sealed).status == 403
    assert api(organiser).post(base + "remove/", sealed).status == 422
    done = api(organiser).post(base + "remove/", {**sealed, "reason": "Twice."})
    assert done.json["made"] == Revision.objects.get().pk
    assert api(organiser).post(base + "remove/", sealed).status == 404
    back = api(organiser).post(base + "enter-again/", {"entrant": who})
    assert back.json["made"] is False
    sealed = {"entrant": who, "preview_token": back.json["preview_token"]}
    assert api(players[1]).post(base + "enter-again/", sealed).status == 403
    assert api(organiser).post(base + "enter-again/", sealed).json["made"] is True
    assert entrant(tournament, players[0]).status == "entered"
