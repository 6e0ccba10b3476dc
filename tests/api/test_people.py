"""Following, blocking, watching and muting by program."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.services import public_profile

pytestmark = pytest.mark.django_db


def test_lists_are_ones_own(api: Any, alice: Any, bob: Any, carol: Any) -> None:
    mine = api(alice)
    assert mine.post(f"players/{bob.pk}/follow/").json["follows"] is True
    assert mine.post(f"players/{carol.pk}/block/").json["blocked"] is True
    assert [row["player"]["name"] for row in mine.get("me/follows/").json["results"]] == ["Bob"]
    assert [row["player"]["name"] for row in mine.get("me/blocks/").json["results"]] == ["Carol"]
    for other in (bob, carol):
        assert api(other).get("me/follows/").json["results"] == []
        assert api(other).get("me/blocks/").json["results"] == []
    assert api().get("me/follows/").status == 401
    assert mine.post(f"players/{bob.pk}/unfollow/").json["follows"] is False
    assert mine.post(f"players/{carol.pk}/unblock/").json["blocked"] is False
    assert mine.post(f"players/{alice.pk}/follow/").brief == (422, "yourself")
    assert mine.post("players/999999/block/").brief == (404, "no_such_player")


def test_a_list_costs_the_same_however_long_it_is(
    api: Any, alice: Any, bob: Any, person: Any, django_assert_max_num_queries: Any
) -> None:
    mine = api(alice)
    for number in range(6):
        other = person(f"Friend{number}")
        mine.post(f"players/{other.pk}/follow/")
        mine.post(f"players/{other.pk}/block/")
    for name in ("follows", "blocks"):
        with django_assert_max_num_queries(6):
            rows = mine.get(f"me/{name}/").json["results"]
        told = {(row["follows"], row["blocked"]) for row in rows}
        assert told <= {(True, True), (False, True)}
    assert len(rows) == 6


def test_a_blocked_player_meets_closed_gates_everywhere(
    api: Any, alice: Any, bob: Any, table: Any
) -> None:
    seek = api(alice).post("challenges/", {"kind": "seek", "ruleset": "mill"}).json
    api(alice).post(f"players/{bob.pk}/block/")
    theirs = api(bob)
    named = {"kind": "named", "opponent": alice.pk, "ruleset": "mill"}
    assert theirs.post("challenges/", named).brief == (403, "not_accepting")
    assert theirs.get("challenges/").json["results"] == []
    assert theirs.get(f"challenges/{seek['id']}/").brief == (404, "no_such_challenge")
    assert theirs.post(f"challenges/{seek['id']}/accept/").brief == (404, "no_such_challenge")
    assert theirs.post(f"matches/{table.pk}/chat/", {"text": "x"}).brief == (403, "chat_closed")
    assert theirs.get(f"players/{alice.pk}/").json["name"] == "Alice"


def test_watching_and_muting(api: Any, alice: Any, carol: Any, guest: Any, table: Any) -> None:
    assert api(carol).post(f"matches/{table.pk}/watch/").json == {
        "match": table.pk,
        "watching": True,
        "muted": False,
    }
    assert [row["match"] for row in api(carol).get("me/watching/").json] == [table.pk]
    assert api(carol).post(f"matches/{table.pk}/unwatch/").json["watching"] is False
    assert api(carol).post(f"matches/{table.pk}/mute/").brief == (403, "not_your_match")
    assert api(alice).post(f"matches/{table.pk}/mute/").json["muted"] is True
    assert api(alice).post(f"matches/{table.pk}/unmute/").json["muted"] is False
    assert api(guest).post(f"matches/{table.pk}/watch/").brief == (422, "account_needed")


def test_a_profile_for_friends_is_empty_for_others(api: Any, alice: Any, bob: Any) -> None:
    alice.about, alice.country = "Tea", "CH"
    alice.save()
    told = public_profile.PublicProfile(
        ("https://example.org",), ("de",), True, "friends", "everybody"
    )
    public_profile.change_public_profile(alice, told)
    shown = api(bob).get(f"players/{alice.pk}/").json
    names = ("about", "links", "speaks", "country", "reliability")
    assert [shown[name] for name in names] == ["", [], [], "", None]
    api(alice).post(f"players/{bob.pk}/follow/")
    shown = api(bob).get(f"players/{alice.pk}/").json
    assert [shown[name] for name in names] == ["Tea", ["https://example.org"], ["de"], "CH", None]
    assert shown["picture"].endswith(f"/players/{alice.pk}/picture.svg")
