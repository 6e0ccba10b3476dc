"""What shared caches may keep: never a private match, and visitors' pages as they stand.

That nothing of one reader is kept is seen in ``test_walks.py``.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from config.web.visitors import SHARED_MAX_AGE
from games import clocks
from games.models import Match
from games.services.play.matches import start_match
from games.services.play.play import play_turn
from games.services.play.terms import Terms

pytestmark = pytest.mark.django_db


def is_public(answer: Any) -> bool:
    """Whether a shared cache may keep an answer."""
    said = answer.headers.get("Cache-Control", "")
    return not answer.headers.get("Cache-Control") or "public" in said or "s-maxage" in said


def test_a_private_match_is_never_public(alice, bob, client_for):
    terms = Terms.checked(
        "traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False, private=True
    )
    match = start_match([alice, bob], terms, seed="00" * 32, now=timezone.now())
    for browser in (Client(), client_for(alice), client_for(bob)):
        for address in (f"/matches/{match.pk}/", f"/api/v1/matches/{match.pk}/board.svg"):
            for query in ("", "?ply=0"):
                assert not is_public(browser.get(address + query)), address


@pytest.fixture
def duel(alice, bob) -> Match:
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False)
    return start_match([alice, bob], terms, seed="00" * 32, now=timezone.now())


def test_visitors_who_have_a_page_already_are_told_so_without_a_query(
    duel, settings, django_assert_num_queries
):
    settings.VISITOR_COPIES = True
    first = Client().get("/lobby/")
    with django_assert_num_queries(0):
        again = Client().get("/lobby/", headers={"If-None-Match": first.headers["ETag"]})
        other = Client().get("/lobby/")
    german = Client().get("/lobby/", headers={"Accept-Language": "de"})
    assert german.headers["Content-Language"] == "de"
    assert (again.status_code, again.content) == (304, b"")
    assert other.content == first.content
    assert other.headers["Cache-Control"] == f"public, max-age=0, s-maxage={SHARED_MAX_AGE}"
    assert other.headers["Content-Length"] == str(len(first.content))
    assert other.headers["X-Frame-Options"] == "DENY"


def test_a_match_is_shown_to_visitors_as_it_stands(duel, settings, django_assert_num_queries):
    settings.VISITOR_COPIES = True
    address = f"/matches/{duel.pk}/"
    first = Client().get(address)
    with django_assert_num_queries(1):
        same = Client().get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert same.status_code == 304
    play_turn(duel.pk, 0, "a1", seen=0, now=timezone.now(), source="page")
    moved = Client().get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert moved.status_code == 200
    assert moved.content != first.content


def test_a_reader_never_gets_the_copy_of_visitors(duel, settings, client_for, alice):
    settings.VISITOR_COPIES = True
    visitor = Client().get("/")
    own = client_for(alice).get("/")
    assert "Alice" in own.text
    assert own.headers["Cache-Control"].startswith("private")
    assert Client().get("/").content == visitor.content
    note = Client()
    note.cookies["messages"] = "anything"
    assert not is_public(note.get("/"))


def test_earlier_boards_may_be_kept_for_days_and_the_last_one_for_seconds(duel, client_for, alice):
    play_turn(duel.pk, 0, "a1", seen=0, now=timezone.now(), source="page")
    address = f"/api/v1/matches/{duel.pk}/board.svg"
    early, late = Client().get(f"{address}?ply=0"), Client().get(address)
    assert early.headers["Cache-Control"] == "public, max-age=604800"
    assert late.headers["Cache-Control"] == "public, max-age=0, s-maxage=10"
    assert {"Accept-Language", "Authorization", "Cookie"} <= set(late.headers["Vary"].split(", "))
    again = Client().get(address, headers={"If-None-Match": late.headers["ETag"]})
    assert again.status_code == 304
    assert not is_public(client_for(alice).get(f"{address}?ply=0"))


def test_forms_of_visitors_need_no_token_where_the_browser_names_this_site(settings):
    visitor = Client(enforce_csrf_checks=True)
    page = visitor.get("/")
    assert not page.cookies
    asked = {"language": "de", "next": "/lobby/"}
    elsewhere = visitor.post("/language/", asked, headers={"Origin": "https://example.net"})
    assert elsewhere.status_code == 403
    assert visitor.post("/language/", asked, headers={"Origin": "null"}).status_code == 403
    assert visitor.post("/language/", asked).status_code == 403
    here = visitor.post("/language/", asked, headers={"Origin": "http://testserver"})
    assert here.status_code == 302
    assert visitor.get("/lobby/").headers["Content-Language"] == "de"


def test_forms_of_readers_need_their_token_whatever_the_browser_says(client_for, alice):
    reader = client_for(alice, enforce_csrf_checks=True)
    said = {"headers": {"Origin": "http://testserver"}}
    assert reader.post("/language/", {"language": "de"}, **said).status_code == 403
