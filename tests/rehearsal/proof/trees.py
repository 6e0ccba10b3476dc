"""Knock-outs computed a second time: who advanced, and in which place the others finished."""

from __future__ import annotations

from collections.abc import Iterator

from games import lots
from tests.rehearsal.proof.records import Game, Record
from tournaments.models import Entrant, Through


def places_of(record: Record) -> dict[int, int]:
    """Return everybody's place: those who leave in one round share it, the winner is first."""
    left = len(record.entrants)
    places = {each.pk: 1 for each in record.entrants}
    for number in sorted({game.round for game in record.games}):
        duels = [game for game in record.games if game.round == number and not game.is_bye]
        losers = [
            side.entrant
            for game in duels
            for side in game.sides
            if side.entrant != winner_of(record, game)
        ]
        left -= len(losers)
        places |= dict.fromkeys(losers, left + 1)
    return places


def winner_of(record: Record, game: Game) -> int:
    """Return who goes through: the only first one, else as the organiser has said."""
    first = [side.entrant for side in game.sides if side.place == 1]
    if len(first) == 1:
        return first[0]
    seeds = {each.pk: _seed(each) for each in record.entrants}
    two = sorted((side.entrant for side in game.sides), key=lambda pk: seeds[pk])
    if record.tournament.through == Through.SEED:
        return two[0]
    lot = 1000 * game.round + game.board
    return two[lots.draw_number(record.tournament.lots_seed, lot, 2)]


def _seed(entrant: Entrant) -> int:
    """Return a seed; that of a play-off where there is one."""
    return entrant.playoff_seed or entrant.number or 0


def strangers(record: Record) -> Iterator[str]:
    """Yield entrants who play a round without having won their last duel, or won it and do not."""
    rounds = sorted({game.round for game in record.games})
    for number in rounds[1:]:
        through = {
            game.sides[0].entrant if game.is_bye else winner_of(record, game)
            for game in record.games
            if game.round == number - 1
        }
        now = [game for game in record.games if game.round == number]
        here = {side.entrant for game in now for side in game.sides}
        yield from (f"entrant {pk} plays round {number} by mistake" for pk in here - through)
        yield from (f"entrant {pk} is missing in round {number}" for pk in through - here)
