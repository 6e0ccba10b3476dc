"""What a key may do: every verb of the API with a key of every scope."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests.api.caller import Caller, schema
from tests.keys import key_for
from tests.sampling import sampled
from tests.tournaments.conftest import plan

__all__ = ["plan"]

pytestmark = pytest.mark.django_db
ORDER = ("read", "play", "organise")
KEEPS_NOTHING = {"/api/v1/matches/{id}/preview/", "/api/v1/pgn/"}
BINDS_OTHERS = {
    f"/api/v1/tournaments/{{id}}/{verb}/"
    for verb in (
        *("announce", "start", "call-off", "end", "bots", "bots/withdraw"),
        *("revise", "revise/{number}/undo", "invite", "invite/withdraw", "answer"),
        *(
            "co-organisers/remove",
            "co-organisers/undo/{number}",
            "remove",
            "enter-again",
            "order",
            "message",
            "notes",
        ),
        *("rounds/{number}/cancel", "rounds/undo/{number}", "pairings", "pairings/undo/{number}"),
        *("further-round", "by-hand/{number}"),
        *("requests/answer", "requests/undo/{number}", "invite/list", "links", "links/revoke"),
    )
} | {
    f"/api/v1/clubs/{where}"
    for where in (
        *("", "{key}/", "{key}/news/", "{key}/invite/", "{key}/invite/withdraw/"),
        *("{key}/members/role/", "{key}/members/remove/", "{key}/hand-over/", "{key}/close/"),
    )
}


@pytest.fixture
def noon() -> Any:
    """Return the instant of the test: plans begin after it, and the API looks at the real clock."""
    return timezone.now()


def expected_scope(path: str, method: str) -> str:
    """Return what the documentation promises."""
    if method == "GET" or path in KEEPS_NOTHING:
        return "read"
    return "organise" if path in BINDS_OTHERS else "play"


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Return every operation of the schema: address, verb, description."""
    return [
        (path, method.upper(), operation)
        for path, verbs in schema()["paths"].items()
        for method, operation in verbs.items()
        if method in ("get", "post", "put", "patch", "delete") and "/v1/" in path
    ]


def test_the_schema_names_the_scope_of_every_operation(db: None) -> None:
    found = operations()
    assert len(found) > 60
    for path, method, operation in found:
        assert operation["x-scope"] == expected_scope(path.replace("{pk}", "{id}"), method), path
    assert schema()["components"]["securitySchemes"]["key"]["scheme"] == "bearer"


@pytest.mark.parametrize("scope", sampled(ORDER, ["play"]))
def test_every_verb_asks_for_its_scope(alice: Any, scope: str) -> None:
    caller = Caller(key_for(alice.user, scope))
    for path, method, operation in operations():
        needs = operation["x-scope"]
        where = path.replace("{day}", "today")
        for name in ("pk", "id", "number", "seat", "ply", "order", "fixture"):
            where = where.replace(f"{{{name}}}", "999999")
        where = where.replace("{key}", "mill").replace("{pool}", "mill").replace("{token}", "x")
        assert "{" not in where, where
        answer = caller.send(method, where, {} if method != "GET" else None)
        covered = ORDER.index(needs) <= ORDER.index(scope)
        assert (answer.brief == (403, "key_scope")) is not covered, (method, path, answer)
        if not covered:
            assert (answer.json["needs"], answer.json["has"]) == (needs, scope)


def test_a_key_for_reading_moves_nothing(api: Any, alice: Any, table: Any) -> None:
    reading, playing = api(alice, "read"), api(alice, "play")
    move = {"move": "b2", "seen": 0}
    assert reading.get(f"matches/{table.pk}/").json["your_turn"] is True
    assert reading.post(f"matches/{table.pk}/preview/", {"move": "b2"}).status == 200
    assert reading.post(f"matches/{table.pk}/moves/", move).brief == (403, "key_scope")
    for verb in ("resign", "abort", "tie", "rematch"):
        assert reading.post(f"matches/{table.pk}/{verb}/").brief == (403, "key_scope")
    assert reading.put(f"matches/{table.pk}/notes/", {"text": "x"}).brief == (403, "key_scope")
    assert reading.get(f"matches/{table.pk}/").json["seen"] == 0
    assert playing.post(f"matches/{table.pk}/moves/", move).status == 201


def test_a_key_for_playing_organises_nothing(
    api: Any, alice: Any, bob: Any, plan: Any, noon: Any
) -> None:
    from tournaments.services.seasons.announcing import draft_tournament

    event = draft_tournament(alice, plan(), seed="ab" * 32, now=noon)
    playing, organising = api(alice, "play"), api(alice, "organise")
    at = f"tournaments/{event.pk}/"
    for verb in ("announce", "start", "call-off", "end"):
        assert playing.post(f"{at}{verb}/").brief == (403, "key_scope")
    assert organising.post(f"{at}announce/").json["status"] == "open"
    assert api(bob, "play").post(f"{at}enter/").status == 200
    assert api(bob).post(f"{at}call-off/").brief == (403, "not_your_tournament")
    assert organising.post(f"{at}start/").brief == (409, "too_few_entrants")
    assert organising.post(f"{at}end/").status in (409, 422)
    assert organising.post(f"{at}call-off/").json["status"] == "cancelled"
