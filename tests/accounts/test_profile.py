"""Profile, schedule, and closing an account."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.models import ApiKey, Player, User
from accounts.services.closing import close_account
from accounts.services.errors import NameRefused, ProfileRefused
from accounts.services.leave import book_leave
from accounts.services.profile import change_language, change_profile, change_schedule
from tests.keys import key_for


def test_the_profile_is_kept_tidy(alice: Player) -> None:
    change_profile(alice, name="  Alice   B. ", about=" one\r\ntwo ", language="fr")
    alice.refresh_from_db()
    assert (alice.name, alice.about, alice.language) == ("Alice B.", "one\ntwo", "fr")


@pytest.mark.parametrize(
    ("change", "kind", "code"),
    [
        ({"name": "bob"}, NameRefused, "taken"),
        ({"about": "x" * 501}, ProfileRefused, "about_long"),
        ({"language": "tlh"}, ProfileRefused, "language"),
    ],
)
def test_a_profile_that_cannot_be_kept_changes_nothing(
    alice: Player, bob: Player, change: dict[str, str], kind: Any, code: str
) -> None:
    with pytest.raises(kind) as refusal:
        change_profile(alice, **{"name": "Alina", "about": "hello", "language": "fr"} | change)
    assert refusal.value.code == code
    assert str(refusal.value)
    alice.refresh_from_db()
    assert (alice.name, alice.about, alice.language) == ("Alice", "", "en")


def schedule(player: Player, **changes: Any) -> Player:
    """Change the given parts of a schedule; the rest is as usual."""
    usual: dict[str, Any] = {
        "time_zone": "Europe/Rome",
        "quiet_from": time(22),
        "quiet_to": time(7),
        "rest_days": [6, 5],
    }
    return change_schedule(player, **usual | changes)


def test_a_schedule_is_kept(alice: Player) -> None:
    schedule(alice)
    alice.refresh_from_db()
    assert (alice.time_zone, alice.quiet_from, alice.quiet_to, alice.rest_days) == (
        "Europe/Rome",
        time(22),
        time(7),
        [5, 6],
    )
    assert schedule(alice, quiet_from=None, quiet_to=None, rest_days=[]).quiet_from is None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"time_zone": "Rome"}, "time_zone"),
        ({"time_zone": ""}, "time_zone"),
        ({"time_zone": "x\x00"}, "time_zone"),
        ({"time_zone": "a" * 5000}, "time_zone"),
        ({"quiet_from": None}, "quiet_half"),
        ({"quiet_to": time(22)}, "quiet_empty"),
        ({"rest_days": [4, 5, 6]}, "rest_days"),
        ({"rest_days": [5, 5]}, "rest_days"),
        ({"rest_days": [7]}, "rest_days"),
    ],
)
def test_an_impossible_schedule_is_refused_by_name(
    alice: Player, change: dict[str, Any], code: str
) -> None:
    with pytest.raises(ProfileRefused) as refusal:
        schedule(alice, **change)
    assert refusal.value.code == code
    alice.refresh_from_db()
    assert alice.time_zone == "Europe/Berlin"


def test_the_language_is_one_that_is_spoken_here(alice: Player) -> None:
    change_language(alice, "it")
    assert Player.objects.get().language == "it"
    with pytest.raises(ProfileRefused, match="Choose one of de, en, fr, it"):
        change_language(alice, "tlh")


def test_closing_removes_the_person_and_keeps_the_row(alice: Player, noon: Any) -> None:
    assert alice.user is not None
    key_for(alice.user)
    change_profile(alice, name="Alice", about="my telephone is …", language="en")
    leave = book_leave(
        alice, noon.date() + timedelta(days=3), noon.date() + timedelta(days=5), now=noon
    )
    close_account(alice, now=noon)
    row = Player.objects.get(pk=alice.pk)
    assert row.name == f"Closed account {alice.pk}"
    assert (row.about, row.user_id, row.address, row.closed_at) == ("", None, None, noon)
    assert row.kind == "person"
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()
    assert not ApiKey.objects.exists()
    leave.refresh_from_db()
    assert leave.cancelled_at == noon


def test_closing_twice_changes_nothing_more(alice: Player, noon: Any) -> None:
    close_account(alice, now=noon)
    assert close_account(alice, now=noon + timedelta(days=1)).closed_at == noon


def test_the_name_and_the_address_are_free_again_after_closing(
    alice: Player, noon: Any, person: Any
) -> None:
    close_account(alice, now=noon)
    assert person("Alice").pk != alice.pk


def test_closing_ends_every_session(alice: Player, noon: Any, client_for: Any) -> None:
    client = client_for(alice)
    assert client.get("/settings/").status_code == 200
    close_account(alice, now=noon)
    assert client.get("/settings/").status_code == 302


def test_a_bot_has_no_account_to_close(alice: Player, noon: Any) -> None:
    Player.objects.update(kind="bot", user=None)
    with pytest.raises(ValueError, match="bot"):
        close_account(alice, now=noon)
