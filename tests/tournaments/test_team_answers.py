"""Answering the invitation of a team by the link in its e-mail, without a login."""

from __future__ import annotations

import pytest
from django.utils import timezone

from notifications.models import Message
from tests.emails import render
from tests.notifications.conftest import html_of
from tests.tournaments.test_teams import gather
from tournaments.models import Entrant, TeamInvitation
from tournaments.services.emails import answer_links
from tournaments.services.entries import persons, teams

__all__ = ["gather"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(hold, people, gather, noon):
    """Return a team, whom it has invited, and the path of the link in the e-mail."""
    players = people(3)
    tournament = hold([], format="team_match", boards=2, alternates=1)
    reds = gather(tournament, "Reds", players[:1])
    teams.invite_player(reds.pk, players[0], players[1], now=noon)
    url = Message.objects.get(context__headline="Reds invites you").context["url"]
    return reds, players[1], "/" + url.split("/", 3)[3]


def test_the_email_has_the_link_and_begins_with_the_tournament(asked):
    reds, _player, path = asked
    message = Message.objects.get(context__headline="Reds invites you")
    email = render(message, timezone.now())
    assert email.subject == f"{reds.tournament.title}: Reds invites you"
    assert path in email.body
    assert path in html_of(email)


def test_looking_changes_nothing(asked, client_for):
    _reds, player, path = asked
    for client in (client_for(), client_for(player)):
        page = client.get(path)
        assert page.status_code == 200
        assert "Reds invites you" in page.text
        assert f"You are answering as {player.name}." in page.text
    assert not Entrant.objects.filter(player=player).exists()
    assert TeamInvitation.objects.get().declined_at is None


def test_joining_twice_says_the_same_twice(asked, client_for):
    reds, player, path = asked
    page = client_for().post(path, {"action": "accept"})
    assert "You have joined Reds." in page.text
    assert Entrant.objects.get(player=player).team == reds
    for again in (client_for().get(path), client_for().post(path, {"action": "accept"})):
        assert again.status_code == 200
        assert "You have joined Reds." in again.text
    assert Entrant.objects.filter(player=player).count() == 1
    persons.withdraw(reds.tournament_id, player, now=timezone.now())
    assert client_for().post(path, {"action": "accept"}).status_code == 404


def test_what_is_refused_is_said_in_words(asked, client_for):
    reds, player, path = asked
    reds.tournament.entries_closed = True
    reds.tournament.save()
    page = client_for().post(path, {"action": "accept"})
    assert page.status_code == 409
    assert "Entries are closed." in page.text
    assert not Entrant.objects.filter(player=player).exists()


def test_declining_ends_the_invitation(asked, client_for):
    _reds, player, path = asked
    assert (
        "You have declined the invitation." in client_for().post(path, {"action": "decline"}).text
    )
    assert "This invitation is no longer open." in client_for().get(path).text
    assert client_for().post(path, {"action": "accept"}).status_code == 409
    assert not Entrant.objects.filter(player=player).exists()


def test_an_answer_that_is_none_changes_nothing(asked, client_for):
    _reds, _player, path = asked
    assert client_for().post(path, {"action": "zzz"}).status_code == 200
    assert TeamInvitation.objects.get().declined_at is None


def test_whoever_plays_in_another_team_by_now_stays_there(asked, client_for, noon):
    reds, player, path = asked
    teams.found_team(reds.tournament_id, player, "Blues", key="b" * 20, now=noon)
    assert client_for().post(path, {"action": "accept"}).status_code in (404, 409)
    assert Entrant.objects.get(player=player).team.name == "Blues"


@pytest.mark.parametrize("token", ["x", "a:b:c", "ü", "." * 300])
def test_a_link_that_is_none_is_not_found(db, client_for, token):
    assert client_for().get(f"/tournaments/teams/answer/{token}/").status_code == 404
    assert client_for().post(f"/tournaments/teams/answer/{token}/").status_code == 404


def test_a_link_is_dead_for_somebody_else_and_for_barred_accounts(asked, client_for, people):
    reds, player, path = asked
    stranger = reds.tournament.organiser
    other = answer_links.answer_url(reds, stranger).split("/", 3)[3]
    assert client_for().get(f"/{other}").status_code == 404
    player.user.is_active = False
    player.user.save()
    assert client_for().post(path, {"action": "accept"}).status_code == 404
    assert not Entrant.objects.filter(player=player).exists()
