"""The operator looks at everything and changes nothing but one thing."""

from __future__ import annotations

import pytest

from notifications.models import EmailSettings, Message, Preference
from notifications.services.security import post_security


@pytest.fixture
def operator(db, client_for):
    from accounts.models import User

    client = client_for()
    client.force_login(User.objects.create_superuser("root@example.org", "correct horse"))
    return client


def test_every_table_can_be_looked_at_and_nothing_added(operator, alice, post):
    post(alice)
    Preference.objects.create(player=alice, kind="reminder", wanted=False)
    EmailSettings.objects.create(player=alice)
    for table in ("message", "deliveryevent", "preference", "emailsettings"):
        assert operator.get(f"/admin/notifications/{table}/").status_code == 200, table
        assert operator.get(f"/admin/notifications/{table}/?q=alice").status_code == 200, table
        assert operator.get(f"/admin/notifications/{table}/add/").status_code == 403, table


def test_failed_emails_can_be_sent_again(operator, alice, post):
    email = post(alice)
    Message.objects.update(state="failed", attempts=8)
    data = {"action": "retry_now", "_selected_action": [email.pk]}
    page = operator.post("/admin/notifications/message/", data, follow=True)
    assert "1 e-mail will be sent again." in page.content.decode()
    email.refresh_from_db()
    assert (email.state, email.attempts) == ("queued", 0)


def test_the_words_of_a_login_email_are_hidden_from_the_operator(operator, alice, noon, post):
    secret = post_security(alice.address, "Reset", "the secret link", language="en", now=noon)
    assert secret is not None
    shown = post(alice)
    page = operator.get(f"/admin/notifications/message/{secret.pk}/change/")
    assert page.status_code == 200
    assert "the secret link" not in page.content.decode()
    assert (
        "matches/7"
        in operator.get(f"/admin/notifications/message/{shown.pk}/change/").content.decode()
    )


@pytest.mark.parametrize(
    ("thread", "page"),
    [
        ("match:7", "/matches/7/"),
        ("tournament:8", "/tournaments/8/"),
        ("case:9", "/cases/9/"),
        ("club:3", None),
        ("", None),
    ],
)
def test_a_link_that_acts_for_its_reader_is_hidden_from_the_operator(
    operator, alice, post, thread, page
):
    secret = {"url": "https://ampelpost.example/tournaments/enter/by-mail/signed/"}
    email = post(alice, context=secret, thread=thread)
    shown = operator.get(f"/admin/notifications/message/{email.pk}/change/").content.decode()
    assert "signed" not in shown
    assert page is None or f"{page}<" in shown


def test_an_e_mail_that_was_given_up_can_be_dismissed(operator, alice, post):
    email = post(alice)
    Message.objects.update(state="failed", failure_reason="message")
    chosen = {"action": "dismiss", "_selected_action": [email.pk]}
    answer = operator.post("/admin/notifications/message/", chosen, follow=True)
    assert "1 e-mail dismissed." in answer.content.decode()
    email.refresh_from_db()
    assert email.state == "withdrawn"
    assert Message.objects.given_up().count() == 0
