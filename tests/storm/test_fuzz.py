"""Whatever is sent to the API or written into a form, nothing of it is an error of ours."""

from __future__ import annotations

import random
import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any
from unittest.mock import MagicMock
from urllib.parse import urljoin, urlsplit

import pytest
import schemathesis
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings

from tests.api.caller import schema
from tests.browser.full_site import fill_site
from tests.games.conftest import play, start
from tests.keys import key_for

__all__ = ["play", "start"]
pytestmark = [pytest.mark.long, pytest.mark.django_db]
EXAMPLES = 40  # for each operation of the API
PAGES, TRIES = 400, 6  # of the crawl, and for each form
NAUGHTY = (
    *(
        "",
        " ",
        "0",
        "-1",
        "9" * 400,
        "1e999",
        "NaN",
        "true",
        "null",
        "\x00",
        "\u202eabc",
        "🚦" * 300,
    ),
    *(
        "'; DROP TABLE games_ply; --",
        "<script>alert(1)</script>",
        "%s %(x)s {0} {{ x }}",
        "../../..",
    ),
    *("2026-02-30", "2026-03-02T25:00", "99:99", "b2", "slide E", "a" * 70_000, "[]", '{"a": 1}'),
)
LEFT_OUT = ("/account/logout/", "/settings/close/", "/language/")


@pytest.fixture
def site(
    alice: Any,
    bob: Any,
    carol: Any,
    start: Any,
    play: Any,
    settings: Any,
    tmp_path: Any,
    monkeypatch: Any,
) -> Any:
    """Return a site on which every page has something to show, and replies are taken."""
    monkeypatch.setattr("notifications.services.mailbox.smtplib.SMTP", MagicMock())
    settings.DEVELOPMENT = True
    settings.EMAIL_BACKEND = "notifications.backends.FolderBackend"
    settings.EMAIL_FOLDER = tmp_path
    settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = {"read": "90000/min", "write": "90000/min"}
    return fill_site((alice, bob, carol), start, play, timezone.now())


def operations() -> list[Any]:
    found = schemathesis.openapi.from_dict(schema()).get_all_operations()
    return [each.ok() for each in found]


def test_schemathesis_finds_no_fault_in_the_api(site: Any, alice: Any) -> None:
    client = Client(headers={"Authorization": f"Bearer {key_for(alice.user)}"})
    client.raise_request_exception = False
    answers: Counter[int] = Counter()
    errors: list[str] = []
    for operation in operations():

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def call(case: Any) -> None:
            status = answer(client, case)
            answers[status] += 1
            if status >= 500:
                errors.append(
                    f"{status} for {case.method} {case.formatted_path} {case.body!r:.300}"
                )

        call()
    print(f"{answers.total()} requests to {len(operations())} operations: {dict(answers)}")
    assert errors == []
    assert answers[200] > 100, "most of it must get through to something"


def answer(client: Client, case: Any) -> int:
    """Send a case as Django's client does."""
    sent = case.as_transport_kwargs(base_url="http://testserver")
    body, kind = sent.get("data") or b"", "application/json"
    if "json" in sent:
        import json

        body = json.dumps(sent["json"])
    found = client.generic(
        sent["method"],
        urlsplit(sent["url"]).path,
        body,
        kind,
        query_params={name: str(value) for name, value in (sent.get("params") or {}).items()},
    )
    return int(found.status_code)


class Forms(HTMLParser):
    """Collects links and forms with the names and values of their fields."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[tuple[str, str, dict[str, list[str]]]] = []
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in about:
            self.links.append(about["href"])
        elif tag == "form":
            method = about.get("method", "get").lower()
            self.forms.append((method, about.get("action", ""), {}))
        elif tag == "select":
            self.select = about.get("name", "")
        elif tag in {"input", "textarea", "button", "option"} and self.forms:
            name = self.select if tag == "option" else about.get("name", "")
            if name and name != "csrfmiddlewaretoken":
                self.forms[-1][2].setdefault(name, []).append(about.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""


class Fuzzer:
    """Walks from page to page and fills every kind of form with sense and nonsense."""

    def __init__(self, client: Client, chance: random.Random) -> None:
        self.client, self.chance = client, chance
        self.seen: set[str] = set()
        self.kinds: set[tuple[str, ...]] = set()
        self.answers: Counter[int] = Counter()
        self.errors: list[str] = []

    def walk(self, starts: tuple[str, ...]) -> None:
        waiting = list(starts)
        while waiting and len(self.seen) < PAGES:
            path = waiting.pop(0)
            if path in self.seen or path.startswith(LEFT_OUT):
                continue
            self.seen.add(path)
            page = self.client.get(path)
            self.note(page.status_code, f"GET {path}")
            if "html" not in page.headers.get("Content-Type", "") or page.streaming:
                continue
            found = Forms()
            found.feed(page.content.decode())
            for form in found.forms:
                self.fill(path, *form)
            waiting += [link for link in (self.own(path, h) for h in found.links) if link]

    def own(self, path: str, href: str) -> str:
        """Return an address on this site, without what stands behind the hash."""
        parts = urlsplit(urljoin(f"http://testserver{path}", href))
        if parts.netloc != "testserver" or parts.scheme != "http":
            return ""
        return parts.path + (f"?{parts.query}" if parts.query else "")

    def fill(self, path: str, method: str, action: str, fields: dict[str, list[str]]) -> None:
        target = self.own(path, action or path)
        kind = (method, re.sub(r"\d+|[\w:-]{25,}", "#", target.split("?")[0]), *sorted(fields))
        if not target or target.startswith(LEFT_OUT) or kind in self.kinds:
            return
        self.kinds.add(kind)
        for _try in range(TRIES):
            data = {name: self.value(values) for name, values in fields.items()}
            data = {name: value for name, value in data.items() if self.chance.random() < 0.9}
            send = self.client.post if method == "post" else self.client.get
            got = send(target, data)
            self.note(got.status_code, f"{method} {target} {str(data)[:400]}")

    def value(self, values: list[str]) -> Any:
        if self.chance.random() < 0.5:
            return self.chance.choice(values)
        if self.chance.random() < 0.1:
            return [self.chance.choice(NAUGHTY) for _ in range(3)]
        return self.chance.choice(NAUGHTY)

    def note(self, status: int, what: str) -> None:
        self.answers[status] += 1
        if status >= 500:
            self.errors.append(f"{status} for {what}")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_form_is_brought_down_by_what_is_written_into_it(
    site: Any, alice: Any, client_for: Any, seed: int
) -> None:
    client = client_for(alice, raise_request_exception=False)
    fuzzer = Fuzzer(client, random.Random(seed))
    fuzzer.walk((*site.own, *site.table, "/tournaments/", "/tournaments/new/", *site.public))
    print(f"{len(fuzzer.seen)} pages, {len(fuzzer.kinds)} kinds of forms: {dict(fuzzer.answers)}")
    assert fuzzer.errors == []
    assert len(fuzzer.kinds) > 30
