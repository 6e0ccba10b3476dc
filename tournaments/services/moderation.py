"""Operators remove the name or text of a club, team, tournament or series."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from tournaments import club_queries, staff_queries
from tournaments.models import Club, EntryRequest, Revision, Series, Team, Tournament
from tournaments.services.clubs import naming
from tournaments.services.locks import lock_tournament
from tournaments.services.rounds.boards import lock_matches, rename_matches

Moderated = Club | Team | Tournament | Series
"""What people have given a name that strangers read."""

REMOVED_TEXT = "–"


def responsible_player(named: Moderated) -> Player | None:
    """Return the person responsible for it."""
    if isinstance(named, Club):
        return club_queries.owner_of(named)
    return named.captain if isinstance(named, Team) else named.organiser


def editor_ids(named: Moderated) -> set[int]:
    """Return the pks of everybody who can change it."""
    if isinstance(named, Team):
        return {named.captain_id}
    if isinstance(named, Tournament):
        return {each.pk for each in staff_queries.organisers_of(named)}
    club = named if isinstance(named, Club) else named.club
    leaders = {each.player_id for each in club_queries.leaders_of(club)}
    return leaders if isinstance(named, Club) else leaders | {named.organiser_id}


@transaction.atomic
def replace_name(named: Moderated, by: Player | None, *, now: datetime) -> str:
    """Give it a neutral name, and return that."""
    if isinstance(named, Club):
        return naming.replace_name(named, by, now=now)
    if isinstance(named, Tournament):
        tournament = lock_tournament(named.pk)
        _save(tournament, name=f"Tournament {named.pk}")
        _redact_log(tournament, "name")
        rename_matches(tournament)
        return tournament.name
    if isinstance(named, Team):
        lock_tournament(named.tournament_id)
        return _rename_team(named)
    _save(Series.objects.select_for_update().get(pk=named.pk), name=f"Series {named.pk}")
    return f"Series {named.pk}"


@transaction.atomic
def clear_text(named: Club | Tournament | Series) -> None:
    if isinstance(named, Tournament):
        tournament = lock_tournament(named.pk)
        _save(tournament, text="")
        _redact_log(tournament, "text")
        return
    rows = Club.objects if isinstance(named, Club) else Series.objects
    _save(rows.select_for_update().get(pk=named.pk), text="")


def lock_moderated(named: Moderated, *, renamed: bool) -> None:
    """Lock in the usual order: first the matches of a renamed tournament, then the event."""
    if isinstance(named, Tournament):
        if renamed:
            lock_matches(named.pk)
        lock_tournament(named.pk)
    elif isinstance(named, Team):
        lock_tournament(named.tournament_id)


def _rename_team(team: Team) -> str:
    """Give a team a name that no team or pending request of its event has."""
    name, more = f"Team {team.pk}", 0
    others = Team.objects.filter(tournament=team.tournament_id).exclude(pk=team.pk)
    waiting = EntryRequest.objects.pending().filter(tournament=team.tournament_id)
    while (
        others.filter(name__iexact=name).exists() or waiting.filter(team_name__iexact=name).exists()
    ):
        more += 1
        name = f"Team {team.pk}-{more}"
    asked = EntryRequest.objects.filter(tournament=team.tournament_id, team_name=team.name)
    asked.update(team_name=name)
    acts = (Revision.Act.ACCEPTED, Revision.Act.RETRACTED)
    answered = Revision.objects.filter(tournament=team.tournament_id, act__in=acts)
    for line in answered.filter(after__team=team.name):
        line.after = {**line.after, "team": name}
        line.save(update_fields=["after"])
    _save(team, name=name)
    return name


def _save(named: Moderated, **fields: str) -> None:
    for field, value in fields.items():
        setattr(named, field, value)
    named.save(update_fields=list(fields))


def _redact_log(tournament: Tournament, field: str) -> None:
    """Remove former values from the public log."""
    terms = Revision.objects.filter(tournament=tournament, act=Revision.Act.TERMS)
    for line in terms.filter(after__has_key=field):
        line.before = {**line.before, field: REMOVED_TEXT}
        line.after = {**line.after, field: REMOVED_TEXT}
        line.save(update_fields=["before", "after"])
