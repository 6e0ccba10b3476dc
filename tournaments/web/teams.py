"""Pages of teams: one team, joining by link, and what captains and members do with a button."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.queries import PageRequest, player_named
from games.services.emails.links import absolute
from games.services.errors import Refused
from games.web.access import for_people
from games.web.match.match import SeeOther
from tournaments import team_queries
from tournaments.services.entrants import squads
from tournaments.services.entries import teams
from tournaments.services.tables import team_tables
from tournaments.web.errors import answers_refusals

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Team, Tournament

KEY_BYTES = 24
Verb = Callable[["Player"], object]


def context_of(found: Tournament, reader: Player | None) -> dict[str, object]:
    """Return what the page of a tournament shows of its teams."""
    if not found.event_format.by_teams:
        return {}
    own = team_queries.team_of(found, reader)
    strong = team_queries.strengths(found)
    rows = [
        {
            "team": team,
            "strength": strong[team.pk],
            "lacking": max(0, found.boards_least - strong[team.pk]),
        }
        for team in team_queries.teams_of(found)
    ]
    invited = team_queries.invitations_to(found, reader) if found.is_open and own is None else []
    return {"teams": rows, "own_team": own, "invited": invited}


@never_cache
@require_safe
def team(request: PageRequest, pk: int) -> HttpResponse:
    """Show a team: its members, its meetings, and to its captain what they can do."""
    found = team_queries.team_at(pk)
    if found is None:
        raise Http404
    return render(request, "tournaments/team.html", _shown(request, found))


def _shown(request: PageRequest, found: Team) -> dict[str, object]:
    """Gather the page of a team for this reader."""
    reader, tournament = request.reader, found.tournament
    is_captain = reader is not None and found.captain_id == reader.pk
    meetings = team_queries.meetings_of_team(found)
    return {
        "team": found,
        "tournament": tournament,
        "squad": squads.squad_of(tournament, found),
        "meetings": [
            {"round": each.round, **team_tables.meeting_row(tournament, each)} for each in meetings
        ],
        "is_captain": is_captain and not found.is_withdrawn,
        "link": absolute(reverse("tournaments:join", args=[found.key])) if is_captain else "",
        "asked": team_queries.invited_by(found) if is_captain else [],
        "line_ups": squads.line_ups_open(found, timezone.now()) if is_captain else [],
        "is_invited": tournament.is_open
        and found in team_queries.invitations_to(tournament, reader),
        "now": timezone.now(),
    }


@never_cache
@for_people
@answers_refusals
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: PageRequest, key: str) -> HttpResponse:
    """Show the team behind a link with a button; join it."""
    found = team_queries.team_with_key(key)
    if found is None:
        raise Refused("no_such_team")
    if request.method == "POST":
        said = _("You now play for %(team)s.") % {"team": found.name}
        now = timezone.now()
        return _done(request, found.pk, lambda reader: teams.join_team(key, reader, now=now), said)
    context = _shown(request, found)
    context["is_member"] = team_queries.team_of(found.tournament, request.reader) == found
    return render(request, "tournaments/join.html", context)


def _done(request: PageRequest, pk: int, verb: Verb, said: str) -> HttpResponse:
    """Do something for the reader, say so and lead to the page of the team."""
    reader = request.reader
    assert reader is not None  # the page's guard has checked it
    verb(reader)
    messages.success(request, said)
    return SeeOther(reverse("tournaments:team", args=[pk]))


def _number(request: PageRequest, name: str) -> int:
    """Return a number of a row from the form; nonsense names no row."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


@require_POST
@for_people
@answers_refusals
def found(request: PageRequest, pk: int) -> HttpResponse:
    """Found a team and redirect to its page."""
    reader = request.reader
    assert reader is not None  # the page's guard has checked it
    key, now = secrets.token_urlsafe(KEY_BYTES), timezone.now()
    made = teams.found_team(pk, reader, request.POST.get("name", ""), key=key, now=now)
    messages.success(request, _("Your team has been created. Now invite its members."))
    return SeeOther(made.get_absolute_url())


@require_POST
@for_people
@answers_refusals
def invite(request: PageRequest, pk: int) -> HttpResponse:
    """Invite the player whose name the captain has written."""
    name = " ".join(request.POST.get("player", "").split())
    player = player_named(name) if name and "\x00" not in name else None
    if player is None:
        raise Refused("no_player_called", name=name[:40]) if name else Refused("no_such_player")
    return _done(
        request,
        pk,
        lambda reader: teams.invite_player(pk, reader, player, now=timezone.now()),
        _("%(player)s has been invited.") % {"player": player.name},
    )


@require_POST
@for_people
@answers_refusals
def answer(request: PageRequest, pk: int) -> HttpResponse:
    """Join a team that has invited the reader, or decline."""
    accept = bool(request.POST.get("join"))
    return _done(
        request,
        pk,
        lambda reader: teams.answer_invitation(pk, reader, accept=accept, now=timezone.now()),
        _("You are now in the team.") if accept else _("You have declined."),
    )


@require_POST
@for_people
@answers_refusals
def remove(request: PageRequest, pk: int) -> HttpResponse:
    """Take a member out."""
    entrant = _number(request, "entrant")
    return _done(
        request,
        pk,
        lambda reader: teams.remove_member(pk, reader, entrant, now=timezone.now()),
        _("The member has been removed."),
    )


@require_POST
@for_people
@answers_refusals
def up(request: PageRequest, pk: int) -> HttpResponse:
    """Put a member one board up."""
    entrant = _number(request, "entrant")
    return _done(
        request,
        pk,
        lambda reader: teams.move_up_member(pk, reader, entrant),
        _("The order has been changed."),
    )


@require_POST
@for_people
@answers_refusals
def captain(request: PageRequest, pk: int) -> HttpResponse:
    """Hand the team over to another member."""
    entrant = _number(request, "entrant")
    return _done(
        request,
        pk,
        lambda reader: teams.make_captain(pk, reader, entrant, now=timezone.now()),
        _("The team has a new captain."),
    )


@require_POST
@for_people
@answers_refusals
def link(request: PageRequest, pk: int) -> HttpResponse:
    """Make a new link; the old one stops working."""
    key = secrets.token_urlsafe(KEY_BYTES)
    return _done(
        request,
        pk,
        lambda reader: teams.renew_link(pk, reader, key=key),
        _("Here is the new link."),
    )


@require_POST
@for_people
@answers_refusals
def next_season(request: PageRequest, pk: int) -> HttpResponse:
    """Say whether the team enters the next season by itself."""
    again = bool(request.POST.get("again"))
    return _done(
        request,
        pk,
        lambda reader: teams.choose_next_season(pk, reader, again=again),
        _("The team will be entered in the next season.")
        if again
        else _("The team will not be entered in the next season."),
    )


@require_POST
@for_people
@answers_refusals
def substitute(request: PageRequest, pk: int) -> HttpResponse:
    """Let another member play at a board."""
    fixture, entrant = _number(request, "fixture"), _number(request, "entrant")
    return _done(
        request,
        pk,
        lambda reader: teams.name_substitute(pk, reader, fixture, entrant, now=timezone.now()),
        _("The line-up has been changed, and everybody involved has been notified."),
    )


@require_POST
@for_people
@answers_refusals
def withdraw(request: PageRequest, pk: int) -> HttpResponse:
    """Withdraw the whole team and redirect to the tournament."""
    reader, own = request.reader, team_queries.team_at(pk)
    assert reader is not None  # the page's guard has checked it
    if own is None:
        raise Refused("no_such_team")
    teams.withdraw_team(pk, reader, now=timezone.now())
    messages.success(request, _("The team has withdrawn, and its members have been notified."))
    return SeeOther(own.tournament.get_absolute_url())
