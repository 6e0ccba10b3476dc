"""Days and times typed in a form of a tournament are those of its zone, whoever types them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine

from tests.markup import text_of
from tests.sampling import sampled
from tests.tournaments.seeds import seeds
from tests.tournaments.test_organisers import co_organise
from tests.tournaments.test_revision_pages import shown
from tournaments.models import Revision, Round
from tournaments.services.seasons import announcing, running

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")
ELSEWHERE = ("Asia/Tokyo", "America/New_York")
NAMED = "in the time zone of the tournament (europe/berlin)"


def berlin(year: int, month: int, day: int, hour: int, minute: int) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=BERLIN).astimezone(UTC)


START = berlin(2026, 3, 24, 23, 30)
LATER = berlin(2026, 3, 31, 23, 30)
WEEK_LATER = {"starts_at": "2026-03-31T23:30", "round_dates": "2026-03-31\n2026-04-07"}


def filled(page, **changed):
    """Return what the form of a page sends, with changes."""
    form, sent = page.context["form"], {}
    for each in form:
        value = each.value()
        if isinstance(value, datetime):
            value = each.field.widget.format_value(value)
        if value is not False and value not in (None, "") and not isinstance(value, list):
            sent[each.name] = value
    return sent | changed


@pytest.fixture(autouse=True)
def at_noon(noon):
    with time_machine.travel(noon, tick=False):
        yield


@pytest.fixture(params=sampled(ELSEWHERE, 1))
def abroad(request, organiser):
    """Return how a person, usually the organiser, moves abroad; events are drafted in Berlin."""

    def move(player=organiser):
        player.time_zone = request.param
        player.save(update_fields=["time_zone"])

    return move


@pytest.mark.parametrize("helps", [False, True], ids=["organiser", "co-organiser"])
def test_days_and_start_of_an_announced_event(hold, people, organiser, client_for, abroad, helps):
    editor, days = organiser, (START, berlin(2026, 4, 7, 23, 30))
    cup = hold([], format="swiss", rounds=2, starts_at=START, round_dates=days)
    if helps:
        (editor,) = people(1)
        co_organise(cup, organiser, editor, cup.created_at)
    abroad(editor)
    browser, address = client_for(editor), f"/tournaments/{cup.pk}/revise/"
    page = browser.get(address)
    form = page.context["form"]
    assert 'value="2026-03-24T23:30"' in page.text
    assert form["round_dates"].value() == "2026-03-24\n2026-04-07"
    assert text_of(page).lower().count(NAMED) == 2
    preview = browser.post(address, filled(page, **WEEK_LATER))
    assert "31 March 2026, 23:30 CEST" in text_of(preview)
    assert browser.post(address, shown(preview.text)).status_code == 303
    cup.refresh_from_db()
    assert (cup.starts_at, cup.round_starts) == (LATER, (LATER, days[1]))


def test_undoing_shows_the_days_that_the_form_shows(hold, organiser, client_for):
    """Where it is another day for the organiser, who has moved to Berlin."""
    organiser.time_zone = "Pacific/Auckland"
    organiser.save(update_fields=["time_zone"])
    start = datetime(2026, 3, 24, 9, tzinfo=ZoneInfo("Pacific/Auckland"))
    cup = hold([], format="swiss", rounds=1, starts_at=start, round_dates=(start,))
    organiser.time_zone = "Europe/Berlin"
    organiser.save(update_fields=["time_zone"])
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/revise/"
    week_later = {"starts_at": "2026-03-31T09:00", "round_dates": "2026-03-31"}
    preview = browser.post(address, filled(browser.get(address), **week_later))
    assert browser.post(address, shown(preview.text)).status_code == 303
    undone = text_of(browser.get(f"{address}{Revision.objects.get().pk}/undo/"))
    assert "24 March 2026, 09:00 NZDT" in undone
    assert "<del>31 Mar 2026, 09:00 NZDT</del> → <ins>24 Mar 2026, 09:00 NZDT</ins>" in undone


def test_a_refusal_names_the_day_as_it_was_typed(hold, organiser, client_for, abroad):
    days = (START, berlin(2026, 4, 7, 23, 30))
    cup = hold([], format="swiss", rounds=2, starts_at=START, round_dates=days)
    abroad()
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/revise/"
    page = browser.get(address)
    for given, day in (
        ("2026-03-01\n2026-04-07", "1 March 2026"),
        ("2026-03-23\n2026-04-07", "23 March 2026"),
        ("2026-03-24\n2026-03-24", "24 March 2026"),
    ):
        answer = browser.post(address, filled(page, round_dates=given))
        assert answer.status_code == 422
        assert day in answer.context["form"].errors["round_dates"][0]


def test_the_end_of_a_round(hold, people, organiser, client_for, abroad):
    cup = hold(people(4), format="swiss", rounds=2, round_days=7, starts_at=START)
    abroad()
    with time_machine.travel(START, tick=False):
        running.advance_all(now=START, make_seed=seeds)
        browser, address = client_for(organiser), f"/tournaments/{cup.pk}/revise/"
        page = browser.get(address)
        assert 'value="2026-03-31T23:30"' in page.text
        assert NAMED in text_of(page).lower()
        preview = browser.post(address, filled(page, round_end="2026-04-01T23:30"))
        assert browser.post(address, shown(preview.text)).status_code == 303
    assert Round.objects.get().closes_at == berlin(2026, 4, 1, 23, 30)


def test_days_and_start_of_a_draft(plan, organiser, client_for, abroad, noon):
    made = plan(format="swiss", rounds=2, starts_at=START, round_dates=(START,))
    draft = announcing.draft_tournament(organiser, made, seed="ab" * 32, now=noon)
    abroad()
    browser, address = client_for(organiser), f"/tournaments/{draft.pk}/change/"
    page = browser.get(address)
    form = page.context["form"]
    assert 'value="2026-03-24T23:30"' in page.text
    assert form["round_dates"].value() == "2026-03-24"
    assert text_of(page).lower().count(NAMED) == 2
    answer = browser.post(address, filled(page, **WEEK_LATER))
    assert answer.status_code == 303, answer.context["form"].errors
    draft.refresh_from_db()
    assert draft.starts_at == LATER
    assert draft.round_starts == (LATER, berlin(2026, 4, 7, 23, 30))


def test_an_event_copied_abroad_lives_there(hold, organiser, client_for, abroad):
    cup = hold([], format="swiss", rounds=1, starts_at=START, round_dates=(START,))
    abroad()
    page = client_for(organiser).get(f"/tournaments/new/?like={cup.pk}")
    local = START.astimezone(organiser.zone)
    assert f'value="{local:%Y-%m-%dT%H:%M}"' in page.text
    assert page.context["form"]["round_dates"].value() == date.isoformat(local.date())
    assert NAMED.replace("europe/berlin", organiser.time_zone.lower()) in text_of(page).lower()
