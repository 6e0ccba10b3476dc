"""Following and blocking, what people tell about themselves, and the picture of a name."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import circle_queries
from accounts.appearance import portraits
from accounts.models import Block, Follow, Player
from accounts.services import circle, public_profile
from accounts.services.closing import close_account
from games import lobby_queries

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_following_twice_is_once_and_friends_come_first(
    alice: Player, bob: Player, carol: Player, noon: Any
) -> None:
    for _time in range(2):
        circle.follow(alice, carol, now=noon)
    assert Follow.objects.count() == 1
    assert [each.name for each in lobby_queries.players_matching("", alice)] == [
        "Carol",
        "Alice",
        "Bob",
    ]
    assert [each.name for each in lobby_queries.players_matching("")] == ["Alice", "Bob", "Carol"]
    circle.unfollow(alice, carol)
    assert not circle_queries.is_following(alice, carol)
    assert not circle_queries.follows_of(bob).exists()


def test_blocking_ends_following_and_holds_both_ways(
    alice: Player, bob: Player, carol: Player, noon: Any
) -> None:
    circle.follow(alice, bob, now=noon)
    assert circle.block(alice, bob, now=noon)
    assert not circle.block(alice, bob, now=noon)
    assert not Follow.objects.exists()
    assert circle_queries.has_block_between(alice, [bob.pk])
    assert circle_queries.has_block_between(bob, [carol.pk, alice.pk])
    assert not circle_queries.has_block_between(carol, [alice.pk, bob.pk])
    circle.unblock(alice, bob)
    assert not circle_queries.has_block_between(alice, [bob.pk])


def test_limits_and_impossible_relations_are_refused(
    alice: Player, bob: Player, noon: Any, monkeypatch: Any
) -> None:
    guest = Player.objects.create(name="Guest 7", kind=Player.Kind.GUEST, created_at=noon)
    robot = Player.objects.create(name="Robot", kind=Player.Kind.BOT, created_at=noon)
    monkeypatch.setattr(circle, "MAX_FOLLOWS", 0)
    for player, other, verb, code in (
        (alice, alice, circle.follow, "yourself"),
        (guest, alice, circle.follow, "account_needed"),
        (alice, robot, circle.block, "block_bot"),
        (alice, bob, circle.follow, "too_many_follows"),
    ):
        with pytest.raises(circle.RelationRefused) as refusal:
            verb(player, other, now=noon)
        assert refusal.value.code == code
        assert str(refusal.value)


def test_a_closed_account_leaves_no_relation_behind(alice: Player, bob: Player, noon: Any) -> None:
    circle.follow(bob, alice, now=noon)
    circle.block(alice, bob, now=noon)
    public_profile.change_public_profile(
        alice, _card(links=("https://example.org",), shows_country=True)
    )
    close_account(alice, now=noon)
    assert not Follow.objects.exists()
    assert not Block.objects.exists()
    alice.refresh_from_db()
    assert (alice.links, alice.speaks, alice.shows_country) == ([], [], False)


def _card(**given: Any) -> public_profile.PublicProfile:
    usual: dict[str, Any] = {
        "links": (),
        "speaks": (),
        "shows_country": False,
        "shown_to": "everybody",
        "challenged_by": "everybody",
    }
    return public_profile.PublicProfile(**usual | given)


def test_a_card_is_kept(alice: Player) -> None:
    public_profile.change_public_profile(
        alice, _card(links=(" https://example.org/a ", "", "https://example.org/a"), speaks=("de",))
    )
    alice.refresh_from_db()
    assert (alice.links, alice.speaks) == (["https://example.org/a"], ["de"])


@pytest.mark.parametrize(
    "link",
    [
        "http://example.org",
        "javascript:alert(1)",
        "https://localhost/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://me:secret@example.org/",
        "https://example.org/\N{RIGHT-TO-LEFT OVERRIDE}gpj.exe",
        "https://example.org/a b",
        "https://example.org/" + "x" * 200,
        "https://",
    ],
)
def test_only_public_https_links_are_taken(alice: Player, link: str) -> None:
    with pytest.raises(public_profile.PublicProfileRefused) as refusal:
        public_profile.change_public_profile(alice, _card(links=(link,)))
    assert refusal.value.code == "link"
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in str(refusal.value)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"links": tuple(f"https://example.org/{n}" for n in range(4))}, "too_many_links"),
        ({"speaks": ("tlh",)}, "spoken"),
        ({"shown_to": "enemies"}, "audience"),
        ({"challenged_by": "members"}, "audience"),
    ],
)
def test_an_impossible_card_is_refused(alice: Player, given: dict[str, Any], code: str) -> None:
    with pytest.raises(public_profile.PublicProfileRefused) as refusal:
        public_profile.change_public_profile(alice, _card(**given))
    assert refusal.value.code == code


def test_who_sees_a_profile(alice: Player, bob: Player, carol: Player, noon: Any) -> None:
    circle.follow(alice, bob, now=noon)
    seen = {}
    for audience in Player.Audience.values:
        alice.shown_to = audience
        seen[audience] = [
            circle_queries.can_see_profile(viewer, alice) for viewer in (None, carol, bob, alice)
        ]
    assert seen == {
        "everybody": [True, True, True, True],
        "members": [False, True, True, True],
        "friends": [False, False, True, True],
    }


def test_a_picture_is_the_same_for_the_same_name_and_symmetrical() -> None:
    assert portraits.portrait("alice") == portraits.portrait("alice")
    assert len({portraits.portrait(f"player {n}") for n in range(200)}) == 200
    for name in ("alice", "bob", "Ωmega", ""):
        filled, colour = portraits.cells_of(name)
        assert filled == {(portraits.SIZE - 1 - column, row) for column, row in filled}
        assert filled
        assert colour in portraits.COLOURS
