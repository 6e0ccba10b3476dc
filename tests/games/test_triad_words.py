"""Triad in words: whose dice fell, which die left, who won a leg, which colour one plays."""

from __future__ import annotations

import random

import pytest
from django.utils import translation

from games.models import Match, Ply
from games.rules.series import LegResult
from games.services.match.loaded import load_match
from games.services.wording import result_words, wording
from notifications.models import Message
from tests.emails import composed
from tests.markup import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob, start):
    bob.language = "en"
    bob.save()
    return start(alice, bob, ruleset="triad", options={"legs": 2})


def play_a_leg(match, play, now):
    """Play at random until the first leg is over."""
    rng = random.Random(5)
    while True:
        state = load_match(Match.objects.get(pk=match.pk))
        if state.state.leg == 2:
            return
        (seat,) = state.rules.awaited(state.state)
        moves = [state.rules.spell(move) for move in state.rules.moves(state.state, seat)]
        play(match, rng.choice([move for move in moves if "x" in move] or moves), now)


def test_the_start_roll_is_two_random_draws_that_the_email_tells(table):
    texts = list(Ply.objects.filter(match=table).values_list("seat", "text"))
    assert [seat for seat, _text in texts] == [-1, -1]
    assert all(text.startswith("roll ") for _seat, text in texts)
    email = composed(Message.objects.get(kind="match_started", player__name="Alice"))
    first, second = email["news"]
    assert first.endswith("Black’s dice are on row 1.")
    assert second.endswith("Orange’s dice are on row 6.")
    assert email["lots"]["digest"]
    assert email["side"] == "You play black."
    assert "after an x" in email["grammar"]


def test_a_leg_ends_in_words_and_the_colours_change(table, play, noon):
    play_a_leg(table, play, noon)
    email = composed(Message.objects.filter(kind__in=("your_turn", "leg_finished")).latest("pk"))
    assert any("Leg 1 was won by" in line for line in email["news"])
    assert any("removed the third die." in line for line in email["news"])
    assert any("A triad: the die on" in line and "number 3 of 3" in line for line in email["news"])
    seats = load_match(Match.objects.get(pk=table.pk))
    assert wording.side_sentence(seats, seats.seats[0]) == "You play orange."
    with translation.override("de"):
        assert wording.side_sentence(seats, seats.seats[1]) == "Du spielst schwarz."


def test_the_score_sheet_tells_how_a_leg_ended(table, play, client_for, alice, noon):
    play_a_leg(table, play, noon)
    page = text_of(client_for(alice).get(table.get_absolute_url()))
    assert "removed the third die.</span></th>" in page
    assert '<span class="clock__side">orange</span>' in page


def test_the_preview_says_which_die_leaves(table, play, client_for, noon):
    rng = random.Random(3)
    while True:
        at = load_match(Match.objects.get(pk=table.pk))
        (seat,) = at.rules.awaited(at.state)
        moves = [at.rules.spell(move) for move in at.rules.moves(at.state, seat)]
        if taking := [move for move in moves if "x" in move]:
            break
        play(table, rng.choice(moves), noon)
    text = taking[0]
    client = client_for(at.seats[seat].player)
    page = text_of(client.get(table.get_absolute_url(), {"move": text}))
    assert f"A triad: the die on {text[-2:]} is removed, number 1 of 3." in page
    clicked = client.get(table.get_absolute_url(), {"clicks": f"{text[:2]},{text[3:5]}"})
    assert f">remove {text[-2:]}</a>" in text_of(clicked)


def test_a_tied_leg_says_so(table):
    tied = LegResult(1, 0, (0, 0), "repetition", (), load_match(table).state.inner)
    said = result_words.leg_sentence(tied, "triad", ["Alice", "Bob"])
    assert said == "Leg 1 was drawn. The same position occurred for the third time."
