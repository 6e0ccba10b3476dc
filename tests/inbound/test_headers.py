"""What mail programs make of our headers: a sender for each opponent, a button for help."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from games.services.play.play import play_turn
from inbound.models import InboundMessage
from tests.inbound.conftest import newest, reply_to, written

ALICE = "alice@example.org"


def as_sent(email: Any) -> EmailMessage:
    return message_from_bytes(email.message().as_bytes(), policy=policy.default)


def test_an_email_about_a_match_is_from_the_opponent_at_the_site(alice, bob, start, noon, settings):
    settings.DEFAULT_FROM_EMAIL = "Ampelpost <post@ampelpost.example>"
    match = start(alice, bob)
    play_turn(match.pk, alice, "b2", seen=0, now=noon, source="page")
    for player, other in ((alice, "Bob"), (bob, "Alice")):
        (sender,) = as_sent(newest(player))["From"].addresses
        assert sender.display_name == f"{other} – Ampelpost"
        assert sender.addr_spec == "post@ampelpost.example"


def test_the_button_for_help_gets_an_answer_with_all_words(alice, bob, start, receive, settings):
    settings.SITE_URL = "https://ampelpost.example"
    start(alice, bob)
    mailto, page = str(as_sent(newest(alice))["List-Help"]).strip().split(", ")
    assert page == "<https://ampelpost.example/settings/emails/>"
    url = urlsplit(mailto.strip("<>"))
    assert url.scheme == "mailto"
    body = parse_qs(url.query)["body"][0]
    report = receive(written(body, url.path, ALICE), url.path)
    assert (report["outcome"], report["commands"]) == ("done", ["help"])
    assert "resign" in newest(alice, "answer").body


def with_file(address: str, text: str = "b2\n") -> bytes:
    """Return a reply with a photograph and a calendar entry."""
    email = EmailMessage()
    email["From"], email["To"], email["Message-ID"] = ALICE, address, "<file@example.org>"
    email.set_content(text)
    email.add_attachment(b"\xff\xd8\xffc1", "image", "jpeg", filename="board.jpg")
    email.add_attachment("c1\nresign\n", filename="moves.txt")
    return email.as_bytes()


NOT_READ = "Attachments are not read."


@pytest.mark.parametrize("text", ["b2\n", "z9\n"])
def test_whoever_attaches_a_file_is_told_that_it_was_not_read(text, alice, bob, start, receive):
    start(alice, bob)
    report = receive(with_file(reply_to(alice), text))
    assert report["commands"] == (["b2"] if text == "b2\n" else [])
    answer = newest(alice, "answer")
    assert NOT_READ in answer.body
    assert NOT_READ in str(answer.alternatives[0].content)


def test_whoever_attaches_none_is_told_nothing(alice, bob, start, receive):
    start(alice, bob)
    receive(written("b2", reply_to(alice), ALICE))
    answer = newest(alice, "answer")
    assert NOT_READ not in answer.body + str(answer.alternatives[0].content)


def test_a_picture_that_signs_an_email_is_no_attachment(alice, bob, start, receive):
    start(alice, bob)
    email = EmailMessage()
    address = reply_to(alice)
    email["From"], email["To"], email["Message-ID"] = ALICE, address, "<signed@example.org>"
    email.set_content("b2\n")
    email.add_alternative('<p>b2</p><img src="cid:logo">', subtype="html")
    page = email.get_body(("html",))
    assert page is not None
    page.add_related(b"\x89PNG", "image", "png", cid="<logo>")
    assert receive(email.as_bytes())["outcome"] == "done"
    assert NOT_READ not in newest(alice, "answer").body


@pytest.mark.parametrize("text", ["b2\n", "z9\n", "board\n"])
def test_the_answer_shows_the_board_as_picture_and_in_letters(text, alice, bob, start, receive):
    start(alice, bob)
    receive(written(text, reply_to(alice), ALICE))
    sent = as_sent(newest(alice, "answer"))
    page = sent.get_body(("html",)).get_content()
    (picture,) = [part for part in sent.walk() if part.get_content_type() == "image/png"]
    assert f'src="cid:{str(picture["Content-ID"]).strip("<>")}"' in page
    assert picture.get_payload(decode=True).startswith(b"\x89PNG")
    letters = "\n2 . R .\n" if text == "b2\n" else "\n2 . . .\n"
    assert letters in sent.get_body(("plain",)).get_content().replace("\r", "")
    # Whoever is to move has the board as links instead of the letters.
    assert (letters in page) is (text == "b2\n")
    assert ("/m/" in page) is (text != "b2\n")
    assert InboundMessage.objects.get().answer is not None
