"""Replies to invitations: to tournaments, teams and clubs, and as organiser or referee."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.naming import isolated
from games.services.errors import Refused
from inbound.grammar import Command, Verb
from inbound.services.acts import others
from inbound.services.command_types import CommandOutcome, CommandRequest
from notifications.addresses import About
from tournaments import panel_queries, queries as event_queries, staff_queries
from tournaments.models import ClubInvitation, EventInvitation, Tournament
from tournaments.referees.services import panel
from tournaments.services.admission import address_answers
from tournaments.services.clubs import invitations as club_invitations
from tournaments.services.entries import conditions, places, teams
from tournaments.services.revisions import invitations


def answer(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Accept or decline the invitation of the e-mail; refuses ``nothing_to_answer``."""
    accept = command.verb is Verb.ACCEPT
    if request.matter.about is About.TEAM:
        _answer_team(request, outcome, accept=accept)
    elif request.matter.about is About.EVENT_INVITATION:
        _answer_organiser(request, outcome, accept=accept)
    elif request.matter.about is About.CLUB_INVITATION:
        _answer_club(request, outcome, accept=accept)
    elif request.matter.about is About.ADDRESS_INVITATION:
        answer_address(request, outcome, accept=accept)
    else:
        _answer_event(request, command, outcome, accept=accept)


def _answer_team(request: CommandRequest, outcome: CommandOutcome, *, accept: bool) -> None:
    pk, player = request.matter.pk, request.player
    teams.answer_invitation(pk, player, accept=accept, now=request.now)
    if accept:
        outcome.said.append(_("You have joined the team. E-mails about its matches follow."))
    else:
        outcome.said.append(_("You have declined the invitation."))


def _answer_club(request: CommandRequest, outcome: CommandOutcome, *, accept: bool) -> None:
    found = ClubInvitation.objects.filter(pk=request.matter.pk, player=request.player)
    invitation = found.select_related("club").first()
    if invitation is None:
        raise Refused("not_invited")
    club = invitation.club
    club_invitations.answer(club.pk, request.player, accept=accept, now=request.now)
    joined = _("You are now a member of “%(club)s”.")
    said = joined if accept else _("You have declined the invitation.")
    outcome.said.append(said % {"club": isolated(club.name)})


def answer_address(request: CommandRequest, outcome: CommandOutcome, *, accept: bool) -> None:
    """Accept or decline an invitation sent to the player's e-mail address."""
    if accept:
        entrant = address_answers.accept(request.matter.pk, request.player, now=request.now)
        outcome.said += others.entry_lines(entrant, request.player)
    else:
        address_answers.decline(request.matter.pk, now=request.now)
        outcome.said.append(_("You have declined the invitation."))


def get_open_invitation(request: CommandRequest) -> EventInvitation:
    """Return the invitation of an e-mail; refuses ``not_invited`` if it was withdrawn."""
    found = EventInvitation.objects.filter(
        pk=request.matter.pk, player=request.player, withdrawn_at=None
    )
    invitation = found.select_related("tournament").first()
    if invitation is None:
        raise Refused("not_invited")
    return invitation


def _answer_organiser(request: CommandRequest, outcome: CommandOutcome, *, accept: bool) -> None:
    """Answer an organiser's invitation: to play, to help organise or to take over."""
    invitation = get_open_invitation(request)
    tournament, kind = invitation.tournament, EventInvitation.Kind(invitation.kind)
    made = invitations.answer(tournament.pk, request.player, kind, accept=accept, now=request.now)
    if made is not None:
        outcome.said += others.entry_lines(made, request.player)
        return
    said = _("You have declined the invitation.")
    if accept:
        said = {
            invitations.HELP: _("You are now a co-organiser of “%(title)s”."),
            invitations.TAKE_OVER: _("You are now the main organiser of “%(title)s”."),
        }[kind]
    outcome.said.append(said % {"title": isolated(tournament.title)})


def _answer_event(
    request: CommandRequest, command: Command, outcome: CommandOutcome, *, accept: bool
) -> None:
    """Answer whatever the tournament has asked the player: to play or to be a referee.

    Accepting twice gives the same reply.
    """
    player = request.player
    tournament = event_queries.visible_tournament(player, request.matter.pk)
    if tournament is None:
        raise Refused("nothing_to_answer", text=str(command.verb))
    own = event_queries.entry_of(tournament, player)
    if own is not None and (
        places.open_question(tournament, own) or (accept and places.has_confirmed(own))
    ):
        _answer_place(tournament, request, outcome, accept=accept)
    elif conditions.is_invited(tournament, player) or (
        accept and staff_queries.has_accepted(tournament, player, invitations.ENTER)
    ):
        _answer_to_play(tournament, request, outcome, accept=accept)
    elif panel_queries.appointment_of(player, tournament) is not None:
        _answer_as_referee(tournament, request, outcome, accept=accept)
    else:
        raise Refused("nothing_to_answer", text=str(command.verb))


def _answer_place(
    tournament: Tournament, request: CommandRequest, outcome: CommandOutcome, *, accept: bool
) -> None:
    """Take or confirm a place, or withdraw."""
    made = places.answer(tournament.pk, request.player, accept=accept, now=request.now)
    plays = _("You are playing in “%(title)s”.")
    if made.status == made.Status.WAITING:
        plays = _("All places are taken. You are on the waiting list.")
    said = plays if accept else _("You have withdrawn from “%(title)s”.")
    outcome.said.append(said % {"title": isolated(tournament.title)})


def _answer_to_play(
    tournament: Tournament, request: CommandRequest, outcome: CommandOutcome, *, accept: bool
) -> None:
    kind = invitations.ENTER
    entered = invitations.answer(
        tournament.pk, request.player, kind, accept=accept, now=request.now
    )
    if entered is not None:
        outcome.said += others.entry_lines(entered, request.player)
    else:
        outcome.said.append(_("You have declined the invitation."))


def _answer_as_referee(
    tournament: Tournament, request: CommandRequest, outcome: CommandOutcome, *, accept: bool
) -> None:
    if accept:
        panel.accept(tournament.pk, request.player, now=request.now)
        said = _("You are now a referee of “%(title)s”.")
    else:
        panel.decline(tournament.pk, request.player, now=request.now)
        said = _("You will not be a referee of “%(title)s”.")
    outcome.said.append(said % {"title": isolated(tournament.title)})
