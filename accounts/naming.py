"""What a name at the table may look like: pure rules, so that form, API and database agree."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 30
EXTRA_SIGNS = " .'’-_"
RESERVED = frozenset(
    {
        "admin", "administrator", "anonymous", "arbiter", "arbitre", "arbitro", "moderator",
        "operator", "postmaster", "referee", "root", "schiedsrichter", "staff", "support",
        "system", "webmaster",
    }
)  # fmt: skip
KEPT_PATTERN = re.compile(r"(guest|closed[\W_]account)[\W_]*\d*|(gast|invit[eé]|ospite)[\W_]*\d+")
STACKED_MARKS = 2


def tidy(text: str) -> str:
    """Return the name as it is stored: compatibility forms folded, blanks single."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def key_of(name: str) -> str:
    """Return what two names share when they count as the same one: the tidy name without case."""
    return unicodedata.normalize("NFKC", tidy(name).casefold())


def fault_in(name: str) -> str | None:
    """Return what is wrong with a tidy name (``empty``, ``long``, ``signs``), or None."""
    if not name:
        return "empty"
    if len(name) > LONGEST:
        return "long"
    return None if _well_spelled(name) else "signs"


def is_reserved(name: str) -> bool:
    """Whether a name could pass for the house itself, a guest or a closed account."""
    key = key_of(name)
    letters = "".join(sign for sign in key if sign.isalnum())
    return letters in RESERVED or KEPT_PATTERN.fullmatch(key) is not None


def _well_spelled(name: str) -> bool:
    """Whether a name is made of letters, digits and a few signs between them."""
    marks = 0
    for sign in name:
        if unicodedata.category(sign).startswith("M"):
            marks += 1
            if marks > STACKED_MARKS:
                return False
        elif sign.isalnum() or sign in EXTRA_SIGNS:
            marks = 0
        else:
            return False
    return name[0].isalnum() and name[-1] not in " '’-_"
