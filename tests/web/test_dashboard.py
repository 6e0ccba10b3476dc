"""My matches: in the order of urgency, in at most ten queries."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.services.play import matches
from notifications.models import EmailSettings
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
    assert (row.leg, row.score) == ("Leg 2 of 2", "1–0")
    (other,) = client_for(bob).get("/matches/").context["awaiting"]
    assert other.score == "0–1"


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
    assert (row.match, row.result) == (match, "won (resignation)")


def test_a_score_that_speaks_for_the_loser_is_not_shown_in_lists(
    client_for: Any, alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    match = start(bob, alice)
    play(match, "a1,c4,b1,a4,c1", noon)  # the first leg is Bob's
    matches.resign_match(match.pk, bob, now=noon)
    (row,) = client_for(alice).get("/matches/").context["finished"]
    assert (row.result, row.score) == ("won (resignation)", "")


def test_the_badge_counts_what_awaits_me_on_every_page(
    client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    start(alice, bob)
    start(alice, bob)
    for address in ("/matches/", "/rules/", "/lobby/"):
        assert "your turn in 2 matches" in text_of(client_for(alice).get(address))
    assert "await" not in text_of(client_for(bob).get("/settings/"))


@pytest.mark.usefixtures("present")
def test_the_badge_costs_one_query_and_visitors_nothing(
    client_for: Any, client: Any, alice: Any, django_assert_num_queries: Any
) -> None:
    reader = client_for(alice)
    with django_assert_num_queries(3):  # session, reader, badge
        reader.get("/rules/")
    with django_assert_num_queries(0):
        client.get("/rules/")


@pytest.mark.usefixtures("present")
def test_every_page_says_at_no_cost_that_ones_e_mails_come_back(
    client_for: Any, alice: Any, bob: Any, noon: Any, django_assert_num_queries: Any
) -> None:
    told = "E-mails to alice@example.org bounced or were reported as spam on"
    EmailSettings.objects.create(player=alice, bounced_at=noon, bounced_address="alice@example.org")
    EmailSettings.objects.create(player=bob, bounced_at=noon, bounced_address="old@example.org")
    reader = client_for(alice)
    with django_assert_num_queries(3):  # session, reader, badge
        assert told in text_of(reader.get("/rules/"))
    assert told in text_of(reader.get("/"))
    assert told not in text_of(reader.get("/settings/emails/"))  # its form says it
    assert "came back" not in text_of(client_for(bob).get("/rules/"))


@pytest.mark.long
@pytest.mark.usefixtures("present")
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


@pytest.mark.usefixtures("present")
def test_many_matches_come_in_pages_and_can_be_filtered(
    client_for: Any, alice: Any, bob: Any, carol: Any, start: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr("games.web.lobby.dashboard.SHOWN", 4)
    mine = [start(alice, carol if n % 2 else bob) for n in range(9)]
    mill = start(alice, bob, ruleset="mill")
    theirs = [start(bob, alice) for _ in range(5)]
    client = client_for(alice)
    client.get("/matches/")  # the first visit in a turn is noted

    def shown(**query: str) -> tuple[list[Any], list[Any], str]:
        with CaptureQueriesContext(connection) as asked:
            page = client.get("/matches/", query)
        # the badge counts what a filter leaves out; a page that is not there becomes the first
        further = any(query.get(name) for name in ("who", "game", "rated"))
        assert len(asked) <= 10 + (further or query.get("page") == "99")
        context = page.context
        return (
            [row.match for row in context["awaiting"]],
            [row.match for row in context["waiting"]],
            page.text,
        )

    first, waiting, text = shown()
    assert (len(first), len(waiting)) == (4, 4)
    assert '<span class="badge">10</span>' in text
    assert 'href="?theirs=2#theirs"' in text
    second, third = shown(page="2")[0], shown(page="3")[0]
    assert {each.pk for each in first + second + third} == {each.pk for each in [*mine, mill]}
    assert len(shown(theirs="2")[1]) == len(theirs) - 4
    assert shown(page="99")[0] == shown(page="x")[0] == first
    against_carol, none_waiting, text = shown(who="CARO")
    assert len(against_carol) == 4
    assert none_waiting == []
    assert "No matches found." in text
    assert shown(game="mill")[0] == [mill]
    assert shown(rated="no", game="mill")[0] == []
    assert shown(rated="yes", result="won")[0] == first  # running ones have no result
    assert shown(game="no game", who="")[0] == first
    assert shown(who="alice")[0] == []  # not oneself
