"""Whom e-mails are from and to which list they belong, whatever the site is called."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.utils import parseaddr, unquote

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from hypothesis import given, strategies as st

from config.env import mail as mail_settings
from notifications.models import Message
from notifications.services.headers import headers
from tests.emails import deliver_due

NAMES: tuple[str, ...] = (
    "Ampelpost",
    "Club, Bern",
    "Spielepöst «Zürich»",
    'The "quoted" club',
    "棋友会",
    "a@b <c>",
)
NAMES += (
    "Brettspiel- und Fernschachfreunde der Gemeinde Oberwesel am Rhein e. V., gegründet 1897",
)


@pytest.mark.parametrize("name", NAMES)
def test_from_and_list_id_bear_the_name_of_the_site(
    name, alice, noon, post, turn_context, settings
):
    settings.SITE_NAME = name
    settings.DEFAULT_FROM_EMAIL = mail_settings.sender("post@ampelpost.example", name)
    post(alice, context=turn_context | {"sender": "Anna"})
    deliver_due(noon)
    raw = mail.outbox[0].message().as_bytes()
    assert raw.partition(b"\n\n")[0].isascii()
    assert max(map(len, raw.partition(b"\n\n")[0].split(b"\n"))) < 998
    sent = message_from_bytes(raw, policy=policy.default)
    (one,) = sent["From"].addresses
    assert (one.display_name, one.addr_spec) == (f"Anna – {name}", "post@ampelpost.example")
    phrase, identifier = re.fullmatch(r"(.*) <([^<>]*)>", str(sent["List-Id"]).strip()).groups()
    assert (unquote(phrase), identifier) == (name, "ampelpost.example")


@pytest.mark.parametrize("name", NAMES)
def test_emails_that_name_no_sender_are_from_the_site(name, alice, noon, post, settings):
    settings.DEFAULT_FROM_EMAIL = mail_settings.sender("post@ampelpost.example", name)
    post(alice)
    deliver_due(noon)
    sent = message_from_bytes(mail.outbox[0].message().as_bytes(), policy=policy.default)
    (one,) = sent["From"].addresses
    assert (one.display_name, one.addr_spec) == (name, "post@ampelpost.example")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("post@x.example", "Site"),
        ("<post@x.example>", "Site"),
        ("Club, Bern <post@x.example>", "Club, Bern"),
        ('"Club, Bern" <post@x.example>', "Club, Bern"),
        (" Schöne Post <post@x.example> ", "Schöne Post"),
        ("=?utf-8?q?Sch=C3=B6ne_Post?= <post@x.example>", "Schöne Post"),
        (r'"The \"club\"" <post@x.example>', 'The "club"'),
    ],
)
def test_the_sender_is_read_however_an_operator_writes_it(written, name):
    assert parseaddr(mail_settings.sender(written, "Site")) == (name, "post@x.example")


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), min_size=1))
def test_any_name_comes_back(name):
    if "=?" not in name:
        given_back = parseaddr(mail_settings.sender("post@x.example", name))
        assert given_back == (name, "post@x.example")


def test_other_emails_of_django_leave_with_a_name_that_holds_a_comma(settings):
    settings.DEFAULT_FROM_EMAIL = mail_settings.sender("post@x.example", "Club, Bern")
    sent = EmailMessage("Hello", "Text", to=["a@example.org"])
    (one,) = message_from_bytes(sent.message().as_bytes(), policy=policy.default)["From"].addresses
    assert (one.display_name, one.addr_spec) == ("Club, Bern", "post@x.example")


def test_help_is_an_answer_and_a_page_or_only_a_page(alice, noon, post, settings):
    page = "<https://ampelpost.example/settings/emails/>"
    for number, domain in enumerate(("", "ampelpost.example")):
        settings.MAIL_DOMAIN = domain
        post(alice, key=f"your_turn:7:{number}:0")
        deliver_due(noon)
        email = mail.outbox[-1]
        mailto = f"<mailto:{email.reply_to[0]}?subject=help&body=help>, " if domain else ""
        assert email.extra_headers["List-Help"] == f"{mailto}{page}"
    assert headers(Message.objects.earliest("pk"), noon)["List-Help"] == page
