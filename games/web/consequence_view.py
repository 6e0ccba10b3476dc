"""The consequences of an act in words: facts before and after, gathered under headings."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import case_queries, clocks, match_queries
from games.services import wording
from games.services.consequences import Change, Preview
from games.web.times import reserve_words
from notifications.labels import LABELS

OWN = re.compile(r"(match|seat|rating|suspended)\.([0-9a-z.]+)")  # others are names and words


class Cell(NamedTuple):
    """One value: words, or an instant that the page writes in the reader's zone."""

    text: Any = ""
    at: datetime | None = None


@dataclass(frozen=True)
class Row:
    """One fact: what, before, after."""

    what: str
    before: Cell
    after: Cell


@dataclass
class ConsequenceView:
    """Everything that follows from an act, for the page."""

    preview: Preview
    match: Any
    now: datetime

    def __post_init__(self) -> None:
        """Sort the changes under their headings."""
        self.names = case_queries.names_of(self._players())
        seats = match_queries.seated(self.match)
        self.seats = [player.name for player in seats]
        self.result: list[Row] = []
        self.clocks: list[Row] = []
        self.ratings: list[Row] = []
        self.others: list[Row] = []
        for change in sorted(self.preview.changes, key=_order):
            self._sort(change)

    @property
    def letters(self) -> list[dict[str, str]]:
        """Return who is written to, and about what."""
        return [
            {"kind": str(LABELS[mail.kind]), "name": self.names.get(mail.player_id or 0, "–")}
            for mail in self.preview.letters
        ]

    @property
    def others_alone(self) -> bool:
        """Whether all that changes is known by other rooms."""
        return not (self.result or self.clocks or self.ratings)

    @property
    def nothing(self) -> bool:
        """Whether no fact changes."""
        return not self.preview.changes

    def _players(self) -> set[int]:
        """Return the numbers of all players who are named."""
        found = {mail.player_id or 0 for mail in self.preview.letters}
        for change in self.preview.changes:
            kind, rest = kind_of(change)
            if kind in ("rating", "suspended"):
                found.add(int(rest))
            elif kind == "seat" and rest.endswith(".player"):
                found |= {change.before or 0, change.after or 0}
        return found

    def _sort(self, change: Change) -> None:
        """Put one change into words under its heading."""
        kind, rest = kind_of(change)
        sorters: dict[str, Callable[[Change, str], None]] = {
            "match": self._match,
            "seat": self._seat,
            "rating": self._rating,
            "suspended": self._suspended,
        }
        sorters.get(kind, self._other)(change, rest)

    def _match(self, change: Change, what: str) -> None:
        """A fact about the match."""
        states = {"running": _("running"), "finished": _("finished"), "annulled": _("annulled")}
        if what == "status":
            before, after = (Cell(states.get(each, "–")) for each in (change.before, change.after))
            self.result.append(Row(_("Match"), before, after))
        elif what == "ply":
            before, after = Cell(change.before), Cell(change.after)
            self.result.append(Row(_("Plies in the ledger"), before, after))
        elif what == "pauses":
            before, after = _pauses(change.before), _pauses(change.after)
            self.clocks.append(Row(_("Clocks stand still until"), before, after))

    def _seat(self, change: Change, rest: str) -> None:
        """A fact about one seat."""
        number, _dot, what = rest.partition(".")
        name = self.seats[int(number)]
        shown: dict[str, tuple[list[Row], str, Callable[[Any], Cell]]] = {
            "player": (self.result, _("Seat of %(player)s"), self._name),
            "rank": (self.result, _("Place of %(player)s"), _or_dash),
            "points": (self.result, _("Points of %(player)s"), _or_dash),
            "awaited": (
                self.clocks,
                _("%(player)s to move"),
                lambda each: Cell(_("yes") if each else _("no")),
            ),
            "deadline": (
                self.clocks,
                _("Deadline of %(player)s"),
                _moment,
            ),
            "budget": (self.clocks, _("Reserve of %(player)s"), self._reserve),
        }
        rows, words, say = shown[what]
        row = Row(words % {"player": name}, say(change.before), say(change.after))
        if row.before != row.after:
            rows.append(row)

    def _name(self, number: Any) -> Cell:
        """Return a player's name."""
        return Cell(self.names.get(number, "–"))

    def _reserve(self, dumped: Any) -> Cell:
        """Return what a seat has in reserve."""
        control: clocks.TimeControl = self.match.time_control
        return Cell(reserve_words(control, dumped) or "–")

    def _rating(self, change: Change, rest: str) -> None:
        """Somebody's figure."""
        before, after = (_figure(each) for each in (change.before, change.after))
        self.ratings.append(Row(self.names.get(int(rest), rest), before, after))

    def _suspended(self, change: Change, rest: str) -> None:
        """Until when somebody may enter no event."""
        words = _("%(player)s suspended until") % {"player": self.names.get(int(rest), rest)}
        before, after = _moment(change.before), _moment(change.after)
        self.others.append(Row(words, before, after))

    def _other(self, change: Change, _rest: str) -> None:
        """A fact that another room knows: its name and value are words already."""
        self.others.append(Row(change.name, _or_dash(change.before), _or_dash(change.after)))


def kind_of(change: Change) -> tuple[str, str]:
    """Return of which kind a fact is and what follows; what other rooms know has none."""
    found = OWN.fullmatch(change.name)
    return (found[1], found[2]) if found else ("", change.name)


ORDER = ("status", "ply", "player", "rank", "points", "awaited", "deadline", "budget")


def _order(change: Change) -> tuple[int, str]:
    """Put facts of one kind together, the weightiest first."""
    what = change.name.rpartition(".")[2]
    return (ORDER.index(what) if what in ORDER else len(ORDER), change.name)


def _or_dash(value: Any) -> Cell:
    """Return a value, a dash where there is none."""
    return Cell("–" if value is None else value)


def _moment(text: str | None) -> Cell:
    """Read an instant, a dash where there is none."""
    return Cell(at=datetime.fromisoformat(text)) if text else Cell("–")


def _figure(value: Any) -> Cell:
    """Write a rating."""
    return Cell(wording.rating_words(value[0], value[1]) if value else "–")


def _pauses(spans: Any) -> Cell:
    """Return until when clocks stand or stood still the last time."""
    if not spans:
        return Cell("–")
    until = spans[-1][1]
    return _moment(until) if until else Cell(_("until further notice"))
