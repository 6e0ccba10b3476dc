"""Domains that defer, and how many e-mails a minute one gets."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from accounts.models import Player, User
from config.env.mail import pace
from config.web import health
from notifications.models import Domain, EmailSettings, Message
from notifications.services.sending import delivery
from tests.emails import deliver_due

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
MINUTE = timedelta(minutes=1)


@pytest.fixture
def people(db, noon):
    """Return four readers at a slow domain and one elsewhere."""
    found = []
    for number, domain in enumerate(["slow.example"] * 4 + ["quick.example"]):
        user = User.objects.create_user(f"p{number}@{domain}")
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        found.append(Player.objects.create(user=user, name=f"P {number}", created_at=noon))
        EmailSettings.objects.create(player=found[-1], digest_after=500)
    return found


@pytest.fixture
def slow(monkeypatch):
    """Let the slow domain answer with what is in this list, and return who was tried."""
    state: dict[str, Any] = {"answer": None, "tried": []}
    works = EmailBackend.send_messages

    def send(self, messages):
        to = messages[0].to[0]
        state["tried"].append(to)
        if state["answer"] and to.endswith("@slow.example"):
            raise state["answer"]
        return works(self, messages)

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    monkeypatch.setattr(delivery, "_start_clock", lambda now: lambda: now)
    return state


@pytest.mark.parametrize(
    "answer", [SMTPRecipientsRefused({"x": (451, b"too many")}), SMTPDataError(451, b"later")]
)
def test_a_domain_that_defers_is_left_alone_and_the_others_go_out(people, noon, post, slow, answer):
    slow["answer"] = answer
    for player in people:
        post(player, f"letter {player.pk}")
    deliver_due(noon)
    assert slow["tried"] == ["p0@slow.example", "p1@slow.example", "p4@quick.example"]
    untouched = Message.objects.filter(attempts=0)
    assert untouched.count() == 2
    row = Domain.objects.get()
    assert (row.name, row.deferrals, row.held_until) == ("slow.example", 2, noon + MINUTE)
    deliver_due(noon + MINUTE / 2)
    assert len(slow["tried"]) == 3, "still held"
    deliver_due(noon + MINUTE)
    assert len(slow["tried"]) == 4, "one tries whether it is over"
    assert Domain.objects.get().held_until == noon + 6 * MINUTE
    slow["answer"] = None
    deliver_due(noon + 7 * MINUTE)
    assert len(mail.outbox) == 5
    assert (Domain.objects.get().deferrals, Domain.objects.get().held_until) == (0, None)


def test_a_single_full_mailbox_holds_up_nobody(people, noon, post, slow):
    slow["answer"] = SMTPRecipientsRefused({"x": (452, b"full")})
    post(people[0], "to the full one")
    deliver_due(noon)
    deliver_due(noon + 2 * MINUTE)
    assert slow["tried"] == ["p0@slow.example"] * 2
    slow["answer"] = None
    post(people[1], "to a neighbour")
    deliver_due(noon + 3 * MINUTE)
    assert slow["tried"][-1] == "p1@slow.example"


def test_emails_to_a_held_domain_do_not_make_the_site_unwell(people, noon, post, slow):
    now = noon + timedelta(hours=1)
    post(people[0], "waits")
    post(people[4], "goes out", now=now)
    Domain.objects.create(name="slow.example", deferrals=5, held_until=now + MINUTE)
    deliver_due(now)
    assert slow["tried"] == ["p4@quick.example"]
    assert health.mail_lag(now)["ok"] is True
    assert health.mail_lag(now + 2 * MINUTE)["ok"] is False


def test_a_domain_gets_so_many_a_minute_and_others_more(people, noon, post, slow, settings):
    settings.EMAIL_PACE = {"slow.example": 3}
    for number in range(6):
        post(people[number % 4], f"slow {number}")
        post(people[4], f"quick {number}")
    deliver_due(noon)
    assert sum(to.endswith("@slow.example") for to in slow["tried"]) == 3
    assert sum(to.endswith("@quick.example") for to in slow["tried"]) == 6
    deliver_due(noon + MINUTE / 2)
    assert len(slow["tried"]) == 9
    deliver_due(noon + MINUTE)
    assert len(mail.outbox) == 12
    assert set(Message.objects.values_list("state", "attempts")) == {("sent", 1)}


def test_the_pace_is_read_from_the_environment(people, noon, post, slow, settings):
    assert pace("") == {}
    assert pace("gmail.com=120, *=300") == {"gmail.com": 120, "*": 300}
    for wrong in ("gmail.com", "=3", "gmail.com=0", "gmail.com=many"):
        with pytest.raises(ValueError, match="EMAIL_PACE"):
            pace(wrong)
    settings.EMAIL_PACE = {"*": 1}
    for player in people[:2]:
        post(player, f"letter {player.pk}")
    deliver_due(noon)
    assert len(mail.outbox) == 1
