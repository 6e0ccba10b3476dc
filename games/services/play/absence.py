"""What happens to the seats of absent players, as agreed before the start (C-11).

With two players a fallen flag loses, or draws if the opponent could not win by any series of moves.
With three or four players, and in dice games where two have agreed so, the match goes on: the turn
is skipped (the third time in a row the player is out), a caretaker plays, or the seat is first
offered to others.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from games import seat_queries
from games.families import strategies
from games.models import Match, Ply, Seat, SeatChange
from games.rules import multiplayer, registry
from games.services.emails import match_emails
from games.services.errors import Refused
from games.services.match import email_keys
from games.services.match.ledgers import charge_unfinished_turn, next_ply
from games.services.match.loaded import LoadedMatch, lock_match
from games.services.play import orders, results, substitutes, turns
from games.services.play.substitutes import restart_turn
from games.services.play.terms import Terms
from notifications.services.limits import caused_by

MAX_SKIPS = 3
OFFER_DURATION = timedelta(days=1)
CONTINUING_POLICIES = ("skip", "caretaker", "substitute")


def has_absence_policy(ruleset: str) -> bool:
    """Whether even two players may agree that a fallen flag does not lose: in games of dice."""
    rules = registry.get(ruleset)
    return rules.draws_lots and rules.retires


def absence_policy(terms: Terms) -> str:
    """Return the consequence of a fallen flag: "lose", "out", or one that keeps the match going."""
    agreed, many = terms.control.on_flag, terms.seats > 2
    if (many or has_absence_policy(terms.ruleset)) and agreed in CONTINUING_POLICIES:
        return agreed
    return "out" if many else "lose"


def caretaker_strategy(terms: Terms) -> str:
    """Return the strategy that plays for absent players, or "" if the match has none."""
    rules = registry.get(terms.ruleset)
    sides = multiplayer.sides_of(rules, terms.seats, terms.options)
    partners = len(set(sides)) < terms.seats
    needed = partners or absence_policy(terms) in ("caretaker", "substitute")
    return strategies.caretaker_for(terms.ruleset) if needed else ""


def _policy_in_match(loaded: LoadedMatch) -> str:
    match, many = loaded.match, len(loaded.seats)
    return absence_policy(
        Terms(match.ruleset, match.options, match.time_control, match.rated, seats=many)
    )


def settle_flag(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """Apply the consequence of a fallen flag."""
    policy = _policy_in_match(loaded)
    if policy == "lose":
        _lose_on_time(loaded, seat, now)
    elif seat.offered_until is not None:
        _start_caretaker(loaded, seat, now)
    elif policy in ("caretaker", "substitute"):
        _vacate_seat(loaded, seat, now, offer=policy == "substitute" and not loaded.match.private)
    elif policy == "out" or _reached_skip_limit(loaded, seat):
        remove_seat(loaded, seat, multiplayer.TIMEOUT, source=Ply.Source.CLOCK, now=now)
    else:
        _skip_turn(loaded, seat, now)


def _reached_skip_limit(loaded: LoadedMatch, seat: Seat) -> bool:
    """Whether the seat has reached the limit of consecutive time-outs (not if choiceless, GA-8)."""
    return seat.skips + 1 >= MAX_SKIPS and not multiplayer.is_choiceless(loaded.rules)


def _lose_on_time(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """End a match for two by a time-out: loss, draw if the opponent could not win, or annulment.

    It is annulled if a player never moved; in an event such a player loses.
    """
    if loaded.match.event and not seat.moved:
        results.lose_match(loaded, [seat.number], ending=results.NO_SHOW, now=now)
    elif not loaded.match.event and any(not each.moved for each in loaded.seats):
        results.annul_match(loaded, ending="never_moved", now=now)
    elif loaded.rules.may_win(loaded.state, 1 - seat.number) is False:
        results.draw_on_time(loaded, now)
    else:
        results.lose_match(loaded, [seat.number], ending="timeout", now=now)


def _skip_turn(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """Pass for the silent seat, or make the idle move."""
    charge_unfinished_turn(loaded, seat, now)
    seat.skips += 1
    move = loaded.rules.idle_move(loaded.state, seat.number)
    turns.play_moves(loaded, seat, [[move]], source=Ply.Source.CLOCK, now=now)
    if loaded.match.is_running and not multiplayer.is_choiceless(loaded.rules):
        match_emails.notify_absence(loaded, seat, seat, "skipped", now=now)


def _vacate_seat(loaded: LoadedMatch, seat: Seat, now: datetime, *, offer: bool) -> None:
    """End the silent seat's turn; offer the seat to others or hand it to the caretaker.

    A silent substitute gives the seat back; it is not offered again.
    """
    if seat_queries.owner_of(seat) is not None:
        release_substitute(loaded, seat, now)
        return
    charge_unfinished_turn(loaded, seat, now)
    email_keys.withdraw_your_turn_email(loaded.match, seat, now=now)
    if not offer:
        _start_caretaker(loaded, seat, now)
        return
    seat.offered_until = now + OFFER_DURATION
    restart_turn(loaded, seat, now)
    for each in loaded.seats:
        match_emails.notify_absence(loaded, each, seat, "offered", now=now)


def _start_caretaker(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """Hand the seat to the caretaker and notify everybody."""
    _hand_to_caretaker(loaded, seat, now)
    for each in loaded.seats:
        match_emails.notify_absence(loaded, each, seat, "cared", now=now)


def _hand_to_caretaker(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    seat.cared_since, seat.offered_until = now, None
    restart_turn(loaded, seat, now)
    turns.schedule_automatic_player(seat, now)


def release_substitute(loaded: LoadedMatch, seat: Seat, now: datetime) -> bool:
    """Take the seat from a substitute and hand it to the caretaker until its owner returns.

    False if no substitute has the seat.
    """
    if not substitutes.return_seat_to_owner(loaded, seat, SeatChange.Why.HANDED_BACK, now):
        return False
    _hand_to_caretaker(loaded, seat, now)
    return True


def remove_seat(loaded: LoadedMatch, seat: Seat, why: str, *, source: str, now: datetime) -> None:
    """Remove a seat for good: the others play on, or win if no opponent is left.

    If nobody has moved yet the match is annulled; if the seat's partner plays on, the caretaker
    takes the seat (rule book 7).
    """
    if loaded.is_untouched and not loaded.match.event:
        results.annul_match(loaded, ending="never_moved", now=now)
        return
    if not multiplayer.can_leave(loaded.rules, len(loaded.seats)):
        ending = multiplayer.TIMEOUT if why == multiplayer.TIMEOUT else multiplayer.RESIGNED
        results.lose_match(loaded, [seat.number], ending=ending, now=now)
        return
    if seat.awaited:
        charge_unfinished_turn(loaded, seat, now)
    line = next_ply(loaded, seat.number, multiplayer.leaving_text(why), now, source)
    before, loaded.state = (
        loaded.state,
        multiplayer.withdraw_seat(loaded.rules, loaded.state, seat.number),
    )
    seat.left_by, seat.cared_since, seat.offered_until = why, None, None
    orders.lapse_seat_orders(loaded, seat, now)
    if _end_if_side_left(loaded, seat, line, now):
        return
    turns.finish_turn(loaded, seat, [line], now=now, before=before)
    if loaded.match.is_running:
        for each in loaded.seats:
            match_emails.notify_absence(loaded, each, seat, why, now=now)


def _end_if_side_left(loaded: LoadedMatch, seat: Seat, line: Ply, now: datetime) -> bool:
    """End a team match if one side has left; else let the caretaker play beside the partner.

    Return whether the match has ended.
    """
    sides = multiplayer.sides_of(loaded.rules, len(loaded.seats), loaded.match.options)
    side = [each for each in loaded.seats if sides[each.number] == sides[seat.number]]
    if len(side) == 1:
        return False
    if all(each.left_by for each in side):
        line.save()
        losers = [each.number for each in side]
        results.lose_match(loaded, losers, ending="side_left", now=now)
        return True
    seat.cared_since = now
    return False


@transaction.atomic
def reclaim_seat(match_id: int, player: Player, *, now: datetime) -> Match:
    """Take one's own seat back: from the caretaker, from a substitute, or while it is on offer.

    Refuses ``not_your_match``, ``match_over``, ``you_left``, ``not_absent``.
    """
    loaded = lock_match(match_id)
    given_up = _substituted_seat(loaded, player)
    seat = given_up or loaded.seat_of(player)
    loaded.require_running()
    if given_up is not None:
        with caused_by(player, bounded=False):
            substitutes.return_seat_to_owner(loaded, given_up, SeatChange.Why.RETURNED, now)
        return loaded.match
    if seat.left_by:
        raise Refused("you_left")
    if seat.cared_since is None and seat.offered_until is None:
        raise Refused("not_absent")
    seat.cared_since, seat.offered_until, seat.skips = None, None, 0
    restart_turn(loaded, seat, now)
    return loaded.match


def _substituted_seat(loaded: LoadedMatch, player: Player) -> Seat | None:
    """Return this player's seat if a substitute plays it."""
    return next((seat for seat in loaded.seats if seat_queries.owner_of(seat) == player), None)


@transaction.atomic
def take_over(match_id: int, number: int, player: Player, *, now: datetime) -> Match:
    """Take a seat on offer; its result still counts for the player who left it.

    Taking it twice changes nothing. Refuses ``seat_taken`` and unfit substitutes.
    """
    loaded = lock_match(match_id)
    if loaded.match.private:  # never on offer; strangers must not learn that it exists
        loaded.seat_of(player)
    loaded.require_running()
    seat = next((each for each in loaded.seats if each.number == number), None)
    if seat is not None and seat.original_id is not None and seat.player_id == player.pk:
        return loaded.match
    if seat is None or seat.offered_until is None or seat in loaded.seats_out_of_time(now):
        raise Refused("seat_taken")
    substitutes.require_fit(seat, player, now)
    owner, seat.original_id = seat.player, seat.rated_player_id
    why = SeatChange.Why.SUBSTITUTED
    substitutes.seat_player(loaded, seat, player, why, now)
    with caused_by(player, bounded=False):
        substitutes.notify_seat_change(loaded, seat, why, owner, now=now)
    return loaded.match
