"""Tournaments by invitation only, and the links by which organisers invite many."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from notifications.addresses import About, Matter, reply_address
from tests.api.conftest import api
from tests.inbound.conftest import newest, receive, written
from tests.markup import text_of
from tests.tournaments.test_revisions import refused
from tournaments.models import Entrant, EntryLink
from tournaments.services.admission import keys
from tournaments.services.entries import persons

__all__ = ["api", "receive"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


@pytest.fixture
def cup(hold, noon):
    return hold([], access="invited", starts_at=noon + 30 * DAY)


def test_without_an_invitation_nobody_enters(cup, alice, client_for, api, receive):
    said = "Only invited players can enter this tournament."
    page, browser = cup.get_absolute_url(), client_for(alice)
    assert said in text_of(browser.get(page))
    assert said in text_of(browser.post(f"{page}enter/"))
    assert "an invitation by the organiser" in text_of(client_for().get(page))
    answer = api(alice).post(f"tournaments/{cup.pk}/enter/")
    assert answer.brief == (403, "by_invitation_only")
    address = reply_address(Matter(About.TOURNAMENT, alice.pk, cup.pk))
    receive(written("enter\n", address, "alice@example.org"))
    assert said in " ".join(newest(alice, "answer").body.split())
    assert not Entrant.objects.exists()


def test_a_link_for_one_player_is_made_used_and_revoked(
    cup, alice, bob, organiser, client_for, noon
):
    browser, base = client_for(organiser), cup.get_absolute_url()
    address = f"{base}links/"
    assert address in browser.get(f"{base}people/").text
    wrong = browser.post(address, {"act": "make", "most": "0"})
    assert wrong.status_code == 422
    assert browser.post(address, {"act": "make", "note": "Club", "most": "1"}).status_code == 303
    link = EntryLink.objects.get()
    path = link.get_absolute_url()
    assert path in browser.get(address).text
    assert path not in client_for(alice).get(base).text
    visitor = client_for().get(path)
    assert "To enter, log in." in text_of(visitor)
    assert client_for().post(path).status_code == 302
    player = client_for(alice)
    assert "Enter tournament" in text_of(player.get(path))
    assert not Entrant.objects.exists()
    assert player.post(path).status_code == 303
    assert Entrant.objects.get().player == alice
    assert "Players who have entered: 1 of 1." in text_of(browser.get(address))
    used = client_for(bob).post(path)
    assert used.status_code == 409
    assert "Dieser Link ist aufgebraucht." in text_of(used)
    persons.withdraw(cup.pk, alice, now=noon)
    assert player.post(path).status_code == 303
    revoked = {"act": "revoke", "number": str(link.pk)}
    assert browser.post(address, revoked).status_code == 303
    assert player.get(path).status_code == 200
    assert "gilt nicht mehr" in text_of(client_for(bob).get(path))
    assert client_for(bob).post(path).status_code == 404
    for who, status in ((alice, 403), (None, 302)):
        assert client_for(who).get(address).status_code == status
        assert client_for(who).post(address, {"act": "make"}).status_code == status


def test_a_link_expires_and_other_conditions_still_apply(cup, hold, alice, organiser, noon):
    link = keys.create_link(cup.pk, organiser, "k" * 32, days=2, now=noon)
    assert link.until is not None  # two days of the calendar, which a change of the clock may shift
    assert abs(link.until - (noon + 2 * DAY)) <= timedelta(hours=1)
    refused("link_expired", keys.enter_by_link, link.key, alice, now=link.until)
    other = hold([], name="Masters", access="approval", rating_from=2000)
    strict = keys.create_link(other.pk, organiser, "m" * 32, now=noon)
    refused("rating_too_low", keys.enter_by_link, strict.key, alice, now=noon)
    assert keys.enter_by_link(link.key, alice, now=noon + DAY).status == "entered"
    refused("already_entered", keys.enter_by_link, link.key, alice, now=noon + DAY)
    refused("no_such_link", keys.enter_by_link, "nonsense", alice, now=noon)
    refused("bad_link_limit", keys.create_link, cup.pk, organiser, "z" * 32, days=400, now=noon)
    for number in range(keys.MAX_OPEN_LINKS - 1):
        keys.create_link(cup.pk, organiser, f"{number:032}", now=noon)
    refused("links_enough", keys.create_link, cup.pk, organiser, "y" * 32, now=noon)


def test_a_link_needs_no_approval(hold, alice, organiser, noon):
    cup = hold([], access="approval")
    link = keys.create_link(cup.pk, organiser, "k" * 32, now=noon)
    assert keys.enter_by_link(link.key, alice, now=noon).player == alice


def test_links_through_the_api(cup, alice, organiser, api):
    one = f"tournaments/{cup.pk}/"
    assert api().get(one + "links/").status in (401, 403)
    for body in ({}, {"most": 3}):
        assert api(alice).post(one + "links/", body).brief == (403, "not_your_tournament")
    assert api(alice).get(one + "links/").brief == (403, "not_your_tournament")
    mine = api(organiser)
    (link,) = mine.post(one + "links/", {"note": "Club", "most": 2, "days": 7}).json["links"]
    key = link["url"].rstrip("/").rpartition("/")[2]
    assert api(alice).post(one + "enter-by-link/", {"key": "x"}).brief == (404, "no_such_link")
    entered = api(alice).post(one + "enter-by-link/", {"key": key}).json
    assert entered["entry"]["status"] == "entered"
    assert mine.get(one + "links/").json["links"][0]["used"] == 1
    revoke = {"link": link["id"]}
    assert api(alice).post(one + "links/revoke/", revoke).brief == (403, "not_your_tournament")
    assert mine.post(one + "links/revoke/", revoke).status == 200
    assert mine.post(one + "links/revoke/", revoke).brief == (404, "no_such_link")
    assert mine.get(one + "links/").json["links"] == []
