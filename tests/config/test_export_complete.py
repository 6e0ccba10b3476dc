"""The export covers every column that points to a person, and nothing sealed to them."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player, Suspension
from config.offices.models import RoleStep
from config.personal import emails, refereeing
from config.personal.collection import PARTS
from games.services.play import matches
from inbound.models import InboundMessage
from tests.games.conftest import play, start
from tournaments.referees.models import Case, CaseLine

__all__ = ["play", "start"]

pytestmark = pytest.mark.django_db

LEFT_OUT = {
    "accounts.Follow.other": "who follows somebody is a matter of those who do",
    "accounts.Block.other": "who has blocked somebody is a matter of those who did",
    "accounts.User_user_permissions.user": "nobody is given single permissions",
    "accounts.Player.user": "the login itself",
}


def _pointing_to_people() -> dict[str, tuple[str, str]]:
    """Return table and column of every foreign key to a player or a login, by its name."""
    people = (Player, get_user_model())
    return {
        f"{model._meta.label}.{field.name}": (model._meta.db_table, str(field.column))
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.related_model in people
    }


def test_every_column_that_points_to_a_person_is_asked(
    alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    match = start(alice, bob)
    play(match, "b2", noon)
    matches.send_chat_message(match.pk, alice, "Hello", now=noon)
    with CaptureQueriesContext(connection) as seen:
        for rows in PARTS.values():
            list(rows(alice))
    columns = _pointing_to_people()
    assert set(LEFT_OUT) <= set(columns)
    forgotten = [
        name
        for name, (table, column) in columns.items()
        if name not in LEFT_OUT
        and not any(
            f'"{table}"' in query["sql"] and re.search(rf'"{column}" = \d', query["sql"])
            for query in seen.captured_queries
        )
    ]
    assert forgotten == []


def test_a_case_shows_ones_own_words_and_no_one_elses(
    alice: Any, bob: Any, carol: Any, start: Any, noon: Any
) -> None:
    match = start(alice, bob)
    common = {"state": Case.State.OPEN, "opened_at": noon, "due_at": noon + timedelta(days=7)}
    case = Case.objects.create(
        match=match, kind=Case.Kind.RULES, opened_by=bob, text="Words of Bob", **common
    )
    secret = Case.objects.create(
        about=alice, kind=Case.Kind.MULTI_ACCOUNT, opened_by=bob, text="Who is Alice?", **common
    )
    said, note, asked = CaseLine.Event.SAID, CaseLine.Event.NOTE, CaseLine.Event.ASKED
    for event, by, to, text in (
        (said, alice, None, "My statement"),
        (said, bob, None, "Statement of Bob"),
        (note, carol, alice, "Among referees"),
        (asked, carol, alice, "What do you say?"),
    ):
        CaseLine.objects.create(case=case, event=event, at=noon, by=by, to=to, text=text)
    CaseLine.objects.create(case=secret, event=note, at=noon, by=carol, text="She is two")
    (row,) = refereeing.cases(alice)
    assert (row["id"], row["text"], row["opened_by_me"]) == (case.pk, "", False)
    assert [line["text"] for line in row["lines"]] == ["My statement", "What do you say?"]  # type: ignore[attr-defined]
    assert {each["id"]: each["text"] for each in refereeing.cases(bob)}[
        secret.pk
    ] == "Who is Alice?"
    text = json.dumps(
        [list(refereeing.cases(alice)), list(refereeing.official_actions(alice))], default=str
    )
    assert not any(word in text for word in ("Bob", "Carol", "referees", "She is two", "Who is"))
    written = [
        each["text"]
        for each in refereeing.official_actions(carol)
        if each["what"] == "line in a case"
    ]
    assert written == ["Among referees", "What do you say?", "She is two"]


def test_suspensions_and_steps_of_roles_are_told(alice: Any, bob: Any, noon: Any) -> None:
    Suspension.objects.create(player=alice, until=noon)
    step = {"role": RoleStep.Role.REFEREE, "step": RoleStep.Step.OFFERED, "at": noon}
    RoleStep.objects.create(player=alice, by=bob, **step)
    assert [dict(row) for row in refereeing.suspensions(alice)] == [{"until": noon}]
    assert [row["of"] for row in refereeing.roles(alice)] == ["me"]
    assert [row["of"] for row in refereeing.roles(bob)] == ["somebody else"]


def test_e_mails_from_other_addresses_are_not_handed_on(alice: Any, noon: Any) -> None:
    EmailAddress.objects.create(user=alice.user, email="new@example.org", verified=False)
    common = {
        "way": InboundMessage.Way.PIPE,
        "recipient": "play+m7s0secret@ampelpost.example",
        "size": 9,
        "received_at": noon,
        "next_at": noon,
        "player": alice,
    }
    for number, sender in enumerate(("Alice@example.org", "eve@example.org", "new@example.org")):
        raw = f"From: {sender}\nTo: play+m7s0secret@ampelpost.example\n\nb2".encode()
        InboundMessage.objects.create(message_id=f"<{number}>", sender=sender, raw=raw, **common)
    own, other, unconfirmed = emails.emails_from_player(alice)
    assert "\n\nb2" in str(own["text"])
    assert "secret" not in str(own)
    assert "text" not in other
    assert "sender" not in unconfirmed
