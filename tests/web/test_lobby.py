"""The lobby: open challenges, matches to watch, bots to challenge."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Rating
from games.web.lobby.lobby import timetable_words
from tests.markup import text_of
from tests.web.lobby_helpers import bot, challenge

pytestmark = pytest.mark.django_db


def test_an_empty_lobby_invites_to_make_an_open_challenge(client: Any) -> None:
    page = text_of(client.get("/lobby/"))
    assert "Nobody is looking for an opponent" in page
    assert "/challenges/new/?kind=seek" in page


def test_an_open_challenge_shows_its_terms_and_can_be_accepted_without_javascript(
    client_for: Any, alice: Any, bob: Any
) -> None:
    seek = challenge(alice, greeting="Who dares?")
    client = client_for(bob, enforce_csrf_checks=False)
    bob.language = "en"
    bob.save()
    page = text_of(client.get("/lobby/"))
    assert "2 legs, at most 3 tie-break pairs · 3 days per move" in page
    assert "Who dares?" in page
    answer = client.post(f"/challenges/{seek.pk}/", {"action": "accept"})
    seek.refresh_from_db()
    assert seek.match is not None
    assert answer["Location"] == seek.match.get_absolute_url()


def test_ones_own_open_challenge_has_no_accept_button(client_for: Any, alice: Any) -> None:
    challenge(alice)
    page = text_of(client_for(alice).get("/lobby/"))
    assert "Your own open challenge" in page
    assert 'value="accept"' not in page


def test_named_linked_and_expired_challenges_are_not_in_the_lobby(
    client: Any, alice: Any, bob: Any
) -> None:
    challenge(alice, opponent=bob)
    challenge(alice, link_token="t" * 32)
    challenge(alice, now=timezone.now() - timedelta(days=15))
    assert client.get("/lobby/").context["seeks"] == []


def test_private_matches_cannot_be_watched(
    client: Any, alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    public, private = start(alice, bob), start(alice, bob, private=True)
    play(public, "b2", noon)
    play(private, "b2", noon)
    assert [row.match for row in client.get("/lobby/").context["watched"]] == [public]


def test_a_bot_shows_strength_timetable_and_a_challenge_button(client: Any) -> None:
    greta = bot()
    Rating.objects.create(player=greta.player, pool="traffic_lights", value=161250, games=3)
    hopper = bot("Hopper", "runner", rulesets=["halma"])
    page = text_of(client.get("/lobby/"))
    assert f"opponent={hopper.player_id}&amp;ruleset=halma" in page
    assert "<dt>Games</dt><dd>Halma</dd>" in page
    assert "takes what it can get" in page
    assert "1612?" in page
    assert f"/challenges/new/?opponent={greta.player_id}" in page


@pytest.mark.parametrize(
    ("timetable", "words"),
    [
        ("* * * * *", "immediately, day and night"),
        ("* 18-22 * * *", "every minute, from 18 to 23 o’clock"),
        ("*/5 * * * *", "every 5 minutes"),
        ("0 8,20 * * *", "at 8:00 and 20:00"),
        ("30 * * * *", "once an hour"),
        ("*/10 18-22 * * 1-5", "on weekdays every 10 minutes, from 18 to 23 o’clock"),
        ("0 18-22 * * 1-5", "on weekdays once an hour, from 18 to 23 o’clock"),
        ("15 9 * * 6,0", "at weekends at 9:15"),
        ("0 8 1 * *", "0 8 1 * *"),
        ("0 8 * * 3", "0 8 * * 3"),
        ("1,2 8 * * *", "1,2 8 * * *"),
        ("0 8/2 * * *", "0 8/2 * * *"),
    ],
)
def test_a_timetable_is_said_in_words_and_an_unusual_one_as_it_is(
    timetable: str, words: str
) -> None:
    assert timetable_words(timetable) == words


def test_the_lobby_asks_the_same_number_of_queries_however_full_it_is(
    client: Any, alice: Any, bob: Any, start: Any, play: Any, noon: Any, django_assert_num_queries
) -> None:
    for number in range(6):
        play(start(alice, bob), "b2", noon)
        challenge(alice)
        bot(f"Bot {number}")
    with django_assert_num_queries(5):
        client.get("/lobby/")
