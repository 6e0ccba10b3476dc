"""Two kinds of pages may stand in a frame on other sites; ``test_walks.py`` sees: no others."""

from __future__ import annotations

import re
from typing import Any

import pytest

from accounts.models import Player
from games import clocks
from games.models import Match
from games.services.play.matches import start_match
from games.services.play.terms import Terms
from tests.review.test_secrets import far_rows, people, world
from tests.sampling import sampled
from tournaments.models import Tournament

__all__ = ["far_rows", "people", "world"]
pytestmark = pytest.mark.django_db
MAY = re.compile(r"/(?:tournaments|matches)/\d+/embed/")


def may_be_framed(answer: Any) -> bool:
    """Whether browsers would show an answer in a frame of another site."""
    policy = answer.headers.get("Content-Security-Policy", "")
    ancestors = re.search(r"frame-ancestors ([^;]+)", policy)
    denied = answer.headers.get("X-Frame-Options") == "DENY"
    return not denied or ancestors is None or ancestors[1] != "'none'"


def shown(browser: Any, address: str, **headers: str) -> Any:
    """Return an embedded page, after a look at what it may hold."""
    answer = browser.get(address, headers=headers)
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "X-Frame-Options" not in answer.headers
    assert not answer.cookies
    if answer.status_code == 200:
        assert "script-src 'none'" in policy
        for tag in ("<form", "<script", "<header", "csrfmiddlewaretoken"):
            assert tag not in answer.text, tag
    return answer


@pytest.mark.parametrize("kept", sampled([True, False], 1))
def test_an_embedded_page_stays_framable_from_copies_and_unchanged(
    kept, settings, world, people, client_for
):
    settings.VISITOR_COPIES = kept
    match = Match.objects.filter(private=False).first()
    event = Tournament.objects.exclude(status="draft").first()
    for address in (f"/matches/{match.pk}/embed/", f"/tournaments/{event.pk}/embed/"):
        first = shown(client_for(None), address)
        again = shown(client_for(None), address)
        assert again.content == first.content
        unchanged = shown(client_for(None), address, if_none_match=first.headers["ETag"])
        assert unchanged.status_code == 304
        reader = Player.objects.exclude(user=None).first()
        assert shown(client_for(reader), address).content == first.content, "alike for everybody"


@pytest.mark.long
def test_what_is_private_is_not_embedded_even_for_its_owner(
    alice, bob, client_for, world, people, noon
):
    terms = Terms.checked(
        "traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False, private=True
    )
    match = start_match([alice, bob], terms, seed="00" * 32, now=noon)
    event = Tournament.objects.exclude(status="draft").first()
    Tournament.objects.filter(pk=event.pk).update(status="draft", finished_at=None)
    owner = Player.objects.get(pk=event.organiser_id)
    for reader, path in ((alice, f"matches/{match.pk}"), (owner, f"tournaments/{event.pk}")):
        answer = client_for(reader).get(f"/{path}/embed/")
        assert answer.status_code == 404
        assert may_be_framed(answer) is False
        if reader is alice:
            assert "embed-lines" not in client_for(reader).get(f"/{path}/").text


@pytest.mark.long
def test_the_pages_offer_the_lines_to_copy(world, people, client_for, settings):
    match = Match.objects.filter(private=False).first()
    event = Tournament.objects.exclude(status="draft").first()
    for path in (f"/matches/{match.pk}/", f"/tournaments/{event.pk}/"):
        page = client_for(None).get(path).text
        assert f"&lt;iframe src=&quot;{settings.SITE_URL}{path}embed/&quot;" in page
        assert 'data-copy="#embed-lines"' in page
