"""Commands about a match, through the same services as the website and the API."""

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
from games.services.play.play import require_current_position
from games.services.wording import result_words, wording
from inbound.grammar import MATCH_VERBS, Command, Verb, match_text
from inbound.services import questions
from inbound.services.acts import orders_and_notes, proposals
from inbound.services.command_types import CommandOutcome, CommandRequest, Section

POSITION_VERBS = frozenset({Verb.MOVE, Verb.IF, Verb.STANDING, Verb.DRAFT})
BINDING_VERBS = POSITION_VERBS | {Verb.TIE, Verb.RESIGN}
ANSWER_VERBS = frozenset({Verb.ACCEPT, Verb.DECLINE})
FREE_TEXT_VERBS = frozenset({Verb.NOTE, Verb.MSG})
STANDALONE_VERBS = (
    ANSWER_VERBS
    | FREE_TEXT_VERBS
    | {Verb.TIE, Verb.RESIGN, Verb.BOARD, Verb.MOVES, Verb.TAKE_BACK, Verb.PAUSE}
)
MAX_LISTED = 40


def get_match(match_id: int) -> LoadedMatch | None:
    """Return a match, not locked; None if it does not exist."""
    match = Match.objects.filter(pk=match_id).first()
    return load_match(match) if match is not None else None


def prepare_match(request: CommandRequest, outcome: CommandOutcome) -> None:
    """Load the match before anything is done; refuse commands for an older position."""
    if any(command.verb in BINDING_VERBS | ANSWER_VERBS for command in request.commands):
        _require_fresh(request)
    loaded, seat = refresh_match(request, outcome)
    outcome.legs = loaded.rules.count_finished_legs(loaded.state)
    others = loaded.others(seat)
    outcome.tie_offered = any(each.tie_offered_at_ply is not None for each in others)
    outcome.take_back_asked = any(each.take_back_at_ply is not None for each in others)


def _require_fresh(request: CommandRequest) -> None:
    """Refuse players who no longer hold the seat, and commands for an older position.

    An agreement may itself have changed the position; accepting it twice is harmless.
    """
    matter = request.matter
    loaded = lock_match(matter.pk)
    asks_for = {command.verb for command in request.commands} & (BINDING_VERBS | ANSWER_VERBS)
    if asks_for == {Verb.ACCEPT} and questions.accepted_before(loaded, request):
        return
    seat = loaded.seats[matter.seat] if matter.seat < len(loaded.seats) else None
    holder = Holder(matter.seat, matter.player, matter.generation)
    require_holder(seat, holder, seen=matter.ply, current=loaded.match.ply_count)
    if loaded.match.is_running:
        require_current_position(loaded, matter.seat, matter.ply)


def refresh_match(request: CommandRequest, outcome: CommandOutcome) -> tuple[LoadedMatch, Seat]:
    """Reload the match, so that the reply shows its current board."""
    return show_match(request.matter.pk, request.player, outcome)


def show_match(match_id: int, player: Player, outcome: CommandOutcome) -> tuple[LoadedMatch, Seat]:
    """Make the reply show a match of the player: board, moves and whose turn it is."""
    loaded = get_match(match_id)
    if loaded is None:
        raise Refused("no_such_match")
    seat = loaded.seat_of(player)
    outcome.loaded, outcome.seat = loaded, seat
    return loaded, seat


def turn_command_numbers(commands: Sequence[Command]) -> list[int]:
    """Return the indexes of the commands that are carried out together with the move.

    These are the steps of the turn and orders for the position it leads to, messages and offers
    before it, and what follows up to the first command that is not about a match.
    """
    first = next((n for n, each in enumerate(commands) if each.verb in POSITION_VERBS), None)
    if first is None:
        return []
    about_else = (
        n for n, each in enumerate(commands) if n > first and each.verb not in MATCH_VERBS
    )
    end = next(about_else, len(commands))
    return [
        number
        for number, each in enumerate(commands)
        if each.verb in POSITION_VERBS or (number < end and each.verb in MATCH_VERBS)
    ]


def play(request: CommandRequest, numbers: Sequence[int], outcome: CommandOutcome) -> None:
    """Play moves, save orders, offer draws, resign and chat, as on the website."""
    commands = [request.commands[number] for number in numbers]
    written = texts.Submission(
        request.matter.ply, request.now, Ply.Source.MAIL, language=request.player.language
    )
    try:
        found = texts.run_message(request.matter.pk, request.player, match_text(commands), written)
    except Refused as refusal:
        if refusal.code not in texts.SETTLED_REFUSALS:
            raise
        outcome.error = refusal
        return
    moves = [number for number in numbers if request.commands[number].verb is Verb.MOVE]
    own = _own_plies_text(found)
    for number, command in zip(numbers, commands, strict=True):
        outcome.spelled[number] = own if moves == [number] and own else command.spelling
    outcome.said += _describe_played(found, own)
    outcome.said += [line for command in commands for line in _describe_effect(request, command)]
    outcome.said += _describe_endings(request, outcome)


def run_command(request: CommandRequest, number: int, outcome: CommandOutcome) -> None:
    """Carry out one command that does not depend on the position."""
    command = request.commands[number]
    if command.verb in ANSWER_VERBS:
        questions.answer(request, command, outcome)
    elif command.verb is Verb.TAKE_BACK:
        proposals.request_take_back(request, outcome)
    elif command.verb is Verb.PAUSE:
        proposals.propose_pause(request, command, outcome)
    elif command.verb is Verb.MOVES:
        outcome.sections.append(moves_section(*refresh_match(request, outcome)))
    else:
        _run_simple_command(request, command, outcome)
    outcome.spelled[number] = command.spelling
    outcome.said += _describe_effect(request, command)
    if command.verb in BINDING_VERBS | ANSWER_VERBS:
        outcome.said += _describe_endings(request, outcome)


def _run_simple_command(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Send a message, save a note, offer a draw or resign.

    If a move was played, it has already been checked against the position the player saw.
    """
    pk, player, now = request.matter.pk, request.player, request.now
    played = any(
        request.commands[number].verb in questions.MOVE_VERBS for number in outcome.spelled
    )
    if command.verb is Verb.MSG:
        matches.send_chat_message(pk, player, command.text, now=now)
    elif command.verb is Verb.NOTE:
        matches.add_note(pk, player, command.text)
    elif command.verb is Verb.TIE:
        ties.offer_tie(pk, player, now=now, seen=None if played else request.matter.ply)
    elif command.verb is Verb.RESIGN:
        matches.resign_match(pk, player, now=now)


def _own_plies_text(result: texts.CommandResult) -> str:
    """Return the plies the player sent, without automatic ones, in the spelling of the rules."""
    if result.played is None:
        return ""
    first = result.played.plies[0]
    own = (ply for ply in result.played.plies if (ply.seat, ply.source) == (first.seat, "mail"))
    return " ".join(ply.text for ply in own)


def _describe_played(result: texts.CommandResult, own: str) -> list[str]:
    """Return sentences about the moves played and orders saved."""
    lines = []
    if result.played is not None:
        shown = wording.move_notation(result.played.loaded, own) if own else result.played.shown
        lines.append(_("You played %(move)s.") % {"move": shown})
    orders = [*result.kept, *result.known]
    kept_ones = [
        _("Order saved: %(order)s") % {"order": orders_and_notes.describe_order(each)}
        for each in orders
    ]
    return lines + kept_ones


def _describe_effect(request: CommandRequest, command: Command) -> list[str]:
    """Return sentences about other effects of a command."""
    if command.verb is Verb.TIE:
        agreed = Match.objects.filter(pk=request.matter.pk, ending="tie_agreed").exists()
        return [_("You agreed to a draw.") if agreed else _("You offered a draw.")]
    if command.verb is Verb.RESIGN:
        return [_("You resigned.")]
    return [_quote_text(command)] if command.verb in FREE_TEXT_VERBS else []


def _describe_endings(request: CommandRequest, outcome: CommandOutcome) -> list[str]:
    """Return sentences about legs that have just ended, and about the result of the match."""
    loaded = get_match(request.matter.pk)
    if loaded is None:
        return []
    lines = contexts.leg_news(loaded, loaded.rules.count_finished_legs(loaded.state) - outcome.legs)
    outcome.legs = loaded.rules.count_finished_legs(loaded.state)
    if loaded.match.status == Match.Status.FINISHED:
        seat = loaded.seat_of(request.player)
        lines.append(result_words.result_sentence(loaded.match, loaded.seats, seat))
    return lines


def _quote_text(command: Command) -> str:
    if command.verb is Verb.NOTE:
        return _("Private note: “%(text)s”") % {"text": command.text}
    return _("Message to the others: “%(text)s”") % {"text": command.text}


def moves_section(loaded: LoadedMatch, seat: Seat) -> Section:
    """Return the legal moves, at most ``MAX_LISTED``."""
    title = _("Your moves")
    if not loaded.match.is_running:
        return Section(title, [_("The match is over.")])
    if not seat.awaited:
        return Section(title, [_("It is not your turn.")])
    found = loaded.rules.moves(loaded.state, seat.number)
    shown = [wording.move_notation(loaded, loaded.rules.spell(move)) for move in found[:MAX_LISTED]]
    lines = [" · ".join(shown)]
    if len(found) > MAX_LISTED:
        more = len(found) - MAX_LISTED
        lines.append(
            ngettext("… and %(count)d more.", "… and %(count)d more.", more) % {"count": more}
        )
    return Section(title, lines)
