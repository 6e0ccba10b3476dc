"""A knock-out as a tree: places, and columns for the page."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.pairing import knockout
from tournaments.services.tables import trees


def places(tournament: Tournament, division: Division) -> list[tuple[int, int]]:
    """Return entrants and places, the winner first; those who left in one round share a place.

    Entrants still in have place 1. If a ruling after the end changes who should have advanced to a
    duel, whoever beat the wrong opponent there goes on. If nobody did, both leave together; in the
    final they get second place.
    """
    seeded = trees.seeds_of(division)
    over = tournament.finished_at is not None
    out: set[int] = set()
    left = len(seeded)
    leaving: list[tuple[int, list[int]]] = []  # by round: the best of their places, and who
    rounds = Round.objects.filter(division=division).order_by("number")
    for each in rounds:
        duels, winners = trees.duels_of_round(tournament, division, each.number, seeded)
        due = [duel for duel in duels if out.isdisjoint(duel.seats)]
        losers = [
            seat
            for duel in due
            if not duel.is_bye and duel.board in winners
            for seat in duel.seats
            if seat is not None and seat != winners[duel.board]
        ]
        undecided = sum(not duel.is_bye and duel.board not in winners for duel in due)
        if over:
            played = {seat for duel in due for seat in duel.seats}
            seats = FixtureSeat.objects.filter(fixture__round=each, fixture__set_aside_at=None)
            first = set(seats.filter(place=1).values_list("entrant", flat=True))
            stay = played | first.intersection(winners.values())
            losers += [pk for pk in seeded if pk not in out and pk not in stay]
        leaving.append((left - len(losers) - undecided + 1, losers))
        out.update(losers)
        left -= len(losers)
    order = [(pk, 1) for pk in seeded if pk not in out]
    best = 2
    for place, losers in reversed(leaving):
        if losers:
            order += [(pk, max(place, best)) for pk in losers]
            best = max(place, best) + 1
    return order


def columns(
    tournament: Tournament, division: Division, rounds: Sequence[Round]
) -> tuple[dict[str, object], ...]:
    """Return a tree without a title, with its rounds as columns of duels."""
    seeded = trees.seeds_of(division)
    total = knockout.rounds_needed(len(seeded))
    shown: list[dict[str, object]] = []
    for each in rounds:
        _duels, winners = trees.duels_of_round(tournament, division, each.number, seeded)
        shown.append(
            {
                "title": round_title(total - each.number),
                "duels": [
                    duel(fixture, winners.get(fixture.board))
                    for fixture in each.fixtures.all()
                    if fixture.set_aside_at is None
                ],
            }
        )
    return ({"title": "", "columns": shown},) if shown else ()


def round_title(before_the_end: int) -> str:
    """Return the name of a round by how many follow it."""
    if before_the_end <= 0:
        return _("Final")
    if before_the_end == 1:
        return _("Semi-finals")
    if before_the_end == 2:
        return _("Quarter-finals")
    duels = 2**before_the_end
    return ngettext("Round of %(count)d", "Round of %(count)d", 2 * duels) % {"count": 2 * duels}


def duel(fixture: Fixture, winner: int | None) -> dict[str, object]:
    """Return one duel of a tree: both sides, who advances, the URL of the match."""
    seats = list(fixture.seats.all())
    bye = len(seats) == 1
    sides: list[dict[str, object]] = [
        {
            "key": seat.entrant.player_id,
            "name": seat.entrant.player.name,
            "score": seat.points if seat.points is not None and not bye else "",
            "through": bye or seat.entrant_id == winner,
        }
        for seat in sorted(seats, key=lambda seat: seed_of(seat.entrant))
    ]
    if bye:
        sides.append({"key": None, "name": _("bye"), "score": "", "through": False})
    return {
        "sides": sides,
        "keys": [side["key"] for side in sides if side["key"] is not None],
        "url": fixture.match_url,
    }


def seed_of(entrant: Entrant) -> int:
    return entrant.playoff_seed or entrant.number or 0
