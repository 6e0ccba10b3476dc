"""Acts about time: grant it to one player, stop all clocks, let them run again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Q

from games import clocks
from games.clocks.running import reach
from games.models import Match, Pause, Ruling, Seat
from games.services import recalls
from games.services.acts.base import Docket, seat_of, whole
from games.services.errors import Refused
from games.services.table import Table, save_table, set_due_times

HOURS_MOST = 24 * 90
DAYS_MOST = 365


def reset_clocks(docket: Docket, *, may_flag: bool = False) -> None:
    """Compute the due times of all running turns again; refuse where a flag would fall by it."""
    table, now = docket.at, docket.now
    late = {seat.number for seat in table.seats if seat.deadline_at and seat.deadline_at <= now}
    table.match.has_pauses = Pause.objects.filter(match=table.match, since__isnull=False).exists()
    for seat in table.seats:
        set_due_times(table, seat, now)
        fallen = seat.deadline_at is not None and seat.deadline_at <= now
        if fallen and seat.number not in late and not may_flag:
            raise Refused("would_flag", player=seat.player.name)
        if not fallen:
            seat.flagged_at = None
    save_table(table)


def _require_running(table: Table) -> None:
    """Refuse where no clock can run any more."""
    if not table.match.is_running:
        raise Refused("match_over")


class GrantTime:
    """Give one player time: of his running turn so much is not counted, else his bank grows.

    Where an act orders it with ``bank`` the bank grows in any case: that can be taken back later.
    """

    name = "grant_time"
    about = "match"

    def read(self, docket: Docket, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take the seat and the hours."""
        read: dict[str, Any] = {
            "seat": seat_of(docket, given).number,
            "hours": whole(given, "hours", 1, HOURS_MOST),
        }
        return read | {"bank": True} if given.get("bank") is True else read

    def apply(self, docket: Docket) -> None:
        """Let the first hours of the turn go uncounted, or add them to the bank."""
        _require_running(docket.at)
        seat = docket.at.seats[docket.params["seat"]]
        span = timedelta(hours=docket.params["hours"])
        if seat.awaited_since is not None and "bank" not in docket.params:
            docket.effects["pause"] = _stand_still(docket, seat, seat.awaited_since, span).pk
            reset_clocks(docket)
        else:
            _add_to_bank(docket, seat, span)
        docket.effects["turn"] = docket.at.match.turn

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Take the time back where it has not been used, but never let a flag fall by it."""
        if "bank" in ruling.params and not docket.at.match.is_running:
            return  # it has ended within that time; nothing is left to take
        _require_running(docket.at)
        seat = docket.at.seats[ruling.params["seat"]]
        if "pause" not in ruling.effects:
            _add_to_bank(docket, seat, -timedelta(hours=ruling.params["hours"]))
            return
        if ruling.effects["turn"] != docket.at.match.turn:
            raise Refused("time_used")
        Pause.objects.filter(pk=ruling.effects["pause"]).delete()
        reset_clocks(docket)


def _stand_still(docket: Docket, seat: Seat, since: datetime, span: timedelta) -> Pause:
    """Stop the player's clock from the beginning of his turn until so much time would have run."""
    table = docket.at
    until = reach(table.match.time_control, table.stops_of(seat), since, span)
    if until is None or table.match.time_control.untimed:
        raise Refused("nothing_to_grant", player=seat.player.name)
    return Pause.objects.create(
        match=table.match,
        reason=Pause.Reason.REFEREE,
        player=seat.player,
        proposed_at=docket.now,
        since=since,
        until=until,
    )


def _add_to_bank(docket: Docket, seat: Seat, span: timedelta) -> None:
    """Change the bank of a seat."""
    table = docket.at
    if not table.match.time_control.banked:
        raise Refused("nothing_to_grant", player=seat.player.name)
    was, budget = seat.budget, clocks.Budget.from_json(seat.budget)
    if budget.bank + span < timedelta(0):
        raise Refused("time_used")
    seat.budget = replace(budget, bank=budget.bank + span).to_json()
    changed = {str(seat.number): [was, seat.budget]}
    docket.effects["budgets"] = {"turn": table.match.turn, "seats": changed}
    reset_clocks(docket)


class PauseClocks:
    """Stop all clocks of a match, until an instant or until a referee lets them run again."""

    name = "pause"
    about = "match"

    def read(self, _docket: Docket, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take the number of days; none means without end."""
        if given.get("days") in (None, ""):
            return {"days": None}
        return {"days": whole(given, "days", 1, DAYS_MOST)}

    def apply(self, docket: Docket) -> None:
        """Stop the clocks from now on."""
        _require_running(docket.at)
        if running_pause(docket.at.match, docket.now) is not None:
            raise Refused("already_paused")
        days = docket.params["days"]
        pause = Pause.objects.create(
            match=docket.at.match,
            reason=Pause.Reason.REFEREE,
            proposed_at=docket.now,
            since=docket.now,
            until=None if days is None else docket.now + timedelta(days=days),
        )
        docket.effects["pause"] = pause.pk
        reset_clocks(docket)
        _take_reminders_back(docket)

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Let the time count as if the clocks had never stood; not where a flag would fall."""
        _require_running(docket.at)
        Pause.objects.filter(pk=ruling.effects["pause"]).delete()
        reset_clocks(docket)


def running_pause(match: Match, now: datetime) -> Pause | None:
    """Return the pause in which all clocks of the match stand still now."""
    begun = Pause.objects.filter(match=match, player=None, since__lte=now)
    return begun.filter(Q(until=None) | Q(until__gt=now)).order_by("-pk").first()


def _take_reminders_back(docket: Docket) -> None:
    """Take back the reminders that still wait: the deadline is another one now."""
    for seat in docket.at.seats:
        recalls.withdraw_reminders(docket.at.match, seat, clocks.STEPS, now=docket.now)


class ResumeClocks:
    """End a pause now."""

    name = "resume"
    about = "match"

    def read(self, _docket: Docket, _given: Mapping[str, Any]) -> dict[str, Any]:
        """Need nothing."""
        return {}

    def apply(self, docket: Docket) -> None:
        """Let the clocks run from now on."""
        _require_running(docket.at)
        pause = running_pause(docket.at.match, docket.now)
        if pause is None or pause.since is None:
            raise Refused("not_paused")
        until = pause.until
        docket.effects |= {
            "pause": pause.pk,
            "until": None if until is None else until.astimezone(UTC).isoformat(),
        }
        pause.until = max(docket.now, pause.since + timedelta(microseconds=1))
        pause.save(update_fields=["until"])
        reset_clocks(docket)

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Let the pause last as long as it was meant to."""
        _require_running(docket.at)
        until = ruling.effects["until"]
        Pause.objects.filter(pk=ruling.effects["pause"]).update(
            until=None if until is None else datetime.fromisoformat(until)
        )
        reset_clocks(docket)
