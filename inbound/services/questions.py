"""Yes or no to what the other side of a match asks: a draw, a move to be taken back, a pause."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import match_queries
from games.models import Pause, Seat
from games.services.errors import Refused
from games.services.interventions import agreement
from games.services.match.table import Table, open_table
from games.services.play import pauses, ties
from inbound.grammar import Command, Verb
from inbound.services.command_types import CommandOutcome, CommandRequest

PLAYING = frozenset({Verb.MOVE, Verb.STANDING, Verb.DRAFT})


def answer(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    """Answer the question that the e-mail asked, and no other that has been asked since.

    An e-mail that asked none answers none. A move before it in the same e-mail has declined all.
    """
    table = open_table(asked.matter.pk)
    table.require_running()
    seat = table.seat_of(asked.player)
    if command.verb is Verb.DECLINE and _has_played_on(asked, done, table, seat):
        done.said.append(_refusal_sentence(take_back=done.take_back_asked))
        return
    if (pause := _proposed(table, asked)) is not None:
        _answer_pause(asked, command, done, pause)
        return
    asker = _asker(table, seat, asked.matter.question)
    take_back = asker.take_back_at_ply is not None
    accepts = command.verb is Verb.ACCEPT
    if accepts:
        agree = agreement.accept_take_back if take_back else ties.accept_tie
        agree(asked.matter.pk, asked.player, asker.question, now=asked.now)
    else:
        refuse = agreement.decline_take_back if take_back else ties.decline_tie
        refuse(asked.matter.pk, asked.player, now=asked.now)
    done.said.append((_acceptance_sentence if accepts else _refusal_sentence)(take_back=take_back))


def _proposed(table: Table, asked: CommandRequest) -> Pause | None:
    """Return the proposed pause that the e-mail asked about."""
    number = asked.matter.question
    proposed = match_queries.pauses_proposed(table.match.pk, asked.now)
    return proposed.filter(question=number).first() if number else None


def _answer_pause(
    asked: CommandRequest, command: Command, done: CommandOutcome, pause: Pause
) -> None:
    """Agree to a pause or decline it."""
    if command.verb is Verb.ACCEPT and pause.until is not None:
        pauses.accept_pause(asked.matter.pk, asked.player, pause.until, now=asked.now)
        done.said.append(_("Agreed: the clocks are paused."))
    else:
        pauses.decline_pause(asked.matter.pk, asked.player, now=asked.now)
        done.said.append(_("You declined the pause."))


def _has_played_on(asked: CommandRequest, done: CommandOutcome, table: Table, seat: Seat) -> bool:
    """Whether this e-mail has declined what was asked before it by playing on."""
    was_asked = done.tie_offered or done.take_back_asked
    played = any(asked.commands[number].verb in PLAYING for number in done.spelled)
    return was_asked and played and not any(other.asks for other in table.others(seat))


def _asker(table: Table, seat: Seat, question: int) -> Seat:
    """Return the player who asks, or refuse if nothing was asked or the question is closed."""
    if not question:
        raise Refused("not_asked_here")
    for other in table.others(seat):
        if other.question == question and other.asks:
            return other
    raise Refused("not_asked_any_more")


def _acceptance_sentence(*, take_back: bool) -> str:
    if take_back:
        return _("You agreed to have the move taken back.")
    return _("You accepted the offer of a draw.")


def _refusal_sentence(*, take_back: bool) -> str:
    if take_back:
        return _("You declined to have the move taken back.")
    return _("You declined the offer of a draw.")
