"""News as an Atom feed (RFC 4287). Entry ids are stable, so feed readers show nothing twice."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape, linebreaks
from django.utils.translation import get_language

from notifications.services.headers import absolute_url

MAX_ENTRIES = 50
# Characters that XML does not allow.
CONTROL_CHARACTERS = dict.fromkeys(range(32)) | {ord(sign): sign for sign in "\t\n\r"}


class FeedEntry(NamedTuple):
    """One event in the news; ``key`` is stable."""

    key: str
    at: datetime
    title: str
    text: str = ""


class Head(NamedTuple):
    """The head of a feed; ``page`` and ``feed`` are paths."""

    title: str
    about: str
    page: str
    feed: str


def render_feed(head: Head, entries: Iterable[FeedEntry]) -> bytes:
    """Return a feed of the latest entries, newest first, in the active language."""
    page = absolute_url(head.page)
    feed = Atom1Feed(
        title=head.title.translate(CONTROL_CHARACTERS),
        link=page,
        description=head.about.translate(CONTROL_CHARACTERS),
        feed_url=absolute_url(head.feed),
        feed_guid=page,
        language=get_language(),
        author_name=settings.SITE_NAME,
    )
    for each in sorted(entries, key=lambda each: each.at, reverse=True)[:MAX_ENTRIES]:
        feed.add_item(
            title=each.title.translate(CONTROL_CHARACTERS),
            link=page,
            description=linebreaks(escape(each.text.translate(CONTROL_CHARACTERS)))
            if each.text
            else "",
            unique_id=f"{page}#{each.key}",
            pubdate=each.at,
            updateddate=each.at,
        )
    return feed.writeString("utf-8").encode()
