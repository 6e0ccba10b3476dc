"""The queue of cases: tabs with counts, filters, stretches, taking on and giving back."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.services.errors import Refused
from notifications.models import Message
from tests.emails import render
from tests.referees.desk_pages import text_of
from tests.referees.test_event_acts import advance
from tests.sampling import at_length
from tournaments.referees.models import Case
from tournaments.referees.queries import queue as queue_queries
from tournaments.referees.services import assigning, cases, rulings
from tournaments.referees.services.permissions import can_rule
from tournaments.referees.services.rulings import RulingRequest
from tournaments.referees.web import queue as queue_pages

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def about(opener, who, now, kind="conduct"):
    """Return a case about a player outside of any event."""
    return cases.open_case(opener, kind=kind, text="Rude.", about_id=who.pk, now=now)


def listed(page):
    """Return the numbers of the cases that a page of the queue lists."""
    return [int(n) for n in re.findall(r"/referee/cases/(\d+)/\"", page.content.decode())]


def tabs(page):
    """Return the number in each tab, and the tab that is open."""
    found = re.findall(
        r'tab=(\w+)[^"]*"( aria-current="page")?>\s*[^<]*<span class="badge[^"]*">(\d+)<',
        page.content.decode(),
    )
    counted = {name: int(count) for name, _open, count in found}
    return counted, [name for name, shown, _count in found if shown]


def test_tabs_hold_what_they_say_and_a_click_takes_a_case_on(
    alice, bob, carol, person, office, referee, client_for, now
):
    ravi, dora = office(person("Ravi")), person("Dora")
    first, late = about(alice, bob, now - DAY), about(alice, carol, now - 8 * DAY)
    mine, appealed = about(bob, carol, now), about(carol, dora, now - 2 * DAY)
    own = about(referee, dora, now)
    assigning.assign_case(mine.pk, referee, by=referee, now=now)
    request = RulingRequest("dismiss", "C-11", "No ground.", case_id=appealed.pk)
    rulings.preview_and_sign(request, ravi, now=now - DAY)
    cases.appeal(appealed.pk, carol, "Look again.", now=now - DAY)

    browser = client_for(referee)
    page = browser.get("/referee/")
    assert tabs(page) == ({"mine": 1, "unassigned": 3, "overdue": 1, "appeals": 1}, ["mine"])
    assert listed(page) == [mine.pk]
    page = browser.get("/referee/?tab=unassigned")
    assert listed(page) == [late.pk, first.pk, own.pk]  # what is due first on top
    html = page.content.decode()
    assert f"/referee/cases/{first.pk}/take/" in html
    assert f"/referee/cases/{own.pk}/take/" not in html  # never one's own
    assert listed(browser.get("/referee/?tab=overdue")) == [late.pk]
    assert listed(browser.get("/referee/?tab=appeals")) == [appealed.pk]
    assert "/take/" not in client_for(ravi).get("/referee/?tab=appeals").content.decode()
    assert len(listed(browser.get("/referee/?tab=all"))) == 5
    assert listed(browser.get("/referee/?tab=all&state=closed")) == []
    assert listed(browser.get("/referee/?tab=unassigned&kind=other")) == []
    for wrong in (
        "tab=zzz",
        "event=9999999999999999999",
        "after=zzz",
        "after=2026-01-01_1",
        "kind=x",
    ):
        assert browser.get(f"/referee/?{wrong}").status_code == 200, wrong

    page = browser.post(f"/referee/cases/{first.pk}/take/", follow=True)
    assert page.redirect_chain == [(f"/referee/cases/{first.pk}/", 303)]
    assert "The case is now yours." in text_of(page)
    browser.post(f"/referee/cases/{first.pk}/take/")
    assert first.lines.filter(event="assigned").count() == 1  # twice is once
    page = client_for(ravi).post(f"/referee/cases/{first.pk}/take/")
    assert (page.status_code, "Rita has already taken this case on." in text_of(page)) == (
        409,
        True,
    )
    refused = client_for(ravi).post(f"/referee/cases/{first.pk}/give-back/")
    assert (refused.status_code, "You have not taken this case on" in text_of(refused)) == (
        403,
        True,
    )

    before = Message.objects.count()
    page = browser.post(f"/referee/cases/{first.pk}/give-back/", follow=True)
    assert page.redirect_chain == [("/referee/", 303)]
    first.refresh_from_db()
    assert (first.assignee, first.state) == (None, "open")
    told = Message.objects.order_by("pk")[before:]
    assert [each.player.name for each in told] == ["Ravi"]
    assert "Rita has given this case back to the queue." in " ".join(
        str(render(told[0], now).body).split()
    )
    assert "Rita gave the case back" in text_of(browser.get(f"/referee/cases/{first.pk}/"))


@pytest.mark.long
def test_who_may_not_rule_is_offered_nothing_as_the_permissions_say(
    hold, people, organiser, office, referee, now
):
    crew = people(4)
    cup = hold(crew, format="swiss", rounds=2, round_days=10)
    advance(now)
    fixture = cup.divisions.get().rounds.get().fixtures.first()
    caller, judge = (seat.entrant.player for seat in fixture.seats.all()[:2])
    (elsewhere,) = (each for each in crew[:3] if each not in (caller, judge))
    case = cases.open_case(caller, kind="rules", text="?", match_id=fixture.match_id, now=now)
    for player in (caller, judge, elsewhere, organiser):
        office(player)
        assert not can_rule(player, case, now=now)
        with pytest.raises(Refused, match="own_case"):
            assigning.take_case(case.pk, player, now=now)
        assert queue_queries.barred_cases(player, [case], now) == {case.pk}, player
    assert queue_queries.barred_cases(referee, [case], now) == set()
    found = queue_queries.cases_in_tab(referee, "unassigned", {"event": cup.pk}, now)
    assert list(found) == [case]
    assert not queue_queries.cases_in_tab(
        referee, "unassigned", {"event": cup.pk + 1}, now
    ).exists()
    assert queue_queries.events_with_cases(referee) == [cup]


def test_a_long_queue_is_read_in_stretches_with_the_same_few_queries(
    person, referee, client_for, begun, bob, now, monkeypatch
):
    monkeypatch.setattr(queue_pages, "PAGE_SIZE", 4)
    cases.open_case(bob, kind="rules", text="Look.", match_id=begun.pk, now=now)
    browser, asked = client_for(referee), []
    reported = person("Reported")
    for count in (1, 9 if at_length() else 5):
        for number in range(count):
            about(person(f"Caller{count}{number}"), reported, now)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page = browser.get("/referee/?tab=unassigned")
        asked.append(len(queries))
    assert asked[1] <= asked[0]
    assert asked[0] <= 20
    for tab in ("unassigned", "all"):
        page, seen = browser.get(f"/referee/?tab={tab}"), []
        while True:
            seen += listed(page)
            onward = re.search(r'rel="next" href="([^"]+)"', page.content.decode())
            if onward is None:
                break
            page = browser.get(f"/referee/{onward[1].replace('&amp;', '&')}")
        assert sorted(seen) == sorted(Case.objects.values_list("pk", flat=True)), tab
