"""The file of a case: the position in question, clocks, records, talk and acts on one page."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.services.play import matches
from tests.referees.desk_pages import text_of
from tournaments.referees.queries.records import records_of
from tournaments.referees.services import cases, rulings
from tournaments.referees.services.acts import registry
from tournaments.referees.services.rulings import RulingRequest
from tournaments.referees.web.act_groups import group_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_everything_a_decision_needs_is_on_one_page(
    called, begun, alice, bob, carol, play, referee, client_for, now
):
    browser, address = client_for(referee), f"/referee/cases/{called.pk}/"
    warning = RulingRequest("warn", "R-5", "Insults.", player_id=alice.pk)
    rulings.preview_and_sign(warning, referee, now=now - 2 * DAY)
    cases.open_case(carol, kind="conduct", text="Rude.", about_id=alice.pk, now=now)
    play(begun, "c3", now)
    matches.send_chat_message(begun.pk, bob, "What are you doing?", now=now)
    with CaptureQueriesContext(connection) as queries:
        page = browser.get(address)
    shown = text_of(page)
    assert len(queries) <= 60
    assert "At random." in shown
    assert shown.count("At random.") == 1
    assert "Last move: a1 by Bob" in shown
    assert "This is the position when the case was opened; 1 ply has been played since." in shown
    assert "What are you doing?" in shown
    assert "Deadline:" in shown
    html = page.content.decode()
    assert re.findall(r"[?]ply=(\d+)#board", html) == ["0", "1", "3", "3"]
    assert "Last move: c3 by Alice" in text_of(browser.get(f"{address}?ply=3"))
    assert browser.get(f"{address}?ply=zzz").status_code == 200
    wording = ("Time", "Grant time", "Result", "Annul the match", "People", "Warn a player")
    assert [shown.index(each) for each in wording] == sorted(shown.index(each) for each in wording)

    record = {each.player: each for each in records_of([alice, bob], referee, now, besides=called)}
    assert (record[alice].warnings, record[alice].suspensions) == (1, 0)
    assert (record[alice].cases, record[alice].called) == (2, 0)  # the warning opened one
    assert (record[bob].warnings, record[bob].cases, record[bob].called) == (0, 0, 0)
    matches.resign_match(begun.pk, alice, now=now)
    (after,) = records_of([alice], referee, now)
    assert (after.cases, after.matches, after.timeouts) == (3, 1, 0)

    person = browser.get(f"/referee/players/{alice.pk}/")
    assert "Alice is warned." in text_of(person)
    assert f"/referee/cases/{called.pk}/" in person.content.decode()
    assert f"/referee/players/{alice.pk}/rule/?act=suspend" in person.content.decode()


def test_nobody_but_a_referee_without_a_stake_sees_board_and_records_there(
    called, alice, bob, carol, office, referee, client_for
):
    address = f"/referee/cases/{called.pk}/"
    for player in (alice, carol):
        assert client_for(player).get(f"/referee/players/{bob.pk}/").status_code == 403
    office(alice)
    page = client_for(alice).get(address)
    assert "Records" not in text_of(page)
    assert 'id="board"' not in page.content.decode()
    assert client_for(referee).get(f"/referee/players/{referee.pk}/").status_code == 404
    assert client_for(referee).get("/referee/players/9999999/").status_code == 404


def test_every_act_is_in_the_group_that_it_belongs_to():
    about = {name: registry.act_named(name).about for name in registry.act_keys()}
    assert {name for name in about if group_of(name) == "event"} == {
        name for name, subject in about.items() if subject == "event"
    } - {"extend"}
    assert [group_of(name) for name in ("extend", "annul", "replace", "undo")] == [
        "time",
        "result",
        "people",
        "case",
    ]
