"""Undo the acceptance of a request to enter, before the start; the request is open again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import Player
from games.rules.base import JSON
from games.services.errors import Refused
from notifications.services.limits import caused_by
from tournaments import queries
from tournaments.models import Entrant, EntryRequest, Revision, Team, TeamInvitation, Tournament
from tournaments.services import log
from tournaments.services.admission import request_emails
from tournaments.services.entries import persons
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.revisions import removing
from tournaments.services.revisions.preview_tokens import token_of

UNDOABLE_ACT = Revision.Act.ACCEPTED


@dataclass(frozen=True)
class Retraction:
    """What undoing an acceptance would do.

    ``undoes`` is the line of the log; ``next_in_line`` names who gets the place from the waiting
    list (a team in team events), "" if nobody; ``had_place`` is false for somebody on the waiting
    list.
    """

    player: Player
    team: Team | None
    undoes: Revision
    next_in_line: str
    had_place: bool

    @property
    def preview_token(self) -> str:
        return token_of("retract", self.undoes.pk, self.next_in_line)


def undoable_revision_ids(tournament: Tournament, lines: Iterable[Revision]) -> set[int]:
    """Return the keys of the lines whose acceptance can still be undone.

    Nothing has started, the player has not left since, and nobody else has joined their team or
    been invited to it.
    """
    own = [each for each in lines if each.act == UNDOABLE_ACT and not hasattr(each, "undone_by")]
    if not own or not tournament.is_open or tournament.access != Tournament.Access.APPROVAL:
        return set()
    asked = EntryRequest.objects.filter(
        tournament=tournament, player=OuterRef("player"), answered_at=OuterRef("entered_at")
    )
    others = Entrant.objects.filter(team=OuterRef("team")).exclude(pk=OuterRef("pk"))
    invited = TeamInvitation.objects.filter(team=OuterRef("team"))
    entries = Entrant.objects.exclude(status=Entrant.Status.WITHDRAWN).filter(
        Exists(asked.filter(accepted=True)),
        ~Exists(others),
        ~Exists(invited),
        tournament=tournament,
        number=None,
        player__closed_at=None,
        player__in=[each.about_id for each in own],
    )
    entered = set(entries.values_list("player", "entered_at"))
    return {each.pk for each in own if (each.about_id, each.made_at) in entered}


def undoable_acceptances(tournament: Tournament) -> dict[int, int]:
    """Return the keys of the lines that can be undone, by player."""
    lines = (
        list(queries.undoable_revisions(tournament, [UNDOABLE_ACT])) if tournament.is_open else []
    )
    can_undo = undoable_revision_ids(tournament, lines)
    return {each.about_id: each.pk for each in lines if each.about_id and each.pk in can_undo}


def propose(pk: int, by: Player, line: int, *, now: datetime) -> Retraction:
    """Preview undoing an acceptance; nothing is written.

    Refuses ``not_your_tournament``, and ``cannot_undo`` too late.
    """
    with transaction.atomic():
        return _propose(lock_tournament(pk), by, line, now)


@transaction.atomic
def retract(pk: int, by: Player, line: int, *, preview_token: str, now: datetime) -> Revision:
    """Reopen the request and notify the player.

    Refuses what ``propose`` does, and ``revised_meanwhile``.
    """
    tournament = lock_tournament(pk)
    seen = _propose(tournament, by, line, now)
    if seen.preview_token != preview_token:
        raise Refused("revised_meanwhile")
    asked = EntryRequest.objects.get(tournament=tournament, player=seen.player)
    asked.tournament, asked.player = tournament, seen.player
    asked.answered_at, asked.accepted, asked.by = None, False, None
    named: dict[str, JSON] = {}
    if seen.team is not None:
        asked.team_name, asked.team_key = seen.team.name, seen.team.key
        asked.club, named = seen.team.club, {"team": seen.team.name}
    asked.save()
    with caused_by(by):
        persons.withdraw(pk, seen.player, now=now)
    made = log.record_revision(
        tournament,
        Revision.Act.RETRACTED,
        by,
        now,
        about=seen.player,
        undoes=seen.undoes,
        **named,
    )
    request_emails.notify_retracted(asked, made, had_place=seen.had_place, now=now)
    return made


def _propose(tournament: Tournament, by: Player, line: int, now: datetime) -> Retraction:
    require_organiser(tournament, by)
    found = queries.revisions_of(tournament).filter(pk=line).first()
    if found is None or not undoable_revision_ids(tournament, [found]):
        raise Refused("cannot_undo")
    entries = Entrant.objects.filter(tournament=tournament, player=found.about)
    entrant = entries.select_related("player__user", "team__club", "team__tournament").get()
    team = entrant.team
    if team is not None:
        had_place = team.status == Team.Status.ENTERED
        return Retraction(entrant.player, team, found, _next_team_name(team), had_place)
    removal = removing.propose(tournament.pk, by, entrant.pk, now=now)
    had_place = entrant.status == Entrant.Status.ENTERED
    return Retraction(entrant.player, None, found, removal.next_in_line, had_place)


def _next_team_name(team: Team) -> str:
    """Return the name of the team that would get the place of this one, or ""."""
    own, most = Team.objects.filter(tournament=team.tournament_id), team.tournament.most
    if team.status != Team.Status.ENTERED or most is None or own.playing().count() > most:
        return ""
    return own.waiting().values_list("name", flat=True).first() or ""
