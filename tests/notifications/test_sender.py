"""Whom e-mails are from and to which list they belong, whatever the site is called."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.utils import formataddr, getaddresses, parseaddr

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from hypothesis import given, strategies as st

from config.env import mail as mail_settings
from notifications.mime import Email
from notifications.models import Message
from notifications.services.headers import build_headers
from tests.emails import deliver_due
from tests.sampling import sampled

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


def called(header):
    """Return names and addresses as RFC 2047 has them read, which Python's new parser does not."""
    found = getaddresses([str(header).replace("\n", "")])
    return [(str(make_header(decode_header(name))), address) for name, address in found]


LONG = (
    "Александр Константинопольский – Шахматный клуб Петропавловска-Камчатского",
    "אברהם בן יצחק הכהן – מועדון השחמט של ירושלים והסביבה",
    "北京国际象棋俱乐部" * 6,
    "🙂♟️👩‍🚀" * 8,
    'Café "Ünlü", (Bern) <c>; a@b: ' + "é" * 40,
)


@pytest.mark.parametrize("name", LONG)
def test_no_encoded_word_is_longer_than_75_characters_and_all_are_read_as_written(name):
    named = formataddr((name, "reply+0123456789abcdef@ampelpost.example"))
    email = Email(
        name, "Text", named, [named, "b@x.example"], reply_to=[named],
        headers={"Message-ID": "<1@x.example>", "List-Id": formataddr((name, "x.example"))},
    )  # fmt: skip
    head = email.message().as_bytes().partition(b"\n\n")[0].decode("ascii")
    assert max(map(len, re.findall(r"=\?\S+\?=", head))) <= 75
    assert max(len(line) for line in head.splitlines() if "=?" in line) <= 76
    sent = message_from_bytes(email.message().as_bytes())
    own = (name, "reply+0123456789abcdef@ampelpost.example")
    assert called(sent["From"]) == called(sent["Reply-To"]) == [own]
    assert called(sent["To"]) == [own, ("", "b@x.example")]
    assert called(sent["List-Id"]) == [(name, "x.example")]
    assert str(make_header(decode_header(sent["Subject"]))) == name


@pytest.mark.parametrize("name", sampled(NAMES, [NAMES[1], NAMES[-1]]))
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
    sent = message_from_bytes(raw)
    assert called(sent["From"]) == [(f"Anna – {name}", "post@ampelpost.example")]
    assert called(sent["List-Id"]) == [(name, "ampelpost.example")]


@pytest.mark.parametrize("name", sampled(NAMES, [NAMES[2]]))
def test_emails_that_name_no_sender_are_from_the_site(name, alice, noon, post, settings):
    settings.DEFAULT_FROM_EMAIL = mail_settings.sender("post@ampelpost.example", name)
    post(alice)
    deliver_due(noon)
    sent = message_from_bytes(mail.outbox[0].message().as_bytes())
    assert called(sent["From"]) == [(name, "post@ampelpost.example")]


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
    assert build_headers(Message.objects.earliest("pk"), noon)["List-Help"] == page
