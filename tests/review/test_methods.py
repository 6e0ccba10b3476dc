"""Every address, opened by hand: never an error, and never a bare refusal of the method."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.urls import resolve

from config.web.method_not_allowed import nearest_parent_page
from tests.markup import text_of
from tests.review.addresses import filled, routes
from tests.review.test_secrets import far_rows, people, places, world
from tests.review.walks import every_address, is_wrong
from tests.sampling import sampled

__all__ = ["far_rows", "people", "world"]
pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("accounts", "config", "games", "inbound", "notifications", "tournaments")
READ = re.compile(r"""GET(?:\.get\(|\.getlist\(|\[)\s*["'](\w+)["']""")
ODD = [  # the reader, the value, and of how many addresses one is opened
    ("ada", "\x00", 3),
    ("ada", "\x00", 1),
    ("ada", "99999999", 1),
    ("nobody", "-1", 1),
    ("nobody", "x", 1),
    ("operator", "", 1),
]


def names_read() -> set[str]:
    """Return every name of a query that the code reads, and some that it reads by other means."""
    files = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    found = {name for path in files for name in READ.findall(path.read_text())}
    return found | {"page", "ply", "v", "cursor", "before", "after", "sort", "lang"}


def test_the_names_of_queries_are_found():
    assert {"ply", "move", "step", "pool"} <= names_read()


@pytest.mark.long
@pytest.mark.parametrize(("who", "odd", "step"), sampled(ODD, 1))
def test_every_address_can_be_opened_whatever_its_query(who, odd, step, world, people, client_for):
    browser = client_for(people.get(who), raise_request_exception=False)
    wrong, query = [], dict.fromkeys(names_read(), odd)
    for address in [*every_address(places(world, people))][::step]:
        answer = browser.get(address, query)
        if is_wrong(answer, address):
            wrong.append((address, answer.status_code))
    assert wrong == []


@pytest.mark.long
def test_an_address_for_forms_leads_to_the_page_that_has_the_form(world, people, client_for):
    browser = client_for(people["ada"])
    duel = world["matches"][1]
    for part in ("say", "notes", "rematch", "move"):
        answer = browser.get(f"/matches/{duel}/{part}/")
        assert (answer.status_code, answer["Location"]) == (302, f"/matches/{duel}/")
    seen = set()
    for route in (each for each in routes() if not each.startswith(("admin/", "api/"))):
        for address in filled(route, places(world, people)):
            seen.add(nearest_parent_page(address))
    assert all(resolve(address) for address in seen)


@pytest.mark.long
@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_another_method_is_refused_on_a_page_with_a_link(method, world, people, client_for):
    browser = client_for(people["ada"])
    answer = getattr(browser, method)(f"/matches/{world['matches'][1]}/")
    assert answer.status_code == 405
    assert "GET" in answer["Allow"]
    page = text_of(answer)
    assert "This page doesn’t accept that request" in page
    assert f'href="/matches/{world["matches"][1]}/">Open the page' in page


@pytest.mark.long
@pytest.mark.parametrize("ply", ["-1", "99999", "x", "²", "1e3", "9" * 400])
def test_an_odd_ply_shows_the_match(ply: str, world: Any, client_for: Any) -> None:
    answer = client_for().get(f"/matches/{world['matches'][1]}/", {"ply": ply})
    assert answer.status_code == 200
    assert 'class="diagram' in text_of(answer)


def test_browsers_find_an_icon_and_the_app(client_for):
    icon = client_for().get("/favicon.ico")
    assert (icon.status_code, icon["Content-Type"]) == (200, "image/x-icon")
    assert icon.content[:4] == b"\x00\x00\x01\x00"
    app = client_for().get("/manifest.webmanifest")
    assert app["Content-Type"] == "application/manifest+json"
    told = app.json()
    assert (told["start_url"], told["display"]) == ("/", "standalone")
    for each in told["icons"]:
        png = (ROOT / each["src"].removeprefix("/")).read_bytes()
        size = f"{int.from_bytes(png[16:20])}x{int.from_bytes(png[20:24])}"
        assert size == each["sizes"]
        assert len(png) < 15_000
