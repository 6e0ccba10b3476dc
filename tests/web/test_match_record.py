"""Clock history, ledger and live refresh of a match."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import ClockCharge
from tests.web.acts_table import text_of, url

pytestmark = pytest.mark.django_db


LEG = "a1,c4,a2,c1,a3"


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def table(alice, bob, start, now):
    return start(alice, bob, now=now)


def version_in(page):
    found = page.split("version/?v=", 1)[1]
    return found[: found.index('"')]


# Clocks and ledger --------------------------------------------------------------------------------
def test_the_clock_statement_adds_up(alice, bob, start, play, client_for, now):
    match = start(alice, bob, preset="club", now=now - timedelta(days=6))
    play(match, "b2,a1", now - timedelta(days=3))
    page = text_of(client_for(alice).get(url(match, "clock/")))
    charge = ClockCharge.objects.filter(match=match)[0]
    days, rest = divmod(charge.charged, 86400)
    shown = f"{days} d {rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    assert shown in page
    assert "Turn 1" in page
    assert "still running" in page
    assert "time bank before: 14 days" in page


def test_a_day_off_stands_in_the_statement_uncharged(alice, bob, start, play, client_for, now):
    alice.rest_days = [5, 6]
    alice.save()
    match = start(alice, bob, preset="club", now=now - timedelta(days=8))
    play(match, "b2", now)
    page = text_of(client_for(alice).get(url(match, "clock/")))
    row = next(row for row in page.split("<tr") if "day off" in row)
    assert row.endswith('<td class="num">00:00:00</td></tr>')


def test_the_clock_statement_is_for_the_players(table, carol, client_for):
    assert client_for(carol).get(url(table, "clock/")).status_code == 403
    assert client_for().get(url(table, "clock/")).status_code == 403


def test_the_ledger_is_plain_text_that_replays(table, alice, client_for, play, now):
    from games.queries import position_for
    from games.rules import registry

    play(table, f"{LEG},b2", now)
    client_for(alice).post(url(table, "resign/"))
    answer = client_for().get(url(table, "ledger.txt"))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    text = answer.content.decode()
    for tag in ('[Ruleset "traffic_lights.4x3"]', '[Seat0 "Alice"]', '[Ending "resigned"]'):
        assert tag in text
    rules = registry.get("traffic_lights.4x3")
    state = rules.start(2, {"legs": 2, "max_extra_pairs": 3})
    for line in text.splitlines():
        if line[:1].isdigit():
            _number, seat, rest = line.split(" ", 2)
            state = rules.play(state, int(seat), rules.parse(rest.partition(" {")[0]))
    position = position_for(None, table.pk)
    assert position is not None
    assert state == position.state
    assert text.endswith("Ranks 2 1\n")


# Live refresh -------------------------------------------------------------------------------------
def test_an_unchanged_table_answers_204_with_one_query(table, client_for):
    client = client_for()
    version = version_in(text_of(client.get(url(table))))
    with CaptureQueriesContext(connection) as seen:
        assert client.get(url(table, "version/"), {"v": version}).status_code == 204
    assert len(seen) == 1


def test_a_move_a_remark_or_a_tie_is_news(table, alice, bob, client_for, play, now):
    client = client_for(bob)
    seen = [version_in(text_of(client.get(url(table))))]

    def fresh():
        answer = client.get(url(table, "version/"), {"v": seen[-1]})
        if answer.status_code == 200:
            seen.append(version_in(text_of(answer)))
        return answer

    assert fresh().status_code == 204
    play(table, "b2", now)
    page = text_of(fresh())
    assert '<section id="table"' in page
    for part in ("side", "actions", "chat-lines", "turns-badge"):
        assert f'id="{part}"' in page
    assert 'id="id_text"' not in page
    assert 'id="id_notes"' not in page
    client_for(alice).post(url(table, "say/"), {"text": "hello"})
    assert "hello" in text_of(fresh())
    client_for(alice).post(url(table, "tie/"), {"seen": "1"})
    assert fresh().status_code == 200
    assert fresh().status_code == 204


def test_when_it_is_over_polling_ends_with_the_result(table, alice, bob, client_for, play, now):
    play(table, "b2,a1", now)
    client_for(alice).post(url(table, "resign/"))
    answer = client_for().get(url(table, "version/"), {"v": "old"})
    assert answer.status_code == 286
    assert "Alice resigned." in text_of(answer)
    assert "hx-trigger" not in text_of(answer)


def test_a_session_that_polls_marks_the_position_seen(table, bob, client_for, play, now):
    play(table, "b2", now)
    client_for(bob).get(url(table, "version/"), {"v": "old"})
    assert table.seats.get(player=bob).seen_ply == 1


# What it costs ------------------------------------------------------------------------------------
def test_a_move_costs_at_most_fifteen_queries(table, alice, client_for, play, now):
    play(table, "b2,a1", now)
    client = client_for(alice)
    client.get(url(table))
    with CaptureQueriesContext(connection) as seen:
        answer = client.post(url(table, "move/"), {"move": "c1", "seen": 2})
    assert answer.status_code == 303
    assert len(seen) <= 15, "\n".join(query["sql"][:150] for query in seen)


@pytest.mark.usefixtures("present")
def test_the_page_costs_at_most_fourteen_queries(table, alice, bob, client_for, play, now):
    play(table, f"{LEG},b2,a1", now)
    client_for(bob).post(url(table, "say/"), {"text": "hello"})
    for reader in (alice, bob, None):
        client = client_for(reader)
        for _visit in range(2):
            with CaptureQueriesContext(connection) as seen:
                assert client.get(url(table)).status_code == 200
            assert len(seen) <= 14, "\n".join(query["sql"][:150] for query in seen)
    client = client_for(alice)
    client.post(url(table, "resign/"))
    client.get(url(table))
    with CaptureQueriesContext(connection) as seen:
        assert "You resigned." in text_of(client.get(url(table)))
    assert len(seen) <= 14, "\n".join(query["sql"][:150] for query in seen)
