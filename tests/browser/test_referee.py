"""A player calls the referee, the referee rules, another hears the appeal; without any script."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Match, Rating
from notifications.models import Message
from tests.browser.auditing import Auditor
from tests.games.conftest import play, start
from tests.sampling import sampled
from tournaments.referees.models import Case
from tournaments.referees.services import cases
from tournaments.referees.services.rulings_check import check_rulings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
__all__ = ["play", "start"]


@pytest.fixture
def opened(browser, live, client_for):
    """Return an opener of pages without scripts, for somebody who is logged in."""
    contexts = []

    def enter(player, width):
        context = browser.new_context(
            base_url=live, viewport={"width": width, "height": 900}, java_script_enabled=False
        )
        cookie = client_for(player).cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": live}])
        contexts.append(context)
        return context.new_page()

    yield enter
    for context in contexts:
        context.close()


def sign(page, reason):
    """Fill in paragraph and reason, look at the consequences, sign."""
    page.get_by_label("Rule").fill("R-1")
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="Preview ruling").click()
    expect(page.get_by_role("heading", name="Consequences of this ruling")).to_be_visible()
    page.get_by_role("button", name="Sign").click()


@pytest.mark.long
@pytest.mark.parametrize("width", sampled([390, 1280], 1))
def test_a_case_goes_from_the_call_to_the_end_of_the_appeal(
    width, opened, alice, carol, person, office, start, play
):
    ravi, rita = office(person("Ravi")), office(person("Rita"))
    dora = person("Dora")
    now = timezone.now() - timedelta(days=1)
    match = start(alice, dora, now=now)
    play(match, "b2,a1", now)

    caller = opened(alice, width)
    caller.goto(f"/matches/{match.pk}/")
    caller.get_by_role("link", name="Call a referee").click()
    caller.get_by_label("What is it about?").select_option("little_effort")
    caller.get_by_label("What happened?").fill("Dora plays at random.")
    caller.get_by_role("button", name="Call a referee").click()
    case = Case.objects.get()

    other = opened(dora, width)
    other.goto(f"/cases/{case.pk}/")
    other.get_by_label("Your text").fill("I do not.")
    other.get_by_role("button", name="Send").click()

    judge = opened(rita, width)
    judge.goto("/referee/")
    judge.get_by_role("link", name=f"{case.pk}: not trying to win").click()
    judge.get_by_role("link", name="Decide the match").click()
    judge.get_by_label("Alice wins").check()
    sign(judge, "Moves at once and without a plan.")
    match = Match.objects.get(pk=match.pk)
    assert match.ending == "adjudicated"
    assert Rating.objects.get(player=alice).value == 152000

    other.goto(f"/cases/{case.pk}/")
    other.get_by_label("Your text").fill("I had a plan.")
    other.get_by_role("button", name="Appeal").click()

    second = opened(ravi, width)
    second.goto(f"/referee/cases/{case.pk}/")
    second.get_by_role("link", name="Reverse a ruling").click()
    sign(second, "There was a plan.")
    case.refresh_from_db()
    assert case.state == "closed"
    match.refresh_from_db()
    assert match.is_running
    assert Rating.objects.get(player=alice).value == 150000
    assert Message.objects.filter(kind="appeal_result").count() == 2
    assert list(check_rulings()) == []


@pytest.mark.long
def test_everybody_can_use_the_pages_of_cases(
    browser, live, client_for, person, office, start, play
):
    alice, dora = person("Alice"), person("Dora")
    rita = office(person("Rita"))
    now = timezone.now() - timedelta(days=1)
    match = start(alice, dora, now=now)
    play(match, "b2,a1", now)
    case = cases.open_case(alice, kind="tie", text="We agreed.", match_id=match.pk, now=now)
    for address in (f"/referee/cases/{case.pk}/rule/?act=adjudicate", "/referee/", "/precedents/"):
        assert client_for(rita).get(address).status_code == 200
    rooms = {
        rita: (
            *("/referee/", f"/referee/cases/{case.pk}/", f"/referee/matches/{match.pk}/"),
            *(f"/referee/cases/{case.pk}/rule/?act={act}" for act in ("adjudicate", "pause")),
        ),
        dora: ("/cases/", f"/cases/{case.pk}/", f"/matches/{match.pk}/referee/", "/precedents/"),
    }
    errors = []
    for player, addresses in rooms.items():
        context = browser.new_context(base_url=live, reduced_motion="reduce")
        cookie = client_for(player).cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": live}])
        auditor = Auditor(context.new_page())
        for address in addresses:
            auditor.audit(address)
        errors += auditor.errors
        context.close()
    assert errors == []
