"""Proposals to the opponent besides a draw: a take-back, a pause."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.utils.translation import gettext as _

from accounts.times.calendar_days import add_wall_time
from accounts.times.quiet_hours import instant_of
from games.services.errors import Refused
from games.services.interventions import agreement
from games.services.match.loaded import lock_match
from games.services.play import pauses
from games.services.wording.time_words import moment_words
from inbound.grammar import Command
from inbound.services.command_types import CommandOutcome, CommandRequest

LAST_MINUTE, PAUSE_CAP = time(23, 59), timedelta(days=366)


def request_take_back(request: CommandRequest, outcome: CommandOutcome) -> None:
    """Ask to take back the last move; refuses replies to e-mails older than that move."""
    loaded = lock_match(request.matter.pk)
    if request.matter.ply < loaded.seat_of(request.player).last_ply - 1:
        raise Refused("stale")
    agreement.request_take_back(request.matter.pk, request.player, now=request.now)
    outcome.said.append(_("You have asked to take your move back."))
    outcome.said.append(_("If your opponent agrees, it will be your turn again."))


def propose_pause(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Propose to stop all clocks until the end of a day or for some days."""
    until = _pause_end(request, command)
    pauses.propose_pause(request.matter.pk, request.player, until, now=request.now)
    when = {"until": moment_words(until, zone=request.player.zone)}
    outcome.said.append(_("You have proposed a pause until %(until)s.") % when)
    outcome.said.append(
        _("It begins when your opponent agrees; until then, the clocks keep running.")
    )


def _pause_end(request: CommandRequest, command: Command) -> datetime:
    """Return when the pause ends, in the player's time zone."""
    zone, now = request.player.zone, request.now.replace(second=0, microsecond=0)
    if command.last is None:
        return add_wall_time(now, timedelta(days=command.days), zone)
    latest = (now + PAUSE_CAP).date()  # also refused; avoids overflow
    return instant_of(min(command.last, latest), LAST_MINUTE, zone)
