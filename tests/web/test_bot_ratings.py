"""The lobby shows a bot's figure in the game it plays."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.lobby_queries import active_bots
from games.models import Bot, Rating
from games.web.lobby.lobby import bot_rows

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_a_bot_is_rated_in_the_pool_of_its_own_game(noon):
    player = Player.objects.create(name="Miller", kind=Player.Kind.BOT, created_at=noon)
    Bot.objects.create(
        player=player, strategy="mill_search", timetable="* * * * *", rulesets=["mill"]
    )
    Rating.objects.create(player=player, pool="traffic_lights", value=111_100, games=90)
    assert bot_rows(active_bots())[0]["rating"] == ""
    Rating.objects.create(player=player, pool="mill", value=164_200, games=30)
    assert bot_rows(active_bots())[0]["rating"] == "1642"
