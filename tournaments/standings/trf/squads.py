"""Writes teams in report files (TRF-26): members, scores, results of meetings.

Players are in records 001 as in any file; these records add their teams. A team without opponent
is in 320, a meeting in which no two players met in 330, a line-up that differs from the team's
order in 300, the latter two once the meeting is over. If a team has withdrawn, its boards keep the
results as played, and record 310 has the points of the table (General Regulations for
Competitions, 6.6).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tournaments.standings.base import ZERO, Entrant, Event, Kind, Result, System
from tournaments.standings.table import standings
from tournaments.standings.trf.lines import compose_accents
from tournaments.standings.trf.report import format_points, write_report
from tournaments.standings.trf.sheet import Sheet, TrfError

NAME_WIDTH, MAX_TEAMS = 32, 999
TYPE_NAMES = {System.SWISS: "Team Swiss-System", System.ROUND_ROBIN: "Team Round-Robin"}
PAIRING_CODES = {
    System.SWISS: "CUSTOM_TEAM_SWISS_MP",
    System.ROUND_ROBIN: "CUSTOM_TEAM_ROUNDROBIN_MP",
}


class Squad(NamedTuple):
    """A team with its place and its players in board order."""

    team: Entrant
    name: str
    place: int
    members: tuple[Entrant, ...]


class MeetingLineUps(NamedTuple):
    """The line-ups of two teams in a round, the home team first; None for an empty board."""

    round: int
    teams: tuple[Entrant, Entrant]
    seated: tuple[tuple[Entrant | None, ...], tuple[Entrant | None, ...]]

    @property
    def met(self) -> bool:
        """Whether two players met at any board."""
        return any(one and two for one, two in zip(*self.seated, strict=True))


def write_teams(
    sheet: Sheet, event: Event, squads: Sequence[Squad], meetings: Sequence[MeetingLineUps]
) -> str:
    """Return the report of a team event; ``sheet`` has its players, ``event`` its teams."""
    if len(squads) > MAX_TEAMS:
        raise TrfError("too_many_players", players=len(squads), most=MAX_TEAMS)
    over = {(each.round, each.seats) for each in event.results} - _running_meetings(sheet, meetings)
    meetings = [each for each in meetings if (each.round, each.teams) in over]
    players = {who: number for number, who in enumerate(sheet.event.entrants, start=1)}
    teams = {each.team: number for number, each in enumerate(squads, start=1)}
    records = (
        f"082 {len(squads)}",
        f"192 {PAIRING_CODES[event.system]}",
        f"352 {''.join('WB'[board % 2] for board in range(event.boards))}",
        _match_points_record(event),
        *_bye_records(event, teams),
        *_forfeit_records(event, teams, meetings),
        *_line_up_records(squads, teams, players, meetings),
        *_squad_records(event, squads, players),
    )
    return write_report(replace(sheet, others=records, type=TYPE_NAMES[event.system]))


def _running_meetings(
    sheet: Sheet, meetings: Sequence[MeetingLineUps]
) -> set[tuple[int, tuple[Entrant, ...]]]:
    """Return the meetings with a board still in play, even if a team has withdrawn."""
    at_play = {(each.round, frozenset(each.seats)) for each in sheet.running}
    return {
        (each.round, each.teams)
        for each in meetings
        if any((each.round, frozenset(pair)) in at_play for pair in zip(*each.seated, strict=True))
    }


def _match_points_record(event: Event) -> str:
    """Return record 362: points for results of meetings."""
    win, tie, loss, bye = event.scoring.for_two
    values = {"W": win, "D": tie, "L": loss, "A": ZERO, "P": bye}
    return "362  " + "    ".join(
        f"{sign}{format_points(value):>4}" for sign, value in values.items()
    )


def _bye_records(event: Event, teams: Mapping[Entrant, int]) -> Iterator[str]:
    """Yield record 320: the team without opponent in each round, and the points for that."""
    free = {each.round: each for each in event.results if each.kind is Kind.PAIRED_BYE}
    if not free:
        return
    some = next(iter(free.values()))
    brought = f"{format_points(event.scoring.points(some)[0]):>4} {format_points(some.legs[0]):>4}"
    told = (free.get(round_) for round_ in range(1, max(free) + 1))
    numbers = (teams[each.seats[0]] if each else 0 for each in told)
    yield f"320 {brought} " + " ".join(f"{number:>3}" if number else "000" for number in numbers)


def _forfeit_records(
    event: Event, teams: Mapping[Entrant, int], meetings: Sequence[MeetingLineUps]
) -> Iterator[str]:
    """Yield records 330: meetings without a game, which players' records cannot show."""
    results = {(each.round, each.seats): each for each in event.results}
    for lines in meetings:
        if not lines.met:
            home, guests = (teams[each] for each in lines.teams)
            signs = _result_letters(results[lines.round, lines.teams])
            yield f"330 {signs} {lines.round:>3} {home:>3} {guests:>3}"


def _result_letters(result: Result) -> str:
    if result.kind is Kind.WITHDRAWN:
        result = result.as_played
    return "".join("-" if place is None else "+" for place in result.places)


def _line_up_records(
    squads: Sequence[Squad],
    teams: Mapping[Entrant, int],
    players: Mapping[Entrant, int],
    meetings: Sequence[MeetingLineUps],
) -> Iterator[str]:
    """Yield records 300: line-ups with a gap or not in the team's order.

    Also both line-ups if a board is empty on both sides, as no other record shows that.
    """
    orders = {each.team: each.members for each in squads}
    for lines in meetings:
        unplayed = lines.met and (None, None) in zip(*lines.seated, strict=True)
        for side in (0, 1):
            seated, team, other = lines.seated[side], lines.teams[side], lines.teams[1 - side]
            usual = [who for who in orders[team] if who in seated]
            told = list(seated[: len(usual)])
            if told != usual or unplayed:
                numbers = " ".join(f"{players.get(who or 0, 0):04}" for who in seated)
                yield f"300 {lines.round:>3} {teams[team]:>3} {teams[other]:>3} {numbers}"


def _squad_records(
    event: Event, squads: Sequence[Squad], players: Mapping[Entrant, int]
) -> Iterator[str]:
    """Yield records 310: match points, board points, place and players of each team."""
    made = dict.fromkeys(event.entrants, ZERO)
    for result in event.results:
        for who, share in zip(result.seats, result.legs, strict=False):
            made[who] += share
    points = {row.entrant: row.points for row in standings(event)}
    for number, squad in enumerate(squads, start=1):
        name = compose_accents(" ".join(squad.name.split()))[:NAME_WIDTH]
        members = " ".join(f"{players[who]:>4}" for who in squad.members)
        yield (
            f"310 {number:>3} {name:<32} {'':5} {'':6} {format_points(points[squad.team]):>6} "
            f"{format_points(made[squad.team]):>6} {squad.place:>3}  {members}"
        )
