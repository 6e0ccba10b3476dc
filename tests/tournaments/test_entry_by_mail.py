"""Entering by the link of the e-mail that tells of a new tournament, without a login."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from notifications.services import subscriptions
from tests.games.conftest import start
from tests.inbound.conftest import newest
from tests.markup import text_of
from tests.tournaments.test_revisions import refused
from tournaments.models import Entrant, EntryRequest
from tournaments.services.entries import persons

__all__ = ["start"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


@pytest.fixture
def told(hold, alice, noon):
    """Return a maker of tournaments of which Alice is told, with the path of her link."""
    subscriptions.set_preference(alice, "tournament_open", wanted=True, now=noon)

    def make(**fields):
        found = hold([], **fields)
        body = newest(alice, "tournament_open").body
        return found, re.findall(r"/tournaments/enter/by-mail/[^\s]+", body)[0]

    return make


def test_a_new_tournament_is_entered_once_without_a_login(told, alice, client_for):
    _cup, path = told()
    page = text_of(client_for().get(path))
    assert "You are answering as Alice." in page
    assert not Entrant.objects.exists()
    assert client_for().post(path, {"action": "decline"}).status_code == 200
    assert not Entrant.objects.exists()
    assert "You have entered." in text_of(client_for().post(path, {"action": "accept"}))
    assert Entrant.objects.get().player == alice
    assert "You have entered." in text_of(client_for().get(path))
    assert client_for().post(path, {"action": "accept"}).status_code == 409


def test_an_organiser_who_decides_is_asked_once(told, client_for):
    _cup, path = told(access="approval")
    assert "Ask to enter" in text_of(client_for().get(path))
    assert "You have asked to enter." in text_of(client_for().post(path, {"action": "accept"}))
    assert EntryRequest.objects.count() == 1
    assert "The organiser has not answered yet." in text_of(client_for().get(path))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rating_from": 1800}, "you need a rating of at least 1800"),
        ({"access": "invited"}, "Only invited players can enter"),
    ],
)
def test_what_stands_against_it_is_said_before_and_after(told, client_for, fields, said):
    cup, path = told()
    for name, value in fields.items():
        setattr(cup, name, value)
    cup.save()
    for page in (client_for().get(path), client_for().post(path, {"action": "accept"})):
        assert said in text_of(page)
    assert not Entrant.objects.exists()


def test_a_link_is_dead_for_barred_accounts_and_other_tokens(told, alice, client_for):
    cup, path = told()
    persons.enter(cup.pk, alice, now=timezone.now())
    refused("already_entered", persons.enter, cup.pk, alice, now=timezone.now())
    alice.user.is_active = False
    alice.user.save()
    for token in (path, "/tournaments/enter/by-mail/x/", f"{path[:-2]}x/"):
        page = client_for().get(token)
        assert page.status_code == 404
        assert "Log in to see what is still open." in text_of(page)


@pytest.mark.parametrize("fields", [{"format": "team_match", "boards": 2}, {"access": "invited"}])
def test_teams_and_those_who_need_an_invitation_are_led_to_the_page(hold, alice, noon, fields):
    subscriptions.set_preference(alice, "tournament_open", wanted=True, now=noon)
    cup = hold([], **fields)
    email = newest(alice, "tournament_open")
    assert "by-mail" not in email.body
    assert "You can enter with the link below" not in email.body
    assert cup.get_absolute_url() in email.body
    assert "Reply “enter” to join." not in email.body


def test_the_description_by_a_stranger_is_read_on_the_page(told, alice, organiser, start, noon):
    told(text="WIN BIG at http://win.example")
    strange = newest(alice, "tournament_open")
    assert "The organiser’s description is on the tournament’s page." in strange.body
    for part in (strange.body, str(strange.alternatives[0][0])):
        assert "win.example" not in part
    start(alice, organiser)
    told(text="A club evening.")
    assert "A club evening." in newest(alice, "tournament_open").body
