"""The lobby: open challenges, matches to watch, bots to challenge."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.services import circle
from games import clocks, lobby_queries
from games.models import Challenge, Rating
from games.services.challenges import blocking
from games.services.challenges.challenges import Offer, issue_challenge
from games.services.play.terms import Terms
from games.services.wording.timetable_words import timetable_words
from tests.markup import text_of
from tests.web.lobby_helpers import bot, challenge

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_an_empty_lobby_invites_to_make_an_open_challenge(client: Any) -> None:
    page = text_of(client.get("/lobby/"))
    assert "No open challenges right now." in page
    assert "/play/?kind=seek" in page


def test_an_open_challenge_shows_its_terms_and_can_be_accepted_without_javascript(
    client_for: Any, alice: Any, bob: Any
) -> None:
    seek = challenge(alice, greeting="Who dares?")
    client = client_for(bob, enforce_csrf_checks=False)
    bob.language = "en"
    bob.save()
    page = text_of(client.get("/lobby/"))
    assert "2 legs, up to 3 tie-break pairs · 3 days per move" in page
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
    assert f"player={hopper.player_id}&amp;ruleset=halma" in page
    assert "<p>Halma</p>" in page
    assert "grabs the best line it can" in page
    assert "1612?" in page
    assert f"/play/?player={greta.player_id}" in page


def test_bots_and_matches_to_watch_come_a_few_at_a_time(
    client: Any, alice: Any, bob: Any, start: Any, play: Any, noon: Any, monkeypatch: Any
) -> None:
    from games.web.lobby import lobby

    monkeypatch.setattr(lobby, "BOTS_SHOWN", 2)
    monkeypatch.setattr(lobby, "RUNNING_PER_PAGE", 2)
    for number in range(3):
        play(start(alice, bob), "b2", noon)
        bot(f"Bot {number}", rulesets=["mill" if number else "halma"])
    first, second = client.get("/lobby/"), client.get("/lobby/?bots=2&watched=2")
    assert [len(first.context[name]) for name in ("bots", "watched")] == [2, 2]
    assert [len(second.context[name]) for name in ("bots", "watched")] == [1, 1]
    assert 'href="?watched=2#watch"' in text_of(first)
    assert 'href="?bots=2#bots"' in text_of(first)
    halma = client.get("/lobby/?game=halma")
    assert halma.context["watched"] == []
    assert "No public match of this game is running." in text_of(halma)
    assert len(client.get("/lobby/?game=traffic_lights.4x3").context["watched"]) == 2
    assert [row["player"].name for row in halma.context["bots"]] == ["Bot 0"]


@pytest.mark.parametrize(
    ("timetable", "words"),
    [
        ("* * * * *", "immediately, day and night"),
        ("* 18-22 * * *", "every minute, from 18:00 to 23:00 (Europe/Rome)"),
        ("*/5 * * * *", "every 5 minutes"),
        ("0 8,20 * * *", "at 8:00 and 20:00 (Europe/Rome)"),
        ("30 * * * *", "once an hour"),
        ("*/10 18-22 * * 1-5", "on weekdays every 10 minutes, from 18:00 to 23:00 (Europe/Rome)"),
        ("0 18-22 * * 1-5", "on weekdays once an hour, from 18:00 to 23:00 (Europe/Rome)"),
        ("15 9 * * 6,0", "at weekends at 9:15 (Europe/Rome)"),
        ("0 8 1 * *", "0 8 1 * * (Europe/Rome)"),
        ("0 8 * * 3", "0 8 * * 3 (Europe/Rome)"),
        ("1,2 8 * * *", "1,2 8 * * * (Europe/Rome)"),
        ("0 8/2 * * *", "0 8/2 * * * (Europe/Rome)"),
    ],
)
def test_a_timetable_is_said_in_words_and_an_unusual_one_as_it_is(
    timetable: str, words: str
) -> None:
    assert timetable_words(timetable, "Europe/Rome") == words


def test_the_lobby_asks_the_same_number_of_queries_however_full_it_is(
    client: Any, alice: Any, bob: Any, start: Any, play: Any, noon: Any, django_assert_num_queries
) -> None:
    for number in range(6):
        play(start(alice, bob), "b2", noon)
        challenge(alice)
        bot(f"Bot {number}")
    with django_assert_num_queries(6):
        client.get("/lobby/")


# Filters and pages --------------------------------------------------------------------------------
def listed(answer: Any) -> list[int]:
    return [row["challenge"].pk for row in answer.context["seeks"]]


def posted(challenger: Any, ruleset: str, preset: str = "three_days", **given: Any) -> int:
    rated = given.pop("rated", False)
    terms = Terms.checked(ruleset, {}, clocks.PRESETS[preset], rated=rated)
    return issue_challenge(challenger, terms, Offer(), now=given.pop("now", timezone.now())).pk


def test_open_challenges_are_filtered_by_game_rating_and_time(client: Any, alice: Any) -> None:
    chess = posted(alice, "chess", rated=True)
    mill = posted(alice, "mill", "hour")
    bank = posted(alice, "mill", "week_bank")
    for query, shown in (
        ({}, [bank, mill, chess]),
        ({"game": "mill"}, [bank, mill]),
        ({"rated": "yes"}, [chess]),
        ({"rated": "no"}, [bank, mill]),
        ({"pace": "fast"}, [mill]),
        ({"pace": "slow"}, [bank, chess]),
        ({"game": "mill", "pace": "slow"}, [bank]),
        ({"game": "ludo", "rated": "perhaps", "pace": "9"}, [bank, mill, chess]),
        ({"after": "x"}, [bank, mill, chess]),
    ):
        assert listed(client.get("/lobby/", query)) == shown, query
    nothing = text_of(client.get("/lobby/", {"game": "halma"}))
    assert "No open challenges match your filter at the moment." in nothing
    assert '<option value="halma" selected>' in nothing


def test_the_lobby_leads_on_by_keys_with_friends_first(
    client_for: Any, alice: Any, bob: Any, carol: Any, monkeypatch: Any
) -> None:
    from games.web.lobby import lobby

    monkeypatch.setattr(lobby, "SEEKS_SHOWN", 2)
    now = timezone.now()
    circle.follow(alice, carol, now=now)
    span = timedelta(minutes=1)
    theirs = [posted(carol, "mill", now=now - 9 * span), posted(carol, "mill", now=now - 8 * span)]
    others = [posted(bob, "mill", now=now - each * span) for each in (5, 4, 3)]
    order = [theirs[1], theirs[0], others[2], others[1], others[0]]
    client, seen, query = client_for(alice), [], ""
    for _page in range(3):
        answer = client.get(f"/lobby/?{query}")
        seen += listed(answer)
        query = answer.context["more"]
    assert seen == order
    assert query == ""
    Challenge.objects.filter(pk=theirs[0]).update(state="withdrawn", closed_at=now)
    assert listed(client.get("/lobby/", {"after": theirs[0]})) == order[2:4]
    blocking.block_player(alice, bob, now=now)
    assert listed(client.get("/lobby/")) == [theirs[1]]


def test_people_stand_before_bots_in_every_list(
    client_for: Any, alice: Any, bob: Any, carol: Any, start: Any, monkeypatch: Any
) -> None:
    from games.web.lobby import lobby

    monkeypatch.setattr(lobby, "SEEKS_SHOWN", 2)
    now, span = timezone.now(), timedelta(minutes=1)
    robot = bot("Abacus").player
    circle.follow(alice, carol, now=now)
    theirs = [posted(bob, "mill", now=now - each * span) for each in (9, 8)]
    robots = [posted(robot, "mill", now=now - each * span) for each in (2, 1)]
    friends = [posted(carol, "mill", now=now - 10 * span)]
    client, seen, query = client_for(alice), [], ""
    for _page in range(3):
        answer = client.get(f"/lobby/?{query}")
        seen += listed(answer)
        query = answer.context["more"]
    assert seen == [*friends, *theirs[::-1], *robots[::-1]]
    assert [row["challenge"].pk for row in client_for(None).get("/").context["seeks"]] == [
        *theirs[::-1],
        *friends,
    ]
    for found in (lobby_queries.players_matching("a"), lobby_queries.players_with_prefix("")):
        assert found[0].is_bot is False
        assert list(found)[-1] == robot
    start(alice, bob)
    start(alice, robot)
    assert lobby_queries.recent_opponents(alice) == [bob, robot]


def test_recent_opponents_have_friends_first_and_nobody_apart(
    alice: Any, bob: Any, carol: Any, person: Any, start: Any
) -> None:
    dora = person("Dora")
    for other in (carol, bob, dora):
        start(alice, other)
    assert lobby_queries.recent_opponents(alice) == [dora, bob, carol]
    circle.follow(alice, carol, now=timezone.now())
    assert lobby_queries.recent_opponents(alice) == [carol, dora, bob]
    blocking.block_player(dora, alice, now=timezone.now())
    assert lobby_queries.recent_opponents(alice) == [carol, bob]
