"""Precedents: what stands for good, without names, for everybody."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tournaments.referees.services import cases, rulings
from tournaments.referees.services.precedents import mask_names
from tournaments.referees.services.rulings import RulingRequest

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def decided(alice, bob, start, play, referee, noon):
    """Return a case that was decided and closed."""
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    case = cases.open_case(bob, kind="tie", text="Alice agreed.", match_id=match.pk, now=noon)
    reason = "ALICE had agreed; Bob's claim is right, says Rita. Bobby has nothing to do with it."
    params = {"rank_0": 1, "rank_1": 1}
    request = RulingRequest("adjudicate", "15", reason, params=params, case_id=case.pk)
    rulings.preview_and_sign(request, referee, now=noon)
    return case


def test_nothing_is_shown_before_it_stands_for_good(decided, client_for, noon):
    page = client_for(None).get("/precedents/")
    assert b"had agreed" not in page.content
    cases.close_cases(now=noon + 14 * DAY)
    page = client_for(None).get("/precedents/")
    assert "The match is decided: a draw." in page.content.decode()


def test_referees_find_the_tabs_of_their_room_here_and_nobody_else(client_for, referee, alice):
    for reader in (alice, None, referee):
        page = client_for(reader).get("/precedents/").content.decode()
        assert ('class="tabs"' in page) is (reader is referee)
        assert ("/referee/" in page) is (reader is referee)


def test_names_are_letters(decided, client_for, noon):
    cases.close_cases(now=noon + 14 * DAY)
    shown = client_for(None).get("/precedents/").content.decode()
    assert "A had agreed; B&#x27;s claim is right, says the referee. Bobby has" in shown
    for name in ("Alice", "ALICE", "Rita"):
        assert name not in shown


def test_precedents_are_searched(decided, client_for, noon):
    cases.close_cases(now=noon + 14 * DAY)
    browser = client_for(None)
    for query, found in (
        ("q=claim", True),
        ("q=claim+right", True),
        ("q=zebra", False),
        ("kind=tie", True),
        ("kind=rules", False),
        ("kind=zzz", True),
        (f"q={'x' * 300}", True),
    ):
        page = browser.get(f"/precedents/?{query}")
        assert (page.status_code, b"had agreed" in page.content) == (200, found), query


def test_a_name_inside_another_word_stays():
    letters = {"Ann": "A", "Ann Lee": "B"}
    assert mask_names("ann lee met Ann, not Anna.", letters) == "B met A, not Anna."
