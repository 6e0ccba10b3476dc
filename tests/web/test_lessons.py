"""Learning a game in a minute, and the strip on a match's page that says its goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import Player
from games.families import registry as families
from games.families.features import lesson_for
from games.families.lessons import seat_to_move, step_position
from games.rules import registry
from games.web.lessons import DISMISSED_COOKIE
from tests.games.conftest import play, start
from tests.markup import text_of
from tests.sampling import at_length, sampled

__all__ = ["play", "start"]
pytestmark = pytest.mark.django_db
WIDE = "traffic_lights.4x3"
PAGE = f"/rules/{WIDE}/lesson/"
GOAL = "Complete three in a row"


@pytest.fixture(autouse=True)
def no_copies() -> Iterator[None]:
    """Forget the copies of pages for visitors."""
    cache.clear()
    yield
    cache.clear()


def test_a_lesson_starts_from_the_page_of_rules_and_ends_with_a_match(client: Any) -> None:
    assert 'href="/rules/traffic_lights.4x3/lesson/"' in text_of(client.get(f"/rules/{WIDE}/"))
    assert "Step 1 of 5" in text_of(client.get(PAGE))
    last = text_of(client.get(f"{PAGE}5/?move=b2"))
    assert "YYY: 5 points!" in last
    assert f'href="/play/?ruleset={WIDE}"' in last


def test_the_right_move_is_told_and_leads_on(client: Any) -> None:
    page = text_of(client.get(f"{PAGE}3/?move=b3"))
    assert "That makes RRR: 1 point." in page
    assert f'href="{PAGE}4/"' in page
    assert f'href="{PAGE}2/"' in page
    assert "d-link" not in page


def test_a_legal_move_that_does_something_else_gets_a_sentence_and_another_try(
    client: Any,
) -> None:
    page = client.get(f"{PAGE}4/?move=b4")
    assert page.status_code == 200
    assert "RRR would be only 1 point" in text_of(page)
    assert f'href="{PAGE}4/?move=c2"' in text_of(page)


@pytest.mark.parametrize("move", sampled(["zz", "b9", "%00", "x" * 3000, "c2 c2"], 3))
def test_what_is_no_move_is_told_and_the_board_stays(client: Any, move: str) -> None:
    page = client.get(f"{PAGE}4/", {"move": move})
    assert page.status_code == 422
    assert f'href="{PAGE}4/?move=c2"' in text_of(page)


def test_clicks_that_lead_nowhere_are_told(client: Any) -> None:
    page = client.get("/rules/traffic_lights.simple.bag/lesson/2/?clicks=zz,y")
    assert page.status_code == 200
    assert "No move starts there." in text_of(page)


def test_a_lesson_goes_on_where_all_stones_are_placed(client: Any) -> None:
    page = client.get("/rules/five/lesson/4/?move=d1-h5")
    assert "After 200 moves without one" in text_of(page)
    assert not page.context["view"].following
    assert "Leave the four on row 5" in text_of(client.get("/rules/five/lesson/4/?move=d5-h5"))


def test_a_bid_is_written_into_a_field_and_leads_to_a_contract_and_the_end(client: Any) -> None:
    page = client.get("/rules/tri_plan/lesson/4/")
    assert 'name="bid" type="number"' in text_of(page)
    assert not page.context["view"].buttons
    assert "bid less and you may be outbid" in text_of(
        client.get("/rules/tri_plan/lesson/4/", {"bid": "8"})
    )
    bid = client.get("/rules/tri_plan/lesson/4/", {"bid": "9"}).context["view"]
    assert (bid.solved, bid.bids) == (True, None)
    lesson = lesson_for("tri_plan")
    assert lesson is not None
    rules, (auction, end) = registry.get("tri_plan"), lesson.steps[3:]
    decided = rules.play(step_position("tri_plan", auction), 1, rules.parse("bid 9"))
    assert (decided.holder, decided.contract) == (1, step_position("tri_plan", end).contract)
    over = rules.play(step_position("tri_plan", end), 1, rules.parse("pass"))
    assert rules.outcome(over).points == (5, 9, 3)
    assert over.ending == "contract_made"


@pytest.mark.parametrize("bid", sampled(["", "1000", "zz", "-1", "9" * 3000], 3))
def test_what_is_no_bid_gets_a_sentence(client: Any, bid: str) -> None:
    page = client.get("/rules/tri_plan/lesson/4/", {"bid": bid})
    assert page.status_code == (422 if bid else 200)
    assert 'name="bid"' in text_of(page)


@pytest.mark.parametrize("path", ["0/", "6/", "99999999999999999999/"])
def test_there_are_no_other_steps(client: Any, path: str) -> None:
    assert client.get(f"{PAGE}{path}").status_code == 404


def test_no_step_asks_the_database_for_a_visitor(
    client: Any, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        client.get(f"{PAGE}3/?move=b3")


@pytest.mark.parametrize("key", [key for key in registry.offered_keys() if lesson_for(key)])
def test_every_step_of_every_lesson_answers_all_its_moves(client: Any, key: str) -> None:
    lesson = lesson_for(key)
    assert lesson is not None
    rules = registry.get(key)
    for number, step in enumerate(lesson.steps, 1):
        state = step_position(key, step)
        legal = [rules.spell(move) for move in rules.moves(state, seat_to_move(key, state))]
        others = [text for text in legal if text not in step.expected]
        right, wrong = (2, 3) if at_length() else (1, number % 2)
        for text in [*step.expected[:right], *others[:wrong]]:
            page = client.get(f"/rules/{key}/lesson/{number}/", {"move": text})
            assert page.status_code == 200
            solved = page.context["view"].solved
            assert solved == (text in step.expected)


def test_a_game_without_a_lesson_has_none(client: Any) -> None:
    with families.temporary_family("tests.families.four"):
        assert lesson_for("four") is None
        assert client.get("/rules/four/lesson/").status_code == 404
        assert "lesson/" not in text_of(client.get("/rules/four/"))


def test_the_goal_stands_on_a_match_until_the_player_dismisses_it(
    client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    match = start(alice, bob, ruleset=WIDE)
    other = start(alice, bob, ruleset="traffic_lights.intro", rated=False)
    client = client_for(alice)
    assert GOAL in text_of(client.get(f"/matches/{match.pk}/"))
    answer = client.post(f"/rules/{WIDE}/goal/", {"next": f"/matches/{match.pk}/"})
    assert answer.url == f"/matches/{match.pk}/"
    assert Player.objects.get(pk=alice.pk).dismissed_hints == [WIDE]
    assert GOAL not in text_of(client.get(f"/matches/{match.pk}/"))
    assert "Complete three greens" in text_of(client.get(f"/matches/{other.pk}/"))
    assert 'class="flash row goal"' in text_of(client_for(bob).get(f"/matches/{match.pk}/"))


def test_a_visitor_dismisses_it_in_their_browser(
    client: Any, alice: Any, bob: Any, start: Any
) -> None:
    match = start(alice, bob, ruleset=WIDE)
    page = f"/matches/{match.pk}/"
    assert GOAL in text_of(client.get(page))
    client.post(f"/rules/{WIDE}/goal/", {"next": page})
    client.post("/rules/traffic_lights.intro/goal/", {"next": page})
    assert client.cookies[DISMISSED_COOKIE].value == f"{WIDE}:traffic_lights.intro"
    assert GOAL not in text_of(client.get(page))


def test_only_a_game_with_a_lesson_can_be_dismissed_and_only_by_post(client: Any) -> None:
    assert client.post("/rules/nothing/goal/").status_code == 404
    assert client.get(f"/rules/{WIDE}/goal/").url == f"/rules/{WIDE}/"
    assert DISMISSED_COOKIE not in client.cookies
    assert client.post(f"/rules/{WIDE}/goal/", {"next": "https://example.org/"}).url == "/"


def test_a_game_without_a_lesson_has_no_strip(
    client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    with families.temporary_family("tests.families.four"):
        match = start(alice, bob, ruleset="four")
        assert 'class="flash row goal"' not in text_of(
            client_for(alice).get(f"/matches/{match.pk}/")
        )


def test_the_symbols_are_explained_beside_the_board(
    client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    match = start(alice, bob, ruleset="traffic_lights.simple.bag", rated=False)
    page = text_of(client_for(alice).get(f"/matches/{match.pk}/"))
    assert "One is drawn at random to refill the pool." in page


def test_the_board_of_a_lesson_is_not_named_like_the_lesson_around_it(client: Any) -> None:
    page = client.get("/rules/halma/lesson/").content.decode()
    assert 'role="region" aria-label="Board"' in page
