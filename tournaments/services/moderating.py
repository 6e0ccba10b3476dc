"""Operators take away the name or the text of a club, a team, a tournament or a series."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from tournaments import club_queries, staff_queries
from tournaments.models import Club, Revision, Series, Team, Tournament
from tournaments.services.clubs import naming
from tournaments.services.locks import open_tournament
from tournaments.services.rounds.boards import rename_matches

Named = Club | Team | Tournament | Series
"""What people have given a name that strangers read."""

TAKEN_AWAY = "–"


def keeper_of(named: Named) -> Player | None:
    """Return who answers for it."""
    if isinstance(named, Club):
        return club_queries.owner_of(named)
    return named.captain if isinstance(named, Team) else named.organiser


def keepers_of(named: Named) -> set[int]:
    """Return who could change it themselves, by number."""
    if isinstance(named, Team):
        return {named.captain_id}
    if isinstance(named, Tournament):
        return {each.pk for each in staff_queries.organisers_of(named)}
    club = named if isinstance(named, Club) else named.club
    leaders = {each.player_id for each in club_queries.leaders_of(club)}
    return leaders if isinstance(named, Club) else leaders | {named.organiser_id}


@transaction.atomic
def replace_name(named: Named, by: Player | None, *, now: datetime) -> str:
    """Give it a neutral name, and return that."""
    if isinstance(named, Club):
        return naming.replace_name(named, by, now=now)
    if isinstance(named, Tournament):
        tournament = open_tournament(named.pk)
        _save(tournament, name=f"Tournament {named.pk}")
        _strike_from_log(tournament, "name")
        rename_matches(tournament)
        return tournament.name
    if isinstance(named, Team):
        open_tournament(named.tournament_id)
    _save(named, name=f"{'Team' if isinstance(named, Team) else 'Series'} {named.pk}")
    return named.name


@transaction.atomic
def clear_text(named: Club | Tournament | Series) -> None:
    """Take the description away."""
    if isinstance(named, Tournament):
        tournament = open_tournament(named.pk)
        _save(tournament, text="")
        _strike_from_log(tournament, "text")
        return
    _save(named, text="")


def _save(named: Named, **fields: str) -> None:
    for field, value in fields.items():
        setattr(named, field, value)
    named.save(update_fields=list(fields))


def _strike_from_log(tournament: Tournament, field: str) -> None:
    """Take the former values out of the log, which everybody reads."""
    for line in Revision.objects.filter(tournament=tournament, after__has_key=field):
        line.before = {**line.before, field: TAKEN_AWAY}
        line.after = {**line.after, field: TAKEN_AWAY}
        line.save(update_fields=["before", "after"])
