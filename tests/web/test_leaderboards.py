"""The leaderboards: places, pages, finding a player."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from accounts.models import Player
from games.models import Rating, RatingEntry
from games.web.lobby.chart import chart_of
from tests.markup import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([150000, 152000], [1500, 1510, 1520]),
        ([150000, 150000], [1500, 1510]),
        ([148900, 163100], [1450, 1500, 1550, 1600, 1650]),
        ([90000, 241000], [500, 1000, 1500, 2000, 2500]),
        ([100000, 900000], [0, 9000]),
    ],
)
def test_the_charts_lines_are_round_values_around_the_curve(
    values: list[int], ticks: list[int]
) -> None:
    steps = itertools.pairwise(values)
    drawn = chart_of([RatingEntry(before=before, after=after) for before, after in steps])
    assert [tick.value for tick in drawn.ticks] == ticks
    assert all(14 <= point.y <= drawn.base for point in drawn.points)
    assert drawn.line.startswith("M52 ")


# Leaderboards -------------------------------------------------------------------------------------


def ranked(name: str, value: int, games: int, noon: Any) -> Player:
    """Make a player with a figure."""
    player = Player.objects.create(name=name, created_at=noon)
    Rating.objects.create(player=player, pool="traffic_lights", value=value, games=games)
    return player


def test_an_empty_board_says_so(client: Any) -> None:
    assert "No rated match has been finished yet." in text_of(client.get("/ratings/"))


def test_the_best_comes_first_and_provisional_figures_wear_a_question_mark(
    client: Any, noon: Any
) -> None:
    ranked("Low", 148000, 30, noon)
    ranked("High", 161000, 5, noon)
    ranked("Unplayed", 150000, 0, noon)
    rows = client.get("/ratings/").context["rows"]
    assert [(row["place"], row["player"].name, row["rating"]) for row in rows] == [
        (1, "High", "1610?"),
        (2, "Low", "1480"),
    ]


def test_long_boards_have_pages_that_go_on_counting(client: Any, noon: Any) -> None:
    for number in range(52):
        ranked(f"Player {number}", 150000 - number, 20, noon)
    page = client.get("/ratings/?page=2")
    assert [row["place"] for row in page.context["rows"]] == [51, 52]
    assert "?pool=traffic_lights&amp;page=1" in text_of(page)


def test_a_name_leads_to_its_player_and_a_part_of_it_to_a_list(client: Any, alice: Any) -> None:
    assert client.get("/ratings/?name=ALICE")["Location"] == f"/players/{alice.pk}/"
    page = client.get("/ratings/?name=lic")
    assert [player.name for player in page.context["found"]] == ["Alice"]
    nobody = text_of(client.get("/ratings/?name=<script>"))
    assert "No player is called “&lt;script&gt;”" in nobody


def test_an_unknown_pool_shows_the_first(client: Any) -> None:
    assert client.get("/ratings/?pool=chess960").context["pool"] == "traffic_lights"


def test_the_readers_own_line_is_marked(client_for: Any, alice: Any) -> None:
    Rating.objects.create(player=alice, pool="traffic_lights", value=150000, games=1)
    assert '<tr class="is-me">' in text_of(client_for(alice).get("/ratings/"))


@pytest.mark.long
def test_a_page_full_of_matches_asks_no_more_queries_than_one_with_few(
    client: Any, alice: Any, bob: Any, start: Any, decided: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/players/{alice.pk}/")
        return len(queries)

    decided()
    start(alice, bob)
    few = asked()
    for _ in range(4):
        decided()
        start(alice, bob)
    assert asked() == few <= 18
