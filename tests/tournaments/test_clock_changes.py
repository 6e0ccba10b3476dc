"""Days of a tournament over a change of clocks: those of the calendar in its zone."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.template.defaultfilters import striptags
from django.utils import timezone, translation

from accounts.models import Suspension
from accounts.times.calendar_days import add_wall_time, wall_time_between
from games.models import Seat
from games.services.emails.allowance import require_allowance
from games.services.errors import Refused
from games.services.play.matches import resign_match
from games.services.wording.time_words import moment_words, zone_text
from games.templatetags import times
from games.web.settings import settings as settings_pages
from inbound.services.acts import listing
from notifications.models import Message
from notifications.services import limits
from tests.api.conftest import api
from tests.emails import render
from tests.inbound.conftest import newest, receive, written
from tests.inbound.test_tournaments import about
from tests.markup import text_of
from tests.sampling import sampled
from tests.tournaments.seeds import seeds
from tournaments.errors import PlanError
from tournaments.formats.deadlines import warning_time
from tournaments.models import Division, Entrant, Tournament
from tournaments.services import date_plans, refusals, summaries
from tournaments.services.emails import terms
from tournaments.services.entries import places
from tournaments.services.files import trf_files
from tournaments.services.rounds import ladders, round_dates
from tournaments.services.seasons import running

__all__ = ["api", "receive"]
BERLIN = ZoneInfo("Europe/Berlin")
DAY = timedelta(days=1)


def berlin(*when: int, fold: int = 0) -> datetime:
    return datetime(*when, tzinfo=BERLIN, fold=fold).astimezone(UTC)  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("begins", "days", "ends"),
    [
        (berlin(2026, 3, 24, 23, 30), 7, berlin(2026, 3, 31, 23, 30)),
        (berlin(2026, 3, 20, 23, 59), 9, berlin(2026, 3, 29, 23, 59)),
        (berlin(2026, 10, 20, 0, 15), 14, berlin(2026, 11, 3, 0, 15)),
        (berlin(2026, 3, 31, 23, 30), -7, berlin(2026, 3, 24, 23, 30)),
        # 2:30 is skipped in spring, so it is the jump to 3:00, and in autumn the first of two
        (berlin(2026, 3, 28, 2, 30), 1, berlin(2026, 3, 29, 3, 0)),
        (berlin(2026, 10, 24, 2, 30), 1, berlin(2026, 10, 25, 2, 30)),
        (berlin(2026, 10, 25, 2, 30, fold=1), 0, berlin(2026, 10, 25, 2, 30, fold=1)),
    ],
)
def test_calendar_days_keep_the_time_of_day(begins, days, ends):
    assert add_wall_time(begins, days * DAY, BERLIN) == ends


def test_wall_clocks_measure_whole_days_over_a_change():
    assert (
        wall_time_between(berlin(2026, 3, 20, 23, 59), berlin(2026, 3, 29, 23, 59), BERLIN)
        == 9 * DAY
    )
    assert (
        wall_time_between(berlin(2026, 10, 20, 0, 15), berlin(2026, 11, 3, 0, 15), BERLIN)
        == 14 * DAY
    )


@pytest.fixture
def event():
    """Return an unsaved tournament in Berlin whose rounds last nine days."""
    return Tournament(format="swiss", round_days=9, time_zone="Europe/Berlin", control={})


@pytest.mark.parametrize(
    ("opens", "closes"),
    [
        (berlin(2026, 3, 20, 23, 59), berlin(2026, 3, 29, 23, 59)),
        (berlin(2026, 10, 20, 0, 15), berlin(2026, 10, 29, 0, 15)),
    ],
)
def test_a_round_of_nine_days_ends_at_the_hour_at_which_it_began(event, opens, closes):
    assert round_dates.round_span(event, (), 1, opens) == (opens, closes)
    assert round_dates.round_span(event, (opens,), 1, opens - DAY) == (opens, closes)
    assert terms.deadline_context(Tournament(format="solitaire", round_days=9), opens) == {
        "open_until": closes.isoformat()
    }
    plan = summaries.PartialPlan("swiss", starts_at=opens, rounds=2, round_days=9, zone=BERLIN)
    assert summaries.planned_end(plan) == add_wall_time(closes, 9 * DAY, BERLIN)
    assert warning_time(opens, closes, BERLIN) == add_wall_time(closes, -3 * DAY, BERLIN)


def test_a_round_that_is_late_has_all_its_days(event):
    named = berlin(2026, 3, 16, 23, 30), berlin(2026, 3, 24, 23, 30)
    ready = berlin(2026, 3, 23, 23, 30)
    assert round_dates.round_span(event, named, 1, ready) == (ready, berlin(2026, 3, 31, 23, 30))


def test_days_move_by_whole_weeks_over_a_change():
    start, earliest = berlin(2026, 3, 24, 23, 30), berlin(2026, 3, 31, 23, 30)
    assert round_dates.weeks_until(start, earliest, BERLIN) == 1
    assert round_dates.shift_weeks((start,), 1, BERLIN) == (earliest,)


def test_days_one_after_the_other_rise_over_a_change(plan):
    days = tuple(berlin(2026, 3, day, 1, 30) for day in (28, 29, 30))
    made = plan(format="swiss", rounds=3, starts_at=days[0])
    named = replace(made, round_dates=days)  # in UTC two of them are on one day
    date_plans.check(named, BERLIN)
    with pytest.raises(PlanError):
        date_plans.check(named)


@pytest.mark.django_db
def test_a_start_put_off_by_a_week_keeps_its_hour(hold, organiser):
    start = berlin(2026, 3, 24, 23, 30)
    tournament = hold([], least=2, starts_at=start, round_dates=(start, start + 8 * DAY))
    assert tournament.time_zone == organiser.time_zone == "Europe/Berlin"
    running.advance_all(now=start, make_seed=seeds)
    tournament.refresh_from_db()
    assert tournament.starts_at == berlin(2026, 3, 31, 23, 30)
    first, second = tournament.round_starts
    assert (first, second) == (
        tournament.starts_at,
        add_wall_time(start + 8 * DAY, 7 * DAY, BERLIN),
    )


@pytest.mark.django_db
def test_days_count_in_the_zone_that_the_event_was_drafted_in(hold, organiser):
    organiser.time_zone = "America/New_York"
    organiser.save(update_fields=["time_zone"])
    start = berlin(2026, 3, 24, 23, 30)  # clocks in New York have changed before
    tournament = hold([], least=2, starts_at=start)
    organiser.time_zone = "Europe/Berlin"
    organiser.save(update_fields=["time_zone"])
    running.advance_all(now=start, make_seed=seeds)
    tournament.refresh_from_db()
    assert tournament.starts_at == start + 7 * DAY


@pytest.mark.django_db
def test_a_place_is_offered_for_calendar_days(hold, people):
    start, now = berlin(2026, 4, 20, 12), berlin(2026, 3, 27, 23, 30)
    tournament = hold([], most=2, least=2, answer_days=4, starts_at=start)
    (player,) = people(1)
    waits = Entrant.objects.create(
        tournament=tournament, player=player, entered_at=now, status=Entrant.Status.WAITING
    )
    places.offer_places(tournament, now)
    waits.refresh_from_db()
    assert waits.offered_until == berlin(2026, 3, 31, 23, 30)


@pytest.mark.django_db
def test_pages_and_e_mails_name_the_zone_of_a_start(hold, people, client_for):
    (player,) = people(1)
    start = berlin(2026, 3, 24, 23, 30)
    tournament = hold([player], least=2, starts_at=start)
    page = text_of(client_for(player).get(f"/tournaments/{tournament.pk}/"))
    assert ", 23:30 CET <" in page
    running.advance_all(now=start, make_seed=seeds)
    mail = render(Message.objects.get(player=player, key__contains="postponed"), start)
    assert "Starts: Tuesday, 31 March, 23:30 CEST\n" in str(mail.body)
    assert "Tuesday, 31 March, 23:30 CEST<" in str(mail.alternatives[0])


@pytest.mark.long
@pytest.mark.django_db
def test_two_of_a_ladder_meet_again_after_seven_days_of_its_calendar(hold, people):
    begins, ended = berlin(2026, 3, 20, 12), berlin(2026, 3, 24, 23, 30)
    players = people(3)
    tournament = hold(players, format="ladder", starts_at=begins)
    running.advance_all(now=begins, make_seed=seeds)
    tournament.refresh_from_db()
    target = Entrant.objects.get(player=players[0])

    def challenge(at):
        return ladders.challenge(tournament.pk, players[1], target.pk, seed="ab" * 32, now=at)

    resign_match(challenge(ended - DAY).pk, players[1], now=ended)
    again = berlin(2026, 3, 31, 23, 30)
    for now in (ended + DAY, again - timedelta(minutes=1)):
        against = ladders.reachable_entrants(tournament, players[1], now)[target.pk]
        assert against is not None
        assert (against.code, against.params["again_at"]) == ("met_recently", again)
        with pytest.raises(Refused, match="met_recently"):
            challenge(now)
    assert ladders.reachable_entrants(tournament, players[1], again)[target.pk] is None
    assert challenge(again).is_running


TEMPLATES = sorted(Path(settings.BASE_DIR, "templates").rglob("*.*"))


def test_no_page_or_email_writes_a_time_without_its_zone():
    bare = re.compile(r'\|date:"(?:[A-Z_]*DATETIME_FORMAT|[^"]*H:i)"')
    for path in TEMPLATES:
        text = path.read_text()
        assert not bare.search(text), path


@pytest.mark.django_db
def test_answers_and_refusals_tell_the_hour_that_exists_twice_apart(alice, bob, monkeypatch):
    alice.time_zone, alice.language = "Europe/Berlin", "en"
    first, second = (berlin(2026, 10, 25, 2, 30, fold=fold) for fold in (0, 1))
    for at, zone in ((first, "CEST"), (second, "CET")):
        said = listing.turn_lines(Seat(awaited_since=at, deadline_at=at), alice)
        assert said[-1].endswith(f"02:30 {zone}")
        assert settings_pages._format_instant(at, alice.zone).endswith(f"02:30 {zone}")
        monkeypatch.setattr(limits, "next_allowed_at", lambda *_given, at=at: at)
        with pytest.raises(Refused) as refusal:
            require_allowance(alice, [bob], now=at)
        assert str(refusal.value.params["until"]).endswith(f"02:30 {zone}")


def test_every_time_of_day_names_its_zone_and_the_tooltip_the_place():
    at = berlin(2026, 3, 24, 23, 30)
    with timezone.override(BERLIN):
        assert "23:30 CET <" in times.deadline(at, at - DAY)
        for written in (times.moment, times.deadline, times.brief):
            assert "23:30 CET" in striptags(written(at))
            assert 'title="Europe/Berlin">' in written(at)
        assert "title" not in times.relative(at, at - DAY)


def test_the_hour_that_exists_twice_is_told_apart():
    first, second = (berlin(2026, 10, 25, 2, 30, fold=fold) for fold in (0, 1))
    with timezone.override(BERLIN):
        for written in (times.moment, times.deadline, times.brief):
            said = [striptags(written(each)) for each in (first, second)]
            assert "2:30 CEST" in said[0]
            assert "2:30 CET" in said[1]
        assert times.moment_words(first).endswith("02:30 CEST")
        assert times.moment_words(second, "H:i") == "02:30 CET"
        with translation.override("de"):
            assert moment_words(first).endswith("02:30 MESZ")


@pytest.mark.parametrize(
    ("zone", "name"),
    [("Asia/Kolkata", "IST"), ("Asia/Kathmandu", "UTC+5:45"), ("America/Sao_Paulo", "UTC−3")],
)
def test_a_zone_without_an_abbreviation_is_named_by_its_offset(zone, name):
    assert zone_text(datetime(2026, 3, 24, 12, tzinfo=ZoneInfo(zone))) == name


@pytest.mark.django_db
@pytest.mark.parametrize("several", sampled([False, True], 1))
def test_report_files_have_the_days_of_the_tournament(hold, people, several):
    begins, ended = berlin(2026, 3, 25, 0, 30), berlin(2026, 4, 2, 0, 15)  # in UTC the days before
    hold(people(2), least=2, starts_at=begins)
    running.advance_all(now=begins, make_seed=seeds)
    division = Division.objects.select_related("tournament").get()
    division.tournament.finished_at = ended
    text = trf_files.build_report(division.tournament, division, several=several)
    assert "\r\n042 2026/03/25\r\n" in text
    assert "\r\n052 2026/04/02\r\n" in text


@pytest.mark.parametrize("code", ["suspended", "suspended_from_seats"])
def test_the_end_of_a_suspension_is_told_in_the_readers_zone(code):
    refusal = Refused(code, until=berlin(2026, 4, 1, 0, 30))
    with timezone.override(BERLIN):
        assert "until 1 April 2026, 00:30 CEST." in refusals.explain(refusal)
    with timezone.override("America/New_York"):
        assert "until 31 March 2026, 18:30 EDT." in refusals.explain(refusal)


@pytest.mark.django_db
def test_whoever_is_suspended_reads_until_when_by_page_email_and_api(
    hold, alice, client_for, api, receive
):
    alice.time_zone = "Europe/Berlin"
    alice.save(update_fields=["time_zone"])
    until = berlin(*(timezone.localdate() + 9 * DAY).timetuple()[:3], 0, 30)
    Suspension.objects.create(player=alice, until=until)
    cup = hold([], starts_at=timezone.now() + 5 * DAY)
    words = f"until {moment_words(until, zone=BERLIN)}."
    assert ", 00:30 CE" in words
    address = f"tournaments/{cup.pk}/enter/"
    assert words in text_of(client_for(alice).post(f"/{address}"))
    said = api(alice).post(address)
    assert f"until {moment_words(until, zone=UTC)}." in said.json["detail"]
    assert said.json["until"] == until.isoformat()
    receive(written("enter\n", about(cup, alice), "alice@example.org"))
    assert words in newest(alice, "answer").body.replace("\n", " ")
