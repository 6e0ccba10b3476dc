"""Organisers enter people: by invitation, or again after a withdrawal or removal.

``readmitting`` handles removals during a running season.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts.models import Player
from games.services.errors import Refused
from notifications.services.limits import caused_by
from tournaments.models import Entrant, EventInvitation, Revision, Team, Tournament
from tournaments.services import log
from tournaments.services.entries import persons, teams
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.revisions import emails, readmitting
from tournaments.services.revisions.preview_tokens import token_of


@dataclass(frozen=True)
class Reentry:
    """Preview of entering somebody again who has withdrawn.

    ``undoes`` is the removal undone; after the start, ``ahead`` fixtures are played after all;
    ``team`` is their former team.
    """

    player: Player
    waiting: bool
    starts: bool
    undoes: Revision | None = None
    ahead: int = 0
    team: Team | None = None

    @property
    def preview_token(self) -> str:
        undone, team = self.undoes and self.undoes.pk, self.team and self.team.pk
        facts = (self.waiting, self.starts, undone, self.ahead, team)
        return token_of("enter", self.player.pk, *facts)


def require_can_invite(tournament: Tournament, player: Player) -> None:
    """Refuse people who cannot be invited to enter.

    Refuses ``announce_first``, ``not_in_this_format``, ``tournament_over``, ``no_late_entry``,
    ``late_entry_off``, ``entrant_already``, ``withdrew_after_start``, ``entered_before``.
    """
    require_late_entry(tournament)
    entrant = Entrant.objects.filter(tournament=tournament, player=player).first()
    if entrant is None:
        return
    if entrant.status != Entrant.Status.WITHDRAWN:
        raise Refused("entrant_already", player=player.name)
    if entrant.number is not None:
        raise Refused("withdrew_after_start", player=player.name)
    raise Refused("entered_before", player=player.name)


def require_late_entry(tournament: Tournament) -> None:
    """Refuse team events, and tournaments that admit nobody any more."""
    if tournament.status == Tournament.Status.DRAFT:
        raise Refused("announce_first")
    if tournament.event_format.has_teams:
        raise Refused("not_in_this_format")
    if tournament.finished_at is not None:
        raise Refused("tournament_over")
    if tournament.is_open or tournament.event_format.always_open:
        return
    if not tournament.event_format.takes_latecomers:
        raise Refused("no_late_entry")
    if not tournament.late_entry:
        raise Refused("late_entry_off")


def can_admit_people(tournament: Tournament) -> bool:
    """Whether an organiser can still admit individuals."""
    try:
        require_late_entry(tournament)
    except Refused:
        return False
    return True


def accept(invitation: EventInvitation, now: datetime) -> Entrant:
    """Enter a player who has accepted an invitation, even if entries are closed to others."""
    tournament, player = invitation.tournament, invitation.player
    entrant = persons.enter(tournament.pk, player, now=now, invited=True)
    log.record_revision(tournament, Revision.Act.ENTERED, invitation.by, now, about=player)
    return entrant


class LeftEntrant(NamedTuple):
    """Somebody who has left a locked tournament, and how they come back.

    ``removed`` is set if they were removed since the start, ``line`` if before it, perhaps from a
    ``team``; neither if they withdrew.
    """

    tournament: Tournament
    entrant: Entrant
    removed: readmitting.RemovedEntrant | None = None
    line: Revision | None = None
    team: Team | None = None


def propose(pk: int, by: Player, entrant: int) -> Reentry:
    """Preview entering somebody again; nothing is written."""
    return _propose(_find_left(pk, by, entrant))


@transaction.atomic
def enter_again(pk: int, by: Player, entrant: int, *, preview_token: str, now: datetime) -> Entrant:
    """Enter somebody again who withdrew or was removed before the start, or was removed since.

    They are notified and can withdraw. Refuses ``revised_meanwhile``, ``no_such_entrant``, and what
    ``require_late_entry``, ``readmitting`` and their own entry would refuse.
    """
    gone = _find_left(pk, by, entrant)
    tournament, player, removed = gone.tournament, gone.entrant.player, gone.removed
    seen = _propose(gone)
    if seen.preview_token != preview_token:
        raise Refused("revised_meanwhile")
    with caused_by(by):
        if removed is not None:
            entered = readmitting.readmit(tournament, removed, now)
        elif gone.team is not None:
            entered = teams.rejoin_team(gone.team.pk, player, by=by, now=now)
        else:
            entered = persons.enter(pk, player, now=now, invited=True)
    line = log.record_revision(
        tournament, Revision.Act.ENTERED, by, now, about=player, undoes=seen.undoes
    )
    emails.notify_entered(line, entered, now=now)
    return entered


def _find_left(pk: int, by: Player, entrant: int) -> LeftEntrant:
    """Return an entrant who left before the start, or was removed, and can come back."""
    with transaction.atomic():
        tournament = lock_tournament(pk)
    require_organiser(tournament, by)
    removed = readmitting.removed_entrants(tournament).get(entrant)
    if removed is not None:
        return LeftEntrant(tournament, removed.entrant, removed=removed)
    team = readmitting.teams_of_removed(tournament).get(entrant)
    if team is None:
        require_late_entry(tournament)
    rows = Entrant.objects.filter(tournament=tournament, number=None)
    rows = rows.filter(status=Entrant.Status.WITHDRAWN, player__closed_at=None)
    found = rows.select_related("player__user").filter(pk=entrant).first()
    if found is None:
        raise Refused("no_such_entrant")
    line = readmitting.removals_before_start(tournament).get(entrant)
    return LeftEntrant(tournament, found, line=line, team=team)


def _propose(gone: LeftEntrant) -> Reentry:
    tournament, player = gone.tournament, gone.entrant.player
    if gone.removed is not None:
        if gone.removed.refusal is not None:
            raise gone.removed.refusal
        line, ahead = gone.removed.line, readmitting.count_fixtures_ahead(gone.entrant)
        return Reentry(player, waiting=False, starts=False, undoes=line, ahead=ahead)
    if gone.team is not None:
        teams.require_room(gone.team)
        return Reentry(player, waiting=False, starts=False, undoes=gone.line, team=gone.team)
    full = persons.is_full(tournament)
    entered = Entrant.objects.playing().filter(tournament=tournament).count()
    last = tournament.most is not None and entered + 1 >= tournament.most
    return Reentry(
        player,
        waiting=full,
        starts=tournament.is_open and tournament.starts_when_full and last and not full,
        undoes=gone.line,
    )
