"""Whoever plays with somebody whom no e-mail reaches is told by e-mail, once."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core.mail.backends.locmem import EmailBackend

from accounts.models import Player
from games.services.match import undelivered
from games.services.match.undelivered import MAX_CREDIT
from games.services.play import flags, mail_pauses, matches
from notifications.models import DeliveryEvent, EmailSettings, Message
from notifications.services.subscriptions import set_preference
from tests.emails import deliver_due, render

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def bounce(alice, monkeypatch):
    """Send what is due while the mail server refuses Alice's address for good."""

    def refuse(self, messages):
        raise SMTPRecipientsRefused({alice.address: (550, b"no such user")})

    def bounced(now):
        with monkeypatch.context() as broken:
            broken.setattr(EmailBackend, "send_messages", refuse)
            deliver_due(now)

    return bounced


@pytest.fixture
def bounced(start, play, alice, bob, noon, bounce):
    """A match in which Alice is to move since noon; an hour later the e-mail about it bounced."""
    match = start(alice, bob, now=noon - DAY)
    deliver_due(noon - HOUR)
    play(match, "b2,a1", noon)
    bounce(noon + HOUR)
    return match


def notices():
    return Message.objects.filter(kind="bounce_notice")


def test_the_opponent_is_told_once_by_e_mail_and_what_it_means_for_the_clock(bounced, bob, noon):
    Player.objects.update(language="en")
    for hours in (1, 2, 3):
        mail_pauses.update_mail_pauses(now=noon + hours * HOUR)
    notice = notices().get()
    assert notice.player == bob
    email = render(notice, noon + 2 * HOUR)
    assert email.subject.endswith("Alice cannot be reached by e-mail")
    assert "Alice has not been reachable by e-mail since Monday, 2 March, 13:00 CET" in email.body
    assert "until Monday, 9 March, 13:00 CET (in 6 days 22 hours) at the latest" in email.body
    assert "call a referee: reply “claim” and your reasons" in email.body
    deliver_due(noon + 3 * HOUR)
    notice.refresh_from_db()
    assert notice.state == Message.State.SENT


def test_a_flag_that_waits_for_the_credit_tells_the_opponent_as_well(bounced, noon):
    flags.settle_flags(now=noon + 4 * DAY)
    assert notices().count() == 1


def test_the_notice_is_not_sent_once_the_player_is_here(bounced, alice, noon):
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    alice.refresh_from_db()
    undelivered.mark_player_present(alice, now=noon + 2 * HOUR)
    deliver_due(noon + 3 * HOUR)
    notice = notices().get()
    assert notice.state == Message.State.WITHDRAWN
    assert DeliveryEvent.objects.filter(message=notice).last().detail == "no longer true"


def test_the_notice_is_not_sent_once_the_credit_is_used_up_or_the_match_is_over(bounced, bob, noon):
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    notices().update(due_at=noon + MAX_CREDIT)
    deliver_due(noon + MAX_CREDIT)
    assert notices().get().state == Message.State.WITHDRAWN
    notices().update(state=Message.State.QUEUED)
    matches.resign_match(bounced.pk, bob, now=noon + 2 * HOUR)
    assert notices().get().state == Message.State.WITHDRAWN


def test_who_had_opened_the_position_is_credited_without_a_notice(bounced, alice, noon):
    matches.mark_seen(bounced, alice, 2, now=noon + HOUR / 2)
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    assert not notices().exists()


def test_the_notice_can_be_turned_off(bounced, bob, noon):
    set_preference(bob, "bounce_notice", wanted=False, now=noon)
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    assert not notices().exists()


def test_the_opponent_is_told_again_if_it_happens_again(bounced, alice, noon, play, bounce):
    mail_pauses.update_mail_pauses(now=noon + HOUR)
    alice.refresh_from_db()
    undelivered.mark_player_present(alice, now=noon + 2 * HOUR)
    EmailSettings.objects.update(bounced_at=None)
    play(bounced, "c3,a2", noon + 3 * HOUR)
    bounce(noon + 4 * HOUR)
    mail_pauses.update_mail_pauses(now=noon + 4 * HOUR)
    assert notices().count() == 2
