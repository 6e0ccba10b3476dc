"""Carries out commands in the order in which they were written, in the caller's transaction."""

from __future__ import annotations

from games.services.errors import Refused
from inbound.grammar import Verb
from inbound.services.acts import at_match, choices, elsewhere
from inbound.services.command_types import CommandOutcome, CommandRequest
from notifications.addresses import About


def run_commands(asked: CommandRequest, done: CommandOutcome) -> None:
    """Do everything in its order; a fallen flag ends it and is left in ``done.fault``.

    Several lines about the position are one turn (`at_match.turn_command_numbers`).
    """
    _require_no_reason(asked)
    choices.activate_language(asked.commands)
    if asked.matter.about is not About.MATCH:
        for number in range(len(asked.commands)):
            elsewhere.run_command(asked, number, done)
        return
    at_match.prepare_match(asked, done)
    turn = at_match.turn_command_numbers(asked.commands)
    first = next((n for n in turn if asked.commands[n].verb in at_match.ON_POSITION), None)
    for number, command in enumerate(asked.commands):
        if number == first:
            at_match.play(asked, turn, done)
            if done.fault is not None:
                return
        elif number in turn:
            continue
        elif command.verb in at_match.ALONE:
            at_match.run_command(asked, number, done)
        else:
            elsewhere.run_command(asked, number, done)
    at_match.show_current_match(asked, done)


def _require_no_reason(asked: CommandRequest) -> None:
    """Refuse a reason for declining anything but a challenge: nobody would be told."""
    declined = (each for each in asked.commands if each.verb is Verb.DECLINE)
    if asked.matter.about is not About.CHALLENGE and any(each.text for each in declined):
        raise Refused("no_reason_here", text=str(Verb.DECLINE))
