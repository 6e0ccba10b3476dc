"""How a match ended, told from each reader's own side, in e-mails and on the page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import translation

from accounts.models import Player
from games import clocks
from games.models import Match, Seat
from games.services.play import flags, matches
from games.services.wording import clock_words, result_words
from notifications.models import Message
from tests.emails import render

pytestmark = pytest.mark.django_db
MARK = "“?” marks a provisional rating: fewer than 20 rated matches."


@pytest.fixture(autouse=True)
def _all_read_english(alice, bob):
    """Let both read their e-mails in English."""
    Player.objects.update(language="en")
    bob.refresh_from_db()


def told(player, now):
    """Return subject and text of the e-mail that told the player the end."""
    email = render(Message.objects.get(player=player, kind="match_finished"), now)
    return " ".join(f"{email.subject} {email.body}".split())


def test_who_resigned_reads_so_and_the_other_reads_their_name(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    matches.resign_match(match.pk, alice, now=noon)
    assert "You lost. You resigned." in told(alice, noon)
    assert "Alice resigned." not in told(alice, noon)
    assert "You won. Alice resigned." in told(bob, noon)


def test_whose_time_ran_out_reads_so(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    due = Seat.objects.get(match=match, player=alice).deadline_at
    assert due is not None
    flags.settle_flags(now=due + timedelta(minutes=1))
    assert "You lost. You ran out of time." in told(alice, due)
    assert "You won. Alice ran out of time." in told(bob, due)


def test_the_question_mark_of_a_provisional_rating_is_explained_once(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    matches.resign_match(match.pk, alice, now=noon)
    text = told(bob, noon)
    assert text.count("?") > 1
    assert text.count(MARK) == 1


def test_established_ratings_need_no_explanation(alice, bob, start, play, noon):
    from games.models import Rating

    match = start(alice, bob)
    play(match, "b2,a1", noon)
    for player in (alice, bob):
        Rating.objects.create(player=player, pool=match.pool, value=150_000, games=40)
    matches.resign_match(match.pk, alice, now=noon)
    assert "?" not in told(bob, noon).partition("Your rating")[2].partition(".")[0]
    assert MARK not in told(bob, noon)


def test_a_team_that_wins_is_told_as_several():
    """What one brings home has another form for two, in every language."""
    match = Match(ruleset="mensch.team", ending="home", status="finished")
    names = ("Alice", "Bob", "Cy", "Di")
    seats = [Seat(number=at, rank=1 + at % 2) for at in range(4)]
    for seat, name in zip(seats, names, strict=True):
        seat.player = Player(name=name)
    with translation.override("en"):
        told = result_words.ending_sentence(match, seats)
    assert told == "Alice and Cy together brought all pawns home."
    for seat in seats[2:]:
        seat.rank = 2
    with translation.override("en"):
        assert result_words.ending_sentence(match, seats) == "Alice brought all pawns home."


def test_nobody_is_out_where_nothing_is_decided():
    control = clocks.PRESETS["advent"]
    with translation.override("en"):
        assert "the die is rolled automatically" in clock_words.control_details(control, "goose")
        assert "after three in a row the player is out" in clock_words.control_details(
            control, "mensch"
        )


def test_a_leg_that_is_over_stands_above_its_own_board(alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "c4,a1,a4,b1,b3,c1", noon)
    waiting = Message.objects.get(player=alice, kind="leg_finished")
    assert "Leg 1 of 2, score 0–1" in render(waiting, noon).body
    matches.resign_match(match.pk, bob, now=noon)
    waiting.refresh_from_db()
    assert waiting.state == Message.State.WITHDRAWN, "the end tells it"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Alice", "You start. The match begins with a draft; Bob picks first."),
        ("Bob", "Alice starts. The match begins with a draft, and you pick first."),
    ],
)
def test_where_one_drafts_the_first_e_mail_says_who_begins_with_that(
    name, said, alice, bob, start, noon
):
    start(alice, bob, ruleset="traffic_lights.4x3.bag")
    email = render(Message.objects.get(player__name=name, kind="match_started"), noon)
    assert said in email.body
