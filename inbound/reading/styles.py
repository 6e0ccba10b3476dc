"""Decides which HTML elements CSS hides or strikes out."""

from __future__ import annotations

import re
from typing import Final

_UNSHOWN: Final = re.compile(
    r"(?:^|[;{])(display:none|visibility:hidden|opacity:0(\.0+)?(?=[;!]|$)|mso-hide:all"
    r"|text-decoration[\w-]*:[^;]*line-through|font-size:([01](\.\d+)?(px|pt)|0(em|%)?)(?=[;!]|$)"
    r"|max-height:0(px)?(?=[;!]|$))"
)
_PROPERTY: Final = re.compile(
    r"display|visibility|opacity|mso-hide|text-decoration|font-size|max-height"
)
_SELECTOR: Final = re.compile(
    r"(?P<tag>[a-z][a-z0-9]*)?(?:[.#][\w-]+)*(?P<name>[.#][\w-]+)|[a-z][a-z0-9]*"
)
_AROUND: Final = re.compile(r"[\s>+~]+")
_MAX_LENGTH: Final = 20_000  # characters of a style sheet


def is_hidden(style: str) -> bool:
    """Whether declarations (lower case, no blanks) hide an element or strike it out."""
    return _UNSHOWN.search(style) is not None


def hidden_selectors(sheet: str) -> frozenset[str]:
    """Return the simple selectors of a style sheet whose elements are hidden or struck out.

    Rules inside "@media …" are ignored. Of "p .s" and "p.a.s" the last class counts; a later rule
    may reveal what an earlier one hid.
    """
    hidden: dict[str, set[str]] = {}
    selector, depth = "", 0
    for piece in re.split(r"([{}])", _strip_comments(sheet[:_MAX_LENGTH].lower())):
        if piece == "{":
            depth += 1
        elif piece == "}":
            depth, selector = max(0, depth - 1), ""
        elif depth == 0:
            selector = piece.rpartition(";")[2].strip()
        elif depth == 1 and not selector.startswith("@"):
            _apply_rule(hidden, selector, "".join(piece.split()))
    return frozenset(name for name, by in hidden.items() if by)


def _apply_rule(hidden: dict[str, set[str]], selector: str, style: str) -> None:
    """Update the properties by which the elements of a rule are hidden."""
    said: dict[str, str] = {}
    for each in style.split(";"):
        found = _PROPERTY.match(each)
        if found is not None and not said.get(found[0], "").endswith("!important"):
            said[found[0]] = each
    for name in {_find_target(each.strip()) for each in selector.split(",")} - {""}:
        for each, declared in said.items():
            if is_hidden(declared):
                important = "!" if declared.endswith("!important") else ""
                hidden.setdefault(name, set()).add(f"{each}{important}")
            elif name in hidden:
                hidden[name].discard(each)


def _find_target(selector: str) -> str:
    """Return the class or id that a selector targets, with its element; "" if unknown."""
    *above, last = _AROUND.split(selector)
    found = _SELECTOR.fullmatch(last)
    if found is None or (above and not found["name"]):
        return ""
    return f"{found['tag'] or ''}{found['name']}" if found["name"] else last


def _strip_comments(sheet: str) -> str:
    return " ".join(piece.partition("/*")[0] for piece in sheet.split("*/"))
