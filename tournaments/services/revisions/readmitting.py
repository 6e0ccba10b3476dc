"""Undo a removal: before the start, or in a running season as long as it had no consequences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, F, Max, OuterRef, Q

from accounts.naming import isolated
from games.services.errors import Refused
from tournaments import panel_queries
from tournaments.models import (
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    Revision,
    Round,
    Team,
    Tournament,
)
from tournaments.services.entrants import departures
from tournaments.services.entries import persons
from tournaments.services.reserving import reserve_seats


class RemovedEntrant(NamedTuple):
    """An entrant removed from a running season; ``refusal`` is why they cannot return."""

    entrant: Entrant
    line: Revision
    refusal: Refused | None


def removed_entrants(
    tournament: Tournament, lines: Sequence[Revision] | None = None
) -> dict[int, RemovedEntrant]:
    """Return the entrants removed since the start and not back, by pk.

    ``lines`` restricts the removals to log lines already loaded. Refusals are
    ``removal_ended_matches``, ``removal_paired``, and ``withdrew_after_start`` if their team has
    left, too.
    """
    if not tournament.is_running:
        return {}
    found = _removals(tournament, started=True, lines=lines)
    if not found:
        return {}
    paired = _last_paired(tournament)
    return {
        entrant.pk: RemovedEntrant(entrant, line, _refusal(entrant, line, paired))
        for entrant, line in found
    }


def removals_before_start(
    tournament: Tournament, lines: Sequence[Revision] | None = None
) -> dict[int, Revision]:
    """Return the removals before the start that can be undone, by pk of the entrant.

    In team events their team must still exist.
    """
    if not tournament.is_open:
        return {}
    found = {each.pk: line for each, line in _removals(tournament, started=False, lines=lines)}
    if tournament.event_format.has_teams:
        return {key: found[key] for key in _teams_of(found)}
    return found


def teams_of_removed(tournament: Tournament) -> dict[int, Team]:
    """Return the teams of members removed before the start, by pk of the entrant."""
    if not tournament.event_format.has_teams:
        return {}
    return _teams_of(removals_before_start(tournament))


def removals_with_room(
    tournament: Tournament, removals: Mapping[int, Revision]
) -> dict[int, Revision]:
    """Leave out removals from teams that are full by now."""
    if not removals or not tournament.event_format.has_teams:
        return dict(removals)
    teams = _teams_of(removals)
    playing = Entrant.objects.playing().filter(team__in=teams.values())
    sizes = Counter(playing.values_list("team", flat=True))
    limit = tournament.boards + tournament.alternates
    return {key: removals[key] for key, team in teams.items() if sizes[team.pk] < limit}


def _teams_of(removals: Mapping[int, Revision]) -> dict[int, Team]:
    """Return the teams that still exist, by pk of the entrant."""
    left = {key: line.after["from_team"] for key, line in removals.items()}
    own = Team.objects.exclude(status=Team.Status.WITHDRAWN).select_related("tournament")
    teams = own.in_bulk(left.values())
    return {key: teams[number] for key, number in left.items() if number in teams}


def _removals(
    tournament: Tournament, *, started: bool, lines: Sequence[Revision] | None = None
) -> list[tuple[Entrant, Revision]]:
    """Return removed entrants with the log line of their removal."""
    own = Entrant.objects.filter(tournament=tournament, number__isnull=not started)
    own = own.filter(status=Entrant.Status.WITHDRAWN, player__closed_at=None)
    act = Revision.Act.REMOVED
    if lines is None:
        written = Revision.objects.filter(tournament=tournament, act=act, undone_by=None)
        removals = list(written.order_by("pk"))
    else:
        removals = [each for each in lines if each.act == act and not hasattr(each, "undone_by")]
        own = own.filter(player__in=[each.about_id for each in removals])
    own = own.select_related("player__user", "team").annotate(ended=_has_lost_matches())
    gone = {each.pk: each for each in own}
    found = []
    for line in removals if gone else ():
        entrant = gone.get(line.after.get("entrant", 0))
        if entrant is not None and entrant.withdrawn_at == line.made_at:
            found.append((entrant, line))
    return found


def readmit(tournament: Tournament, removed: RemovedEntrant, now: datetime) -> Entrant:
    """Undo a removal; the caller has locked the tournament.

    Refuses ``removed.refusal``, and ``referees_do_not_organise`` for a referee of the event.
    """
    entrant = removed.entrant
    if removed.refusal is not None:
        raise removed.refusal
    if panel_queries.is_appointed(entrant.player, tournament):
        raise Refused("referees_do_not_organise", player=entrant.player.name)
    entrant.status = Entrant.Status.ENTERED
    entrant.withdrawn_at = entrant.withdrawn_round = None
    entrant.save(update_fields=["status", "withdrawn_at", "withdrawn_round"])
    persons.mark_left_open(entrant, left=False)
    departures.restore_captain(entrant, now)
    reserve_seats(tournament)
    tournament.due_at = now
    tournament.save(update_fields=["due_at"])
    return entrant


def count_fixtures_ahead(entrant: Entrant) -> int:
    """Return how many of their unfinished fixtures would be played after all."""
    left = FixtureSeat.objects.filter(entrant=entrant, left_open=True)
    return left.filter(fixture__settled_at=None).count()


def _refusal(
    entrant: Entrant, line: Revision, paired: dict[int | None, datetime]
) -> Refused | None:
    player = isolated(entrant.player.name)
    if vars(entrant)["ended"]:
        return Refused("removal_ended_matches", player=player)
    since = [paired[key] for key in (entrant.division_id, None) if key in paired]
    if any(at > line.made_at for at in since):
        return Refused("removal_paired", player=player)
    if entrant.team is not None and entrant.team.is_withdrawn:
        return Refused("withdrew_after_start", player=player)
    return None


def _has_lost_matches() -> Exists:
    """Whether a removal has cost the entrant a result, or made them leave a match of several."""
    left = FixtureSeat.objects.filter(entrant=OuterRef("pk"), left_open=True)
    left = left.exclude(fixture__kind=Fixture.Kind.ANNULLED)  # not caused by the removal
    own = Q(fixture__match__seats__player=F("entrant__player"))
    over = Q(fixture__settled_at__isnull=False) | own & ~Q(fixture__match__seats__left_by="")
    return Exists(left.filter(over))


def _last_paired(tournament: Tournament) -> dict[int | None, datetime]:
    """Return when each division was last paired; None is the key of a play-off, which is common to
    all.
    """
    rounds = Round.objects.filter(division__tournament=tournament)
    rows = rounds.values_list("division", "division__stage").annotate(last=Max("published_at"))
    return {None if stage == Division.Stage.PLAYOFF else key: last for key, stage, last in rows}
