"""Notation of Ampel: "+d3", "g4-g7", "g4-g7 h6-e3 +c2", "start R".

A step is an int: the target of a disc that is placed, or 66 × (1 + origin) + target of one that
moves; `STARTED` or one less is the random draw before the setup.
"""

import re
from typing import Final

from games.families.ampel.trigrid import INDEX, POINTS
from games.rules.base import MalformedMove

Step = int
Move = tuple[Step, ...]

RED_STARTS: Final = -1  # red starts (-1) or green (-2)
_POINT_COUNT: Final = len(POINTS)
_WORD: Final = re.compile(r"\+([a-k][0-9]{1,2})|([a-k][0-9]{1,2})-([a-k][0-9]{1,2})|(-)", re.ASCII)
_DASH: Final = re.compile(r"([a-k][0-9]{1,2}) ?- ?(?=[a-k][0-9])", re.ASCII)
_SEPARATORS: Final = str.maketrans({",": " ", ";": " ", "–": "-", "+": " +"})
_START: Final = re.compile(r"start([rg])", re.ASCII)


def origin_and_target(step: Step) -> tuple[int, int]:
    """Return the origin and the target of a step; the origin is -1 if a disc is placed."""
    return step // _POINT_COUNT - 1, step % _POINT_COUNT


def endpoint_names(step: Step) -> tuple[str, str]:
    """Return the names of origin and target; the origin is "" if a disc is placed."""
    start, end = origin_and_target(step)
    return POINTS[start] if start >= 0 else "", POINTS[end]


def format_move(move: Move) -> str:
    return " ".join(map(_format_step, move))


def parse_move(text: str) -> Move:
    """Parse steps separated by spaces, commas or semicolons; "-" is an optional skipped step."""
    word = "".join(text.split()).lower()
    if lot := _START.fullmatch(word):
        return (RED_STARTS - "rg".index(lot[1]),)
    words = " ".join(text.lower().translate(_SEPARATORS).split()).replace("+ ", "+")
    found = [_parse_step(each, text) for each in _DASH.sub(r"\1-", words).split()]
    steps = tuple(step for step in found if step is not None)
    if not steps:
        raise MalformedMove("unreadable_move", text=text.strip()[:40])
    return steps


def _format_step(step: Step) -> str:
    if step < 0:
        return f"start {'RG'[RED_STARTS - step]}"
    if step < _POINT_COUNT:
        return f"+{POINTS[step]}"
    return f"{POINTS[step // _POINT_COUNT - 1]}-{POINTS[step % _POINT_COUNT]}"


def _parse_step(word: str, text: str) -> Step | None:
    """Parse one step; return None for a skipped one."""
    found = _WORD.fullmatch(word)
    if not found:
        raise MalformedMove("unreadable_move", text=text.strip()[:40])
    names = [name for name in found.groups()[:3] if name]
    for name in names:
        if name not in INDEX:
            raise MalformedMove("no_such_point", point=name)
    if found[4]:
        return None
    return INDEX[names[0]] if found[1] else _POINT_COUNT * (1 + INDEX[names[0]]) + INDEX[names[1]]
