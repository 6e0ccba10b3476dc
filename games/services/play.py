"""The verb of all doors: play a turn, all of it or nothing of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import Player
from games.models import Match, Ply, Seat
from games.rules.base import CHANCE
from games.rules.series import LegResult, SeriesState, legs_ended_between
from games.services import letters, matches
from games.services.charges import charge_clock
from games.services.errors import Refused
from games.services.notation import read_move
from games.services.server_plies import play_ply, run_on
from games.services.table import Table, open_table, save_table, steps_due, wake_seats
from games.services.timetable import ring_bot
from games.services.words.registry import family_words


@dataclass(frozen=True)
class Played:
    """What a turn did: the match as it now stands, the ledger lines it added, the whole table."""

    match: Match
    plies: tuple[Ply, ...]
    table: Table

    @property
    def last_move(self) -> str:
        """What was played last, lots left out."""
        return [ply.text for ply in self.plies if ply.seat != CHANCE][-1]

    @property
    def shown(self) -> str:
        """The move that was sent, as its readers write it."""
        family = family_words(self.match.ruleset)
        line = self.plies[0]
        return family.notation(self.table.turned[line.number][0], line.text)


def play_turn(
    match_id: int,
    seat: int | Player,
    text: str,
    *,
    seen: int,
    now: datetime,
    source: str,
    language: str | None = None,
) -> Played:
    """Play ``text`` for ``seat`` (its number or its player) on the position after ``seen`` plies.

    ``language`` is that of whoever wrote the text; programs, links and bots have none.

    Order of checks: a player has a seat (``not_your_match``) → running → stale (``stale``) → seat
    awaited (``not_your_turn``) → clock (``time_over``: the flag has fallen, the match is settled
    and stays so) → grammar (MalformedMove) → rules (IllegalMove). Everything that follows from the
    move (lots, next deadline, letters, result, ratings) is written in the same transaction.
    """
    with transaction.atomic():
        table = open_table(match_id)
        number = seat if isinstance(seat, int) else table.seat_of(seat).number
        given = _Given(text, language, seen, source)
        played = _play(table, number, given, now)
    if played is None:
        raise Refused("time_over")
    return played


@dataclass(frozen=True)
class _Given:
    """What was sent: the move as written, by whom, for which position, through which door."""

    text: str
    language: str | None
    seen: int
    source: str


def _play(table: Table, number: int, given: _Given, now: datetime) -> Played | None:
    """Return what was played, or None where the clock had run out (which is then settled)."""
    match = table.match
    table.require_running()
    if given.seen != match.ply_count:
        raise Refused("stale", seen=given.seen, current=match.ply_count)
    if not 0 <= number < len(table.seats) or not table.seats[number].awaited:
        raise Refused("not_your_turn")
    seat = table.seats[number]
    reminded = steps_due(table, seat, now)
    if not charge_clock(table, seat, now):
        matches.settle_flag(table, seat, now)
        return None
    move = read_move(table.rules, table.state, given.text, given.language)
    before = table.state
    plies = [play_ply(table, number, move, now, given.source)]
    plies += run_on(table, now)
    seat.moved = True
    seat.last_ply = plies[0].number
    matches.drop_ties(table, seat, now)
    letters.withdraw_turn(match, number, now=now)
    letters.withdraw_reminders(match, number, reminded, now=now)
    match.turn += 1
    table.added = plies
    Ply.objects.bulk_create(plies)
    _carry_on(table, seat, now, legs=_legs_ended(before, table.state))
    return Played(match, tuple(plies), table)


def _legs_ended(before: Any, after: Any) -> tuple[LegResult[Any], ...]:
    """Return the legs that this turn has ended."""
    if isinstance(before, SeriesState) and isinstance(after, SeriesState):
        return legs_ended_between(before, after)
    return ()


def _carry_on(
    table: Table, mover: Seat, now: datetime, *, legs: tuple[LegResult[Any], ...]
) -> None:
    """End the match if the rules say so, else start the next clocks and tell those awaited."""
    outcome = table.rules.outcome(table.state)
    if outcome is not None:
        matches.finish_match(
            table, ranks=outcome.ranks, points=outcome.points, ending=outcome.ending, now=now
        )
        return
    woken = wake_seats(table, now, acted=mover.number)
    save_table(table)
    for seat in woken:
        letters.tell_turn(table, seat, now=now, legs=legs)
        ring_bot(seat.player, now)
    if legs:
        for seat in table.seats:
            if seat not in woken and seat is not mover:
                letters.tell_leg(table, seat, now=now, legs=legs)
