"""The half rule: a withdrawal before half of one's games are finished loses them all.

Unless the organiser has chosen that all finished games count, or none.
"""

from __future__ import annotations

from tests.rehearsal.proof.records import ANNULLED, PLAYED, STRUCK, UNPLAYED, Game, Record, Side
from tournaments.models import Entrant, Withdrawals


def after_withdrawals(record: Record) -> tuple[Game, ...]:
    """Return the games as the table counts them where everybody meets everybody.

    Less than half finished: all are lost without play. Otherwise what was never finished is lost.
    """
    struck = {who.pk for who in record.entrants if _loses_all(record, who)}
    gone = {each.pk for each in record.entrants if each.status == Entrant.Status.WITHDRAWN}
    return tuple(_counted(game, struck, gone) for game in record.games)


def _loses_all(record: Record, who: Entrant) -> bool:
    """Whether an entrant has left whose finished games do not count either."""
    if who.status != Entrant.Status.WITHDRAWN:
        return False
    if (rule := record.tournament.withdrawals) != Withdrawals.HALF:
        return rule == Withdrawals.NOTHING
    own = [game for game in record.games if game.has(who.pk) and not game.is_bye]
    own = [game for game in own if game.kind != ANNULLED]
    finished = sum(_was_finished(game, who) for game in own)
    return 2 * finished < len(own)


def _was_finished(game: Game, who: Entrant) -> bool:
    """Whether a game was over when somebody left, and not by their staying away."""
    left = who.withdrawn_at
    if game.ended_at is None or left is None or game.ended_at >= left:
        return False
    place = next(side.place for side in game.sides if side.entrant == who.pk)
    return game.kind != UNPLAYED or place is not None


def _counted(game: Game, struck: set[int], gone: set[int]) -> Game:
    """Return a game as the table counts it."""
    if game.is_bye or game.kind == ANNULLED:
        return game
    out = struck if game.ended_at is not None else gone
    losers = {side.entrant for side in game.sides} & out
    if not losers:
        return game
    places = {side.entrant: side.place or 1 for side in game.sides if side.entrant not in losers}
    if game.ended_at is not None:
        places = {side.entrant: side.place for side in game.sides if side.place is not None}
        places = {pk: place for pk, place in places.items() if pk not in losers}
    sides = tuple(Side(side.entrant, _moved_up(places, side.entrant), 0) for side in game.sides)
    return game._replace(kind=STRUCK if game.kind == PLAYED else UNPLAYED, sides=sides)


def _moved_up(places: dict[int, int], who: int) -> int | None:
    """Return the place among those who are left; none for whoever is not."""
    if who not in places:
        return None
    return 1 + sum(place < places[who] for place in places.values())
