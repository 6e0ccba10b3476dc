"""What people who have never met may send to each other by e-mail."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import seat_queries
from games.models import EventStake, Match
from games.services.challenges import rematches
from games.services.challenges.challenges import Offer, issue_challenge
from games.services.errors import Refused
from games.services.play import matches
from games.services.play.terms import Terms
from notifications.models import Message
from tests.api.conftest import api, guest
from tests.emails import render

__all__ = ["api", "guest"]

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
TEXT = "WIN BIG at http://win.example"
UNREAD = "Alice hat eine Nachricht hinzugefügt"


@pytest.fixture
def terms():
    from games import clocks

    return Terms.checked(
        "traffic_lights.simple", {"legs": 2}, clocks.PRESETS["three_days"], rated=False
    )


def said_to(player, now) -> str:
    """Return text and HTML of the last e-mail to somebody."""
    email = render(Message.objects.filter(player=player).latest("pk"), now)
    return " ".join(f"{email.body} {email.alternatives[0][0]!s}".split())


def test_the_text_of_a_stranger_is_read_on_the_page(alice, bob, terms, client_for, noon):
    made = issue_challenge(alice, terms, Offer(bob, greeting=TEXT), now=noon)
    told = said_to(bob, noon)
    assert "win.example" not in told
    assert told.count(UNREAD) == 2
    assert "win.example" in client_for(bob).get(made.get_absolute_url()).content.decode()


def test_who_has_played_or_shares_an_event_reads_it_at_once(alice, bob, carol, terms, start, noon):
    start(alice, bob)
    EventStake.objects.create(event="/tournaments/1/", player=alice)
    EventStake.objects.create(event="/tournaments/1/", player=carol)
    for player in (bob, carol):
        issue_challenge(alice, terms, Offer(player, greeting=TEXT), now=noon)
        assert "win.example" in said_to(player, noon)


def test_two_queries_tell_strangers(alice, bob, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert seat_queries.are_strangers(alice, bob)


def test_guests_challenge_members_by_link_only(guest, bob, terms, noon):
    with pytest.raises(Refused, match="guests_challenge_by_link"):
        issue_challenge(guest, terms, Offer(bob, greeting=TEXT), now=noon)
    assert not Message.objects.exists()
    assert issue_challenge(guest, terms, Offer(link_token="x" * 43), now=noon)


def test_the_api_says_what_guests_can_do(api, guest, bob):
    given = {"kind": "named", "opponent": bob.pk, "ruleset": "traffic_lights.simple"}
    answer = api(guest).post("challenges/", {**given, "rated": False, "control": "three_days"})
    assert answer.brief == (403, "guests_challenge_by_link")
    assert "invite somebody by link" in answer.json["detail"]


def test_a_guest_offers_a_rematch_and_what_they_say_is_read_on_the_page(guest, bob, start, noon):
    match = start(guest, bob, rated=False)
    matches.send_chat_message(match.pk, guest, TEXT, now=noon)
    told = said_to(bob, noon)
    assert "win.example" not in told
    assert "Lies diese Nachricht auf der Seite der Partie." in told
    Match.objects.filter(pk=match.pk).update(status="finished", finished_at=noon)
    assert rematches.offer_rematch(match.pk, guest, now=noon + DAY).opponent == bob
