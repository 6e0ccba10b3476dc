"""What a player asks the other side of a match besides a draw: a move back."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.services.errors import Refused
from games.services.interventions import agreement
from games.services.match.table import open_table
from inbound.services.command_types import CommandOutcome, CommandRequest


def request_take_back(asked: CommandRequest, done: CommandOutcome) -> None:
    """Ask to take back the last move, in answer to an e-mail no older than what led to it."""
    table = open_table(asked.matter.pk)
    if asked.matter.ply < table.seat_of(asked.player).last_ply - 1:
        raise Refused("stale")
    agreement.request_take_back(asked.matter.pk, asked.player, now=asked.now)
    done.said.append(_("You have asked to take your move back."))
    done.said.append(_("If your opponent agrees, it is your turn again."))
