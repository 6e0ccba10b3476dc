"""The input of a Swiss round's pairing, and rounds that cannot be paired."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from games import lots
from tournaments.faults import TournamentError
from tournaments.formats.swiss import Swiss
from tournaments.models import Absence, Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.pairing import swiss
from tournaments.pairing.base import BLACK, WHITE, Bye, with_ties
from tournaments.services.entrants.field import admit_late
from tournaments.services.rounds.plans import RoundPlan, Unpairable, planned, present
from tournaments.services.tables.events import boosts_of, event_of, kept_apart, undecided
from tournaments.standings.base import Event, Kind

logger = logging.getLogger(__name__)
COLOUR_LOTS = 900_000  # above every lot of tables and trees


def next_rounds(
    format_: Swiss, tournament: Tournament, division: Division, paired: int
) -> list[RoundPlan]:
    """Return the next round of a Swiss; what still runs counts as a tie for the pairing only."""
    number = paired + 1
    if number > (tournament.rounds or 0):
        return []
    admit_late(tournament, division, number)
    event = paired_from(tournament, division, paired)
    call = swiss_call(tournament, division, event, absent_in(division, number))
    return paired_or_skipped(
        tournament, call, len(present(division)), lambda: planned(format_.pair(call))
    )


def paired_or_skipped(
    tournament: Tournament, call: swiss.Call, here: int, pair: Callable[[], RoundPlan]
) -> list[RoundPlan]:
    """Return the next round of a Swiss, or the rounds to skip; ``here`` have not left it."""
    try:
        return [pair()]
    except TournamentError as fault:
        if plans := _skipped(tournament, here, call, fault):
            return plans
        logger.exception("no pairing", extra={"tournament": tournament.pk, "round": call.round})
        raise Unpairable(call.round) from fault


def _skipped(
    tournament: Tournament, here: int, call: swiss.Call, fault: TournamentError
) -> list[RoundPlan]:
    """Return the round as one that is skipped, where more will be there for a later one.

    Where fewer than two are left for good nobody waits: all the rounds to come are skipped.
    """
    absent = here > len(call.event.entrants) - len(call.absent)
    if fault.code != Round.SKIPPED and not (fault.code == swiss.NO_PAIRING and absent):
        return []
    last = call.round if here >= 2 or tournament.late_entry else tournament.rounds or call.round
    return [
        RoundPlan(each, (), (), "", "", note=Round.SKIPPED) for each in range(call.round, last + 1)
    ]


def swiss_call(
    tournament: Tournament, division: Division, event: Event, absent: Sequence[Bye]
) -> swiss.Call:
    """Return what the round after those of an event is paired from."""
    return swiss.Call(
        event,
        event.rounds + 1,
        initial_colour(tournament, division),
        absent=tuple(absent),
        forbidden=kept_apart(tournament, event),
        boosts=boosts_of(tournament, division, event),
    )


def paired_from(tournament: Tournament, division: Division, paired: int) -> Event:
    """Return what the next round is paired from: all results, and what still runs as ties."""
    event = event_of(tournament, division)
    return with_ties(event, undecided(division, event), paired)


def initial_colour(tournament: Tournament, division: Division) -> str:
    """Return the colour of the first number in round one, by a lot that anybody can verify."""
    first = lots.number(tournament.lots_seed, COLOUR_LOTS + division.number, 2)
    return (WHITE, BLACK)[first]


def absent_in(division: Division, number: int) -> list[Bye]:
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
    here = set(present(division))
    for entrant in Entrant.objects.filter(division=division).order_by("number"):
        if entrant.pk not in here or entrant.first_round > number:
            byes.append(Bye(entrant.pk, Kind.ZERO_BYE))
        elif entrant.pk in announced:
            byes.append(Bye(entrant.pk, Kind.ZERO_BYE if entrant.pk in had else Kind.HALF_BYE))
    return byes
