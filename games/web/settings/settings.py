"""Settings that affect running matches: schedule, leave, closing the account."""

from __future__ import annotations

from datetime import date, datetime, tzinfo
from typing import TYPE_CHECKING, Any

from django.contrib import auth, messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.numbers import parse_number
from accounts.queries import PlayerRequest, holidays_of, leave_allowance, uncancelled_leaves
from accounts.services import profile
from accounts.services.errors import Refused
from games import lobby_queries
from games.families import leaving
from games.services.challenges import closing
from games.services.play import flags
from games.services.wording import clock_words
from games.services.wording.time_words import moment_words
from games.web.access import account_required
from games.web.errors import show_refusals
from games.web.settings.forms_settings import CloseForm, LeaveForm, ScheduleForm

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Seat

MOVED_SHOWN = 5
HOLIDAYS_SHOWN = 4


@never_cache
@account_required
@require_http_methods(["GET", "HEAD", "POST"])
def time_settings(request: PlayerRequest) -> HttpResponse:
    """Show and change the schedule, book and cancel leave; report changed deadlines."""
    reader = request.reader
    action = request.POST.get("action", "") if request.method == "POST" else ""
    posted = request.POST if action == "schedule" else None
    schedule = ScheduleForm(posted, initial=_schedule_initial(reader))
    leave = LeaveForm(request.POST if action == "leave" else None)
    before = _deadlines(reader) if action else {}
    done = ""
    if action == "schedule":
        done = _change_schedule(reader, schedule)
    elif action == "leave":
        done = _book_leave(reader, leave)
    elif action == "cancel":
        done = _cancel_leave(request, reader)
    if done:
        messages.success(request, done)
        if action != "schedule":
            _report_moved_deadlines(request, reader, before)
        return redirect("games:time_settings")
    return _time_page(request, schedule, leave)


def _schedule_initial(reader: Player) -> dict[str, object]:
    return {
        "time_zone": reader.time_zone,
        "quiet_from": reader.quiet_from,
        "quiet_to": reader.quiet_to,
        "rest_days": reader.rest_days,
        "country": reader.country,
        "region": reader.region,
    }


def _change_schedule(reader: Player, form: ScheduleForm) -> str:
    """Save the schedule; return the message, or "" if the form has errors."""
    if not form.is_valid():
        return ""
    try:
        profile.change_schedule(reader, **form.cleaned_data)
    except Refused as refusal:
        form.refuse(refusal)
        return ""
    if lobby_queries.awaited_seats_by_match(reader):
        return _("Saved. Changes take effect from your next turn.")
    return _("Saved.")


def _book_leave(reader: Player, form: LeaveForm) -> str:
    """Book leave; return the message, or "" if the form has errors."""
    if not form.is_valid():
        return ""
    first_day, last_day = form.days()
    try:
        flags.book_leave(reader, first_day, last_day, now=timezone.now())
    except Refused as refusal:
        form.refuse(refusal)
        return ""
    return _(
        "Your leave from %(first)s to %(last)s is booked, and your opponents have been notified."
    ) % {
        "first": date_format(first_day),
        "last": date_format(last_day),
    }


def _cancel_leave(request: PlayerRequest, reader: Player) -> str:
    """Cancel the reader's own leave; return the message, or "" if that was not possible."""
    leave = (
        uncancelled_leaves(reader).filter(pk=parse_number(request.POST.get("leave")) or 0).first()
    )
    if leave is None:
        messages.error(request, _("There is no such leave, or it has already been cancelled."))
        return ""
    try:
        flags.cancel_leave(leave, now=timezone.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
        return ""
    return _("Your leave is cancelled. Days that have already begun still count as used.")


def _deadlines(reader: Player) -> dict[int, datetime | None]:
    return {
        pk: seat.deadline_at for pk, seat in lobby_queries.awaited_seats_by_match(reader).items()
    }


def _report_moved_deadlines(
    request: PlayerRequest, reader: Player, before: dict[int, datetime | None]
) -> None:
    """Add messages about the deadlines that have changed, MOVED_SHOWN of them by name."""
    after = lobby_queries.awaited_seats_by_match(reader)
    moved = [seat for pk, seat in after.items() if before.get(pk) != seat.deadline_at]
    if not moved:
        messages.info(request, _("None of your running deadlines has changed."))
    fresh: Any = lobby_queries.player_by_id(reader.pk)
    for seat in moved[:MOVED_SHOWN]:
        others = [each.player.name for each in seat.match.seats.all() if each.pk != seat.pk]
        names = leaving.join_names(others)
        due = _format_instant(seat.deadline_at, fresh.zone)
        sentence = _("Your deadline against %(opponent)s is now %(deadline)s.")
        messages.info(request, sentence % {"opponent": names, "deadline": due})


def _format_instant(at: datetime | None, zone: tzinfo) -> str:
    """Format an instant in the zone that has just been saved."""
    if at is None:
        return _("without end")
    return moment_words(at, zone=zone)


def _time_page(request: PlayerRequest, schedule: ScheduleForm, leave: LeaveForm) -> HttpResponse:
    """Show both forms, the booked leave, and the running deadlines."""
    reader = request.reader
    now = timezone.now()
    today = now.astimezone(reader.zone).date()
    context = {
        "schedule": schedule,
        "leave": leave,
        "left": leave_allowance(reader, now),
        "leaves": [each for each in uncancelled_leaves(reader) if each.last_day >= today],
        "today": today,
        "holidays": _next_holidays(reader, now),
        "deadlines": [
            _deadline_row(seat) for seat in lobby_queries.awaited_seats_by_match(reader).values()
        ],
    }
    status = 422 if schedule.errors or leave.errors else 200
    return render(request, "games/time_settings.html", context, status=status)


def _next_holidays(reader: Player, now: datetime) -> list[tuple[date, str]]:
    """Return the next public holidays of the reader's country with their names."""
    today = now.astimezone(reader.zone).date()
    found = holidays_of(reader, now, years=1, language=reader.language)
    return [(day, name) for day, name in found.items() if day >= today][:HOLIDAYS_SHOWN]


def _deadline_row(seat: Seat) -> dict[str, object]:
    """Return a running deadline and its time control."""
    others = [each.player.name for each in seat.match.seats.all() if each.pk != seat.pk]
    return {
        "match": seat.match,
        "opponents": leaving.join_names(others),
        "deadline_at": seat.deadline_at,
        "control": clock_words.control_details(seat.match.time_control, seat.match.ruleset),
    }


@never_cache
@account_required
@require_http_methods(["GET", "HEAD", "POST"])
@show_refusals
def close_account(request: PlayerRequest) -> HttpResponse:
    """Close the account with everything that belongs to it, after a confirmation, and log out."""
    reader = request.reader
    form = CloseForm(request.POST if request.method == "POST" else None, user=request.user)
    if request.method == "POST" and form.is_valid():
        closing.close_account(reader, now=timezone.now())
        auth.logout(request)
        messages.success(request, _("Your account is closed. Thank you for playing."))
        return redirect("games:home")
    context = {"form": form, "running": len(lobby_queries.running_match_ids(reader))}
    status = 422 if form.errors else 200
    return render(request, "games/close_account.html", context, status=status)
