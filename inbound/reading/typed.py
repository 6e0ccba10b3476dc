"""Separates what a person typed from quotes, signatures and other text in a message."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.message import Message
from typing import Final, NamedTuple

from inbound.reading import phrases, quotes, signatures
from inbound.reading.html import parse_html
from inbound.reading.limits import MAX_TYPED_LINES, MAX_TYPED_TEXT
from inbound.reading.lines import DELIMITER, TextLine, parse_plain
from inbound.reading.mime import Part, leaf_parts
from inbound.reading.text import fold_text, squash_text

_MIN_WRAP_WIDTH: Final = 68  # no mail program wraps shorter lines
_MIN_WRAPPED_LENGTH: Final = 55  # length from which a line of free text may be wrapped
_MAX_LEAD_LINES: Final = 8  # number of lines above a quote that may name its sender
_SIGNATURE_START: Final = re.compile(r"[-–—]{1,2} ?")  # may be followed by several paragraphs
_ENCRYPTED_TYPE: Final = re.compile(r"application/(x-)?pkcs7-mime|application/pgp-encrypted")


@dataclass(slots=True)
class TypedText:
    """What was found in the plain or the HTML form of a text; `quote`: it contains a quote.

    `aside` holds omitted lines that may have been typed: adverts, the first line of paragraphs
    below adverts, rules and disclaimers, and lines between a quote header and the quote. `below`
    holds the other lines there, and those below a manually typed "--".
    """

    typed: list[str] = field(default_factory=list)
    signature: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    right_below: set[int] = field(default_factory=set)  # as in `Reading.right_below`
    below_quote: set[int] = field(default_factory=set)
    says: bool = False  # the last typed line is free text that may continue
    loose: bool = False  # the current signature did not start with "--"
    final: bool = False  # it started with a program's "-- ": nothing below is typed
    advertised: bool = False  # the marked signature contains an advert
    disclaimed: bool = False  # the signature contains a disclaimer
    disclaims: bool = False  # the current paragraph belongs to the disclaimer
    glued: bool = False  # the signature directly follows a typed line
    quote: bool = False
    notice: bool = False  # reading an advert or disclaimer above the text, up to its paragraph end
    doubtful: str = ""

    @property
    def core(self) -> str:
        """The typed text in the form used for comparison."""
        return squash_text("".join(self.typed))


class Body(NamedTuple):
    """What a person typed, why it is doubtful, the number of attachments, and omitted lines."""

    typed: tuple[str, ...]
    doubtful: str
    attachments: int
    aside: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    right_below: frozenset[int] = frozenset()
    below_quote: frozenset[int] = frozenset()


def read_body(root: Message[str, str], domain: str) -> Body:
    """Extract the typed lines; they are doubtful if the plain and the HTML form differ."""
    groups, files, hidden = _group_parts(root)
    plain: list[TextLine] = []
    rich: list[TextLine] = []
    for texts, pages in groups:
        one = [line for part in texts for line in _parse_plain_part(part, alone=not pages)]
        other = [line for part in pages for line in parse_html(part.text)]
        empty = not any(line.text for line in other)
        plain += one if any(line.text for line in one) else other
        rich += one if empty else other
    if any("-----BEGIN PGP MESSAGE-----" in line.text for line in plain[:400]):
        hidden = "encrypted"
    if hidden:
        return Body((), hidden, files)
    found = _reconcile(
        separate_typed(plain, domain), separate_typed(rich, domain) if rich != plain else None
    )
    typed, doubtful = tuple(found.typed), found.doubtful
    if len(typed) > MAX_TYPED_LINES or sum(map(len, typed)) > MAX_TYPED_TEXT:
        typed, doubtful = tuple(line[:200] for line in typed[:20]), "too_long"
    elif sum(line.count("\ufffd") for line in typed) * 4 > sum(map(len, typed)):
        doubtful = doubtful or ("undecodable" if typed else "")
    aside, below = tuple(found.aside[:MAX_TYPED_LINES]), tuple(found.below[:MAX_TYPED_LINES])
    cuts = frozenset(found.right_below), frozenset(found.below_quote)
    return Body(typed, doubtful, files, aside, below, *cuts)


def _parse_plain_part(part: Part, *, alone: bool) -> list[TextLine]:
    """Parse plain text; beside HTML, the mail program added its links and brackets."""
    flowed = part.param("format").lower() == "flowed"
    delsp = part.param("delsp").lower() == "yes"
    return parse_plain(part.text, flowed=flowed, delsp=delsp, typed=alone)


def _group_parts(root: Message[str, str]) -> tuple[list[tuple[list[Part], list[Part]]], int, str]:
    """Return the text parts grouped by alternative, the number of files, and why text is hidden."""
    groups: dict[int, tuple[list[Part], list[Part]]] = {}
    files, hidden = 0, ""
    for number, (part, around) in enumerate(leaf_parts(root)):
        if _ENCRYPTED_TYPE.match(part.kind):
            hidden = "enclosed" if part.param("smime-type") == "signed-data" else "encrypted"
        named = number == 0 and part.disposition != "attachment"  # some programs name the text part
        text = part.kind in ("text/plain", "text/html")
        if not text or (part.is_attachment and not named):
            related = any(each.get_content_subtype() == "related" for each in around)
            protected = part.kind.endswith(
                ("-signature", "pkcs7-mime", "pgp-encrypted", "pgp-keys")
            )
            files += not ((related and part.kind.startswith("image/")) or protected)
            continue
        key = next(
            (id(each) for each in around if each.get_content_subtype() == "alternative"), number
        )
        groups.setdefault(key, ([], []))[part.kind == "text/html"].append(part)
    return list(groups.values()), files, hidden


def _reconcile(plain: TypedText, rich: TypedText | None) -> TypedText:
    """Return the lines both forms agree on, else the shorter form marked as doubtful."""
    if rich is None:
        return plain
    plain.aside = rich.aside = [*plain.aside, *rich.aside]
    plain.below = rich.below = [*plain.below, *rich.below]
    if plain.core == rich.core:
        rich.doubtful = rich.doubtful or plain.doubtful
        if plain.typed == rich.typed:  # only the plain form has line widths
            rich.right_below |= plain.right_below
            rich.below_quote |= plain.below_quote
        return rich
    less, more = sorted((plain, rich), key=lambda found: len(found.core))
    signature = squash_text("".join(less.signature))
    beyond = _find_surplus(less.core, more.core)
    if not (beyond and signature and beyond in signature and less.core):
        less.doubtful = less.doubtful or "readings_differ"
        less.typed = less.typed or more.typed
    return less


def _find_surplus(less: str, more: str) -> str:
    """Return what the longer form has after the shorter one, "" if they differ otherwise."""
    return more[len(less) :] if more.startswith(less) else ""


def separate_typed(lines: Sequence[TextLine], domain: str) -> TypedText:
    """Separate typed lines from quotes, quote headers, signatures and adverts."""
    found = TypedText()
    number, signing = 0, False
    while number < len(lines) and len(found.typed) + len(found.signature) <= 2 * MAX_TYPED_LINES:
        line = lines[number]
        lead = None if line.quoted or line.blank else quotes.find_quote_header(lines, number)
        if line.rest or (not line.quoted and _is_ours(line, domain)):
            found.quote = True
            if not line.rest and not phrases.OWN_DELIMITER.search(line.start):
                found.doubtful = "unmarked_quote"
            _drop_attribution(found, lines, number, domain)
            break
        if lead is not None or line.quoted:
            found.quote, signing, found.says = True, False, False
            if lead is not None and not lead.marked:
                _keep_around_marks(found, lines, number + lead.lines, domain)
                break
        elif not line.blank:
            signing = _take_line(found, lines, number, signing=signing)
        else:
            found.says = False
            signing = signing and not (found.notice and not found.typed)
        number += lead.lines if lead is not None else 1
    return found


def _keep_around_marks(
    typed: TypedText, lines: Sequence[TextLine], number: int, domain: str
) -> None:
    """Keep the few lines between a quote header and the marked quote, and those below it."""
    marks = number + 4 * _MAX_LEAD_LINES
    before: list[str] = []
    for at, line in enumerate(lines[number:marks], start=number):
        if line.quoted or line.rest or _is_ours(line, domain):
            typed.aside += before
            typed.below += _find_below_marks(lines, at, domain)
            return
        if not line.blank:
            before.append(line.text)
            if len(before) > _MAX_LEAD_LINES or quotes.find_quote_header(lines, at) is not None:
                return


def _find_below_marks(lines: Sequence[TextLine], number: int, domain: str) -> list[str]:
    """Return the unmarked lines below a marked quote, up to what is certainly quoted."""
    kept: list[str] = []
    for line in lines[number:]:
        ours = not line.quoted and _is_ours(line, domain)
        if line.rest or len(kept) >= MAX_TYPED_LINES or ours:
            break
        kept += [] if line.quoted or line.blank else [line.text]
    return kept


def _drop_attribution(
    typed: TypedText, lines: Sequence[TextLine], number: int, domain: str
) -> None:
    """Drop an attribution in an unknown language: from the line with our address to the quote."""
    above = [line for line in lines[max(0, number - _MAX_LEAD_LINES) : number] if not line.blank]
    for at, line in enumerate(above):
        if domain and f"@{domain}" in line.start.lower():
            dropped = [each.text for each in above[at:]]
            if typed.typed[-len(dropped) :] == dropped:
                del typed.typed[-len(dropped) :]
            return


def _take_line(typed: TypedText, lines: Sequence[TextLine], number: int, *, signing: bool) -> bool:
    """Add a line as typed or signature; return whether the following lines are signature."""
    line = lines[number]
    if line.signed:  # phones put text typed below their advert into the same element
        typed.below += [line.text] if typed.advertised else []
        typed.advertised |= phrases.ADVERT.fullmatch(fold_text(line.start)[:240]) is not None
    elif signing:
        _keep_aside(typed, lines, number)
    else:
        signing = _opens_signature(typed, lines, number)
    if signing or line.signed:
        typed.signature.append(line.text)
        return signing
    typed.says = _continues_free_text(typed, lines, number) or _starts_free_text(line)
    typed.typed.append(line.text)
    _note_wrapping(typed, lines[number - 1] if number else TextLine(""), line)
    return False


def _opens_signature(typed: TypedText, lines: Sequence[TextLine], number: int) -> bool:
    """Whether a signature, an advert or a disclaimer starts here; free text never is one."""
    line = lines[number]
    own = _starts_free_text(line) or _continues_free_text(typed, lines, number)
    signing = not own and signatures.starts_signature(lines, number)
    said = signing and not phrases.SIGNATURE.fullmatch(line.text)
    if _SIGNATURE_START.fullmatch(line.text):
        typed.notice = False
    typed.notice |= said and not typed.typed
    typed.loose = signing and not _SIGNATURE_START.fullmatch(line.text)
    typed.final = line.text == DELIMITER
    typed.glued = said and not signatures.is_paragraph_start(lines, number)
    typed.disclaimed = typed.disclaims = said and signatures.starts_disclaimer(lines, number)
    if said:
        typed.aside.append(line.text)
    return signing


def _keep_aside(typed: TypedText, lines: Sequence[TextLine], number: int) -> None:
    """Record a line of a signature that may have been typed."""
    text, first = lines[number].text, signatures.is_paragraph_start(lines, number)
    if first:
        typed.disclaims = typed.disclaimed and signatures.is_rest_of_disclaimer(lines, number)
    if signatures.starts_disclaimer(lines, number):
        typed.disclaimed = typed.disclaims = True
    rest = typed.disclaims and signatures.is_rest_of_disclaimer(lines, number)
    if typed.loose and (typed.glued or first):
        typed.aside.append(text)
    elif not typed.final and not rest:
        typed.below.append(text)


def _starts_free_text(line: TextLine) -> bool:
    """Whether free text starts on this line and it is no advert starting with the same word."""
    start = fold_text(line.start)[:240]
    return phrases.FREE_TEXT_KEYWORD.match(start) is not None and not (
        phrases.is_label(start) or phrases.can_be_label(start)
    )


def _continues_free_text(typed: TypedText, lines: Sequence[TextLine], number: int) -> bool:
    """Whether a line may continue free text that was wrapped."""
    return typed.says and number > 0 and lines[number - 1].width >= _MIN_WRAPPED_LENGTH


def _is_ours(line: TextLine, domain: str) -> bool:
    """Whether an unmarked line comes from one of our e-mails."""
    if phrases.OWN_DELIMITER.search(line.start):
        return True
    return bool(domain) and line.start.startswith((f"https://{domain}", f"http://{domain}"))


def _note_wrapping(typed: TypedText, above: TextLine, line: TextLine) -> None:
    """Record whether a line may be the wrapped end of the line above."""
    if above.quoted and above.width:
        if above.width + 1 + len(line.text.split(" ", 1)[0]) > _MIN_WRAP_WIDTH:
            typed.doubtful = "unmarked_quote"
        elif above.can_continue:
            typed.below_quote.add(len(typed.typed))
    elif above.cut and not above.blank:
        typed.right_below.add(len(typed.typed))
