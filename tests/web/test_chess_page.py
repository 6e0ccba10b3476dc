"""The page of a chess match: letters of the reader, the board from their side, check, promotion."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match, Ply
from tests.markup import text_of

pytestmark = pytest.mark.django_db
PROMOTING = "e2e4,d7d5,e4d5,c7c6,d5c6,h7h6,c6b7,g7g6"


@pytest.fixture
def now() -> Any:
    return timezone.now()


@pytest.fixture
def match(alice: Any, bob: Any, start: Any, now: Any) -> Any:
    return start(alice, bob, ruleset="chess", now=now)


@pytest.fixture
def see(match: Any, client_for: Any) -> Any:
    return lambda player=None, query="": text_of(
        client_for(player).get(match.get_absolute_url() + query)
    )


def test_moves_are_listed_in_the_letters_of_the_reader(match, play, see, alice, bob, now):
    play(match, "e2e4,e7e5,g1f3,b8c6", now)
    assert re.findall(r'moves__number">([^<]+)</span> ?([^<]+)', see(alice)) == [
        ("1.", "e4"),
        ("1…", "e5"),
        ("2.", "Nf3"),
        ("2…", "Nc6"),
    ]
    assert 'aria-label="2. Alice: knight f3"' in see(alice)
    assert 'aria-label="2. Alice: Springer f3"' in see(bob)
    assert "Bob hat Sc6 gespielt." in see(bob)


def test_a_preview_says_the_move_in_short_and_in_words(match, see, alice):
    page = see(alice, "?move=Nf3")
    assert "<b>Nf3 – knight g1 to f3.</b>" in page
    assert 'name="move" value="g1f3"' in page


def test_a_move_that_cannot_be_is_refused_in_the_letters_of_the_reader(match, see, alice, bob):
    assert "Nd4 is not legal here." in see(alice, "?move=Nd4")
    match.refresh_from_db()
    assert "Nf3" in see(alice, "?move=Nd4").split("Possible moves:")[1]


def test_black_looks_from_their_own_side_and_watchers_from_that_of_white(match, see, alice, bob):
    first = re.compile(r'aria-label="(\w\d): ')
    assert first.findall(see(alice))[0] == "a8"
    assert first.findall(see(bob))[:1] in ([], ["h1"])
    assert "Row 8: a8 black rook" in see()
    assert "Reihe 1: h1 weißer Turm" in see(bob)


def test_check_is_marked_by_a_sign_and_in_words(match, play, see, bob, now):
    play(match, "e2e4,d7d6,f1b5", now)
    page = see(bob)
    assert "e8: schwarzer König (im Schach)" in page
    assert "Der König auf e8 steht im Schach." in page
    assert 'd="M84 8v16M76 16h16"' in page


def test_a_promotion_is_one_more_click(match, play, see, client_for, alice, now):
    play(match, PROMOTING, now)
    page = see(alice, "?clicks=b7,a8")
    assert "Chosen so far: b7 a8. What next?" in page
    buttons = re.findall(r'href="[^"]+move=(\w+)" data-swap[^>]*>(\w+)</a>', page)
    assert set(buttons) >= {("b7a8q", "Queen"), ("b7a8n", "Knight")}
    page = see(alice, "?clicks=b7,a8,n")
    assert "bxa8=N – pawn b7 takes rook a8 and promotes to a knight." in page
    sent = client_for(alice).post(
        f"{match.get_absolute_url()}move/", {"move": "bxa8=Q", "seen": 8}, follow=True
    )
    assert "Sent: bxa8=Q." in text_of(sent)
    assert Ply.objects.latest("number").text == "b7a8q"


def test_a_piece_with_many_goals_is_not_followed_by_a_wall_of_buttons(match, play, see, alice, now):
    play(match, "e2e4,e7e5,d2d4,e5d4,d1d4,h7h6", now)
    page = see(alice, "?clicks=d4")
    assert "Chosen so far: d4." in page
    assert page.count('class="d-follow"') > 12
    assert not re.search(r'class="button" href="[^"]+move=d4', page)


def test_how_to_write_a_move_is_told_in_the_letters_of_the_reader(
    match, play, see, alice, bob, now
):
    assert "K king, Q queen, R rook, B bishop, N knight; none for pawns" in see(alice)
    play(match, "e2e4", now)
    assert "K König, D Dame, T Turm, L Läufer, S Springer; Bauern haben keinen" in see(bob)


def test_a_program_must_write_clear_letters(match, client_for, alice, play, now):
    play(match, "e2e4,e7e5", now)
    url = f"/api/v1/matches/{match.pk}/moves/"
    asked = {"content_type": "application/json", "headers": {"accept-language": "en"}}
    client = client_for(alice)
    refused = client.post(url, {"move": "Bc4", "seen": 2}, **asked)
    assert (refused.status_code, refused.json()["code"]) == (422, "ambiguous_letter")
    played = client.post(url, {"move": "Lc4", "seen": 2}, **asked)
    assert played.json()["last_move"]["move"] == "f1c4"
    assert Match.objects.get().ply_count == 3
