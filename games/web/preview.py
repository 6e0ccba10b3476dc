"""The move before it is sent: what the board would be, what it would score (rule book C-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.diagrams.base import Diagram
from games.diagrams.clicks import clicks
from games.diagrams.registry import diagram_for
from games.rules.base import Line
from games.rules.series import SeriesState, legs_ended_between
from games.services import wording
from games.services.notation import read_move
from games.services.table import Table
from games.web.drafts import Draft
from games.web.history import line_words

PASSES = frozenset({"pass", "skip"})
RESIGN_WORDS = frozenset({"resign"})
TIE_WORDS = frozenset({"tie", "draw"})


@dataclass(frozen=True)
class Preview:
    """A legal move not yet sent: its one spelling, how it is written, its consequences."""

    text: str
    shown: str
    words: str
    lines: list[str]
    points: int
    effect: str
    ends: str
    diagram: Diagram


@dataclass(frozen=True)
class Choice:
    """One legal move: as spelled, in words, where its preview is, and as readers write it."""

    text: str
    words: str
    url: str
    shown: str = ""


def preview_of(table: Table, seat: int, text: str) -> Preview:
    """Play a move on paper; MalformedMove or IllegalMove where it cannot be."""
    move = read_move(table.rules, table.state, text, get_language())
    after = table.rules.play(table.state, seat, move)
    spelled = table.rules.spell(move)
    lines, points = _scored(table.state, after, seat)
    ended = _leg_over(table.state, after)
    return Preview(
        text=spelled,
        shown=wording.notation(table, spelled),
        words=wording.moves_words(table, [spelled])[0],
        lines=[line_words(line) for line in lines],
        points=points,
        effect=wording.effect_words(table, after, spelled),
        ends=_ends(table, after, ended=ended),
        diagram=diagram_for(table.match.ruleset, table.state, preview=spelled, seat=seat),
    )


def _scored(before: Any, after: Any, seat: int) -> tuple[tuple[Line, ...], int]:
    """Return the lines that the move completes and the points they bring."""
    if not isinstance(after, SeriesState):
        return (), 0
    ended = legs_ended_between(before, after)
    return (ended[0].lines, ended[0].points[seat]) if ended else ((), 0)


def _leg_over(before: Any, after: Any) -> bool:
    """Tell whether a leg ends on the way from one state to the other."""
    return isinstance(after, SeriesState) and bool(legs_ended_between(before, after))


def _ends(table: Table, after: Any, *, ended: bool) -> str:
    """Say whether the move ends the match or the leg."""
    if table.rules.outcome(after) is not None:
        return _("This ends the match.")
    return _("This ends the leg.") if ended else ""


def steps_of(table: Table, draft: Draft, url: str) -> list[Choice]:
    """List what may follow in a turn of steps, each with the address where it is chosen."""
    key = table.match.ruleset
    phrases = wording.moves_words(table, draft.moves)
    return [
        Choice(text, words, f"{url}?{urlencode({'clicks': ','.join(clicks(key, text))}, safe=',')}")
        for text, words in zip(draft.moves, phrases, strict=True)
    ]


def passes_of(table: Table, seat: int, url: str) -> list[Choice]:
    """List passing where it is possible beside a turn of steps."""
    moves = table.rules.moves(table.state, seat)
    found = [text for text in map(table.rules.spell, moves[:1]) if text in PASSES]
    phrases = wording.moves_words(table, found)
    return [
        Choice(text, words, f"{url}?{urlencode({'move': text})}", text)
        for text, words in zip(found, phrases, strict=True)
    ]


def choices_of(table: Table, seat: int, url: str) -> list[Choice]:
    """List every legal move with its words and the address of its preview."""
    spelled = [table.rules.spell(move) for move in table.rules.moves(table.state, seat)]
    return [
        Choice(text, words, f"{url}?{urlencode({'move': text})}", wording.notation(table, text))
        for text, words in zip(spelled, wording.moves_words(table, spelled), strict=True)
    ]
