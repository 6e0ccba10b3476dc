"""The board of every game, as everybody may have it: letters, patterns, contrast, colours."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from django.utils import timezone

from accounts.appearance.looks import COLOURS, CONTRAST, LETTERS, PATTERNS
from accounts.models import Player
from games.models import Match, Seat
from games.rules import registry
from games.services.play.play import play_turn
from tests.browser.auditing import Auditor, auditor
from tests.browser.test_accessibility import log_in
from tests.games.conftest import start
from tests.sampling import sampled

__all__ = ["auditor", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAMES = [
    *("traffic_lights.4x3", "traffic_lights.slider", "traffic_lights.4x3.bag", "triad", "ampel"),
    *("tri_plan", "mensch", "mensch.team", "draughts", "mill", "halma", "chess", "goose", "five"),
]
LOOKS = {"plain": [], "marked": [LETTERS, PATTERNS], "sharp": [CONTRAST], "other": [COLOURS]}
PLIES = 7


@pytest.mark.parametrize(
    ("game", "look"), sampled(product(GAMES, LOOKS), [("mensch", "sharp"), ("ampel", "marked")])
)
def test_a_match_of_every_game_is_for_everybody_in_every_look(
    game: str,
    look: str,
    person: Any,
    start: Any,
    live: str,
    auditor: Auditor,
    client_for: Any,
) -> None:
    now, chance = timezone.now(), random.Random(5)
    rules = registry.get(game)
    people = [person(f"Player {letter}") for letter in "ABCDEF"[: min(rules.seats)]]
    match: Match = start(*people, ruleset=game, rated=False, now=now)
    for _ply in range(PLIES):
        match.refresh_from_db()
        mover = Seat.objects.filter(match=match, awaited_since__isnull=False)[0]
        moves = list(rules.moves(rules.load(match.state), mover.number))
        text = rules.spell(chance.choice(moves))
        play_turn(match.pk, mover.number, text, seen=match.ply_count, now=now, source="page")
    mover = Seat.objects.filter(match=match, awaited_since__isnull=False)[0]
    Player.objects.filter(pk=mover.player_id).update(board_look=LOOKS[look])
    log_in(auditor.page, live, client_for(mover.player))
    auditor.audit(match.get_absolute_url())
