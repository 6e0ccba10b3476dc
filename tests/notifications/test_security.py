"""The e-mails of login and sign-up go through the outbox like all others."""

from __future__ import annotations

from datetime import time

import pytest
from django.core import mail
from django.utils import timezone

from notifications.models import Message
from notifications.services.security import post_security
from tests.accounts.factor import logged_in, prove
from tests.emails import deliver_due
from tests.notifications.conftest import first, html_of
from tests.sampling import sampled


def deliver():
    tally = deliver_due(timezone.now())
    assert tally.failed == 0
    return mail.outbox[-1] if mail.outbox else None


def test_a_forgotten_password_sends_a_link_that_works_and_then_forgets_it(alice, client_for):
    client = client_for()
    client.post("/account/password/reset/", {"email": alice.address})
    row = Message.objects.get()
    assert (row.kind, row.player, row.address) == ("security", alice, alice.address)
    assert row.due_at <= timezone.now()
    assert mail.outbox == [], "nothing is sent inside the request"
    email = deliver()
    assert email.subject == "Choose a new password"
    (link,) = first(r"https://ampelpost\.example(/account/password/reset/key/\S+)", email.body)
    assert client.get(link, follow=True).status_code == 200
    assert link in html_of(email)
    row.refresh_from_db()
    assert row.context == {"subject": "Choose a new password"}, "the secret is gone from the row"


def test_a_stranger_who_signs_up_gets_the_email_before_there_is_a_player(db, noon):
    post_security(
        "new@example.org",
        "Welcome",
        "Please confirm:\n\nhttps://x.example/a?b=1&c=2",
        language="de",
        now=noon,
    )
    assert deliver_due(noon).sent == 1
    email = mail.outbox[0]
    assert email.to == ["new@example.org"]
    assert "https://x.example/a?b=1&c=2" in email.body
    assert 'href="https://x.example/a?b=1&amp;c=2"' in html_of(email)
    assert ">Seite öffnen</a>" in html_of(email)
    assert "List-Unsubscribe" not in email.message()


def test_the_unknown_address_gets_an_email_too_so_that_nobody_can_probe(db, client_for):
    client_for().post("/account/password/reset/", {"email": "nobody@example.org"})
    assert deliver().subject == "There is no account with this address"


@pytest.mark.parametrize("known", sampled([True, False], 1))
def test_strangers_can_have_few_emails_sent_to_an_address_and_lock_nobody_out(
    alice, client_for, known
):
    address = alice.address if known else "nobody@example.org"
    for network in range(9):
        asked = client_for(REMOTE_ADDR=f"203.0.{network}.7")
        answer = asked.post("/account/password/reset/", {"email": address.upper()}, follow=True)
        assert (answer.status_code, len(answer.redirect_chain)) == (200, 1)
    assert Message.objects.count() == 5
    fields = {"name": "Mallory", "email": address, "password1": "correct horse battery"}
    fields |= {"time_zone": "Europe/Rome", "language": "it"}
    client_for(REMOTE_ADDR="203.1.0.7").post("/account/signup/", fields)
    assert Message.objects.count() == 6, "one kind of e-mail uses up no other"
    client_for().post("/account/password/reset/", {"email": "bob@example.org"})
    assert Message.objects.count() == 7


def test_all_that_strangers_have_sent_to_an_address_has_one_limit_but_not_its_owner_s_password(
    alice, client_for, settings
):
    together = {"strangers_to_address": "2/h/key"}
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | together
    browser = client_for()

    def ask(address):
        browser.post("/account/password/reset/", {"email": address})
        return Message.objects.filter(address__iexact=address).count()

    def sign_up(address):
        fields = {"name": f"New {address[:5]}", "email": address, "language": "it"}
        fields |= {"time_zone": "Europe/Rome", "password1": "correct horse battery"}
        client_for().post("/account/signup/", fields)
        return Message.objects.filter(address__iexact=address).count()

    assert [ask("nobody@example.org") for _time in range(2)] == [1, 2]
    assert sign_up("Nobody@example.org") == 2
    settings.ACCOUNT_RATE_LIMITS |= {"strangers_to_address": "1/h/key"}
    assert sign_up(alice.address) == 1
    assert [ask(alice.address) for _time in range(2)] == [2, 3]


def test_whoever_is_logged_in_gets_the_e_mail_about_a_new_address_whatever_strangers_did(
    alice, client_for, settings
):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {
        "strangers_to_address": "1/h/key",
        "confirmations_to_address": "2/h/key",
    }
    address = "new@example.org"
    client_for().post("/account/password/reset/", {"email": address})
    browser = logged_in(alice)
    prove(browser)
    browser.post("/account/email/", {"action_add": "", "email": address})
    assert Message.objects.filter(address=address).count() == 2


def test_what_the_common_limit_refuses_uses_up_no_limit_of_a_kind(db, client_for, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {
        "strangers_to_address": "2/h/key",
        "emails_to_address": "3/h/key",
    }
    address = "nobody@example.org"
    for _time in range(4):
        client_for().post("/account/password/reset/", {"email": address})
    settings.ACCOUNT_RATE_LIMITS = {
        **settings.ACCOUNT_RATE_LIMITS,
        "strangers_to_address": "9/h/key",
    }
    client_for().post("/account/password/reset/", {"email": address})
    assert Message.objects.filter(address=address).count() == 3


def test_login_emails_arrive_at_night_and_after_bounces_and_on_busy_days(alice, noon):
    from notifications.models import EmailSettings

    alice.quiet_from, alice.quiet_to = time(0), time(23, 59)
    alice.save()
    EmailSettings.objects.create(
        player=alice, digest_after=0, bounced_at=noon, bounced_address=alice.address
    )
    post_security(alice.address, "Code", "1234", language="en", now=noon)
    assert deliver_due(noon).sent == 1


@pytest.mark.parametrize(
    "name",
    [
        "account_already_exists",
        "email_changed",
        "email_confirm",
        "email_confirmation",
        "email_confirmation_signup",
        "email_deleted",
        "login_code",
        "password_changed",
        "password_reset",
        "password_reset_code",
        "password_reset_key",
        "password_set",
        "unknown_account",
    ],
)
def test_every_login_email_is_in_our_own_words(alice, name, noon):
    from notifications.adapter import AccountAdapter

    context = {
        "activate_url": "https://x.example/activate",
        "password_reset_url": "https://x.example/reset",
        "signup_url": "https://x.example/signup",
        "code": "",
        "from_email": "a@x.example",
        "to_email": "b@x.example",
        "deleted_email": "a@x.example",
        "timestamp": noon,
        "ip": "127.0.0.1",
        "user_agent": "Browser <1>",
    }
    AccountAdapter().send_mail(f"account/email/{name}", alice.address, context)
    email = deliver()
    assert email.subject
    assert len(email.body.splitlines()) > 6
    for foreign in ("example.com", "Thank you for using", "&lt;", "&amp;"):
        assert foreign not in email.body
