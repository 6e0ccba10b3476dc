"""A whole match by e-mail: two players who see nothing but their mailboxes.

E-mails go out to a real SMTP server and come in through `mailin`; the transcript is in
docs/by-mail.md. ``WRITE_TRANSCRIPT=1`` writes it anew.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import ChatLine, Match
from notifications.models import EmailSettings
from tests.inbound.mailboxes import (
    Post,
    Reader,
    clock,
    indented,
    mailin,
    require_in_docs,
    shortened,
    sink,
)

__all__ = ["clock", "mailin", "sink"]
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


class Transcript:
    """What both players write, and what they get."""

    def __init__(self, post: Post, *names: str) -> None:
        self.post, self.lines = post, list[str]()
        self.readers = {name: Reader(name, post) for name in names}

    def answer(self, name: str, text: str) -> str:
        """Answer the newest e-mail above its quote; return the text of what came back."""
        reader = self.readers[name]
        written = reader.answer(reader.box[-1], text)
        self.lines += [f"{name} writes:", "", *indented(text), ""]
        self.post.pass_time(timedelta(hours=1))
        (came,) = reader.answers_to(written)
        told = shortened(came.text)
        self.lines += [f"{name} gets “{came.subject}”:", "", *indented(told), ""]
        return came.text


def test_a_match_from_the_first_e_mail_to_the_last(alice, person, start, sink, mailin, clock):
    ben = person("Ben")
    for player in (alice, ben):
        EmailSettings.objects.create(player=player, settle_minutes=0)
    match = start(alice, ben, ruleset="traffic_lights.simple", rated=False)
    post = Transcript(Post(sink, mailin, clock), "Alice", "Ben")
    post.post.pass_time(timedelta(hours=1))
    assert "Reply with your move." in post.readers["Alice"].box[-1].hint

    assert "You played a1." in post.answer("Alice", "a1\nmsg Good luck, Ben!")
    told = post.answer("Ben", "a1 a2 a3")
    assert "Your e-mail was not processed." in told
    assert Match.objects.get(pk=match.pk).ply_count == 1
    assert "Order saved" in post.answer("Ben", "b2\nif c2 then a3")
    assert f"Match {match.pk}:" in post.answer("Alice", "status")
    assert "You played c3." in post.answer("Alice", "c3")

    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert ChatLine.objects.get(match=match).text == "Good luck, Ben!"
    assert post.readers["Ben"].box[-1].email["X-Email-Kind"] == "match_finished"
    require_in_docs("transcript", post.lines)
