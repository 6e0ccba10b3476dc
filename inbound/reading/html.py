"""Converts HTML to lines, marked as quote or signature by the elements around them.

The parser is event-based and builds no tree, so nesting depth does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from lxml import etree

from inbound.reading.limits import MAX_ELEMENTS
from inbound.reading.lines import DELIMITER, QUOTED, TextLine
from inbound.reading.styles import hidden_selectors, is_hidden
from inbound.reading.text import clean_text

_HIDDEN: Final = frozenset(
    {"head", "style", "script", "title", "template", "object", "svg", "select", "textarea"}
) | {"button", "iframe", "map", "del", "s", "strike"}
_BLOCK_TAGS: Final = (
    "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3"
    " h4 h5 h6 header hr html li main nav ol p pre section table tbody tr ul"
)
_BLOCKS: Final = frozenset(_BLOCK_TAGS.split())
_RULE: Final = "_" * 40
_KEEPS_LINES: Final = re.compile(r"white-space:(pre|break-spaces)")
# Programs prefix others' class names when quoting: x_…, m_-123…, ydp12ab….
_PREFIX: Final = re.compile(r"^(x_|m_-?\d+|ydp[\da-f]{4,}|v1)+", re.I)
_REST: Final = frozenset({"divrplyfwdmsg", "appendonsend", "stopspelling", "olk_src_body_section"})
_QUOTE_NAMES: Final = (
    "gmail_attr moz-cite-prefix moz-forward-container moz-email-headers-table yahoo_quoted"
    " mail-editor-reference-message-container tutanota_quote gmail_quote_attribution"
    " messagereplysection zmail_extra quote quoted-content replycontent wordsection_quote"
    " yahoo-quoted quoted_content reference-message oriquote originalmessage mailquote"
    " apple-mail-quote mail_quote"
)
_QUOTES: Final = frozenset(_QUOTE_NAMES.split())
_QUOTE_WRAPPERS: Final = frozenset(
    {"gmail_quote", "gmail_quote_container", "gmail_extra", "protonmail_quote", "k9mail_quote"}
)
_QUOTE_NAME: Final = re.compile(r"yahoo_quoted|reference-message|reply-?section|replyfwd", re.I)
_SIGNATURE_NAME: Final = re.compile(r"signature|^sig$", re.I)
_ORIGINAL: Final = re.compile(r"\s*original ?message\s*", re.I)

HIDDEN, QUOTE, WRAPPER, SIGNATURE, PRE = range(5)


class _Frame(NamedTuple):
    tag: str
    kinds: frozenset[int]


class _Reader:
    """Parser target that collects lines."""

    def __init__(self) -> None:
        self.lines: list[TextLine] = []
        self.frames: list[_Frame] = []
        self.inside = [0] * 5  # number of open elements by kind
        self.shells: list[bool] = []  # open quote containers: whether their quote is still open
        self.waiting: list[str] = []
        self.elements = 0
        self.converted = False  # whether it was generated from plain text, line by line
        self.numbers: list[int] = []  # next number of each open list, 0 if unnumbered
        self.styles: list[str] = []  # text of the open <style> element
        self.unshown: frozenset[str] = frozenset()  # selectors of hidden elements

    # What the parser calls ------------------------------------------------------------------------
    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            self._begin_rest()
            raise _TooManyElements
        kinds = self._kinds(tag, attributes)
        if tag in _BLOCKS or QUOTE in kinds or SIGNATURE in kinds:
            self._end_line()
        for kind in kinds:
            self.inside[kind] += 1
        if WRAPPER in kinds:
            self.shells.append(True)
        self.frames.append(_Frame(tag, kinds))
        self._shows(tag, attributes)

    def _shows(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Write the text an element itself produces, such as a rule or a list number."""
        if tag == "hr":
            self.lines.append(self._line(_RULE))
        elif tag == "br":
            self._break(attributes)
        elif tag in ("td", "th"):
            self.waiting.append(" ")
        elif tag in ("ol", "ul"):
            self.numbers.append(int(tag == "ol"))
        elif tag == "li" and self.numbers and self.numbers[-1]:
            self.waiting.append(f"{self.numbers[-1]}. ")
            self.numbers[-1] += 1

    def end(self, tag: str) -> None:  # noqa: ARG002
        """Close the innermost element, whatever ``tag`` says."""
        if not self.frames:
            return
        frame = self.frames.pop()
        self._end_style(frame)
        if frame.tag in _BLOCKS or frame.kinds - {PRE}:
            self._end_line()
        for kind in frame.kinds:
            self.inside[kind] -= 1
        if WRAPPER in frame.kinds:
            self.shells.pop()
        if QUOTE in frame.kinds and frame.tag == "blockquote" and not self.inside[QUOTE]:
            self.shells = [False] * len(self.shells)
        if frame.tag in ("ol", "ul") and self.numbers:
            self.numbers.pop()
        if frame.tag == "p":
            self.lines.append(self._line(""))

    def _end_style(self, frame: _Frame) -> None:
        if frame.tag == "style":
            self.unshown |= hidden_selectors("".join(self.styles))
            self.styles = []

    def data(self, text: str) -> None:
        if self.frames and self.frames[-1].tag == "style":
            self.styles.append(text)
        if self.inside[HIDDEN]:
            return
        if self.inside[PRE]:
            first, *more = clean_text(text).split("\n")
            self.waiting.append(first)
            for each in more:
                self._end_line(blank=True)
                self.waiting.append(each)
        else:
            self.waiting.append(text)

    def comment(self, text: str) -> None:
        """Recognise comments that start a quote or mark text converted from plain text."""
        if _ORIGINAL.fullmatch(text[:40]):
            self._begin_rest()
        self.converted |= "converted from text/plain" in text[:60].lower()

    def close(self) -> list[TextLine]:
        self._end_line()
        return self.lines

    # Lines ----------------------------------------------------------------------------------------
    def _line(self, text: str, *, rest: bool = False) -> TextLine:
        quoted = self.inside[QUOTE] > 0 or (bool(self.shells) and any(self.shells))
        quoted = quoted or QUOTED.match(text) is not None
        cut = self.converted or self.inside[PRE] > 0
        return TextLine(text, quoted, signed=self.inside[SIGNATURE] > 0, rest=rest, cut=cut)

    def _end_line(self, *, blank: bool = False) -> None:
        written = clean_text("".join(self.waiting))
        text = DELIMITER if written == DELIMITER else " ".join(written.split())
        self.waiting = []
        if text or blank:
            self.lines.append(self._line(text))

    def _break(self, attributes: Mapping[str, str]) -> None:
        self._end_line(blank=True)
        if any(_SIGNATURE_NAME.search(name) for name in _element_names(attributes)):
            self.lines.append(self._line(DELIMITER))

    def _begin_rest(self) -> None:
        self._end_line()
        line = self._line("", rest=True)
        if not line.quoted and not self.inside[HIDDEN]:
            self.lines.append(line)

    def _kinds(self, tag: str, attributes: Mapping[str, str]) -> frozenset[int]:
        kinds = {HIDDEN} if tag in _HIDDEN or "hidden" in attributes else set()
        style = "".join(attributes.get("style", "")[:4000].lower().split())
        if is_hidden(style) or (self.unshown and self._is_hidden(tag, attributes)):
            kinds.add(HIDDEN)
        if tag == "pre" or _KEEPS_LINES.search(style):
            kinds.add(PRE)
        if tag == "blockquote":
            kinds.add(QUOTE)
        elif tag != "br":
            kinds |= self._kinds_by_name(tag, _element_names(attributes))
        return frozenset(kinds)

    def _is_hidden(self, tag: str, attributes: Mapping[str, str]) -> bool:
        """Whether a style sheet of the message hides or strikes out an element."""
        classes = [f".{name}" for name in attributes.get("class", "")[:1000].lower().split()]
        names = {*classes, f"#{attributes.get('id', '').lower()}", tag}
        return bool(self.unshown & (names | {f"{tag}{name}" for name in names}))

    def _kinds_by_name(self, tag: str, names: list[str]) -> set[int]:
        """Return the kinds of an element by names that known mail programs use."""
        kinds = set()
        for name in names:
            if name in _REST:
                self._begin_rest()
            if name in _QUOTE_WRAPPERS:
                kinds.add(WRAPPER)
            elif tag != "body" and (name in _QUOTES or _QUOTE_NAME.search(name)):
                kinds.add(QUOTE)
            elif tag not in ("body", "html") and _SIGNATURE_NAME.search(name):
                kinds.add(SIGNATURE)
        return kinds


def _element_names(attributes: Mapping[str, str]) -> list[str]:
    """Return the classes, id and name of an element, without prefixes added when quoting."""
    given = f"{attributes.get('class', '')} {attributes.get('id', '')} {attributes.get('name', '')}"
    return [_PREFIX.sub("", name.lower()) for name in given[:1000].split()[:20]]


class _TooManyElements(Exception):
    """Too many elements; parsing stops."""


def parse_html(text: str) -> list[TextLine]:
    """Convert HTML to lines as a reader sees them; never fails."""
    target = _Reader()
    parser = etree.HTMLParser(target=target, recover=True, huge_tree=True, encoding="utf-8")
    try:
        parser.feed(text.encode("utf-8", "replace"))
        parser.close()
    except (_TooManyElements, etree.LxmlError, ValueError, AssertionError):
        pass
    return target.close()
