"""The one shape of every error, in four languages, whatever a client sends."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.api.pauses import PauseRequestSerializer
from tests.api.caller import Caller
from tests.keys import key_for
from tournaments.api.revising import RevisionRequestSerializer

pytestmark = pytest.mark.django_db
MOVE = {"move": "b2", "seen": 0}


def test_a_body_that_is_no_move_is_refused_and_nothing_is_played(
    api: Any, alice: Any, table: Any
) -> None:
    caller = api(alice)
    cases: list[tuple[bytes, str]] = [
        (b"", "invalid"),
        (b"{", "parse_error"),
        (b"\xff\xfe", "parse_error"),
        (b'{"move": "b2", "seen": NaN}', "parse_error"),
        (b'{"move": "b2", "seen": 1e999}', "parse_error"),
        (b'{"move": "b2", "seen": ' + b"9" * 5000 + b"}", "parse_error"),
        (b'{"move": "\\ud800", "seen": 0}', "parse_error"),
        (b'{"\\udfff": 1}', "parse_error"),
        (b"[" * 20_000, "parse_error"),
        (b'{"move": ' * 13 + b"1" + b"}" * 13, "parse_error"),
        (b"[]", "invalid"),
        (b"null", "invalid"),
        (b'"b2"', "invalid"),
        (b'{"move": "b\\u0000", "seen": 0}', "invalid"),
        (b'{"move": "b2", "seen": 99999999999999999999}', "invalid"),
        (b'{"move": "b2", "seen": -1}', "invalid"),
        (b'{"move": "b2", "seen": "soon"}', "invalid"),
        (b'{"move": "b2", "seen": null}', "invalid"),
        (b'{"move": {"to": "b2"}, "seen": 0}', "invalid"),
        (b'{"move": ["b2"], "seen": 0}', "invalid"),
        (b'{"move": "b2"}', "invalid"),
        (b'{"move": "", "seen": 0}', "invalid"),
        (b'{"move": "' + b"b" * 1601 + b'", "seen": 0}', "invalid"),
        (b'{"move": "b2", "seen": 0, "colour": "red"}', "invalid"),
    ]
    for raw, code in cases:
        answer = caller.post(f"matches/{table.pk}/moves/", raw)
        assert answer.brief == (400, code), raw[:40]
        table.refresh_from_db()
        assert table.ply_count == 0


def test_unknown_fields_are_named_back_with_the_known_ones(
    api: Any, alice: Any, table: Any
) -> None:
    answer = api(alice).post(f"matches/{table.pk}/moves/", {**MOVE, "colour": "red"})
    (error,) = answer.json["fields"]["colour"]
    assert error["code"] == "unknown_field"
    assert "move, seen" in error["detail"]
    assert "colour" in answer.json["detail"]
    assert api(alice).post(f"matches/{table.pk}/resign/", {"sure": True}).brief == (400, "invalid")


def test_a_body_beyond_64_kb_is_not_read(api: Any, alice: Any, table: Any) -> None:
    raw = b'{"move": "' + b"b" * 70_000 + b'", "seen": 0}'
    assert api(alice).post(f"matches/{table.pk}/moves/", raw).brief == (413, "too_large")


def test_only_json_is_read(api: Any, alice: Any, table: Any) -> None:
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data"):
        answer = api(alice).post(f"matches/{table.pk}/moves/", b"move=b2&seen=0", content_type=kind)
        assert answer.brief == (415, "unsupported_media_type")


def test_only_json_is_written(api: Any) -> None:
    assert api().get("rulesets/", Accept="application/xml").brief == (406, "not_acceptable")


def test_a_verb_that_does_not_exist_here_is_refused(api: Any, alice: Any, table: Any) -> None:
    for method in ("DELETE", "PATCH", "PUT"):
        answer = api(alice).send(method, f"matches/{table.pk}/", {})
        assert answer.brief == (405, "method_not_allowed")
    assert api(alice).send("TRACE", "me/").status == 405


def test_what_does_not_exist_is_a_problem_too(api: Any, alice: Any) -> None:
    caller = api(alice)
    cases: list[str] = [
        "nothing/",
        "matches/x/",
        "matches/-1/",
        "matches/" + "9" * 30 + "/",
        "matches/" + "9" * 5000 + "/",
        "matches/999999999999999999/",
        "matches/1/at/-1/",
        "matches/1/at/" + "9" * 18 + "/",
        "players/99999999999999999999/",
        "challenges/999999999999999999/",
        "rulesets/%00/",
        "rulesets/%FF/",
        "leaderboards/%00/",
        "invitations/" + "a" * 3000 + "/",
        "/api/nothing",
        "/api/v2/",
        "rulesets",
    ]
    for path in cases:
        assert caller.get(path).status == 404, path[:40]
        assert caller.post(path, {}).status in (404, 405), path[:40]


def test_a_query_that_makes_no_sense_is_refused_by_name(api: Any) -> None:
    cases: list[str] = [
        "before=0",
        "before=x",
        "before=" + "9" * 40,
        "limit=0",
        "limit=101",
        "limit=1e3",
        "player=" + "9" * 19,
        "player=%00",
        "mine=perhaps",
        "ruleset=%00",
        "format=xml",
        "%00=1",
        "%FF=1",
        "limit=",
    ]
    for query in cases:
        answer = api().get(f"matches/?{query}")
        assert answer.brief == (400, "invalid"), query
        assert len(answer.json["fields"]) == 1


def test_without_a_key_one_may_read_and_not_write(api: Any, table: Any) -> None:
    assert api().get(f"matches/{table.pk}/").status == 200
    answer = api().post(f"matches/{table.pk}/moves/", MOVE)
    assert answer.brief == (401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize(
    "header",
    [
        "Token wrong",
        "Token",
        "Token a b",
        "Token " + "0" * 40,
        "Bearer",
        "Bearer ampel_" + "0" * 40,
        "Bearer ampel_" + "é" * 40,
        "Token ä",
        "Token " + "x" * 9000,
        "token\x00 \x00",
    ],
)
def test_a_key_that_does_not_work_lets_nobody_in(db: None, header: str) -> None:
    caller = Caller()
    caller.headers = {"Authorization": header}
    answer = caller.get("rulesets/")
    assert answer.status in (200, 401)
    assert caller.get("me/").status == 401


def test_a_login_that_is_switched_off_has_no_working_key(api: Any, alice: Any) -> None:
    caller = api(alice)
    alice.user.is_active = False
    alice.user.save()
    assert caller.get("me/").brief == (401, "bad_key")


def test_a_login_without_a_player_is_told_what_is_missing(db: None) -> None:
    from accounts.models import User

    operator = User.objects.create_superuser("operator@example.org", "correct horse")
    caller = Caller(key_for(operator))
    assert caller.get("me/").brief == (403, "no_player")
    assert caller.post("challenges/", {}).brief == (403, "no_player")
    assert caller.get("rulesets/").status == 200


def test_a_session_writes_only_from_pages_of_ours(alice: Any, guest: Any, client_for: Any) -> None:
    for player in (alice, guest):
        client = client_for(player, enforce_csrf_checks=True)
        assert Caller(client=client).get("me/").json["id"] == player.pk
        given = {"kind": "seek", "ruleset": "traffic_lights.4x3"}
        assert Caller(client=client).post("challenges/", given).brief == (403, "forbidden")
        client.cookies["csrftoken"] = "a" * 32
        allowed = Caller(client=client).post("challenges/", given, **{"X-CSRFToken": "a" * 32})
        assert allowed.status == 201


def test_answers_speak_the_owners_language_unless_another_is_asked_for(
    api: Any, bob: Any, table: Any
) -> None:
    caller = api(bob)
    path = f"matches/{table.pk}/moves/"
    assert caller.post(path, MOVE).headers["Content-Language"] == "de"
    asked = caller.post(path, MOVE, **{"Accept-Language": "it, en;q=0.5"})
    assert asked.headers["Content-Language"] == "it"
    plain = Client().get("/api/v1/me/", headers={"Accept-Language": "fr"})
    assert plain.headers["Content-Language"] == "fr"
    assert Client().get("/api/v1/me/", headers={"Accept-Language": "\x00;q=x,,"}).status_code == 401


def test_who_calls_too_often_is_told_when_to_come_back(api: Any, alice: Any, settings: Any) -> None:
    settings.REST_FRAMEWORK = {
        **settings.REST_FRAMEWORK,
        "DEFAULT_THROTTLE_RATES": {"read": "3/min", "write": "1/min"},
    }
    caller = api(alice)
    assert [caller.get("me/").status for _ in range(4)] == [200, 200, 200, 429]
    answer = caller.get("me/")
    assert answer.brief == (429, "throttled")
    assert int(answer.headers["Retry-After"]) == answer.json["wait"] <= 61
    given = {"kind": "seek", "ruleset": "traffic_lights.4x3"}
    assert [caller.post("challenges/", given).status for _ in range(2)] == [201, 429]
    assert api().get("rulesets/").status == 200


def test_without_redis_nobody_is_slowed_down(
    api: Any, alice: Any, settings: Any, monkeypatch: Any
) -> None:
    from redis.exceptions import ConnectionError as Unreachable

    from config.running import cache as forgiving

    settings.REST_FRAMEWORK = {
        **settings.REST_FRAMEWORK,
        "DEFAULT_THROTTLE_RATES": {"read": "1/min", "write": "1/min"},
    }
    monkeypatch.setattr(forgiving, "redis_outage", forgiving.RedisOutage())

    def gone(*_args: Any, **_kwargs: Any) -> Any:
        raise Unreachable("gone")

    for name in ("get", "set"):
        monkeypatch.setattr(f"django.core.cache.backends.redis.RedisCache.{name}", gone)
    caller = api(alice)
    assert [caller.get("me/").status for _ in range(3)] == [200, 200, 200]


def test_even_a_fault_of_ours_has_the_one_shape_and_is_reported(
    db: None, monkeypatch: Any, caplog: Any
) -> None:
    def broken(*_args: Any) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr("games.queries.position_for", broken)
    got = Client(raise_request_exception=False).get("/api/v1/matches/1/")
    assert (got.status_code, got.json()["code"]) == (500, "error")
    assert "broken" not in got.content.decode()
    assert "'event': 'unhandled'" in caplog.text
    with pytest.raises(RuntimeError):
        Client().get("/api/v1/matches/1/")


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
@pytest.mark.parametrize("day", ["0001-01-01T00:00:00", "9999-12-31T23:00:00"])
def test_a_day_at_the_end_of_the_calendar_is_refused_in_any_zone(zone: str, day: str) -> None:
    with timezone.override(zone):
        pause = PauseRequestSerializer(data={"until": day})
        revision = RevisionRequestSerializer(
            data={"starts_at": day, "round_end": day, "round_dates": [day]}
        )
        found = [pause.is_valid(), revision.is_valid()]
    east, first = zone.startswith("Europe"), day.startswith("0001")
    assert found == ([False, False] if east is first else [True, True])


def test_more_fields_than_are_read_are_refused(api: Any) -> None:
    answer = api().get(f"tournaments/?{'&' * 1001}")
    assert (answer.status, answer.json["code"]) == (400, "parse_error")
