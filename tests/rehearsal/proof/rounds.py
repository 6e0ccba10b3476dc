"""Published rounds compared with FIDE's engine and with what was known on their day."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.rehearsal.proof import virtual
from tests.rehearsal.proof.records import PLAYED, Game, Record
from tests.rehearsal.proof.reports import RATED, UNRATED, Cell, lines_of
from tournaments.models import Round

ENGINE = "gacrux"
ENTRANTS = re.compile(r"^### entrants (.*?)\s*$", re.MULTILINE)
COLOUR = re.compile(r"^152 ([WB])", re.MULTILINE | re.IGNORECASE)


def faults_in(record: Record) -> Iterator[str]:
    """Yield rounds of a Swiss that are not those of the engine that is named there."""
    for made in Round.objects.filter(division=record.division).order_by("number"):
        if made.engine.startswith(ENGINE):
            yield from (f"round {made.number}: {error}" for error in _faults_of(record, made))


def _faults_of(record: Record, made: Round) -> Iterator[str]:
    """Yield what is wrong with one round that the engine has paired."""
    found = ENTRANTS.search(made.engine_input)
    if found is None:
        yield "it does not say from which entrants it was paired"
        return
    order = [int(each) for each in found[1].split()]
    games = [game for game in record.games if game.round == made.number]
    stored = {tuple(side.entrant for side in game.sides) for game in games if not game.is_bye}
    stored |= {(game.sides[0].entrant,) for game in games if game.kind == "paired_bye"}
    try:
        paired = _paired(made.engine_input, made.number, order)
    except Exception as error:  # whatever the library raises
        yield f"the engine does not pair it, {type(error).__name__}: {str(error)[:200]}"
        paired = stored
    if stored != paired:
        yield f"published are {sorted(stored - paired)}, the engine pairs {sorted(paired - stored)}"
    yield from virtual.faults_in(made.engine_input, record, 1, order)
    yield from _unlike_the_day(record, made, order)


def _paired(text: str, number: int, order: list[int]) -> set[tuple[int, ...]]:
    """Let the library pair from the record that was kept; byes are tables of one."""
    from gacrux.pairingdutch import pairing_dutch
    from gacrux.trf2json import trf2json

    reader = trf2json()
    reader.parse_file(text, 0)
    event = reader.get_tournament(1)
    event.setdefault("pairingSystem", ["dutch"])
    event["maxMeets"] = 1
    colour = COLOUR.search(text)
    top = colour[1].lower() if colour else "w"
    params: dict[str, object] = {"experimental": [], "verbose": 0, "top_color": top, "rank": False}
    brackets = pairing_dutch(event, number, params).compute_pairing(False)
    pairs = [(pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]]
    return {tuple(order[each - 1] for each in pair if each) for pair in pairs}


def _unlike_the_day(record: Record, made: Round, order: list[int]) -> Iterator[str]:
    """Yield where the record that was paired from tells of a finished game what did not happen.

    Games that referees have ruled on may have had another result on that day.
    """
    numbers = {pk: at for at, pk in enumerate(order, 1)}
    told = {line.number: line.cells for line in lines_of(made.engine_input)}
    for game in record.games:
        if game.round >= made.number or game.is_bye or game.ruled or game.kind != PLAYED:
            continue
        if game.ended_at is None:
            continue
        for seat, side in enumerate(game.sides):
            cell = told.get(numbers.get(side.entrant, 0), {}).get(game.round)
            if cell not in _possible(game, made, seat, numbers):
                yield f"its record has {cell} for entrant {side.entrant} in round {game.round}"


def _possible(game: Game, made: Round, seat: int, numbers: dict[int, int]) -> set[Cell]:
    """Return what the record may say of a finished game: its result, a tie while it still ran."""
    mine, theirs = game.sides[seat].place, game.sides[1 - seat].place
    opponent, colour = numbers[game.sides[1 - seat].entrant], "wb"[seat]
    at = 1 if mine == theirs else 0 if mine == 1 else 2
    ended, paired = game.ended_at, made.published_at
    assert ended is not None  # the caller leaves out what still runs
    known = {(opponent, colour, signs[at]) for signs in (RATED, UNRATED)}
    ties = {(opponent, colour, signs[1]) for signs in (RATED, UNRATED)}
    return known if ended < paired else known | ties if ended == paired else ties
