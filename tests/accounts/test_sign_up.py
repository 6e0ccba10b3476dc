"""Signing up: one account for one address, no word and no moment that tells who has one."""

from __future__ import annotations

import io
import logging
import re
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player, User
from config import logs
from notifications.models import Message
from tests.accounts.conftest import all_emails
from tests.threads import at_once

NEW = "/account/signup/"


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[str]:
    """Use the hasher of real sites; return the list to which it adds a line for each hash."""
    made: list[str] = []
    encode = PBKDF2PasswordHasher.encode

    def counted(self: Any, *args: Any, **kwargs: Any) -> str:
        made.append("hash")
        return str(encode(self, *args, **kwargs))

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", counted)
    return made


def signed_up(form: dict[str, Any], **changes: Any) -> tuple[Any, int]:
    """Sign up; return the answer and how many queries it took."""
    cache.clear()
    client = Client()
    client.get(NEW)
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(NEW, form | changes)
    return answer, len(queries)


@pytest.mark.django_db
def test_a_known_address_costs_the_same_work_and_gets_the_same_answer(
    person: Any, dora: dict[str, Any], hashed: list[str]
) -> None:
    person("Alice")
    hashed.clear()
    unknown, queries_unknown = signed_up(dora)
    work_unknown = len(hashed)
    hashed.clear()
    known, queries_known = signed_up(dora, email="ALICE@example.org", name="Dorothy")
    assert (len(hashed), work_unknown) == (1, 1)
    assert abs(queries_known - queries_unknown) <= 4, (queries_known, queries_unknown)
    for answer in (unknown, known):
        assert (answer.status_code, answer.headers["Location"]) == (302, "/account/confirm-email/")
    assert unknown.cookies.keys() == known.cookies.keys()
    assert User.objects.count() == 2
    assert not Player.objects.filter(name="Dorothy").exists()
    assert Message.objects.count() == 2, "either address gets one e-mail"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("same_name", [True, False])
def test_many_at_once_with_one_address_make_one_account(
    dora: dict[str, Any], same_name: bool
) -> None:

    def sign_up(number: int) -> int:
        client = Client(raise_request_exception=False)
        name = "Dora" if same_name else f"Dora {number}"
        return client.post(NEW, dora | {"name": name}).status_code

    answers = at_once([partial(sign_up, number) for number in range(4)])
    assert set(answers) <= ({200, 302} if same_name else {302}), answers
    assert User.objects.count() == EmailAddress.objects.count() == Player.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["json", "console"])
def test_no_address_reaches_any_log(
    person: Any, dora: dict[str, Any], form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = person("Alice")
    lines = io.StringIO()
    configured = logs.configure(form=form, level="DEBUG")["formatters"]["site"]
    handler = logging.StreamHandler(lines)
    factory = configured.pop("()")
    handler.setFormatter(
        factory(
            processors=configured["processors"], foreign_pre_chain=configured["foreign_pre_chain"]
        )
    )
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [handler])
    monkeypatch.setattr(root, "level", logging.DEBUG)
    client = Client(raise_request_exception=False)
    for _ in range(8):
        client.post("/account/login/", {"login": alice.user.email, "password": "wrong wrong wrong"})
    client.post(NEW, dora)
    client.post(NEW, dora | {"email": alice.user.email, "name": "Other"})
    client.post("/account/password/reset/", {"email": alice.user.email})
    client.get(f"/account/login/?email={alice.user.email}")

    def broken(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError(f"Key (lower(email))=({alice.user.email}) already exists.")

    monkeypatch.setattr("notifications.adapter.post_security", broken)
    client.post("/account/password/reset/", {"email": alice.user.email})
    logging.getLogger("smtp").error("refused: %s", {alice.user.email: (550, b"no")})
    said = lines.getvalue()
    assert "already exists" in said
    assert "refused" in said
    assert "login failed" in said
    assert "example.org" not in said, said
    assert "alice@" not in said.lower()


@pytest.mark.django_db
def test_links_lead_to_the_site_whatever_host_was_asked_for(
    person: Any, dora: dict[str, Any], settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://play.example.org"
    alice = person("Alice")
    client = Client(headers={"Host": "evil.example", "X-Forwarded-Host": "evil.example"})
    client.post(NEW, dora)
    client.post(NEW, dora | {"email": alice.user.email, "name": "Other"})
    for address in (alice.user.email, "nobody@example.org"):
        client.post("/account/password/reset/", {"email": address})
    client.post("/account/login/", {"login": "dora@example.org", "password": dora["password1"]})
    client.force_login(alice.user)
    client.post("/account/reauthenticate/", {"password": "correct horse"})
    client.post("/account/email/", {"action_add": "1", "email": "alice@new.example"})
    new = {"password1": "a brand new word", "password2": "a brand new word"}
    client.post("/account/password/change/", {"oldpassword": "correct horse", **new})
    said = all_emails()
    assert "evil.example" not in said
    links = set(re.findall(r"https?://[^/\s\"<>]+", said))
    assert links == {"https://play.example.org"}
    assert said.count("/account/confirm-email/") == 2
    assert "/account/password/reset/key/" in said


@pytest.mark.django_db
def test_an_unknown_host_is_refused(client: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/", headers={"Host": "127.0.0.1:8000"}).status_code == 200
