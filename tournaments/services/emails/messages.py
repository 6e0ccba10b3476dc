"""E-mails of a season that differ by format."""

from __future__ import annotations

from datetime import datetime
from functools import singledispatch

from tournaments.formats.base import Format
from tournaments.formats.teams import Teams
from tournaments.models import Division, Entrant, Tournament
from tournaments.services.emails import notices, pairings, team_notices, team_pairings


def notify_started(tournament: Tournament, *, now: datetime) -> None:
    _notify_started(tournament.event_format, tournament, now)


@singledispatch
def _notify_started(_format: Format, tournament: Tournament, now: datetime) -> None:
    notices.notify_started(tournament, _playing_entrants(tournament), now=now)


@_notify_started.register
def _notify_teams_started(_format: Teams, tournament: Tournament, now: datetime) -> None:
    for entrant in _playing_entrants(tournament):
        team_notices.notify_started(tournament, entrant, now=now)


def _playing_entrants(tournament: Tournament) -> list[Entrant]:
    """Return the active entrants with their logins."""
    own = Entrant.objects.playing().filter(tournament=tournament)
    return list(own.select_related("player__user", "division__tournament"))


def notify_paired(
    tournament: Tournament, division: Division, number: int, *, now: datetime
) -> None:
    """Notify everybody in a division of their opponents from this round on."""
    _notify_pairings(tournament.event_format, tournament, division, number, now)


@singledispatch
def _notify_pairings(
    _format: Format, tournament: Tournament, division: Division, number: int, now: datetime
) -> None:
    pairings.notify_paired(tournament, division, number, now=now)


@_notify_pairings.register
def _teams_paired(
    _format: Teams, _tournament: Tournament, division: Division, number: int, now: datetime
) -> None:
    team_pairings.notify_paired(division, number, now=now)
