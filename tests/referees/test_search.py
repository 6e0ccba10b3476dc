"""Search over people, cases, matches and precedents; the workload of referees."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.referees.desk_pages import text_of
from tournaments.referees.models import Case
from tournaments.referees.queries import search
from tournaments.referees.queries.records import sanctions_of
from tournaments.referees.services import assigning, cases, rulings
from tournaments.referees.services.rulings import RulingRequest

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def about(opener, who, now, text="Rude.", kind="conduct"):
    return cases.open_case(opener, kind=kind, text=text, about_id=who.pk, now=now)


def test_words_find_people_cases_matches_and_precedents(
    alice, bob, carol, start, referee, client_for, now
):
    match = start(alice, bob, now=now)
    rude = about(carol, bob, now - DAY, "Shouted at the umbrella stand.")
    other = about(alice, carol, now)
    browser = client_for(referee)

    page = browser.get("/referee/search/?q=bob").content.decode()
    assert f"/referee/players/{bob.pk}/" in page
    assert f"/referee/matches/{match.pk}/" in page
    assert f"/referee/cases/{rude.pk}/" in page
    assert f"/referee/cases/{other.pk}/" not in page
    assert f"/referee/players/{carol.pk}/" not in page

    found = search.search_cases(referee, "umbrella BOB")
    assert [each.pk for each in found] == [rude.pk]
    assert [each.pk for each in search.search_cases(referee, f"#{other.pk}")] == [other.pk]
    assert not search.search_cases(referee, "umbrella alice").exists()
    assert browser.get("/referee/search/?q=%00").status_code == 404
    assert "People" not in text_of(browser.get("/referee/search/?q=+"))
    assert client_for(alice).get("/referee/search/?q=bob").status_code == 403


def test_nobody_finds_a_discreet_case_about_themselves(alice, office, person, now):
    ravi = office(person("Ravi"))
    hidden = about(alice, ravi, now, "Ravi is Vira.", kind="multi_account")
    rita = office(person("Rosa"))
    assert not search.search_cases(ravi, "Vira").exists()
    assert [each.pk for each in search.search_cases(rita, "Vira")] == [hidden.pk]


def test_a_name_that_is_masked_finds_no_precedent(
    alice, bob, start, play, referee, client_for, noon
):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    case = cases.open_case(bob, kind="tie", text="Agreed.", match_id=match.pk, now=noon)
    params = {"rank_0": 1, "rank_1": 1}
    request = RulingRequest("adjudicate", "15", "Alice agreed.", params=params, case_id=case.pk)
    rulings.preview_and_sign(request, referee, now=noon)
    cases.close_cases(now=noon + 14 * DAY)
    browser = client_for(None)
    assert "agreed" in text_of(browser.get("/precedents/?q=AGREED"))
    assert "agreed" not in text_of(browser.get("/precedents/?q=alice"))
    assert "agreed" in text_of(client_for(referee).get("/referee/search/?q=agreed"))


def test_workload_counts_what_waits_and_how_long_decisions_took(
    alice, bob, carol, person, office, referee, client_for, now
):
    ravi = office(person("Ravi"))
    waits = about(alice, bob, now - 20 * DAY)
    assigning.assign_case(waits.pk, ravi, by=ravi, now=now - 19 * DAY)
    for opener, who, days in ((bob, carol, 1), (carol, alice, 3), (alice, carol, 8)):
        case = about(opener, who, now - days * DAY)
        request = RulingRequest("dismiss", "C-11", "No ground.", case_id=case.pk)
        rulings.preview_and_sign(request, referee, now=now)
    assert Case.objects.get(pk=waits.pk).is_late(now)
    rows = {row.referee: row for row in search.workloads(ravi, now)}
    assert (rows[ravi].pending, rows[ravi].overdue, rows[ravi].decided) == (1, 1, 0)
    own = rows[referee]
    assert (own.pending, own.decided, own.usual, own.longest) == (0, 3, 3 * DAY, 8 * DAY)
    assert "3 days" in text_of(client_for(referee).get("/referee/workload/"))
    assert client_for(alice).get("/referee/workload/").status_code == 403


def test_sanctions_in_cases_one_may_not_open_are_not_told(alice, bob, person, office, referee, now):
    case = about(alice, bob, now)
    request = RulingRequest("warn", "C-11", "Rude.", player_id=bob.pk, case_id=case.pk)
    rulings.preview_and_sign(request, referee, now=now)
    assert len(sanctions_of(bob, referee)) == 1
    assert not sanctions_of(bob, person("Erna"))
