"""Carries out a message to a match, with moves, orders and chat, atomically.

Pages, the API and e-mail links pass messages on; one grammar reads them (rule book C-6 … C-8).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Order, Ply, Seat
from games.orders.automatic import draft_pick
from games.orders.errors import BadOrder
from games.orders.grammar import Command, parse_commands
from games.rules.base import IllegalMove
from games.services.errors import Refused
from games.services.match.loaded import LoadedMatch, lock_match, save_match
from games.services.play import flags, matches, orders, ties
from games.services.play.play import PlayedTurn, TurnCallback, play_turn, require_current_position

MOVE_COMMANDS = ("turn", "next")
ORDER_COMMANDS = ("if", "auto-draft", "standing")
SETTLED_REFUSALS = frozenset({"time_over", "turn_gone"})  # refused, but the flag has been settled


@dataclass
class CommandResult:
    """The effects of a message: the turn it played, its orders, and the commands used."""

    played: PlayedTurn | None = None
    kept: list[Order] = field(default_factory=list)
    known: list[Order] = field(default_factory=list)
    replaced: list[Order] = field(default_factory=list)
    verbs: tuple[str, ...] = ()

    def add(self, saved_orders: orders.SavedOrders) -> None:
        self.kept += saved_orders.new
        self.known += saved_orders.known
        self.replaced += saved_orders.replaced


@dataclass(frozen=True)
class Submission:
    """The circumstances of a message: position, instant, source and language.

    ``language`` determines the letters of pieces; None for programs.
    """

    seen: int
    now: datetime
    source: str
    language: str | None = None


def run_message(match_id: int, player: Player, text: str, submission: Submission) -> CommandResult:
    """Carry out a whole message on the position it answers, or nothing of it.

    The turn is played first, then orders are saved for the new position, then the rest. Raises the
    refusals of the services behind the commands, ``nothing_written`` for an empty text, and
    BadOrder for a line that cannot be read or saved.
    """
    commands = parse_commands(text)
    if not commands:
        raise Refused("nothing_written")
    if all(command.verb in MOVE_COMMANDS for command in commands):
        verbs = tuple(command.verb for command in commands)
        return CommandResult(
            _play_move(match_id, player, _find_move_text(commands), submission), verbs=verbs
        )
    if not any(command.verb in MOVE_COMMANDS for command in commands):
        flags.settle_fallen(match_id, now=submission.now)  # stays settled if the text is refused
    with transaction.atomic():
        done, refusal = _run_in_transaction(match_id, player, commands, submission)
    if refusal is not None:
        raise refusal
    return done


def save_orders(match_id: int, player: Player, text: str, submission: Submission) -> CommandResult:
    """Save the orders of a text; BadOrder (``only_orders``) if it has anything else."""
    for command in parse_commands(text):
        if command.verb not in ORDER_COMMANDS:
            said = f"{command.verb if command.verb != 'turn' else ''} {command.text}".strip()
            raise BadOrder(IllegalMove("only_orders", text=said[:40]), command.line, said)
    return run_message(match_id, player, text, submission)


def _run_in_transaction(
    match_id: int, player: Player, commands: Sequence[Command], submission: Submission
) -> tuple[CommandResult, Refused | None]:
    """Run the commands; a refusal after a fallen flag is returned, so that it stays settled."""
    done = CommandResult(verbs=tuple(command.verb for command in commands))
    loaded, seat = _load_seat(match_id, player, submission.seen)
    pick = _save_lists(loaded, seat, commands, done, submission)
    typed = _find_move_text(commands)
    text = typed or pick
    if not typed and any(command.verb == "standing" for command in commands):
        submission = replace(submission, source=Ply.Source.ORDER)
    chains = [each for each in commands if each.verb == "if"]

    def keep(loaded: LoadedMatch, seat: Seat) -> None:
        if chains:
            done.add(orders.save_chains(loaded, seat, chains, submission.now, submission.language))

    if not text:
        keep(loaded, seat)
        save_match(loaded)
    else:
        try:
            done.played = _play_move(match_id, player, text, submission, keep)
        except Refused as refusal:
            if refusal.code in SETTLED_REFUSALS:
                return done, refusal
            raise
    _run_other_commands(match_id, player, commands, submission.now)
    return done, None


def _save_lists(
    loaded: LoadedMatch,
    seat: Seat,
    commands: Sequence[Command],
    result: CommandResult,
    submission: Submission,
) -> str:
    """Save draft lists and standing orders; return the move they play at once, or ""."""
    kept = {"auto-draft": orders.save_draft_list, "standing": orders.save_standing_order}
    listed = [command for command in commands if command.verb in kept]
    for command in listed:
        result.add(kept[command.verb](loaded, seat, command, submission.now))
    save_match(loaded)
    if not listed or loaded.rules.awaited(loaded.state) != {seat.number}:
        return ""
    waiting = orders.orders_of(loaded.match.pk, seat.number)
    standing = orders.standing_order_of(seat, waiting)
    if standing is not None:
        return loaded.rules.ordered(loaded.state, standing.words_for) or ""
    draft = orders.active_draft_list(seat, waiting)
    found = draft_pick(loaded.rules, loaded.state, draft) if draft else None
    return loaded.rules.spell(found[1]) if found else ""


def _play_move(
    match_id: int,
    player: Player,
    text: str,
    submission: Submission,
    then: TurnCallback | None = None,
) -> PlayedTurn:
    """Play the move; ``then`` is called with match and seat in the new position."""
    return play_turn(
        match_id,
        player,
        text,
        seen=submission.seen,
        now=submission.now,
        source=submission.source,
        language=submission.language,
        then=then,
    )


def _find_move_text(commands: Sequence[Command]) -> str:
    """Return the move to be played now, or ""."""
    return " next ".join(each.text for each in commands if each.verb in MOVE_COMMANDS)


def _load_seat(match_id: int, player: Player, seen: int) -> tuple[LoadedMatch, Seat]:
    """Lock the match and return it with the player's seat; refuses as for a move."""
    loaded = lock_match(match_id)
    seat = loaded.seat_of(player)
    loaded.require_running()
    require_current_position(loaded, seat.number, seen)
    return loaded, seat


def _run_other_commands(
    match_id: int, player: Player, commands: Sequence[Command], now: datetime
) -> None:
    """Run the remaining commands: chat, notes, draw offers, resignation."""
    for command in commands:
        if command.verb == "msg":
            matches.send_chat_message(match_id, player, command.text, now=now)
        elif command.verb == "note":
            matches.add_note(match_id, player, command.text)
        elif command.verb == "tie":
            ties.offer_tie(match_id, player, now=now)
        elif command.verb == "resign":
            matches.resign_match(match_id, player, now=now)
