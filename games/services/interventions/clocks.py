"""Interventions in clocks: granting time, stopping and restarting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.db.models import Q

from games import clocks
from games.clocks.running import instant_after
from games.models import Match, Pause, Seat
from games.rules.base import JSON
from games.services.errors import Refused
from games.services.interventions.base import Change
from games.services.match import email_keys
from games.services.match.loaded import save_match, set_due_times


def _recompute_due_times(change: Change) -> None:
    """Recompute the due times of all running turns; refuse if that would make a flag fall."""
    loaded, now = change.loaded, change.now
    late = {seat.number for seat in loaded.seats if seat.deadline_at and seat.deadline_at <= now}
    loaded.match.has_pauses = Pause.objects.filter(match=loaded.match, since__isnull=False).exists()
    for seat in loaded.seats:
        set_due_times(loaded, seat, now)
        fallen = seat.deadline_at is not None and seat.deadline_at <= now
        if fallen and seat.number not in late:
            raise Refused("would_flag", player=seat.player.name)
        if not fallen:
            seat.flagged_at = None
    save_match(loaded)


def grant_time(change: Change, number: int, span: timedelta, *, to_bank: bool) -> None:
    """Grant a player time: as a pause within the running turn, else in the bank.

    With ``to_bank`` always in the bank, so that it can be revoked later. Refuses ``match_over``,
    ``nothing_to_grant``.
    """
    change.loaded.require_running()
    seat = change.loaded.seats[number]
    if seat.awaited_since is not None and not to_bank:
        change.effects["pause"] = _grant_pause(change, seat, seat.awaited_since, span).pk
        _recompute_due_times(change)
    else:
        _add_to_bank(change, seat, span)
    change.effects["turn"] = change.loaded.match.turn


def revoke_time(change: Change, number: int, span: timedelta, was: Mapping[str, JSON]) -> None:
    """Revoke granted time that has not been used; refuses ``time_used``, ``would_flag``."""
    change.loaded.require_running()
    if "pause" not in was:
        _add_to_bank(change, change.loaded.seats[number], -span)
        return
    if was["turn"] != change.loaded.match.turn:
        raise Refused("time_used")
    Pause.objects.filter(pk=was["pause"]).delete()
    _recompute_due_times(change)


def _grant_pause(change: Change, seat: Seat, since: datetime, span: timedelta) -> Pause:
    """Pause a player's clock from the start of the turn for ``span`` of running time."""
    loaded = change.loaded
    until = instant_after(
        loaded.match.time_control, loaded.clock_pauses_of(seat, change.now), since, span
    )
    if until is None or loaded.match.time_control.untimed:
        raise Refused("nothing_to_grant", player=seat.player.name)
    return Pause.objects.create(
        match=loaded.match,
        reason=Pause.Reason.REFEREE,
        player=seat.player,
        proposed_at=change.now,
        since=since,
        until=until,
    )


def _add_to_bank(change: Change, seat: Seat, span: timedelta) -> None:
    loaded = change.loaded
    if not loaded.match.time_control.banked:
        raise Refused("nothing_to_grant", player=seat.player.name)
    was, budget = seat.budget, clocks.Budget.from_json(seat.budget)
    if budget.bank + span < timedelta(0):
        raise Refused("time_used")
    seat.budget = replace(budget, bank=budget.bank + span).to_json()
    changed = {str(seat.number): [was, seat.budget]}
    change.effects["budgets"] = {"turn": loaded.match.turn, "seats": changed}
    _recompute_due_times(change)


def stop_clocks(change: Change, until: datetime | None) -> None:
    """Stop all clocks from now on, indefinitely if ``until`` is None.

    Refuses ``match_over``, ``already_paused``. Withdraws waiting reminders, because the deadlines
    change.
    """
    loaded = change.loaded
    loaded.require_running()
    if running_pause(loaded.match, change.now) is not None:
        raise Refused("already_paused")
    pause = Pause.objects.create(
        match=loaded.match,
        reason=Pause.Reason.REFEREE,
        proposed_at=change.now,
        since=change.now,
        until=until,
    )
    change.effects["pause"] = pause.pk
    _recompute_due_times(change)
    for seat in loaded.seats:
        email_keys.withdraw_reminders(loaded.match, seat, now=change.now)


def delete_pause(change: Change, was: Mapping[str, JSON]) -> None:
    """Count the paused time as if the clocks had run; refuses ``would_flag``."""
    change.loaded.require_running()
    Pause.objects.filter(pk=was["pause"]).delete()
    _recompute_due_times(change)


def running_pause(match: Match, now: datetime) -> Pause | None:
    """Return the current pause of all clocks of the match, if any."""
    begun = Pause.objects.filter(match=match, player=None, since__lte=now)
    return begun.filter(Q(until=None) | Q(until__gt=now)).order_by("-pk").first()


def resume_clocks(change: Change) -> None:
    """Restart the clocks; refuses ``match_over``, ``not_paused``."""
    change.loaded.require_running()
    pause = running_pause(change.loaded.match, change.now)
    if pause is None or pause.since is None:
        raise Refused("not_paused")
    until = pause.until
    change.effects |= {
        "pause": pause.pk,
        "until": None if until is None else until.astimezone(UTC).isoformat(),
    }
    pause.until = max(change.now, pause.since + timedelta(microseconds=1))
    pause.save(update_fields=["until"])
    _recompute_due_times(change)


def restore_pause(change: Change, was: Mapping[str, JSON]) -> None:
    """Restore a pause to its full length."""
    change.loaded.require_running()
    until = was["until"]
    Pause.objects.filter(pk=was["pause"]).update(
        until=None if until is None else datetime.fromisoformat(until)
    )
    _recompute_due_times(change)
