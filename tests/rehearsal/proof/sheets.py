"""All turns of everybody in a division, and the scores, computed a second time (FIDE C.07)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tests.rehearsal.proof.lines import Turn
from tests.rehearsal.proof.records import ANNULLED, PLAYED, Game, Record
from tests.rehearsal.proof.withdrawals import after_withdrawals

Values = dict[int, Fraction]
HALF = Fraction(1, 2)


@dataclass
class Sheet:
    """All turns of everybody, and the scores."""

    record: Record
    held: frozenset[int] = frozenset()
    turns: dict[int, list[Turn]] = field(default_factory=dict)
    score: Values = field(default_factory=dict)

    @property
    def win(self) -> Fraction:
        """What a win of two brings."""
        return Fraction(self.record.vector(2)[0])

    @property
    def tie(self) -> Fraction:
        """What a tie of two brings."""
        return Fraction(sum(self.record.vector(2)), 2)


def sheet_of(record: Record) -> Sheet:
    """Write down everybody's turns and scores."""
    games = record.games if record.swiss else after_withdrawals(record)
    over = [game for game in games if _counts(game)]
    sheet = Sheet(record, frozenset(game.round for game in over if game.kind != "zero_bye"))
    for each in record.entrants:
        turns = [_turn(record, game, each.pk) for game in over if game.has(each.pk)]
        if record.swiss:
            turns = [turn for turn in turns if turn.round in sheet.held]
            goes_on = (game for game in record.games if game.kind != ANNULLED and game not in over)
            running = {game.round for game in goes_on if game.has(each.pk)}
            missed = sheet.held - {turn.round for turn in turns} - running
            turns += [Turn(number, Fraction(0), own_doing=True) for number in missed]
        sheet.turns[each.pk] = sorted(turns, key=lambda turn: turn.round)
        start = Fraction(record.start(each.pk))
        sheet.score[each.pk] = sum((turn.made for turn in turns), start)
    return sheet


def _counts(game: Game) -> bool:
    """Whether a game is over and counts; what a withdrawal has decided is over, too."""
    if game.kind == ANNULLED:
        return False
    return (
        game.is_bye or any(side.place is not None for side in game.sides) or (game.kind != PLAYED)
    )


def _turn(record: Record, game: Game, who: int) -> Turn:
    if game.is_bye:
        win = Fraction(record.vector(2)[0])
        tie = Fraction(sum(record.vector(2)), 2)
        made = {"half_bye": tie, "zero_bye": Fraction(0)}.get(game.kind, win)
        own_doing = game.kind in ("half_bye", "zero_bye")
        return Turn(game.round, made, own_doing=own_doing, legs=game.sides[0].legs)
    own = next(side for side in game.sides if side.entrant == who)
    made = _share(record, game, own.place)
    others = [side for side in game.sides if side.entrant != who]
    at_board = game.kind == PLAYED
    against = tuple(
        (side.entrant, made if len(others) == 1 else _duel(own.place, side.place))
        for side in others
    )
    blame = not at_board and own.place is None
    return Turn(game.round, made, against, at_board, blame, own.legs)


def _share(record: Record, game: Game, place: int | None) -> Fraction:
    """Return what a place brings; those who share it share what it and the next ones bring."""
    if place is None:
        return Fraction(0)
    same = sum(side.place == place for side in game.sides)
    ahead = sum(side.place is not None and side.place < place for side in game.sides)
    return Fraction(sum(record.vector(len(game.sides))[ahead : ahead + same]), same)


def _duel(mine: int | None, theirs: int | None) -> Fraction:
    """Compare two places in a match of three or four."""
    if mine is None:
        return Fraction(0)
    if theirs is None or mine < theirs:
        return Fraction(1)
    return HALF if mine == theirs else Fraction(0)
