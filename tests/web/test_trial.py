"""The board on the start page: nothing of the match is stored until it is kept."""

from __future__ import annotations

import random
from typing import Any

import pytest

from accounts.middleware import GUEST_SESSION_KEY
from accounts.models import Player
from games.families.features import showcase
from games.families.traffic_lights.lines import PATTERNS
from games.models import Match, Ply
from games.services.bots import trial
from tests.markup import text_of
from tests.web.lobby_helpers import bot

pytestmark = pytest.mark.django_db
KEEP = "/try/keep/"


def board(own: str) -> trial.Trial:
    return trial.replay_trial([move for move in own.split(",") if move], random.Random)


def whole_match() -> trial.Trial:
    """Play the first legal move until the match is over."""
    own: list[str] = []
    while moves := (tried := trial.replay_trial(own, random.Random)).moves:
        own.append(moves[0])
    return tried


def test_the_bot_answers_and_the_page_goes_on_from_there(client: Any) -> None:
    page = text_of(client.get("/try/?moves=b2"))
    (_own, answer) = [text for _seat, text in board("b2").plies]
    assert f"The bot played {answer}. Your move." in page
    assert "/try/?moves=b2,a1#try" in page
    assert "Keep this game" in page


def test_the_same_moves_get_the_same_answers() -> None:
    assert board("b2,c1").plies == board("b2,c1").plies
    assert len(board("b2,c1").plies) >= 4


def test_nothing_is_stored_and_no_query_asked(client: Any, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        client.get("/try/?moves=b2,c1")
    assert not Match.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "moves", ["zz", "b2,zz", "b2,,b2,b2,b2,b2,b2", "a9", "x" * 900, "b2," * 99]
)
def test_a_move_that_cannot_be_is_told_and_the_board_stays(client: Any, moves: str) -> None:
    page = client.get("/try/", {"moves": moves})
    assert page.status_code in (200, 422)
    assert 'id="try"' in text_of(page)
    if page.status_code == 422:
        assert page.context["tried"].error in text_of(page)
        assert page.context["tried"].links


def test_legs_and_the_result_are_told() -> None:
    from games.web.lobby.trial import trial_view

    own = list(whole_match().own)
    said = [trial_view(own[: number + 1]).said for number in range(len(own))]
    assert any("completed" in each for each in said)
    assert "won" in said[-1] or "draw" in said[-1]
    assert trial_view(own).over
    assert not trial_view(own).links


def test_the_strip_tells_the_lines_of_the_rules(client: Any) -> None:
    assert dict(showcase().prizes) == {"RRR": 1, "GGG": 2, "RYG": 3, "YYY": 5}
    assert all(PATTERNS[line] == points for line, points in showcase().prizes)
    assert '<dl class="prizes"' in text_of(client.get("/"))


def test_whoever_keeps_the_match_becomes_its_guest_and_signs_up(client: Any) -> None:
    greta = bot()
    answer = client.post(KEEP, {"moves": "b2,c1", "then": "signup", "time_zone": "Asia/Tokyo"})
    match = Match.objects.get()
    assert answer["Location"] == f"/account/signup/?next=%2Fmatches%2F{match.pk}%2F"
    guest = Player.objects.get(kind=Player.Kind.GUEST)
    assert client.session[GUEST_SESSION_KEY] == guest.pk
    assert [seat.player for seat in match.seats.order_by("number")] == [guest, greta.player]
    plies = Ply.objects.filter(match=match).order_by("number")
    assert [(ply.seat, ply.text) for ply in plies] == board("b2,c1").plies
    assert not match.rated
    assert client.get(match.get_absolute_url()).status_code == 200


def test_the_match_is_theirs_after_signing_up(client: Any) -> None:
    bot()
    client.post(KEEP, {"moves": "b2", "then": "signup"})
    given = {
        "email": "eve@example.org",
        "password1": "correct horse battery",
        "name": "Eve",
        "time_zone": "Europe/Rome",
        "language": "it",
    }
    client.post("/account/signup/", given)
    assert Match.objects.get().seats.filter(player__name="Eve").exists()


def test_one_plays_on_as_a_guest_without_an_address(client: Any) -> None:
    bot()
    answer = client.post(KEEP, {"moves": "b2", "then": "play"})
    assert answer["Location"] == Match.objects.get().get_absolute_url()


def test_a_whole_match_can_be_kept(client: Any) -> None:
    bot()
    own = ",".join(whole_match().own)
    client.post(KEEP, {"moves": own, "then": "play"})
    assert Match.objects.get().status == "finished"


def test_a_member_keeps_it_under_their_own_name(client_for: Any, alice: Any) -> None:
    bot()
    client_for(alice).post(KEEP, {"moves": "b2"})
    assert Match.objects.get().seats.get(number=0).player == alice


@pytest.mark.parametrize("moves", ["zz", "b2,zz"])
def test_only_what_was_played_can_be_kept(client: Any, moves: str) -> None:
    bot()
    page = client.post(KEEP, {"moves": moves}, follow=True)
    assert "flash--error" in text_of(page)
    assert not Match.objects.exists()
    assert not Player.objects.filter(kind=Player.Kind.GUEST).exists()


def test_where_no_bot_is_free_nothing_is_kept_and_the_board_stays(client: Any) -> None:
    bot(max_matches=0)
    page = client.post(KEEP, {"moves": "b2"}, follow=True)
    assert "This bot has enough matches at the moment" in text_of(page)
    assert "/try/?moves=b2,a1#try" in text_of(page)
    assert not Player.objects.filter(kind=Player.Kind.GUEST).exists()
