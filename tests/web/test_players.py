"""A player's page: what everybody may see, and nothing private."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Leave, Player
from games import lobby_queries
from games.models import Match, Seat
from games.player_queries import MatchFilter, finished_matches
from games.services.play import matches, ties
from tests.markup import text_of
from tests.sampling import sampled
from tests.web.lobby_helpers import bot, challenge
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest

pytestmark = pytest.mark.django_db


def test_a_player_shows_themselves_and_their_results(
    client: Any, alice: Any, bob: Any, decided: Any
) -> None:
    alice.about = "Tea & <b>diagonals</b>"
    alice.save()
    match = decided()
    page = text_of(client.get(f"/players/{alice.pk}/"))
    assert "Tea &amp; &lt;b&gt;diagonals&lt;/b&gt;" in page
    assert "1 won, 0 lost, 0 drawn" in page
    assert f'href="/matches/{match.pk}/"' in page
    assert "0 won, 1 lost, 0 drawn" in text_of(client.get(f"/players/{bob.pk}/"))


def test_a_tie_counts_as_a_tie_for_both(
    client: Any, alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    match = start(alice, bob)
    play(match, "b2", noon)
    ties.offer_tie(match.pk, alice, now=noon)
    ties.offer_tie(match.pk, bob, now=noon)
    for player in (alice, bob):
        assert "0 won, 0 lost, 1 drawn" in text_of(client.get(f"/players/{player.pk}/"))


def test_the_rating_history_is_a_chart_with_a_table_beside_it(
    client: Any, alice: Any, decided: Any
) -> None:
    for _ in range(3):
        decided()
    page = client.get(f"/players/{alice.pk}/")
    (pool,) = page.context["ratings"]
    assert [entry["change"] for entry in pool["entries"]][-1] == "+20"
    assert len(pool["chart"].dots) == 3
    html = text_of(page)
    assert 'class="chart"' in html
    assert "<title>2 March 2026: 1520</title>" in html
    assert "Show as a table" in html


@pytest.mark.long
def test_a_match_that_a_substitute_played_on_stands_on_both_pages_and_counts_for_the_first(
    client_for: Any,
    alice: Any,
    bob: Any,
    carol: Any,
    referee: Any,
    start: Any,
    play: Any,
    noon: Any,
) -> None:
    match = start(alice, bob, private=True)
    play(match, "b2,a1", noon)
    seat = {"seat": 1, "substitute": carol.name}
    order = RulingRequest("replace", "C-11", "Ill.", seat, match_id=match.pk)
    rulings.preview_and_sign(order, referee, now=noon)
    assert client_for(bob).get(match.get_absolute_url()).status_code == 200
    matches.resign_match(match.pk, carol, now=noon)
    for player, lost in ((bob, 1), (carol, 0)):
        page = client_for(player).get(f"/players/{player.pk}/")
        assert f'<a href="/matches/{match.pk}/">Alice</a>' in text_of(page)
        assert page.context["results"] == {"won": 0, "lost": lost, "tied": 0}
    page = client_for(bob).get(f"/players/{alice.pk}/")
    assert page.context["against"] == {"won": 0, "lost": 1, "tied": 0}


def test_a_private_match_is_not_named_to_others(
    client: Any, client_for: Any, alice: Any, decided: Any
) -> None:
    match = decided(private=True)
    address = f"/players/{alice.pk}/"
    assert f"/matches/{match.pk}/" not in text_of(client.get(address))
    assert f"/matches/{match.pk}/" in text_of(client_for(alice).get(address))


def test_running_private_matches_are_not_shown(
    client: Any, alice: Any, bob: Any, start: Any
) -> None:
    public = start(alice, bob)
    start(alice, bob, private=True)
    running = client.get(f"/players/{alice.pk}/").context["running"]
    assert [row.match for row in running] == [public]


@pytest.mark.long
@pytest.mark.parametrize("together", sampled([True, False], 1))
def test_finished_matches_come_in_stretches(
    together: bool, client: Any, alice: Any, bob: Any, start: Any
) -> None:
    now = timezone.now()
    begun = [start(alice, bob, now=now).pk for _ in range(41)]
    for number, match in enumerate(begun):
        at = now if together else now + timedelta(minutes=number)
        matches.abort_match(match, alice, now=at)
    shown, address = [], f"/players/{alice.pk}/"
    for length in (20, 20, 1):
        page = client.get(address)
        shown += [row.match.pk for row in page.context["finished"]]
        assert len(page.context["finished"]) == length
        assert 'aria-label="Pages"' in text_of(page)
        address = f"/players/{alice.pk}/?before={shown[-1]}"
    assert shown == begun[::-1]


@pytest.mark.parametrize("odd", sampled(["nonsense", "9" * 30, "-1", "0", "²", ""], 2))
def test_an_odd_stretch_of_matches_begins_with_the_latest(
    odd: str, client: Any, alice: Any, bob: Any, start: Any
) -> None:
    now = timezone.now()
    matches.abort_match(start(alice, bob, now=now).pk, alice, now=now)
    page = client.get(f"/players/{alice.pk}/", {"before": odd})
    assert len(page.context["finished"]) == 1


def test_a_match_that_the_page_does_not_list_moves_no_stretch(
    client: Any, alice: Any, bob: Any, start: Any
) -> None:
    now = timezone.now()
    listed, hidden = start(alice, bob, now=now).pk, start(alice, bob, private=True, now=now).pk
    elsewhere = start(bob, alice, now=now).pk
    for number, match in enumerate((hidden, listed, elsewhere)):
        matches.abort_match(match, alice, now=now + timedelta(minutes=number))
    page = client.get(f"/players/{alice.pk}/", {"before": hidden})
    assert [row.match.pk for row in page.context["finished"]] == [elsewhere, listed]


@pytest.fixture
def ended(alice: Any, start: Any, play: Any) -> Any:
    """Return a maker of Alice's matches that are over."""

    def end(other: Any, by: Any = None, moves: str = "b2,a1", **given: Any) -> int:
        match = start(alice, other, now=timezone.now(), **given)
        play(match, moves, timezone.now())
        if by is not None:
            matches.resign_match(match.pk, by, now=timezone.now())
        else:
            ties.offer_tie(match.pk, alice, now=timezone.now())
            ties.offer_tie(match.pk, other, now=timezone.now())
        return int(match.pk)

    return end


def test_finished_matches_are_filtered_by_game_opponent_result_and_rating(
    client: Any, alice: Any, bob: Any, carol: Any, ended: Any
) -> None:
    won, mill = ended(bob, bob), ended(bob, alice, "a7,d7", ruleset="mill")
    casual, drawn = ended(carol, carol, rated=False), ended(carol)
    latest = [drawn, casual, mill, won]

    def shown(**query: str) -> list[int]:
        page = client.get(f"/players/{alice.pk}/", query)
        return [row.match.pk for row in page.context["finished"]]

    assert shown() == shown(game="no game", result="x", rated="x", who=" ") == latest
    assert shown(game="mill") == shown(result="lost") == [mill]
    assert shown(who="CARO") == [drawn, casual]
    assert shown(who="alice") == shown(who="%_") == []
    assert shown(result="won") == [casual, won]
    assert shown(result="draw") == [drawn]
    assert shown(rated="no") == [casual]
    assert shown(rated="yes", result="won", who="bob") == [won]
    assert shown(result="won", before=str(casual)) == [won]


def test_the_filter_of_finished_matches_stays_on_older_pages_and_costs_no_query(
    client: Any, alice: Any, bob: Any, ended: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.web.lobby.players.FINISHED_PER_PAGE", 2)
    monkeypatch.setattr("games.web.lobby.players.MIN_MATCHES_FOR_FILTER", 3)
    address = f"/players/{alice.pk}/"

    def asked(**query: str) -> tuple[int, str]:
        with CaptureQueriesContext(connection) as made:
            page = client.get(address, query)
        return len(made), page.content.decode()

    first = ended(bob, bob)
    asked()  # what is kept in memory from then on
    few, page = asked()
    assert 'id="id_result"' not in page  # nothing to look for among so few
    second, _third = ended(bob, bob), ended(bob, bob)
    ended(bob, alice)
    many, page = asked(who="bob", result="won", rated="yes", game="traffic_lights.4x3")
    assert many == few == asked()[0]
    assert '<option value="won" selected>' in page
    older = "game=traffic_lights.4x3&amp;who=bob&amp;rated=yes&amp;result=won"
    assert f'href="?{older}&amp;before={second}#finished"' in page
    assert f'href="{address}#finished">All matches' in page
    count, page = asked(who="bob", before=str(second))
    assert count == asked(before=str(second))[0]
    assert f'href="/matches/{first}/"' in page
    assert 'href="?who=bob&amp;#finished">Latest' in page
    assert "No matches found." in asked(who="nobody")[1]


def test_a_game_for_one_is_neither_won_nor_drawn(alice: Any, bob: Any, start: Any) -> None:
    match = start(alice, bob)
    Seat.objects.filter(match=match, player=bob).delete()
    over = {"finished_at": match.started_at}
    Match.objects.filter(pk=match.pk).update(status="finished", ending="no_moves", **over)
    Seat.objects.filter(match=match).update(rank=1, **over)

    def found(result: str) -> list[Match]:
        return finished_matches(alice, alice, 9, match_filter=MatchFilter(result=result))

    assert found("") == [match]
    assert found("won") == found("lost") == found("draw") == []


def test_the_page_says_when_it_counts_the_latest_results_only(
    client: Any, alice: Any, decided: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"/players/{alice.pk}/"
    decided()
    assert "Finished matches" in text_of(client.get(address))
    monkeypatch.setattr(lobby_queries, "MAX_COUNTED_RESULTS", 1)
    assert "Latest 1 matches" in text_of(client.get(address))


def test_the_reader_sees_how_they_stand_against_the_other(
    client_for: Any, alice: Any, bob: Any, decided: Any
) -> None:
    decided()
    page = client_for(alice).get(f"/players/{bob.pk}/")
    assert "you won 1, lost 0, drew 0" in text_of(page)
    assert f"/play/?player={bob.pk}" in text_of(page)
    assert client_for(alice).get(f"/players/{alice.pk}/").context["against"] is None


def test_a_challenge_says_how_both_stand_at_all_and_at_this_game(
    client_for: Any, alice: Any, bob: Any, carol: Any, decided: Any
) -> None:
    decided()
    mine = client_for(alice).get(challenge(alice, opponent=bob).get_absolute_url())
    assert "you won 1, lost 0, drew 0" in text_of(mine)
    assert "in this game" not in text_of(mine)
    theirs = client_for(alice).get(challenge(bob, opponent=alice).get_absolute_url())
    assert "you won 1, lost 0, drew 0" in text_of(theirs)
    assert "Against you" not in text_of(
        client_for(carol).get(challenge(alice, opponent=carol).get_absolute_url())
    )
    step = client_for(alice).get("/play/", {"ruleset": "mill", "player": bob.pk})
    assert "you won 1, lost 0, drew 0" in text_of(step)
    assert 'href="/matches/?who=Bob"' in step.content.decode()


def test_who_never_met_reads_no_noughts(client_for: Any, alice: Any, bob: Any) -> None:
    assert "Against you" not in text_of(client_for(alice).get(f"/players/{bob.pk}/"))


def test_leave_is_announced(client: Any, alice: Any) -> None:
    today = timezone.now().astimezone(alice.zone).date()
    leave = Leave.objects.create(
        player=alice,
        first_day=today + timedelta(days=2),
        last_day=today + timedelta(days=4),
        booked_at=timezone.now(),
    )
    assert "Alice will be on leave from" in text_of(client.get(f"/players/{alice.pk}/"))
    Leave.objects.filter(pk=leave.pk).update(first_day=today)
    assert "Alice is on leave until" in text_of(client.get(f"/players/{alice.pk}/"))
    Leave.objects.filter(pk=leave.pk).update(first_day=date(2026, 1, 1), last_day=date(2026, 1, 3))
    assert "on leave" not in text_of(client.get(f"/players/{alice.pk}/"))


def test_a_bot_tells_how_it_plays(client: Any) -> None:
    page = text_of(client.get(f"/players/{bot().player_id}/"))
    assert "grabs the best line it can" in page
    assert "immediately, day and night" in page
    assert "/play/?player=" in page


def test_guests_and_closed_accounts_cannot_be_challenged(client: Any, noon: Any) -> None:
    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    closed = Player.objects.create(name="Closed account 9", created_at=noon, closed_at=noon)
    for player in (guest, closed):
        assert "?opponent=" not in text_of(client.get(f"/players/{player.pk}/"))
    assert "This account is closed" in text_of(client.get(f"/players/{closed.pk}/"))


def test_nobody_is_not_found(client: Any) -> None:
    assert client.get("/players/999999/").status_code == 404
