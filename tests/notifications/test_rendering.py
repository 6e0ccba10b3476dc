"""What an e-mail looks like: headers, text, HTML and picture."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core import mail

from notifications.mime import Email
from notifications.models import Message
from notifications.services import rendering
from notifications.services.headers import build_headers, thread_root
from tests.emails import deliver_due
from tests.notifications.conftest import BOARD, first, html_of


@pytest.fixture
def sent(alice, noon, post):
    """Return a posted turn e-mail as it arrives."""
    post(alice)
    deliver_due(noon)
    return message_from_bytes(mail.outbox[0].message().as_bytes(), policy=policy.default)


class Words(HTMLParser):
    """Collects what a reader of the HTML sees, addresses of links included."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.skipping = 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.skipping += tag in {"style", "title"}
        if tag == "a":
            self.found.append(dict(attrs)["href"])

    def handle_endtag(self, tag):
        self.skipping -= tag in {"style", "title"}

    def handle_data(self, data):
        if not self.skipping:
            self.found += data.split()


def words(text: str) -> set[str]:
    """Return the words without punctuation at their ends; addresses stay whole."""
    return {word.strip("/.:,") for word in text.split() if re.search(r"\w", word)}


def test_text_and_html_say_the_same(sent):
    text = words(sent.get_body(("plain",)).get_content())
    html = words(" ".join(Words(sent.get_body(("html",)).get_content()).found))
    assert text == html
    assert {"b2", "https://ampelpost.example/matches/7"} <= text


def test_the_board_comes_in_letters_in_both_parts_and_as_an_inline_picture(sent):
    html = sent.get_body(("html",)).get_content()
    for part in ("plain", "html"):
        assert BOARD["text"] in sent.get_body((part,)).get_content()
    (cid,) = first(r'src="cid:([^"]+)"', html)
    assert f'alt="{BOARD["alt"]}"' in html
    (picture,) = [part for part in sent.walk() if part.get_content_type() == "image/png"]
    assert picture["Content-ID"] == f"<{cid}>"
    assert picture.get_content_disposition() == "inline"
    assert picture.get_payload(decode=True).startswith(b"\x89PNG")
    assert sent.get_content_type() == "multipart/related"


def test_the_headers_thread_the_email_and_let_it_be_refused_with_one_click(sent, alice, noon):
    row = Message.objects.get()
    root = thread_root("match:7", alice.pk)
    assert sent["Message-ID"] == row.message_id
    assert row.message_id.endswith("@ampelpost.example>")
    assert sent["References"] == sent["In-Reply-To"] == root
    assert sent["Auto-Submitted"] == "auto-generated"
    assert sent["Date"].datetime - noon < timedelta(seconds=5)
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(
        r"<https://ampelpost\.example/unsubscribe/.+/>", sent["List-Unsubscribe"].strip()
    )
    assert sent["To"] == "alice@example.org"


def test_a_thread_has_one_root_a_player_whatever_emails_were_sent(alice, bob):
    assert thread_root("match:7", alice.pk) == thread_root("match:7", alice.pk)
    others = {
        thread_root("match:7", bob.pk),
        thread_root("match:8", alice.pk),
    }
    assert thread_root("match:7", alice.pk) not in others


@pytest.mark.parametrize("linesep", ["\n", "\r\n"])
def test_headers_are_written_as_the_standard_library_does(alice, noon, post, linesep):
    post(alice)
    deliver_due(noon)
    ours: Any = mail.outbox[0].message()
    for length in range(55, 90):
        ours[f"X-{length}"] = "x " * (length // 2)
        ours[f"X-Long-{length}"] = "y" * length
        ours[f"X-List-{length}"] = "<mailto:a@example.org?subject=help>, " * 2 + "z" * (length - 55)
    ours["X-Odd"] = "Grüße\taus Köln"
    written = ours.as_bytes(linesep=linesep)
    ours.policy = policy.compat32
    assert written == ours.as_bytes(linesep=linesep)


def test_the_subject_is_one_line_of_decent_length_and_not_escaped(alice, noon, post, turn_context):
    post(alice, context=turn_context | {"opponent": "B & B\n" * 80})
    deliver_due(noon)
    assert "\n" not in mail.outbox[0].subject
    assert mail.outbox[0].subject.startswith("Your turn against B & B B & B")
    assert len(mail.outbox[0].subject) == rendering.MAX_SUBJECT_LENGTH


def test_the_foot_of_the_text_begins_with_the_line_that_mail_programs_cut_at(sent):
    assert (
        "\n-- \nAmpelpost · https://ampelpost.example\n" in sent.get_body(("plain",)).get_content()
    )


def test_names_are_escaped_in_html_and_plain_in_text(sent):
    assert "Bea & Söhne" in sent.get_body(("plain",)).get_content()
    assert "Bea &amp; Söhne" in sent.get_body(("html",)).get_content()


def test_instants_are_told_in_the_readers_zone_and_language(carol, noon, post):
    post(carol)
    deliver_due(noon)
    assert "jeudi, 5 mars 2026, 07:00 (2\xa0jours, 23\xa0heures)" in mail.outbox[0].body
    assert mail.outbox[0].message()["Content-Language"] == "fr"
    assert 'lang="fr"' in html_of(mail.outbox[0])


def test_css_is_inline_and_the_dark_colours_stay(sent):
    html = sent.get_body(("html",)).get_content()
    assert re.search(r'<td class="body"[^>]* style="[^"]*padding', html)
    assert "prefers-color-scheme: dark" in html
    assert 'role="presentation"' in html


def test_an_email_without_a_board_has_neither_picture_nor_gap(alice, noon, post, turn_context):
    post(alice, context={**turn_context, "board": None})
    deliver_due(noon)
    arrived = mail.outbox[0].message()
    assert "<img" not in html_of(mail.outbox[0])
    assert all(part.get_content_type() != "image/png" for part in arrived.walk())


def test_an_email_that_cannot_be_refused_says_so_and_has_no_unsubscribe_header(
    alice, noon, post, monkeypatch
):
    email = post(alice, kind="ruling")
    found = build_headers(email, noon)
    assert not {name for name in found if name.startswith("List-Unsubscribe")}


def test_instants_and_days_become_themselves_again_and_other_texts_stay(noon):
    context = {
        "at": "x",
        "deadline": noon.isoformat(),
        "first_day": "2026-03-02",
        "moves": [{"played_at": noon.isoformat(), "text": "b2"}],
        "ended_at": "",
    }
    assert rendering.parse_instants(context) == {
        "at": "x",
        "deadline": noon,
        "first_day": noon.date(),
        "moves": [{"played_at": noon, "text": "b2"}],
        "ended_at": "",
    }


FOUR_SCRIPTS = "[Ampel] Grüße an Müller – Привет мир – 日本語の題名です – שלום עולם – " * 2


def test_encoded_words_and_lines_of_a_subject_are_no_longer_than_they_may_be():
    email = Email(
        FOUR_SCRIPTS.strip(),
        "Text",
        from_email='"Müller und Söhne, die sehr viel längere Namen haben" <post@example.org>',
        to=['"日本語の名前日本語の名前日本語の名前日本語の名前" <ben@example.org>'],
        headers={"Message-ID": "<1@example.org>"},
    )
    written = email.message().as_bytes()
    head = written.partition(b"\n\n")[0].decode("ascii")
    subject = "Subject:" + head.partition("Subject:")[2].partition("\nFrom:")[0]
    lines = subject.splitlines()
    assert max(map(len, lines)) <= 78
    words = re.findall(r"=\?\S+\?=", subject)
    assert len(words) > 4
    assert max(map(len, words)) <= 75
    assert all(len(line.strip()) > len("Subject:") for line in lines), "none stands alone"
    read = message_from_bytes(written)
    told = {name: str(make_header(decode_header(read[name]))) for name in ("Subject", "To")}
    assert told == {
        "Subject": FOUR_SCRIPTS.strip(),
        "To": f"{'日本語の名前' * 4} <ben@example.org>",
    }
