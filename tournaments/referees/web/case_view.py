"""A case as pages show it to the players involved and to referees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, NotRequired, TypedDict

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import match_queries
from games.services.wording import game_words
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.queries import rulings as ruling_queries
from tournaments.referees.services import case_words

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.referees.models import Case, CaseLine, Ruling

TONES = {
    "open": "warn",
    "assigned": "accent",
    "answered": "accent",
    "decided": "ok",
    "appealed": "warn",
    "closed": "",
}


@dataclass(frozen=True)
class RulingView:
    """One ruling in words."""

    ruling: Ruling
    sentence: str
    undone: bool

    @property
    def stands(self) -> bool:
        """Whether it can be taken back: it was not, and takes none back itself."""
        return not self.undone and self.ruling.undoes_id is None


class LineView(NamedTuple):
    """One line of a case's ledger in words, with the ruling it speaks of."""

    line: CaseLine
    words: str
    ruling: RulingView | None


class CaseRow(TypedDict):
    """A case as lists show it; the queue adds whether it is late."""

    case: Case
    kind: str
    state: str
    tone: str
    players: str
    late: NotRequired[bool]


@dataclass
class CaseView:
    """One case with its history, as one reader sees it."""

    case: Case
    reader: Player
    now: datetime
    as_referee: bool = False

    @cached_property
    def players(self) -> list[Player]:
        """The players of the match."""
        return match_queries.seated(self.case.match)

    @cached_property
    def kind(self) -> str:
        """What it is about."""
        return case_words.title_of(self.case)

    @cached_property
    def text(self) -> str:
        """What whoever opened it has said."""
        return case_words.text_of(self.case)

    @cached_property
    def state(self) -> str:
        """How far it is."""
        return str(self.case.get_state_display())

    @property
    def tone(self) -> str:
        """The colour of the state's badge."""
        return TONES[self.case.state]

    @cached_property
    def game(self) -> str:
        """The ruleset of the match."""
        return game_words.ruleset_name(self.case.match.ruleset) if self.case.match else ""

    @cached_property
    def event(self) -> dict[str, str] | None:
        """Name and address of the event it belongs to."""
        if self.case.tournament is not None:
            return {
                "name": self.case.tournament.title,
                "url": self.case.tournament.get_absolute_url(),
            }
        found: dict[str, str] | None = self.case.match.event if self.case.match else None
        return found

    @cached_property
    def lines(self) -> list[LineView]:
        """What happened, in words."""
        rulings = {view.ruling.pk: view for view in self.rulings}
        return [
            LineView(
                line,
                line_words(line, own_motion=self.case.own_motion),
                rulings.get(line.ruling_id or 0),
            )
            for line in case_queries.lines_of(self.case, with_notes=self.as_referee)
        ]

    @cached_property
    def rulings(self) -> list[RulingView]:
        """What was ordered, in words."""
        rulings = ruling_queries.rulings_in(self.case)
        undone = {ruling.undoes_id for ruling in rulings if ruling.undoes_id}
        return [
            RulingView(ruling, case_words.sentence_of(ruling), ruling.pk in undone)
            for ruling in rulings
        ]

    @cached_property
    def owes(self) -> bool:
        """Whether the reader was asked for a statement and has not made one."""
        return self.case.is_pending and case_queries.owes_statement(self.case, self.reader)

    @property
    def may_say(self) -> bool:
        """Whether a statement is possible."""
        return bool(self.case.is_pending)

    @property
    def may_appeal(self) -> bool:
        """Whether an appeal is possible."""
        return bool(
            self.case.state == "decided"
            and self.case.due_at is not None
            and self.case.due_at > self.now
            and not any(each.line.event == "appealed" for each in self.lines)
        )

    @property
    def may_withdraw(self) -> bool:
        """Whether the reader may withdraw it."""
        own = self.case.opened_by_id == self.reader.pk and not self.case.own_motion
        return bool(own and self.case.is_pending and self.case.state != "appealed")


def line_words(line: CaseLine, *, own_motion: bool = False) -> str:
    """Return what happened as a phrase with names."""
    names = {"by": line.by.name if line.by else "", "to": line.to.name if line.to else ""}
    phrases = {
        "opened": _opening_words(line, own_motion=own_motion),
        "settled": _("The case was closed because the match has ended"),
        "assigned": _("%(to)s is now handling the case"),
        "asked": _("%(to)s was asked for a statement"),
        "said": _("Statement by %(by)s"),
        "note": _("Note by %(by)s, for referees only"),
        "ruled": _("Ruling by %(by)s"),
        "appealed": _("%(by)s appealed"),
        "withdrawn": _("%(by)s withdrew the case"),
        "unsealed": _("%(by)s opened the seal of the match"),
        "returned": _("%(to)s can no longer act on this case; it is back in the queue"),
        "closed": _("The case was closed because nobody appealed in time"),
    }
    return phrases[line.event] % names


def _opening_words(line: CaseLine, *, own_motion: bool) -> str:
    """Return who has opened a case: a player, a referee as such, or nobody."""
    if not line.by:
        return _("Opened automatically")
    return _("Opened by referee %(by)s") if own_motion else _("%(by)s called a referee")


def case_rows(cases: Iterable[Case]) -> list[CaseRow]:
    """Return cases as lists show them."""
    rows: list[CaseRow] = []
    for case in cases:
        players = match_queries.seated(case.match)
        rows.append(
            {
                "case": case,
                "kind": case_words.title_of(case),
                "state": case.get_state_display(),
                "tone": TONES[case.state],
                "players": " – ".join(player.name for player in players)
                or (case.about.name if case.about else ""),
            }
        )
    return rows
