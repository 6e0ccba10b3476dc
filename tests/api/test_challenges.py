"""Finding a game by program."""

from __future__ import annotations

from typing import Any

import pytest

from games.api.challenge_shapes import REASONS
from games.models import Challenge
from games.services.wording import decline_words

pytestmark = pytest.mark.django_db
SEEK = {"kind": "seek", "ruleset": "traffic_lights.4x3"}


def test_a_named_challenge_is_seen_by_both_and_by_nobody_else(
    api: Any, alice: Any, bob: Any, carol: Any
) -> None:
    given = {
        "kind": "named",
        "opponent": bob.pk,
        "ruleset": "traffic_lights.slider",
        "options": {"legs": 4},
        "control": "week_bank",
        "rated": True,
        "greeting": "A game?",
    }
    made = api(alice).post("challenges/", given).json
    assert (made["state"], made["opponent"]["name"], made["options"]["legs"]) == ("open", "Bob", 4)
    assert made["control"]["preset"] == "week_bank"
    for player in (alice, bob):
        found = api(player).get("challenges/?which=mine").json["results"]
        assert [each["id"] for each in found] == [made["id"]]
        assert api(player).get(f"challenges/{made['id']}/").json["greeting"] == "A game?"
    assert api(carol).get("challenges/?which=mine").json["results"] == []
    assert api(carol).get(f"challenges/{made['id']}/").brief == (404, "no_such_challenge")
    assert api(carol).post(f"challenges/{made['id']}/accept/").brief == (404, "no_such_challenge")
    assert api().get("challenges/?which=mine").brief == (401, "not_authenticated")


def test_a_challenge_is_accepted_once(api: Any, alice: Any, bob: Any, carol: Any) -> None:
    made = api(alice).post("challenges/", SEEK).json
    assert [each["id"] for each in api().get("challenges/").json["results"]] == [made["id"]]
    assert api(alice).post(f"challenges/{made['id']}/accept/").brief == (403, "own_challenge")
    begun = api(bob).post(f"challenges/{made['id']}/accept/")
    assert (begun.status, begun.json["status"]) == (201, "running")
    assert begun.json["lots"]["start"] is not None
    again = api(bob).post(f"challenges/{made['id']}/accept/")
    assert (again.status, again.json["id"]) == (201, begun.json["id"])
    late = api(carol).post(f"challenges/{made['id']}/accept/")
    assert late.brief == (409, "challenge_closed")
    assert late.json["state"] == "accepted"
    assert api(alice).get(f"challenges/{made['id']}/").json["match"] == begun.json["id"]


def test_a_challenge_is_declined_by_whom_it_names_and_withdrawn_by_its_maker(
    api: Any, alice: Any, bob: Any
) -> None:
    given = {**SEEK, "kind": "named", "opponent": bob.pk}
    first, second = (api(alice).post("challenges/", given).json["id"] for _ in range(2))
    assert api(alice).post(f"challenges/{first}/decline/").brief == (403, "not_your_challenge")
    assert api(bob).post(f"challenges/{first}/decline/").json["state"] == "declined"
    assert api(bob).post(f"challenges/{second}/withdraw/").brief == (403, "not_your_challenge")
    assert api(alice).post(f"challenges/{second}/withdraw/").json["state"] == "withdrawn"
    assert api(alice).post(f"challenges/{second}/withdraw/").brief == (409, "challenge_closed")


@pytest.mark.parametrize("reason", ["", *REASONS])
def test_whoever_declines_may_say_why(api: Any, alice: Any, bob: Any, reason: str) -> None:
    made = api(alice).post("challenges/", {**SEEK, "kind": "named", "opponent": bob.pk}).json
    path = f"challenges/{made['id']}/decline/"
    assert api(bob).post(path, {"reason": "ennui"}).status == 400
    declined = api(bob).post(path, {"reason": reason}).json
    assert (declined["state"], declined["reason"]) == ("declined", reason)
    assert api(alice).get(f"challenges/{made['id']}/").json["reason"] == reason


def test_the_reasons_of_the_api_are_those_of_the_page() -> None:
    assert ["", *REASONS] == list(decline_words.decline_reasons())
    assert list(REASONS) == Challenge.Reason.values


def test_a_link_opens_by_its_secret_alone(api: Any, alice: Any, bob: Any) -> None:
    made = api(alice).post("challenges/", {**SEEK, "kind": "link"}).json
    token = made["token"]
    assert len(token) == 43
    assert token in made["page"]
    assert api(bob).get(f"challenges/{made['id']}/").brief == (404, "no_such_challenge")
    assert api(bob).post(f"challenges/{made['id']}/accept/").brief == (404, "no_such_challenge")
    assert api().get("challenges/").json["results"] == []
    shown = api(bob).get(f"invitations/{token}/").json
    assert (shown["challenger"]["name"], shown["token"]) == ("Alice", None)
    assert shown["url"].endswith(f"/api/v1/invitations/{token}/")
    assert api().post(f"invitations/{token}/accept/").brief == (401, "not_authenticated")
    assert api(bob).post(f"invitations/{token}/accept/").status == 201
    assert api(bob).get("invitations/wrong/").brief == (404, "no_such_challenge")
    assert api(bob).get("invitations/%00/").brief == (404, "no_such_challenge")


def test_what_cannot_be_offered_is_refused_by_name(api: Any, alice: Any) -> None:
    caller = api(alice)
    cases: list[tuple[dict[str, Any], int, str]] = [
        ({"ruleset": "chess960"}, 422, "unknown_ruleset"),
        ({"options": {"legs": 3}}, 422, "bad_option"),
        ({"options": {"colour": "red"}}, 422, "bad_option"),
        ({"options": []}, 400, "invalid"),
        ({"control": "blitz"}, 422, "bad_time_control"),
        ({"control": {"bank": -1}}, 422, "bad_time_control"),
        ({"control": {"tempo": 1}}, 422, "bad_time_control"),
        ({"control": 7}, 422, "bad_time_control"),
        ({"control": "untimed", "rated": True}, 422, "rated_needs_clock"),
        (
            {"ruleset": "traffic_lights.simple", "options": {"legs": 1}, "rated": True},
            422,
            "not_rateable",
        ),
        ({"starter": "me"}, 400, "invalid"),
        ({"greeting": "x" * 201}, 422, "greeting_too_long"),
        ({"kind": "named"}, 400, "invalid"),
        ({"kind": "named", "opponent": 10**17}, 404, "no_such_player"),
        ({"kind": "named", "opponent": 10**30}, 400, "invalid"),
        ({"kind": "seek", "opponent": 1}, 400, "invalid"),
        ({"colour": "red"}, 400, "invalid"),
        ({"rated": "perhaps"}, 400, "invalid"),
        ({"ruleset": "a\u0000b"}, 400, "invalid"),
    ]
    for change, status, code in cases:
        assert caller.post("challenges/", {**SEEK, **change}).brief == (status, code), change


def test_one_cannot_challenge_oneself_a_guest_or_a_closed_account(
    api: Any, alice: Any, bob: Any, guest: Any, noon: Any
) -> None:
    bob.closed_at = noon
    bob.save()
    for player, brief in (
        (alice, (422, "challenge_yourself")),
        (guest, (403, "opponent_is_guest")),
        (bob, (409, "opponent_closed")),
    ):
        given = {**SEEK, "kind": "named", "opponent": player.pk}
        assert api(alice).post("challenges/", given).brief == brief


def test_a_guest_offers_no_rated_match(api: Any, guest: Any) -> None:
    assert api(guest).post("challenges/", {**SEEK, "rated": True}).brief == (403, "guest_rated")
    assert api(guest).post("challenges/", SEEK).status == 201


def test_open_challenges_are_limited(api: Any, alice: Any) -> None:
    caller = api(alice)
    for _ in range(20):
        assert caller.post("challenges/", SEEK).status == 201
    answer = caller.post("challenges/", SEEK)
    assert answer.brief == (409, "too_many_challenges")
    assert answer.json["limit"] == 20


def test_a_table_of_three_fills_by_program(api: Any, alice: Any, bob: Any, carol: Any) -> None:
    given = {"kind": "seek", "ruleset": "halma", "seats": 3, "control": "day"}
    made = api(alice).post("challenges/", given).json
    assert (made["seats"], [place["player"]["name"] for place in made["places"]]) == (3, ["Alice"])
    first = api(bob).post(f"challenges/{made['id']}/accept/")
    assert (first.status, len(first.json["places"])) == (202, 2)
    again = api(bob).post(f"challenges/{made['id']}/accept/")
    assert (again.status, len(again.json["places"])) == (202, 2)
    assert api(bob).post(f"challenges/{made['id']}/leave/").status == 200
    assert api(bob).post(f"challenges/{made['id']}/accept/").status == 202
    begun = api(carol).post(f"challenges/{made['id']}/accept/")
    assert (begun.status, len(begun.json["seats"])) == (201, 3)
    assert begun.json["lots"]["start"]["order"] == [
        seat["player"]["id"] for seat in begun.json["seats"]
    ]


def test_several_are_challenged_by_number(api: Any, alice: Any, bob: Any, carol: Any) -> None:
    given = {"kind": "named", "ruleset": "halma", "seats": 3, "control": "day"}
    made = api(alice).post("challenges/", {**given, "opponents": [bob.pk, carol.pk]}).json
    assert (made["kind"], made["opponent"], len(made["places"])) == ("named", None, 3)
    assert api(bob).get("challenges/?which=mine").json["results"][0]["id"] == made["id"]
    few = api(alice).post("challenges/", {**given, "opponents": [bob.pk]})
    assert few.brief == (422, "other_number_named")
    assert api(alice).post("challenges/", {**given, "opponents": []}).status == 404
    both = {**given, "opponent": bob.pk, "opponents": [bob.pk, carol.pk]}
    assert api(alice).post("challenges/", both).brief == (400, "invalid")
    full = api(alice).post(f"challenges/{made['id']}/fill/")
    assert full.brief == (409, "bot_full")


def test_a_seat_is_taken_back_and_taken_over(
    api: Any, alice: Any, bob: Any, carol: Any, person: Any, start: Any, play: Any, today: Any
) -> None:
    from dataclasses import replace
    from datetime import timedelta

    from games.clocks import PRESETS
    from games.services.play.flags import settle_flags

    past = today - timedelta(days=2)
    control = replace(PRESETS["day"], on_flag="substitute")
    match = start(alice, bob, carol, ruleset="halma", control=control, now=past)
    play(match, "d1-e5,j10-i9,m4-l4", past)
    settle_flags(now=today)
    shown = api().get(f"matches/{match.pk}/").json["seats"][0]
    assert (shown["absence"], shown["skips"]) == ("offered", 0)
    assert api(alice).post(f"matches/{match.pk}/back/").json["seats"][0]["absence"] is None
    assert api(alice).post(f"matches/{match.pk}/back/").brief == (409, "not_absent")
    dora = person("Dora")
    assert api(dora).post(f"matches/{match.pk}/seats/0/").brief == (409, "seat_taken")
    settle_flags(now=today + timedelta(days=1, hours=1))
    for _time in range(2):  # whoever accepts twice is told the same
        taken = api(dora).post(f"matches/{match.pk}/seats/0/").json["seats"][0]
        assert (taken["player"]["name"], taken["original"]["name"]) == ("Dora", "Alice")
