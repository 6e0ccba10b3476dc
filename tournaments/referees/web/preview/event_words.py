"""What changes in a tournament in words: the facts of a preview, for its page.

The name of a fact is a path: ``tournament.<number>`` followed by ``status``, ``entry.<player>``,
``captain.<team>``, ``<division>.round.<number>.closes_at``, ``<division>.round.<number>.board.<n>``
or ``<division>.standing.player.<number>`` (for teams ``team``). ``services.event_facts``
says what the values are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.rules.base import JSONObject
from tournaments import queries, team_queries
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services.previews import Change
from tournaments.referees.web.preview.cells import Cell, Row, moment, or_dash
from tournaments.services import wording
from tournaments.services.scores import Score
from tournaments.services.tables import places

Say = Callable[[Any], Cell]
ORDER = ("status", "entry", "captain", "round", "standing")


class Fact(NamedTuple):
    """A change with its path, the tournament cut off."""

    path: list[str]
    change: Change


def rows_of(changes: Sequence[Change]) -> list[Row]:
    """Return these changes in words, tournament by tournament."""
    found: dict[int, list[Fact]] = {}
    for change in changes:
        _kind, number, *path = change.name.split(".")
        found.setdefault(int(number), []).append(Fact(path, change))
    return [row for pk, facts in found.items() for row in _Speaker(pk, facts).rows()]


class _Speaker:
    """Puts the changes of one tournament into words, with names that were looked up once."""

    def __init__(self, pk: int, facts: Sequence[Fact]) -> None:
        """Look up the tournament and all who are named."""
        self.tournament = queries.any_tournament(pk)
        self.facts = facts
        self.names = case_queries.names_of(_named(facts))
        teams = any(fact.path[0] == "captain" or "team" in fact.path for fact in facts)
        self.teams = team_queries.team_names(self.tournament) if teams else {}

    def rows(self) -> list[Row]:
        """Return a line for each change that can be seen in words."""
        ordered = sorted(self.facts, key=self._order)
        found = (self._row(fact.path, fact.change) for fact in ordered)
        return [row for row in found if row.before != row.after]

    def _order(self, fact: Fact) -> tuple[int, list[tuple[int, str]]]:
        """Put facts of one kind together: by number, tables and entries by name."""
        path = fact.path
        kind = next((at for at, each in enumerate(ORDER) if each in path), len(ORDER))
        if path[-1].isdigit() and "board" not in path:
            path = [*path[:-2], self._who(path[-2], path[-1])]
        return kind, [(int(each), "") if each.isdigit() else (-1, each) for each in path]

    def _row(self, path: list[str], change: Change) -> Row:
        """Return one line: what it is, before, after."""
        what, say = self._about(path)
        return Row(what, say(change.before), say(change.after))

    def _about(self, path: list[str]) -> tuple[str, Say]:
        """Return what a fact is called, and how its value is said."""
        match path:
            case ["status"]:
                called = _("Tournament “%(name)s”") % {"name": self.tournament.title}
                return called, _worded(wording.status_name)
            case ["entry", player]:
                entry = _("Entry of %(player)s") % {"player": self._who("player", player)}
                return entry, _worded(wording.entry_name)
            case ["captain", team]:
                return _("Captain of %(team)s") % {"team": self._who("team", team)}, self._player
            case [division, "round", number, *rest]:
                return self._about_round(self._round(division, number), rest)
            case [division, "standing", kind, number]:
                line = f"{self._table(division)}: {self._who(kind, number)}"
                return line, _worded(standing_words)
        return ".".join(path), or_dash

    def _about_round(self, title: str, rest: list[str]) -> tuple[str, Say]:
        """Return the end of a round, or one of its boards."""
        if rest == ["closes_at"]:
            return _("%(round)s ends") % {"round": title}, moment
        board = {"round": title, "board": rest[-1]}
        return _("%(round)s, board %(board)s") % board, _worded(self._fixture)

    def _who(self, kind: str, number: str) -> str:
        """Return the name of a player or of a team."""
        return (self.teams if kind in ("team", "captain") else self.names).get(int(number), "–")

    def _player(self, number: int | None) -> Cell:
        """Return a player's name."""
        return Cell(self.names.get(number or 0, "–"))

    def _round(self, division: str, number: str) -> str:
        """Return what a round is called."""
        own = wording.division_with_key(self.tournament, division)
        return wording.round_title(self.tournament, own, int(number))

    def _table(self, division: str) -> str:
        """Return what a table is called."""
        own = wording.division_with_key(self.tournament, division)
        return f"{self.tournament.name}, {places.name_of(self.tournament, own)}"

    def _fixture(self, value: JSONObject) -> str:
        """Return who sits at a board, how it stands, and until when it may be played."""
        players = " – ".join(self.names.get(each, "–") for each in value["players"])
        score = Score(value["state"], tuple(value["places"]), tuple(value["points"]))
        ends = f", {_date(value['closes_at'])}" if value["closes_at"] else ""
        return f"{players}: {wording.score_words(score)}{ends}"


def _named(facts: Sequence[Fact]) -> Iterator[int]:
    """Yield the keys of all players who are named."""
    for path, change in facts:
        if path[0] == "entry" or "player" in path:
            yield int(path[-1])
        for value in (change.before, change.after):
            if path[0] == "captain" and value is not None:
                yield value
            elif "board" in path and value is not None:
                yield from value["players"]


def standing_words(value: JSONObject) -> str:
    """Return one line of a table: the place, the points, each tie-break by its acronym."""
    place = wording.place_words(value["place"])
    if value["points"] is None:
        return place
    marks = [
        f"{wording.criterion_heading(key).short} {_mark(key, mark)}" for key, mark in value["marks"]
    ]
    points = wording.figure(Fraction(value["points"]))
    return f"{place} ({'; '.join([_('Points') + f' {points}', *marks])})"


def _mark(key: str, mark: str | None) -> str:
    """Return what a tie-break says: a figure, or when the last puzzle was submitted."""
    if mark is None:
        return "–"
    return _date(mark) if key == "submitted" else wording.figure(Fraction(mark))


def _worded(words: Callable[[Any], str]) -> Say:
    """Return how a value is said by its words, a dash where there is none."""
    return lambda value: or_dash(None if value is None else words(value))


def _date(text: str) -> str:
    """Write an instant in the reader's zone."""
    return date_format(timezone.localtime(datetime.fromisoformat(text)), "DATETIME_FORMAT")
