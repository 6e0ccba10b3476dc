"""Turns typed lines into commands, or into the first error."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from inbound.grammar.courtesies import CONTACT
from inbound.grammar.days import BadDate, parse_days
from inbound.grammar.doubts import has_doubt, is_first_person, is_retraction
from inbound.grammar.footers import is_about_writer
from inbound.grammar.keywords import EVERYDAY_WORDS, FREE_TEXT_VERBS
from inbound.grammar.lines import LineReader
from inbound.grammar.lookup import find_keyword, translate_words
from inbound.grammar.moves import IsMove, is_turn
from inbound.grammar.text_cleanup import strip_wrapping
from inbound.grammar.values import (
    BINDING_VERBS,
    MATCH_VERBS,
    Command,
    LineError,
    Parsed,
    ParseProblem,
    Verb,
)
from inbound.reading.phrases import DISCLAIMER_WORDS, is_advert, is_label
from inbound.reading.text import fold_text
from inbound.reading.values import Reading

MAX_LINES: Final = 60
MAX_LINE_LENGTH: Final = 2000
_STOPS: Final = frozenset({Verb.DECLINE, Verb.STOP})
_ALLOWED_BEFORE_MOVE: Final = frozenset({Verb.NOTE, Verb.MSG, Verb.TIE})  # may also precede a move
_BESIDE_TAKE_BACK: Final = frozenset(  # other commands are what it might refer to
    {
        Verb.TAKE_BACK, Verb.MSG, Verb.NOTE, Verb.STATUS, Verb.BOARD, Verb.MOVES, Verb.HELP,
        Verb.ORDERS, Verb.NOTES, Verb.STANDINGS, Verb.RULES,
    }
)  # fmt: skip
_MAX_ASIDE: Final = 100  # lines
_MAX_CHECKED_CHARS: Final = 200  # characters of a line considered
_MAX_COMMAND_LENGTH: Final = 60  # characters; inside a signature, longer lines are no commands
_DAY_START: Final = re.compile(r"\W*((bis|to|until|till|au|al|und|and|et|e)\b|\d)")
_HEAD: Final = re.compile(r"[^,;.!?:–—]{1,60}")
_POSTSCRIPT: Final = re.compile(  # introduces an afterthought
    r"\W*(p[.-]{0,2} ?(p[.-]{0,2} ?)?s\b"
    r"|(n\.? ?b|edit|nachtrag|korrektur|correction|correzione|aggiunta)(?=\.?:))[.:,;!–— -]*",
    re.I,
)


def parse(
    lines: Sequence[str],
    *,
    is_move: IsMove | None = None,
    names: Collection[str] = (),
    aside: Sequence[str] = (),
    below: Sequence[str] = (),
    right_below: Collection[int] | None = None,
    below_quote: Collection[int] = (),
) -> Parsed:
    """Return the commands in typed lines, or an error: all or nothing.

    ``is_move`` recognises moves of the game of the match, in any position
    (`inbound.grammar.moves.reader`); without it, moves are recognised by their form. ``names`` are
    those of the writer and the opponents, which may appear below a command. ``aside`` are omitted
    lines that the writer may have typed: a command there is an error. ``below`` are lines in an
    apparent signature: one that is nothing but a command is an error, too. ``right_below`` and
    ``below_quote`` are numbers of lines that may be wrapped continuations of the line above; by
    default every line without a blank line above it.
    """
    words = frozenset(word for name in names for word in re.findall(r"[^\W\d_]+", fold_text(name)))
    if right_below is None:
        right_below = {at for at in range(2, len(lines) + 1) if lines[at - 2].strip()}
    reader = LineReader(is_move, words, right_below, below_quote)
    kept = [line for line in lines if line.strip()]
    if len(kept) > MAX_LINES or any(len(line) > MAX_LINE_LENGTH for line in kept):
        return Parsed(problem=ParseProblem("orders_too_long", 1, kept[0][:100]))
    for number, line in _join_continuations(lines):
        try:
            reader.read_line(number, line)
        except LineError as error:
            return Parsed(problem=ParseProblem(str(error), number, line[:200]))
    left_out = _find_left_out_command(aside, below, reader)
    if left_out:
        return Parsed(problem=ParseProblem("below_signature", 0, left_out))
    if not reader.commands:
        return Parsed(problem=ParseProblem("nothing_asked" if kept else "nothing_typed"))
    return replace(_check_order(reader.commands), left_out=tuple(reader.left_out))


def parse_reading(
    reading: Reading, *, is_move: IsMove | None = None, names: Collection[str] = ()
) -> Parsed:
    """Parse the typed lines of a message, with what is known about their layout."""
    return parse(
        reading.typed,
        is_move=is_move,
        names=names,
        aside=reading.aside,
        below=reading.below,
        right_below=reading.right_below,
        below_quote=reading.below_quote,
    )


def _join_continuations(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield non-empty lines, joined with a following "then …" or last day of a leave."""
    kept: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        start = translate_words(strip_wrapping(line)).lower()
        before = translate_words(strip_wrapping(kept[-1][1])).lower() if kept else ""
        then = start.startswith("then ") and re.search(r"(^|\s)if\s", before)
        if then or (kept and _DAY_START.match(start) and _names_last_day(kept[-1][1], line)):
            kept[-1] = (kept[-1][0], f"{kept[-1][1]} {line.strip()}")
        elif line.strip():
            kept.append((number, line))
    yield from kept


def _names_last_day(leave: str, line: str) -> bool:
    """Whether a line holds the last day of the leave that starts on the line above."""
    found = find_keyword(strip_wrapping(leave))
    if found is None or found.verb is not Verb.LEAVE:
        return False
    days = fold_text(found.rest.lstrip(":"))
    try:
        parse_days(days)
    except BadDate as error:
        return str(error) == "two_dates" and _is_date_range(f"{days} {fold_text(line)}")
    return False


def _is_date_range(text: str) -> bool:
    try:
        parse_days(text)
    except BadDate:
        return False
    return True


def _check_order(commands: list[Command]) -> Parsed:
    """Reject a move after an order, and commands that may retract others in the same e-mail."""
    seen: list[Command] = []
    taken = next((each for each in commands if each.verb is Verb.TAKE_BACK), None)
    if taken and any(each.verb not in _BESIDE_TAKE_BACK for each in commands):
        return Parsed(problem=ParseProblem("not_understood", taken.line, taken.spelling))
    for command in commands:
        if command.verb in _STOPS and any(each.verb in BINDING_VERBS for each in seen):
            return Parsed(problem=ParseProblem("not_understood", command.line, command.spelling))
        blocked = [
            each
            for each in seen
            if each.verb in MATCH_VERBS and each.verb not in _ALLOWED_BEFORE_MOVE
        ]
        if command.verb is Verb.MOVE and any(each.verb is not Verb.MOVE for each in blocked):
            return Parsed(problem=ParseProblem("turn_first", command.line, command.text))
        seen.append(command)
    return Parsed(tuple(commands))


def _find_left_out_command(aside: Sequence[str], below: Sequence[str], reader: LineReader) -> str:
    """Return the first omitted line that may have been meant as text, "" if none."""
    for line in (each[:_MAX_CHECKED_CHARS] for each in dict.fromkeys(aside[:_MAX_ASIDE])):
        if _has_command(line, reader) or _may_retract(line, reader):
            return line
    for line in (each[:_MAX_CHECKED_CHARS] for each in dict.fromkeys(below[:_MAX_ASIDE])):
        if _may_be_command(line, reader):
            return line
    return ""


def _may_be_command(line: str, reader: LineReader) -> bool:
    """Whether a line inside a signature retracts something or is nothing but a command.

    After a binding command any doubt counts, unless the line is contact data.
    """
    start = fold_text(line)
    if reader.commands and is_retraction(start, binds=reader.binds):
        return True
    if len(line) > _MAX_COMMAND_LENGTH or is_advert(start) or CONTACT.fullmatch(start):
        return False
    if reader.commands and _casts_doubt(line, start, reader):
        return True
    text = _POSTSCRIPT.sub("", strip_wrapping(line), count=1)
    found = find_keyword(text)
    if (
        found is not None and found.verb in FREE_TEXT_VERBS
    ):  # "Message of the day", "Note: closed on Mondays"
        return found.verb is Verb.MSG and (found.phrase == "msg" or found.rest.strip()[:1] == ":")
    return bool(_try_commands(text, reader))


def _has_command(line: str, reader: LineReader) -> bool:
    """Whether an omitted line is a command or starts with one."""
    text = _POSTSCRIPT.sub("", strip_wrapping(line[:MAX_LINE_LENGTH]), count=1)
    found = find_keyword(text)
    if found is not None and found.verb in BINDING_VERBS - {Verb.ENTER, Verb.ACCEPT}:
        return found.phrase not in EVERYDAY_WORDS
    head = _HEAD.match(text)
    if head and any(char.isalpha() for char in head[0]):
        turn = [each.verb for each in _try_commands(head[0], reader)]
        if any(verb in (Verb.MOVE, Verb.IF) for verb in turn):
            return True
    whole = _try_commands(text, reader)
    free = any(each.verb in FREE_TEXT_VERBS for each in whole)
    start = fold_text(text)
    return bool(whole) and not (free and (DISCLAIMER_WORDS.search(start) or is_label(start)))


def _may_retract(line: str, reader: LineReader) -> bool:
    """Whether an omitted line may retract a command above it.

    After a binding command any doubt counts; otherwise only clear words, or doubt about a move.
    """
    start = fold_text(line)
    if not reader.commands or is_retraction(start, binds=reader.binds):
        return bool(reader.commands)
    if len(line) >= _MAX_CHECKED_CHARS or is_advert(start):
        return False
    return _casts_doubt(line, start, reader)


def _casts_doubt(line: str, start: str, reader: LineReader) -> bool:
    """Whether a line may retract a binding command or another move."""
    if reader.binds and is_first_person(line) and not is_about_writer(start):
        return True
    return has_doubt(start) and (reader.binds or _mentions_move(start, reader))


def _mentions_move(start: str, reader: LineReader) -> bool:
    """Whether folded text contains a move."""
    return any(char.isdigit() for char in start) and any(
        is_turn(word.strip(".,;!"), reader.is_move) for word in start.split()
    )


def _try_commands(text: str, reader: LineReader) -> Sequence[Command]:
    try:
        return reader.parse_text(text) or ()
    except LineError:
        return ()
