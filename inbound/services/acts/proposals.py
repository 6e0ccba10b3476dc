"""What a player asks the other side of a match besides a draw: a move back, a pause."""

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

LAST_MINUTE, TOO_LONG = time(23, 59), timedelta(days=366)


def request_take_back(asked: CommandRequest, done: CommandOutcome) -> None:
    """Ask to take back the last move, in answer to an e-mail no older than what led to it."""
    loaded = lock_match(asked.matter.pk)
    if asked.matter.ply < loaded.seat_of(asked.player).last_ply - 1:
        raise Refused("stale")
    agreement.request_take_back(asked.matter.pk, asked.player, now=asked.now)
    done.said.append(_("You have asked to take your move back."))
    done.said.append(_("If your opponent agrees, it is your turn again."))


def propose_pause(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    """Propose that all clocks of the match stand still, up to the end of a day or for some days."""
    until = _pause_end(asked, command)
    pauses.propose_pause(asked.matter.pk, asked.player, until, now=asked.now)
    when = {"until": moment_words(until, zone=asked.player.zone)}
    done.said.append(_("You have proposed a pause until %(until)s.") % when)
    done.said.append(_("It begins when your opponent agrees; until then the clocks run."))


def _pause_end(asked: CommandRequest, command: Command) -> datetime:
    """Return the minute to which a pause lasts, by the player's own calendar."""
    zone, now = asked.player.zone, asked.now.replace(second=0, microsecond=0)
    if command.last is None:
        return add_wall_time(now, timedelta(days=command.days), zone)
    latest = (now + TOO_LONG).date()  # any later day is refused as this one is
    return instant_of(min(command.last, latest), LAST_MINUTE, zone)
