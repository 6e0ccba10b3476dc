"""Unanswered requests to enter when a tournament starts or is cancelled."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.naming import isolated
from tournaments.models import EntryRequest, Tournament
from tournaments.services.emails import news


def expire_requests_at_start(tournament: Tournament, now: datetime) -> None:
    """Delete the requests of a tournament that has started without late entries; notify the
    players.
    """
    if tournament.late_entry or tournament.event_format.always_open:
        return
    words = {"name": isolated(tournament.title)}

    def content() -> dict[str, object]:
        return {
            "headline": _("%(name)s has started without you") % words,
            "paragraphs": [_("You asked to enter, but no organiser answered in time.")],
        }

    for each in _pending_requests(tournament):
        news.notify_news(tournament, each.player, f"lapsed_{each.pk}", content, now)
        each.delete()


def expire_requests_on_cancellation(tournament: Tournament, now: datetime) -> None:
    """Delete the requests of a cancelled tournament and notify the players."""
    for each in _pending_requests(tournament):
        news.notify_cancelled(tournament, each.player, now=now)
        each.delete()


def _pending_requests(tournament: Tournament) -> list[EntryRequest]:
    found = EntryRequest.objects.pending().filter(tournament=tournament)
    return list(found.select_related("player__user"))
