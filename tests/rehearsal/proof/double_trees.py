"""Double elimination counted a second time: by how often everybody has lost, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.rehearsal.proof.records import Game, Record
from tests.rehearsal.proof.trees import winner_of


def _loser_of(record: Record, game: Game) -> int | None:
    """Return the loser of a game; a bye has none."""
    if game.is_bye:
        return None
    return next(side.entrant for side in game.sides if side.entrant != winner_of(record, game))


def places_of(record: Record) -> dict[int, int]:
    """Return everybody's place: who loses for the second time in one round shares it."""
    lost: Counter[int] = Counter()
    places = {each.pk: 1 for each in record.entrants}
    left = len(places)
    for number in sorted({game.round for game in record.games}):
        losers = [
            loser
            for game in record.games
            if game.round == number and (loser := _loser_of(record, game)) is not None
        ]
        lost.update(losers)
        out = [who for who in losers if lost[who] == 2]
        left -= len(out)
        places |= dict.fromkeys(out, left + 1)
    return places


def faults_in(record: Record) -> Iterator[str]:
    """Yield entrants who play or are missing by mistake.

    Entrants with equal losses meet, except in the final; with one loss they play every round from
    then on, with two none; at the end one is left who has not lost twice.
    """
    lost: Counter[int] = Counter()
    numbers = sorted({game.round for game in record.games})
    everybody = {each.pk for each in record.entrants}
    for number in numbers:
        games = [game for game in record.games if game.round == number]
        here = Counter(side.entrant for game in games for side in game.sides)
        yield from (f"entrant {pk} plays twice in round {number}" for pk in here if here[pk] > 1)
        yield from (f"entrant {pk} is out, but plays round {number}" for pk in here if lost[pk] > 1)
        due = everybody if number == 1 else {pk for pk in everybody if lost[pk] == 1}
        yield from (f"entrant {pk} is missing in round {number}" for pk in due - here.keys())
        alive = sum(lost[pk] < 2 for pk in everybody)
        for game in games:
            stand = {lost[side.entrant] for side in game.sides}
            if len(stand) > 1 and alive > 2:
                yield f"board {game.board} of round {number} lets {stand} defeats meet"
        lost.update(loser for game in games if (loser := _loser_of(record, game)) is not None)
    if sum(lost[pk] < 2 for pk in everybody) != 1:
        yield f"it has ended with these defeats: {sorted(lost.values())}"
