"""Taking a move back by agreement: the player who moved asks, the other accepts or declines (C-3).

Later plies stay in the ledger as taken back; the match goes on from the position before.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Intervention, Match, Ply, Seat
from games.services.emails import match_emails
from games.services.errors import Refused
from games.services.interventions.base import Change, record_intervention
from games.services.interventions.reopening import (
    budgets_before,
    load_ledger,
    resume_match,
    rewind_to,
)
from games.services.match import email_keys, take_backs
from games.services.match.loaded import LoadedMatch, lock_match, save_match
from games.services.play import turns
from games.services.play.flags import settle_flags_before
from notifications.services.limits import caused_by


@settle_flags_before
@transaction.atomic
def request_take_back(match_id: int, player: Player, *, now: datetime) -> Match:
    """Ask to take the last move back, unless it has been answered; asking twice changes nothing."""
    loaded = lock_match(match_id)
    seat = loaded.seat_of(player)
    loaded.require_running()
    _require_take_back_possible(loaded, seat, load_ledger(loaded))
    if seat.take_back_at_ply is not None:
        return loaded.match
    # one question at a time: “accept” answers it
    email_keys.withdraw_own_tie_offer(loaded, seat, now=now)
    email_keys.assign_question_number(loaded, seat)
    seat.take_back_at_ply = loaded.match.ply_count
    save_match(loaded)
    with caused_by(player):
        for other in loaded.others(seat):
            match_emails.notify_take_back_asked(loaded, other, seat, now=now)
    return loaded.match


@settle_flags_before
@transaction.atomic
def accept_take_back(match_id: int, player: Player, question: int, *, now: datetime) -> Match:
    """Take back the last move of the player who asked under this number.

    Both get back the time they had before that turn; the running turn of the player who accepts
    costs nothing. Accepting twice, before anything is played, gives the same result.
    """
    loaded = lock_match(match_id)
    loaded.require_running()
    if find_accepted_asker(loaded, loaded.seat_of(player), question) is not None:
        return loaded.match
    seat, asker = _seat_and_asker(loaded, player)
    if asker.question != question:
        raise Refused("no_take_back_asked")
    if seat in loaded.seats_out_of_time(now):
        raise Refused("flag_pending")
    ledger = load_ledger(loaded)
    _require_take_back_possible(loaded, asker, ledger)
    turns.decline_take_backs(loaded, seat, now)
    change, ply = Change(loaded, now), asker.last_ply - 1
    budgets = budgets_before(loaded, ledger[ply].turn)
    rewind_to(change, ledger, ply, budgets, source=Ply.Source.AGREED)
    change.effects["question"] = question
    resume_match(change)
    record_intervention(loaded.match, None, change.effects, at=now)
    return loaded.match


def find_accepted_asker(loaded: LoadedMatch, seat: Seat, question: int) -> Seat | None:
    """Return the seat whose question was accepted, if nothing has been played since."""
    asker = next((each for each in loaded.others(seat) if each.question == question), None)
    if asker is None:
        return None
    agreed = Intervention.objects.filter(match=loaded.match, effects__question=question)
    return asker if agreed.filter(effects__resumed__line=loaded.match.ply_count).exists() else None


@settle_flags_before
@transaction.atomic
def decline_take_back(
    match_id: int, player: Player, question: int | None = None, *, now: datetime
) -> Match:
    """Decline to give the move back; with a number, only the question with that number."""
    loaded = lock_match(match_id)
    seat, asker = _seat_and_asker(loaded, player)
    if question not in (None, asker.question):
        raise Refused("not_asked_any_more")
    turns.decline_take_backs(loaded, seat, now)
    save_match(loaded)
    return loaded.match


def _seat_and_asker(loaded: LoadedMatch, player: Player) -> tuple[Seat, Seat]:
    """Return the player's seat and that of the player who asks; refuses ``no_take_back_asked``."""
    seat = loaded.seat_of(player)
    loaded.require_running()
    for other in loaded.others(seat):
        if other.take_back_at_ply is not None:
            return seat, other
    raise Refused("no_take_back_asked")


def _require_take_back_possible(loaded: LoadedMatch, seat: Seat, ledger: list[Ply]) -> None:
    if code := take_backs.take_back_problem(loaded, seat, ledger):
        raise Refused(code)
