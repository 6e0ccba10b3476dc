"""Knock-out trees: seeds, duels, and who advances from a drawn duel."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from tournaments.models import Division, Entrant, Fixture, Through, Tournament
from tournaments.pairing import knockout


def is_tree(tournament: Tournament, division: Division) -> bool:
    """Whether a division is played as a knock-out."""
    return tournament.format_of(division).has_bracket


def field_of(division: Division) -> list[int]:
    """Return the entrants of a division by number."""
    own = (
        Entrant.objects.filter(playoff=division)
        if division.stage == Division.Stage.PLAYOFF
        else Entrant.objects.filter(division=division)
    )
    return list(own.order_by("number").values_list("pk", flat=True))


def seeds_of(division: Division) -> list[int]:
    """Return the seeds of a tree: by group results in a play-off, else by number."""
    if division.stage != Division.Stage.PLAYOFF:
        return field_of(division)
    own = Entrant.objects.filter(playoff=division).order_by("playoff_seed")
    return list(own.values_list("pk", flat=True))


def ranks(order: Sequence[int]) -> dict[int, int]:
    return {pk: rank for rank, pk in enumerate(order)}


def fixtures_of(division: Division) -> QuerySet[Fixture]:
    """Return the fixtures of a tree with their seats, without those set aside."""
    own = Fixture.objects.filter(round__division=division, set_aside_at=None)
    return own.select_related("round").prefetch_related("seats")


def duels_of_round(
    tournament: Tournament, division: Division, number: int, order: Sequence[int]
) -> tuple[list[knockout.Duel], dict[int, int]]:
    """Return the duels of a round, and the winner by board of those that are over."""
    duels, winners = [], {}
    rank = ranks(order)
    for fixture in fixtures_of(division).filter(round__number=number):
        seats = sorted(fixture.seats.all(), key=lambda seat: rank.get(seat.entrant_id, len(rank)))
        other = seats[1].entrant_id if len(seats) > 1 else None
        duel = knockout.Duel(number, fixture.board, (seats[0].entrant_id, other))
        duels.append(duel)
        if other is not None and fixture.is_settled:
            winners[fixture.board] = winner_of(tournament, fixture, duel, number)
    return duels, winners


def winner_of(tournament: Tournament, fixture: Fixture, duel: knockout.Duel, number: int) -> int:
    """Return the entrant who advances; a drawn duel has its own random draw."""
    best = [seat.entrant_id for seat in fixture.seats.all() if seat.place == 1]
    if len(best) == 1:
        return int(best[0])
    rule = (
        knockout.Decider.LOT if tournament.through == Through.LOTS else knockout.Decider.BETTER_SEED
    )
    index = duel_draw_index(number, duel.board)
    return int(knockout.decide_tied_duel(duel, rule, tournament.lots_seed, index) or duel.seats[0])


def duel_draw_index(number: int, board: int) -> int:
    """Return the index of the random draw that decides a drawn duel."""
    return 1000 * number + board
