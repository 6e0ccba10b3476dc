"""Entering where organisers approve each entry: requests and their answers."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.naming import has_controls, strip_bidi
from games.services.errors import Refused
from notifications.services.limits import caused_by
from tournaments import queries
from tournaments.models import Club, Entrant, EntryRequest, Revision, Team, Tournament
from tournaments.services import log
from tournaments.services.admission import request_emails
from tournaments.services.emails import team_notices
from tournaments.services.entries import conditions, founding, leaving, persons, teams
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.revisions import invitations

MAX_REASON_LENGTH = 500


@transaction.atomic
def enter_or_request(pk: int, player: Player, *, now: datetime) -> Entrant | EntryRequest:
    """Enter, or where organisers approve entries, create a request and e-mail them.

    Refuses what ``persons.enter`` refuses, ``entry_awaits`` and ``entry_declined``.
    """
    tournament = lock_tournament(pk)
    if conditions.is_invited(tournament, player):
        invitations.answer(pk, player, invitations.ENTER, accept=True, now=now)
        return Entrant.objects.select_related("tournament").get(tournament=pk, player=player)
    alone = not tournament.event_format.has_teams
    if not alone or not conditions.needs_approval(tournament, player):
        return persons.enter(pk, player, now=now)
    conditions.check_known(tournament, player)
    persons.require_can_enter(tournament, player, now)
    conditions.check_club(tournament, player)
    entrant = Entrant.objects.filter(tournament=tournament, player=player).first()
    if entrant and (entrant.status != Entrant.Status.WITHDRAWN or entrant.number is not None):
        raise Refused("already_entered")
    return _create_request(tournament, player, now)


@transaction.atomic
def found_team_or_request(
    pk: int, player: Player, name: str, *, key: str, now: datetime, club: str = ""
) -> Team | EntryRequest:
    """Found a team, or where organisers approve entries, create a request and e-mail them.

    Refuses what ``teams.found_team`` refuses, ``entry_awaits`` and ``entry_declined``.
    """
    tournament = lock_tournament(pk)
    if not conditions.needs_approval(tournament, player):
        return teams.found_team(pk, player, name, key=key, now=now, club=club)
    called = founding.clean_team_name(tournament, player, name, now)
    of_club = conditions.club_of_team(player, club)
    return _create_request(tournament, player, now, founding.NewTeam(called, of_club, key))


def _create_request(
    tournament: Tournament, player: Player, now: datetime, team: founding.NewTeam | None = None
) -> EntryRequest:
    """Create a request and notify the organisers; refuses players they have removed or declined."""
    conditions.check_not_removed(tournament, player)
    known = EntryRequest.objects.filter(tournament=tournament, player=player).first()
    if known is not None and known.answered_at is None:
        raise Refused("entry_awaits")
    conditions.check_not_declined(tournament, player)
    asked = {"at": now, "answered_at": None, "accepted": False, "by": None}
    own = (team.name, team.key, team.club) if team else ("", "", None)
    made, _new = EntryRequest.objects.update_or_create(
        tournament=tournament,
        player=player,
        defaults=asked | dict(zip(("team_name", "team_key", "club"), own, strict=True)),
    )
    with caused_by(player):
        request_emails.ask_organisers(made, now=now)
    return made


def refusal_to_ask(tournament: Tournament, player: Player, now: datetime) -> Refused | None:
    """Return why a player can neither enter nor request to, or None."""
    if tournament.event_format.has_teams:
        return Refused("teams_enter")
    asked = EntryRequest.objects.filter(tournament=tournament, player=player).first()
    if asked is not None and asked.answered_at is None:
        return Refused("entry_awaits")
    try:
        conditions.check_not_declined(tournament, player)
        invited = conditions.is_invited(tournament, player)
        persons.require_can_enter(tournament, player, now, invited=invited)
    except Refused as refusal:
        return refusal
    return conditions.refusal_to_enter(tournament, player)


def is_pending_request(made: Entrant | Team | EntryRequest) -> bool:
    """Whether the result is a request that still waits for an organiser."""
    return isinstance(made, EntryRequest)


def outcome_of(made: Entrant | EntryRequest | None) -> str:
    """Return the outcome: ``entered``, ``waits``, ``asked``, or ``accepted`` without an entry."""
    if made is None:
        return "accepted"
    if isinstance(made, EntryRequest):
        return "asked"
    return "waits" if made.status == Entrant.Status.WAITING else "entered"


@transaction.atomic
def withdraw(pk: int, player: Player, *, now: datetime) -> Tournament:
    """Withdraw a request or an entry; refuses what ``leaving`` refuses."""
    tournament = lock_tournament(pk)
    own = EntryRequest.objects.pending().filter(tournament=tournament, player=player)
    entries = Entrant.objects.filter(tournament=tournament, player=player)
    stands = entries.exclude(status=Entrant.Status.WITHDRAWN).exists()
    if own.delete()[0] and not stands:
        return tournament
    return leaving.withdraw_and_resign(pk, player, now=now).tournament


@transaction.atomic
def answer(
    pk: int, by: Player, number: int, *, accept: bool, reason: str = "", now: datetime
) -> EntryRequest:
    """Accept a request, which enters the player or their team, or decline it, and notify them.

    A declined request may still be accepted. Accepting twice changes nothing while the entry
    stands. Refuses ``not_your_tournament``, ``no_such_request``, ``request_answered``,
    ``no_reason``, ``reason_too_long``, and what the entry itself refuses.
    """
    tournament = lock_tournament(pk)
    require_organiser(tournament, by)
    rows = EntryRequest.objects.filter(tournament=tournament, player__closed_at=None)
    found = rows.select_related("player__user").filter(pk=number).first()
    if found is None:
        raise Refused("no_such_request")
    found.tournament = tournament
    if accept and _has_accepted(found, by):
        return found
    if found.accepted or (found.is_declined and not accept):
        raise Refused("request_answered")
    reason = _clean_reason(reason, required=not accept)
    found.answered_at, found.by, found.accepted = now, by, accept
    found.reason = "" if accept else reason
    key, found.team_key = found.team_key, "" if accept else found.team_key
    found.save(update_fields=["answered_at", "by", "accepted", "reason", "team_key"])
    if not accept:
        with caused_by(by):
            request_emails.notify_declined(found, now=now)
        return found
    if found.team_name:
        with caused_by(by):
            _found_team(found, key, now)
        act = Revision.Act.ACCEPTED
        log.record_revision(tournament, act, by, now, about=found.player, team=found.team_name)
        return found
    with caused_by(by):
        entrant = persons.enter(pk, found.player, now=now, invited=True)
        log.record_revision(tournament, Revision.Act.ACCEPTED, by, now, about=found.player)
        request_emails.notify_accepted(found, entrant, now=now)
    return found


def _has_accepted(entry_request: EntryRequest, by: Player) -> bool:
    """Whether this organiser has accepted the request already and the entry stands."""
    own = entry_request.accepted and entry_request.by_id == by.pk
    return own and queries.is_entered(entry_request.tournament, entry_request.player)


def _clean_reason(reason: str, *, required: bool) -> str:
    """Return a reason ready to be saved; refuses ``no_reason``, ``reason_too_long`` and control
    characters.
    """
    reason = strip_bidi(reason).strip()
    if required and not reason:
        raise Refused("no_reason")
    if has_controls(reason, lines=True):
        raise Refused("control_characters")
    if len(reason) > MAX_REASON_LENGTH:
        raise Refused("reason_too_long", limit=MAX_REASON_LENGTH)
    return reason


def _found_team(entry_request: EntryRequest, key: str, now: datetime) -> None:
    """Create the team of an accepted captain, for the club if it is still theirs.

    ``key`` is the secret of the team's link. Refuses ``entrant_already`` if they play in another
    team by now.
    """
    tournament, captain = entry_request.tournament, entry_request.player
    try:
        name = founding.clean_team_name(
            tournament, captain, entry_request.team_name, now, let_in=True
        )
    except Refused as refusal:
        if refusal.code == "already_entered":
            raise Refused("entrant_already", player=captain.name) from None
        raise
    chosen = founding.NewTeam(name, _club_of(entry_request), key)
    team_notices.notify_founded(
        founding.create_team(tournament, captain, chosen, now), accepted=True, now=now
    )


def _club_of(entry_request: EntryRequest) -> Club | None:
    """Return the club that a captain has named for a team, if they may still use it."""
    try:
        return conditions.club_of_team(
            entry_request.player, entry_request.club.key if entry_request.club else ""
        )
    except Refused:
        return None
