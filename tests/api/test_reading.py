"""Reading by program: what is on offer, who plays, matches, replay, pictures, clocks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_the_way_in_names_addresses_that_exist(api: Any) -> None:
    caller = api()
    for name, address in caller.get("").json.items():
        path = "/" + address.split("/", 3)[3]
        assert caller.client.get(path).status_code in (200, 401), name


def test_rulesets_come_with_options_defaults_and_names_in_the_asked_language(api: Any) -> None:
    from games.rules import registry

    found = api().get("rulesets/").json
    assert [each["key"] for each in found] == registry.offered_keys()
    slider = api().get("rulesets/traffic_lights.slider/", **{"Accept-Language": "en"}).json
    assert (slider["name"], slider["seats"]) == ("Traffic Lights with the slider", [2])
    assert {option["name"]: option["default"] for option in slider["options"]}["legs"] == 2
    assert slider["rateable"] is True
    unknown = api().get("rulesets/chess960/")
    assert unknown.brief == (404, "no_such_ruleset")
    assert "traffic_lights.4x3" in unknown.json["known"]


@pytest.mark.long
def test_time_controls_can_be_sent_back_as_they_are(api: Any, alice: Any) -> None:
    for control in api().get("time-controls/").json:
        given = {"kind": "seek", "ruleset": "traffic_lights.4x3", "control": control["terms"]}
        made = api(alice).post("challenges/", given)
        assert made.json["control"]["preset"] == control["preset"], made
        api(alice).post(f"challenges/{made.json['id']}/withdraw/")


def test_i_learn_who_i_am_and_how_much_awaits_me(api: Any, alice: Any, table: Any) -> None:
    me = api(alice).get("me/").json
    assert (me["id"], me["name"], me["kind"], me["awaiting"]) == (alice.pk, "Alice", "person", 1)
    assert (me["language"], me["time_zone"], me["ratings"]) == ("en", "Europe/Berlin", [])


def test_players_are_found_by_part_of_their_name(
    api: Any, alice: Any, bob: Any, guest: Any
) -> None:
    found = api().get("players/?q=LI").json["results"]
    assert [player["name"] for player in found] == ["Alice"]
    assert [player["name"] for player in api().get("players/").json["results"]] == ["Alice", "Bob"]
    assert api().get("players/?q=%00").brief == (400, "invalid")


def test_lists_by_name_and_by_place_go_on_where_they_stopped(
    api: Any, alice: Any, bob: Any
) -> None:
    caller = api()
    first = caller.get("players/?limit=1").json
    assert [player["name"] for player in first["results"]] == ["Alice"]
    second = caller.get("/" + first["next"].split("/", 3)[3]).json
    assert ([player["name"] for player in second["results"]], second["next"]) == (["Bob"], None)


def test_a_profile_shows_results_and_the_history_of_ratings(
    api: Any, alice: Any, bob: Any, start: Any, play: Any, today: Any
) -> None:
    from games.services.play.matches import resign_match

    match = start(alice, bob, now=today, private=True)
    play(match, "b2,a1", today)
    resign_match(match.pk, bob, now=today)
    shown = api().get(f"players/{alice.pk}/").json
    assert shown["results"] == {"won": 1, "lost": 0, "tied": 0}
    (pool,) = shown["ratings"]
    assert pool["history"][0]["after"] == pool["rating"] > pool["history"][0]["before"]
    assert pool["history"][0]["match"] is None
    own = api(alice).get(f"players/{alice.pk}/").json
    assert own["ratings"][0]["history"][0]["match"] == match.pk
    assert api().get("players/999999/").brief == (404, "no_such_player")
    board = api().get("leaderboards/traffic_lights/").json["results"]
    assert [(row["place"], row["player"]["name"]) for row in board] == [(1, "Alice"), (2, "Bob")]
    assert api().get("leaderboards/snooker/").brief == (404, "no_such_pool")


def test_matches_are_filtered(
    api: Any, alice: Any, bob: Any, carol: Any, start: Any, today: Any
) -> None:
    ours = start(alice, bob, now=today).pk
    theirs = start(bob, carol, now=today, ruleset="traffic_lights.slider").pk
    secret = start(carol, bob, now=today, private=True).pk

    def numbers(player: Any, query: str) -> list[int]:
        return [row["id"] for row in api(player).get(f"matches/{query}").json["results"]]

    assert numbers(None, "") == [theirs, ours]
    assert numbers(carol, "") == [secret, theirs, ours]
    assert numbers(alice, "?mine=true") == [ours]
    assert numbers(bob, "?awaiting=1") == [theirs]
    assert numbers(None, "?ruleset=traffic_lights.slider") == [theirs]
    assert numbers(None, f"?player={carol.pk}") == [theirs]
    assert numbers(None, "?status=finished") == []
    assert api().get("matches/?mine=1").brief == (401, "not_authenticated")
    assert api().get("matches/?status=lost").brief == (400, "invalid")
    assert api().get("matches/?colour=red").json["fields"]["colour"][0]["code"] == "unknown_field"


def test_new_matches_do_not_shift_the_pages_of_a_list(
    api: Any, alice: Any, bob: Any, start: Any, today: Any
) -> None:
    numbers = [start(alice, bob, now=today).pk for _ in range(5)]
    caller = api()
    first = caller.get("matches/?limit=2").json
    start(alice, bob, now=today)
    second = caller.get("/" + first["next"].split("/", 3)[3]).json
    shown = [row["id"] for row in first["results"] + second["results"]]
    assert shown == numbers[:0:-1]


@pytest.mark.long
@pytest.mark.usefixtures("present")
def test_a_list_of_fifty_matches_costs_at_most_eight_queries(
    api: Any, alice: Any, bob: Any, start: Any, today: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(50):
        start(alice, bob, now=today)
    caller = api(alice)
    with django_assert_max_num_queries(8):
        assert len(caller.get("matches/?mine=1&limit=50").json["results"]) == 50


@pytest.mark.usefixtures("present")
def test_a_match_shows_everything_a_program_needs(
    api: Any, alice: Any, table: Any, django_assert_max_num_queries: Any
) -> None:
    caller = api(alice)
    caller.get("me/")  # the first visit in a turn is noted
    with django_assert_max_num_queries(6):
        state = caller.get(f"matches/{table.pk}/").json
    assert (state["seen"], state["your_seat"], state["your_turn"], state["awaited"]) == (
        0,
        0,
        True,
        [0],
    )
    assert state["seats"][0]["deadline_at"].endswith(("Z", "+00:00", "+01:00", "+02:00"))
    assert [seat["you"] for seat in state["seats"]] == [True, False]
    assert state["score"]["totals"] == [0, 0]
    assert len(state["board"]["cells"]) == len(state["legal_moves"]) == 12
    assert state["last_move"] is None
    assert len(state["lots"]["digest"]) == 64
    assert state["lots"]["seed"] is None


def test_a_spectator_sees_the_board_and_no_moves(api: Any, table: Any) -> None:
    state = api().get(f"matches/{table.pk}/").json
    assert (state["your_seat"], state["legal_moves"]) == (None, [])


def test_every_position_can_be_replayed(api: Any, table: Any, play: Any, today: Any) -> None:
    play(table, "b2,a1,c1", today)
    path = f"matches/{table.pk}"
    for ply, reds in ((0, 0), (1, 1), (3, 3)):
        state = api().get(f"{path}/at/{ply}/").json
        assert sum(cell["piece"] == "R" for cell in state["board"]["cells"]) == reds
        assert state["at_ply"] == ply
        assert state["is_current"] is (ply == 3)
    beyond = api().get(f"{path}/at/4/")
    assert beyond.brief == (404, "no_such_ply")
    assert beyond.json["last"] == 3
    plies = api().get(f"{path}/plies/").json
    assert [(ply["number"], ply["seat"], ply["move"]) for ply in plies] == [
        (1, 0, "b2"),
        (2, 1, "a1"),
        (3, 0, "c1"),
    ]


def test_the_board_is_a_picture_whatever_the_caller_accepts(
    api: Any, table: Any, play: Any, today: Any
) -> None:
    play(table, "b2", today)
    state = api().get(f"matches/{table.pk}/").json
    path = "/" + state["board"]["svg"].split("/", 3)[3]
    for accept in ("image/svg+xml", "text/html", "*/*"):
        got = api().get(path, Accept=accept)
        assert got.headers["Content-Type"].startswith("image/svg+xml")
        assert got.content.startswith(b"<svg")
    before = api().get(f"{path}?ply=0").content
    assert before != api().get(path).content
    assert api().get(f"{path}?ply=-1", Accept="image/svg+xml").brief == (400, "invalid")


def test_the_clock_statement_adds_up_for_the_players_alone(
    api: Any, alice: Any, bob: Any, carol: Any, start: Any, play: Any, today: Any
) -> None:
    then = today - timedelta(hours=5)
    match = start(alice, bob, now=then, preset="week_bank")
    play(match, "b2", then + timedelta(hours=2))
    path = f"matches/{match.pk}/clock/"
    mine, theirs = api(alice).get(path).json
    assert mine["turns"][0]["charged"] == 7200
    assert sum(line["charged"] for line in mine["turns"][0]["lines"]) == 7200
    assert (theirs["turns"][0]["running"], theirs["turns"][0]["after"]) == (True, None)
    assert 10_000 < theirs["turns"][0]["charged"] < 12_000
    assert 7 * 86400 - 12_000 < theirs["left"] < 7 * 86400 - 10_000
    assert api(carol).get(path).brief == (403, "not_your_match")
    assert api().get(path).status == 403


def test_reading_marks_nothing_seen_and_takes_no_email_back(
    api: Any, bob: Any, table: Any, play: Any, today: Any
) -> None:
    from notifications.models import Message

    play(table, "b2", today)
    assert api(bob).get(f"matches/{table.pk}/").json["your_turn"] is True
    assert table.seats.get(player=bob).seen_ply == 0
    assert Message.objects.get(kind="your_turn", player=bob).state == Message.State.QUEUED
