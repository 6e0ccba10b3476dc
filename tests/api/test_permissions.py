"""Who may do what: nobody, a stranger, a guest and the players, at public and private tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.sampling import sampled

pytestmark = pytest.mark.django_db

READS = {
    "": "open",
    "plies/": "open",
    "at/0/": "open",
    "board.svg": "open",
    "clock/": "players",
    "chat/": "players",
    "notes/": "players",
}
WRITES: dict[str, tuple[str, Any, int]] = {
    "moves/": ("POST", {"move": "b2", "seen": 0}, 201),
    "preview/": ("POST", {"move": "b2"}, 200),
    "chat/": ("POST", {"text": "Hello"}, 201),
    "notes/": ("PUT", {"text": "b2 next"}, 200),
    "resign/": ("POST", None, 200),
    "abort/": ("POST", None, 200),
    "tie/": ("POST", {"seen": 0}, 409),
    "tie/accept/": ("POST", {"question": 1}, 409),
    "tie/decline/": ("POST", None, 409),
    "claim/": ("POST", None, 409),
    "pause/": ("POST", {"until": "2020-01-01T00:00:00Z"}, 422),
    "pause/accept/": ("POST", {"until": "2099-01-01T00:00:00Z"}, 409),
    "take-back/accept/": ("POST", {"question": 1}, 409),
    "rematch/": ("POST", None, 409),
}


@pytest.fixture(params=["public", "private"])
def seated(request: Any, start: Any, alice: Any, bob: Any, today: Any) -> Any:
    """Return a match of Alice and Bob, public or private."""
    return start(alice, bob, now=today, private=request.param == "private")


@pytest.fixture(params=["nobody", "stranger", "guest"])
def outsider(request: Any, api: Callable[..., Any], carol: Any, guest: Any) -> Any:
    """Return a caller who has no seat."""
    return api({"nobody": None, "stranger": carol, "guest": guest}[request.param])


def test_outsiders_read_what_is_public(seated: Any, outsider: Any) -> None:
    for path, whose in READS.items():
        answer = outsider.get(f"matches/{seated.pk}/{path}")
        if answer.status == 401:
            assert path in ("chat/", "notes/")
        elif seated.private:
            assert answer.brief == (404, "no_such_match"), path
        elif whose == "open":
            assert answer.status == 200, path
        else:
            assert answer.brief == (403, "not_your_match"), path


def test_players_read_everything(seated: Any, api: Any, bob: Any) -> None:
    caller = api(bob)
    for path in READS:
        assert caller.get(f"matches/{seated.pk}/{path}").status == 200, path


def test_outsiders_change_nothing(seated: Any, outsider: Any) -> None:
    known = "Authorization" in outsider.headers or "sessionid" in outsider.client.cookies
    for path, (method, body, _status) in WRITES.items():
        answer = outsider.send(method, f"matches/{seated.pk}/{path}", body)
        if not known:
            assert answer.brief == (401, "not_authenticated"), path
        elif seated.private:
            assert answer.brief == (404, "no_such_match"), path
        else:
            assert answer.brief == (403, "not_your_match"), path
        seated.refresh_from_db()
        unchanged = (seated.ply_count, seated.status, seated.chat.count())
        assert unchanged == (0, "running", 0), path


@pytest.mark.parametrize("path", WRITES)
@pytest.mark.parametrize("seated", sampled(["public", "private"], 1), indirect=True)
def test_the_player_to_move_may_do_all_that_the_moment_allows(
    seated: Any, api: Any, alice: Any, path: str
) -> None:
    method, body, status = WRITES[path]
    assert api(alice).send(method, f"matches/{seated.pk}/{path}", body).status == status


def test_private_matches_are_listed_for_their_players_alone(
    start: Any, api: Any, alice: Any, bob: Any, carol: Any, today: Any
) -> None:
    match = start(alice, bob, now=today, private=True)
    for player, seen in ((None, []), (carol, []), (alice, [match.pk]), (bob, [match.pk])):
        rows = api(player).get(f"matches/?player={alice.pk}").json["results"]
        assert [row["id"] for row in rows] == seen
