"""Replies to the opponent's questions: a draw offer, a take-back, a pause."""

from __future__ import annotations

from functools import partial

from games.models import Seat
from games.services.errors import Refused
from games.services.interventions import questions
from games.services.interventions.questions import (
    Question,
    Subject,
    answer_question,
    answer_sentence,
)
from games.services.match.loaded import LoadedMatch, lock_match
from inbound.grammar import Command, Verb
from inbound.services.command_types import CommandOutcome, CommandRequest

MOVE_VERBS = frozenset({Verb.MOVE, Verb.STANDING, Verb.DRAFT})


def answer(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Answer the question that the e-mail asked, and no later one.

    A move earlier in the same e-mail has already declined every question. Accepting twice gives the
    same reply.
    """
    loaded = lock_match(request.matter.pk)
    seat = loaded.seat_of(request.player)
    accept = command.verb is Verb.ACCEPT
    if not (accept and accepted_before(loaded, request)):
        loaded.require_running()
    if not accept and _has_played_on(request, outcome, loaded, seat):
        subject = Subject.TAKE_BACK if outcome.take_back_asked else Subject.TIE
        require_subject(command, subject)
    elif not request.matter.question:
        raise Refused("not_asked_here")
    else:
        subject = answer_question(
            request.matter.pk,
            request.player,
            request.matter.question,
            accept=accept,
            now=request.now,
            fits=partial(require_subject, command),
        )
    outcome.said.append(answer_sentence(subject, accept=accept))


def require_subject(command: Command, *asked: str) -> None:
    """Refuse an answer that names something other than what was asked."""
    if command.subject not in ("", *asked):
        raise Refused("asked_other", text=str(command.verb))


def accepted_before(loaded: LoadedMatch, request: CommandRequest) -> Question | None:
    """Return the question of the e-mail if the player has already accepted it."""
    number = request.matter.question
    return (
        questions.find_accepted_question(loaded, request.player, number, request.now)
        if number
        else None
    )


def _has_played_on(
    request: CommandRequest, outcome: CommandOutcome, loaded: LoadedMatch, seat: Seat
) -> bool:
    """Whether a move in this e-mail has already declined the question."""
    was_asked = outcome.tie_offered or outcome.take_back_asked
    played = any(request.commands[number].verb in MOVE_VERBS for number in outcome.spelled)
    return was_asked and played and not any(other.asks for other in loaded.others(seat))
