"""What a reviewed or manually paired round pairs: individuals or teams.

Teams are paired without line-ups, which are set when the round is published.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.rules.base import JSON
from tournaments.models import Division, Entrant, Team, Tournament
from tournaments.pairing.base import Bye, Draft, Pairing
from tournaments.services.entrants.field import late_entrants
from tournaments.services.rounds import swiss, team_rounds, team_swiss
from tournaments.services.rounds.plans import RoundPlan, present_entrants
from tournaments.standings.base import Event, Kind

PRESENT, WAITING = "", "waits"


class IndividualDraft:
    """Pair individual entrants."""

    admits_late_entrants = True

    def event(self, tournament: Tournament, division: Division, paired: int) -> Event:
        """Return the event from which the round after ``paired`` rounds is paired."""
        return swiss.pairing_event(tournament, division, paired)

    def field(self, division: Division, number: int) -> list[JSON]:
        """Return present, absent and waiting entrants as JSON."""
        out = swiss.absent_in(division, number)
        here = [[pk, PRESENT] for pk in sorted(present_entrants(division))]
        return [
            *here,
            *([bye.entrant, str(bye.kind)] for bye in out),
            *_late_entrant_marks(division),
        ]

    def names(self, division: Division) -> dict[int, str]:
        own = Entrant.objects.filter(division=division)
        return dict(own.values_list("pk", "player__name"))

    def available(self, division: Division, number: int) -> dict[int, str]:
        """Return the names of the entrants that can be paired in a round."""
        absent = [bye.entrant for bye in swiss.absent_in(division, number)]
        own = Entrant.objects.filter(division=division).exclude(pk__in=absent)
        return dict(own.order_by("number").values_list("pk", "player__name"))

    def bye_kinds(self, division: Division, number: int, out: Iterable[int]) -> dict[int, str]:
        """Return the kind of bye of everybody in ``out``; zero-point unless requested."""
        absent = {bye.entrant: str(bye.kind) for bye in swiss.absent_in(division, number)}
        return dict.fromkeys(out, str(Kind.ZERO_BYE)) | absent

    def unlined(self, plan: RoundPlan) -> RoundPlan:
        """Return a plan with teams in place of players at the boards."""
        return plan

    def with_line_ups(
        self, tournament: Tournament, division: Division, plan: RoundPlan
    ) -> RoundPlan:
        """Return a plan with the line-ups of teams."""
        del tournament, division
        return plan


class TeamDraft:
    """Pair teams, whose boards are filled as late as possible."""

    admits_late_entrants = False

    def event(self, tournament: Tournament, division: Division, paired: int) -> Event:
        return team_swiss.pairing_event(tournament, division, paired)

    def field(self, division: Division, number: int) -> list[JSON]:
        """Return the teams that have not left."""
        del number
        here = Team.objects.playing().filter(division=division).order_by("pk")
        return [[pk, PRESENT] for pk in here.values_list("pk", flat=True)]

    def names(self, division: Division) -> dict[int, str]:
        return dict(Team.objects.filter(division=division).values_list("pk", "name"))

    def available(self, division: Division, number: int) -> dict[int, str]:
        del number
        own = Team.objects.playing().filter(division=division).order_by("number")
        return dict(own.values_list("pk", "name"))

    def bye_kinds(self, division: Division, number: int, out: Iterable[int]) -> dict[int, str]:
        """Return {}: a team that sits out without a point has no meeting."""
        del division, number, out
        return {}

    def unlined(self, plan: RoundPlan) -> RoundPlan:
        tables = tuple((m.number, (m.home, m.away)) for m in plan.meetings if m.away is not None)
        free = [m for m in plan.meetings if m.away is None]
        byes = tuple((m.number, m.home, str(Kind.PAIRED_BYE)) for m in free)
        return replace(plan, tables=tables, byes=byes, meetings=())

    def with_line_ups(
        self, tournament: Tournament, division: Division, plan: RoundPlan
    ) -> RoundPlan:
        draft = Draft(
            plan.number,
            tuple(Pairing(table) for _board, table in plan.tables),
            tuple(Bye(pk, Kind(kind)) for _board, pk, kind in plan.byes),
        )
        crews = team_rounds.members_by_team(tournament, division)
        made = team_rounds.line_up_boards(tournament, draft, crews)
        return replace(plan, tables=(), byes=(), meetings=made.meetings)


PERSONS, TEAMS = IndividualDraft(), TeamDraft()


def draft_kind_of(tournament: Tournament) -> IndividualDraft | TeamDraft:
    return TEAMS if tournament.event_format.has_teams else PERSONS


def _late_entrant_marks(division: Division) -> list[JSON]:
    return [[pk, WAITING] for pk in sorted(each.pk for each in late_entrants(division.tournament))]
