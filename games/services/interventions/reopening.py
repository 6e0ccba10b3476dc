"""Reopening: a match continues from an earlier ply; later plies stay, as taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import clocks
from games.models import ClockCharge, Intervention, Match, Ply
from games.rules.base import CHANCE, JSON
from games.rules.multiplayer import (
    REFEREE,
    leaving_reason,
    line_numbers_in_force,
    resumption_text,
    states_after_lines,
)
from games.services.emails import match_emails
from games.services.errors import Refused
from games.services.interventions.base import Change, restore_snapshot, snapshot
from games.services.interventions.results import (
    earlier_rated_end,
    lock_rated_end,
    record_rating_change,
    record_result_change,
    restore_result,
)
from games.services.match import email_keys
from games.services.match.ledgers import charge_unfinished_turns, next_ply, play_automatic_plies
from games.services.match.loaded import LoadedMatch, save_match, start_clocks
from games.services.play import orders
from games.services.play.results import UNCHOSEN_SOURCES
from games.services.play.turns import schedule_automatic_player
from games.signals import match_finished

Budgets = dict[int, Any]


def reopen(change: Change, ply: int) -> None:
    """Continue a match, running or over, from the position after a ply.

    Budgets are restored, and the clocks of the awaited seats start again. Refuses
    ``ply_taken_back``, ``nothing_to_take_back``, ``lots_known``, ``seed_known``, ``over_by_then``.
    """
    loaded, ledger = change.loaded, load_ledger(change.loaded)
    if ply and ply not in line_numbers_in_force([line.line for line in ledger]):
        raise Refused("ply_taken_back", ply=ply)
    if ply == loaded.match.ply_count and loaded.match.is_running:
        raise Refused("nothing_to_take_back", ply=ply)
    _refuse_known_lots(loaded, ledger[ply:])
    before, was = snapshot(loaded), lock_rated_end(loaded)
    turn = ledger[ply].turn if ply < len(ledger) else loaded.match.turn
    rewind_to(change, ledger, ply, budgets_before(loaded, turn))
    resume_match(change)
    record_rating_change(change, was, None)
    record_result_change(change, before, was)


def undo_reopening(change: Change, was: Mapping[str, JSON]) -> None:
    """Restore the position and the result before a reopening; plies played since are taken back."""
    loaded, stored = change.loaded, was["before"]
    ledger, ply = load_ledger(loaded), stored["match"]["ply_count"]
    _refuse_known_lots(loaded, ledger[was["resumed"]["line"] :])
    before, rated = snapshot(loaded), lock_rated_end(loaded)
    rewind_to(change, ledger, ply, dict(enumerate(seat["budget"] for seat in stored["seats"])))
    for seat, old in zip(loaded.seats, stored["seats"], strict=True):
        restore_snapshot(seat, old, ("moved", "left_by", "skips", "cared_since"))
    if stored["match"]["status"] == Match.Status.RUNNING:
        resume_match(change)
    else:
        restore_result(loaded, stored)
    record_rating_change(change, rated, earlier_rated_end(was))
    record_result_change(change, before, rated)
    if before["match"]["status"] == Match.Status.RUNNING and not loaded.match.is_running:
        match_finished.send(sender=Match, match=loaded.match, now=change.now)


def load_ledger(loaded: LoadedMatch) -> list[Ply]:
    return list(Ply.objects.filter(match=loaded.match).order_by("number"))


def _refuse_known_lots(loaded: LoadedMatch, later: list[Ply]) -> None:
    """Refuse if known draws would be repeated, or the seed is public already."""
    if any(line.seat == CHANCE for line in later):
        raise Refused("lots_known")
    if not loaded.match.is_running and loaded.rules.draws_during_play:
        raise Refused("seed_known")


def rewind_to(
    change: Change,
    ledger: list[Ply],
    ply: int,
    budgets: Budgets,
    source: str = Ply.Source.REFEREE,
) -> None:
    """Append the resumption line, and set the position after ``ply`` with these budgets."""
    loaded, now = change.loaded, change.now
    match = loaded.match
    if match.is_running:
        _stop_match(change, "given_back" if source == Ply.Source.AGREED else "reopened")
    states = states_after_lines(
        loaded.rules, _starting_state(loaded), (line.line for line in ledger)
    )
    line = next_ply(loaded, REFEREE, resumption_text(ply), now, source)
    line.save()
    change.effects["resumed"] = {"line": line.number, "ply": ply}
    loaded.state = states[ply]
    _reset_seats(loaded, ledger, ply)
    match.turn += 1
    changed = {str(number): [loaded.seats[number].budget, budgets[number]] for number in budgets}
    change.effects["budgets"] = {"turn": match.turn, "seats": changed}
    for seat in loaded.seats:
        seat.budget = budgets[seat.number]


def _starting_state(loaded: LoadedMatch) -> Any:
    """Return the position before the first ply."""
    return loaded.rules.start(len(loaded.seats), loaded.match.options)


def _stop_match(change: Change, why: str) -> None:
    """Charge the running clocks; end orders, offers and waiting e-mails."""
    loaded, now = change.loaded, change.now
    charge_unfinished_turns(loaded, now)
    orders.lapse_orders(loaded, now, why)
    email_keys.withdraw_match_emails(loaded.match, now=now)


def _reset_seats(loaded: LoadedMatch, ledger: list[Ply], ply: int) -> None:
    """Set the seats as after ``ply``: who has moved, who has left, no result."""
    lines = [line.line for line in ledger[:ply]]
    standing = [ledger[number - 1] for number in line_numbers_in_force(lines)]
    for seat in loaded.seats:
        own = [line for line in standing if line.seat == seat.number]
        seat.moved = any(line.is_move and line.source not in UNCHOSEN_SOURCES for line in own)
        seat.left_by = next((leaving_reason(line.text) for line in own if not line.is_move), "")
        seat.cared_since = seat.cared_since if seat.left_by else None
        seat.awaited_since = seat.deadline_at = seat.remind_at = seat.flagged_at = None
        seat.tie_offered_at_ply = seat.take_back_at_ply = seat.offered_until = None
        seat.rank = seat.points = None
        seat.skips = 0
        seat.generation += 1  # invalidates links of plies taken back


def resume_match(change: Change) -> None:
    """Restart the match from the current position and notify those to move."""
    loaded, now = change.loaded, change.now
    match = loaded.match
    match.status, match.ending, match.finished_at = Match.Status.RUNNING, "", None
    if loaded.rules.outcome(loaded.state) is not None:
        raise Refused("over_by_then", ply=change.effects["resumed"]["ply"])
    loaded.added = play_automatic_plies(loaded, now)
    Ply.objects.bulk_create(loaded.added)
    woken = start_clocks(loaded, now)
    save_match(loaded)
    for seat in woken:
        match_emails.notify_turn(loaded, seat, now=now)
        schedule_automatic_player(seat, now)


def budgets_before(loaded: LoadedMatch, turn: int) -> Budgets:
    """Return the budgets of all seats at the start of a turn, from earlier charges and grants."""
    match = loaded.match
    found: Budgets = {
        seat.number: clocks.initial_budget(match.time_control).to_json() for seat in loaded.seats
    }
    granted = Intervention.objects.filter(match=match, effects__has_key="budgets").order_by("pk")
    grants = [each.effects["budgets"] for each in granted]
    for line in ClockCharge.objects.filter(match=match, turn__lt=turn).order_by("turn", "seat"):
        while grants and grants[0]["turn"] <= line.turn:
            _apply_grant(found, grants.pop(0))
        found[line.seat] = line.after
    for grant in grants:
        if grant["turn"] <= turn:
            _apply_grant(found, grant)
    return found


def _apply_grant(budgets: Budgets, grant: Mapping[str, JSON]) -> None:
    """Apply a grant or its revocation to the budgets."""
    budgets |= {int(number): after for number, (_before, after) in grant["seats"].items()}
