"""Tables computed a second time: points, then the criteria, as FIDE C.07 (2026) has them.

Articles are those of C.07. Only what the rehearsed events use is here; a criterion without a
computation is an error, not a pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from games import lots
from tournaments.rehearsal.proof.records import ANNULLED, PLAYED, Game, Record
from tournaments.rehearsal.proof.withdrawals import after_withdrawals

Values = dict[int, Fraction]
HALF = Fraction(1, 2)


class Turn(NamedTuple):
    """What one round, or one game, meant for one entrant.

    ``against`` pairs each opponent with what was made there. ``at_board``: it was played;
    ``own_doing``: it was not, and the entrant is to blame (16.2.3 to 16.2.5).
    """

    round: int
    made: Fraction
    against: tuple[tuple[int, Fraction], ...] = ()
    at_board: bool = False
    own_doing: bool = False
    legs: int = 0


class Place(NamedTuple):
    """One line of a table; values by criterion, as far as it counts for everybody."""

    entrant: int
    place: int
    points: Fraction
    values: dict[str, Fraction]


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


def table_of(record: Record) -> list[Place]:
    """Return a division's table, best first."""
    sheet = _sheet(record)
    values: dict[str, Values] = {}
    groups = _parted([[each.pk for each in record.entrants]], lambda _group: sheet.score)
    for key in record.tournament.tie_breaks:
        among, evaluate = CRITERIA[key]
        if not among:
            values[key] = evaluate(sheet, [each.pk for each in record.entrants])
        groups = _parted(groups, lambda group: values.get(key) or evaluate(sheet, group))  # noqa: B023
    table: list[Place] = []
    for group in groups:
        place = len(table) + 1
        for who in group:
            own = {key: found[who] for key, found in values.items()}
            table.append(Place(who, place, sheet.score[who], own))
    return table


def _parted(
    groups: Sequence[Sequence[int]], evaluate: Callable[[Sequence[int]], Values]
) -> list[list[int]]:
    """Part every group of equals by values, best first."""
    parted: list[list[int]] = []
    for group in groups:
        values = evaluate(group) if len(group) > 1 else dict.fromkeys(group, Fraction(0))
        best_first = sorted({values[who] for who in group}, reverse=True)
        parted += [[who for who in group if values[who] == value] for value in best_first]
    return parted


# Turns --------------------------------------------------------------------------------------------
def _sheet(record: Record) -> Sheet:
    """Write down everybody's turns and scores."""
    games = record.games if record.swiss else after_withdrawals(record)
    over = [game for game in games if _counts(game)]
    sheet = Sheet(record, frozenset(game.round for game in over if game.kind != "zero_bye"))
    for each in record.entrants:
        turns = [_turn(record, game, each.pk) for game in over if game.has(each.pk)]
        if record.swiss:
            turns = [turn for turn in turns if turn.round in sheet.held]
            missed = sheet.held - {turn.round for turn in turns}
            turns += [Turn(number, Fraction(0), own_doing=True) for number in missed]
        sheet.turns[each.pk] = sorted(turns, key=lambda turn: turn.round)
        sheet.score[each.pk] = sum((turn.made for turn in turns), Fraction(0))
    return sheet


def _counts(game: Game) -> bool:
    """Whether a game is over and counts; what a withdrawal has decided is over, too."""
    if game.kind == ANNULLED:
        return False
    return (
        game.is_bye or any(side.place is not None for side in game.sides) or (game.kind != PLAYED)
    )


def _turn(record: Record, game: Game, who: int) -> Turn:
    """Return what a game meant for one of its entrants."""
    if game.is_bye:
        win = Fraction(record.vector(2)[0])
        tie = Fraction(sum(record.vector(2)), 2)
        made = {"half_bye": tie, "zero_bye": Fraction(0)}.get(game.kind, win)
        return Turn(game.round, made, own_doing=game.kind in ("half_bye", "zero_bye"))
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


# Criteria -----------------------------------------------------------------------------------------
def _wins(sheet: Sheet, group: Sequence[int]) -> Values:
    """7.1: rounds that brought as much as a win."""

    def won(turn: Turn) -> bool:
        best = sheet.record.vector(max(2, len(turn.against) + 1))[0]
        return turn.made >= best > 0

    return {who: Fraction(sum(map(won, sheet.turns[who]))) for who in group}


def _legs(sheet: Sheet, group: Sequence[int]) -> Values:
    """Points over all legs of all games that count."""
    return {who: Fraction(sum(turn.legs for turn in sheet.turns[who])) for who in group}


def _average(sheet: Sheet, group: Sequence[int]) -> Values:
    """10.1: mean rating of those met at the board, in whole points, a half rounded up."""
    figures = {each.pk: each.rating for each in sheet.record.entrants}
    games = [game for game in sheet.record.games if game.kind == PLAYED and not game.is_bye]
    found = {}
    for who in group:
        met = [
            round((figures[side.entrant] or 0) / 100)
            for game in games
            if game.has(who) and any(side.place is not None for side in game.sides)
            for side in game.sides
            if side.entrant != who and figures[side.entrant] is not None
        ]
        found[who] = Fraction((Fraction(sum(met), max(1, len(met))) + HALF).__floor__())
    return found


def _direct(sheet: Sheet, group: Sequence[int]) -> Values:
    """6: a table of those who are equal, made of their own games; again for those equal in it."""
    tiers = _encounters(sheet, list(group))
    left = len(group)
    values: Values = {}
    for tier in tiers:
        left -= len(tier)
        values |= dict.fromkeys(tier, Fraction(left))
    return values


def _encounters(sheet: Sheet, group: list[int]) -> list[list[int]]:
    """Part a group by the games among themselves, as far as these part it."""
    made: Values = {}
    for who in group:
        found: dict[int, list[Fraction]] = {}
        for turn in sheet.turns[who]:
            for other, share in turn.against:
                if other in group:
                    found.setdefault(other, []).append(share)
        means = [Fraction(sum(each), len(each)) for each in found.values()]
        made[who] = sum(means, Fraction(0))
    tiers = _parted([group], lambda _group: made)
    if len(tiers) == 1:
        return tiers
    return [part for tier in tiers for part in _encounters(sheet, tier)]


def _adjusted(sheet: Sheet) -> Values:
    """16.3: scores as opponents count them; byes after the last round one was there are ties."""
    if not sheet.record.swiss:
        return sheet.score
    found = {}
    for who, turns in sheet.turns.items():
        there = max((turn.round for turn in turns if not turn.own_doing), default=0)
        late = [turn for turn in turns if turn.round > there and not turn.against]
        found[who] = sheet.score[who] + sum((sheet.tie - turn.made for turn in late), Fraction(0))
    return found


def _contributions(sheet: Sheet, who: int) -> list[tuple[Fraction, Fraction, bool]]:
    """8, 9, 16.4: an opponent's score and what was made; for unplayed rounds a dummy's."""
    scores, found = _adjusted(sheet), []
    for turn in sheet.turns[who]:
        if turn.at_board or (turn.against and not sheet.record.swiss):
            found += [(scores[other], share, False) for other, share in turn.against]
        elif sheet.record.swiss:
            caps = [scores[other] for other, _share in turn.against]
            cap = min(caps) if caps else sheet.tie * len(sheet.held)
            found.append((min(sheet.score[who], cap), turn.made, turn.own_doing))
    return found


def _buchholz(sheet: Sheet, group: Sequence[int]) -> Values:
    """8.1: the opponents' scores added up."""
    return {
        who: sum((score for score, _made, _own in _contributions(sheet, who)), Fraction(0))
        for who in group
    }


def _buchholz_cut(sheet: Sheet, group: Sequence[int]) -> Values:
    """14.1, 16.5: without the least; the least of the rounds missed by own doing goes first."""
    found = {}
    for who in group:
        parts = _contributions(sheet, who)
        own = [score for score, _made, by_own in parts if by_own]
        least = min(own or [score for score, _made, _own in parts], default=Fraction(0))
        found[who] = sum((score for score, _made, _own in parts), Fraction(0)) - least
    return found


def _sonneborn(sheet: Sheet, group: Sequence[int]) -> Values:
    """9.1: the opponents' scores times what was made against them."""
    return {
        who: sum((score * made for score, made, _own in _contributions(sheet, who)), Fraction(0))
        for who in group
    }


def _drawn(sheet: Sheet, group: Sequence[int]) -> Values:
    """Draw one order of all by the seed of the event: lot i takes one of those who are left."""
    left = sorted(sheet.turns)
    seed = sheet.record.tournament.lots_seed
    order = [left.pop(lots.number(seed, index, len(left))) for index in range(len(left))]
    return {who: Fraction(len(order) - order.index(who)) for who in group}


CRITERIA: dict[str, tuple[bool, Callable[[Sheet, Sequence[int]], Values]]] = {
    "direct_encounter": (True, _direct),
    "lots": (True, _drawn),
    "wins": (False, _wins),
    "leg_points": (False, _legs),
    "average_rating": (False, _average),
    "buchholz": (False, _buchholz),
    "buchholz_cut1": (False, _buchholz_cut),
    "sonneborn_berger": (False, _sonneborn),
}
