"""Notifications in browsers: encrypted, instead of the e-mail, and never to an address inside."""

from __future__ import annotations

import socket
from datetime import time, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.secrets.encryption import encrypt
from config.personal import collection
from games.services.challenges import closing
from notifications import pushing
from notifications.models import Message, PushKey, PushSubscription
from notifications.services import notices, push_keys, subscriptions
from notifications.services.server_recovery import RETRY_DELAYS
from tests.accounts.factor import PASSWORD, logged_in
from tests.emails import deliver_due
from tests.notifications.push_service import Device, PushService, running

State = Message.State
PAGE, FORM = "/settings/emails/", "/settings/emails/browser/"
pytestmark = pytest.mark.sqlite


@pytest.fixture
def service(tmp_path, monkeypatch):
    """Run a push service and let its name lead there."""
    with running(tmp_path) as found:
        monkeypatch.setattr(
            pushing, "resolve_public_host", lambda _host, _port: ("127.0.0.1", found.port)
        )
        monkeypatch.setattr(pushing, "TRUSTED", found.certificate)
        yield found


def turn_on(player, device: Device) -> Client:
    client = logged_in(player)
    assert client.post(FORM, {"action": "on", **device.told}).status_code == 302
    return client


def events(message: Message) -> list[str]:
    return list(message.events.values_list("event", flat=True))


def test_a_turn_is_shown_instead_of_mailed_once(alice, noon, post, service: PushService):
    device = Device()
    turn_on(alice, device)
    first = post(alice)
    assert (deliver_due(noon).pushed, deliver_due(noon).pushed) == (1, 0)
    ((path, headers, body),) = service.taken
    told = device.read(body)
    assert (path, set(told)) == ("/phone", {"title", "url", "tag", "lang"})
    assert told["url"] == "https://ampelpost.example/matches/7/"
    assert told["title"]
    assert "secret" not in str(told)
    assert headers["Authorization"].startswith("vapid t=")
    assert push_keys.public_key(noon) in headers["Authorization"]
    assert (headers["Urgency"], headers["TTL"], len(headers["Topic"])) == ("high", "259200", 32)
    first.refresh_from_db()
    assert (first.state, first.sent_at, first.pushed_at) == (State.PUSHED, None, first.pushed_at)
    assert events(first) == ["queued", "claimed", "pushed"]
    assert mail.outbox == []
    # A sender that dies after the push sends it again under the same topic and tag.
    Message.objects.update(state=State.QUEUED, pushed_at=None, claimed_until=None)
    assert deliver_due(noon).pushed == 1
    assert service.taken[1][1]["Topic"] == headers["Topic"]
    assert device.read(service.taken[1][2]) == told
    # A kind that this browser does not show is mailed, and so are those that none may show.
    post(alice, "standings:1", kind="match_started")
    assert deliver_due(noon).sent == 1


def test_it_falls_back_to_the_email_and_never_doubles_it(alice, noon, post, service: PushService):
    phone, laptop = Device(), Device("laptop")
    turn_on(alice, phone)
    turn_on(alice, laptop)
    service.answers = [410, 201]
    post(alice, "a")
    assert deliver_due(noon).pushed == 1
    assert [row.endpoint for row in PushSubscription.objects.all()] == [laptop.endpoint]
    for number, answer in enumerate((500, 301, 404)):  # the last one is the end of it
        service.answers = [answer]
        message = post(alice, f"b{number}")
        assert (deliver_due(noon).sent, len(mail.outbox)) == (1, number + 1)
        assert events(message) == ["queued", "claimed", "accepted"]
    assert not PushSubscription.objects.exists()
    assert {path for path, _headers, _body in service.taken} == {"/phone", "/laptop"}


def test_who_wants_both_gets_both_once(alice, noon, post, service: PushService, monkeypatch):
    client = turn_on(alice, Device())
    client.post(FORM, {"action": "save", "kinds": ["your_turn", "security"], "email_too": "on"})
    assert PushSubscription.objects.get().kinds == ["your_turn"]
    message = post(alice)
    works = mail.get_connection().__class__.send_messages
    monkeypatch.setattr(mail.get_connection().__class__, "send_messages", lambda *_: 1 / 0)
    assert deliver_due(noon).failed == 1
    monkeypatch.setattr(mail.get_connection().__class__, "send_messages", works)
    assert deliver_due(noon + 2 * RETRY_DELAYS[0]).sent == 1
    assert (len(service.taken), len(mail.outbox)) == (1, 1)
    assert events(message) == ["queued", "claimed", "pushed", "failed", "claimed", "accepted"]


def test_quiet_hours_delay_withdrawal_and_refused_emails(alice, noon, post, service: PushService):
    turn_on(alice, Device())
    alice.quiet_from, alice.quiet_to = time(12), time(15)  # noon is 13:00 in Berlin
    alice.save()
    asleep = post(alice, "a", settle=True)
    assert asleep.due_at == noon + timedelta(hours=2)
    assert deliver_due(noon + timedelta(hours=1)).pushed == 0
    # E-mails, not notifications.
    subscriptions.set_preference(alice, "your_turn", wanted=False, now=noon)
    assert deliver_due(noon + timedelta(hours=2)).pushed == 1
    now = noon + timedelta(hours=3)
    only = post(alice, "b", now=now)
    assert only.address == ""
    service.answers = [500]
    assert deliver_due(now).failed == 1
    assert deliver_due(now + 2 * RETRY_DELAYS[0]).pushed == 1
    lost = post(alice, "c", now=now)
    PushSubscription.objects.all().delete()
    assert deliver_due(now).failed == 1
    lost.refresh_from_db()
    assert (lost.state, mail.outbox) == (State.WITHDRAWN, [])
    assert post(alice, "d", now=now) is None


def test_browsers_end_with_session_password_and_account(alice, bob, noon, service: PushService):
    device = Device()
    page = logged_in(alice).get(PAGE).content.decode()
    assert f'data-push="{push_keys.public_key(noon)}" hidden' in page
    client = turn_on(alice, device)
    assert 'name="kinds" value="your_turn" checked' in client.get(PAGE).content.decode()
    told: Any = next(iter(collection.settings(alice)))
    (row,) = told["notifications"]
    assert (row["service"], set(row)) == ("push.example.org", {"service", "kinds", "created_at"})
    client.post("/account/logout/")
    assert not PushSubscription.objects.exists()
    turn_on(alice, device)
    turn_on(bob, device)  # the same browser, another login
    assert [each.player for each in PushSubscription.objects.all()] == [bob]
    client = turn_on(alice, Device("laptop"))
    new = {"password1": "quite another horse", "password2": "quite another horse"}
    assert (
        client.post("/account/password/change/", {"oldpassword": PASSWORD, **new}).status_code
        == 302
    )
    assert [each.player for each in PushSubscription.objects.all()] == [bob]
    client = logged_in(bob)
    turn_on(bob, Device("tablet")).post(FORM, {"action": "off"})
    assert PushSubscription.objects.count() == 1
    closing.close_account(bob, now=noon)
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://2130706433/a",
        "https://0x7f.1/a",
        "https://localhost/a",
        "https://push.example.org:8443/a",
        "https://me@push.example.org/a",
        "https://push.example.org/" + "a" * 1000,
        "https://push.example.org:x/",
        "gopher://push.example.org/",
        "",
    ],
)
def test_addresses_that_no_push_service_has_are_refused(alice, endpoint):
    client = logged_in(alice)
    answer = client.post(FORM, {"action": "on", **Device().told, "endpoint": endpoint})
    assert (answer.status_code, PushSubscription.objects.count()) == (422, 0)
    assert answer.json()["detail"]
    bad = {"action": "on", **Device().told, "p256dh": "AAAA\0"}
    assert client.post(FORM, bad).status_code == 422


def test_nothing_is_sent_to_addresses_inside(alice, noon, post, monkeypatch):
    inside = ("127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0")
    also = ("::1", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::")
    assert not any(pushing.is_public(each) for each in (*inside, *also, "224.0.0.1", "ff02::1"))
    assert all(pushing.is_public(each) for each in ("9.9.9.9", "2620:fe::fe", "64:ff9b::909:909"))
    turn_on(alice, Device())
    opened = []
    monkeypatch.setattr(pushing, "create_connection", lambda *given, **_: opened.append(given))
    for found in (["10.0.0.1"], ["9.9.9.9", "127.0.0.1"]):
        answer = [(2, 1, 6, "", (each, 443)) for each in found]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, a=answer, **__: a)
        post(alice, found[0])
        assert deliver_due(noon).sent == 1  # the e-mail
    assert opened == []


def test_a_service_that_drags_on_is_left_after_a_while(monkeypatch):
    ours, theirs = socket.socketpair()  # nobody ever says a word at the other end
    monkeypatch.setattr(pushing, "resolve_public_host", lambda *_: ("127.0.0.1", 443))
    monkeypatch.setattr(pushing, "create_connection", lambda *_, **__: ours)
    monkeypatch.setattr(pushing, "TOTAL_TIMEOUT", 0.1)
    row = PushSubscription(**Device().told)
    with theirs, pytest.raises(pushing.PushFailedError):
        pushing.push(row.subscription_info, "text", {}, key=f"{'B' * 42}A")


def test_a_site_that_wants_none_offers_none_and_a_wrong_key_is_reported(alice, settings):
    settings.PUSH_KEY = "off"
    client = logged_in(alice)
    assert "data-push" not in client.get(PAGE).content.decode()
    assert client.post(FORM, {"action": "on", **Device().told}).status_code == 403
    assert not PushKey.objects.exists()
    settings.PUSH_KEY = "too-short"
    with pytest.raises(SystemCheckError, match="PUSH_KEY is no key"):
        call_command("check", deploy=True)


def test_the_site_makes_its_key_once_and_keeps_it_encrypted(alice, noon, settings):
    settings.PUSH_KEY = ""
    page = logged_in(alice).get(PAGE).content.decode()
    made = PushKey.objects.get()
    private = push_keys.private_key(noon)
    assert private not in made.encrypted_key
    assert f'data-push="{push_keys.public_key(noon)}"' in page
    assert push_keys.private_key(noon + timedelta(days=1)) == private
    with pytest.raises(IntegrityError), transaction.atomic():
        PushKey.objects.create(encrypted_key="another", made_at=noon)
    settings.PUSH_KEY = "A" * 43
    assert push_keys.private_key(noon) == "A" * 43


def test_a_key_that_nobody_can_read_any_more_is_replaced(alice, noon, settings):
    settings.PUSH_KEY = ""
    turn_on(alice, Device())
    first = push_keys.public_key(noon)
    PushKey.objects.update(encrypted_key=encrypt("A" * 43, purpose="another"))
    second = push_keys.public_key(noon)
    assert second not in (first, "")
    assert push_keys.public_key(noon) == second
    assert not PushSubscription.objects.exists()


def test_slow_browsers_hold_up_no_e_mail(alice, noon, post, service: PushService, monkeypatch):
    for name in ("a", "b", "c", "d"):
        turn_on(alice, Device(name))
    asked: list[float] = []

    def slow(*_given: object) -> bool:
        asked.append(clock.now)
        clock.now += 7
        return False

    class Clock:
        now = 100.0

    clock = Clock()

    monkeypatch.setattr(notices, "_push_to", slow)
    monkeypatch.setattr(notices, "_payload", lambda *_: ("", {}))
    monkeypatch.setattr("notifications.services.notices.time.monotonic", lambda: clock.now)
    message = post(alice, "late")
    closed: set[str] = set()
    assert notices.push_to_browsers(message, noon, None, closed) is False  # type: ignore[arg-type]
    assert asked == [100.0, 107.0]
    closed |= {"w", "x", "y", "z"}
    assert notices.push_to_browsers(message, noon, None, closed) is False  # type: ignore[arg-type]
    assert len(asked) == 2
