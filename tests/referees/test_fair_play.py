"""The fair-play desk: marks of visits, what it shows, to whom, and that nothing follows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player, Visit
from accounts.services.visits import RETENTION, Origin, delete_old_visits, record_visit
from games.services.play.matches import resign_match
from tournaments.referees.models import Ruling

pytestmark = pytest.mark.django_db
DESK = "/referee/fair-play/"
LAPTOP = "d" * 22
LEG = "a1,c4,b1,a4,c1"  # three reds in row 1


@pytest.fixture
def given(alice, bob, carol, start, play):
    """Let Alice and Bob give each other four results; Bob and Carol have played one out."""
    now = timezone.now() - timedelta(days=1)
    played = start(bob, carol, now=now, options={"legs": 2, "max_extra_pairs": 0})
    play(played, f"{LEG},{LEG}", now)
    assert not played.is_running
    for number in range(4):
        match = start(alice, bob, now=now)
        play(match, "b2,a1", now)
        resign_match(match.pk, (alice, bob)[number % 2], now=now)
    return match


def test_a_visit_leaves_marks_and_never_an_address(client_for, alice, bob, start):
    table = start(alice, bob).get_absolute_url()
    for player in (alice, bob):
        client = client_for(player)
        client.cookies["ampel_device"] = LAPTOP
        for _ in range(2):
            client.get(table, REMOTE_ADDR="203.0.113.9")
    first, second = Visit.objects.order_by("player")
    assert (first.device, first.address) == (second.device, second.address)
    assert len(first.device) == len(first.address) == len(first.network) == 16
    fresh = client_for()
    fresh.get(table, REMOTE_ADDR="203.0.113.9")
    assert Visit.objects.count() == 2
    assert "ampel_device" not in fresh.cookies


def test_odd_addresses_and_cookies_leave_no_mark_and_no_fault(client_for, alice, bob, start):
    table = start(alice, bob).get_absolute_url()
    client = client_for(alice)
    client.cookies["ampel_device"] = "x" * 5000
    assert client.get(table, REMOTE_ADDR="unix:").status_code == 200
    visit = Visit.objects.get()
    assert (visit.address, visit.network) == ("", "")
    assert len(client.cookies["ampel_device"].value) == 22


def test_a_login_is_a_visit(client_for, alice):
    client = client_for()
    given = {"login": "alice@example.org", "password": "correct horse"}
    assert client.post("/account/login/", given).status_code == 302
    assert Visit.objects.get().player == alice
    assert client.cookies["ampel_device"]["httponly"]


def test_visits_are_forgotten_after_half_a_year(alice, bob):
    now = timezone.now()
    record_visit(alice, Origin("203.0.113.9", LAPTOP), now=now - RETENTION - timedelta(days=1))
    record_visit(alice, Origin("::ffff:203.0.113.9", LAPTOP), now=now)
    assert Visit.objects.values("address").distinct().count() == 1, "the same address"
    assert delete_old_visits(now=now) == 1
    assert Visit.objects.get().day == now.date()


def test_the_desk_shows_who_shares_a_device_and_gives_results(
    client_for, referee, alice, bob, carol, given
):
    now = timezone.now()
    for player, address in ((alice, "203.0.113.9"), (bob, "203.0.113.77"), (carol, "198.51.100.1")):
        record_visit(player, Origin(address, "" if player == carol else LAPTOP), now=now)
    text = client_for(referee).get(DESK).content.decode()
    assert "Carol" not in text
    assert text.count(">Alice</a>") == 2, "shares a device; gives results"
    assert f'<a href="/referee/matches/{given.pk}/">{given.pk}</a>' in text
    one = client_for(referee).get(f"{DESK}{alice.pk}/").content.decode()
    assert "Not enough moves" in one
    assert "Bob" in one
    assert ">Bob</a>" not in client_for(referee).get(f"{DESK}{carol.pk}/").content.decode()
    assert not Ruling.objects.exists(), "nothing follows by itself"


def test_guests_on_the_same_device_hide_nobody(client_for, referee, alice, bob):
    now = timezone.now()
    guests = [
        Player.objects.create(kind="guest", name=f"Guest {n}", created_at=now) for n in range(9)
    ]
    for player in (alice, bob, *guests):
        record_visit(player, Origin("", LAPTOP), now=now)
    text = client_for(referee).get(DESK).content.decode()
    assert ">Alice</a>" in text
    assert ">Bob</a>" in text
    assert "Guest 1" not in text


def test_only_those_who_judge_everything_enter_and_never_about_themselves(
    client_for, referee, alice
):
    assert client_for(alice).get(DESK).status_code == 403
    assert client_for().get(DESK).status_code == 302
    assert client_for(referee).get(f"{DESK}{referee.pk}/").status_code in (403, 409)
    assert client_for(referee).get(f"{DESK}999999/").status_code == 404
    record_visit(referee, Origin("203.0.113.9", LAPTOP), now=timezone.now())
    record_visit(alice, Origin("203.0.113.9", LAPTOP), now=timezone.now())
    assert "Alice" not in client_for(referee).get(DESK).content.decode()
