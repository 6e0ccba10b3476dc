"""Somebody else's draft and no tournament at all look alike: every address, read and sent."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver

from tests.review.test_private_or_missing import EXISTS, HEADERS, MISSING, addresses

pytestmark = pytest.mark.django_db
BODIES: dict[str, dict[str, object]] = {
    "absence/": {"round": 1},
    "absence/withdraw/": {"round": 1},
    "answer/": {"purpose": "help", "accept": True},
    "bots/": {"bot": "Ada"},
    "bots/withdraw/": {"bot": "Ada"},
    "challenge/": {"entrant": 1},
    "co-organisers/remove/": {"player": 1},
    "enter-by-link/": {"key": "k"},
    "fixtures/1/claim/": {"wanted": "win"},
    "invite/": {"player": "Alice", "purpose": "help"},
    "invite/withdraw/": {"invitation": 1},
    "links/revoke/": {"link": 1},
    "pairings/": {"draft": 1, "act": "publish"},
    "place/": {"accept": True},
    "requests/answer/": {"request": 1, "accept": True},
}  # what a body must hold to be read
FIELDS = {"action": "accept", "name": "Alice", "text": "hello", "bot": "Ada", "sure": "on"}


@pytest.fixture
def draft(plan: Any, organiser: Any, noon: Any) -> Any:
    """Return a draft of somebody else with a number found nowhere else."""
    from tournaments.models import Tournament
    from tournaments.services.seasons import announcing

    made = announcing.draft_tournament(organiser, plan(), seed="ab" * 32, now=noon)
    Tournament.objects.filter(pk=made.pk).update(id=EXISTS)
    return Tournament.objects.get(pk=EXISTS)


def told(client: Client, address: str, pk: int) -> Any:
    """Return all that the answer to a POST tells, the number taken out."""
    cache.clear()  # no limit of requests hides a difference
    where = address.replace("{pk}", str(pk))
    if address.startswith("/api/"):
        body = json.dumps(BODIES.get(address.partition("{pk}/")[2], {}))
        got = client.post(where, body, "application/json")
    else:
        got = client.post(where, FIELDS)
    words = re.sub(r'csrf\w*" value="\w+"|"X-CSRFToken": "\w+"', "", got.content.decode())
    shown = {name: got.headers.get(name, "").replace(str(pk), "#") for name in HEADERS}
    return got.status_code, words.replace(str(pk), "#"), shown


def test_a_stranger_who_acts_on_a_draft_learns_nothing(
    draft: Any, carol: Any, client_for: Any
) -> None:
    client = client_for(carol)
    found = sorted(addresses(get_resolver().url_patterns, of="tournaments"))
    assert len(found) > 70
    for address in found:
        seen = told(client, address, draft.pk)
        assert seen == told(client, address, MISSING), address
        assert seen[0] in {403, 404, 405}, address
        if seen[0] == 403:
            assert address.startswith("/referee/"), "closed to all but referees"
