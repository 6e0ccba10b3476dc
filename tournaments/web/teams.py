"""Pages of teams, and the actions of captains and members."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.naming import isolated
from accounts.numbers import parse_number
from accounts.queries import PageRequest, PlayerRequest, player_named
from games.services.errors import Refused
from games.web.access import account_required
from games.web.match.match import SeeOther
from notifications.services.headers import absolute_url
from tournaments import club_queries, queries, team_queries
from tournaments.services.admission import requests
from tournaments.services.entrants import squads
from tournaments.services.entries import teams
from tournaments.services.tables import team_tables
from tournaments.services.wording import withdrawal_rule_sentence
from tournaments.web import buttons
from tournaments.web.errors import form_page, show_refusals
from tournaments.web.lookup import tournament_or_404

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Team, Tournament

KEY_BYTES = 24


def context_of(tournament: Tournament, reader: Player | None) -> dict[str, object]:
    if not tournament.event_format.has_teams:
        return {}
    own = team_queries.team_of(tournament, reader)
    strong = team_queries.member_counts(tournament)
    rows = [
        {
            "team": team,
            "strength": strong[team.pk],
            "lacking": max(0, tournament.boards_least - strong[team.pk]),
        }
        for team in team_queries.teams_of(tournament)
    ]
    invited = (
        team_queries.invitations_to(tournament, reader)
        if tournament.is_open and own is None
        else []
    )
    own_clubs = (
        club_queries.memberships_of(reader) if reader is not None and tournament.is_open else []
    )
    return {"teams": rows, "own_team": own, "invited": invited, "own_clubs": own_clubs}


@never_cache
@require_safe
def team(request: PageRequest, pk: int) -> HttpResponse:
    """Show a team: its members, its meetings, and what its captain can do."""
    found = team_queries.get_team(pk)
    if found is None or not queries.can_see(found.tournament, request.reader):
        raise Http404
    return render(request, "tournaments/team.html", _team_context(request, found))


def _team_context(request: PageRequest, team: Team) -> dict[str, object]:
    """Return the template context of a team's page for this reader."""
    reader, tournament = request.reader, team.tournament
    is_captain = reader is not None and team.captain_id == reader.pk
    meetings = list(team_queries.meetings_of_team(team))
    inside = club_queries.can_watch_boards(tournament, reader)
    for fixture in (board for each in meetings for board in each.fixtures.all()):
        fixture.for_insiders = inside
    return {
        "team": team,
        "tournament": tournament,
        "club": club_queries.club_if_visible(reader, team.club),
        "squad": squads.member_rows(tournament, team),
        "meetings": [
            {"round": each.round, **team_tables.meeting_row(tournament, each)} for each in meetings
        ],
        "withdrawal_rule": withdrawal_rule_sentence(tournament),
        "is_captain": is_captain and not team.is_withdrawn,
        "link": absolute_url(reverse("tournaments:join", args=[team.key])) if is_captain else "",
        "asked": team_queries.invited_players(team) if is_captain else [],
        "line_ups": squads.open_line_ups(team, timezone.now()) if is_captain else [],
        "is_invited": tournament.is_open
        and team in team_queries.invitations_to(tournament, reader),
        "now": timezone.now(),
    }


@form_page
def join(request: PlayerRequest, key: str) -> HttpResponse:
    """Show the team of an invitation link; POST joins it."""
    found = team_queries.team_by_key(key)
    if found is None:
        raise Refused("no_such_team")
    if request.method == "POST":
        teams.join_team(key, request.reader, now=timezone.now())
        messages.success(request, _("You now play for %(team)s.") % {"team": isolated(found.name)})
        return SeeOther(found.get_absolute_url())
    context = _team_context(request, found)
    context["is_member"] = team_queries.team_of(found.tournament, request.reader) == found
    return render(request, "tournaments/join.html", context)


def _posted_key(request: PageRequest, name: str) -> int:
    """Return a posted key; 0, which no row has, if it is invalid."""
    return parse_number(request.POST.get(name)) or 0


@require_POST
@account_required
@show_refusals
def found(request: PlayerRequest, pk: int) -> HttpResponse:
    """Create a team and redirect to it, or ask the organiser and redirect to the tournament."""
    reader = request.reader
    tournament_or_404(request, pk)
    key, now = secrets.token_urlsafe(KEY_BYTES), timezone.now()
    name, club = request.POST.get("name", ""), request.POST.get("club", "")
    made = requests.found_team_or_request(pk, reader, name, key=key, now=now, club=club)
    if requests.is_pending_request(made):
        messages.success(request, _("The organiser has been asked. You will get an e-mail."))
        return SeeOther(reverse("tournaments:tournament", args=[pk]))
    messages.success(request, _("Your team has been created. Now invite its members."))
    return SeeOther(reverse("tournaments:team", args=[made.pk]))


@buttons.team_button
def invite(request: PlayerRequest, pk: int) -> str:
    name = " ".join(request.POST.get("player", "").split())
    player = player_named(name) if name and "\x00" not in name else None
    if player is None:
        raise Refused("no_player_called", name=name[:40]) if name else Refused("no_such_player")
    teams.invite_player(pk, request.reader, player, now=timezone.now())
    return _("%(player)s has been invited.") % {"player": isolated(player.name)}


@buttons.team_button
def answer(request: PlayerRequest, pk: int) -> str:
    """Join a team that has invited the reader, or decline."""
    accept = bool(request.POST.get("join"))
    teams.answer_invitation(pk, request.reader, accept=accept, now=timezone.now())
    return _("You are now in the team.") if accept else _("You have declined.")


@buttons.team_button
def remove(request: PlayerRequest, pk: int) -> str:
    entrant = _posted_key(request, "entrant")
    teams.remove_member(pk, request.reader, entrant, now=timezone.now())
    return _("The member has been removed.")


@buttons.team_button
def up(request: PlayerRequest, pk: int) -> str:
    entrant = _posted_key(request, "entrant")
    teams.move_up_member(pk, request.reader, entrant)
    return _("The order has been changed.")


@buttons.team_button
def captain(request: PlayerRequest, pk: int) -> str:
    entrant = _posted_key(request, "entrant")
    teams.make_captain(pk, request.reader, entrant, now=timezone.now())
    return _("The team has a new captain.")


@buttons.team_button
def link(request: PlayerRequest, pk: int) -> str:
    """Create a new invitation link; the old one stops working."""
    key = secrets.token_urlsafe(KEY_BYTES)
    teams.renew_link(pk, request.reader, key=key)
    return _("Here is the new link.")


@buttons.team_button
def next_season(request: PlayerRequest, pk: int) -> str:
    """Choose whether the team is entered in the next season automatically."""
    again = bool(request.POST.get("again"))
    teams.set_reentry(pk, request.reader, again=again)
    return (
        _("The team will be entered in the next season.")
        if again
        else _("The team will not be entered in the next season.")
    )


@buttons.team_button
def substitute(request: PlayerRequest, pk: int) -> str:
    fixture, entrant = _posted_key(request, "fixture"), _posted_key(request, "entrant")
    teams.name_substitute(pk, request.reader, fixture, entrant, now=timezone.now())
    return _("The line-up has been changed, and everybody involved has been notified.")


@require_POST
@account_required
@show_refusals
def withdraw(request: PlayerRequest, pk: int) -> HttpResponse:
    """Withdraw the team and redirect to the tournament."""
    reader, own = request.reader, team_queries.get_team(pk)
    if own is None:
        raise Refused("no_such_team")
    teams.withdraw_team(pk, reader, now=timezone.now())
    messages.success(request, _("The team has withdrawn, and its members have been notified."))
    return SeeOther(own.tournament.get_absolute_url())
