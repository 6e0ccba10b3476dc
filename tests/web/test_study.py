"""The study board: a pasted game, its address, trying things out; matches for other programs."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests.markup import text_of
from tests.rules.test_pgn import OPERA

pytestmark = pytest.mark.django_db


def paste(client: Any, text: str, **more: Any) -> Any:
    return client.post("/study/", {"pgn": text, **more})


def test_a_pasted_game_is_shown_from_its_start(client):
    sent = paste(client, OPERA)
    assert sent.status_code == 303
    page = text_of(client.get(sent["Location"]))
    assert "Morphy – Duke Karl / Count Isouard" in page
    assert "0 / 33" in page
    assert page.count('class="moves__number"') == 33
    assert 'content="noindex, nofollow"' in page
    last = text_of(client.get(sent["Location"].replace("ply=0", "ply=33")))
    assert "Checkmate." in last
    assert "The king on e8 is in check." in last
    assert 'value="1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"' in last


def test_a_file_is_read_whatever_its_encoding(client):
    for coded in (OPERA.encode(), OPERA.replace("Morphy", "Müller").encode("latin-1")):
        sent = paste(client, "", file=SimpleUploadedFile("game.pgn", coded))
        assert sent.status_code == 303
    assert "M%C3%BCller" in sent["Location"]


def test_of_several_games_one_is_chosen(client):
    page = text_of(paste(client, OPERA + "\n[White 'x']".replace("'", '"') + "\n1. d4 d5 *"))
    assert "2 games in your text" in page
    links = [unescape(each) for each in re.findall(r'<li><a href="(/study/[^"]+)"', page)]
    assert len(links) == 2
    assert "0 / 2" in text_of(client.get(links[1]))


def test_a_fault_is_named_and_the_text_stays(client):
    answer = paste(client, "1. e4 e5 2. Ke3 <b>")
    page = text_of(answer)
    assert answer.status_code == 422
    assert "Line 1 cannot be read at “&lt;b&gt;”." in page
    page = text_of(paste(client, "1. e4 e5 2. Ke3"))
    assert "Game 1, move 2. Ke3: Ke3 is not legal here." in page
    assert "1. e4 e5 2. Ke3</textarea>" in page


@pytest.mark.parametrize(
    "query",
    [
        "?line=zz",
        "?line=e2e5",
        "?fen=x",
        "?fen=8/8/8/3Pk3/8/8/8/4K3 w - e6 0 1&line=d5e6",
        "?line=" + "e2e4" * 2000,
        "?ply=x",
        "?ply=99",
        "?clicks=z9",
    ],
)
def test_no_address_breaks_the_page(client, query):
    assert client.get(f"/study/{query}").status_code in (200, 422)


def test_a_text_that_is_far_too_long_is_refused_and_not_sent_back(client):
    answer = client.post("/study/", {"pgn": "1. e4 e5 " * 33_000})
    assert answer.status_code == 422
    assert "This text is too long." in text_of(answer)
    assert len(answer.content) < 100_000


def test_one_may_leave_the_line_and_try_things_out(client):
    page = text_of(client.get("/study/?line=e2e4e7e5&ply=1&White=Anna"))
    following = re.search(r'<a class="d-link" href="([^"]+)"[^>]*aria-label="e7: black pawn', page)
    assert following is not None
    page = text_of(client.get(unescape(following[1])))
    assert "Chosen so far: e7. What next?" in page
    links = [unescape(each) for each in re.findall(r'class="button" href="(/study/[^"]+)"', page)]
    assert sorted(links, reverse=True) == [
        "/study/?line=e2e4e7e6&White=Anna",
        "/study/?line=e2e4e7e5&White=Anna&ply=2",
    ]


def test_a_line_of_ones_own_has_not_the_result_of_the_game(client):
    game = {"line": "e2e4e7e5", "White": "Anna", "Result": "1-0"}
    for tried in ({"ply": 1, "move": "c5"}, {"ply": 2, "move": "Nf3"}):
        sent = client.get("/study/", {**game, **tried})
        assert sent.status_code == 303
        assert "White=Anna" in sent["Location"]
        assert "Result" not in sent["Location"]
    kept = client.get("/study/", {**game, "ply": 1, "move": "e5"})
    assert "Result=1-0" in kept["Location"]


def test_a_written_move_is_read_in_the_language_of_the_page(client):
    german = {"headers": {"accept-language": "de"}}
    sent = client.get("/study/?line=e2e4e7e5&move=Sf3", **german)
    assert (sent.status_code, sent["Location"]) == (303, "/study/?line=e2e4e7e5g1f3")
    page = text_of(client.get("/study/?line=e2e4e7e5&move=Se5", **german))
    assert "Se5 ist hier kein legaler Zug." in page
    assert 'value="Se5"' in page


def test_the_board_can_be_turned(client):
    page = text_of(client.get("/study/?line=e2e4"))
    turned = re.search(r'class="replay__turn" href="([^"]+)"', page)
    assert turned is not None
    page = text_of(client.get(unescape(turned[1])))
    assert "Row 1: h1 white rook" in page
    assert "side=black" in page


def test_a_game_that_went_on_after_a_repetition_says_so(client):
    line = "g1f3g8f6f3g1f6g8" * 2 + "e2e4"
    page = text_of(client.get(f"/study/?line={line}"))
    assert "A match would have ended here after 4… Ng8. The same position" in page
    assert "Black to move." in page


def test_a_game_from_a_position_that_is_over_says_so(client):
    fen = "4k3/8/8/8/8/8/8/4B1K1 w - - 0 1"
    page = text_of(client.get("/study/", {"fen": fen, "line": "g1h1"}))
    assert "A match would already be over in the starting position. Neither" in page


@pytest.mark.parametrize(
    ("fen", "line"),
    [
        ("kK6/8/8/8/8/8/8/8 w - - 0 1", "b8a8"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 100 80", "e1e8"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 120 80", "e1e8"),
        ("8/8/8/8/8/4k3/6N1/6K1 w - - 0 1", "g2e3"),
        ("8/8/8/8/8/4k3/3B4/6K1 w - - 0 1", "d2e3"),
    ],
)
def test_no_king_is_taken_from_a_position_that_is_over(client, fen, line):
    assert client.get("/study/", {"fen": fen, "line": line}).status_code == 422
    assert paste(client, f'[FEN "{fen}"]\n\n1. {line} *').status_code == 422


def test_a_match_has_its_texts_and_the_study_board_beside_the_moves(
    client, client_for, alice, bob, start, play
):
    match = start(alice, bob, ruleset="chess", now=timezone.now())
    play(match, "e2e4,e7e5", timezone.now())
    url = match.get_absolute_url()
    page = text_of(client_for(alice).get(url))
    assert "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" in page
    study = re.search(r'href="(/study/[^"]+)"', page)
    assert study is not None
    assert "Alice – Bob" in text_of(client.get(unescape(study[1])))
    file = client.get(f"{url}game.pgn")
    assert file["Content-Disposition"] == f'attachment; filename="match-{match.pk}.pgn"'
    assert b'[White "Alice"]' in file.content
    assert client.get("/matches/999/game.pgn").status_code == 404
    mill = start(alice, bob, ruleset="mill", now=timezone.now())
    assert client.get(f"{mill.get_absolute_url()}game.pgn").status_code == 422
    assert "game.pgn" not in text_of(client_for(alice).get(mill.get_absolute_url()))


def test_a_private_match_gives_its_game_to_its_players_alone(client, client_for, alice, bob, start):
    match = start(alice, bob, ruleset="chess", private=True, now=timezone.now())
    url = f"{match.get_absolute_url()}game.pgn"
    assert client.get(url).status_code == 404
    assert client_for(alice).get(url).status_code == 200


def test_nobody_lets_us_replay_texts_without_end(client_for, settings):
    settings.ACCOUNT_RATE_LIMITS = {"study": "2/m/ip"}
    client = client_for(None)
    assert [paste(client, "1. e4 e5 *").status_code for _time in range(3)] == [303, 303, 422]
    assert "wait a minute" in text_of(paste(client, "1. e4 e5 *"))
