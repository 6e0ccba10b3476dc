"""Who wrote to whom, when, and what the receiving server found out."""

from datetime import UTC, datetime

import pytest

from inbound.reading import Address, Check, read_message
from notifications import addresses


def message(*lines, body="b2"):
    return "\r\n".join([*lines, "", body]).encode("utf-8")


def test_our_first_line_is_the_one_that_is_looked_for():
    from inbound.reading import DELIMITER

    assert addresses.REPLY_MARKER == DELIMITER


@pytest.mark.parametrize(
    ("value", "name", "address"),
    [
        ("Anna Muster <Anna@Example.org>", "Anna Muster", "anna@example.org"),
        ('"Muster, Anna" <anna@example.org>', "Muster, Anna", "anna@example.org"),
        ("=?utf-8?q?J=C3=B6rg?= <j@example.org>", "Jörg", "j@example.org"),
        ("=?iso-8859-1?Q?Zo=E9?= <z@example.org>", "Zoé", "z@example.org"),
        ("anna@example.org (Anna)", "Anna", "anna@example.org"),
        ("Jörg <j@example.org>", "Jörg", "j@example.org"),
        ("nobody", "", ""),
        ("", "", ""),
    ],
)
def test_the_sender_is_read_however_it_is_written(value, name, address):
    sender = read_message(message(f"From: {value}")).sender
    assert sender.address == address
    assert sender.name == name or not address


def test_every_address_that_it_may_have_been_sent_to_is_listed_once():
    reading = read_message(
        message(
            "Delivered-To: PLAY+abc@post.example",
            "X-Original-To: play+abc@post.example",
            "To: Anna <other@x.example>, play+def@post.example",
            "Cc: team: a@x.example, b@x.example;",
            "Envelope-To: play+ghi@post.example",
        )
    )
    assert set(reading.recipients) == {
        "play+abc@post.example",
        "other@x.example",
        "play+def@post.example",
        "a@x.example",
        "b@x.example",
        "play+ghi@post.example",
    }
    assert len(reading.recipients) == 6


def test_ids_and_the_date_are_read():
    reading = read_message(
        message(
            "Message-ID: <1@x.example>",
            "References: <5@post.example>",
            "\t<7@post.example>",
            "Date: Mon, 23 Nov 2026 10:12:13 +0100 (CET)",
            "Subject: =?utf-8?q?Re=3A_Zug?=",
            " =?utf-8?q?_7?=",
        )
    )
    assert reading.message_id == "<1@x.example>"
    assert reading.references == ("<5@post.example>", "<7@post.example>")
    assert reading.sent_at == datetime(2026, 11, 23, 9, 12, 13, tzinfo=UTC)
    assert reading.subject == "Re: Zug 7"


def test_a_message_without_an_id_gets_one_that_stays_the_same():
    one, same, other = (
        read_message(message("From: a@b.example", body=text)) for text in ("b2", "b2", "c1")
    )
    assert one.message_id == same.message_id != other.message_id


@pytest.mark.parametrize("date", ["yesterday", "32 Foo 2026", "Mon, 23 Nov 99999 10:00", ""])
def test_a_date_that_is_none_is_none(date):
    assert read_message(message(f"Date: {date}")).sent_at is None


def test_only_results_of_the_receiving_server_count():
    raw = message(
        "Authentication-Results: mx.post.example; dkim=pass (2048 bit) header.d=x.example;",
        " spf=softfail smtp.mailfrom=anna@x.example; dmarc=fail header.from=x.example",
        "Authentication-Results: mx.liar.example; dmarc=pass header.from=bank.example",
    )
    found = (
        Check("dkim", "pass", "x.example", "mx.post.example"),
        Check("spf", "softfail", "x.example", "mx.post.example"),
        Check("dmarc", "fail", "x.example", "mx.post.example"),
    )
    assert read_message(raw).checks == read_message(raw, server="MX.post.example").checks == found
    assert read_message(raw, server="mx.other.example").checks == ()


def test_an_e_mail_from_one_of_our_own_addresses_is_our_own():
    reading = read_message(message("From: Anna <play+x@post.example>"), domain="post.example")
    assert (reading.kind, reading.typed) == ("own", ())
    assert read_message(message("From: Anna <anna@post.example>"), domain="post.example").typed == (
        "b2",
    )


def test_somebody_signs_by_name_or_by_the_start_of_their_address():
    assert Address("Anna Muster", "am@x.example").names == ("Anna Muster", "am")
