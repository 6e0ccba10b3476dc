"""One's own data as a zip, robots.txt and security.txt."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from accounts.services import circle
from config.personal import collection
from config.personal.collection import PARTS
from games.models import SeatChange
from games.services.match.loaded import lock_match
from games.services.play import commands, matches, substitutes
from tests.accounts.factor import logged_in, prove
from tests.games.conftest import play, start

__all__ = ["play", "start"]

pytestmark = pytest.mark.django_db
PAGE = "/settings/export/"


def _read(answer: Any) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of every file of the zip."""
    file = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert file.testzip() is None
    return {
        name.removesuffix(".jsonl"): [json.loads(line) for line in file.read(name).splitlines()]
        for name in file.namelist()
        if name.endswith(".jsonl")
    }


def test_everything_of_ones_own_and_nothing_of_others(
    alice: Any, bob: Any, carol: Any, start: Any, play: Any, noon: Any
) -> None:
    match = start(alice, bob, private=True)
    start(bob, carol, private=True)
    play(match, "b2", noon)
    matches.send_chat_message(match.pk, alice, "My own words", now=noon)
    matches.send_chat_message(match.pk, bob, "Words of Bob", now=noon)
    matches.write_notes(match.pk, alice, "my plan")
    matches.write_notes(match.pk, bob, "the plan of Bob")
    circle.follow(alice, carol, now=noon)
    circle.block(bob, alice, now=noon)
    client = logged_in(alice)
    assert client.get(PAGE).status_code == 200
    assert client.post(PAGE).status_code == 302  # asks for proof
    prove(client)
    answer = client.post(PAGE)
    assert answer["Content-Type"] == "application/zip"
    found = _read(answer)
    assert set(found) == set(PARTS)
    (row,) = found["matches"]
    assert (row["id"], row["plies"][0]["move"]) == (match.pk, "b2")
    assert [line["text"] for line in row["own_chat"]] == ["My own words"]
    assert row["own_notes"] == ["my plan"]
    assert found["account"][0]["email"] == "alice@example.org"
    assert found["account"][0]["sessions"]
    assert [each["player"] for each in found["people"]] == ["Carol"]
    assert {each["kind"] for each in found["e-mails"]} >= {"match_started"}
    text = json.dumps(found)
    for private in ("Words of Bob", "the plan of Bob", "bob@example.org", "pbkdf2", "lots_seed"):
        assert private not in text


def test_a_substitute_does_not_get_the_orders_of_the_player_before(
    alice: Any, bob: Any, carol: Any, start: Any, play: Any, noon: Any
) -> None:
    match = start(alice, bob, private=True)
    play(match, "b2", noon)
    order = "if a1 then c3"
    commands.run_message(match.pk, alice, order, commands.Submission(1, noon, "page"))
    matches.write_notes(match.pk, alice, "my plan")
    later = noon + timedelta(hours=1)
    with transaction.atomic():
        table = lock_match(match.pk)
        table.seats[0].original = alice
        substitutes.seat_player(table, table.seats[0], carol, SeatChange.Why.SUBSTITUTED, later)
    hers: Any = next(collection.matches(alice))
    carols: Any = next(collection.matches(carol))
    assert [each["text"] for each in hers["own_orders"]] == [order]
    assert hers["own_notes"] == ["my plan"]
    assert carols["own_orders"] == carols["own_notes"] == []


def test_the_file_is_for_people_with_a_login_and_not_without_end(client: Any, alice: Any) -> None:
    assert client.get(PAGE).status_code == 302
    mine = logged_in(alice)
    prove(mine)
    answers = [mine.post(PAGE) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]


def test_robots_and_reporters_find_their_files(client: Any, settings: Any) -> None:
    text = client.get("/robots.txt").content.decode()
    assert "Disallow: /settings/\n" in text
    page = "/.well-known/security.txt"
    assert "Contact: mailto:operator@example.org\n" in client.get(page).content.decode()
    settings.SECURITY_CONTACT = ""
    assert client.get(page).status_code == 404
    settings.SECURITY_CONTACT = "security@example.org"
    text = client.get(page).content.decode()
    assert "Contact: mailto:security@example.org\n" in text
    assert "Expires: " in text
