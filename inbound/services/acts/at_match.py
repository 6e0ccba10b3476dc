"""Commands about a match: one grammar and the same services as page and API."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from accounts.models import Player
from games.models import Match, Ply, Seat
from games.services.emails import contexts
from games.services.emails.links import Holder, require_holder
from games.services.errors import Refused
from games.services.match.loaded import LoadedMatch, load_match, lock_match
from games.services.play import commands as texts, matches, ties
from games.services.play.play import require_fresh
from games.services.wording import result_words, wording
from inbound.grammar import AT_MATCH, Command, Verb, match_text
from inbound.services import questions
from inbound.services.acts import orders_and_notes, proposals
from inbound.services.command_types import CommandOutcome, CommandRequest, Section

ON_POSITION = frozenset({Verb.MOVE, Verb.IF, Verb.STANDING, Verb.DRAFT})
BINDING = ON_POSITION | {Verb.TIE, Verb.RESIGN}
ANSWERS = frozenset({Verb.ACCEPT, Verb.DECLINE})
FREE = frozenset({Verb.NOTE, Verb.MSG})
ALONE = ANSWERS | FREE | {Verb.TIE, Verb.RESIGN, Verb.BOARD, Verb.MOVES, Verb.TAKE_BACK, Verb.PAUSE}
MAX_LISTED = 40


def loaded_match(match_id: int) -> LoadedMatch | None:
    """Return a match to look at, not locked; None if there is no such match."""
    match = Match.objects.filter(pk=match_id).first()
    return load_match(match) if match is not None else None


def prepare_match(asked: CommandRequest, done: CommandOutcome) -> None:
    """Look at the match before anything is done; refuse what answers an older position."""
    if any(command.verb in BINDING | ANSWERS for command in asked.commands):
        _require_fresh(asked)
    loaded, seat = show_current_match(asked, done)
    done.legs = loaded.rules.legs_over(loaded.state)
    others = loaded.others(seat)
    done.tie_offered = any(each.tie_offered_at_ply is not None for each in others)
    done.take_back_asked = any(each.take_back_at_ply is not None for each in others)


def _require_fresh(asked: CommandRequest) -> None:
    """Refuse writers who no longer hold the seat, and answers to an older position.

    What somebody has accepted may have changed the position; accepting it again asks for nothing.
    """
    matter = asked.matter
    loaded = lock_match(matter.pk)
    asks_for = {command.verb for command in asked.commands} & (BINDING | ANSWERS)
    if asks_for == {Verb.ACCEPT} and questions.accepted_before(loaded, asked):
        return
    seat = loaded.seats[matter.seat] if matter.seat < len(loaded.seats) else None
    holder = Holder(matter.seat, matter.player, matter.generation)
    require_holder(seat, holder, seen=matter.ply, current=loaded.match.ply_count)
    if loaded.match.is_running:
        require_fresh(loaded, matter.seat, matter.ply)


def show_current_match(asked: CommandRequest, done: CommandOutcome) -> tuple[LoadedMatch, Seat]:
    """Take the match as it now stands: the answer shows its board in any case."""
    return show_match(asked.matter.pk, asked.player, done)


def show_match(match_id: int, player: Player, done: CommandOutcome) -> tuple[LoadedMatch, Seat]:
    """Let the answer show a match of the player: its board, whose turn it is, the moves."""
    loaded = loaded_match(match_id)
    if loaded is None:
        raise Refused("no_such_match")
    seat = loaded.seat_of(player)
    done.loaded, done.seat = loaded, seat
    return loaded, seat


def turn_command_numbers(commands: Sequence[Command]) -> list[int]:
    """Return the numbers of the commands that are done with the move, at the place of the first.

    These are all steps of the turn with the orders on the position it leaves, what is said or
    offered before it, and what follows it up to the first command about something else.
    """
    first = next((n for n, each in enumerate(commands) if each.verb in ON_POSITION), None)
    if first is None:
        return []
    about_else = (n for n, each in enumerate(commands) if n > first and each.verb not in AT_MATCH)
    end = next(about_else, len(commands))
    return [
        number
        for number, each in enumerate(commands)
        if each.verb in ON_POSITION or (number < end and each.verb in AT_MATCH)
    ]


def play(asked: CommandRequest, numbers: Sequence[int], done: CommandOutcome) -> None:
    """Play, keep orders, offer draws, resign and chat, as the page does."""
    commands = [asked.commands[number] for number in numbers]
    written = texts.Submission(
        asked.matter.ply, asked.now, Ply.Source.MAIL, language=asked.player.language
    )
    try:
        found = texts.carry_out(asked.matter.pk, asked.player, match_text(commands), written)
    except Refused as refusal:
        if refusal.code not in texts.SETTLED:
            raise
        done.fault = refusal
        return
    moves = [number for number in numbers if asked.commands[number].verb is Verb.MOVE]
    own = _own_plies(found)
    for number, command in zip(numbers, commands, strict=True):
        done.spelled[number] = own if moves == [number] and own else command.spelling
    done.said += _describe_played(found, own)
    done.said += [line for command in commands for line in _describe_effect(asked, command)]
    done.said += _describe_endings(asked, done)


def run_command(asked: CommandRequest, number: int, done: CommandOutcome) -> None:
    """Carry out one command that does not depend on the position."""
    command = asked.commands[number]
    if command.verb in ANSWERS:
        questions.answer(asked, command, done)
    elif command.verb is Verb.TAKE_BACK:
        proposals.request_take_back(asked, done)
    elif command.verb is Verb.PAUSE:
        proposals.propose_pause(asked, command, done)
    elif command.verb is Verb.MOVES:
        done.sections.append(moves_section(*show_current_match(asked, done)))
    else:
        _say_or_end(asked, command, done)
    done.spelled[number] = command.spelling
    done.said += _describe_effect(asked, command)
    if command.verb in BINDING | ANSWERS:
        done.said += _describe_endings(asked, done)


def _say_or_end(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    """Write to the others or to oneself, offer a draw, or resign.

    A move in the same e-mail was checked against the position that its writer saw.
    """
    pk, player, now = asked.matter.pk, asked.player, asked.now
    played = any(asked.commands[number].verb in questions.PLAYING for number in done.spelled)
    if command.verb is Verb.MSG:
        matches.send_chat_message(pk, player, command.text, now=now)
    elif command.verb is Verb.NOTE:
        matches.add_note(pk, player, command.text)
    elif command.verb is Verb.TIE:
        ties.offer_tie(pk, player, now=now, seen=None if played else asked.matter.ply)
    elif command.verb is Verb.RESIGN:
        matches.resign_match(pk, player, now=now)


def _own_plies(found: texts.CommandResult) -> str:
    """Return what was played by hand, as the rules spell it."""
    if found.played is None:
        return ""
    first = found.played.plies[0]
    own = (ply for ply in found.played.plies if (ply.seat, ply.source) == (first.seat, "mail"))
    return " ".join(ply.text for ply in own)


def _describe_played(found: texts.CommandResult, own: str) -> list[str]:
    """Return in words what was played and kept for later."""
    lines = []
    if found.played is not None:
        shown = wording.notation(found.played.loaded, own) if own else found.played.shown
        lines.append(_("You played %(move)s.") % {"move": shown})
    orders = [*found.kept, *found.known]
    kept_ones = [
        _("Order saved: %(order)s") % {"order": orders_and_notes.describe_order(each)}
        for each in orders
    ]
    return lines + kept_ones


def _describe_effect(asked: CommandRequest, command: Command) -> list[str]:
    """Return in words what else a command has done."""
    if command.verb is Verb.TIE:
        agreed = Match.objects.filter(pk=asked.matter.pk, ending="tie_agreed").exists()
        return [_("You agreed to a draw.") if agreed else _("You offered a draw.")]
    if command.verb is Verb.RESIGN:
        return [_("You resigned.")]
    return [_quote_text(command)] if command.verb in FREE else []


def _describe_endings(asked: CommandRequest, done: CommandOutcome) -> list[str]:
    """Say which legs have ended since then, and how the match has, if it is over now."""
    loaded = loaded_match(asked.matter.pk)
    if loaded is None:
        return []
    lines = contexts.leg_news(loaded, loaded.rules.legs_over(loaded.state) - done.legs)
    done.legs = loaded.rules.legs_over(loaded.state)
    if loaded.match.status == Match.Status.FINISHED:
        seat = loaded.seat_of(asked.player)
        lines.append(result_words.result_sentence(loaded.match, loaded.seats, seat))
    return lines


def _quote_text(command: Command) -> str:
    if command.verb is Verb.NOTE:
        return _("Private note: “%(text)s”") % {"text": command.text}
    return _("Message to the others: “%(text)s”") % {"text": command.text}


def moves_section(loaded: LoadedMatch, seat: Seat) -> Section:
    """Return the moves that can be made now, at most forty."""
    title = _("Your moves")
    if not loaded.match.is_running:
        return Section(title, [_("The match is over.")])
    if not seat.awaited:
        return Section(title, [_("It is not your turn.")])
    found = loaded.rules.moves(loaded.state, seat.number)
    shown = [wording.notation(loaded, loaded.rules.spell(move)) for move in found[:MAX_LISTED]]
    lines = [" · ".join(shown)]
    if len(found) > MAX_LISTED:
        more = len(found) - MAX_LISTED
        lines.append(
            ngettext("… and %(count)d more.", "… and %(count)d more.", more) % {"count": more}
        )
    return Section(title, lines)
