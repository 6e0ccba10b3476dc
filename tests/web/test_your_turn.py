"""What awaits the reader is in sight on every page: a strip of boards, a badge, a bar."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.services.match import turns_due
from games.templatetags.times import left
from tests.markup import text_of

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_the_strip_stands_on_every_page_the_least_time_left_first(
    client_for: Any, alice: Any, bob: Any, carol: Any, start: Any
) -> None:
    now = timezone.now()
    slow, soon = start(alice, bob, now=now), start(alice, carol, preset="day", now=now)
    reader = client_for(alice)
    for address in ("/rules/", "/lobby/", "/play/", "/settings/", f"/players/{bob.pk}/"):
        page = text_of(reader.get(address))
        strip = page.split('id="turn-strip"')[1].split("</nav>")[0]
        places = [strip.index(match.get_absolute_url()) for match in (soon, slow)]
        assert places == sorted(places)
        assert ">23 h<" in strip.replace(" ", " ")
        assert ">2 d<" in strip
    assert 'class="strip"' not in text_of(client_for(bob).get("/rules/"))


def test_the_match_on_the_page_is_not_in_the_strip(
    client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    here, other = start(alice, bob, now=timezone.now()), start(alice, bob, now=timezone.now())
    page = text_of(client_for(alice).get(here.get_absolute_url()))
    strip = page.split('id="turn-strip"')[1].split("</nav>")[0]
    assert f'href="{other.get_absolute_url()}"' in strip
    assert f'href="{here.get_absolute_url()}"' not in strip


def test_the_strip_ends_with_a_link_to_the_others(
    client_for: Any, alice: Any, bob: Any, start: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(turns_due, "MAX_AWAITING_SHOWN", 2)
    for _ in range(3):
        start(alice, bob)
    page = client_for(alice).get("/rules/")
    strip = text_of(page).split('id="turn-strip"')[1].split("</nav>")[0]
    assert strip.count("data-due") == 2
    assert "All my matches" in strip
    assert "your turn in 3 matches" in text_of(page)


@pytest.mark.usefixtures("present")
def test_the_strip_costs_two_queries_however_many_matches_there_are(
    client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    def asked() -> int:
        reader.get("/rules/")  # the first visit in a turn is noted
        with CaptureQueriesContext(connection) as queries:
            reader.get("/rules/")
        return len(queries)

    reader = client_for(alice)
    none = asked()
    start(alice, bob)
    one = asked()
    for _ in range(2):
        start(alice, bob)
    assert (none, one, asked()) == (3, 4, 4)


def test_an_open_page_asks_what_is_new_and_hears_nothing_twice(
    client_for: Any, alice: Any, bob: Any, start: Any, play: Any
) -> None:
    here, reader = start(alice, bob, now=timezone.now()), client_for(bob)
    assert client_for(None).get("/turns/").status_code == 204
    page = text_of(reader.get("/rules/"))
    address = page.split('id="news" hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert reader.get(address).status_code == 204
    play(here, "b2", timezone.now())
    fresh = text_of(reader.get(address))
    for part in ("turn-strip", "turns-badge", "bar-badge", "news"):
        tag = fresh.split(f'id="{part}"')[1].split(">")[0]
        assert 'hx-swap-oob="true"' in tag
    assert f'href="{here.get_absolute_url()}"' in fresh
    assert f'href="{here.get_absolute_url()}"' not in text_of(reader.get(f"{address}&at={here.pk}"))
    again = fresh.split('id="news" hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert reader.get(again).status_code == 204


def test_phones_have_a_bar_with_the_main_ways(client: Any, client_for: Any, alice: Any) -> None:
    bar = text_of(client_for(alice).get("/rules/")).split('class="bottom-bar"')[1]
    for words in ("Your turn", "Play", "Events", "Rules", "Me"):
        assert words in bar
    assert f'href="/players/{alice.pk}/"' in bar
    assert "Log in" in text_of(client.get("/rules/")).split('class="bottom-bar"')[1]


def test_cards_tell_the_last_move_and_the_time_left(
    client_for: Any, alice: Any, bob: Any, start: Any, play: Any
) -> None:
    now = timezone.now()
    play(start(bob, alice, now=now), "b2", now)
    for address in ("/", "/matches/"):
        page = text_of(client_for(alice).get(address))
        assert "Last move: b2" in page
        assert "(in 3 days" in page.replace("\xa0", " ")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(59, "0 min"), (3540, "59 min"), (7300, "2 h"), (200000, "2 d"), (-5, "0 min")],
)
def test_the_time_left_is_said_by_its_largest_unit(seconds: int, words: str) -> None:
    now = timezone.now()
    assert left(now + timedelta(seconds=seconds), now) == words
