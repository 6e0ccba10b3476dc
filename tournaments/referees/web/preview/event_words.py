"""Changes in a tournament as text, for the page of a preview.

The name of a fact is a path: ``tournament.<number>`` followed by ``status``, ``entry.<player>``,
``captain.<team>``, ``<division>.round.<number>.closes_at``, ``<division>.round.<number>.board.<n>``
or ``<division>.standing.player.<number>`` (for teams ``team``). See ``services.event_facts`` for
the values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from accounts.naming import isolated
from games.rules.base import JSONObject
from games.services.wording.time_words import moment_words
from tournaments import queries, team_queries
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services.previews import Change
from tournaments.referees.web.preview.cells import ChangeCell, ChangeRow, instant_cell, value_cell
from tournaments.services import wording
from tournaments.services.scores import Score
from tournaments.services.tables import places

CellFormatter = Callable[[Any], ChangeCell]
ORDER = ("status", "entry", "captain", "round", "standing")


class Fact(NamedTuple):
    """A change, with the path of its name after the tournament."""

    path: list[str]
    change: Change


def changes_by_tournament(changes: Sequence[Change]) -> list[TournamentChanges]:
    """Return a ``TournamentChanges`` for each tournament in these changes."""
    found: dict[int, list[Fact]] = {}
    for change in changes:
        _kind, number, *path = change.name.split(".")
        found.setdefault(int(number), []).append(Fact(path, change))
    return [TournamentChanges(pk, facts) for pk, facts in found.items()]


class TournamentChanges:
    """Puts the changes of one tournament into words; names are looked up once."""

    def __init__(self, pk: int, facts: Sequence[Fact]) -> None:
        self.tournament = queries.get_tournament(pk)
        self.facts = facts
        self.names = case_queries.player_names(_named_keys(facts))
        teams = any(fact.path[0] == "captain" or "team" in fact.path for fact in facts)
        self.teams = team_queries.team_names(self.tournament) if teams else {}

    def rows(self, *, tables: bool = True) -> list[ChangeRow]:
        """Return a row for each change visible as text; rows of tables only if ``tables``."""
        ordered = sorted(self.facts, key=self._order)
        wanted = (fact for fact in ordered if tables or "standing" not in fact.path)
        found = (self._row(fact.path, fact.change) for fact in wanted)
        return [row for row in found if row.before != row.after]

    def tables(self) -> dict[str, list[tuple[str, Change]]]:
        """Return the changed rows of each table by its name, each with its entrant's name."""
        found: dict[str, list[tuple[str, Change]]] = {}
        for fact in sorted(self.facts, key=self._order):
            match fact.path:
                case [division, "standing", kind, number]:
                    lines = found.setdefault(self._table(division), [])
                    lines.append((self._who(kind, number), fact.change))
        return found

    def _order(self, fact: Fact) -> tuple[int, list[tuple[int, str]]]:
        """Sort key: facts of one kind together, by number; tables and entries by name."""
        path = fact.path
        kind = next((at for at, each in enumerate(ORDER) if each in path), len(ORDER))
        if path[-1].isdigit() and "board" not in path:
            path = [*path[:-2], self._who(path[-2], path[-1])]
        return kind, [(int(each), "") if each.isdigit() else (-1, each) for each in path]

    def _row(self, path: list[str], change: Change) -> ChangeRow:
        """Return one change; of a table row, only the cells that differ."""
        what, say = self._about(path)
        if "standing" in path and change.before and change.after:
            before, after = standing_changes(change.before, change.after)
            return ChangeRow(what, ChangeCell(before), ChangeCell(after))
        return ChangeRow(what, say(change.before), say(change.after))

    def _about(self, path: list[str]) -> tuple[str, CellFormatter]:
        """Return the label of a fact, and the formatter of its value."""
        match path:
            case ["status"]:
                called = _("Tournament “%(name)s”") % {"name": isolated(self.tournament.title)}
                return called, _with_dash(wording.status_name)
            case ["entry", player]:
                entry = _("Entry of %(player)s") % {"player": self._who("player", player)}
                return entry, _with_dash(wording.entry_status_name)
            case ["captain", team]:
                return _("Captain of %(team)s") % {"team": self._who("team", team)}, self._player
            case [division, "round", number, *rest]:
                return self._about_round(self._round(division, number), rest)
            case [division, "standing", kind, number]:
                line = f"{self._table(division)}: {self._who(kind, number)}"
                return line, _with_dash(standing_words)
        return ".".join(path), value_cell

    def _about_round(self, title: str, rest: list[str]) -> tuple[str, CellFormatter]:
        """Return label and formatter for the end of a round, or for one of its boards."""
        if rest == ["closes_at"]:
            return _("%(round)s ends") % {"round": title}, instant_cell
        board = {"round": title, "board": rest[-1]}
        return _("%(round)s, board %(board)s") % board, _with_dash(self._fixture)

    def _who(self, kind: str, number: str) -> str:
        return (self.teams if kind in ("team", "captain") else self.names).get(int(number), "–")

    def _player(self, number: int | None) -> ChangeCell:
        return ChangeCell(self.names.get(number or 0, "–"))

    def _round(self, division: str, number: str) -> str:
        own = wording.unsaved_division(self.tournament, division)
        return wording.round_title(self.tournament, own, int(number))

    def _table(self, division: str) -> str:
        own = wording.unsaved_division(self.tournament, division)
        return f"{isolated(self.tournament.name)}, {places.name_of(self.tournament, own)}"

    def _fixture(self, value: JSONObject) -> str:
        """Return a board's players, score and end."""
        players = " – ".join(self.names.get(each, "–") for each in value["players"])
        score = Score(value["state"], tuple(value["places"]), tuple(value["points"]))
        ends = f", {_date(value['closes_at'])}" if value["closes_at"] else ""
        return f"{players}: {wording.score_text(score)}{ends}"


def _named_keys(facts: Sequence[Fact]) -> Iterator[int]:
    """Yield the keys of all players whose names are needed."""
    for path, change in facts:
        if path[0] == "entry" or "player" in path:
            yield int(path[-1])
        for value in (change.before, change.after):
            if path[0] == "captain" and value is not None:
                yield value
            elif "board" in path and value is not None:
                yield from value["players"]


def standing_words(value: JSONObject) -> str:
    """Return a table row as text: the place, the points, each tie-break by its acronym."""
    return _join_cells(_cells(value))


def standing_changes(before: JSONObject, after: JSONObject) -> tuple[str, str]:
    """Return the cells of a table row that differ, before and after."""
    was, now = _cells(before), _cells(after)
    changed = [key for key in {**was, **now} if was.get(key) != now.get(key)]
    return _join_cells(_select_cells(changed, was)), _join_cells(_select_cells(changed, now))


def _select_cells(keys: Sequence[str], cells: dict[str, str]) -> dict[str, str]:
    return {key: cells.get(key, "–") for key in keys}


def _cells(value: JSONObject) -> dict[str, str]:
    """Return the cells of a table row by their headings; the place has an empty one."""
    cells = {"": wording.place_text(value["place"])}
    if value["points"] is not None:
        cells[_("Points")] = wording.format_points(Fraction(value["points"]))
    for key, mark in value["marks"] if value["points"] is not None else ():
        cells[wording.criterion_heading(key).short] = _mark(key, mark)
    return cells


def _join_cells(cells: dict[str, str]) -> str:
    place = cells.get("", "")
    rest = "; ".join(f"{name} {value}" for name, value in cells.items() if name)
    return f"{place} ({rest})" if place and rest else place or rest


def _mark(key: str, mark: str | None) -> str:
    """Return the value of a tie-break: a number, or when the last puzzle was submitted."""
    if mark is None:
        return "–"
    return _date(mark) if key == "submitted" else wording.format_points(Fraction(mark))


def _with_dash(words: Callable[[Any], str]) -> CellFormatter:
    """Return a formatter that shows None as a dash."""
    return lambda value: value_cell(None if value is None else words(value))


def _date(text: str) -> str:
    return instant_text(datetime.fromisoformat(text))


def instant_text(at: datetime) -> str:
    """Return an instant as text, in the reader's time zone."""
    return moment_words(at)
