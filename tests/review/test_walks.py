"""Every address as every kind of viewer, each walked once and looked at in every respect."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings as site

from tests.review.test_frames import MAY, may_be_framed
from tests.review.test_public_copies import is_public
from tests.review.test_secrets import SECRETS, far_rows, leaks, people, places, world
from tests.review.walks import Answer, answers_at, every_address, is_wrong
from tests.sampling import sampled

__all__ = ["far_rows", "people", "world"]
VISITORS = ("nobody", "German")
READERS = ("guest", "zoe", "ada", "ben", "cleo", "dirk", "olga", "rita", "operator")
FORGERY = re.compile(rb"csrfmiddlewaretoken|X-CSRFToken\W+\w{16}")
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.parametrize("who", sampled([*VISITORS, *READERS], ["ben"]), scope="module"),
]


@dataclass(frozen=True)
class Walk:
    """The answers to one viewer, those about earlier positions apart, and what was logged."""

    answers: tuple[Answer, ...]
    earlier: tuple[Answer, ...]
    logged: str
    duel: int


last: dict[str, Walk] = {}  # the viewer's whose turn it is


@pytest.fixture
def walk(who: str, request: Any) -> Walk:
    """Return the walk of a viewer, which the tests about them share."""
    if who not in last:
        last.clear()
        last[who] = walked(who, *map(request.getfixturevalue, NEEDED))
    return last[who]


NEEDED = ("world", "people", "client_for", "caplog")


def walked(who: str, world: Any, people: Any, client_for: Any, caplog: Any) -> Walk:
    """Open every address in the planted world."""
    caplog.clear()
    caplog.set_level(logging.INFO)
    browser = client_for(people.get(who))
    if who == "German":
        browser.cookies[site.LANGUAGE_COOKIE_NAME] = "de"
    answers = tuple(answers_at(browser, every_address(places(world, people))))
    parts = [
        f"/matches/{pk}/{part}" for pk in world["matches"] for part in ("?ply=3", "version/?v=1")
    ]
    earlier = tuple(answers_at(browser, parts))
    logged = "\n".join(record.getMessage() for record in caplog.records)
    return Walk(answers, earlier, logged, world["matches"][1])


def test_no_address_is_at_fault_or_barely_refuses(who: str, walk: Walk) -> None:
    wrong = [each for each in walk.answers if is_wrong(each, each.address)]
    assert [(each.address, each.status_code) for each in wrong] == []


def test_no_address_tells_anybody_what_is_not_theirs_to_know(who: str, walk: Walk) -> None:
    answers = (*walk.answers, *walk.earlier)
    assert [(each.address, name) for each in answers for name in leaks(each.said, who)] == []
    assert [each.name for each in SECRETS if each.pattern.search(walk.logged)] == []


def test_nothing_of_one_reader_may_be_kept_by_a_shared_cache(who: str, walk: Walk) -> None:
    public = {each.address: each for each in walk.answers if is_public(each)}
    if who in READERS:
        assert public == {}
        return
    for address, answer in public.items():
        assert answer.status_code == 200, address
        assert not answer.cookies, address
        if not address.endswith("board.svg"):
            assert {"Cookie", "Accept-Language"} <= set(answer.headers["Vary"].split(", ")), address
            assert answer.headers["Content-Language"] == ("de" if who == "German" else "en")
        assert not FORGERY.search(answer.content), address
        asks_anew = "s-maxage" in answer.headers["Cache-Control"]
        assert not asks_anew or answer.headers["ETag"], address
    assert {"/", "/lobby/", f"/matches/{walk.duel}/", "/ratings/"} <= public.keys()
    assert len(public) > 25


def test_only_embedded_tables_and_boards_may_be_framed(who: str, walk: Walk) -> None:
    pages = (
        each
        for each in walk.answers
        if each.headers.get("Content-Type", "").startswith("text/html")
    )
    framed = {each.address: each.status_code for each in pages if may_be_framed(each)}
    assert [each for each in framed if not MAY.fullmatch(each)] == []
    assert set(framed.values()) == {200}
    assert {each.split("/")[1] for each in framed} == {"tournaments", "matches"}
