"""What a person typed themselves, among everything that a message holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.message import Message
from typing import Final, NamedTuple

from inbound.reading.html import html_lines
from inbound.reading.limits import MAX_TYPED, MAX_TYPED_TEXT
from inbound.reading.lines import TextLine, plain_lines
from inbound.reading.mime import Part, leaves
from inbound.reading.phrases import ADVERT, DISCLAIMER, DISCLAIMS, OURS, SIGNATURE, is_imprint
from inbound.reading.quotes import find_quote_header
from inbound.reading.text import fold_text, squash_text

_WRAPPED_AT: Final = 68  # no program wraps shorter lines
_LEAD: Final = 8  # lines above a quote that may name its sender
_DISCLAIMER: Final = 60  # characters, of which every disclaimer has more
_ENDS: Final = re.compile(r"[-–—]{1,2} ?")  # above a signature, which may have several paragraphs
_SECRET: Final = re.compile(r"application/(x-)?pkcs7-mime|application/pgp-encrypted")


@dataclass(slots=True)
class TypedText:
    """What was found in one form of a text; `quote` if there is any quote in it."""

    typed: list[str] = field(default_factory=list)
    signature: list[str] = field(default_factory=list)
    quote: bool = False
    notice: bool = False  # whether an advert or disclaimer on top is read: it ends as a paragraph
    doubtful: str = ""

    @property
    def core(self) -> str:
        """The typed text in the form in which it is compared."""
        return squash_text("".join(self.typed))


class Body(NamedTuple):
    """What a person typed, why it may not be done, and the number of files beside it."""

    typed: tuple[str, ...]
    doubtful: str
    attachments: int


def read_body(root: Message[str, str], domain: str) -> Body:
    """Read what was typed; where two forms of the text differ, nothing of it may be done."""
    groups, files, secret = _groups(root)
    plain: list[TextLine] = []
    rich: list[TextLine] = []
    for texts, pages in groups:
        one = [line for part in texts for line in _plain(part)]
        other = [line for part in pages for line in html_lines(part.text)]
        empty = not any(line.text for line in other)
        plain += one if any(line.text for line in one) else other
        rich += one if empty else other
    if secret or any("-----BEGIN PGP MESSAGE-----" in line.text for line in plain[:400]):
        return Body((), "encrypted", files)
    found = _reconcile(
        separate_typed(plain, domain), separate_typed(rich, domain) if rich != plain else None
    )
    typed, doubtful = tuple(found.typed), found.doubtful
    if len(typed) > MAX_TYPED or sum(map(len, typed)) > MAX_TYPED_TEXT:
        typed, doubtful = tuple(line[:200] for line in typed[:20]), "too_long"
    elif sum(line.count("\ufffd") for line in typed) * 4 > sum(map(len, typed)):
        doubtful = doubtful or ("undecodable" if typed else "")
    return Body(typed, doubtful, files)


def _plain(part: Part) -> list[TextLine]:
    flowed = part.param("format").lower() == "flowed"
    return plain_lines(part.text, flowed=flowed, delsp=part.param("delsp").lower() == "yes")


def _groups(root: Message[str, str]) -> tuple[list[tuple[list[Part], list[Part]]], int, bool]:
    """Put the forms of one text together: plain and HTML; count files; note what is encrypted."""
    groups: dict[int, tuple[list[Part], list[Part]]] = {}
    files, secret = 0, False
    for number, (part, around) in enumerate(leaves(root)):
        if _SECRET.match(part.kind) and part.param("smime-type") != "signed-data":
            secret = True
        if part.is_attachment or part.kind not in ("text/plain", "text/html"):
            related = any(each.get_content_subtype() == "related" for each in around)
            sealed = part.kind.endswith(("-signature", "pkcs7-mime", "pgp-encrypted", "pgp-keys"))
            files += not ((related and part.kind.startswith("image/")) or sealed)
            continue
        key = next(
            (id(each) for each in around if each.get_content_subtype() == "alternative"), number
        )
        groups.setdefault(key, ([], []))[part.kind == "text/html"].append(part)
    return list(groups.values()), files, secret


def _reconcile(plain: TypedText, rich: TypedText | None) -> TypedText:
    """Return what both readings have, or the shorter one with the doubt."""
    if rich is None:
        return plain
    if plain.core == rich.core:
        rich.doubtful = rich.doubtful or plain.doubtful
        return rich
    less, more = sorted((plain, rich), key=lambda found: len(found.core))
    signature = squash_text("".join(less.signature))
    beyond = _beyond(less.core, more.core)
    if beyond and signature and beyond in signature and less.core:
        return less
    less.doubtful = less.doubtful or "readings_differ"
    if not less.typed:
        less.typed = more.typed
    return less


def _beyond(less: str, more: str) -> str:
    """Return what the longer reading has behind the shorter one, empty if it differs otherwise."""
    return more[len(less) :] if more.startswith(less) else ""


def separate_typed(lines: Sequence[TextLine], domain: str) -> TypedText:
    """Separate what was typed from quotes, what leads to them, signatures and adverts."""
    found = TypedText()
    number, signing = 0, False
    while number < len(lines) and len(found.typed) + len(found.signature) <= 2 * MAX_TYPED:
        line = lines[number]
        lead = None if line.quoted or line.blank else find_quote_header(lines, number)
        if line.rest or (not line.quoted and _is_ours(line, domain)):
            found.quote = True
            if not line.rest and not OURS.search(line.start):
                found.doubtful = "unmarked_quote"
            _drop_lead(found, lines, number, domain)
            break
        if lead is not None or line.quoted:
            found.quote, signing = True, False
            if lead is not None and not lead.marked:
                break
        elif not line.blank:
            signing = _take_line(found, lines, number, signing=signing)
        elif found.notice and not found.typed:
            signing = False
        number += lead.lines if lead is not None else 1
    return found


def _drop_lead(found: TypedText, lines: Sequence[TextLine], number: int, domain: str) -> None:
    """Drop what names the sender of a quote in a language that we do not know.

    These are lines right above it, from the one with our address on.
    """
    above = [line for line in lines[max(0, number - _LEAD) : number] if not line.blank]
    for at, line in enumerate(above):
        if domain and f"@{domain}" in line.start.lower():
            dropped = [each.text for each in above[at:]]
            if found.typed[-len(dropped) :] == dropped:
                del found.typed[-len(dropped) :]
            return


def _take_line(found: TypedText, lines: Sequence[TextLine], number: int, *, signing: bool) -> bool:
    """Take a line as typed or as signature; return whether the next ones are signature, too."""
    line = lines[number]
    if not signing and not line.signed:
        signing = _signs(lines, number)
        if _ENDS.fullmatch(line.text):
            found.notice = False
        found.notice |= signing and not found.typed and not SIGNATURE.fullmatch(line.text)
    if signing or line.signed:
        found.signature.append(line.text)
        return signing
    found.typed.append(line.text)
    if _may_be_wrapped(lines, number):
        found.doubtful = "unmarked_quote"
    return False


def _is_ours(line: TextLine, domain: str) -> bool:
    """Whether a line without a mark is one of our own e-mail."""
    if OURS.search(line.start):
        return True
    return bool(domain) and line.start.startswith((f"https://{domain}", f"http://{domain}"))


def _signs(lines: Sequence[TextLine], number: int) -> bool:
    """Whether a signature, an advert or a disclaimer begins with this line."""
    line = lines[number]
    if SIGNATURE.fullmatch(line.text):
        return True
    start = fold_text(line.start)[:240]
    return bool(ADVERT.fullmatch(start)) or is_imprint(start) or _disclaims(lines, number)


def _disclaims(lines: Sequence[TextLine], number: int) -> bool:
    """Whether a disclaimer begins with this line."""
    line = lines[number]
    if not DISCLAIMER.match(fold_text(line.start)[:240]):
        return False
    below = [each.start for each in lines[number + 1 : number + 3] if not each.quoted]
    text = fold_text(" ".join([line.start, *below]))
    return len(text) > _DISCLAIMER and DISCLAIMS.search(text) is not None


def _may_be_wrapped(lines: Sequence[TextLine], number: int) -> bool:
    """Whether a line may be the end of the quoted line above, wrapped without its mark."""
    above = lines[number - 1] if number else None
    if above is None or not above.quoted or not above.width:
        return False
    first = lines[number].text.split(" ", 1)[0]
    return above.width + 1 + len(first) > _WRAPPED_AT
