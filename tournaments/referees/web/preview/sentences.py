"""Consequences of an act as sentences: the most important ones, then how many more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _, ngettext

from games.rules.base import JSONObject
from tournaments.referees.services.previews import Change
from tournaments.referees.web.preview.cells import ChangeRow
from tournaments.referees.web.preview.event_words import TournamentChanges, instant_text
from tournaments.services import wording

MAX_NAMED_CHANGES = 5


def row_sentences(rows: Sequence[ChangeRow]) -> Iterator[str]:
    """Yield a sentence for each of the first changes, then the number of others."""
    for row in rows[:MAX_NAMED_CHANGES]:
        before, after = (
            instant_text(cell.at) if cell.at else str(cell.text) for cell in (row.before, row.after)
        )
        yield f"{row.what}: {before} → {after}."
    if more := len(rows) - MAX_NAMED_CHANGES if len(rows) > MAX_NAMED_CHANGES else 0:
        yield ngettext(
            "%(count)d more change is listed below.",
            "%(count)d more changes are listed below.",
            more,
        ) % {"count": more}


def table_sentences(speaker: TournamentChanges) -> Iterator[str]:
    """Yield what changes in each table, and that nothing else does.

    Changed points come first; tie-breaks are only mentioned if nothing else changes.
    """
    tables = speaker.tables()
    for name, lines in tables.items():
        prefix = f"{name}: " if len(tables) > 1 else ""
        for sentence in _table_changes(lines):
            yield prefix + sentence


def _table_changes(lines: Sequence[tuple[str, Change]]) -> Iterator[str]:
    scored = [line for line in lines if _points(line[1].before) != _points(line[1].after)]
    moved = [
        line
        for line in lines
        if line not in scored and _place(line[1]) != _place(line[1], after=True)
    ]
    told = (scored + moved)[:MAX_NAMED_CHANGES]
    for name, change in told:
        yield _row_sentence(name, change)
    others = len(scored) + len(moved) - len(told)
    anybody = any(_place(change) != _place(change, after=True) for _name, change in told)
    if others:
        yield ngettext(
            "%(count)d more line of the table changes.",
            "%(count)d more lines of the table change.",
            others,
        ) % {"count": others}
    elif anybody:
        yield _("Nobody else changes place.")
    elif told:
        yield _("Nobody changes place.")
    else:
        yield _("Only tie-breaks change in the table; nobody changes place.")


def _row_sentence(name: str, change: Change) -> str:
    """Return the sentence for the change of one row of a table."""
    before, after = change.before, change.after
    if not before or not after:
        words = _("%(name)s enters the table.") if after else _("%(name)s leaves the table.")
        return words % {"name": name}
    was, now = _place(change), _place(change, after=True)
    said = {
        "name": name,
        "from": "–" if was is None else was,
        "to": "–" if now is None else now,
        "before": _points_text(before),
        "after": _points_text(after),
    }
    if was == now:
        return _("%(name)s stays in place %(to)s: points %(before)s → %(after)s.") % said
    if _points(before) == _points(after):
        return _("%(name)s moves from place %(from)s to %(to)s.") % said
    return _("%(name)s moves from place %(from)s to %(to)s: points %(before)s → %(after)s.") % said


def _place(change: Change, *, after: bool = False) -> int | None:
    value: JSONObject | None = change.after if after else change.before
    return value["place"] if value else None


def _points(value: JSONObject | None) -> str | None:
    return value["points"] if value else None


def _points_text(value: JSONObject) -> str:
    points = _points(value)
    return "–" if points is None else wording.format_points(Fraction(points))
