"""The page of a match with dice: the roll in hand, what fell since, moves as buttons and lines."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match, Ply, Seat
from tests.games.test_dice import play_on
from tests.markup import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def mensch(alice: Any, bob: Any, start: Any, noon: Any) -> tuple[Any, Any]:
    """Return a match some turns old, and whoever is to move there."""
    bob.language = "en"
    bob.save()
    match = start(alice, bob, ruleset="mensch")
    play_on(match, noon, 120)
    return match, Seat.objects.get(match=match, awaited_since__isnull=False).player


def test_the_roll_in_hand_and_what_fell_since_are_shown(mensch: Any, client_for: Any) -> None:
    match, player = mensch
    page = text_of(client_for(player).get(match.get_absolute_url()))
    face = Ply.objects.filter(match=match, seat=-1).last().text.removeprefix("roll ")
    assert re.search(rf"Roll for (yellow|green|red|black): {face}</span>", page)
    assert "Since your last turn" in page
    assert f'role="img" aria-label="{face}"' in page
    assert "You (" in page


def test_every_move_has_a_button_and_every_pawn_that_may_move_a_link(
    mensch: Any, client_for: Any
) -> None:
    match, player = mensch
    page = text_of(client_for(player).get(match.get_absolute_url()))
    moves = set(re.findall(r'class="button button--quiet" href="[^"]*\?move=([^"]+)"', page))
    assert len(moves) > 1
    links = re.findall(r'<a class="d-link" href="[^"]*\?move=([^"]+)"', page)
    assert set(links) == moves


def test_others_see_the_latest_rolls_and_no_buttons(mensch: Any, client_for: Any) -> None:
    match, _player = mensch
    page = text_of(client_for().get(match.get_absolute_url()))
    assert "Latest rolls" in page
    assert "?move=" not in page
    replayed = text_of(client_for().get(f"{match.get_absolute_url()}?ply=30"))
    assert "This turn" in replayed


def test_the_goose_has_one_button_that_sends_at_once(
    alice: Any, bob: Any, start: Any, client_for: Any
) -> None:
    match = start(alice, bob, ruleset="goose", rated=False, now=timezone.now())
    client = client_for(alice)
    page = text_of(client.get(match.get_absolute_url()))
    assert '<input type="hidden" name="move" value="roll">' in page
    assert "Roll the die</button>" in page
    sent = client.post(f"{match.get_absolute_url()}move/", {"move": "roll", "seen": "0"})
    assert sent.status_code == 303
    assert Ply.objects.filter(match=match, text="roll").count() == 1


@pytest.mark.long
def test_a_long_match_lists_the_lines_around_the_board_shown(
    alice: Any, bob: Any, start: Any, noon: Any, client_for: Any
) -> None:
    match = start(alice, bob, ruleset="mensch", preset="untimed", rated=False)
    play_on(match, noon, 500)
    assert Match.objects.get(pk=match.pk).ply_count >= 500
    client = client_for(alice)
    now, early = (text_of(client.get(match.get_absolute_url() + q)) for q in ("", "?ply=20"))
    assert now.count("moves__number") < 110
    assert re.search(r"From move \d+ on", now)
    assert "From move" not in early
    assert early.count('aria-current="true" aria-label="') == 1
