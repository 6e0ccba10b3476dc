"""Plays a turn atomically, for pages, API, e-mail links and bots alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction

from accounts.models import Player
from games.families.phrases import family_texts
from games.models import Match, Ply, Seat
from games.orders.grammar import split_turns
from games.orders.turns import TurnReader, parse_move
from games.rules.multiplayer import can_act
from games.services.emails.links import Holder, require_holder
from games.services.errors import Refused
from games.services.match.ledgers import charge_clock
from games.services.match.loaded import LoadedMatch, due_reminders, lock_match
from games.services.play import absence, turns

TurnCallback = Callable[[LoadedMatch, Seat], object]


@dataclass(frozen=True)
class PlayedTurn:
    match: Match
    plies: tuple[Ply, ...]
    loaded: LoadedMatch

    @property
    def last_move(self) -> str:
        """The last move, without random draws."""
        return turns.move_texts(self.plies)[-1]

    @property
    def shown(self) -> str:
        """The submitted plies in their readers' notation."""
        family = family_texts(self.match.ruleset)
        first = self.plies[0]
        own = (ply for ply in self.plies if (ply.seat, ply.source) == (first.seat, first.source))
        return " ".join(family.notation(self.loaded.turned[p.number][0], p.text) for p in own)


def play_turn(
    match_id: int,
    seat: int | Player | Holder,
    text: str,
    *,
    seen: int,
    now: datetime,
    source: str,
    language: str | None = None,
    then: TurnCallback | None = None,
) -> PlayedTurn:
    """Play ``text`` for a seat on the position after ``seen`` plies.

    ``seat`` is a seat number, a player or the holder of a signed link.

    A text may hold all plies of the turn (C-6), and after ``next`` the first turn of the next leg
    (2.8). ``language`` is the writer's; None for programs, links and bots. ``then`` is called with
    match and seat in the new position, before anybody answers.

    Order of checks: a player has a seat (``not_your_match``), a link its holder (``bad_link``) →
    running → position current (``stale``) → seat not left (``you_left``) → seat awaited
    (``not_your_turn``), unless the rules need no turn → clock (``time_over``, or ``turn_gone`` if
    the others play on; the settled flag is committed) → grammar (MalformedMove) → rules
    (IllegalMove).

    Everything that follows from the move (random draws, next deadline, e-mails, result, ratings) is
    written in the same transaction.
    """
    with transaction.atomic():
        loaded = lock_match(match_id)
        number = _resolve_seat(loaded, seat, seen)
        given = _MoveRequest(text, language, seen, source, then)
        played = _play_or_settle(loaded, number, given, now)
    if played is None:
        raise Refused("turn_gone" if loaded.match.is_running else "time_over")
    return played


def _resolve_seat(loaded: LoadedMatch, seat: int | Player | Holder, seen: int) -> int:
    """Return the number of the seat; refuses ``not_your_match``, ``bad_link`` or ``stale``."""
    if isinstance(seat, int):
        return seat
    if isinstance(seat, Player):
        return loaded.seat_of(seat).number
    found = loaded.seats[seat.seat] if 0 <= seat.seat < len(loaded.seats) else None
    return require_holder(found, seat, seen=seen, current=loaded.match.ply_count).number


@dataclass(frozen=True)
class _MoveRequest:
    text: str
    language: str | None
    seen: int
    source: str
    then: TurnCallback | None


def _play_or_settle(
    loaded: LoadedMatch, number: int, given: _MoveRequest, now: datetime
) -> PlayedTurn | None:
    """Return the played turn, or None if the clock had run out (which is then settled)."""
    seat = _seat_to_play(loaded, number, given)
    reminded = bool(due_reminders(loaded, seat, now))
    enter_by_email = given.source in (Ply.Source.LINK, Ply.Source.MAIL)
    if seat.awaited and not charge_clock(loaded, seat, now, enter_by_email=enter_by_email):
        absence.settle_flag(loaded, seat, now)
        return None
    reader = TurnReader(loaded.rules, given.language)
    written = reader.turns(loaded.state, number, split_turns(given.text))
    moves = [[step.move for step in steps] for steps in written]
    lines = turns.play_moves(
        loaded,
        seat,
        moves,
        source=given.source,
        now=now,
        reminded=reminded,
        then=partial(given.then, loaded, seat) if given.then else None,
    )
    return PlayedTurn(loaded.match, tuple(lines), loaded)


def _seat_to_play(loaded: LoadedMatch, number: int, given: _MoveRequest) -> Seat:
    """Return the seat if it may play on this position; else refuse."""
    loaded.require_running()
    require_current_position(loaded, number, given.seen)
    if not 0 <= number < len(loaded.seats):
        raise Refused("not_your_turn")
    seat = loaded.seats[number]
    if given.source == Ply.Source.CARETAKER:
        if seat.cared_since is None:
            raise Refused("not_absent")
    elif seat.left_by:
        raise Refused("you_left")
    if not seat.awaited and not _can_play_out_of_turn(loaded, number, given):
        raise Refused("not_your_turn")
    return seat


def require_current_position(loaded: LoadedMatch, number: int, seen: int) -> None:
    """Refuse an answer to an older position, unless only secret bids of others came since."""
    current = loaded.match.ply_count
    if not current - loaded.rules.unseen_plies(loaded.state, number) <= seen <= current:
        raise Refused("stale", seen=seen, current=current)


def _can_play_out_of_turn(loaded: LoadedMatch, number: int, given: _MoveRequest) -> bool:
    """Whether the rules allow this move to a seat that is not awaited."""
    move = parse_move(loaded.rules, loaded.state, given.text, given.language)
    return can_act(loaded.rules, loaded.state, number, move)
