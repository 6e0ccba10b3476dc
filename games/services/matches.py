"""Verbs around the board: start, finish, resign, tie, abort, chat, notes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import Player
from games import clocks, lots
from games.models import ChatLine, Match, Ply, Seat
from games.rules import registry
from games.services import letters, ratings
from games.services.charges import close_clocks
from games.services.errors import Refused
from games.services.server_plies import run_on
from games.services.table import Table, load_table, open_table, save_table, wake_seats
from games.services.terms import Terms
from games.services.timetable import ring_bot
from games.signals import match_finished

CHAT_LIMIT = 500
CHAT_WITHIN, CHAT_MOST = timedelta(hours=1), 60
NOTES_LIMIT = 5000


@transaction.atomic
def start_match(
    players: Sequence[Player],
    terms: Terms,
    *,
    seed: str,
    now: datetime,
    by_lot: bool = False,
    rematch_of: Match | None = None,
) -> Match:
    """Seat the players (in order of play, or by lot 0 of ``seed``) and start the first clock.

    ``seed`` is 32 random bytes in hexadecimal; its digest is public from the start. Lots that are
    due before anybody can move fall at once. Letters go out to everybody, the starter's holds his
    first turn.
    """
    order, start_lot, drawn = list(players), None, 0
    if by_lot:
        first = lots.number(seed, 0, len(order))
        order = order[first:] + order[:first]
        start_lot = {"lot": 0, "among": [player.pk for player in players], "first": first}
        drawn = 1
    rules = registry.get(terms.ruleset)
    state = rules.start(len(order), terms.options)
    match = Match.objects.create(
        ruleset=terms.ruleset,
        ruleset_version=rules.version,
        options=terms.options,
        rated=terms.rated,
        pool=(rules.pool or "") if terms.rated else "",
        private=terms.private,
        control=terms.control.to_json(),
        state=rules.dump(state),
        lots_seed=seed,
        lots_drawn=drawn,
        start_lot=start_lot,
        started_at=now,
        rematch_of=rematch_of,
    )
    budget = clocks.start(terms.control).to_json()
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player=player, budget=budget)
        for number, player in enumerate(order)
    )
    table = load_table(match)
    table.added = run_on(table, now)
    Ply.objects.bulk_create(table.added)
    outcome = rules.outcome(table.state)
    if outcome is not None:
        ranks, points = outcome.ranks, outcome.points
        finish_match(table, ranks=ranks, points=points, ending=outcome.ending, now=now)
        return match
    woken = wake_seats(table, now)
    save_table(table)
    for seat in table.seats:
        letters.tell_started(table, seat, now=now)
    for seat in woken:
        ring_bot(seat.player, now)
    return match


def finish_match(
    table: Table, *, ranks: Sequence[int], points: Sequence[int], ending: str, now: datetime
) -> None:
    """End the match with this result: clocks off, ratings, letters, and the news upward."""
    match = table.match
    match.status = Match.Status.FINISHED
    match.ending = ending
    match.finished_at = now
    for seat in table.seats:
        seat.rank = ranks[seat.number]
        seat.points = points[seat.number]
    wake_seats(table, now)
    save_table(table)
    if match.rated and not _is_repeated_timeout(table, now):
        ratings.rate_match(match, table.seats, now=now)
    letters.withdraw_all(match, now=now)
    for seat in table.seats:
        letters.tell_finished(table, seat, now=now)
    match_finished.send(sender=Match, match=match)


def _is_repeated_timeout(table: Table, now: datetime) -> bool:
    """Whether the loser has paid for this absence: lost a rated match on time, no ply since."""
    if table.match.ending != "timeout":
        return False
    loser = next((seat for seat in table.seats if seat.rank != 1), None)
    if loser is None:
        return False
    ratings.lock_figures(table.match.pool, [seat.player_id for seat in table.seats])
    earlier = (
        Seat.objects.filter(
            player_id=loser.player_id,
            match__rated=True,
            match__ending="timeout",
            match__finished_at__lte=now,
        )
        .exclude(match=table.match)
        .exclude(rank=1)
        .order_by("-match__finished_at")
        .values_list("match__finished_at", flat=True)
        .first()
    )
    if earlier is None:
        return False
    return (
        not Ply.objects.filter(
            match__seats__player_id=loser.player_id,
            seat=_own_seat_number(loser.player_id),
            at__gt=earlier,
        )
        .exclude(source__in=(Ply.Source.SERVER, Ply.Source.ORDER))
        .exists()
    )


def _own_seat_number(player_id: int) -> Any:
    """Return the seat number of the player in the ply's own match, as a subquery."""
    from django.db.models import OuterRef, Subquery

    return Subquery(
        Seat.objects.filter(match=OuterRef("match"), player_id=player_id).values("number")[:1]
    )


def annul_match(table: Table, *, ending: str, now: datetime) -> None:
    """End the match without a result: nobody wins, nothing is rated."""
    match = table.match
    match.status = Match.Status.ANNULLED
    match.ending = ending
    match.finished_at = now
    close_clocks(table, now)
    wake_seats(table, now)
    save_table(table)
    letters.withdraw_all(match, now=now)
    for seat in table.seats:
        letters.tell_finished(table, seat, now=now)
    match_finished.send(sender=Match, match=match)


def settle_flag(table: Table, seat: Seat, now: datetime) -> None:
    """Settle a fallen flag: annul where a seat never moved, else the others win (C-11)."""
    if any(not each.moved for each in table.seats):
        annul_match(table, ending="never_moved", now=now)
    else:
        _lose(table, seat, ending="timeout", now=now)


def _lose(table: Table, seat: Seat, *, ending: str, now: datetime) -> None:
    """End the match as a loss of this seat; points stay as they stood."""
    ranks = [len(table.seats) if each is seat else 1 for each in table.seats]
    points = table.points()
    close_clocks(table, now)
    finish_match(table, ranks=ranks, points=points, ending=ending, now=now)


@transaction.atomic
def resign_match(match_id: int, player: Player, *, now: datetime) -> Match:
    """Give the match up; before the first move it is called off instead (rule book C-11)."""
    table = open_table(match_id)
    seat = table.seat_of(player)
    table.require_running()
    if table.is_untouched:
        annul_match(table, ending="aborted", now=now)
    else:
        _lose(table, seat, ending="resigned", now=now)
    return table.match


@transaction.atomic
def abort_match(match_id: int, player: Player, *, now: datetime) -> Match:
    """Call the match off before the first move; nobody loses anything."""
    table = open_table(match_id)
    table.seat_of(player)
    table.require_running()
    if not table.is_untouched:
        raise Refused("too_late_to_abort")
    annul_match(table, ending="aborted", now=now)
    return table.match


@transaction.atomic
def offer_tie(match_id: int, player: Player, *, now: datetime) -> Match:
    """Offer a tie, or accept the one that lies on the table; it lapses when the other plays on."""
    table = open_table(match_id)
    seat = table.seat_of(player)
    table.require_running()
    if table.is_untouched:
        raise Refused("tie_before_first_move")
    seat.tie_offered_at_ply = table.match.ply_count
    if all(each.tie_offered_at_ply is not None for each in table.seats):
        close_clocks(table, now)
        finish_match(
            table,
            ranks=[1] * len(table.seats),
            points=table.points(),
            ending="tie_agreed",
            now=now,
        )
        return table.match
    save_table(table)
    for other in table.others(seat):
        letters.tell_tie_offered(table, other, seat, now=now)
    return table.match


@transaction.atomic
def decline_tie(match_id: int, player: Player, *, now: datetime) -> Match:
    """Take all tie offers of the others off the table."""
    table = open_table(match_id)
    seat = table.seat_of(player)
    table.require_running()
    if all(other.tie_offered_at_ply is None for other in table.others(seat)):
        raise Refused("no_tie_offered")
    drop_ties(table, seat, now)
    save_table(table)
    return table.match


def drop_ties(table: Table, seat: Seat, now: datetime) -> None:
    """Take the offers of all others off the table, and their letters to this seat back."""
    for other in table.others(seat):
        if other.tie_offered_at_ply is not None:
            letters.withdraw_tie(table.match, other.tie_offered_at_ply, seat.number, now=now)
            other.tie_offered_at_ply = None


@transaction.atomic
def claim_win(match_id: int, player: Player, *, now: datetime) -> Match:
    """Claim the win on time where the control leaves it to the opponent to do so."""
    table = open_table(match_id)
    seat = table.seat_of(player)
    table.require_running()
    late = [each for each in table.others(seat) if each.deadline_at and each.deadline_at <= now]
    if not late:
        raise Refused("nothing_to_claim")
    settle_flag(table, late[0], now)
    return table.match


@transaction.atomic
def say(match_id: int, player: Player, text: str, *, now: datetime) -> ChatLine:
    """Say something at the table; the others read it on the page and in a letter."""
    table = open_table(match_id)
    seat = table.seat_of(player)
    words = " ".join(text.split())
    if not words:
        raise Refused("nothing_said")
    if len(words) > CHAT_LIMIT:
        raise Refused("too_long", limit=CHAT_LIMIT, length=len(words))
    said = ChatLine.objects.filter(match=table.match, player=player, at__gt=now - CHAT_WITHIN)
    if said.count() >= CHAT_MOST:
        raise Refused("said_enough", limit=CHAT_MOST)
    line = ChatLine.objects.create(match=table.match, player=player, at=now, text=words)
    for other in table.others(seat):
        letters.tell_chat(table, other, line, now=now)
    return line


@transaction.atomic
def write_notes(match_id: int, player: Player, text: str) -> Seat:
    """Replace the player's private notes on this match."""
    if len(text) > NOTES_LIMIT:
        raise Refused("too_long", limit=NOTES_LIMIT, length=len(text))
    seat = Seat.objects.filter(match_id=match_id, player=player).first()
    if seat is None:
        raise Refused("not_your_match")
    seat.notes = text
    seat.save(update_fields=["notes"])
    return seat


def mark_seen(match_id: int, player: Player, ply: int) -> None:
    """Remember that the player has opened the position after this many plies."""
    Seat.objects.filter(match_id=match_id, player=player, seen_ply__lt=ply).update(seen_ply=ply)
