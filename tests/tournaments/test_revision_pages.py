"""The organiser's page for changes, its preview, the log on the tournament's page, and the API."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError

from tests.api.conftest import api
from tests.markup import text_of
from tests.sampling import sampled
from tournaments.models import Revision
from tournaments.services.revisions import revising
from tournaments.services.seasons import running
from tournaments.web.planning.fields import DaysField

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def cup(hold, people, now):
    """Return an announced tournament that starts in three days, with four entrants."""
    return hold(people(4), starts_at=now + 3 * DAY, most=8)


@pytest.fixture
def noon(now):
    """Plans of these tests are made today, as pages know no other day."""
    return now


@pytest.fixture
def now():
    from django.utils import timezone

    return timezone.now()


def shown(page):
    """Return the values of a form as a browser would send them."""
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def asked(cup, **changed):
    """Return what the form sends, with changes."""
    start = cup.starts_at.astimezone(cup.organiser.zone).strftime("%Y-%m-%dT%H:%M")
    usual = {"text": "", "starts_at": start, "round_days": "28", "least": "3", "most": "8"}
    return {**usual, **changed}


def test_an_organiser_changes_the_start_sees_what_follows_and_undoes_it(
    cup, organiser, client_for, people
):
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/revise/"
    assert address in browser.get(cup.get_absolute_url()).content.decode()
    assert "Change the tournament" in text_of(browser.get(address))
    preview = browser.post(address, asked(cup, most="6", text="Bring cake."))
    assert preview.status_code == 200
    said = text_of(preview)
    assert "Up to 4 people will be notified by e-mail." in said
    assert "Bring cake." in said
    assert not Revision.objects.exists()
    back = browser.post(address, {**shown(preview.content.decode()), "edit": "1"})
    assert 'value="6"' in back.content.decode()
    done = browser.post(address, shown(preview.content.decode()))
    assert done.status_code == 303
    cup.refresh_from_db()
    assert (cup.most, cup.text) == (6, "Bring cake.")
    revision = Revision.objects.get()
    assert revision.after == {"text": "Bring cake.", "most": 6}
    page = browser.get(cup.get_absolute_url()).content.decode()
    undo = f"{address}{revision.pk}/undo/"
    assert undo in page
    watcher = client_for(None).get(cup.get_absolute_url()).content.decode()
    assert "Bring cake." in watcher
    assert undo not in watcher
    sealed = shown(browser.get(undo).content.decode())
    assert browser.post(undo, sealed).status_code == 303
    cup.refresh_from_db()
    assert cup.most == 8
    assert browser.get(undo).status_code == 409


def test_faults_stand_beside_their_fields(cup, organiser, client_for):
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/revise/"
    for changed, words in (
        ({"most": "3"}, "4 have entered already"),
        ({"starts_at": "2020-01-01T10:00"}, "The start must be in the future"),
        ({"least": "no"}, "Enter a whole number"),
        ({}, "You have not changed anything"),
    ):
        answer = browser.post(address, asked(cup, **changed))
        assert answer.status_code == 422, changed
        assert words in text_of(answer)


@pytest.mark.parametrize("zone", sampled(["Europe/Berlin", "America/New_York"], 1))
def test_days_at_the_ends_of_the_calendar_are_refused(cup, organiser, client_for, api, zone):
    organiser.time_zone = zone
    organiser.save(update_fields=["time_zone"])
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/revise/"
    for day in ("0001-01-01", "9999-12-31"):
        answer = browser.post(address, asked(cup, starts_at=f"{day}T23:59"))
        assert answer.status_code == 422
        assert "The start must be in the future" in text_of(answer)
        early = browser.post(address, asked(cup, starts_at=f"{day}T00:00"))
        assert early.status_code == 422
        assert browser.post(address, asked(cup, round_dates=day)).status_code == 422
        for hour in ("T00:00Z", "T23:59Z"):  # an instant that the zone may lack
            typed = asked(cup, starts_at=day + hour, round_dates="2030-01-01")
            assert browser.post(address, typed).status_code == 422
        for hour in ("T00:00", "T23:59", "T00:00+05:00", "T23:59-05:00"):
            start = api(organiser).post(address[1:], {"starts_at": day + hour})
            assert start.status in (400, 422)
            dates = api(organiser).post(address[1:], {"round_dates": [day + hour]})
            assert dates.status in (400, 422)


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_day_that_lies_outside_of_the_calendar_in_some_zone_is_none(day):
    assert DaysField().clean("2027-03-31") == [date(2027, 3, 31)]
    with pytest.raises(ValidationError, match=f"Line 1: “{day}” is not a date"):
        DaysField().clean(day)


def test_a_preview_that_has_been_overtaken_is_shown_again(cup, organiser, client_for, now):
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/revise/"
    preview = shown(browser.post(address, asked(cup, most="6")).content.decode())
    seen = revising.propose(cup.pk, organiser, {"most": 7}, now=now)
    revising.revise(cup.pk, organiser, {"most": 7}, preview_token=seen.preview_token, now=now)
    again = browser.post(address, preview)
    assert again.status_code == 409
    assert "Something has changed" in text_of(again)
    assert browser.post(address, shown(again.content.decode())).status_code == 303
    cup.refresh_from_db()
    assert cup.most == 6


@pytest.mark.long
def test_others_find_no_form(cup, people, organiser, client_for, alice, now):
    address = f"/tournaments/{cup.pk}/revise/"
    assert client_for(alice).get(address).status_code == 403
    assert client_for(alice).post(address, asked(cup, most="6")).status_code == 403
    assert client_for(None).get(address).status_code in (302, 303)
    running.advance_all(now=cup.starts_at, make_seed=lambda: "cd" * 32)
    page = text_of(client_for(organiser).get(address))
    assert "While it runs" in page
    assert "Minimum number" not in page


def test_the_api_previews_and_makes_changes(cup, organiser, alice, api):
    address = f"tournaments/{cup.pk}/revise/"
    preview = api(organiser).post(address, {"most": 6})
    assert preview.status == 200
    assert (preview.json["made"], preview.json["told"]) == (None, 4)
    assert preview.json["after"] == {"most": 6}
    made = api(organiser).post(address, {"most": 6, "preview_token": preview.json["preview_token"]})
    revision = Revision.objects.get()
    assert made.json["made"] == revision.pk
    undo = f"{address}{revision.pk}/undo/"
    preview_token = api(organiser).post(undo, {}).json["preview_token"]
    assert api(organiser).post(undo, {"preview_token": preview_token}).status == 200
    cup.refresh_from_db()
    assert cup.most == 8
    assert api(alice).post(address, {"most": 6}).status == 403
    assert api(organiser).post(address, {"most": 3}).status == 422
    assert api(organiser).post(address, {"format": "swiss"}).status == 400
    assert api(organiser).post(address, {"most": 6, "preview_token": "x"}).status == 409
