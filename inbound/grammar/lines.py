"""Reads typed lines one by one: commands, politeness or an error."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Final

from inbound.grammar.arguments import parse_keyword
from inbound.grammar.courtesies import (
    CLOSING_PHRASE,
    CONTACT,
    LAUGHTER,
    SMILEY,
    is_courtesy,
    is_friendly,
)
from inbound.grammar.days import parse_absence
from inbound.grammar.doubts import has_doubt, has_doubt_in_name
from inbound.grammar.joined import parse_joined
from inbound.grammar.keywords import FREE_TEXT_VERBS
from inbound.grammar.lookup import (
    find_keyword,
    find_polite_question,
    mentions_keyword,
    strip_please,
)
from inbound.grammar.match_lines import parse_match_line
from inbound.grammar.moves import IsMove, is_turn, looks_like_turn
from inbound.grammar.positions import is_job_title, is_personal_detail
from inbound.grammar.text_cleanup import (
    ends_sentence,
    is_proper_name,
    is_same_name,
    is_short_phrase,
    split_place,
    strip_punctuation,
    strip_symbols,
    strip_titles,
    strip_wrapping,
)
from inbound.grammar.values import BINDING_VERBS, Command, LineError, Verb
from inbound.reading.text import fold_text

_MIN_WRAPPED_LENGTH: Final = 55  # length from which a line of free text may be wrapped
_MIN_SENTENCE_WORDS: Final = 3  # words; thanks and names have fewer
_MAX_AROUND: Final = 100  # characters of a line with a command and polite words
_MAX_COURTESY: Final = 500  # characters; a courtesy has at most 30 words
_SEPARATOR: Final = re.compile(r"\s*[,;.!…–]+\s+|\s+[-–—]{1,2}\s+|\s+")
_CORRECTION: Final = re.compile(  # before a corrected move
    r"(sorry|oops|ups|entschuldig\w*|verzeihung|lieber|pardon|desolee?|excuse\w*|scus\w+)\b"
)
_MSG: Final = re.compile(r"msg\b", re.I)  # not a word of ordinary sentences
_CAPITULATIONS: Final = frozenset({Verb.RESIGN, Verb.WITHDRAW})


@dataclass(slots=True)
class LineReader:
    """Parser state: the commands read so far and the context of the next line."""

    is_move: IsMove | None
    names: frozenset[str]
    right_below: Collection[int] = ()
    below_quote: Collection[int] = ()
    commands: list[Command] = field(default_factory=list)
    closing: bool = False
    opening: bool = True
    goes_on: bool = False  # the previous line was long free text
    unended: bool = False  # the free text above may have been wrapped within a sentence
    left_out: list[str] = field(default_factory=list)  # polite sentences below free text
    kind: bool = False  # thanks, praise or a goodbye follow the last command

    def read_line(self, number: int, line: str) -> None:
        """Read one line; LineError if it is neither a command nor polite."""
        text = strip_wrapping(line)
        if not text or SMILEY.fullmatch(text):
            self._reject_laughter(line, self.commands[-1:])
            return
        found = self._parse_line(text, number)
        if found:
            self._reject_ambiguous(number, text, found)
            self._add_commands(line, found)
        elif self._polite(text):
            self.goes_on = self.unended = False
            self.kind = self.kind or is_friendly(text, self.names)
            if self._is_courtesy(text):
                self._reject_laughter(line, self.commands[-1:])
            self._record_left_out(text)
        elif self.goes_on:
            last = self.commands[-1]
            self.commands[-1] = Command(last.verb, f"{last.text} {text}", last.line)
            self.goes_on, self.unended = len(line) >= _MIN_WRAPPED_LENGTH, not ends_sentence(line)
        elif looks_like_turn(text) and not self.closing:
            self.commands.append(Command(Verb.MOVE, text, number))  # the rules report the error
        else:
            below_text = bool(self.commands) and self.commands[-1].verb in FREE_TEXT_VERBS
            raise LineError("after_text" if below_text else "not_understood")
        self.opening = False

    def _add_commands(self, line: str, found: list[Command]) -> None:
        self.kind = False
        self._reject_laughter(line, found)
        self.commands += found
        self.goes_on = found[-1].verb in FREE_TEXT_VERBS and len(line) >= _MIN_WRAPPED_LENGTH
        self.unended = self.goes_on and not ends_sentence(line)
        self.closing = False
        self.left_out = []

    def _reject_ambiguous(self, number: int, text: str, found: list[Command]) -> None:
        """Raise LineError if a command may be a wrapped line or correct an earlier one."""
        if number in self.below_quote:
            raise LineError("unmarked_quote")
        if self.unended and number in self.right_below and not _MSG.match(text):
            raise LineError("after_text")
        again = found[0].verb is Verb.MOVE and any(c.verb is Verb.MOVE for c in self.commands)
        if again and (self.closing or _CORRECTION.match(fold_text(text))):
            raise LineError("not_understood")

    def _reject_laughter(self, line: str, commands: list[Command]) -> None:
        """Raise LineError if somebody resigns or withdraws laughing.

        Laughter about kind words is harmless.
        """
        found = LAUGHTER.search(line)
        if found is None or self.kind or not any(each.verb in _CAPITULATIONS for each in commands):
            return
        above = line[: found.start()]
        if not any(
            mentions_keyword(fold_text(above[: cut.start()]))
            and is_friendly(strip_symbols(above[cut.end() :]), self.names)
            for cut in list(_SEPARATOR.finditer(above))[:40]
        ):
            raise LineError("not_understood")

    def _parse_line(self, text: str, number: int) -> list[Command] | None:
        """Return the commands on a line, or None."""
        try:
            found = self._commands(text, number)
            return found if found is not None else self._around(text, number)
        except LineError as error:
            if self.goes_on and _is_prose(text, str(error)):
                return None
            raise

    def parse_text(self, text: str) -> list[Command] | None:
        """Return the commands on a line, or None, without recording them."""
        return self._commands(text, 0) or (
            self._around(text, 0) if len(text) <= _MAX_AROUND else None
        )

    @property
    def binds(self) -> bool:
        """Whether a command read so far cannot be undone."""
        return any(command.verb in BINDING_VERBS for command in self.commands)

    # Commands -------------------------------------------------------------------------------------
    def _commands(self, text: str, number: int, *, may_join: bool = True) -> list[Command] | None:
        """Return the commands of a line that consists only of commands, else None."""
        for turn in dict.fromkeys((strip_punctuation(text), strip_punctuation(text).rstrip("! "))):
            if self.is_move is not None and is_turn(turn, self.is_move):
                return [Command(Verb.MOVE, turn, number)]
        joined = self._joined(text, number) if may_join else None
        if joined:
            return joined
        keyword = find_keyword(text) or find_polite_question(text)
        if keyword is not None:
            return [replace(parse_keyword(keyword), line=number)]
        away = parse_absence(fold_text(text))
        if away is not None:
            return [Command(Verb.LEAVE, "", number, *away)]
        return parse_match_line(text, number, self.is_move)

    def _joined(self, text: str, number: int) -> list[Command] | None:
        """Read two commands in one sentence; neither may be such a sentence itself."""
        joined = parse_joined(text, lambda part: self._commands(part, number, may_join=False))
        return [replace(each, line=number) for each in joined or ()] or None

    def _around(self, text: str, number: int) -> list[Command] | None:
        """Read a command with a greeting before it or thanks after it on the same line."""
        cuts = list(_SEPARATOR.finditer(text))[:40]
        for cut in reversed(cuts):
            head, rest = text[: cut.start()], text[cut.end() :]
            if not rest or not self._is_courtesy(head):
                continue
            found = self._parse_after_courtesy(rest, number)
            if found and (is_short_phrase(head, cut[0]) or found[0].verb is Verb.MOVE):
                return found
            if found is None and is_short_phrase(head, cut[0]):
                found = self._parse_before_courtesy(rest, number)
                if found and found[0].verb is Verb.MOVE:
                    return found
        return self._parse_before_courtesy(text, number)

    def _parse_after_courtesy(self, rest: str, number: int) -> list[Command] | None:
        """Read what follows a courtesy; "thanks for your message" is no empty message command."""
        try:
            return self._commands(rest, number)
        except LineError as error:
            if str(error) != "text_missing":
                raise
            return None

    def _parse_before_courtesy(self, text: str, number: int) -> list[Command] | None:
        """Read a command followed by thanks on the same line."""
        for cut in list(_SEPARATOR.finditer(text))[:40]:
            head, rest = text[: cut.start()], text[cut.end() :]
            if self._is_courtesy(rest) and (found := self._commands(head, number)):
                return None if found[-1].verb in FREE_TEXT_VERBS else found
        return None

    # Politeness -----------------------------------------------------------------------------------
    def _is_courtesy(self, text: str) -> bool:
        if len(text) > _MAX_COURTESY:
            return False
        start = fold_text(strip_symbols(text))
        if not start or SMILEY.fullmatch(text.strip()):
            return True
        if any(char.isdigit() for char in start) or mentions_keyword(start):
            return False
        return not strip_please(start) or is_courtesy(strip_symbols(text), self.names)

    def _polite(self, text: str) -> bool:
        """Whether a line asks for nothing: a greeting, thanks, a name, contact data."""
        start = fold_text(strip_symbols(text))
        if self._is_courtesy(text):
            signs = text.endswith(",") and len(start.split()) <= 3 and bool(self.commands)
            self.closing = self.closing or signs or CLOSING_PHRASE.match(start) is not None
            return True
        if self._is_name(text, start):
            self.closing = self.closing or bool(self.commands)
            return True
        return self.closing and self._signs(text, start)

    def _signs(self, text: str, start: str) -> bool:
        """Whether a line below a closing belongs to the signature."""
        if has_doubt(start):
            return False
        if CONTACT.fullmatch(start):
            return True
        if not self.commands or mentions_keyword(start):
            return False
        if is_job_title(text):
            return True
        if any(char.isdigit() for char in start):
            return not self.binds and is_personal_detail(text, start, self.is_move)
        named = is_proper_name(text) if self.binds else text[:1].isupper()
        return named and len(start.split()) <= 8

    def _record_left_out(self, text: str) -> None:
        """Record a polite sentence below free text; it may have been meant as part of it."""
        free = bool(self.commands) and self.commands[-1].verb in FREE_TEXT_VERBS
        if free and not self.closing and len(text.split()) >= _MIN_SENTENCE_WORDS:
            self.left_out.append(text)

    def _is_name(self, text: str, start: str) -> bool:
        """Whether a line is the writer's name, or any name after a closing."""
        text, place = split_place(strip_titles(text))
        words = re.findall(r"[^\W\d_]+", fold_text(text))
        letters = re.fullmatch(r"[^\W\d_]+([ .'-]+[^\W\d_]+){0,3}[ .,!]*", text.strip(" -–~*/"))
        if place and (has_doubt(start) or not is_proper_name(place)):
            return False
        if not words or letters is None or mentions_keyword(start):
            return False
        if all(any(is_same_name(word, name) for name in self.names) for word in words):
            return True
        if has_doubt(start) if self.binds else has_doubt_in_name(start):
            return False
        if self.opening and text.rstrip().endswith(",") and len(words) <= 2:
            return True
        capital = is_proper_name(text) if self.binds else text.strip(" -–~*/")[:1].isupper()
        return self.closing and capital


def _is_prose(text: str, code: str) -> bool:
    """Whether a line starting with "if" or "pause" is just the next part of a sentence."""
    return code in ("order_needs_then", "no_pause_end") and not any(char.isdigit() for char in text)
