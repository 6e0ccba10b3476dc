"""Chess for other programs: a match given out, a text of games read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.test_pgn import OPERA

pytestmark = pytest.mark.django_db


def test_a_match_is_given_out(api: Any, alice: Any, bob: Any, start: Any, play: Any, today: Any):
    match = start(alice, bob, ruleset="chess", now=today)
    play(match, "e2e4,e7e5,g1f3", today)
    got = api().get(f"matches/{match.pk}/pgn/")
    clock = "{[%clk 72:00:00]}"
    assert got.json["pgn"].endswith(f"\n\n1. e4 {clock} 1... e5 {clock} 2. Nf3 {clock} *\n")
    mill = start(alice, bob, ruleset="mill", now=today)
    refused = api().get(f"matches/{mill.pk}/pgn/")
    assert (refused.status, refused.json["code"]) == (422, "not_chess")


def test_a_text_is_read_by_the_rules_of_the_site(api: Any, alice: Any):
    got = api(alice).post("pgn/", {"pgn": OPERA})
    assert got.status == 200
    (game,) = got.json
    assert (game["tags"]["White"], len(game["moves"])) == ("Morphy", 33)
    assert (game["moves"][0], game["ending"], game["ended_at"]) == ("e2e4", "checkmate", None)


def test_a_fault_names_game_move_and_reason(api: Any, alice: Any):
    got = api(alice).post("pgn/", {"pgn": "1. e4 e5 2. Ke3"})
    assert got.status == 422
    told = {name: got.json[name] for name in ("code", "game", "at", "text")}
    assert told == {"code": "pgn_move", "game": 1, "at": "2.", "text": "Ke3"}
    assert got.json["detail"] == "Game 1, move 2. Ke3: Ke3 is not legal here."


def test_nobody_reads_texts_anonymously(api: Any):
    assert api().post("pgn/", {"pgn": OPERA}).status == 401
