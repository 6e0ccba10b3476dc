"""Nothing a client can send breaks a page about people."""

from __future__ import annotations

from itertools import product
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from accounts.models import Player
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
ROUGH = [
    "\x00",
    "a\x00b",
    "\ud83d",
    "x" * 20_000,
    "' OR 1=1 --",
    "{{ 7*7 }}",
    "\r\nSet-Cookie: a=b",
    "🙂",
    "-1",
]
FORMS = {
    "/account/signup/": ("email", "password1", "name", "time_zone", "language", "next"),
    "/account/login/": ("login", "password", "next"),
    "/account/password/reset/": ("email",),
    "/account/email/": ("email", "action_add", "action_send", "action_remove"),
    "/account/password/change/": ("oldpassword", "password1", "password2"),
    "/account/confirm-email/abc/": ("next",),
    "/settings/": ("name", "about", "language", "next"),
    "/settings/token/": ("action",),
    "/language/": ("language", "next"),
}


# Every form gets two of the rough texts, one from inside and one from outside.
FEW = [
    (path, ROUGH[(number + at) % len(ROUGH)], not at)
    for number, path in enumerate(FORMS)
    for at in range(2)
]


@pytest.mark.parametrize(
    ("path", "rough", "inside"), sampled(product(FORMS, ROUGH, (True, False)), FEW)
)
def test_no_form_breaks(
    client_for: Any, alice: Player, path: str, rough: str, inside: bool
) -> None:
    client = client_for(alice if inside else None)
    rough = rough.encode("utf-8", "replace").decode()
    answer = client.post(path, dict.fromkeys(FORMS[path], rough))
    assert answer.status_code in {200, 302, 404, 422}
    if answer.status_code == 302:
        target = urljoin("http://testserver/", answer.headers["Location"])
        assert urlsplit(target).netloc == "testserver"
        assert "a" not in answer.cookies
    assert client.get(path, {"next": rough}).status_code in {200, 302, 400, 404, 405}


@pytest.mark.parametrize(
    "path",
    [
        "/account/password/reset/key/zzzzzzzzzzzzz-set-password/",
        "/account/password/reset/key/zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz-abc/",
        "/account/password/reset/key/1-%00/",
        "/account/confirm-email/MQ:1:x/",
        "/account/confirm-email/" + "a" * 5000 + "/",
        "/settings/?next=%00",
        "/settings/token/?%00=%ff",
    ],
)
def test_no_address_breaks(client: Client, path: str) -> None:
    assert client.get(path).status_code in {200, 302, 404}


@pytest.mark.parametrize("given", ["", "xx", "de;q=x", "*", "zh-Hans-CN;q=0.1" * 200, "\x7f"])
def test_no_language_header_breaks_a_page(client: Client, given: str) -> None:
    client.cookies["django_language"] = given[:50]
    answer = client.get("/account/login/", headers={"accept-language": given})
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] in {"de", "en", "fr", "it"}
