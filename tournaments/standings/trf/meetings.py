"""Joins the two halves of each meeting in a report file, and reads its byes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.standings.base import Fixture, Kind, Place, Result
from tournaments.standings.trf.lines import PlayerLine, RoundCell, Source
from tournaments.standings.trf.report import BYE_LETTERS, MAX_ROUNDS

KINDS_BY_LETTER = {letter: kind for kind, letter in BYE_LETTERS.items()}
Meaning = tuple[tuple[Place, Place], Kind, bool]
MEANINGS: Mapping[str, Meaning] = {
    "10": ((1, 2), Kind.PLAYED, True),
    "01": ((2, 1), Kind.PLAYED, True),
    "==": ((1, 1), Kind.PLAYED, True),
    "00": ((None, None), Kind.PLAYED, True),
    "WL": ((1, 2), Kind.PLAYED, False),
    "LW": ((2, 1), Kind.PLAYED, False),
    "DD": ((1, 1), Kind.PLAYED, False),
    "LL": ((None, None), Kind.PLAYED, False),
    "+-": ((1, None), Kind.FORFEIT, True),
    "-+": ((None, 1), Kind.FORFEIT, True),
    "--": ((None, None), Kind.FORFEIT, True),
}


def join_meetings(players: Mapping[int, PlayerLine]) -> tuple[list[Result], list[Fixture]]:
    """Return the results and running fixtures of all meetings."""
    results: list[Result] = []
    running: list[Fixture] = []
    for number, line in players.items():
        for cell in line.cells:
            if not cell.opponent:
                continue
            other = _find_other_half(number, cell, players)
            if number > cell.opponent:
                continue
            white_first = _has_white(cell, other)
            seats = (number, cell.opponent) if white_first else (cell.opponent, number)
            letters = cell.letter + other.letter if white_first else other.letter + cell.letter
            if letters == "  ":
                running.append(Fixture(cell.round, seats))
                continue
            results.append(_build_result(cell, seats, letters))
    return results, running


def _find_other_half(number: int, cell: RoundCell, players: Mapping[int, PlayerLine]) -> RoundCell:
    """Return the opponent's cell of the same round; raise if it does not match."""
    source = cell.source
    if cell.opponent == number or cell.opponent not in players:
        expected = f"another player's number, from 1 to {max(players)}"
        raise source.error_at("unknown_opponent", cell.column, str(cell.opponent), expected)
    other = players[cell.opponent].cell_of(cell.round)
    if other is not None and other.opponent == number:
        return other
    expected = f"player {cell.opponent} has another entry in round {cell.round}"
    raise source.error_at("one_sided", cell.column, str(cell.opponent), expected)


def _has_white(cell: RoundCell, other: RoundCell) -> bool:
    """Whether the first cell's player has white; one colour suffices, forfeits need none."""
    white = cell.colour == "w" or other.colour == "b"
    black = cell.colour == "b" or other.colour == "w"
    if white != black:
        return white
    if not white and cell.letter in "+-" and other.letter in "+-":
        return True
    raise cell.source.error_at("wrong_colour", cell.column + 5, cell.colour, "w against b")


def _build_result(cell: RoundCell, seats: tuple[int, int], letters: str) -> Result:
    """Return the result that two letters mean together."""
    if letters not in MEANINGS:
        expected = "10, 01, ==, +-, -+, --, or W and L, D and D"
        raise cell.source.error_at("contradiction", cell.column + 7, letters, expected)
    places, kind, rated = MEANINGS[letters]
    return Result(cell.round, seats, places, kind, rated=rated)


def own_byes(players: Mapping[int, PlayerLine]) -> list[Result]:
    """Return the byes in the players' own records."""
    return [
        Result(cell.round, (number,), kind=KINDS_BY_LETTER[cell.letter])
        for number, line in players.items()
        for cell in line.cells
        if not cell.opponent
    ]


def separate_byes(sources: Sequence[Source], players: Mapping[int, PlayerLine]) -> list[Result]:
    """Return the byes of records 240 in rounds that are blank in the player's record."""
    found: dict[tuple[int, int], Result] = {}
    for source in sources:
        letter = source.text[4:5].upper().strip() or "Z"
        if letter not in KINDS_BY_LETTER:
            raise source.error_at("wrong_bye", 5, letter, "F, H or Z")
        number, *members = source.placed(6, "a round and pairing numbers") or [(6, 0)]
        if not 1 <= number[1] <= MAX_ROUNDS:
            raise source.error_at(
                "no_round", number[0], source.value, "a round and pairing numbers"
            )
        for who in check_numbers(source, players, members):
            if players[who].cell_of(number[1]) is None:
                found[number[1], who] = Result(number[1], (who,), kind=KINDS_BY_LETTER[letter])
    return list(found.values())


def check_numbers(
    source: Source, players: Mapping[int, PlayerLine], found: Iterable[tuple[int, int]]
) -> list[int]:
    """Return the numbers without columns; raise if one is no player's pairing number."""
    numbers = []
    for column, number in found:
        if number not in players:
            raise source.error_at(
                "unknown_player", column, str(number), f"from 1 to {max(players)}"
            )
        numbers.append(number)
    return numbers
