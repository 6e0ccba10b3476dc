"""Boards under a hand: where drops and taps lead, why a place cannot be chosen, no preview."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from games.models import Match, Ply
from games.services.time.preferences import change_preferences
from tests.markup import text_of
from tests.sampling import sampled

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob, start):
    def sit(key, **options):
        bob.language = alice.language = "en"
        bob.save()
        alice.save()
        return start(alice, bob, ruleset=key, **options)

    return sit


def told(client, match, clicks):
    answer = client.get(f"/matches/{match.pk}/", {"clicks": clicks})
    found = re.search(r'role="alert".*?<p>(.*?)</p>', answer.content.decode(), re.S)
    return answer.status_code, found[1] if found else ""


@pytest.mark.parametrize(
    ("key", "clicks", "why"),
    sampled(
        [
            ("chess", "e5", "You have no piece on e5."),
            ("chess", "a1", "The piece on a1 has no legal move."),
            ("chess", "e2,e5", "The piece cannot move like that here: e2e5."),
            ("draughts", "b4", "b4"),
            ("halma", "j9", "j9"),
            ("chess", "e7", "You have no piece on e7."),
            ("traffic_lights.4x3", "z9", "z9"),
        ],
        4,
    ),
)
def test_a_place_that_cannot_be_chosen_says_why(
    table, alice, client_for, key: str, clicks: str, why: str
) -> None:
    status, sentence = told(client_for(alice), table(key), clicks)
    assert status == 422
    assert why in sentence


def test_a_pinned_piece_says_that_the_king_would_be_in_check(
    table, play, alice, client_for, noon
) -> None:
    match = table("chess")
    play(match, "e2e4,e7e5,d2d4,f8b4", noon)
    assert "your own king would be in check" in told(client_for(alice), match, "d4")[1]


def test_places_that_cannot_be_chosen_are_no_stops_and_pieces_may_be_dragged(
    table, alice, bob, client_for
) -> None:
    match = table("chess")
    page = client_for(alice).get(f"/matches/{match.pk}/").content.decode()
    dead = re.findall(r'<a class="d-no"[^>]*>', page)
    assert len(dead) == 54
    assert all('tabindex="-1"' in each and 'aria-hidden="true"' in each for each in dead)
    assert page.count("data-drag=") == 10
    assert f'data-drag="/matches/{match.pk}/?clicks=e2"' in page
    assert "d-no" not in client_for(bob).get(f"/matches/{match.pk}/").content.decode()
    track = table("mensch")
    assert "d-no" not in client_for(alice).get(f"/matches/{track.pk}/").content.decode()


def test_who_wants_no_preview_clicks_every_place_of_a_move(table, play, alice, client_for, noon):
    change_preferences(alice, auto_move=True, auto_draft="", without_preview=True)
    match = table("chess")
    play(match, "e2e4,a7a6", noon)
    client = client_for(alice)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert f'href="/matches/{match.pk}/?clicks=e1"' in page  # the king has one move only
    assert "data-direct" in page
    assert "Your last click on the board sends the move." in page
    assert "Nothing is sent until you confirm." not in page
    page = client.get(f"/matches/{match.pk}/?clicks=e1").content.decode()
    assert "Not sent yet." not in page
    assert f'href="/matches/{match.pk}/?move=e1e2"' in page
    assert Ply.objects.filter(match=match).count() == 2


def test_clicks_are_sent_as_the_move_they_make_or_go_on(table, alice, client_for) -> None:
    match, client = table("chess", now=timezone.now()), client_for(alice)

    def send(clicks: str, seen: str = "0"):
        return client.post(f"/matches/{match.pk}/move/", {"clicks": clicks, "seen": seen})

    assert send("e2").url == f"/matches/{match.pk}/?clicks=e2"
    refused = send("e2,e5")
    assert refused.status_code == 422
    assert "cannot move like that" in text_of(refused)
    assert send("e2,e4", "7").status_code in (409, 422)
    assert not Ply.objects.exists()
    assert send("e2,e4").status_code == 303
    assert Ply.objects.get().text == "e2e4"
    assert send("e7,e5", "1").status_code == 409
    assert Match.objects.get().ply_count == 1


def test_the_setting_is_off_until_it_is_chosen(alice, client_for) -> None:
    client = client_for(alice)
    page = client.get("/settings/play/").content.decode()
    assert not re.search(r'name="without_preview"[^>]*checked', page)
    client.post("/settings/play/", {"without_preview": "on", "auto_draft": ""})
    assert re.search(
        r'name="without_preview"[^>]*checked', client.get("/settings/play/").content.decode()
    )


def test_a_square_tapped_in_the_draft_says_why_nothing_can_be_placed(
    table, bob, client_for
) -> None:
    match, reader = table("traffic_lights.4x3.bag"), client_for(bob)
    page = text_of(reader.get(f"/matches/{match.pk}/"))
    assert f"/matches/{match.pk}/?clicks=b2" in page
    status, sentence = told(reader, match, "b2")
    assert (status, sentence) == (422, "You cannot play anything on b2 now.")
