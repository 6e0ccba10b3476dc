"""A Swiss of teams: the input of a pairing, and its meetings with line-ups."""

from __future__ import annotations

from tournaments.formats.teams import TeamSwiss
from tournaments.models import Division, Team, Tournament
from tournaments.pairing import swiss
from tournaments.pairing.base import Bye, with_running_as_ties
from tournaments.services.rounds.plans import RoundPlan
from tournaments.services.rounds.swiss import initial_colour, pair_or_skip
from tournaments.services.rounds.team_rounds import line_up_boards, members_by_team
from tournaments.services.tables.team_events import team_event, unfinished_meetings
from tournaments.standings.base import Event, Kind


def next_rounds(
    format_: TeamSwiss, tournament: Tournament, division: Division, paired: int
) -> list[RoundPlan]:
    """Return the next round; running meetings count as draws for the pairing only."""
    if paired >= (tournament.rounds or 0):
        return []
    event = pairing_event(tournament, division, paired)
    teams = Team.objects.filter(division=division)
    gone = {team.pk for team in teams if team.is_withdrawn}
    call = team_swiss_input(tournament, division, event, gone)

    def pair(call: swiss.PairingInput) -> RoundPlan:
        draft = format_.pair(call)
        given = tuple(bye for bye in draft.byes if bye not in call.absent)
        crews = members_by_team(tournament, division)
        made = line_up_boards(tournament, draft._replace(byes=given), crews)
        return RoundPlan(
            made.number, (), (), made.engine, made.engine_input, made.meetings, made.note
        )

    return pair_or_skip(tournament, division, call, len(teams) - len(gone), pair)


def pairing_event(tournament: Tournament, division: Division, paired: int) -> Event:
    """Return the event from which the next round is paired; running meetings are draws."""
    return with_running_as_ties(
        team_event(tournament, division), unfinished_meetings(tournament, division), paired
    )


def team_swiss_input(
    tournament: Tournament, division: Division, event: Event, gone: set[int]
) -> swiss.PairingInput:
    """Return the input for the next round, without teams that have withdrawn."""
    return swiss.PairingInput(
        event,
        event.rounds + 1,
        initial_colour(tournament, division),
        absent=tuple(Bye(team, Kind.ZERO_BYE) for team in sorted(gone)),
    )
