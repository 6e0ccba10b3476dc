"""Tables computed a second time: points, then the criteria, as FIDE C.07 (2026) has them.

Articles are those of C.07. Only what the rehearsed events use is here; a criterion without a
computation is an error, not a pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from games import lots
from tests.rehearsal.proof.lines import Place, Turn
from tests.rehearsal.proof.records import PLAYED, Record
from tests.rehearsal.proof.sheets import HALF, Sheet, Values, sheet_of


def table_of(record: Record) -> list[Place]:
    """Return a division's table, best first."""
    sheet = sheet_of(record)
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
            most = sheet.tie * len(sheet.held) + sheet.record.start(who)
            cap = min(caps) if caps else most
            found.append((min(sheet.score[who], cap), turn.made, turn.own_doing))
    return found


def _buchholz(sheet: Sheet, group: Sequence[int]) -> Values:
    """8.1: the opponents' scores added up."""
    return {
        who: sum((score for score, _made, _own in _contributions(sheet, who)), Fraction(0))
        for who in group
    }


def _opponents_buchholz(sheet: Sheet, group: Sequence[int]) -> Values:
    """The Buchholz of everybody met at the board, added up."""
    sums = _buchholz(sheet, [each.pk for each in sheet.record.entrants])
    return {
        who: sum(
            (
                sums[other]
                for turn in sheet.turns[who]
                if turn.at_board
                for other, _ in turn.against
            ),
            Fraction(0),
        )
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


def _olympiad(sheet: Sheet, group: Sequence[int]) -> Values:
    """14, 16.5: opponents' match points times board points made there, without the least."""
    found: Values = {}
    for who in group:
        parts = [
            (score, score * Fraction(turn.legs), own)
            for (score, _made, own), turn in zip(
                _contributions(sheet, who), sheet.turns[who], strict=True
            )
        ]
        least = min(parts, default=(Fraction(0), Fraction(0), False))[1]
        own_doing = min((product for _score, product, own in parts if own), default=least)
        every = sum((product for _score, product, _own in parts), Fraction(0))
        found[who] = every - max(least, own_doing)
    return found


def _drawn(sheet: Sheet, group: Sequence[int]) -> Values:
    """Draw one order of all by the seed of the event: lot i takes one of those who are left."""
    left = sorted(sheet.turns)
    seed = sheet.record.tournament.lots_seed
    order = [left.pop(lots.draw_number(seed, index, len(left))) for index in range(len(left))]
    return {who: Fraction(len(order) - order.index(who)) for who in group}


CRITERIA: dict[str, tuple[bool, Callable[[Sheet, Sequence[int]], Values]]] = {
    "direct_encounter": (True, _direct),
    "lots": (True, _drawn),
    "wins": (False, _wins),
    "leg_points": (False, _legs),
    "board_points": (False, _legs),
    "olympiad": (False, _olympiad),
    "average_rating": (False, _average),
    "buchholz": (False, _buchholz),
    "sosos": (False, _opponents_buchholz),
    "buchholz_cut1": (False, _buchholz_cut),
    "sonneborn_berger": (False, _sonneborn),
}
