from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from accounts.models import Player
from tournaments import club_queries
from tournaments.models import Club, Entrant, Tournament
from tournaments.standings import clubs
from tournaments.standings.clubs import ClubRow, FinalPlace, MatchPlace

RECORD_NAMES = ("titles", "title_series", "series", "events")


class Record(NamedTuple):
    name: str
    figure: int
    players: Sequence[Player]


class AllTimeStandings(NamedTuple):
    rows: Sequence[tuple[ClubRow, Player]]
    records: Sequence[Record]


def all_time_standings(club: Club) -> AllTimeStandings:
    """Compute the all-time standings from the current final places and results."""
    finals = club_queries.final_places_of(club)
    players = {each.player_id: each.player for each in finals}
    over = {each.tournament_id for each in finals}
    boards = [
        MatchPlace(seat.fixture_id, seat.entrant.player_id, seat.place or 0)
        for seat in club_queries.finished_seats_of(club)
        if seat.entrant.tournament_id in over
    ]
    with_playoff = {each.tournament_id for each in finals if each.playoff_id is not None}
    rows = clubs.club_table((_finish_of(each, with_playoff) for each in finals), boards)
    records = []
    for name in RECORD_NAMES:
        figure, best = clubs.record_holders(rows, name)
        if figure:
            records.append(Record(name, figure, [players[each] for each in best]))
    return AllTimeStandings([(row, players[row.player]) for row in rows], records)


def _finish_of(each: Entrant, with_playoff: Collection[int]) -> FinalPlace:
    """Return how an entrant finished; members of a team finish as their team did."""
    division = each.division if each.team is None else each.team.division
    place = each.final_place if each.team is None else each.team.final_place
    top = each.playoff_id is not None
    if each.tournament_id not in with_playoff:
        top = division is not None and division.number == 1
    return FinalPlace(each.tournament_id, each.player_id, place, top)


def winner_names(events: Sequence[Tournament]) -> dict[int, str]:
    """Return the winners' names by key of the tournament."""
    found: dict[int, list[str]] = {}
    for each in club_queries.winners_of_events(events):
        name = each.player.name if each.team is None else each.team.name
        if name not in found.setdefault(each.tournament_id, []):
            found[each.tournament_id].append(name)
    return {pk: ", ".join(names) for pk, names in found.items()}
