"""Ten cases of all kinds on a phone: how many taps and pages each takes, without any script."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.games.conftest import play, start
from tests.sampling import sampled
from tournaments.referees.models import Case, Ruling
from tournaments.referees.services import case_files, cases, rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.referees.services.rulings_check import check_rulings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
__all__ = ["play", "start"]
DAY = timedelta(days=1)
FLOW = 5  # take on, act, reason, preview, sign; a field is two taps more, a choice one
ORDERS: dict[str, tuple[str, dict[str, int | None]]] = {  # kind: the act, its fields
    "win_on_time": ("Grant time", {}),
    "no_show": ("Declare the match lost", {}),
    "little_effort": ("Decide the match", {"Ann wins": None}),
    "tie": ("Decide the match", {"Draw": None}),
    "rules": ("Reopen the match from an earlier ply", {"Last valid ply": 1}),
    "conduct": ("warning", {}),
    "multi_account": ("Annul the match", {}),
    "bounce": ("Stop the clocks", {}),
    "round_end": ("Decide the match", {"Ann wins": None}),
    "other": ("Dismiss the case", {}),
    "appeal": ("Uphold the ruling", {}),
}


class Phone:
    """A page that counts taps and pages loaded."""

    def __init__(self, page):
        self.page, self.taps, self.pages = page, 0, 0
        page.on("load", lambda *_loaded: setattr(self, "pages", self.pages + 1))

    def tap(self, target):
        target.click()
        self.page.wait_for_load_state()
        self.taps += 1
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, (self.page.url, wide)

    def fill(self, label, value):
        field = self.page.get_by_label(label)
        if value is None:
            field.check()
            self.taps += 1
        else:
            field.fill(str(value))
            self.taps += 2


@pytest.fixture(params=sampled([["round_end"], [*ORDERS]], 1), ids=len)
def opened_cases(request, person, office, start, play):
    """Return a case of each kind by its name, each about a match of its own, and one appeal."""
    ann, ben, ravi = person("Ann"), person("Ben"), office(person("Ravi"))
    now, found = timezone.now() - DAY, {}
    for at, kind in enumerate(request.param):
        caller = ann if at % 2 else ben
        match = start(ann, ben, now=now)
        play(match, "b2,a1", now)
        if kind == "round_end":
            words = {"match": match, "text": "Look.", "claim": "win"}
            found[kind] = case_files.create_case(caller, kind, now, **words)
            continue
        if kind == "appeal":
            caller = person("Cleo")
            match = start(caller, person("Dan"), now=now)
        asked = "rules" if kind == "appeal" else kind
        found[kind] = cases.open_case(caller, kind=asked, text="Look.", now=now, match_id=match.pk)
        if kind == "appeal":
            order = RulingRequest("dismiss", "C-4", "No ground.", case_id=found[kind].pk)
            rulings.preview_and_sign(order, ravi, now=now)
            cases.appeal(found[kind].pk, caller, "Again.", now=now)
    return found


def test_a_case_of_every_kind_is_decided_with_few_taps_on_a_phone(
    browser, live, client_for, referee, opened_cases
):
    context = browser.new_context(
        base_url=live, viewport={"width": 390, "height": 844}, java_script_enabled=False
    )
    cookie = client_for(referee).cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live}])
    try:
        page = context.new_page()
        counted = {kind: _decide(page, kind, case) for kind, case in opened_cases.items()}
    finally:
        context.close()
    assert counted == {
        kind: (FLOW + sum(1 if each is None else 2 for each in fields.values()), FLOW)
        for kind, (_act, fields) in ORDERS.items()
        if kind in opened_cases
    }
    assert Ruling.objects.filter(by=referee).count() == len(opened_cases)
    states = {kind: Case.objects.get(pk=case.pk).state for kind, case in opened_cases.items()}
    assert states == {kind: "closed" if kind == "appeal" else "decided" for kind in opened_cases}
    assert list(check_rulings()) == []


def _decide(page, kind, case):
    """Take a case on in the queue and decide it; return taps and pages."""
    act, fields = ORDERS[kind]
    page.goto("/referee/?tab=appeals" if kind == "appeal" else "/referee/?tab=unassigned")
    phone = Phone(page)
    phone.tap(page.locator(f'form[action$="/cases/{case.pk}/take/"] button'))
    phone.tap(page.get_by_role("link", name=act, exact=True).last)
    for label, value in fields.items():
        phone.fill(label, value)
    phone.tap(page.locator('button[name="insert"]').first)
    phone.tap(page.get_by_role("button", name="Preview ruling"))
    phone.tap(page.get_by_role("button", name="Sign ruling"))
    assert f"/referee/cases/{case.pk}/" in page.url
    return phone.taps, phone.pages
