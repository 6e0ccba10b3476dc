"""Strips decoration from typed lines."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from games.orders.standing import is_standing
from inbound.grammar.keywords import LEADING_WORDS
from inbound.grammar.lookup import find_free_text, find_keyword, translate_words
from inbound.grammar.moves import looks_like_turn
from inbound.reading.text import fold_text

_BULLET: Final = re.compile(r"^\s*(?:[-–•·►*]|->|=>|→)\s+")
_WRAPS: Final = ("**", "*", "_", "`", '"', "„“", "“”", "«»", "»«", "'", "‘’", "()", "[]")
_PARTICLE: Final = re.compile(
    r"v[ao]n|vom|zur?|d[eiu]|de[rnsl]|d[ao]s?|della|l[ae]|el|al|te[nr]|&|y"
)
_TITLES: Final = re.compile(
    r"(?:(?:dott|dr|ing|avv|prof|rag|geom|arch|dipl|med|mag)\.?(?:ssa|in)?\.?[ -]+)+", re.I
)
_PLACE: Final = re.compile(r"(?<=\w) ?\(([^()]{2,30})\)$")
_CAPITAL: Final = re.compile(r"(?:[dl]['’])?([^\W\d_])")
_HALF_WIDTH: Final = {0xFF01 + each: 0x21 + each for each in range(0x5E)}
_SENTENCE_END: Final = re.compile(r"(?<!\.)[.!?][\"'”’»)\]]*$|\s[:;=]-?[)(DP]$")
_ABBREVIATED: Final = re.compile(
    r"(?:^|[\s(])(?:z\. ?b|d\. ?h|u\. ?a|e\. ?g|i\. ?e|p\. ?ex|par ex|ad es|bzw|evtl|ggf|vgl|cf|ca"
    r"|nr|no|vs|resp|inkl|sog|dr|mrs?|ms|st|\d{1,3}|[a-z])\.$"
)
_MOVE_NUMBER: Final = re.compile(  # "12. b2", "12.b2", "12...b2", "12. ... b2"
    r"\d{1,3}(?:\)| ?[.…](?: ?[.…]){0,4})(?:\s+(?![.…])(?=\S)|[\s–-]*(?=[^\W\d_]))"
)
_TURN_NUMBER: Final = re.compile(r"\d{1,3} ?[:.)]? ?[.…]{0,3}[\s–-]*(?=[^\W\d_])")  # after "move"


def strip_wrapping(line: str) -> str:
    """Return a line without bullets, emphasis, quotation marks or emoji around it."""
    at = find_free_text(line)
    text = f"{strip_symbols(line[:at])} {line[at:]}".strip()
    if not is_standing(text):
        text = _BULLET.sub("", text, count=1).strip()
    for marks in _WRAPS:
        opening, closing = (marks[0], marks[-1]) if len(marks) == 2 else (marks, marks)
        opening, closing = ("**", "**") if marks == "**" else (opening, closing)
        if len(text) > 2 * len(opening) and text.startswith(opening) and text.endswith(closing):
            inner = text[len(opening) : -len(closing)]
            if opening not in inner and closing not in inner:
                text = inner.strip()
    return text


def strip_symbols(text: str) -> str:
    """Return text without emoji and other symbols."""
    kept = (char for char in text if unicodedata.category(char) not in ("So", "Sk", "Cs", "Cn"))
    return "".join(kept).replace("\ufe0f", "").strip()


def ends_sentence(text: str) -> bool:
    """Whether a line clearly ends a sentence, so that the next line does not continue it."""
    end = text.rstrip()[-40:]
    if end and not strip_symbols(end[-1]):  # an emoji
        return True
    return _SENTENCE_END.search(end) is not None and not _ABBREVIATED.search(fold_text(end))


def offers_draw(text: str) -> bool:
    """Whether a line ends with a draw offer phrased as a question."""
    return translate_words(text.rstrip()).endswith("tie?")


def is_short_phrase(head: str, cut: str) -> bool:
    """Whether the words before a command are a short phrase set apart, like "Hi Anna,"."""
    return bool(cut.strip()) and len(head.split()) <= 3 and "," not in head


def strip_punctuation(text: str) -> str:
    """Return a move without punctuation after it and with full-width characters normalised."""
    return text.translate(_HALF_WIDTH).strip().rstrip(" .,;…").strip()


def strip_move_prefix(text: str) -> str:
    """Return a line without "my move:" or a move number before its move."""
    start = fold_text(text)
    for lead in LEADING_WORDS:
        if start.startswith(lead) and len(start) > len(lead) and start[len(lead)] in " :":
            rest = text[len(lead) :].lstrip(" :–-=")
            if looks_like_turn(strip_punctuation(rest)):
                return rest
            numbered = _TURN_NUMBER.match(rest)
            if numbered and find_keyword(rest[numbered.end() :]) is None:
                return rest[numbered.end() :]
    numbered = _MOVE_NUMBER.match(text)
    if numbered is None:
        return text
    rest = text[numbered.end() :]
    glued = not numbered[0].endswith(" ")
    return text if glued and find_keyword(rest) is not None else rest


def strip_titles(text: str) -> str:
    """Return a name without titles such as "Dr." or "dott. ing."."""
    return _TITLES.sub("", text.lstrip(" -–~*/"), count=1)


def split_place(name: str) -> tuple[str, str]:
    """Return a name and the place after it, as in "Ben (Leeds)"."""
    found = _PLACE.search(name.rstrip(" .,"))
    return (name[: found.start()], found[1]) if found else (name, "")


def is_same_name(word: str, name: str) -> bool:
    """Whether a word is a name, its initial or its short form."""
    return (
        word == name
        or (len(word) == 1 and name.startswith(word))
        or (min(len(word), len(name)) >= 3 and (name.startswith(word) or word.startswith(name)))
    )


def is_proper_name(text: str) -> bool:
    """Whether a line may be a name of up to three words."""
    words = re.split(r"[\s,/|-]+", text.strip(" -–~*/.,"))
    starts = [_CAPITAL.match(word) for word in words if not _PARTICLE.fullmatch(word)]
    if not 1 <= len(starts) <= 3 or text.rstrip().endswith(("!", "?")):
        return False
    return all(start is not None and start[1].isupper() for start in starts)
