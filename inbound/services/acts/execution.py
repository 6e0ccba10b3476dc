"""Carries out commands in order, in the caller's transaction."""

from __future__ import annotations

from games.services.errors import Refused
from inbound.grammar import Verb
from inbound.services.acts import at_match, choices, elsewhere
from inbound.services.command_types import CommandOutcome, CommandRequest
from notifications.addresses import About


def run_commands(request: CommandRequest, outcome: CommandOutcome) -> None:
    """Carry out all commands; if a flag has fallen, stop and set ``outcome.error``.

    Several lines about the position form one turn (`at_match.turn_command_numbers`).
    """
    _require_no_reason(request)
    choices.activate_language(request.commands)
    if request.matter.about is not About.MATCH:
        for number in range(len(request.commands)):
            elsewhere.run_command(request, number, outcome)
        return
    at_match.prepare_match(request, outcome)
    turn = at_match.turn_command_numbers(request.commands)
    first = next((n for n in turn if request.commands[n].verb in at_match.POSITION_VERBS), None)
    for number, command in enumerate(request.commands):
        if number == first:
            at_match.play(request, turn, outcome)
            if outcome.error is not None:
                return
        elif number in turn:
            continue
        elif command.verb in at_match.STANDALONE_VERBS:
            at_match.run_command(request, number, outcome)
        else:
            elsewhere.run_command(request, number, outcome)
    at_match.refresh_match(request, outcome)


def _require_no_reason(request: CommandRequest) -> None:
    """Refuse a reason for declining anything but a challenge: it would reach nobody."""
    declined = (each for each in request.commands if each.verb is Verb.DECLINE)
    if request.matter.about is not About.CHALLENGE and any(each.text for each in declined):
        raise Refused("no_reason_here", text=str(Verb.DECLINE))
