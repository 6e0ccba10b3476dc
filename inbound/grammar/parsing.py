"""From typed lines to commands: all of them, or the first fault."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.orders.errors import BadOrder
from games.orders.grammar import read_commands
from games.orders.standing import is_standing
from inbound.grammar.courtesies import CLOSES, CONTACT, SMILEY, is_courtesy
from inbound.grammar.days import BadDate, parse_absence, parse_days
from inbound.grammar.doubts import has_doubt
from inbound.grammar.keywords import ALONE, ASKING, FREE, OBJECTS
from inbound.grammar.lookup import (
    Keyword,
    keyword_at,
    leading_name,
    mentions_keyword,
    translate_words,
    without_please,
)
from inbound.grammar.moves import IsMove, is_turn, looks_like_turn
from inbound.grammar.standing import list_of_draft, translate_standing_order
from inbound.grammar.text_cleanup import (
    is_same_name,
    is_short,
    offers_draw,
    strip_lead,
    strip_stop,
    strip_symbols,
    strip_wrapping,
)
from inbound.grammar.values import AT_MATCH, Command, Parsed, ParseProblem, Verb
from inbound.reading.text import fold_text

MAX_LINES: Final = 60
MAX_LINE: Final = 2000
_WRAPPED: Final = 55  # a line of free text at least so long may go on in the next
_CUT: Final = re.compile(r"\s*[,;.!…–]+\s+|\s+[-–]\s+|\s+")
_FROM_GAME: Final = {
    "turn": Verb.MOVE, "next": Verb.MOVE, "if": Verb.IF, "standing": Verb.STANDING,
    "auto-draft": Verb.DRAFT, "tie": Verb.TIE, "resign": Verb.RESIGN, "note": Verb.NOTE,
    "msg": Verb.MSG,
}  # fmt: skip
_BINDING: Final = frozenset({Verb.RESIGN, Verb.TIE, Verb.ACCEPT, Verb.ENTER, Verb.WITHDRAW})
_STOPS: Final = frozenset({Verb.DECLINE, Verb.STOP})
_LATER: Final = frozenset({Verb.NOTE, Verb.MSG, Verb.TIE})  # they may stand before a move as well


class _ParseError(Exception):
    """A line that cannot be understood; its first argument is the code."""


@dataclass(slots=True)
class _Reader:
    """Reads one line after the other."""

    is_move: IsMove | None
    names: frozenset[str]
    commands: list[Command] = field(default_factory=list)
    closing: bool = False
    opening: bool = True
    goes_on: bool = False  # the line before was long free text

    def read_line(self, number: int, line: str) -> None:
        """Read one line; `_ParseError` if it is neither a command nor politeness."""
        text = strip_wrapping(line)
        if not text or SMILEY.fullmatch(text):
            return
        found = self._commands(text, number)
        if found is None:
            found = self._around(text, number)
        if found:
            self.commands += found
            self.goes_on = found[-1].verb in FREE and len(line) >= _WRAPPED
            self.closing = False
        elif self._polite(text):
            self.goes_on = False
        elif self.goes_on:
            last = self.commands[-1]
            self.commands[-1] = Command(last.verb, f"{last.text} {text}", last.line)
            self.goes_on = len(line) >= _WRAPPED
        elif looks_like_turn(text) and not self.closing:
            self.commands.append(Command(Verb.MOVE, text, number))  # the game says what is wrong
        else:
            raise _ParseError("not_understood")
        self.opening = False

    # Commands -------------------------------------------------------------------------------------
    def _commands(self, text: str, number: int) -> list[Command] | None:
        """Read a line that is nothing but commands; None if it is not."""
        for turn in dict.fromkeys((strip_stop(text), strip_stop(text).rstrip("! "))):
            if self.is_move is not None and is_turn(turn, self.is_move):
                return [Command(Verb.MOVE, turn, number)]
        keyword = keyword_at(text)
        if keyword is not None:
            return [_read_keyword(keyword, number)]
        away = parse_absence(fold_text(text))
        if away is not None:
            return [Command(Verb.LEAVE, "", number, *away)]
        return self._of_match(text, number)

    def _of_match(self, text: str, number: int) -> list[Command] | None:
        """Read a line as games do: turns, orders and what is said with them."""
        line = translate_standing_order(text)
        if not is_standing(line):
            line = strip_lead(translate_words(text.rstrip("? ") if offers_draw(text) else text))
        standing = is_standing(line)
        try:
            found = read_commands(line)
        except BadOrder as fault:
            ordered = standing or line.lower().startswith(("if ", "auto-draft"))
            if line.lower().startswith("then "):  # "dann nehme ich", but "dann b2" is an order
                ordered = ordered or any(char.isdigit() for char in line)
            if ordered and fault.line == 1:
                raise _ParseError(fault.cause.code) from None
            return None
        commands = []
        for each in found:
            turn = each.verb in ("turn", "next")
            text = strip_stop(each.text) if turn else each.text
            if turn and not is_turn(text, self.is_move):
                return None
            if each.verb in ("note", "msg") and not text:
                raise _ParseError("text_missing")
            text = f"next {text}" if each.verb == "next" else text
            text = text.removeprefix("if ") if each.verb == "if" else text
            text = list_of_draft(text) if each.verb == "auto-draft" else text
            commands.append(Command(_FROM_GAME[each.verb], text, number))
        return commands or None

    def _around(self, text: str, number: int) -> list[Command] | None:
        """Read a command with a greeting before it or thanks behind it on the same line."""
        cuts = list(_CUT.finditer(text))[:40]
        for cut in reversed(cuts):
            head, rest = text[: cut.start()], text[cut.end() :]
            if not rest or not self._is_courtesy(head):
                continue
            found = self._commands_behind(rest, number)
            if found and (is_short(head, cut[0]) or found[0].verb is Verb.MOVE):
                return found
            if found is None and is_short(head, cut[0]):
                found = self._before_courtesy(rest, number)
                if found and found[0].verb is Verb.MOVE:
                    return found
        return self._before_courtesy(text, number)

    def _commands_behind(self, rest: str, number: int) -> list[Command] | None:
        """Read what follows a courtesy; "thanks for your message" is no message without words."""
        try:
            return self._commands(rest, number)
        except _ParseError as fault:
            if str(fault) != "text_missing":
                raise
            return None

    def _before_courtesy(self, text: str, number: int) -> list[Command] | None:
        """Read a command with thanks behind it on the same line."""
        for cut in list(_CUT.finditer(text))[:40]:
            head, rest = text[: cut.start()], text[cut.end() :]
            if self._is_courtesy(rest) and (found := self._commands(head, number)):
                return None if found[-1].verb in FREE else found
        return None

    # Politeness -----------------------------------------------------------------------------------
    def _is_courtesy(self, text: str) -> bool:
        start = fold_text(strip_symbols(text))
        if not start or SMILEY.fullmatch(text.strip()):
            return True
        if any(char.isdigit() for char in start) or mentions_keyword(start):
            return False
        return not without_please(start) or is_courtesy(strip_symbols(text), self.names)

    def _polite(self, text: str) -> bool:
        """Whether a line asks for nothing: a greeting, thanks, kind words, a name, contact data."""
        start = fold_text(strip_symbols(text))
        if self._is_courtesy(text):
            signs = text.endswith(",") and len(start.split()) <= 3 and bool(self.commands)
            self.closing = self.closing or signs or CLOSES.match(start) is not None
            return True
        if self._is_name(text, start):
            self.closing = self.closing or bool(self.commands)
            return True
        return self.closing and self._signs(text, start)

    def _signs(self, text: str, start: str) -> bool:
        """Whether a line below a closing is a part of the signature."""
        if has_doubt(start):
            return False
        if CONTACT.fullmatch(start):
            return True
        words = start.split()
        plain = not any(char.isdigit() for char in start) and not mentions_keyword(start)
        return plain and text[:1].isupper() and len(words) <= 8 and bool(self.commands)

    def _is_name(self, text: str, start: str) -> bool:
        """Whether a line is the writer's name, or any name after a closing."""
        words = re.findall(r"[^\W\d_]+", start)
        letters = re.fullmatch(r"[^\W\d_]+([ .'-]+[^\W\d_]+){0,3}[ .,!]*", text.strip(" -–~*/"))
        if not words or letters is None or mentions_keyword(start):
            return False
        if all(any(is_same_name(word, name) for name in self.names) for word in words):
            return True
        if has_doubt(start):
            return False
        if self.opening and text.rstrip().endswith(",") and len(words) <= 2:
            return True
        return self.closing and text.strip(" -–~*/")[:1].isupper()


def parse(
    lines: Sequence[str], *, is_move: IsMove | None = None, names: Collection[str] = ()
) -> Parsed:
    """Read typed lines as commands, all of them or none.

    ``is_move`` says whether a text is a move of the game that the e-mail is about, in any position
    (`inbound.grammar.moves.reader`); without it, what looks like places of a board counts.
    ``names`` are the writer's: they may stand below a command.
    """
    words = frozenset(word for name in names for word in re.findall(r"[^\W\d_]+", fold_text(name)))
    reader = _Reader(is_move, words)
    kept = [line for line in lines if line.strip()]
    if len(kept) > MAX_LINES or any(len(line) > MAX_LINE for line in kept):
        return Parsed(fault=ParseProblem("orders_too_long", 1, kept[0][:100]))
    for number, line in _join_continuations(lines):
        try:
            reader.read_line(number, line)
        except _ParseError as fault:
            return Parsed(fault=ParseProblem(str(fault), number, line[:200]))
    if not reader.commands:
        return Parsed(fault=ParseProblem("nothing_asked" if kept else "nothing_typed"))
    return _order_commands(reader.commands)


def _join_continuations(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the non-empty lines, joining those that begin with "then" to the one before."""
    kept: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        start = translate_words(strip_wrapping(line)).lower()
        before = translate_words(strip_wrapping(kept[-1][1])).lower() if kept else ""
        if start.startswith("then ") and re.search(r"(^|\s)if\s", before):
            kept[-1] = (kept[-1][0], f"{kept[-1][1]} {line.strip()}")
        elif line.strip():
            kept.append((number, line))
    yield from kept


def _order_commands(commands: list[Command]) -> Parsed:
    """Refuse a move after an order, and a "no" or "stop" that may take back what is above it."""
    seen: list[Command] = []
    for command in commands:
        if command.verb in _STOPS and any(each.verb in _BINDING for each in seen):
            return Parsed(fault=ParseProblem("not_understood", command.line, command.spelling))
        blocked = [each for each in seen if each.verb in AT_MATCH and each.verb not in _LATER]
        if command.verb is Verb.MOVE and any(each.verb is not Verb.MOVE for each in blocked):
            return Parsed(fault=ParseProblem("turn_first", command.line, command.text))
        seen.append(command)
    return Parsed(tuple(commands))


def _read_keyword(keyword: Keyword, number: int) -> Command:
    """Read what follows a keyword."""
    verb, rest = keyword.verb, keyword.rest.strip()
    if verb in FREE:
        text = rest.lstrip(":–- ").strip()
        if not text:
            raise _ParseError("text_missing")
        return Command(verb, text, number)
    if verb is Verb.LEAVE:
        try:
            first, last = parse_days(fold_text(rest.lstrip(":")))
        except BadDate as fault:
            raise _ParseError(str(fault)) from None
        return Command(verb, "", number, first, last)
    if verb is Verb.CHALLENGE:
        if not _is_nothing(rest.partition(",")[2]):
            raise _ParseError("words_after")
        return Command(verb, leading_name(rest), number)
    if verb is Verb.CANCEL_ORDERS and not _is_nothing(rest):
        order = translate_words(translate_standing_order(rest.lstrip(" :"))).strip(" .!")
        return Command(verb, order, number)
    return Command(verb, _nothing_after(verb, rest), number)


def _nothing_after(verb: Verb, rest: str) -> str:
    """Return an empty text, or refuse what stands behind a command that needs nothing."""
    asked = rest.rstrip(" .!:").endswith("?")
    if asked and verb not in ASKING:
        raise _ParseError("not_understood")
    if verb in ALONE and not _is_nothing(rest):
        raise _ParseError("words_after")
    return ""


def _is_nothing(rest: str) -> bool:
    """Whether what stands behind a command says nothing but please and thanks."""
    text = strip_symbols(rest).strip(" .!?:,;…-")
    named, _comma, behind = text.partition(",")
    words = without_please(fold_text(named)).replace("l'", " ").split()
    said = (behind if all(word.strip(".!?") in OBJECTS for word in words) else text).strip()
    start = fold_text(said)
    return not without_please(start) or (is_courtesy(said) and not mentions_keyword(start))
