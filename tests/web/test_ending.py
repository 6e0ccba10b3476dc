"""The end of a match: the card above its board, and what a link to it shows elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import Match
from games.services.play import matches
from games.services.wording.notation import capitalize_move
from games.services.wording.seat_words import turn_sentence
from notifications import pictures
from tests.markup import text_of
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
LEG = "a1,c4,a2,c1,a3"  # one leg of 4x3: its starter makes three reds in the first column
SECOND = "c4,a1,c1,a2,b4,a3"  # the same by whoever did not start
DRAWN = b"\x89PNG"


@pytest.fixture
def whole(alice: Any, bob: Any, start: Any, play: Any) -> Callable[..., Match]:
    """Return a maker of matches that Alice, who began, wins by the legs named."""

    def play_through(*legs: str) -> Match:
        match: Match = start(alice, bob, now=timezone.now())
        for leg in legs:
            play(match, leg, timezone.now())
        match.refresh_from_db()
        assert match.ending == "points"
        return match

    return play_through


@pytest.fixture(autouse=True)
def _english(bob: Any) -> None:
    bob.language = "en"
    bob.save()


def card(page: str) -> str:
    """Return the card alone."""
    found = re.search(r'<section class="card ending.*?</section>', page)
    assert found
    return found[0]


def at(match: Match, part: str = "") -> str:
    return f"/matches/{match.pk}/{part}"


def resigned(match: Match, player: Any) -> Match:
    matches.resign_match(match.pk, player, now=timezone.now())
    match.refresh_from_db()
    return match


def test_the_card_says_who_won_with_score_and_ratings(decided, alice, bob, client_for):
    match = decided()
    own = card(text_of(client_for(alice).get(at(match))))
    assert 'class="card ending ending--won"' in own
    assert "You won</h2>" in own
    assert "Bob resigned." in own
    assert re.search(r"Your rating:</dt><dd>1500\? → <b>1\d\d\d\?</b>.*?\(\+\d+\)", own)
    assert re.search(r"Rating of Bob:</dt><dd>1500\? → <b>1\d\d\d\?</b>.*?\(−\d+\)", own)
    theirs = card(text_of(client_for(bob).get(at(match))))
    assert "You lost</h2>" in theirs
    assert "ending--lost" in theirs
    assert "Offer a rematch" in own
    Player.objects.filter(pk=bob.pk).update(closed_at=match.finished_at)
    assert "Offer a rematch" not in card(text_of(client_for(alice).get(at(match))))
    Player.objects.filter(pk=bob.pk).update(closed_at=None)
    public = card(text_of(client_for().get(at(match))))
    assert "Alice won</h2>" in public
    assert "Offer a rematch" not in public
    assert "New game" not in public


def test_the_card_stands_before_the_board_and_leaves_in_a_replay(decided, alice, client_for):
    match, client = decided(), client_for(alice)
    page = text_of(client.get(at(match)))
    assert page.index("ending-title") < page.index('class="diagram"')
    assert re.search(r"<title>\s*You won · ", page)
    assert "ending-title" not in text_of(client.get(at(match, "?ply=0")))


@pytest.mark.long
def test_the_legs_and_the_last_line_are_told(whole, alice, bob, client_for):
    match = whole(LEG, SECOND)
    own = card(text_of(client_for(alice).get(at(match))))
    assert "You won 2–0</h2>" in own
    assert "<li>Leg 1 <b>1–0</b></li><li>Leg 2 <b>1–0</b></li>" in own
    assert "a1–a2–a3 (RRR): 1 point" in own.replace("a3–a2–a1", "a1–a2–a3")
    assert "tie-break" not in own
    theirs = card(text_of(client_for(bob).get(at(match))))
    assert "You lost 0–2</h2>" in theirs
    assert "<li>Leg 1 <b>0–1</b></li>" in theirs
    assert "Alice won 2–0</h2>" in card(text_of(client_for().get(at(match))))


def test_a_match_decided_in_the_tie_break_says_so(whole, alice, client_for):
    own = card(text_of(client_for(alice).get(at(whole(LEG, LEG, LEG, SECOND)))))
    assert "You won 3–1</h2>" in own
    assert "Decided after 1 tie-break pair." in own
    assert "<li>Tie-break leg 4 <b>1–0</b></li>" in own


@pytest.mark.long
def test_the_card_offers_only_what_exists(decided, alice, bob, start, play, client_for):
    match, client = decided(), client_for(alice)
    own = card(text_of(client.get(at(match))))
    assert "Offer a rematch" in own
    assert "New game" in own
    assert "?ply=0" in own
    assert at(match, "analysis/") in own
    client_for(bob).post(at(match, "rematch/"))
    waits = start(alice, bob, now=timezone.now())
    again = card(text_of(client.get(at(match))))
    assert "Go to the rematch" in again
    assert at(waits) in again
    assert "New game" not in again
    chess = resigned(start(alice, bob, ruleset="chess", now=timezone.now()), bob)
    assert at(chess, "analysis/") in card(text_of(client.get(at(chess))))
    bag = resigned(start(alice, bob, ruleset="traffic_lights.4x3.bag", now=timezone.now()), bob)
    assert "analysis/" not in card(text_of(client.get(at(bag))))


def test_news_of_the_end_is_heard_before_the_last_move(decided, alice, client_for):
    match = decided()
    fresh = text_of(client_for(alice).get(at(match, "version/"), {"v": "0-x"}))
    heard = re.search(r'<p id="announce"[^>]*>(.*?)</p>', fresh)
    assert heard
    assert heard[1].startswith("You won. Bob resigned.")


def test_the_card_speaks_to_the_player_whom_it_names(alice, bob, client_for, start, play):
    match = start(alice, bob, ruleset="chess", now=timezone.now())
    play(match, "f2f3,e7e5,g2g4,d8h4", timezone.now())
    winner = Match.objects.get(pk=match.pk).seats.get(rank=1).player
    loser = bob if winner == alice else alice
    assert "You won by checkmate." in card(text_of(client_for(winner).get(at(match))))
    said = f"{winner.name} won by checkmate."
    assert said in card(text_of(client_for(loser).get(at(match))))
    assert said in card(text_of(client_for().get(at(match))))


def test_whose_turn_it_is_has_an_apostrophe_that_fits():
    assert turn_sentence(["Bob"]) == "It is Bob’s turn."
    assert turn_sentence(["Alice", "Lukas"]) == "It is Alice and Lukas’ turn."


def test_a_place_at_the_beginning_of_a_sentence_stays_as_it_is_written():
    assert capitalize_move("the peg on d7 jumps to d5") == "The peg on d7 jumps to d5"
    assert capitalize_move("b2 becomes yellow") == "b2 becomes yellow"


# What a link shows elsewhere ----------------------------------------------------------------------
def tags(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="(og:[^"]+)" content="([^"]*)">', page))


def test_a_public_match_has_tags_for_links(decided, client_for):
    match = decided()
    found = tags(text_of(client_for().get(at(match))))
    assert found["og:title"] == "Alice – Bob: Alice won"
    assert "Bob resigned." in found["og:description"]
    assert found["og:url"].endswith(at(match))
    assert found["og:image"].startswith("http")
    assert "/picture.png?v=" in found["og:image"]
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert "Alice won" in found["og:image:alt"]


def test_a_private_match_shows_nothing_elsewhere(decided, alice, client_for):
    match = decided(private=True, rated=False)
    for client in (client_for(), client_for(alice)):
        missing = client.get("/matches/999999/picture.png")
        hidden = client.get(at(match, "picture.png"))
        assert (hidden.status_code, missing.status_code) == (404, 404)
        assert "Alice –" not in text_of(hidden)
    page = text_of(client_for(alice).get(at(match)))
    assert tags(page) == {}
    assert "data-share" not in page
    shared = text_of(client_for(alice).get(at(decided())))
    assert 'data-share="Alice – Bob: Alice won"' in shared


def test_the_picture_has_the_promised_size_and_is_drawn_once(decided, client_for, monkeypatch):
    match, plain = decided(), pictures.png
    draw = Mock(side_effect=plain)
    monkeypatch.setattr(pictures, "png", draw)
    first = client_for().get(at(match, "picture.png"))
    again = client_for().get(at(match, "picture.png"))
    assert (first.status_code, first["Content-Type"]) == (200, "image/png")
    assert first.content.startswith(DRAWN)
    assert [int.from_bytes(first.content[at_ : at_ + 4]) for at_ in (16, 20)] == [1200, 630]
    assert again.content == first.content
    assert draw.call_count == 1
    kept = client_for().get(at(match, "picture.png"), headers={"If-None-Match": first["ETag"]})
    assert kept.status_code == 304
    assert not kept.content


def test_the_picture_tells_line_and_ratings_as_the_card_does(whole, client_for, monkeypatch):
    draw = Mock(return_value=DRAWN)
    monkeypatch.setattr(pictures, "png", draw)
    match = whole(LEG, SECOND)
    client_for().get(at(match, "picture.png"))
    (drawn,) = draw.call_args.args
    assert len(re.findall(r">1500\? → 1\d\d\d\?<", drawn)) == 2
    assert "RRR" in drawn


def test_a_picture_is_drawn_anew_and_linked_anew_once_the_result_is_another(
    decided, client_for, monkeypatch
):
    draw = Mock(return_value=DRAWN)
    monkeypatch.setattr(pictures, "png", draw)
    match = decided()
    linked = tags(text_of(client_for().get(at(match))))["og:image"]
    client_for().get(at(match, "picture.png"))
    for seat in match.seats.all():
        seat.rank = 3 - seat.rank
        seat.save()
    assert tags(text_of(client_for().get(at(match))))["og:image"] != linked
    client_for().get(at(match, "picture.png"))
    assert draw.call_count == 2


def test_the_picture_shows_the_board_of_a_leg_that_has_just_ended(
    alice, bob, start, play, client_for, monkeypatch
):
    draw = Mock(return_value=DRAWN)
    monkeypatch.setattr(pictures, "png", draw)
    match = start(alice, bob, now=timezone.now())
    client_for().get(at(match, "picture.png"))
    play(match, LEG, timezone.now())
    resigned(match, bob)
    client_for().get(at(match, "picture.png"))
    before, after = (call.args[0] for call in draw.call_args_list)
    assert after.count('fill="#c5352b"') - before.count('fill="#c5352b"') == 5
    assert ">R</text>" not in after  # as boards are shown to whoever has chosen nothing else


@pytest.mark.long
def test_the_picture_changes_with_a_name(decided, alice, client_for):
    match = decided()
    first = client_for().get(at(match, "picture.png")).content
    alice.name = "Alicia"
    alice.save()
    assert client_for().get(at(match, "picture.png")).content != first


@pytest.mark.parametrize(
    "ruleset", sampled(["chess", "goose", "halma", "traffic_lights.slider"], 2)
)
def test_every_kind_of_board_fits_into_the_picture(ruleset, alice, bob, start, client_for):
    match = start(alice, bob, ruleset=ruleset, rated=False, now=timezone.now())
    answer = client_for().get(at(match, "picture.png"))
    assert answer.content.startswith(DRAWN)
