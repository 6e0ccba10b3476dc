from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from accounts.naming import has_controls, one_line, strip_bidi
from games.services.errors import Refused
from tournaments import club_queries
from tournaments.models import ClubNews
from tournaments.services.clubs import emails
from tournaments.services.clubs.locks import lock_open_club, require_leader

MAX_TITLE_LENGTH, MAX_TEXT_LENGTH = 80, 2000
MAX_NEWS, LIMIT_PERIOD = 3, timedelta(days=1)


@transaction.atomic
def announce(key: str, by: Player, title: str, text: str, *, now: datetime) -> ClubNews:
    """Publish an announcement on the club page and e-mail it to members who want that.

    A member who has had the maximum of e-mails from this author today, from any club, gets none.
    Refuses ``no_such_club``, ``club_closed``, ``not_your_club``, ``empty_text``, ``text_too_long``,
    ``news_enough``.
    """
    club = lock_open_club(key, by)
    require_leader(club, by)
    title = one_line(title)
    text = strip_bidi(text).replace("\r\n", "\n").strip()
    if not title or not text:
        raise Refused("empty_text")
    if has_controls(title) or has_controls(text, lines=True):
        raise Refused("control_characters")
    for words, limit in ((title, MAX_TITLE_LENGTH), (text, MAX_TEXT_LENGTH)):
        if len(words) > limit:
            raise Refused("text_too_long", limit=limit)
    if club_queries.news_of(club).filter(at__gt=now - LIMIT_PERIOD).count() >= MAX_NEWS:
        raise Refused("news_enough", limit=MAX_NEWS)
    made = ClubNews.objects.create(club=club, by=by, title=title, text=text, at=now)
    emails.notify_news(made, MAX_NEWS, now=now)
    return made
