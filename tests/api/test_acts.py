"""Everything else at the table by program: resigning, ties, pauses, talk, whole matches."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import Leave
from games.models import Match, Pause
from tests.api.playing import turns

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def play_out(callers: list[Any], pk: int) -> Any:
    """Play the first legal move until the match is over; return its last state."""
    state = callers[0].get(f"matches/{pk}/").json
    while state["status"] == "running":
        (seat,) = state["awaited"]
        mine = callers[seat].get(f"matches/{pk}/").json
        move = mine["legal_moves"][state["seen"] % len(mine["legal_moves"])]["move"]
        played = callers[seat].post(f"matches/{pk}/moves/", {"move": move, "seen": mine["seen"]})
        assert played.status == 201, played
        state = played.json
    return state


def test_resigning_loses_a_match_in_which_a_move_was_played(
    api: Any, alice: Any, bob: Any, table: Any
) -> None:
    callers = [api(alice), api(bob)]
    turns(callers, table.pk, ["b2", "a1"])
    state = callers[1].post(f"matches/{table.pk}/resign/").json
    assert (state["status"], state["ending"]) == ("finished", "resigned")
    assert [seat["rank"] for seat in state["seats"]] == [1, 2]
    assert callers[1].post(f"matches/{table.pk}/resign/").brief == (409, "match_over")


def test_a_match_is_called_off_only_before_the_first_move(
    api: Any, alice: Any, bob: Any, table: Any
) -> None:
    callers = [api(alice), api(bob)]
    turns(callers, table.pk, ["b2"])
    assert callers[0].post(f"matches/{table.pk}/abort/").brief == (409, "too_late_to_abort")


def test_a_tie_is_offered_declined_and_agreed(api: Any, alice: Any, bob: Any, table: Any) -> None:
    callers = [api(alice), api(bob)]
    path = f"matches/{table.pk}/tie/"
    assert callers[0].post(path, {"seen": 0}).brief == (409, "tie_before_first_move")
    turns(callers, table.pk, ["b2"])
    offered = callers[0].post(path, {"seen": 1}).json
    assert [seat["tie_offered"] for seat in offered["seats"]] == [True, False]
    watched = api().get(f"matches/{table.pk}/").json
    assert [seat["tie_offered"] for seat in watched["seats"]] == [False, False]
    declined = callers[1].post(f"{path}decline/").json
    assert [seat["tie_offered"] for seat in declined["seats"]] == [False, False]
    assert callers[1].post(f"{path}decline/").brief == (409, "no_tie_offered")
    first, second = (callers[0].post(path, {"seen": 1}).json["seats"][0] for _again in range(2))
    assert first["question"] == second["question"] > offered["seats"][0]["question"]
    old = {"question": offered["seats"][0]["question"]}
    assert callers[1].post(f"{path}accept/", old).brief == (409, "no_tie_offered")
    assert callers[1].post(f"{path}decline/", old).brief == (409, "not_asked_any_more")
    agreed = callers[1].post(f"{path}accept/", {"question": first["question"]}).json
    assert (agreed["status"], agreed["ending"]) == ("finished", "tie_agreed")


def test_a_move_is_asked_back_and_given_back_or_not(
    api: Any, alice: Any, bob: Any, start: Any, today: Any
) -> None:
    table = start(alice, bob, rated=False, now=today)
    callers = api(alice, "play"), api(bob, "play")
    path = f"matches/{table.pk}/take-back/"
    assert callers[0].post(path).brief == (409, "no_move_to_take_back")
    turns(callers, table.pk, ["b2"])
    asked = callers[0].post(path).json
    assert [seat["take_back_asked"] for seat in asked["seats"]] == [True, False]
    watched = api().get(f"matches/{table.pk}/").json
    assert [seat["take_back_asked"] for seat in watched["seats"]] == [False, False]
    old = {"question": asked["seats"][0]["question"]}
    callers[1].post(f"{path}decline/")
    assert callers[1].post(f"{path}accept/", old).brief == (409, "no_take_back_asked")
    again = {"question": callers[0].post(path).json["seats"][0]["question"]}
    assert callers[1].post(f"{path}accept/", old).brief == (409, "no_take_back_asked")
    assert callers[1].post(f"{path}decline/", old).brief == (409, "not_asked_any_more")
    given = callers[1].post(f"{path}accept/", again).json
    assert (given["seen"], given["last_move"]["source"]) == (2, "agreed")
    assert callers[0].get(f"matches/{table.pk}/").json["your_turn"] is True


def test_a_win_on_time_is_claimed_where_the_control_asks_for_it(
    api: Any, alice: Any, bob: Any, start: Any, play: Any, today: Any
) -> None:
    from games.clocks import TimeControl

    control = TimeControl(per_turn=timedelta(days=1), on_flag="claim")
    then = today - timedelta(days=3)
    match = start(alice, bob, control=control, now=then)
    play(match, "b2,a1", then)
    assert api(alice).post(f"matches/{match.pk}/claim/").brief == (409, "nothing_to_claim")
    state = api(bob).post(f"matches/{match.pk}/claim/").json
    assert (state["ending"], state["seats"][1]["rank"]) == ("timeout", 1)


def test_a_pause_is_proposed_and_agreed(
    api: Any, alice: Any, bob: Any, carol: Any, table: Any, today: Any
) -> None:
    path = f"matches/{table.pk}/pause/"
    before = api(alice).get(f"matches/{table.pk}/").json["seats"][0]["deadline_at"]
    until = (today + timedelta(days=5)).isoformat()
    assert api(bob).post(f"{path}accept/", {"until": until}).brief[1] == "no_pause_proposed"
    assert api(alice).post(path, {"until": "2020-01-01T00:00:00Z"}).brief == (
        422,
        "pause_in_the_past",
    )
    assert api(alice).post(path, {"until": "9999-12-31T23:59:59Z"}).brief == (422, "pause_too_long")
    assert api(alice).post(path, {"until": until}).status == 200
    later = {"until": (today + timedelta(days=6)).isoformat()}
    assert api(bob).post(f"{path}accept/", later).brief == (409, "no_pause_proposed")
    assert api(bob).get(path).json["proposed"]["seat"] == 0
    assert api(carol).get(path).json["proposed"] is None
    assert api(bob).post(f"{path}decline/", later).brief == (409, "not_asked_any_more")
    assert api(bob).post(f"{path}decline/", {"until": until}).status == 200
    assert api(bob).post(f"{path}decline/").brief == (409, "no_pause_proposed")
    api(alice).post(path, {"until": until})
    agreed = api(bob).post(f"{path}accept/", {"until": until}).json
    assert api(bob).post(f"{path}accept/", {"until": until}).status == 200
    assert agreed["seats"][0]["deadline_at"] > before
    stopped = api(carol).get(path).json
    assert (stopped["proposed"], stopped["running"]["reason"]) == (None, "agreed")
    days = {"first_day": today.date() - DAY, "last_day": today.date() + DAY}
    for each in (alice, bob):
        Leave.objects.create(player=each, booked_at=today, **days)
    assert len(api(carol).get(path).json["on_leave"]) == 1, "only whoever is to move"


def test_players_read_whose_clock_an_undelivered_e_mail_stops(
    api: Any, alice: Any, bob: Any, carol: Any, table: Any, today: Any
) -> None:
    path = f"matches/{table.pk}/pause/"
    assert api(alice).get(path).json["undelivered"] == []
    since, until = today - timedelta(hours=2), today + timedelta(days=60)
    given = {"reason": Pause.Reason.MAIL, "proposed_at": today, "since": since, "until": until}
    Pause.objects.create(match=table, player=bob, **given)
    Match.objects.filter(pk=table.pk).update(has_pauses=True)
    told = api(alice).get(path).json
    (stopped,) = told["undelivered"]
    assert stopped["seat"] == 1
    assert datetime.fromisoformat(stopped["since"]) == since
    assert datetime.fromisoformat(stopped["until"]) == until
    assert told["running"] is None
    assert api(carol).get(path).json["undelivered"] == []


def test_players_talk_and_others_do_not_listen(
    api: Any, alice: Any, bob: Any, carol: Any, table: Any
) -> None:
    path = f"matches/{table.pk}/chat/"
    said = api(alice).post(path, {"text": "Good   luck!"})
    assert (said.status, said.json["text"]) == (201, "Good luck!")
    assert [line["text"] for line in api(bob).get(path).json] == ["Good luck!"]
    assert api(carol).get(path).brief == (403, "not_your_match")
    assert api().get(path).status == 401
    assert api(alice).post(path, {"text": "x" * 501}).brief == (422, "too_long")
    assert api(alice).post(path, {"text": "  "}).brief == (400, "invalid")


def test_notes_are_private_and_replaced(api: Any, alice: Any, bob: Any, table: Any) -> None:
    path = f"matches/{table.pk}/notes/"
    assert api(alice).put(path, {"text": " keep\nblanks "}).json == {"text": " keep\nblanks "}
    assert api(alice).get(path).json == {"text": " keep\nblanks "}
    assert api(bob).get(path).json == {"text": ""}
    assert api(alice).put(path, {"text": "x" * 5001}).brief == (400, "invalid")


def test_a_rematch_swaps_the_start_and_is_offered_once(
    api: Any, alice: Any, bob: Any, table: Any
) -> None:
    path = f"matches/{table.pk}/rematch/"
    assert api(alice).post(path).brief == (409, "match_still_running")
    api(alice).post(f"matches/{table.pk}/abort/")
    offered = api(alice).post(path)
    assert (offered.status, offered.json["starter"]) == (201, "opponent")
    assert offered.json["rematch_of"] == table.pk
    again = api(bob).post(path)
    assert again.brief == (409, "rematch_offered")
    assert again.json["challenge"] == offered.json["id"]
    begun = api(bob).post(f"challenges/{offered.json['id']}/accept/").json
    assert begun["seats"][0]["player"]["name"] == "Bob"


def test_two_people_play_a_rated_match_to_its_end(api: Any, alice: Any, bob: Any) -> None:
    callers = [api(alice), api(bob)]
    given = {"kind": "named", "opponent": bob.pk, "ruleset": "traffic_lights.4x3", "rated": True}
    made = callers[0].post("challenges/", {**given, "starter": "challenger"}).json
    pk = callers[1].post(f"challenges/{made['id']}/accept/").json["id"]
    last = play_out(callers, pk)
    assert last["status"] == "finished"
    assert len(last["score"]["finished"]) >= 2
    assert last["score"]["totals"] == [seat["points"] for seat in last["seats"]]
    assert last["lots"]["seed"]
    assert len(callers[0].get(f"matches/{pk}/plies/").json) == last["seen"]
    assert callers[0].get("me/").json["ratings"][0]["games"] == 1


@pytest.mark.long
def test_two_people_play_a_match_with_the_slider_to_its_end(api: Any, alice: Any, bob: Any) -> None:
    callers = [api(alice), api(bob)]
    given = {"kind": "link", "ruleset": "traffic_lights.slider", "starter": "challenger"}
    token = callers[0].post("challenges/", given).json["token"]
    pk = callers[1].post(f"invitations/{token}/accept/").json["id"]
    last = play_out(callers, pk)
    assert last["status"] == "finished"
    assert any(
        ply["move"].startswith("slide") for ply in callers[0].get(f"matches/{pk}/plies/").json
    )


def test_a_guest_plays_with_the_session_of_the_pages(
    api: Any, guest: Any, bob: Any, start: Any, today: Any
) -> None:
    match = start(guest, bob, now=today, rated=False)
    answer = api(guest).post(f"matches/{match.pk}/moves/", {"move": "b2", "seen": 0})
    assert answer.status == 201


@pytest.mark.postgres
@pytest.mark.usefixtures("present")
def test_a_move_costs_at_most_fifteen_queries(
    api: Any, alice: Any, table: Any, django_assert_max_num_queries: Any
) -> None:
    caller = api(alice)
    caller.get("me/")  # the first visit in a turn is noted
    with django_assert_max_num_queries(15):
        assert caller.post(f"matches/{table.pk}/moves/", {"move": "b2", "seen": 0}).status == 201


def test_a_stale_or_illegal_move_costs_at_most_fifteen_queries(
    api: Any, alice: Any, table: Any, django_assert_max_num_queries: Any
) -> None:
    caller = api(alice)
    for body in ({"move": "b2", "seen": 7}, {"move": "z9", "seen": 0}):
        with django_assert_max_num_queries(15):
            assert caller.post(f"matches/{table.pk}/moves/", body).status in (409, 422)
