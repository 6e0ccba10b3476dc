"""The list of clubs, the page of one club, joining and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.naming import isolated
from accounts.queries import PageRequest, PlayerRequest
from tournaments import club_queries, series_queries
from tournaments.services.clubs import emails, links, members, standing
from tournaments.web.clubs.lookup import club_button, club_or_404

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Club

MAX_LISTED, MAX_EVENTS, MAX_NEWS, MAX_ROWS, MAX_TEAMS = 200, 30, 3, 20, 20


@require_safe
def index(request: PageRequest) -> HttpResponse:
    """Show the reader's own clubs, invitations to them, and all clubs that they may see."""
    reader = request.reader
    own = club_queries.memberships_of(reader) if reader is not None else []
    mine = {each.club_id for each in own}
    listed = [
        each for each in club_queries.visible_clubs(reader)[:MAX_LISTED] if each.pk not in mine
    ]
    context = {"own": own, "clubs": listed, "asked": club_questions(reader)}
    return render(request, "tournaments/clubs/index.html", context)


def club_questions(reader: Player | None, club: Club | None = None) -> list[dict[str, object]]:
    """Return the open invitations of clubs to the reader, each with its page."""
    if reader is None or reader.user_id is None:
        return []
    rows = club_queries.invitations_to(reader)
    return [
        {"path": links.path_of(each), "headline": emails.question(each)[0]}
        for each in (rows if club is None else rows.filter(club=club))
    ]


@require_safe
def club(request: PageRequest, key: str) -> HttpResponse:
    """Show a club: its members, events, winners, records and announcements."""
    found, reader = club_or_404(request, key), request.reader
    own = club_queries.membership(found, reader)
    events = list(club_queries.events_of(found, reader)[:MAX_EVENTS])
    stands = standing.all_time_standings(found)
    context = {
        "club": found,
        "own": own,
        "leads": own is not None and own.leads and found.closed_at is None,
        "members": club_queries.members_of(found),
        "events": events,
        "winners": standing.winner_names(events),
        "series": series_queries.series_of_club(found),
        "teams": club_queries.visible_teams(found, reader)[:MAX_TEAMS],
        "rows": stands.rows[:MAX_ROWS],
        "records": [(record_label(each.name), each) for each in stands.records],
        "news": club_queries.news_of(found)[:MAX_NEWS],
        "asked": club_questions(reader, found),
    }
    return render(request, "tournaments/clubs/club.html", context)


def record_label(name: str) -> str:
    """Return the label of a kind of record."""
    return {
        "titles": _("Most titles"),
        "title_series": _("Most titles in a row"),
        "series": _("Longest winning streak"),
        "events": _("Most events"),
    }[name]


@require_safe
def table(request: PageRequest, key: str) -> HttpResponse:
    found = club_or_404(request, key)
    context = {"club": found, "rows": standing.all_time_standings(found).rows, "whole": True}
    return render(request, "tournaments/clubs/table.html", context)


@club_button
def join(request: PlayerRequest, key: str) -> tuple[str, str]:
    """Make the reader a member of a club that is open to everybody."""
    made = members.join(key, request.reader, now=timezone.now())
    said = _("You are now a member of %(club)s.") % {"club": isolated(made.club.name)}
    return said, made.club.get_absolute_url()


@club_button
def leave(request: PlayerRequest, key: str) -> tuple[str, str]:
    """End the reader's membership; a private club is no longer visible to them."""
    members.leave(key, request.reader, now=timezone.now())
    return _("You have left the club."), reverse("tournaments:clubs")
