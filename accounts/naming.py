"""Which names are allowed: pure rules, so that form, API and database agree."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable

from accounts.domains import has_web_address, strip_marks

MAX_NAME_LENGTH = 30
EXTRA_CHARACTERS = " .'’-_"
RESERVED = frozenset({"anonymous", "root", "system", "team"})
TITLES = frozenset(
    {
        "admin", "admins", "administrator", "administrateur", "administratrice", "amministratore",
        "amministratrice", "arbiter", "arbitre", "arbitro", "arbitra", "betreiber", "betreiberin",
        "headreferee", "moderator", "moderatorin", "moderateur", "moderatrice", "moderatore",
        "offiziell", "official", "officiel", "officielle", "operateur", "operator", "operatore",
        "postmaster", "referee", "referees", "schiedsrichter", "schiedsrichterin", "staff",
        "support", "sysadmin", "ufficiale", "webmaster",
    }
)  # fmt: skip
CAPITAL_LOOKALIKES = str.maketrans("I|", "ll")  # look like a lower-case L
DIGITS = str.maketrans("01345789i|", "oleastbgll")  # i, l and 1 look alike
DIGIT_LOOKALIKES = str.maketrans("0134578", "oleastb")
APOSTROPHES = str.maketrans(dict.fromkeys("‘’ʼʻʽʾʹˈꞌ`", "'"))
LOOSE_ACCENTS = str.maketrans(dict.fromkeys("`\u00b4\u1fbd\u1fbf\u1fef\u1ffd\u1ffe", "’"))
TURKISH_I = str.maketrans("İı", "ii")
# These look like Latin letters but are missing from the table of look-alikes.
SMALL_CAPITALS = str.maketrans("вкмнтьκτχηεγβʙᴅᴇʜᴊᴋʟᴍɴᴘʀᴛ", "bkmhtbktxneybbdehjklmnprt")
LOOKALIKE_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
FIRST_PICTURE = "\u2580"  # symbols before it look like punctuation or letters
MIN_SITE_NAME_LENGTH, MAX_STACKED_MARKS = 4, 2
BIDI = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
SOFT_HYPHEN = "\u00ad"  # word processors insert it where a word can be hyphenated
UNREADABLE = {0: None, ord(SOFT_HYPHEN): None, **BIDI}
COMPATIBLE_SCRIPTS = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)  # scripts that are normally mixed, and cannot be confused with each other
RESERVED_PATTERN = re.compile(
    r"(guest|closed[\W_]account)[\W_]*\d*|(gast|invit[eé]|ospite)[\W_]*\d+"
)
JOINERS = "\u200c\u200d"
JOINED = (
    "ARABIC SYRIAC MANDAIC NKO MONGOLIAN DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU "
    "KANNADA MALAYALAM SINHALA KHMER MYANMAR TIBETAN"
)  # scripts in which joiners are visible
INVISIBLE = frozenset(
    map(
        chr,
        [
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2065, 0x2800),
            *(0x3164, *range(0xFE00, 0xFE0F), 0xFFA0, *range(0xFFF0, 0xFFF9)),
            *range(0xE0000, 0xE1000),
        ],
    )
)  # invisible letters, marks and variation selectors, and code points reserved for more of them
BLACK_FLAG, TAGS_BEGIN = "\U0001f3f4", 0xE0000
FLAGS = tuple(
    f"{BLACK_FLAG}{''.join(chr(TAGS_BEGIN + ord(each)) for each in place)}\U000e007f"
    for place in ("gbeng", "gbsct", "gbwls")
)
EMOJI_BEGIN, EMOJI_STYLE = "\U0001f000", "\ufe0f"
OTHER_EMOJI = "‼⁉ℹ↔⤴⤵〰〽◻◼◽◾"  # emoji among punctuation, letters and mathematical symbols
KEYCAPS, KEYCAP = "0123456789#*", "\u20e3"
NONCHARACTERS = range(0xFDD0, 0xFDF0)


def strip_bidi(text: str) -> str:
    """Return a text without NUL, soft hyphens and bidirectional control characters."""
    return text.translate(UNREADABLE)


def one_line(text: str) -> str:
    """Return user input as one line of readable text."""
    return " ".join(strip_bidi(text).split())


def tidy_line(text: str) -> str:
    """Return a line in NFC, with single spaces and without soft hyphens."""
    return " ".join(unicodedata.normalize("NFC", text.replace(SOFT_HYPHEN, "")).split())


def isolated(name: str) -> str:
    """Return a name with right-to-left letters between Unicode isolates, others unchanged.

    U+2068 and U+2069 keep it from reordering the text around it.
    """
    if ISOLATE in name or not any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name):
        return name
    return f"{ISOLATE}{name}{POP_ISOLATE}"


def has_controls(text: str, *, lines: bool = False) -> bool:
    """Whether a text contains control characters, surrogates or noncharacters.

    A text of several lines may have tabs and line breaks.
    """
    return any(
        unicodedata.category(sign) in ("Cc", "Cs")
        or ord(sign) in NONCHARACTERS
        or ord(sign) & 0xFFFE == 0xFFFE
        for sign in {*text}.difference("\t\n\r" if lines else "")
    )


def has_invisible(name: str) -> bool:
    """Whether a name contains invisible characters, by which it could pass for another.

    Joiners are allowed where they change what is seen: in emoji and in scripts that need them; the
    emoji variation selector only after a symbol.
    """
    plain = strip_bidi(name)
    for flag in FLAGS:
        plain = plain.replace(flag, BLACK_FLAG)
    return any(
        sign in INVISIBLE
        or (sign == EMOJI_STYLE and not _shows_emoji_style(before, after))
        or (
            unicodedata.category(sign) == "Cf"
            and not (sign in JOINERS and _is_visible_joiner(before, after))
        )
        for before, sign, after in zip(f" {plain}", plain, f"{plain[1:]} ", strict=False)
    )


def _shows_emoji_style(before: str, after: str) -> bool:
    """Whether an emoji variation selector is visible here; after a digit only in a keycap."""
    if before in KEYCAPS:
        return after == KEYCAP
    return (
        EMOJI_BEGIN <= before < "\U00020000"
        or before in OTHER_EMOJI
        or unicodedata.category(before) == "So"
    )


def _is_visible_joiner(before: str, after: str) -> bool:
    """Whether a joiner between two characters can change what is seen."""
    if all(unicodedata.name(each, " ").split(" ")[0] in JOINED.split() for each in (before, after)):
        return True
    symbols = all(
        each == EMOJI_STYLE or unicodedata.category(each) in ("So", "Sk")
        for each in (before, after)
    )
    return symbols and (before == EMOJI_STYLE or max(before, after) >= EMOJI_BEGIN)


def has_link(name: str) -> bool:
    """Whether a mail program would turn a part of the name into a link."""
    return has_web_address(_replace_dotted_i(strip_bidi(normalize_name(name))))


def normalize_name(text: str) -> str:
    """Return the name as it is stored: NFKC, single spaces, no formatting characters."""
    plain = text.replace(SOFT_HYPHEN, "").translate(BIDI).translate(LOOSE_ACCENTS)
    return " ".join(unicodedata.normalize("NFKC", plain).split())


def get_name_key(name: str) -> str:
    """Return the key that equal names share: normalised and case-folded.

    Turkish İ and ı count as i, and all apostrophes as one.
    """
    plain = _replace_dotted_i(strip_bidi(normalize_name(name)).translate(APOSTROPHES)).casefold()
    return unicodedata.normalize("NFKC", plain)


def name_error(name: str) -> str | None:
    """Return the error of a normalised name (``empty``, ``long``, ``link``, ``signs``), or None."""
    if not name:
        return "empty"
    if len(name) > MAX_NAME_LENGTH:
        return "long"
    if has_link(name):
        return "link"
    return None if _has_valid_characters(name) else "signs"


def is_reserved(name: str, site_name: str = "") -> bool:
    """Whether a name could pass for the site itself, its officials, a guest or a closed account.

    A title counts if it is a separate word, however it is spelled: “Head Referee”, “Adm1n_2”,
    “Rеfеrее” with Cyrillic letters, “Ad.min Joe”. The site's name counts anywhere.
    """
    key = strip_marks(unicodedata.normalize("NFKD", get_name_key(name)))
    if RESERVED_PATTERN.fullmatch(key):
        return True
    whole, site = skeleton(name), skeleton(site_name)
    if len(site) >= MIN_SITE_NAME_LENGTH and site in whole:
        return True
    kept = _skeletons(TITLES)
    words = [*re.split(r"[\W_]+", key), *key.split()]
    spellings = {skeleton(each) for each in words} | {
        skeleton(each.rstrip("0123456789")) for each in words
    }
    return whole in kept | _skeletons(RESERVED) or not kept.isdisjoint(spellings)


def mixes_scripts(name: str) -> bool:
    """Whether a name mixes scripts that are normally mixed only to imitate somebody."""
    if name.isascii():
        return False
    from confusable_homoglyphs import categories

    scripts = set(categories.unique_aliases(name)) - {"COMMON", "INHERITED"}
    return len(scripts) > 1 and not any(scripts <= known for known in COMPATIBLE_SCRIPTS)


def looks_like_any(name: str, others: Iterable[str]) -> bool:
    """Whether a name could be mistaken for one of the others."""
    return skeleton(name) in {skeleton(each) for each in others}


def skeleton(name: str) -> str:
    """Return a name without case, punctuation and accents, with look-alikes unified."""
    plain = unicodedata.normalize("NFKD", get_name_key(name))
    letters = "".join(_latin_lookalike(sign) for sign in plain if sign.isalnum()).lower()
    for pair, one in LOOKALIKE_PAIRS:
        letters = letters.replace(pair, one)
    return letters.translate(DIGITS)


def appearance(name: str) -> str:
    """Return what a name looks like: equal for “Bob”, “B0b” and Cyrillic “Воb”.

    Unifies only look-alike characters: Anna and Ann, Clara and Dara, José and Jose differ.
    """
    plain = _replace_dotted_i(normalize_name(name).translate(APOSTROPHES))
    pairs = zip(f" {plain}", plain, strict=False)
    kept = "".join(sign for before, sign in pairs if _tells_apart(before, sign))
    written = " ".join(kept.split()) or plain
    alike = "".join(_latin_lookalike(sign) for sign in written).translate(CAPITAL_LOOKALIKES)
    return alike.casefold().translate(DIGIT_LOOKALIKES)


def _tells_apart(before: str, sign: str) -> bool:
    """Whether names that differ in this alone look different, unlike in punctuation and accents.

    Marks on letters of their own script do, such as vowels in Hindi and tones in Thai.
    """
    category = unicodedata.category(sign)
    if category[0] == "M":
        scripts = {unicodedata.name(each, "").partition(" ")[0] for each in (before, sign)}
        return len(scripts) == 1 and scripts != {"COMBINING"}
    return sign.isalnum() or sign in " +" or (category == "So" and sign >= FIRST_PICTURE)


@functools.cache
def _skeletons(words: frozenset[str]) -> frozenset[str]:
    return frozenset(skeleton(word) for word in words)


def _replace_dotted_i(text: str) -> str:
    """Replace Turkish İ and ı, and i with a combining dot, by a plain i."""
    return re.sub("i\N{COMBINING DOT ABOVE}+", "i", text.translate(TURKISH_I))


@functools.cache
def _latin_lookalike(sign: str) -> str:
    """Return the Latin letter or digit that is drawn like a character, else the character."""
    if sign.isascii():
        return sign
    if (capital := sign.translate(SMALL_CAPITALS)) != sign:
        return capital
    for found in _confusables().get(sign, ()):
        other: str = found["c"]
        if len(other) == 1 and other.isascii() and other.isalnum():
            return other
    return sign


@functools.cache
def _confusables() -> dict[str, list[dict[str, str]]]:
    """Return the table of look-alike characters, loaded lazily: it is large and rarely needed."""
    from confusable_homoglyphs.confusables import confusables_data

    table: dict[str, list[dict[str, str]]] = confusables_data
    return table


def _has_valid_characters(name: str) -> bool:
    """Whether a name consists of letters, digits and a few punctuation marks between them."""
    marks = 0
    for sign in name:
        if sign in INVISIBLE or sign == EMOJI_STYLE:
            return False
        if unicodedata.category(sign).startswith("M"):
            marks += 1
            if marks > MAX_STACKED_MARKS:
                return False
        elif sign.isalnum() or sign in EXTRA_CHARACTERS:
            marks = 0
        else:
            return False
    return name[0].isalnum() and name[-1] not in " '’-_"
