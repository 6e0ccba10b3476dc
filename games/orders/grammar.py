"""The grammar of everything that can be typed in a match (rule book C-7, C-8).

A line holds a move or a command; `,` and `;` separate like blanks, case does not matter, and any
dash is a hyphen. Moves stay text, since only the rules can parse them.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.orders.errors import BadOrder
from games.orders.standing import is_standing, parse_standing
from games.rules.base import MAX_MOVE_LENGTH, MalformedMove

MAX_LENGTH: Final = 4000
MAX_LINE_LENGTH: Final = 400
MAX_LINES: Final = 60

_DASHES: Final = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_SEPARATORS: Final = re.compile(r"[\s,;]+")
_WORD: Final = re.compile(
    r"(?:^|(?<=[\s,;]))(if|then|next|resign|tie|draw|auto-?draft|note|msg)(?=$|[\s,;:])",
    re.IGNORECASE,
)
_NEXT: Final = re.compile(r"(?<=[\s,;])next(?=[\s,;:])", re.IGNORECASE)
_FREE_TEXT: Final = frozenset({"note", "msg"})  # take the rest of the line, including keywords
_SYNONYMS: Final = {"draw": "tie", "autodraft": "auto-draft"}


class Reply(NamedTuple):
    """One step of a chain: the expected move of the others, and the turns to play after it."""

    expected: str
    turns: tuple[str, ...]


class Command(NamedTuple):
    """One command: `verb` is "turn", "next", "if", "standing", "note", …"""

    verb: str
    text: str
    line: int
    chain: tuple[Reply, ...] = ()


def normalize_order(text: str) -> str:
    """Replace dashes by hyphens, and `,`, `;` and multiple blanks by one blank."""
    return _SEPARATORS.sub(" ", text.translate(_DASHES)).strip()


def parse_commands(text: str) -> tuple[Command, ...]:
    """Parse everything that was written; BadOrder names the first invalid line.

    Consecutive lines of moves form one turn; a line starting with "then" continues the previous
    line.
    """
    found: list[Command] = []
    for number, line in _join_lines(text):
        try:
            for command in _parse_line(line, number):
                _add_command(found, command)
        except MalformedMove as error:
            raise BadOrder(error, number, normalize_order(line)) from None
    return tuple(found)


def _join_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the non-empty lines with their numbers, continuation lines joined."""
    kept: list[tuple[int, str]] = []
    lines = [line.strip(" \t,;") for line in text[:MAX_LENGTH].splitlines()]
    for number, line in enumerate(lines, start=1):
        first = _WORD.match(line)
        if first and first[1].lower() == "then" and kept:
            kept[-1] = (kept[-1][0], f"{kept[-1][1]} {line}")
        elif line:
            kept.append((number, line))
    if len(text) > MAX_LENGTH or len(kept) > MAX_LINES:
        error = MalformedMove("orders_too_long", limit=MAX_LENGTH, lines=MAX_LINES)
        raise BadOrder(error, MAX_LINES, "…")
    yield from kept


def _add_command(found: list[Command], command: Command) -> None:
    """Append a command; moves must come first and are merged into one turn."""
    if command.verb in ("turn", "next"):
        last = found[-1] if found else None
        if last and command.verb == last.verb == "turn":
            found[-1] = last._replace(text=f"{last.text} {command.text}")
            return
        if last and last.verb not in ("turn", "next"):
            raise MalformedMove("turn_first", text=command.text)
        if command.verb == "next" and last is None:
            raise MalformedMove("next_needs_turn", text=command.text)
    found.append(command)


def _parse_line(line: str, number: int) -> Iterator[Command]:
    """Yield the commands of one line."""
    if len(line) > MAX_MOVE_LENGTH + MAX_LINE_LENGTH:
        raise MalformedMove("line_too_long", limit=MAX_MOVE_LENGTH)
    if is_standing(line):
        yield Command("standing", parse_standing(line).text, number)
        return
    parts = _split_at_keywords(line)
    while parts:
        word, rest = parts.pop(0)
        if word == "if":
            yield _parse_chain(rest, parts, number)
        elif word in _FREE_TEXT or word == "auto-draft":
            yield Command(word, rest, number)
        elif word in ("", "next"):
            yield Command(word or "turn", _require_text(rest, word or "turn"), number)
        elif word == "then":
            raise MalformedMove("order_needs_if")
        else:  # followed by more words, "resign" is not a command
            yield Command("turn", f"{word} {rest}", number) if rest else Command(word, "", number)


def _split_at_keywords(line: str) -> list[tuple[str, str]]:
    """Split a line at its keywords into pairs of keyword and following text."""
    marks = list(_WORD.finditer(line))
    free = next((n for n, mark in enumerate(marks) if mark[1].lower() in _FREE_TEXT), len(marks))
    marks = marks[: free + 1]
    ends = [mark.start() for mark in marks[1:]] + [len(line)]
    parts = [("", normalize_order(line[: marks[0].start() if marks else len(line)]))]
    for mark, end in zip(marks, ends, strict=False):
        word, rest = mark[1].lower(), line[mark.end() : end].lstrip(" :")
        parts.append(
            (
                _SYNONYMS.get(word, word),
                rest.strip() if word in _FREE_TEXT else normalize_order(rest),
            )
        )
    return parts if parts[0][1] else parts[1:]


def _parse_chain(expected: str, parts: list[tuple[str, str]], number: int) -> Command:
    """Parse "if … then … next … if … then …"."""
    chain: list[Reply] = []
    while True:
        if not parts or parts[0][0] != "then":
            raise MalformedMove("order_needs_then")
        turns = [_require_text(parts.pop(0)[1], "then")]
        while parts and parts[0][0] == "next":
            turns.append(_require_text(parts.pop(0)[1], "next"))
        chain.append(Reply(_require_text(expected, "if"), tuple(turns)))
        if not parts or parts[0][0] != "if":
            text = " ".join(f"if {each.expected} then {join_turns(each.turns)}" for each in chain)
            if len(text) > MAX_LINE_LENGTH:
                raise MalformedMove("line_too_long", limit=MAX_LINE_LENGTH)
            return Command("if", text, number, tuple(chain))
        expected = parts.pop(0)[1]


def _require_text(text: str, word: str) -> str:
    """Return the text after a keyword; MalformedMove if it is empty."""
    if not text:
        raise MalformedMove("order_needs_move", word=word)
    return text


def join_turns(turns: tuple[str, ...]) -> str:
    """Return turns as one text; the later ones start the next legs."""
    return " next ".join(turns)


def split_turns(text: str) -> tuple[str, ...]:
    """Split a text at every "next" into a turn and the first turns of later legs."""
    return tuple(part.strip(" ,;") for part in _NEXT.split(text))
