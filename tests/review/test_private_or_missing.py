"""A private match and no match at all look alike to strangers: every address, every verb."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from tests.keys import key_for
from tests.sampling import sampled

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
EXISTS, MISSING = 876543210, 987654321
VERBS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
SAID = {
    "move": "b2", "seen": "0", "text": "hello", "until": "2099-01-01T00:00:00Z", "wanted": "win",
    "orders": "if a1 then b2", "kind": "other", "action": "offer", "act": "offer", "sure": "on",
    "offer": "1", "match": "{pk}", "version": "0",
}  # fmt: skip
HEADERS = ("Location", "ETag", "Content-Type", "Allow", "Vary", "Cache-Control", "HX-Redirect")


def addresses(patterns: Any, before: str = "/", of: str = "matches") -> Iterator[str]:
    """Yield every address below one match or the like, with ``{pk}`` for its number."""
    for each in patterns:
        route = before + str(each.pattern).removeprefix("^")
        if isinstance(each, URLResolver):
            yield from addresses(each.url_patterns, route, of)
        elif isinstance(each, URLPattern) and re.search(of + r"/<\w+:pk>", route):
            filled = re.sub(r"<\w+:pk>", "{pk}", route)
            yield re.sub(r"<[^>]+>", "1", filled)


@pytest.fixture
def private(start: Any, alice: Any, bob: Any) -> Any:
    """Return a running match that only its players may see, with a number found nowhere else."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval(pg_get_serial_sequence('games_match', 'id'), %s)", [EXISTS])
    return start(alice, bob, now=timezone.now(), private=True)


def told(client: Client, verb: str, address: str, pk: int, kind: str, **headers: str) -> Any:
    """Return everything a stranger learns, the number of the match taken out."""
    cache.clear()  # no limit of requests hides a difference
    said = {name: value.replace("{pk}", str(pk)) for name, value in SAID.items()}
    bodies: list[Any] = [b""]
    if verb in ("POST", "PUT", "PATCH"):
        case = {"kind": "other", "text": "x", "match": pk}
        json_bodies = [case] if address.endswith("cases/") else [{"move": "b2", "seen": 0}]
        bodies = json_bodies if kind == "json" else [said]
    answers = []
    for body in bodies:
        where = address.replace("{pk}", str(pk))
        if kind == "json":
            sent = json.dumps(body).encode() if body else b""
            got = client.generic(verb, where, sent, "application/json", headers=headers)
        else:
            got = getattr(client, verb.lower())(where, body or {}, headers=headers)
        shown = {name: got.headers.get(name, "") for name in HEADERS}
        words = re.sub(r'csrf\w*" value="\w+"|"X-CSRFToken": "\w+"', "", got.content.decode())
        plain_words = words.replace(str(pk), "#")
        answers.append(
            (got.status_code, plain_words, {k: v.replace(str(pk), "#") for k, v in shown.items()})
        )
    return answers


@pytest.mark.parametrize("who", sampled(["stranger", "nobody", "guest", "key"], 1))
def test_strangers_learn_nothing_from_any_address_by_any_verb(
    private: Any, carol: Any, client_for: Any, noon: Any, who: str
) -> None:
    from accounts.models import Player

    guest = Player.objects.create(name="Guest 17", kind="guest", created_at=noon)
    reader = {"stranger": carol, "guest": guest}.get(who)
    client = client_for(reader)
    headers = {}
    if who == "key":
        headers = {"Authorization": f"Bearer {key_for(carol.user)}"}
    found = sorted({*addresses(get_resolver().url_patterns), "/api/v1/cases/"})
    assert len(found) > 40
    for address in found:
        kind = "json" if address.startswith("/api/") else "form"
        for verb in VERBS if kind == "json" and who == "key" else ("GET", "POST"):
            seen = told(client, verb, address, private.pk, kind, **headers)
            missing = told(client, verb, address, MISSING, kind, **headers)
            assert seen == missing, (verb, address)
            assert all(status < 500 for status, *_rest in seen), (verb, address)
