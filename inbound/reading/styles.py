"""Which elements of HTML a style hides or strikes out."""

from __future__ import annotations

import re
from typing import Final

_UNSHOWN: Final = re.compile(
    r"(?:^|[;{])(display:none|visibility:hidden|opacity:0(\.0+)?(?=[;!]|$)|mso-hide:all"
    r"|text-decoration[\w-]*:[^;]*line-through|font-size:([01](\.\d+)?(px|pt)|0(em|%)?)(?=[;!]|$)"
    r"|max-height:0(px)?(?=[;!]|$))"
)
_SELECTOR: Final = re.compile(r"[a-z][a-z0-9]*|[a-z0-9]*[.#][\w-]+")
_MOST: Final = 20_000  # characters of a style sheet


def is_unshown(style: str) -> bool:
    """Whether declarations (small letters, no blanks) hide what they are about or strike it out."""
    return _UNSHOWN.search(style) is not None


def hidden_names(sheet: str) -> frozenset[str]:
    """List the simple selectors of a style sheet whose elements nobody sees, or sees struck out.

    What holds on some screens only ("@media …") is left out.
    """
    found: set[str] = set()
    selector, depth = "", 0
    for piece in re.split(r"([{}])", _without_comments(sheet[:_MOST].lower())):
        if piece == "{":
            depth += 1
        elif piece == "}":
            depth, selector = max(0, depth - 1), ""
        elif depth == 0:
            selector = piece.rpartition(";")[2].strip()
        elif depth == 1 and not selector.startswith("@") and is_unshown("".join(piece.split())):
            names = (each.strip() for each in selector.split(","))
            found |= {name for name in names if _SELECTOR.fullmatch(name)}
    return frozenset(found)


def _without_comments(sheet: str) -> str:
    return " ".join(piece.partition("/*")[0] for piece in sheet.split("*/"))
