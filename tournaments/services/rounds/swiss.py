"""The input of a Swiss round's pairing, and rounds that cannot be paired."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from games import lots
from tournaments.errors import TournamentError
from tournaments.formats.swiss import Swiss
from tournaments.models import Absence, Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.pairing import sitting_out, swiss
from tournaments.pairing.base import BLACK, WHITE, Bye, with_running_as_ties
from tournaments.services.entrants.field import admit_late_entrants
from tournaments.services.rounds.plans import (
    RoundPlan,
    Unpairable,
    plan_from_draft,
    present_entrants,
)
from tournaments.services.tables.events import boosts_of, event_of, separated_entrants
from tournaments.standings.base import Event, Kind

COLOUR_DRAW_INDEX = 900_000  # above all draws of tables and trees
SITTING_OUT_DRAW_INDEX, DRAWS_PER_DIVISION = 920_000, 100  # above the random draws of home teams


def next_rounds(
    format_: Swiss, tournament: Tournament, division: Division, paired: int
) -> list[RoundPlan]:
    """Return the next round of a Swiss; running matches count as draws for the pairing only."""
    number = paired + 1
    if number > (tournament.rounds or 0):
        return []
    admit_late_entrants(tournament, division, number)
    event = pairing_event(tournament, division, paired)
    call = swiss_input(tournament, division, event, absent_in(division, number))
    return pair_or_skip(
        tournament,
        division,
        call,
        len(present_entrants(division)),
        lambda each: plan_from_draft(format_.pair(each)),
    )


def pair_or_skip(
    tournament: Tournament,
    division: Division,
    call: swiss.PairingInput,
    here: int,
    pair: Callable[[swiss.PairingInput], RoundPlan],
) -> list[RoundPlan]:
    """Return the next round of a Swiss, or the rounds to skip; ``here`` is how many have not left.

    If not everybody can be paired, as few as possible sit out, by a verifiable random draw.
    """
    try:
        return [pair(call)]
    except TournamentError as error:
        if error.code == Round.SKIPPED:
            return _skip_round(tournament, here, call)
        if error.code != swiss.NO_PAIRING:
            raise
    drawn = sitting_out_order(tournament, division, call.event.entrants, call.round)
    if out := sitting_out.choose_sitting_out(call, drawn):
        absent = call.absent + tuple(Bye(who, Kind.ZERO_BYE) for who in out)
        note = Round.NO_BYE if sitting_out.lacks_only_bye(call) else Round.SAT_OUT
        return [replace(pair(replace(call, absent=absent)), note=note)]
    if here > len(call.event.entrants) - len(call.absent):
        return _skip_round(tournament, here, call)
    raise Unpairable(call.round, sitting_out.why_nobody_meets(call))


def sitting_out_order(
    tournament: Tournament, division: Division, entrants: Iterable[int], number: int
) -> tuple[int, ...]:
    """Return the entrants of a division in the order drawn for sitting out."""
    own = sorted(entrants)
    order = lots.draw_permutation(
        tournament.lots_seed, sitting_out_draw_index(division, number), len(own)
    )
    return tuple(own[place] for place in order)


def sitting_out_draw_index(division: Division, number: int) -> int:
    """Return the index of the draw that decides who sits out a round."""
    return SITTING_OUT_DRAW_INDEX + division.number * DRAWS_PER_DIVISION + number


def _skip_round(tournament: Tournament, here: int, call: swiss.PairingInput) -> list[RoundPlan]:
    """Return the round as skipped, as more may be available for a later one.

    If fewer than two are left for good, all remaining rounds are skipped.
    """
    last = call.round if here >= 2 or tournament.late_entry else tournament.rounds or call.round
    return [
        RoundPlan(each, (), (), "", "", note=Round.SKIPPED) for each in range(call.round, last + 1)
    ]


def swiss_input(
    tournament: Tournament, division: Division, event: Event, absent: Sequence[Bye]
) -> swiss.PairingInput:
    return swiss.PairingInput(
        event,
        event.rounds + 1,
        initial_colour(tournament, division),
        absent=tuple(absent),
        forbidden=separated_entrants(tournament, event),
        boosts=boosts_of(tournament, division, event),
    )


def pairing_event(tournament: Tournament, division: Division, paired: int) -> Event:
    """Return the event from which the next round is paired: running fixtures are draws."""
    event = event_of(tournament, division)
    return with_running_as_ties(event, event.running, paired)


def initial_colour(tournament: Tournament, division: Division) -> str:
    """Return the colour of the first number in round 1, by a verifiable random draw."""
    first = lots.draw_number(tournament.lots_seed, COLOUR_DRAW_INDEX + division.number, 2)
    return (WHITE, BLACK)[first]


def absent_in(division: Division, number: int) -> list[Bye]:
    """Return byes for everybody absent from a round: announced, withdrawn, or entering later.

    The first announced absence is worth half a point.
    """
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
    here = set(present_entrants(division))
    for entrant in Entrant.objects.filter(division=division).order_by("number"):
        if entrant.pk not in here or entrant.first_round > number:
            byes.append(Bye(entrant.pk, Kind.ZERO_BYE))
        elif entrant.pk in announced:
            byes.append(Bye(entrant.pk, Kind.ZERO_BYE if entrant.pk in had else Kind.HALF_BYE))
    return byes
