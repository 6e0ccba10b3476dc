"""The board from its other side: in every game for two, for players and visitors, by address."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.diagrams.boards import rotate_diagram
from games.diagrams.svg import render_svg
from games.families.drawing import diagram_for
from games.rules import registry
from games.rules.base import resolve_options
from tests.games.conftest import three
from tests.markup import text_of

__all__ = ["three"]

FOR_TWO = [key for key in registry.offered_keys() if 2 in registry.get(key).seats]


@pytest.mark.parametrize("key", FOR_TWO)
def test_a_board_turned_twice_lies_as_before(key: str) -> None:
    rules = registry.get(key)
    drawn = diagram_for(key, rules.start(2, resolve_options(rules, {}, 2)))
    other = rotate_diagram(drawn)
    assert rotate_diagram(other) == drawn
    assert {cell.name: cell.piece for cell in other.cells} == {
        cell.name: cell.piece for cell in drawn.cells
    }
    columns, rows = drawn.shape
    for cell in drawn.cells:
        there = other.by_name[cell.name]
        assert (cell.x + there.x, cell.y + there.y) == (columns - 1, rows - 1)
    assert render_svg(other) != render_svg(drawn)


@pytest.mark.django_db
def test_the_address_keeps_the_board_turned(
    alice: Any, bob: Any, start: Any, play: Any, client_for: Any
) -> None:
    now = timezone.now()
    match = start(alice, bob, now=now)
    play(match, "b2", now)
    flipped = f"/matches/{match.pk}/turned/"
    for reader in (None, alice, bob):
        client = client_for(reader)
        usual = text_of(client.get(f"/matches/{match.pk}/"))
        assert f'href="{flipped}"' in usual
        page = text_of(client.get(flipped))
        assert f'href="{flipped}?ply=0"' in page
        assert f'href="/matches/{match.pk}/" data-swap' in page
        assert "turned=1" in page.split("data-poll")[0].rsplit("<div", 1)[1]
        first, second = (text.split('class="match-table')[1] for text in (usual, page))
        if reader == bob:
            assert first.index('data-at="a1"') > first.index('data-at="a4"')
            assert second.index('data-at="a1"') < second.index('data-at="a4"')
    replayed = text_of(client_for(None).get(f"{flipped}?ply=0"))
    assert f'href="/matches/{match.pk}/?ply=0"' in replayed


@pytest.mark.django_db
def test_a_move_is_sent_from_the_turned_board_and_leads_back_to_it(
    alice: Any, bob: Any, start: Any, client_for: Any
) -> None:
    match = start(alice, bob, now=timezone.now())
    client = client_for(alice)
    page = text_of(client.get(f"/matches/{match.pk}/turned/?move=b2"))
    action = page.split('action="/matches/')[1].split('"')[0]
    assert action == f"{match.pk}/move/?turned=1"
    sent = client.post(f"/matches/{action}", {"move": "b2", "seen": "0"})
    assert sent["Location"] == f"/matches/{match.pk}/turned/"
    poll = client.get(f"/matches/{match.pk}/version/?v=0&turned=1")
    assert f"/matches/{match.pk}/turned/?ply=0" in poll.content.decode()


@pytest.mark.django_db
def test_boards_of_three_are_not_turned(three: Any, alice: Any, client_for: Any) -> None:
    match = three(now=timezone.now())
    page = text_of(client_for(alice).get(f"/matches/{match.pk}/turned/"))
    assert "Flip board" not in page
