"""Playing by program: moves, previews and their refusals."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.api.playing import turns

pytestmark = pytest.mark.django_db


def test_a_move_is_played_and_the_new_state_comes_back(api: Any, alice: Any, table: Any) -> None:
    answer = api(alice).post(f"matches/{table.pk}/moves/", {"move": " B2 ", "seen": 0})
    assert answer.status == 201
    state = answer.json
    assert (state["seen"], state["last_move"]["move"], state["last_move"]["source"]) == (
        1,
        "b2",
        "api",
    )
    assert (state["awaited"], state["your_turn"], state["legal_moves"]) == ([1], False, [])
    assert {cell["name"]: cell["piece"] for cell in state["board"]["cells"]}["b2"] == "R"


def test_the_same_move_again_is_stale_and_changes_nothing(api: Any, alice: Any, table: Any) -> None:
    caller = api(alice)
    body = {"move": "b2", "seen": 0}
    first = caller.post(f"matches/{table.pk}/moves/", body)
    again = caller.post(f"matches/{table.pk}/moves/", body)
    assert (first.status, again.brief) == (201, (409, "stale"))
    assert (again.json["seen"], again.json["current"]) == (0, 1)
    assert again.json["match"] == {**first.json}
    assert len(caller.get(f"matches/{table.pk}/plies/").json) == 1


def test_what_is_no_move_is_refused_with_moves_that_are(api: Any, alice: Any, table: Any) -> None:
    caller = api(alice)
    cases: list[tuple[str, str, str]] = [
        ("z9", "no_such_cell", "malformed"),
        ("resign now", "unreadable_move", "malformed"),
        ("a1 a2", "unreadable_move", "malformed"),
    ]
    for move, code, kind in cases:
        answer = caller.post(f"matches/{table.pk}/moves/", {"move": move, "seen": 0})
        assert answer.brief == (422, code)
        assert answer.json["kind"] == kind
        assert {"move": "b2", "words": "b2 becomes red"} in answer.json["legal_moves"]
        assert len(answer.json["legal_moves"]) == 12


def test_an_illegal_move_says_why(api: Any, alice: Any, bob: Any, start: Any, today: Any) -> None:
    match = start(alice, bob, now=today)
    callers = [api(alice), api(bob)]
    turns(callers, match.pk, ["b2", "b2", "b2"])
    answer = callers[1].post(
        f"matches/{match.pk}/moves/", {"move": "b2", "seen": 3}, **{"Accept-Language": "en"}
    )
    assert answer.brief == (422, "cell_green")
    assert (answer.json["kind"], answer.json["cell"]) == ("illegal", "b2")
    assert answer.json["detail"] == "b2 is already green, and green chips stay."
    assert "b2" not in [each["move"] for each in answer.json["legal_moves"]]


def test_at_most_forty_legal_moves_are_listed(api: Any, alice: Any, table: Any) -> None:
    answer = api(alice).post(f"matches/{table.pk}/moves/", {"move": "?", "seen": 0})
    assert 0 < len(answer.json["legal_moves"]) <= 40


def test_who_is_not_awaited_is_told_so(api: Any, bob: Any, table: Any) -> None:
    answer = api(bob).post(f"matches/{table.pk}/moves/", {"move": "b2", "seen": 0})
    assert answer.brief == (409, "not_your_turn")


def test_a_stranger_has_no_seat(api: Any, carol: Any, table: Any) -> None:
    answer = api(carol).post(f"matches/{table.pk}/moves/", {"move": "b2", "seen": 0})
    assert answer.brief == (403, "not_your_match")


def test_a_private_match_of_others_does_not_exist(
    api: Any, alice: Any, bob: Any, carol: Any, start: Any, today: Any
) -> None:
    match = start(alice, bob, now=today, private=True)
    for verb in ("moves", "resign", "abort", "tie", "claim", "chat", "preview", "rematch"):
        body = {
            "moves": {"move": "b2", "seen": 0},
            "preview": {"move": "b2"},
            "chat": {"text": "hi"},
            "tie": {"seen": 0},
        }
        answer = api(carol).post(f"matches/{match.pk}/{verb}/", body.get(verb))
        assert answer.brief == (404, "no_such_match"), verb
    assert api(carol).put(f"matches/{match.pk}/notes/", {"text": ""}).brief == (
        404,
        "no_such_match",
    )


def test_a_match_that_is_over_takes_no_moves(api: Any, alice: Any, table: Any) -> None:
    caller = api(alice)
    assert caller.post(f"matches/{table.pk}/abort/").json["status"] == "annulled"
    answer = caller.post(f"matches/{table.pk}/moves/", {"move": "b2", "seen": 0})
    assert answer.brief == (409, "match_over")


def test_a_move_after_the_flag_settles_the_match(
    api: Any, alice: Any, bob: Any, start: Any, today: Any
) -> None:
    match = start(alice, bob, now=today - timedelta(days=4))
    answer = api(alice).post(f"matches/{match.pk}/moves/", {"move": "b2", "seen": 0})
    assert answer.brief == (409, "time_over")
    assert api(alice).get(f"matches/{match.pk}/").json["ending"] == "never_moved"


def test_a_preview_shows_the_board_and_plays_nothing(api: Any, alice: Any, table: Any) -> None:
    caller = api(alice)
    answer = caller.post(f"matches/{table.pk}/preview/", {"move": "b2"})
    assert answer.status == 200
    assert {cell["name"]: cell["piece"] for cell in answer.json["board"]["cells"]}["b2"] == "R"
    assert "R" in answer.json["board"]["letters"]
    assert (answer.json["ends_leg"], answer.json["ends_match"], answer.json["seen"]) == (
        False,
        False,
        0,
    )
    assert caller.get(f"matches/{table.pk}/").json["seen"] == 0


def test_a_preview_that_ends_the_leg_shows_its_line(
    api: Any, alice: Any, bob: Any, start: Any, today: Any
) -> None:
    match = start(alice, bob, ruleset="traffic_lights.simple", now=today, options={"legs": 2})
    callers = [api(alice), api(bob)]
    turns(callers, match.pk, ["a1", "b1"])
    answer = callers[0].post(f"matches/{match.pk}/preview/", {"move": "c1"})
    assert answer.status == 200, answer
    assert (answer.json["ends_leg"], answer.json["ends_match"]) == (True, False)
    assert answer.json["points"][0] > 0
    assert answer.json["lines"][0]["cells"] == ["a1", "b1", "c1"]
    assert answer.json["board"]["letters"].count("R") >= 3


def test_a_preview_is_refused_as_the_move_would_be(
    api: Any, alice: Any, bob: Any, carol: Any, table: Any
) -> None:
    path = f"matches/{table.pk}/preview/"
    assert api(bob).post(path, {"move": "b2"}).brief == (409, "not_your_turn")
    assert api(carol).post(path, {"move": "b2"}).brief == (403, "not_your_match")
    assert api(alice).post(path, {"move": "z1"}).brief == (422, "no_such_cell")
    api(alice).post(f"matches/{table.pk}/abort/")
    assert api(alice).post(path, {"move": "b2"}).brief == (409, "match_over")
