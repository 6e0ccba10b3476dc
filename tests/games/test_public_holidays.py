"""Public holidays of a player's country and region stop the clocks that count them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from accounts.models import Player
from accounts.services import profile
from accounts.services.errors import ProfileRefused
from accounts.times import public_holidays
from games.models import Match, Seat
from games.services import audit
from games.services.play import flags

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
THURSDAY = datetime(2026, 12, 24, 12, tzinfo=UTC)  # the days after it are holidays in Germany


def live_in(player, country, region="", zone="Europe/Berlin"):
    profile.change_schedule(
        player,
        time_zone=zone,
        quiet_from=None,
        quiet_to=None,
        rest_days=[],
        country=country,
        region=region,
    )
    player.refresh_from_db()


def begun(start, play, alice, bob, preset="club"):
    match = start(alice, bob, now=THURSDAY - HOUR, preset=preset)
    play(match, "b2,a1", THURSDAY)
    return match


def due(match):
    return Seat.objects.get(match=match, number=0).deadline_at


@pytest.mark.long
def test_the_preset_club_stops_on_the_holidays_of_the_players_country(start, play, alice, bob):
    live_in(alice, "DE")
    without = begun(start, play, bob, alice)
    match = begun(start, play, alice, bob)
    # Christmas (25, 26 December), New Year's Day and, in some regions only, Epiphany
    assert due(match) - due(without) == 3 * DAY
    live_in(bob, "DE", "BY")
    assert due(begun(start, play, bob, alice)) - due(without) == 4 * DAY


def test_a_control_that_does_not_count_holidays_does_not_ask_for_them(start, play, alice, bob):
    live_in(alice, "DE")
    match = begun(start, play, alice, bob, preset="week_bank")
    schedule: Any = Seat.objects.get(match=match, number=0).schedule
    assert schedule["holidays"] == []


def test_holidays_are_frozen_with_the_turn(start, play, alice, bob, client_for):
    live_in(alice, "DE")
    match = begun(start, play, alice, bob)
    before = due(match)
    live_in(alice, "JP", zone="Asia/Tokyo")
    flags.settle_flags(now=before - HOUR)
    assert due(match) == before
    flags.settle_flags(now=before)
    ended = Match.objects.get(pk=match.pk)
    assert ended.ending == "timeout"
    assert list(audit.replay_match(ended)) == []
    page = client_for(alice).get(f"/matches/{match.pk}/clock/").content.decode()
    assert "holiday" in page


def test_holidays_begin_at_midnight_in_the_players_zone(start, play, alice, bob):
    live_in(alice, "DE", zone="America/New_York")
    match = begun(start, play, alice, bob)
    schedule: Any = Seat.objects.get(match=match, number=0).schedule
    charge_free = schedule["holidays"]
    assert "2026-12-25" in charge_free
    assert "2028-12-26" in charge_free  # to the end of the year after next
    assert "2029-01-01" not in charge_free


@pytest.mark.long
def test_the_page_saves_country_and_region(client_for, alice):
    client = client_for(alice)
    form = {"action": "schedule", "time_zone": "Europe/Berlin", "country": "DE"}
    assert "Region" not in client.get("/settings/time/").content.decode()
    assert client.post("/settings/time/", form).status_code == 302
    page = client.get("/settings/time/").content.decode()
    assert "Bayern" in page
    assert "Next public holidays:" in page
    assert client.post("/settings/time/", form | {"region": "BY"}).status_code == 302
    alice.refresh_from_db()
    assert (alice.country, alice.region) == ("DE", "BY")
    other = client.post("/settings/time/", form | {"country": "CH", "region": "BY"})
    assert other.status_code == 302
    alice.refresh_from_db()
    assert (alice.country, alice.region) == ("CH", "")


@pytest.mark.parametrize("given", [{"country": "XX"}, {"country": "DE", "region": "ZZ"}])
def test_a_country_or_region_that_is_not_known_is_refused(client_for, alice, given):
    live_in(alice, "DE")
    form = {"action": "schedule", "time_zone": "Europe/Berlin"} | given
    assert client_for(alice).post("/settings/time/", form).status_code == 422
    with pytest.raises(ProfileRefused):
        live_in(alice, **given)


def test_the_calendar_of_deadlines_shows_them_by_name(alice):
    from tournaments.services.files.calendar import player_calendar

    Player.objects.filter(pk=alice.pk).update(country="DE", region="BY", language="de")
    alice.refresh_from_db()
    calendar = Calendar.from_ical(player_calendar(alice, THURSDAY))
    days = {event["dtstart"].dt: str(event["summary"]) for event in calendar.walk("VEVENT")}
    assert "Heilige Drei Könige" in days[date(2027, 1, 6)]
    assert date(2026, 1, 1) not in days
    alice.country = ""
    assert not Calendar.from_ical(player_calendar(alice, THURSDAY)).walk("VEVENT")


def test_every_country_of_the_list_has_a_name_and_can_be_asked():
    for language in ("de", "en", "fr", "it"):
        names = public_holidays.country_choices(language)
        assert len(names) > 200
        assert all(name and name != code for code, name in names)
    for code, _name in public_holidays.country_choices("en")[::20]:
        public_holidays.region_choices(code)
        assert public_holidays.holidays_between(
            code, "", date(2026, 1, 1), date(2026, 12, 31), "de"
        )
