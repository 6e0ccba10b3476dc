"""What strangers may do to each other: e-mails, ratings and links need a limit."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.middleware import GUEST_SESSION_KEY
from games import clocks
from games.services.bots import bots, capacity
from games.services.challenges import challenges
from games.services.errors import Refused
from games.services.play import matches
from games.services.play.terms import Terms
from notifications.models import Message
from tests.sampling import at_length

pytestmark = pytest.mark.django_db
KEY = "traffic_lights.4x3"


@pytest.fixture
def terms():
    """Return unrated terms."""
    return Terms.checked(KEY, {}, clocks.PRESETS["three_days"], rated=False)


def test_nobody_is_buried_under_invitations_issued_and_withdrawn(alice, bob, terms, noon):
    offer = challenges.Offer(opponent=bob)
    for number in range(5):
        now = noon + timedelta(minutes=number)
        challenge = challenges.issue_challenge(alice, terms, offer, now=now)
        challenges.withdraw_challenge(challenge.pk, alice, now=now)
    with pytest.raises(Refused, match="challenged_too_often"):
        challenges.issue_challenge(alice, terms, offer, now=noon + timedelta(hours=1))
    assert Message.objects.filter(player=bob).count() == 5
    challenges.issue_challenge(alice, terms, offer, now=noon + timedelta(days=2))


def test_a_bot_may_be_challenged_as_often_as_one_likes(alice, person, terms, noon):
    bot = person("Robbi", kind="bot")
    offer = challenges.Offer(opponent=bot)
    for _ in range(10):
        challenge = challenges.issue_challenge(alice, terms, offer, now=noon)
        challenges.withdraw_challenge(challenge.pk, alice, now=noon)


def test_nobody_talks_without_end(alice, bob, start, noon, monkeypatch):
    if not at_length():
        monkeypatch.setattr(matches, "MAX_CHAT", 6)
    match = start(alice, bob)
    for number in range(matches.MAX_CHAT):
        matches.send_chat_message(match.pk, alice, f"{number}", now=noon)
    with pytest.raises(Refused, match="said_enough"):
        matches.send_chat_message(match.pk, alice, "once more", now=noon)
    matches.send_chat_message(match.pk, bob, "quiet, please", now=noon)
    matches.send_chat_message(match.pk, alice, "once more", now=noon + timedelta(hours=2))


def test_one_visitor_does_not_take_all_boards_of_a_bot(alice, bob, noon):
    bots.create_bot("Robbi", "random", timetable="* * * * *", rulesets=[KEY], now=noon)
    given: dict[str, Any] = {"ruleset": KEY, "strategy": "random", "seed": "5eed" * 16, "now": noon}
    for _ in range(capacity.MAX_MATCHES_PER_PLAYER):
        bots.start_match_with_bot(alice, **given)
    with pytest.raises(Refused, match="bot_full"):
        bots.start_match_with_bot(alice, **given)
    assert bots.start_match_with_bot(bob, **given).is_running


def test_a_session_planted_on_a_visitor_does_not_become_their_guest(client, noon):
    bots.create_bot("Robbi", "random", timetable="* * * * *", rulesets=[KEY], now=noon)
    session = client.session
    session["anything"] = 1
    session.save()
    planted = session.session_key
    client.cookies["sessionid"] = planted
    client.post("/play-a-bot/", {"ruleset": KEY, "strategy": "random"})
    assert client.session[GUEST_SESSION_KEY]
    assert client.session.session_key != planted


def test_a_guest_whose_address_is_not_confirmed_plays_unrated(alice, bob, noon):
    alice.user.address_confirmed = False
    alice.user.save(update_fields=["address_confirmed"])
    rated = Terms.checked(KEY, {}, clocks.PRESETS["three_days"], rated=True)
    with pytest.raises(Refused, match="guest_rated"):
        challenges.issue_challenge(alice, rated, challenges.Offer(), now=noon)
    seek = challenges.issue_challenge(bob, rated, challenges.Offer(), now=noon)
    with pytest.raises(Refused, match="guest_rated"):
        challenges.accept_challenge(seek.pk, alice, seed="5eed" * 16, now=noon)
