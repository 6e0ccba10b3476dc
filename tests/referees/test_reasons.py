"""Reasons inserted without a script, and sanctions that are proposed step by step."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.referees.desk_pages import text_of
from tournaments.referees import sanctions
from tournaments.referees.models import Ruling
from tournaments.referees.queries.records import records_of
from tournaments.referees.services import cases, rulings
from tournaments.referees.services.acts import registry
from tournaments.referees.services.rule_words import rule_titles
from tournaments.referees.services.rulings import (
    MAX_PARAGRAPH_LENGTH,
    MAX_REASON_LENGTH,
    RulingRequest,
)
from tournaments.referees.web.reasons import COMMON_REASONS, RULES_BY_KIND

DAY = timedelta(days=1)


def test_the_steps_are_a_warning_then_30_then_90_days():
    assert [
        sanctions.next_suspension_days(each) for each in ([], [0], [0, 0], [0, 30], [30, 90], [90])
    ] == [*(0, 30, 30, 90, 90, 90)]


def test_every_usual_reason_is_one_of_an_act_and_fits_its_form():
    assert set(COMMON_REASONS) <= set(registry.act_keys())
    for paragraph, text, kinds in (each for reasons in COMMON_REASONS.values() for each in reasons):
        assert 0 < len(paragraph) <= MAX_PARAGRAPH_LENGTH
        assert 0 < len(str(text)) <= MAX_REASON_LENGTH
        assert set(kinds) <= set(RULES_BY_KIND)
        assert paragraph in rule_titles()


@pytest.mark.long
@pytest.mark.django_db
def test_sanctions_are_proposed_by_the_rule_and_never_ordered_alone(
    called, alice, bob, referee, client_for, now
):
    browser, file = client_for(referee), f"/referee/cases/{called.pk}/"

    def proposed():
        page = browser.get(file).content.decode()
        return re.findall(rf"act=(\w+)&amp;player={alice.pk}(?:&amp;days=(\d+))?", page)

    def sanction(act, at, **params):
        order = RulingRequest(act, "R-5", "Insults.", params, player_id=alice.pk)
        return rulings.preview_and_sign(order, referee, now=at)[-1]

    assert proposed() == [("warn", "")]
    sanction("warn", now - sanctions.SANCTION_LIFETIME - DAY)
    assert proposed() == [("warn", "")]  # too long ago
    first = sanction("warn", now - 20 * DAY)
    assert proposed() == [("suspend", "30")]
    page = browser.get(f"{file}rule/?act=suspend&player={alice.pk}&days=30").content.decode()
    assert re.search(rf'<option value="{alice.pk}" selected', page)
    assert re.search(r'<option value="30" selected', page)
    sanction("suspend", now - 10 * DAY, days=30)
    assert proposed() == [("suspend", "90")]
    assert Ruling.objects.count() == 3
    (record,) = records_of([bob], referee, now)
    assert record.next_suspension_days == sanctions.WARNING
    undoing = RulingRequest("undo", "R-5", "Not so.", case_id=first.case_id, undoes=first.number)
    rulings.preview_and_sign(undoing, referee, now=now)
    assert proposed() == [("suspend", "90")]  # the suspension stands


@pytest.mark.django_db
def test_a_reason_is_inserted_without_a_script_and_nothing_written_is_lost(
    called, alice, referee, client_for, now
):
    browser, address = client_for(referee), f"/referee/cases/{called.pk}/rule/"
    page = browser.get(f"{address}?act=forfeit")
    assert re.search(r'name="paragraph" value="R-1"', page.content.decode())  # as its kind suggests
    sent = {"act": "forfeit", "seat": "1", "paragraph": "", "reason": "As said.", "insert": "0"}
    page = browser.post(address, sent)
    html = page.content.decode()
    assert page.status_code == 200
    assert "As said.\nThe player did not try to win.</textarea>" in html
    assert re.search(r'name="paragraph" value="R-1"', html)
    assert "The player stopped moving" not in html, "it does not fit this kind of case"
    assert "C-11: Resignation and running out of time" in html
    assert re.search(r'<option value="1" selected', html)
    for wrong in ("77", "x", "-1", ""):
        page = browser.post(address, sent | {"insert": wrong})
        assert (page.status_code, "As said.</textarea>" in page.content.decode()) == (200, True)
    assert not Ruling.objects.exists()
    order = RulingRequest("warn", "R-5", "My own words.", player_id=alice.pk)
    rulings.preview_and_sign(order, referee, now=now)
    shown = text_of(browser.get(f"{address}?act=warn"))
    assert shown.index("My own words. yours") < shown.index("The player did not try to win.")
    assert "The words in question were insulting." not in shown


@pytest.mark.long
@pytest.mark.django_db
def test_the_file_says_whose_statement_is_missing(called, alice, bob, referee, client_for, now):
    asked, file = "A statement by {} is still missing; it is due", f"/referee/cases/{called.pk}/"
    missing = asked.format(alice.name)
    assert missing in text_of(client_for(referee).get(file))
    german = f"Es fehlt noch eine Stellungnahme von {alice.name}; Frist:"
    assert german in text_of(client_for(bob).get(called.get_absolute_url()))
    own = text_of(client_for(alice).get(called.get_absolute_url()))
    assert "A referee has asked you for a statement by " in own
    cases.give_statement(called.pk, alice, "I was away.", now=now)
    assert "is still missing" not in text_of(client_for(referee).get(file))
