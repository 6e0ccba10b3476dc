from __future__ import annotations

from tournaments import team_queries
from tournaments.models import Absence, Entrant, Fixture, FixtureSeat, Round, Team, Tournament
from tournaments.services.entrants import field
from tournaments.services.tables.team_events import board_number


def ranked_members(tournament: Tournament, team: Team) -> list[Entrant]:
    """Return the playing members of a team by board.

    Ratings decide, then the captain's order. Once the season has started, the order is final.
    """
    members = [each for each in team_queries.members_of(team) if is_playing(each)]
    if team.number is not None:
        return members
    figures = field.ratings_of(tournament, members)
    return sorted(members, key=lambda each: (-figures[each.pk], each.team_rank or 0, each.pk))


def is_playing(entrant: Entrant) -> bool:
    return entrant.status == Entrant.Status.ENTERED and entrant.player.closed_at is None


def has_room(tournament: Tournament, team: Team) -> bool:
    members = Entrant.objects.playing().filter(team=team).count()
    return members < tournament.boards + tournament.alternates


def absent_entrant_ids(tournament: Tournament, number: int) -> set[int]:
    """Return the entrants who have announced that they miss a round."""
    rows = Absence.objects.filter(entrant__tournament=tournament, round=number)
    return set(rows.values_list("entrant_id", flat=True))


def free_members(team: Team, played: Round) -> list[Entrant]:
    """Return the members free to substitute in a round, by rank."""
    if team.is_withdrawn:
        return []
    busy = FixtureSeat.objects.filter(fixture__round=played, entrant__team=team)
    sitting = set(busy.values_list("entrant_id", flat=True))
    out = sitting | absent_entrant_ids(team.tournament, played.number)
    return [
        each
        for each in ranked_members(team.tournament, team)
        if each.pk not in out and is_playing(each)
    ]


def substitutes_with_boards(team: Team, played: Round) -> list[tuple[Entrant, int | None]]:
    """Return possible substitutes with the only board they may take, or None for any.

    Players in the published line-up may come back, but only to their own board.
    """
    line = _published_line_up(team, played)
    own = {pk: board for board, pk in enumerate(line, 1)}
    return [(each, own.get(each.pk)) for each in free_members(team, played)]


def substitutes_at(team: Team, fixture: Fixture) -> dict[int, Entrant]:
    board = board_number(team.tournament, fixture)
    free = substitutes_with_boards(team, fixture.round)
    return {each.pk: each for each, only in free if only in (None, board)}


def _published_line_up(team: Team, played: Round) -> list[int]:
    """Return the line-up as published, from the first board down."""
    at, out = played.published_at, absent_entrant_ids(team.tournament, played.number)
    there = [
        each.pk
        for each in team_queries.members_of(team)
        if each.pk not in out
        and all(gone is None or gone >= at for gone in (each.withdrawn_at, each.player.closed_at))
    ]
    return there[: team.tournament.boards]
