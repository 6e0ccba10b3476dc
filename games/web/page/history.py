"""Moves by leg, the score sheet, and what they consist of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _, ngettext

from accounts.naming import isolated
from games.families import leaving
from games.families.drawing import diagram_for
from games.families.leaving import leaving_label, resumed_label
from games.families.phrases import family_texts
from games.families.words import FamilyTexts
from games.queries import Position
from games.rules.base import CHANCE, AnyState, CompletedLine
from games.rules.multiplayer import REFEREE, leaving_reason, parse_resumption
from games.rules.series import LegResult, SeriesState
from games.services.match.pictures import active_board_labels
from games.services.wording import result_words

if TYPE_CHECKING:
    from games.models import Ply


LISTED_IN_FULL, LISTED_BEFORE = 160, 120


@dataclass(frozen=True)
class MoveRow:
    """One ply in the list of moves."""

    ply: int
    number: str
    text: str
    heard: str
    colour: str
    name: str
    seat: int
    source: str
    at: datetime
    shown: bool
    by_order: bool
    taken_back: bool = False

    @property
    def label(self) -> str:
        """The whole row for screen readers."""
        notes = [(self.by_order, _("planned in advance")), (self.taken_back, _("taken back"))]
        said = [self.heard, *(words for applies, words in notes if applies)]
        return f"{self.number} {self.name}: {', '.join(said)}"


@dataclass(frozen=True)
class LegMoves:
    """The moves of one leg; ``earlier`` is the ply at which omitted moves can be seen."""

    title: str
    moves: list[MoveRow]
    earlier: int | None = None


@dataclass(frozen=True)
class ScoreRow:
    """One leg on the score sheet: starter, points, how they were made, or its status."""

    title: str
    starter_seat: int
    points: list[int | None]
    lines: list[str]
    status: str


def leg_title(number: int, agreed: int) -> str:
    """Return the title of a leg; legs beyond the agreed number are tie-breaks."""
    if number > agreed:
        return _("Tie-break leg %(leg)d") % {"leg": number}
    return _("Leg %(leg)d") % {"leg": number}


def title_of(state: AnyState, leg: int | None = None) -> str:
    """Return the title of a leg, by default the running one; "" in games without legs."""
    if not isinstance(state, SeriesState) or state.frame.legs == 1:
        return ""
    return leg_title(state.leg if leg is None else leg, state.frame.legs)


def completed_line_text(line: CompletedLine) -> str:
    """Return a completed line with its cells, colours and points."""
    words = f"{'–'.join(line.cells)} ({line.colours})"
    if not line.points:
        return words
    points = ngettext("%(count)d point", "%(count)d points", line.points) % {"count": line.points}
    return f"{words}: {points}"


def ended_leg(before: AnyState, after: AnyState) -> LegResult[AnyState] | None:
    """Return the leg that ended between two states, if one did."""
    if not isinstance(before, SeriesState) or not isinstance(after, SeriesState):
        return None
    return after.finished[-1] if len(after.finished) > len(before.finished) else None


def moves_by_leg(position: Position, states: Sequence[AnyState]) -> list[LegMoves]:
    """Return the moves by leg, with the colour each one made.

    Long matches only list those around the ply shown, because wording moves is the most expensive
    part of the page.
    """
    legs: list[LegMoves] = []
    key = position.match.ruleset
    family, counts = family_texts(key), [("", 0)]
    stands = {ply.number for ply in position.standing()}
    listed = _listed_plies(position)
    for ply in position.plies[: listed.stop]:
        before = states[ply.number - 1]
        title = title_of(before)
        counts.append(_number_in_leg(ply, title, counts))
        if ply.number not in listed:
            continue
        if not legs or legs[-1].title != title:
            legs.append(LegMoves(title, []))
        legs[-1].moves.append(
            MoveRow(
                ply=ply.number,
                number="" if ply.seat == REFEREE else family.ply_number(counts[-1][1]),
                text=_line_text(family, ply, before),
                heard=_line_speech(family, ply, before),
                colour=family.new_chip(
                    ply.text, partial(diagram_for, position.match.ruleset, before)
                ),
                name=_player_label(position, ply),
                seat=ply.seat,
                source=ply.get_source_display(),
                at=ply.at,
                shown=ply.number == position.at_ply,
                by_order=ply.source == "order",
                taken_back=ply.seat != REFEREE and ply.number not in stands,
            )
        )
    if legs and listed.start > 1:
        number = legs[0].moves[0].number.rstrip(".") or listed.start
        start = _("From move %(number)s on") % {"number": number}
        title = f"{legs[0].title}: {start}" if legs[0].title else start
        legs[0] = LegMoves(title, legs[0].moves, earlier=listed.start - 1)
    return legs


def _listed_plies(position: Position) -> range:
    """Return the range of plies to list; it starts with an odd number."""
    last = len(position.plies)
    if last <= LISTED_IN_FULL:
        return range(1, last + 1)
    first = max(1, min(position.at_ply - LISTED_BEFORE, last - LISTED_IN_FULL + 1)) | 1
    return range(first, min(last, first + LISTED_IN_FULL - 1) + 1)


def _number_in_leg(ply: Ply, title: str, counts: Sequence[tuple[str, int]]) -> tuple[str, int]:
    """Return the leg of a ply and its number there; a resumption takes both from its target."""
    if (at := parse_resumption(*ply.line)) is not None:
        return counts[at]
    leg, count = counts[-1]
    return title, count + 1 if leg == title else 1


def _player_label(position: Position, ply: Ply) -> str:
    if ply.source == "agreed":
        return _("both players")
    nobody = {CHANCE: _("chance"), REFEREE: _("referee")}
    return nobody.get(ply.seat) or isolated(position.seats[ply.seat].player.name)


def _line_text(family: FamilyTexts[AnyState], ply: Ply, before: AnyState) -> str:
    """Return a ply as listed: moves in notation, random draws in words."""
    if ply.seat == CHANCE:
        return family.lot_text(ply.text, active_board_labels())
    if (at := parse_resumption(*ply.line)) is not None:
        return resumed_label(at)
    return leaving_label(leaving_reason(ply.text)) or family.notation(before, ply.text)


def _line_speech(family: FamilyTexts[AnyState], ply: Ply, before: AnyState) -> str:
    """Return a ply for screen readers."""
    return family.spoken_move(before, ply.text) if ply.is_move else _line_text(family, ply, before)


def score_sheet(
    state: AnyState, ruleset: str, names: Sequence[str], *, over: bool
) -> list[ScoreRow]:
    """Return the legs of a match: played, running and agreed ones."""
    if not isinstance(state, SeriesState):
        return []
    agreed = state.frame.legs
    rows = [_leg_row(leg, ruleset, names, agreed) for leg in state.finished]
    first = len(rows) + 1
    for number in range(first, 0 if over else state.legs_total + 1):
        status = _("running") if number == first else _("to come")
        starter = (number - 1) % 2
        rows.append(ScoreRow(leg_title(number, agreed), starter, [None, None], [], status))
    return rows


def _leg_row(leg: LegResult[AnyState], ruleset: str, names: Sequence[str], agreed: int) -> ScoreRow:
    """Return the row of a finished leg: its lines, or how else it ended."""
    lines = [completed_line_text(line) for line in leg.lines]
    lines = lines or [result_words.leg_ending(leg, ruleset, names)]
    return ScoreRow(leg_title(leg.number, agreed), leg.starter, list(leg.points), lines, "")


def series_totals(state: AnyState) -> tuple[int, ...]:
    """Return the points over all finished legs; empty in games without legs."""
    return state.totals if isinstance(state, SeriesState) else ()


def winning_sentence(
    leg: LegResult[AnyState], ruleset: str, names: Sequence[str], agreed: int
) -> str:
    """Return how a leg ended: who completed what, or who won it."""
    title = leg_title(leg.number, agreed)
    if not leg.lines:
        return result_words.plain_leg_sentence(leg, title, ruleset, names)
    winner = max((0, 1), key=lambda seat: leg.points[seat])
    return _("%(leg)s ended: %(player)s completed %(lines)s.") % {
        "leg": title,
        "player": names[winner],
        "lines": leaving.join_names([completed_line_text(line) for line in leg.lines]),
    }
