"""Addresses for answers and bounces: short, the same in capitals, and nobody else can make one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from inbound.reading import DELIMITER
from notifications import addresses
from notifications.addresses import About, InvalidAddressError, Matter
from tests.inbound.conftest import newest
from tests.sampling import examples

numbers = st.integers(0, 2**40)
small = st.integers(0, 10_000)
matters = st.builds(
    Matter, st.just(About.MATCH), numbers, numbers, small, st.integers(0, 3), small, small
)


@given(matters)
@examples(15, 500)
def test_an_address_says_what_it_is_about_in_small_letters_and_capitals(matter):
    address = addresses.reply_address(matter)
    local = address.partition("@")[0]
    assert len(local) <= 64
    assert address == address.lower()
    assert addresses.parse_reply_address(address.upper()) == matter
    assert addresses.is_ours(address.upper())


@given(matters, st.integers(5, 30), st.sampled_from("abcdefgh234567"))
@examples(15, 500)
def test_an_altered_address_is_nobodys(matter, place, letter):
    address = addresses.reply_address(matter)
    altered = address[:place] + letter + address[place + 1 :]
    if altered != address and addresses.is_ours(altered):
        # The last letter of Base32 may hold unused bits.
        assert addresses.parse_reply_address(altered) == matter


def test_an_address_for_answers_takes_no_bounces_and_the_other_way_round():
    reply = addresses.reply_address(Matter(About.PLAYER, 7))
    bounce = addresses.bounce_address(7)
    assert addresses.parse_bounce_address(bounce) == 7
    for read, address in (
        (addresses.parse_bounce_address, reply),
        (addresses.parse_reply_address, bounce),
        (addresses.parse_reply_address, bounce.replace("bounce+", "play+")),
        (addresses.parse_reply_address, "play+@x"),
        (addresses.parse_reply_address, "play+ü@x"),
    ):
        with pytest.raises(InvalidAddressError):
            read(address)


def test_keys_of_yesterday_still_open_what_they_signed(settings):
    matter = Matter(About.CHALLENGE, 3, 9)
    address = addresses.reply_address(matter)
    settings.SECRET_KEY, old = "another key", settings.SECRET_KEY
    assert not addresses.is_ours(address)
    settings.SECRET_KEY_FALLBACKS = [old]
    assert addresses.parse_reply_address(address) == matter


def test_only_our_domain_is_ours_and_without_one_nothing_can_be_answered(settings):
    address = addresses.reply_address(Matter(About.PLAYER, 3))
    assert not addresses.is_ours(address.replace("ampelpost.example", "example.org"))
    settings.MAIL_DOMAIN = ""
    assert addresses.reply_address(Matter(About.PLAYER, 3)) == ""
    assert not addresses.is_ours(address)


def test_reading_knows_the_mark_of_our_emails():
    assert addresses.REPLY_MARKER == DELIMITER


def test_nothing_of_ours_stands_above_the_mark_in_text_or_html(alice, bob, start):
    start(alice, bob)
    email = newest(alice)
    assert email.body.startswith(f"{addresses.REPLY_MARKER}\n")
    page = (
        str(email.alternatives[0].content)
        .partition("<body")[2]
        .partition(addresses.REPLY_MARKER)[0]
    )
    assert re.sub(r"<[^>]*>", "", page.partition(">")[2]).strip() == ""
