"""Time settings, leave and closing the account, with what they do to running matches."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import Leave, Player, User
from games.models import Challenge, Match, Seat
from games.services.challenges import closing
from games.services.time import outages
from tests.markup import text_of
from tests.sampling import sampled
from tests.web.lobby_helpers import bot, challenge

pytestmark = pytest.mark.django_db
TIME = "/settings/time/"
BERLIN = ZoneInfo("Europe/Berlin")
SCHEDULE = {
    "action": "schedule",
    "time_zone": "Europe/Berlin",
    "quiet_from": "",
    "quiet_to": "",
}


def day(ahead: int) -> str:
    """Return the day so many days from now in Berlin, as a form sends it."""
    return (timezone.localdate(timezone=BERLIN) + timedelta(days=ahead)).isoformat()


def deadline(match: Any, player: Any) -> datetime | None:
    """Return when the player's time runs out."""
    return Seat.objects.get(match=match, player=player).deadline_at


@pytest.mark.parametrize("address", [TIME, "/settings/close/"])
def test_visitors_are_sent_to_log_in_and_guests_to_their_page(
    client: Any, client_for: Any, noon: Any, address: str
) -> None:
    assert client.get(address)["Location"].startswith("/account/login/?next=")
    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    assert client_for(guest).get(address)["Location"] == "/settings/"
    assert client_for(guest).post(address, {"sure": "on"})["Location"] == "/settings/"


def test_a_schedule_is_saved(client_for: Any, alice: Any) -> None:
    given = {"time_zone": "Asia/Tokyo", "quiet_from": "22:30", "quiet_to": "07:00"}
    answer = client_for(alice).post(TIME, SCHEDULE | given | {"rest_days": ["5", "6"]})
    assert answer.status_code == 302
    alice.refresh_from_db()
    assert alice.time_zone == "Asia/Tokyo"
    assert (alice.quiet_from.hour, alice.quiet_to.hour, alice.rest_days) == (22, 7, [5, 6])


def test_mistakes_in_a_schedule_are_named_at_their_field(client_for: Any, alice: Any) -> None:
    client = client_for(alice)
    mistakes: list[tuple[dict[str, Any], str, str]] = [
        ({"time_zone": "Mars/Olympus"}, "time_zone", "“Mars/Olympus” is not a time zone"),
        ({"quiet_from": "22:00"}, "quiet_to", "Quiet hours need both a start and an end"),
        (
            {"quiet_from": "22:00", "quiet_to": "22:00"},
            "quiet_to",
            "cannot start and end at the same time",
        ),
        ({"quiet_from": "late"}, "quiet_from", "Enter a time such as 22:30."),
        ({"rest_days": ["0", "1", "2"]}, "rest_days", "Choose at most two different days off"),
        ({"rest_days": ["9"]}, "rest_days", "9 is not one of the available choices"),
    ]
    for wrong, field, sentence in mistakes:
        page = client.post(TIME, SCHEDULE | wrong)
        assert page.status_code == 422, wrong
        assert list(page.context["schedule"].errors) == [field]
        assert sentence in text_of(page).replace("&quot;", '"')
        alice.refresh_from_db()
        assert (alice.time_zone, alice.quiet_from, alice.rest_days) == ("Europe/Berlin", None, [])


def test_days_off_leave_the_running_turn_alone_and_count_from_the_next(
    client_for: Any, alice: Any, bob: Any, start: Any, play: Any
) -> None:
    now = timezone.now()
    match = start(alice, bob, preset="club", now=now)
    before = deadline(match, alice)
    assert before
    page = client_for(alice).post(TIME, SCHEDULE | {"rest_days": ["5", "6"]}, follow=True)
    assert deadline(match, alice) == before
    assert "Saved. Changes take effect from your next turn" in text_of(page)
    assert "A turn that is already running keeps its time zone, hours and days off" in text_of(page)
    play(match, "b2,a1", now)
    after = deadline(match, alice)
    assert after
    assert after >= before + timedelta(days=3)


def test_after_a_change_of_zone_deadlines_are_shown_in_the_new_zone(
    client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    noon = timezone.now().replace(hour=12, minute=0, second=0, microsecond=0)
    match = start(alice, bob, preset="hour", now=noon)
    before = deadline(match, alice)
    given = {"time_zone": "Asia/Tokyo", "quiet_from": "20:00", "quiet_to": "08:00"}
    page = client_for(alice).post(TIME, SCHEDULE | given, follow=True)
    assert deadline(match, alice) == before == noon + timedelta(hours=1)
    assert "22:00" in text_of(page)


def test_without_a_running_turn_the_change_is_simply_saved(client_for: Any, alice: Any) -> None:
    page = client_for(alice).post(TIME, SCHEDULE | {"rest_days": ["6"]}, follow=True)
    assert "Saved." in text_of(page)
    assert "Saved. Changes take effect from your next turn" not in text_of(page)


def test_leave_without_effect_on_deadlines_says_so(
    client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    start(alice, bob, preset="untimed", rated=False, now=timezone.now())
    given = {"action": "leave", "first_day": day(1), "last_day": day(4)}
    page = client_for(alice).post(TIME, given, follow=True)
    assert "None of your running deadlines has changed." in text_of(page)


def test_leave_is_booked_moves_deadlines_and_can_be_cancelled(
    client_for: Any, alice: Any, bob: Any, start: Any
) -> None:
    match = start(alice, bob, preset="three_days", now=timezone.now())
    before = deadline(match, alice)
    client = client_for(alice)
    given = {"action": "leave", "first_day": day(1), "last_day": day(4)}
    page = client.post(TIME, given, follow=True)
    assert "your opponents have been notified" in text_of(page)
    assert page.context["left"] < 40
    moved = deadline(match, alice)
    assert before
    assert moved
    assert moved - before >= timedelta(days=3, hours=22)
    leave = Leave.objects.get()
    page = client.post(TIME, {"action": "cancel", "leave": str(leave.pk)}, follow=True)
    assert "Your leave is cancelled" in text_of(page)
    assert deadline(match, alice) == before


def test_impossible_leave_is_named_at_its_field(client_for: Any, alice: Any) -> None:
    client = client_for(alice)
    for first, last, field, sentence in (
        (3, 1, "last_day", "cannot be before the first"),
        (-2, 3, "first_day", "Leave cannot begin in the past"),
        (400, 405, "first_day", "up to 365 days ahead"),
        (3, 3, "last_day", "at least 2 days"),
        (3, 30, "last_day", "at most 14 days"),
    ):
        given = {"action": "leave", "first_day": day(first), "last_day": day(last)}
        page = client.post(TIME, given)
        assert page.status_code == 422, given
        assert list(page.context["leave"].errors) == [field]
        assert sentence in text_of(page)
        assert not Leave.objects.exists()


def test_leave_beyond_the_allowance_and_twice_the_same_days_are_refused(
    client_for: Any, person: Any
) -> None:
    dora = person("Dora")
    Player.objects.filter(pk=dora.pk).update(created_at=timezone.now())
    client = client_for(dora)
    page = client.post(TIME, {"action": "leave", "first_day": day(3), "last_day": day(15)})
    assert "You have 10 days of leave left; this would use 13." in text_of(page)
    client.post(TIME, {"action": "leave", "first_day": day(3), "last_day": day(6)})
    page = client.post(TIME, {"action": "leave", "first_day": day(5), "last_day": day(8)})
    assert "You have already booked leave from" in text_of(page)


def test_days_that_are_no_days_are_refused(client_for: Any, alice: Any) -> None:
    page = client_for(alice).post(TIME, {"action": "leave", "first_day": "soon", "last_day": ""})
    assert "Enter a date such as 2027-01-31." in text_of(page)
    assert "Choose a day." in text_of(page)


@pytest.mark.parametrize("number", sampled(["x", "999999", "", "9" * 30], 2))
def test_leave_that_is_not_there_cannot_be_cancelled(
    client_for: Any, alice: Any, number: str
) -> None:
    page = client_for(alice).post(TIME, {"action": "cancel", "leave": number})
    assert "There is no such leave" in text_of(page)


def test_nobody_cancels_the_leave_of_another(client_for: Any, alice: Any, bob: Any) -> None:
    today = timezone.now().date()
    leave = Leave.objects.create(
        player=bob, first_day=today, last_day=today, booked_at=timezone.now()
    )
    client_for(alice).post(TIME, {"action": "cancel", "leave": str(leave.pk)})
    leave.refresh_from_db()
    assert leave.cancelled_at is None


# Closing the account ------------------------------------------------------------------------------

CLOSE = {"password": "correct horse", "sure": "on"}


def test_closing_ends_matches_withdraws_challenges_and_logs_out(
    client_for: Any, alice: Any, bob: Any, start: Any, play: Any
) -> None:
    now = timezone.now()
    moved, fresh = start(alice, bob, now=now), start(bob, alice, now=now)
    play(moved, "b2,a1", now)
    own, asked = challenge(alice), challenge(bob, opponent=alice)
    client = client_for(alice)
    page = client.post("/settings/close/", CLOSE, follow=True)
    assert "Your account is closed." in text_of(page)
    assert page.context["reader"] is None
    alice.refresh_from_db()
    assert alice.closed_at is not None
    assert alice.name == f"Closed account {alice.pk}"
    assert not User.objects.filter(email="alice@example.org").exists()
    moved.refresh_from_db()
    fresh.refresh_from_db()
    assert (moved.status, moved.ending) == ("finished", "resigned")
    assert moved.seats.get(player=bob).rank == 1
    assert (fresh.status, fresh.ending) == ("annulled", "account_closed")
    states = Challenge.objects.filter(pk__in=[own.pk, asked.pk]).order_by("pk")
    assert [each.state for each in states] == ["withdrawn", "declined"]


def test_no_account_is_closed_while_a_flag_may_have_fallen_in_an_outage(
    client_for: Any, alice: Any, bob: Any, start: Any, play: Any
) -> None:
    match = start(alice, bob, now=timezone.now() - timedelta(days=4))
    play(match, "b2,a1", timezone.now() - timedelta(days=3, seconds=20))
    outages.record_heartbeat(now=timezone.now() - timedelta(seconds=40))
    page = client_for(alice).post("/settings/close/", CLOSE)
    assert page.status_code == 409
    assert "Check back in a minute." in text_of(page)
    alice.refresh_from_db()
    assert alice.closed_at is None


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"password": "wrong horse"}, "That password is incorrect."),
        ({"password": ""}, "Enter your password so that nobody else can do this."),
        ({"sure": ""}, "Tick this box if you really want to close the account."),
    ],
)
def test_closing_needs_the_password_and_a_tick(
    client_for: Any, alice: Any, wrong: dict[str, str], sentence: str
) -> None:
    page = client_for(alice).post("/settings/close/", CLOSE | wrong)
    assert page.status_code == 422
    assert sentence in text_of(page)
    alice.refresh_from_db()
    assert alice.closed_at is None


def test_a_login_without_password_needs_the_tick_and_a_fresh_login(
    client_for: Any, alice: Any
) -> None:
    alice.user.set_unusable_password()
    alice.user.save()
    long_ago = client_for(alice).post("/settings/close/", {"sure": "on"})
    assert long_ago.headers["Location"].startswith("/account/login/?next=%2Fsettings%2Fclose%2F")
    alice.refresh_from_db()
    assert alice.closed_at is None
    client = client_for(alice)
    session = client.session  # as allauth notes a login by another site's account
    session["account_authentication_methods"] = [{"method": "socialaccount", "at": time.time()}]
    session["account_authentication_methods_user"] = str(alice.user_id)
    session.save()
    client.post("/settings/close/", {"sure": "on"})
    alice.refresh_from_db()
    assert alice.closed_at is not None


def test_the_page_says_what_will_happen(client_for: Any, alice: Any, bob: Any, start: Any) -> None:
    start(alice, bob)
    start(alice, bob)
    assert "Your 2 running matches will be resigned" in text_of(
        client_for(alice).get("/settings/close/")
    )


def test_if_one_step_fails_nothing_has_happened(
    alice: Any, bob: Any, start: Any, play: Any, noon: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(alice, bob)
    play(match, "b2,a1", noon)

    def stumble(*_args: Any, **_kwargs: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("accounts.services.closing.close_account", stumble)
    with pytest.raises(OSError, match="disk"):
        closing.close_account(alice, now=noon)
    assert Match.objects.get(pk=match.pk).is_running


def test_a_bot_cannot_be_closed(db: None) -> None:
    with pytest.raises(ValueError, match="is a bot"):
        closing.close_account(bot().player, now=datetime(2026, 3, 2, tzinfo=UTC))
