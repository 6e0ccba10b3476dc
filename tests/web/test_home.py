"""The start page: a live board and what is going on; a bot at once without an account."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.middleware import GUEST_SESSION_KEY
from accounts.models import Player
from games.models import Match
from tests.markup import text_of
from tests.web.lobby_helpers import bot, challenge

pytestmark = pytest.mark.django_db
CHOICE = {"ruleset": "traffic_lights.4x3", "strategy": "greedy"}


def test_an_empty_site_says_that_nothing_is_running_yet(client: Any) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "Yours could be the first" in text_of(page)
    assert 'href="/try/?moves=b2#try"' in text_of(page)


def test_the_live_board_is_the_public_match_with_the_latest_move(
    client: Any, alice: Any, bob: Any, carol: Any, start: Any, play: Any, noon: Any
) -> None:
    older, newer, hidden = start(alice, bob), start(bob, carol), start(alice, carol, private=True)
    for match in (newer, older, hidden):
        play(match, "b2", noon)
    live = client.get("/").context["live"]
    assert live.match == older
    assert live.diagram.last == {"b2"}


def test_the_live_board_renews_itself_and_stands_alone(
    client: Any, alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    play(start(alice, bob), "b2", noon)
    assert 'hx-get="/being-played/" hx-trigger="every 30s"' in text_of(client.get("/"))
    fragment = client.get("/being-played/")
    assert "Alice – Bob" in text_of(fragment)
    assert "<html" not in text_of(fragment)


def test_a_finished_match_is_shown_where_none_is_running(
    client: Any, alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    match = start(alice, bob, ruleset="traffic_lights.simple", rated=False)
    play(match, "a1,c3,b1,a3,c1", noon)
    page = client.get("/")
    assert match.status == "finished"
    assert page.context["live"].match == match
    assert "Alice won" in text_of(page)


def test_an_introduction_gives_way_to_other_matches_on_the_live_board(
    client: Any, alice: Any, bob: Any, carol: Any, start: Any, play: Any, noon: Any
) -> None:
    shown = start(alice, carol)
    play(shown, "b2", noon)
    play(start(alice, bob, ruleset="traffic_lights.intro", rated=False), "a1", noon)
    assert client.get("/").context["live"].match == shown


def test_what_awaits_the_reader_comes_first(
    client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    match = start(alice, bob)
    assert [row.match for row in client_for(alice).get("/").context["awaiting"]] == [match]
    assert client_for(bob).get("/").context["awaiting"] == []


def test_a_visitor_plays_a_bot_at_once_and_becomes_a_guest(client: Any) -> None:
    greta = bot()
    answer = client.post("/play-a-bot/", CHOICE | {"time_zone": "Asia/Tokyo"})
    match = Match.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == match.get_absolute_url()
    guest = Player.objects.get(kind=Player.Kind.GUEST)
    assert client.session[GUEST_SESSION_KEY] == guest.pk
    assert guest.time_zone == "Asia/Tokyo"
    assert {seat.player for seat in match.seats.all()} == {guest, greta.player}
    assert not match.rated


def test_the_page_looks_soon_for_a_bot_and_leads_its_guest_to_an_account(
    client: Any, play: Any
) -> None:
    bot()
    client.post("/play-a-bot/", CHOICE)
    match = Match.objects.get()
    for move in ("b2", "a1"):
        waiting = match.seats.get(awaited_since__isnull=False).player
        page = text_of(client.get(match.get_absolute_url()))
        assert f'hx-trigger="every {2 if waiting.is_bot else 15}s, live"' in page
        assert "You are playing as a guest" in page
        play(match, move, timezone.now())


def test_the_guest_stays_themselves_in_their_second_match(client: Any) -> None:
    bot()
    client.post("/play-a-bot/", CHOICE)
    client.post("/play-a-bot/", CHOICE | {"ruleset": "traffic_lights.simple"})
    assert Player.objects.filter(kind=Player.Kind.GUEST).count() == 1
    assert Match.objects.count() == 2


def test_a_nonsense_time_zone_does_not_disturb(client: Any) -> None:
    bot()
    client.post("/play-a-bot/", CHOICE | {"time_zone": "Mars/Olympus"})
    assert Player.objects.get(kind=Player.Kind.GUEST).time_zone == "Europe/Berlin"


def test_a_person_plays_the_bot_under_their_own_name(client_for: Any, alice: Any) -> None:
    bot()
    client_for(alice).post("/play-a-bot/", CHOICE)
    assert Match.objects.get().seats.filter(player=alice).exists()
    assert not Player.objects.filter(kind=Player.Kind.GUEST).exists()


def test_a_full_bot_says_so_and_leaves_no_guest_behind(client: Any) -> None:
    bot(max_matches=0)
    page = client.post("/play-a-bot/", CHOICE, follow=True)
    assert "This bot has enough matches at the moment" in text_of(page)
    assert not Player.objects.filter(kind=Player.Kind.GUEST).exists()


@pytest.mark.long
def test_one_address_cannot_fill_the_site_with_guests(client_for: Any) -> None:
    bot(max_matches=100)
    for _ in range(20):
        client_for().post("/play-a-bot/", CHOICE)
    page = client_for().post("/play-a-bot/", CHOICE, follow=True)
    assert "Too many guests have come from your network" in text_of(page)
    assert Player.objects.filter(kind=Player.Kind.GUEST).count() == 20


@pytest.mark.parametrize(
    "wrong", [{"ruleset": "traffic_lights.intro"}, {"strategy": "oracle"}, {"ruleset": ""}]
)
def test_an_impossible_choice_is_answered_with_a_sentence(
    client: Any, wrong: dict[str, str]
) -> None:
    bot()
    page = client.post("/play-a-bot/", CHOICE | wrong, follow=True)
    assert page.status_code == 200
    assert "flash--error" in text_of(page)
    assert not Match.objects.exists()


def test_the_button_only_answers_a_form(client: Any) -> None:
    answer = client.get("/play-a-bot/")
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_a_visitor_sees_open_games_and_a_member_a_home_without_sales(
    client: Any, client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    seek = challenge(alice)
    start(bob, alice)
    assert f'href="{seek.get_absolute_url()}"' in text_of(client.get("/"))
    home = text_of(client_for(alice).get("/"))
    for sales in ("at your own pace</h1>", "/try/", "Keep this game", "Sign up"):
        assert sales not in home
    for part in ("Your turn", "Their turn", "Your events", "Play something new"):
        assert part in home


def test_the_home_of_a_member_names_challenges_puzzle_and_events(
    client_for: Any, alice: Any, bob: Any
) -> None:
    challenge(bob, opponent=alice)
    page = client_for(alice).get("/")
    assert "1 challenge is waiting for your answer." in text_of(page)
    assert "You have not entered a tournament." in text_of(page)


def test_the_first_view_of_a_visitor_sets_no_cookie(client: Any, alice: Any) -> None:
    challenge(alice)
    for address in ("/", "/play/", "/rules/"):
        page = client.get(address)
        assert "csrfmiddlewaretoken" not in text_of(page)
        assert not page.cookies
    assert not client.cookies


def test_the_start_page_is_light(client: Any, alice: Any, bob: Any, start: Any, play: Any) -> None:
    import gzip

    for _ in range(8):
        play(start(alice, bob, now=timezone.now()), "b2", timezone.now())
        challenge(bob)
    assert len(gzip.compress(client.get("/").content)) < 20_000


@pytest.mark.usefixtures("present")
def test_the_start_page_asks_the_same_number_of_queries_however_much_is_going_on(
    client_for: Any, alice: Any, bob: Any, start: Any, play: Any, noon: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            reader.get("/")
        return len(queries)

    reader = client_for(alice)
    play(start(alice, bob), "b2,a1", noon)
    play(start(alice, bob, ruleset="traffic_lights.simple", rated=False), "a1,c3,b1,a3,c1", noon)
    challenge(bob)
    few = asked()
    for _ in range(4):
        play(start(alice, bob), "b2,a1", noon)
        challenge(bob)
    assert asked() == few <= 16
