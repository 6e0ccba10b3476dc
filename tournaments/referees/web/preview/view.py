"""The consequences of an act as text: facts before and after, under headings.

Facts are the same in every language (``services.previews``). The first part of a fact's name is its
kind; facts about tournaments are put into words by ``event_words``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from accounts.naming import isolated
from games import clocks, match_queries
from games.services.wording import result_words
from games.web.page.times import reserve_text
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services.previews import Change, Preview
from tournaments.referees.web.preview import event_words
from tournaments.referees.web.preview.cells import ChangeCell, ChangeRow, instant_cell, value_cell
from tournaments.referees.web.preview.emails import EmailView, email_views
from tournaments.referees.web.preview.sentences import row_sentences, table_sentences


@dataclass
class PreviewView:
    """Everything that follows from an act, for its page."""

    preview: Preview
    match: Any
    now: datetime

    def __post_init__(self) -> None:
        """Sort the changes under their headings."""
        self.names = case_queries.player_names(self._players())
        seats = match_queries.seated_players(self.match)
        self.seats = [isolated(player.name) for player in seats]
        self.result: list[ChangeRow] = []
        self.clocks: list[ChangeRow] = []
        self.ratings: list[ChangeRow] = []
        self.others: list[ChangeRow] = []
        ordered = sorted(self.preview.changes, key=_order)
        about_events = [change for change in ordered if not self._sort(change)]
        self.speakers = event_words.changes_by_tournament(about_events)
        self.suspensions = list(self.others)
        for speaker in self.speakers:
            self.others += speaker.rows()

    @cached_property
    def emails(self) -> list[EmailView]:
        return email_views(self.preview.emails, self.names, self.now)

    @cached_property
    def sentences(self) -> list[str]:
        """Consequences apart from the order itself, most important first."""
        found = list(row_sentences(self._sentence_rows))
        for speaker in self.speakers:
            found += table_sentences(speaker)
        if self.result and not self.ratings:
            found.append(_("No rating changes."))
        return found

    @property
    def _sentence_rows(self) -> list[ChangeRow]:
        """The changes that get a sentence of their own: clocks only if the match goes on."""
        names = {change.name for change in self.preview.changes}
        ends = "match.status" in names
        rows = [] if ends else [*self.result, *self.clocks]
        rows += [*self.ratings, *self.suspensions]
        return rows + [row for each in self.speakers for row in each.rows(tables=False)]

    @property
    def count(self) -> int:
        """Number of values that change."""
        return len(self.result) + len(self.clocks) + len(self.ratings) + len(self.others)

    @property
    def changes_only_others(self) -> bool:
        """Whether nothing changes in the match itself."""
        return not (self.result or self.clocks or self.ratings)

    @property
    def nothing(self) -> bool:
        """Whether there is no change to show."""
        return self.changes_only_others and not self.others

    def _players(self) -> set[int]:
        found = {email.player_id or 0 for email in self.preview.emails}
        for change in self.preview.changes:
            kind, rest = split_fact_name(change)
            if kind in ("rating", "suspended"):
                found.add(int(rest))
            elif kind == "seat" and rest.endswith(".player"):
                found |= {change.before or 0, change.after or 0}
        return found

    def _sort(self, change: Change) -> bool:
        """Add a change under its heading; False if its kind is not one of those known here."""
        kind, rest = split_fact_name(change)
        sorters: dict[str, Callable[[Change, str], None]] = {
            "match": self._match,
            "seat": self._seat,
            "rating": self._rating,
            "suspended": self._suspended,
        }
        if kind in sorters:
            sorters[kind](change, rest)
        return kind in sorters

    def _match(self, change: Change, what: str) -> None:
        states = {"running": _("running"), "finished": _("finished"), "annulled": _("annulled")}
        if what == "status":
            before, after = (
                ChangeCell(states.get(each, "–")) for each in (change.before, change.after)
            )
            self.result.append(ChangeRow(_("Match"), before, after))
        elif what == "ply":
            before, after = ChangeCell(change.before), ChangeCell(change.after)
            self.result.append(ChangeRow(_("Number of plies"), before, after))
        elif what == "pauses":
            before, after = _pauses(change.before), _pauses(change.after)
            self.clocks.append(ChangeRow(_("Clocks paused until"), before, after))

    def _seat(self, change: Change, rest: str) -> None:
        number, _dot, what = rest.partition(".")
        name = self.seats[int(number)]
        shown: dict[str, tuple[list[ChangeRow], str, Callable[[Any], ChangeCell]]] = {
            "player": (self.result, _("Seat of %(player)s"), self._name),
            "rank": (self.result, _("Place of %(player)s"), value_cell),
            "points": (self.result, _("Points of %(player)s"), value_cell),
            "awaited": (
                self.clocks,
                _("%(player)s to move"),
                lambda each: ChangeCell(_("yes") if each else _("no")),
            ),
            "deadline": (
                self.clocks,
                _("Deadline of %(player)s"),
                instant_cell,
            ),
            "budget": (self.clocks, _("Time bank of %(player)s"), self._reserve),
        }
        rows, words, say = shown[what]
        row = ChangeRow(words % {"player": name}, say(change.before), say(change.after))
        if row.before != row.after:
            rows.append(row)

    def _name(self, number: Any) -> ChangeCell:
        return ChangeCell(self.names.get(number, "–"))

    def _reserve(self, dumped: Any) -> ChangeCell:
        control: clocks.TimeControl = self.match.time_control
        return ChangeCell(reserve_text(control, dumped) or "–")

    def _rating(self, change: Change, rest: str) -> None:
        before, after = (_rating_cell(each) for each in (change.before, change.after))
        self.ratings.append(ChangeRow(self.names.get(int(rest), rest), before, after))

    def _suspended(self, change: Change, rest: str) -> None:
        """Add a change of how long somebody is suspended."""
        words = _("%(player)s suspended until") % {"player": self.names.get(int(rest), rest)}
        before, after = instant_cell(change.before), instant_cell(change.after)
        self.others.append(ChangeRow(words, before, after))


def split_fact_name(change: Change) -> tuple[str, str]:
    """Return the kind of a fact, and the rest of its name."""
    kind, _dot, rest = change.name.partition(".")
    return kind, rest


ORDER = ("status", "ply", "player", "rank", "points", "awaited", "deadline", "budget")


def _order(change: Change) -> tuple[int, str]:
    """Sort key: facts of one kind together, most important first."""
    what = change.name.rpartition(".")[2]
    return (ORDER.index(what) if what in ORDER else len(ORDER), change.name)


def _rating_cell(value: Any) -> ChangeCell:
    return ChangeCell(result_words.rating_text(value[0], value[1]) if value else "–")


def _pauses(spans: Any) -> ChangeCell:
    """Return when the latest pause ends."""
    if not spans:
        return ChangeCell("–")
    until = spans[-1][1]
    return instant_cell(until) if until else ChangeCell(_("until further notice"))
