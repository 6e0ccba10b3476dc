"""Yes or no to what the other side of a match asks: a draw, a move to be taken back, a pause."""

from __future__ import annotations

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

PLAYING = frozenset({Verb.MOVE, Verb.STANDING, Verb.DRAFT})


def answer(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    """Answer the question that the e-mail asked, and no other that has been asked since.

    An e-mail that asked none answers none. A move before it in the same e-mail has declined all.
    Whoever accepts a second time is told the same.
    """
    loaded = lock_match(asked.matter.pk)
    seat = loaded.seat_of(asked.player)
    accept = command.verb is Verb.ACCEPT
    if not (accept and accepted_before(loaded, asked)):
        loaded.require_running()
    if not accept and _has_played_on(asked, done, loaded, seat):
        subject = Subject.TAKE_BACK if done.take_back_asked else Subject.TIE
    elif not asked.matter.question:
        raise Refused("not_asked_here")
    else:
        subject = answer_question(
            asked.matter.pk, asked.player, asked.matter.question, accept=accept, now=asked.now
        )
    done.said.append(answer_sentence(subject, accept=accept))


def accepted_before(loaded: LoadedMatch, asked: CommandRequest) -> Question | None:
    """Return what the e-mail asks if the player has accepted it already."""
    number = asked.matter.question
    return questions.accepted_before(loaded, asked.player, number, asked.now) if number else None


def _has_played_on(
    asked: CommandRequest, done: CommandOutcome, loaded: LoadedMatch, seat: Seat
) -> bool:
    """Whether this e-mail has declined what was asked before it by playing on."""
    was_asked = done.tie_offered or done.take_back_asked
    played = any(asked.commands[number].verb in PLAYING for number in done.spelled)
    return was_asked and played and not any(other.asks for other in loaded.others(seat))
