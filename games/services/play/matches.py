"""Starting, resigning and aborting matches; claims, chat and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts import circle_queries
from accounts.models import Player
from accounts.naming import has_controls, one_line
from games import clocks
from games.models import ChatLine, Match, Ply, Seat
from games.rules import multiplayer, registry
from games.rules.base import JSON
from games.rules.multiplayer import RESIGNED, can_leave, resignation_move
from games.services.emails import match_emails
from games.services.errors import Refused
from games.services.match import live_updates, undelivered
from games.services.match.ledgers import charge_clock, play_automatic_plies, play_opening
from games.services.match.loaded import (
    load_match,
    lock_match,
    save_match,
    set_due_times,
    start_clocks,
)
from games.services.match.seating import seat_players
from games.services.play import absence, answers, results, turns
from games.services.play.flags import settle_flags_before
from games.services.play.terms import Terms
from games.services.time.timetable import schedule_bot

MAX_CHAT_LENGTH = 500
CHAT_WINDOW, MAX_CHAT = timedelta(hours=1), 60
MAX_NOTES_LENGTH = 5000


@transaction.atomic
def start_match(
    players: Sequence[Player],
    terms: Terms,
    *,
    seed: str,
    now: datetime,
    by_lot: bool = False,
    rematch_of: Match | None = None,
    event: Mapping[str, JSON] | None = None,
) -> Match:
    """Seat the players (in the given order, or by draw 0 of ``seed``) and start the first clock.

    One to four players, as many as the terms say. ``seed`` is 32 random bytes in hexadecimal; its
    digest is public from the start. Draws that are due before anybody can move are made at once.
    Everybody gets an e-mail. ``event`` (name, url, round) is what the match belongs to: such a
    match is never cancelled, and a player who does not play loses it.
    """
    if len(players) != terms.seats:
        raise Refused("bad_option", name="seats", value=len(players), allowed=(terms.seats,))
    rules = registry.get(terms.ruleset)
    order, start_lot, drawn = seat_players(players, rules, seed, by_lot=by_lot)
    state = rules.start(len(order), terms.options)
    match = Match.objects.create(
        ruleset=terms.ruleset,
        ruleset_version=rules.version,
        options=terms.options,
        opening=list(terms.opening),
        rated=terms.rated,
        pool=(rules.pool or "") if terms.rated else "",
        private=terms.private,
        audience=terms.audience,
        control=terms.control.to_json(),
        state=rules.dump(state),
        lots_seed=seed,
        lots_drawn=drawn,
        start_lot=start_lot,
        caretaker=absence.caretaker_strategy(terms),
        started_at=now,
        rematch_of=rematch_of,
        event=dict(event) if event is not None else None,
    )
    budget = clocks.initial_budget(terms.control).to_json()
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player=player, budget=budget)
        for number, player in enumerate(order)
    )
    loaded = load_match(match)
    loaded.added = [*play_opening(loaded, now), *play_automatic_plies(loaded, now)]
    answers.play_automatic_moves(loaded, loaded.added, now)
    Ply.objects.bulk_create(loaded.added)
    if (outcome := loaded.rules.outcome(loaded.state)) is not None:
        results.finish_by_rules(loaded, outcome, now)
        return match
    woken = start_clocks(loaded, now)
    save_match(loaded)
    for seat in loaded.seats:
        match_emails.notify_started(loaded, seat, now=now)
    for seat in woken:
        schedule_bot(seat.player, now)
    return match


@settle_flags_before
@transaction.atomic
def resign_match(match_id: int, player: Player, *, now: datetime, source: str = "page") -> Match:
    """Resign; before the first move the match is cancelled instead (rule book C-11).

    With three or four players the others play on; a substitute hands the seat to the caretaker. If
    resigning is a move of the game (TRI-Plan), it is played.
    """
    return _resign(match_id, player, source=source, for_good=False, now=now)


@settle_flags_before
@transaction.atomic
def leave_match(match_id: int, player: Player, *, now: datetime, source: str = "page") -> Match:
    """Leave the match for good, as a player does who leaves its event."""
    return _resign(match_id, player, source=source, for_good=True, now=now)


def _resign(match_id: int, player: Player, *, source: str, for_good: bool, now: datetime) -> Match:
    loaded = lock_match(match_id)
    seat = loaded.seat_of(player)
    loaded.require_running()
    if seat.left_by:
        raise Refused("you_left")
    if multiplayer.gives_up(loaded.rules, loaded.state, seat.number) and absence.release_substitute(
        loaded, seat, now
    ):
        return loaded.match
    if loaded.is_untouched and not loaded.match.event:
        results.annul_match(loaded, ending="aborted", now=now)
        return loaded.match
    if loaded.is_untouched and not can_leave(loaded.rules, len(loaded.seats)):
        results.lose_match(loaded, [seat.number], ending=results.NO_SHOW, now=now)
        return loaded.match
    move = None if for_good else resignation_move(loaded.rules)
    if move is None:
        absence.remove_seat(loaded, seat, RESIGNED, source=source, now=now)
    elif seat.awaited and not charge_clock(loaded, seat, now):
        absence.settle_flag(loaded, seat, now)
    else:
        turns.play_moves(loaded, seat, [[move]], source=source, now=now)
    return loaded.match


@settle_flags_before
@transaction.atomic
def abort_match(match_id: int, player: Player, *, now: datetime) -> Match:
    """Cancel the match before the first move; nobody loses anything."""
    loaded = lock_match(match_id)
    loaded.seat_of(player)
    loaded.require_running()
    if loaded.match.event:
        raise Refused("part_of_event")
    if not loaded.is_untouched:
        raise Refused("too_late_to_abort")
    results.annul_match(loaded, ending="aborted", now=now)
    return loaded.match


@transaction.atomic
def claim_win(match_id: int, player: Player, *, now: datetime) -> Match:
    """Claim a win on time, or a draw if the claimant could no longer win."""
    loaded = lock_match(match_id)
    seat = loaded.seat_of(player)
    loaded.require_running()
    for other in loaded.others(seat):
        set_due_times(loaded, other, now)
    undelivered.pause_flagged_seats(loaded, now)
    fallen = loaded.seats_out_of_time(now)
    late = [other for other in loaded.others(seat) if other in fallen]
    if not late:
        raise Refused("nothing_to_claim")
    absence.settle_flag(loaded, late[0], now)
    return loaded.match


@transaction.atomic
def send_chat_message(
    match_id: int, player: Player, text: str, *, now: datetime, to_partner: bool = False
) -> ChatLine:
    """Send a chat message to all or to the partner alone; it is shown on the page and e-mailed.

    Refuses ``no_partner`` if the seat has none (C-13), and ``chat_closed`` between two players one
    of whom has blocked the other; with more players, those who have blocked the writer do not get
    the message.
    """
    loaded = lock_match(match_id)
    seat = loaded.seat_of(player)
    others = loaded.others(seat)
    if len(others) == 1 and circle_queries.has_block_between(player, [others[0].player_id]):
        raise Refused("chat_closed")
    words = one_line(text)
    if not words:
        raise Refused("nothing_said")
    if has_controls(words):
        raise Refused("control_characters")
    if len(words) > MAX_CHAT_LENGTH:
        raise Refused("too_long", limit=MAX_CHAT_LENGTH, length=len(words))
    said = ChatLine.objects.filter(match=loaded.match, player=player, at__gt=now - CHAT_WINDOW)
    if said.count() >= MAX_CHAT:
        raise Refused("said_enough", limit=MAX_CHAT)
    partners = loaded.partners_of(seat.number)
    if to_partner and not partners:
        raise Refused("no_partner")
    only = sorted({seat.number, *partners}) if to_partner else None
    line = ChatLine.objects.create(
        match=loaded.match, player=player, at=now, text=words, only_seats=only
    )
    readers = [
        other
        for other in others
        if line.is_visible_to(other) and not circle_queries.has_blocked(other.player, player)
    ]
    for other in readers:
        match_emails.notify_chat(loaded, other, line, now=now)
    live_updates.publish_to_seats(readers)
    return line


@transaction.atomic
def write_notes(match_id: int, player: Player, text: str) -> Seat:
    if has_controls(text, lines=True):
        raise Refused("control_characters")
    if len(text) > MAX_NOTES_LENGTH:
        raise Refused("too_long", limit=MAX_NOTES_LENGTH, length=len(text))
    seat = Seat.objects.filter(match_id=match_id, player=player).first()
    if seat is None:
        raise Refused("not_your_match")
    seat.notes = text
    seat.save(update_fields=["notes"])
    return seat


@transaction.atomic
def add_note(match_id: int, player: Player, text: str) -> Seat:
    seat = Seat.objects.select_for_update().filter(match_id=match_id, player=player).first()
    if seat is None:
        raise Refused("not_your_match")
    return write_notes(match_id, player, f"{seat.notes}\n{text}".strip())


def mark_seen(match: Match, player: Player, ply: int, *, now: datetime) -> None:
    """Record that the player has opened the position after ``ply`` plies."""
    seats = Seat.objects.filter(match=match, player=player)
    seats.filter(Q(seen_ply__lt=ply) | Q(seen_at=None)).update(seen_ply=ply, seen_at=now)
    if match.has_pauses:
        undelivered.record_opening(match.pk, player, now=now)
