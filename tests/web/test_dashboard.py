"""My matches: in the order of urgency, in at most ten queries."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.services.play import matches
from tests.markup import text_of
from tests.web.lobby_helpers import challenge

pytestmark = pytest.mark.django_db


def test_without_an_account_one_is_sent_to_log_in_and_back(client: Any) -> None:
    assert client.get("/matches/")["Location"] == "/account/login/?next=%2Fmatches%2F"


def test_the_nearest_deadline_comes_first(
    client_for: Any, alice: Any, bob: Any, carol: Any, start: Any, noon: Any
) -> None:
    slow = start(alice, bob, preset="week_bank")
    soon = start(alice, carol, preset="day")
    endless = start(alice, bob, preset="untimed", rated=False)
    waiting = start(bob, alice)
    page = client_for(alice).get("/matches/")
    assert [row.match for row in page.context["awaiting"]] == [soon, slow, endless]
    assert [row.match for row in page.context["waiting"]] == [waiting]
    assert page.context["awaiting"][0].deadline_at == noon + timedelta(days=1)


def test_a_row_names_opponent_leg_and_score_from_the_readers_side(
    client_for: Any, alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    match = start(alice, bob)
    play(match, "a1,c4,b1,a4,c1", noon)  # Alice completes three reds: 1 point, leg 2 is Bob's
    (row,) = client_for(alice).get("/matches/").context["waiting"]
    assert [player.name for player in row.opponents] == ["Bob"]
    assert (row.leg, row.score) == ("Leg 2 of 2", "1\u00a0:\u00a00")
    (other,) = client_for(bob).get("/matches/").context["awaiting"]
    assert other.score == "0\u00a0:\u00a01"


def test_challenges_to_me_can_be_answered_and_mine_withdrawn(
    client_for: Any, alice: Any, bob: Any
) -> None:
    offered = challenge(bob, opponent=alice)
    own = challenge(alice)
    client = client_for(alice)
    page = client.get("/matches/")
    assert [row["challenge"] for row in page.context["to_me"]] == [offered]
    assert [row["challenge"] for row in page.context["by_me"]] == [own]
    client.post(offered.get_absolute_url(), {"action": "decline"})
    client.post(own.get_absolute_url(), {"action": "withdraw"})
    page = client.get("/matches/")
    assert page.context["to_me"] == page.context["by_me"] == []


def test_finished_matches_stay_in_sight(
    client_for: Any, alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    matches.resign_match(match.pk, bob, now=noon)
    (row,) = client_for(alice).get("/matches/").context["finished"]
    assert (row.match, row.result) == (match, "won")


def test_the_badge_counts_what_awaits_me_on_every_page(
    client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    start(alice, bob)
    start(alice, bob)
    for address in ("/matches/", "/rules/", "/lobby/"):
        assert "2 matches await your move" in text_of(client_for(alice).get(address))
    assert "await" not in text_of(client_for(bob).get("/settings/"))


def test_the_badge_costs_one_query_and_visitors_nothing(
    client_for: Any, client: Any, alice: Any, django_assert_num_queries: Any
) -> None:
    reader = client_for(alice)
    with django_assert_num_queries(3):  # session, reader, badge
        reader.get("/rules/")
    with django_assert_num_queries(0):
        client.get("/rules/")


def test_fifty_matches_take_at_most_ten_queries(
    client_for: Any, alice: Any, bob: Any, carol: Any, start: Any, play: Any, noon: Any
) -> None:
    for number in range(50):
        match = start(alice, bob if number % 2 else carol)
        if number % 3:
            play(match, "b2", noon)
    for _ in range(3):
        challenge(bob, opponent=alice)
        challenge(alice)
    client = client_for(alice)
    with CaptureQueriesContext(connection) as asked:
        page = client.get("/matches/")
    assert len(page.context["awaiting"]) + len(page.context["waiting"]) == 50
    assert len(asked) <= 10, [query["sql"] for query in asked]


def test_a_guest_sees_their_matches_and_is_told_how_to_keep_them(
    client_for: Any, noon: Any, bob: Any, start: Any
) -> None:
    from accounts.models import Player

    guest = Player.objects.create(name="Guest 7", kind=Player.Kind.GUEST, created_at=timezone.now())
    match = start(guest, bob, rated=False)
    page = client_for(guest).get("/matches/")
    assert [row.match for row in page.context["awaiting"]] == [match]
    assert "You are playing as a guest" in text_of(page)
