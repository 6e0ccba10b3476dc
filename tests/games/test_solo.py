"""Playing alone: started at once, never rated, given up with what is left; button and page."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from games import lobby_queries
from games.families import strategies
from games.models import Match, Seat
from games.rules import registry
from games.services.audit import replay_matches
from games.services.errors import Refused
from games.services.play.matches import abort_match, resign_match
from games.services.play.play import play_turn
from games.services.solo import solo
from notifications.models import Message
from tests.games.conftest import SEED
from tests.markup import text_of
from tests.sampling import sampled

pytestmark = pytest.mark.django_db


def begin(player, now, target="none"):
    return solo.start_solo(player, "solitaire", {"target": target}, seed=SEED, now=now)


def play_on(match, key, rng, now):
    """Let a strategy jump until no jump is left."""
    rules, strategy = registry.get("solitaire"), strategies.get(key)
    while (row := Match.objects.get(pk=match.pk)).is_running:
        move = strategy.choose(rules, rules.load(row.state), 0, rng)
        text = rules.spell(move)
        play_turn(match.pk, 0, text, seen=row.ply_count, now=now, source="page")


@pytest.mark.long
@pytest.mark.parametrize("numbers", sampled([[4, 7], [*range(8)]], 1))
def test_matches_of_bots_refold_without_difference(person, noon, numbers):
    rng = random.Random(3)
    for number in numbers:
        match = begin(person(f"Player {number}"), noon, ("none", "I")[number % 2])
        play_on(match, "random" if number < 6 else "solitaire_beam", rng, noon)
    assert list(replay_matches(Match.objects.all())) == []
    assert set(Match.objects.values_list("status", flat=True)) == {"finished"}
    assert Seat.objects.get(match__pk=match.pk).points == 0  # the letter stands
    assert not Match.objects.filter(rated=True).exists()
    assert not Message.objects.exists()


def test_whoever_gives_up_keeps_the_pegs_that_are_left(alice, noon, play):
    match = begin(alice, noon)
    play(match, "d2-d4,f3-d3", noon)
    resign_match(match.pk, alice, now=noon)
    seat = Seat.objects.get()
    assert (seat.rank, seat.points) == (1, 30)
    assert lobby_queries.results_of(alice) == {"won": 0, "lost": 0, "tied": 0}


def test_results_count_the_latest_matches_against_others_only(
    alice, bob, start, play, noon, monkeypatch
):
    monkeypatch.setattr(lobby_queries, "MAX_COUNTED_RESULTS", 1)
    match = start(alice, bob)
    play(match, "a1,b2", noon)
    abort_match(start(alice, bob).pk, alice, now=noon + timedelta(hours=1))
    resign_match(match.pk, bob, now=noon)
    resign_match(begin(alice, noon).pk, alice, now=noon + timedelta(hours=2))
    assert lobby_queries.results_of(alice) == {"won": 1, "lost": 0, "tied": 0}


def test_five_boards_are_enough_and_other_games_need_somebody(alice, noon):
    for _ in range(5):
        begin(alice, noon)
    with pytest.raises(Refused, match="boards_full"):
        begin(alice, noon)
    with pytest.raises(Refused, match="not_alone"):
        solo.start_solo(alice, "mill", {}, seed=SEED, now=noon)


def test_a_visitor_begins_with_one_button_and_sees_what_is_left(client):
    assert 'action="/solo/"' in text_of(client.get("/rules/solitaire/"))
    sent = client.post("/solo/", {"ruleset": "solitaire", "target": "none"})
    assert sent.status_code == 302
    assert Player.objects.get().is_guest
    page = text_of(client.get(sent["Location"]))
    assert "It is your turn." in page
    assert not re.search("Offer a draw|At the table|Propose a pause", page)
    match = Match.objects.get()
    assert text_of(client.get(f"{sent['Location']}?move=d2-d4")).count("The peg on d2 jumps to d4")
    play_on(match, "random", random.Random(1), timezone.now())
    page = text_of(client.get(sent["Location"]))
    left = Seat.objects.get().points
    assert f"{left} penalty points</h2><p>No jump is left.</p>" in page
    assert "Play now" in page


def test_nobody_else_sees_the_board(client_for, alice, bob, noon):
    url = begin(alice, noon).get_absolute_url()
    assert client_for(bob).get(url).status_code == 404
    assert client_for(alice).get(url).status_code == 200


@pytest.mark.parametrize("sent", [{}, {"ruleset": "mill"}, {"ruleset": "solitaire", "target": "Z"}])
def test_what_cannot_be_started_is_told(client, sent):
    answer = client.post("/solo/", sent, follow=True)
    assert answer.status_code == 200
    assert 'class="flash' in text_of(answer)
    assert not Match.objects.exists()


def test_the_form_of_a_challenge_leaves_it_out(client_for, alice):
    page = client_for(alice).get("/play/?ruleset=solitaire&kind=seek")
    assert "Choose a game" in text_of(page)
    assert 'href="/play/?ruleset=solitaire' not in text_of(page)


def test_a_pattern_that_cannot_be_left_is_refused_with_what_can_be_chosen(alice, client_for):
    sent = {"ruleset": "solitaire", "start": "cross", "target": "I"}
    page = client_for(alice).post("/solo/", sent, follow=True)
    assert page.status_code == 200
    assert "choose one of: none" in page.content.decode()
    assert not Match.objects.exists()
