"""Reads a line with the grammar of `games.orders`."""

from __future__ import annotations

from typing import Final

from games.orders.errors import BadOrder
from games.orders.grammar import parse_commands
from games.orders.standing import is_standing
from inbound.grammar.lookup import translate_words
from inbound.grammar.moves import IsMove, is_turn
from inbound.grammar.standing import translate_draft_list, translate_standing_order
from inbound.grammar.text_cleanup import offers_draw, strip_move_prefix, strip_punctuation
from inbound.grammar.values import Command, LineError, Verb

_VERBS: Final = {
    "turn": Verb.MOVE, "next": Verb.MOVE, "if": Verb.IF, "standing": Verb.STANDING,
    "auto-draft": Verb.DRAFT, "tie": Verb.TIE, "resign": Verb.RESIGN, "note": Verb.NOTE,
    "msg": Verb.MSG,
}  # fmt: skip


def parse_match_line(text: str, number: int, is_move: IsMove | None) -> list[Command] | None:
    """Return turns, orders and their notes or messages; None if the line has none of these."""
    line = translate_standing_order(text)
    if not is_standing(line):
        line = strip_move_prefix(translate_words(text.rstrip("? ") if offers_draw(text) else text))
    standing = is_standing(line)
    try:
        found = parse_commands(line)
    except BadOrder as error:
        ordered = standing or line.lower().startswith(("if ", "auto-draft"))
        if line.lower().startswith("then "):  # "dann nehme ich", but "dann b2" is an order
            ordered = ordered or any(char.isdigit() for char in line)
        if ordered and error.line == 1:
            raise LineError(error.cause.code) from None
        return None
    commands = []
    for each in found:
        turn = each.verb in ("turn", "next")
        text = strip_punctuation(each.text) if turn else each.text
        if turn and not is_turn(text, is_move):
            return None
        if each.verb in ("note", "msg") and not text:
            raise LineError("text_missing")
        text = f"next {text}" if each.verb == "next" else text
        text = text.removeprefix("if ") if each.verb == "if" else text
        text = translate_draft_list(text) if each.verb == "auto-draft" else text
        commands.append(Command(_VERBS[each.verb], text, number))
    return commands or None
