"""From rows to the pure pairings and back: who meets whom in the next round of a division."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from games import lots
from tournaments.faults import TournamentError
from tournaments.models import Absence, Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.pairing import knockout, pods, round_robin, swiss
from tournaments.pairing.base import BLACK, WHITE, Bye, Draft, Pairing, with_ties
from tournaments.services import team_rounds
from tournaments.services.events import event_of, kept_apart
from tournaments.services.field import admit_late
from tournaments.services.tables import order_of
from tournaments.services.team_events import schedule_of
from tournaments.services.trees import decided, field_of, is_tree, seeded
from tournaments.standings.base import Kind

logger = logging.getLogger(__name__)
COLOUR_LOTS = 900_000  # above every lot of tables and trees
PODS_USUALLY = 3  # rounds of tables where no balanced design fits


class Unpairable(Exception):
    """No pairing of a round is left; the number of the round is its argument."""

    def __init__(self, number: int) -> None:
        """Keep the number."""
        super().__init__(number)
        self.number = number


@dataclass(frozen=True)
class RoundPlan:
    """One round as it will be published: tables and byes by board, and how it was made."""

    number: int
    tables: tuple[tuple[int, tuple[int, ...]], ...]
    byes: tuple[tuple[int, int, str], ...]
    engine: str
    engine_input: str
    meetings: tuple[team_rounds.MeetingPlan, ...] = ()
    note: str = ""


def next_rounds(tournament: Tournament, division: Division, now: datetime) -> list[RoundPlan]:
    """Return the rounds to publish now; none when the division has played its last one."""
    del now
    last = Round.objects.filter(division=division).order_by("-number").first()
    paired = last.number if last else 0
    stage = tournament.format
    if division.stage == Division.Stage.PLAYOFF:
        stage = Tournament.Format.KNOCKOUT
    elif stage == Tournament.Format.GROUPS:
        stage = Tournament.Format.ROUND_ROBIN
    return _MAKERS[stage](tournament, division, paired)


def rounds_in_all(tournament: Tournament, division: Division) -> int:
    """Return how many rounds a division has; those that are published at once are all of them."""
    published = Round.objects.filter(division=division).count()
    if is_tree(tournament, division):
        return knockout.rounds_needed(len(seeded(division)))
    if tournament.in_teams:
        return max((draft.round for draft in schedule_of(tournament, division)), default=0)
    if tournament.format == Tournament.Format.SWISS:
        return tournament.rounds or 0
    if tournament.format == Tournament.Format.PODS:
        size = Entrant.objects.filter(division=division).count()
        designed = size in pods.sizes_with_design(tournament.seats)
        return published if designed else tournament.rounds or PODS_USUALLY
    return published


def named_days(tournament: Tournament, divisions: Sequence[Division]) -> Sequence[datetime]:
    """Return the first days that were named, without those for which no round will come."""
    dates = tournament.round_starts
    stages: dict[str, int] = {}
    for division in divisions if dates else ():
        most = stages.get(division.stage, 0)
        stages[division.stage] = max(most, rounds_in_all(tournament, division))
    awaited = tournament.format == Tournament.Format.GROUPS and len(stages) < 2
    return dates[: sum(stages.values())] if stages and not awaited else dates


def _planned(draft: Draft) -> RoundPlan:
    """Return a draft as a plan; byes sit behind the tables."""
    tables = tuple((board, pairing.seats) for board, pairing in enumerate(draft.pairings, 1))
    byes = tuple(
        (len(tables) + offset, bye.entrant, str(bye.kind))
        for offset, bye in enumerate(draft.byes, 1)
    )
    engine = f"{draft.engine} {draft.version}".strip()
    return RoundPlan(draft.round, tables, byes, engine, draft.record, note=draft.note)


def _round_robin(tournament: Tournament, division: Division, paired: int) -> list[RoundPlan]:
    """Return all rounds at the start; every fixture of a Berger table is known beforehand."""
    if paired:
        return []
    double = tournament.format == Tournament.Format.DOUBLE
    drafts = round_robin.round_robin(field_of(division), double=double)
    return [_planned(draft) for draft in drafts]


def _teams(tournament: Tournament, division: Division, paired: int) -> list[RoundPlan]:
    """Return the meetings whose line-ups are due, of a Berger table of teams."""
    return [
        RoundPlan(each.number, (), (), each.engine, "", each.meetings)
        for each in team_rounds.next_rounds(tournament, division, paired)
    ]


def _pods(tournament: Tournament, division: Division, paired: int) -> list[RoundPlan]:
    """Return the tables of a balanced design, or the next round of those who stand level."""
    entrants = field_of(division)
    if len(entrants) in pods.sizes_with_design(tournament.seats):
        return [_planned(each) for each in pods.design(entrants, tournament.seats) if not paired]
    if paired >= (tournament.rounds or PODS_USUALLY):
        return []
    event = with_ties(event_of(tournament, division), _unfinished(division), paired)
    standing = order_of(tournament, division) if paired else entrants
    playing = set(_present(division))
    ranked = [entrant for entrant in standing if entrant in playing]
    if len(ranked) < tournament.seats:
        return []
    seats = tournament.seats
    draft = pods.power_pods(ranked, event.results, paired + 1, fewest=seats, most=seats)
    return [_planned(draft)]


def _present(division: Division) -> list[int]:
    """Return those who have not withdrawn, nor closed their accounts."""
    return list(Entrant.objects.playing().filter(division=division).values_list("pk", flat=True))


def _swiss(tournament: Tournament, division: Division, paired: int) -> list[RoundPlan]:
    """Return the next round of a Swiss; what still runs counts as a tie for the pairing only."""
    number = paired + 1
    if number > (tournament.rounds or 0):
        return []
    admit_late(tournament, division, number)
    event = with_ties(event_of(tournament, division), _unfinished(division), paired)
    call = swiss.Call(
        event,
        number,
        initial_colour(tournament, division),
        absent=tuple(_absent(division, number)),
        forbidden=kept_apart(tournament),
    )
    try:
        return [_planned(swiss.pair(call))]
    except TournamentError as fault:
        logger.exception("no pairing", extra={"tournament": tournament.pk, "round": number})
        raise Unpairable(number) from fault


def _unfinished(division: Division) -> list[Pairing]:
    """Return the fixtures that still run."""
    running = Fixture.objects.unsettled().filter(round__division=division)
    return [
        Pairing(tuple(seat.entrant_id for seat in fixture.seats.all()), fixture.board)
        for fixture in running.prefetch_related("seats")
    ]


def initial_colour(tournament: Tournament, division: Division) -> str:
    """Return the colour of the first number in round one, by a lot that anybody can verify."""
    first = lots.number(tournament.lots_seed, COLOUR_LOTS + division.number, 2)
    return (WHITE, BLACK)[first]


def _absent(division: Division, number: int) -> list[Bye]:
    """Return who sits this round out: announced, withdrawn, not yet in."""
    announced = set(
        Absence.objects.filter(entrant__division=division, round=number).values_list(
            "entrant_id", flat=True
        )
    )
    had = set(
        FixtureSeat.objects.filter(
            entrant__division=division, fixture__kind=Fixture.Kind.HALF_BYE
        ).values_list("entrant_id", flat=True)
    )
    byes = []
    present = set(_present(division))
    for entrant in Entrant.objects.filter(division=division).order_by("number"):
        if entrant.pk not in present or entrant.first_round > number:
            byes.append(Bye(entrant.pk, Kind.ZERO_BYE))
        elif entrant.pk in announced:
            byes.append(Bye(entrant.pk, Kind.ZERO_BYE if entrant.pk in had else Kind.HALF_BYE))
    return byes


def _knockout(tournament: Tournament, division: Division, paired: int) -> list[RoundPlan]:
    """Return the next round of the tree; it waits until every duel before it is decided."""
    order = seeded(division)
    if not paired:
        return [_duels(knockout.first_round(order))]
    duels, winners = decided(tournament, division, paired, order)
    if len(winners) < sum(not duel.is_bye for duel in duels):
        return []
    following = knockout.next_round(duels, winners, order)
    return [_duels(following)] if following else []


def _duels(duels: Sequence[knockout.Duel]) -> RoundPlan:
    """Return duels as a plan that keeps the boards of the tree."""
    tables, byes = [], []
    for duel in duels:
        one, two = duel.seats
        if two is None:
            byes.append((duel.board, one, str(Kind.PAIRED_BYE)))
        else:
            tables.append((duel.board, (one, two)))
    return RoundPlan(duels[0].round, tuple(tables), tuple(byes), "knock-out tree", "")


Maker = Callable[[Tournament, Division, int], list[RoundPlan]]
_MAKERS: dict[str, Maker] = {
    Tournament.Format.ROUND_ROBIN: _round_robin,
    Tournament.Format.DOUBLE: _round_robin,
    Tournament.Format.SWISS: _swiss,
    Tournament.Format.KNOCKOUT: _knockout,
    Tournament.Format.PODS: _pods,
    Tournament.Format.TEAM_MATCH: _teams,
    Tournament.Format.TEAM_LEAGUE: _teams,
}
