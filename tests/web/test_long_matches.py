"""The list of moves of a long match shows those around the position, and a way to the others."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games.web.page import history

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
MOVES = "b2,a1,c3,a2,b1,c1,a4,b4,c4"


@pytest.fixture
def long_match(alice, bob, start, play, noon, monkeypatch):
    """Return a match of nine plies of which pages list four, two of them before the shown one."""
    monkeypatch.setattr(history, "LISTED_IN_FULL", 4)
    monkeypatch.setattr(history, "LISTED_BEFORE", 2)
    match = start(alice, bob)
    play(match, MOVES, noon + HOUR)
    match.refresh_from_db()
    return match


def listed(page) -> list[int]:
    """Return the plies that the list of moves links."""
    (found,) = re.findall(r'<ol class="moves.*?</ol>', page.text, re.DOTALL)
    return [int(ply) for ply in re.findall(r'\?ply=(\d+)" data-swap\s+(?:aria|class)', found)]


def test_the_list_shows_the_moves_around_the_position(long_match, client):
    for query, plies in (
        ("", [7, 8, 9]),
        ("?ply=6", [5, 6, 7, 8]),
        ("?ply=4", [3, 4, 5, 6]),
        ("?ply=0", [1, 2, 3, 4]),
    ):
        assert listed(client.get(f"/matches/{long_match.pk}/{query}")) == plies


def test_a_link_leads_to_the_moves_before(long_match, client):
    page = client.get(f"/matches/{long_match.pk}/").text
    link = r'From move \d+ on\s+· <a href="[^"]+\?ply=6" data-swap>earlier moves</a>'
    assert re.search(link, page)
    assert "earlier moves" not in client.get(f"/matches/{long_match.pk}/?ply=1").text
