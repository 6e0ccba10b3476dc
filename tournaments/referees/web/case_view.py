"""A case as shown to the players involved and to referees."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, NotRequired, TypedDict

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from accounts.naming import isolated
from accounts.times.calendar_days import add_wall_time
from games import match_queries
from games.services.wording import game_words
from tournaments.referees.queries import (
    cases as case_queries,
    jury as jury_queries,
    rulings as ruling_queries,
)
from tournaments.referees.services import case_files, case_words

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.referees.models import Case, CaseLine, Juror, Ruling

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
    ruling: Ruling
    sentence: str
    undone: bool

    @property
    def stands(self) -> bool:
        """Whether it can be undone: it has not been, and is no undo itself."""
        return not self.undone and self.ruling.undoes_id is None


def ruling_views(rulings: Collection[Ruling]) -> list[RulingView]:
    """Return all rulings of one case, match or tournament as sentences."""
    undone = {ruling.undoes_id for ruling in rulings}
    return [
        RulingView(ruling, case_words.ruling_sentence(ruling), ruling.pk in undone)
        for ruling in rulings
    ]


class LineView(NamedTuple):
    """One line of a case's ledger as text, with the ruling it refers to."""

    line: CaseLine
    words: str
    ruling: RulingView | None


class CaseRow(TypedDict):
    """A case in a list; only the queue sets the optional keys."""

    case: Case
    kind: str
    state: str
    tone: str
    players: str
    game: str
    event: str
    late: NotRequired[bool]
    mine: NotRequired[bool]
    may_take: NotRequired[bool]
    votes: NotRequired[tuple[int, int] | None]
    owes_vote: NotRequired[bool]


class JurorView(NamedTuple):
    """A juror with their vote; vote and reason are empty while they are secret."""

    juror: Juror
    vote: str
    reason: str


@dataclass
class CaseView:
    """One case with its history, as one reader sees it."""

    case: Case
    reader: Player
    now: datetime
    as_referee: bool = False

    @cached_property
    def players(self) -> list[Player]:
        return match_queries.seated_players(self.case.match)

    @cached_property
    def kind(self) -> str:
        return case_words.title_of(self.case)

    @cached_property
    def text(self) -> str:
        return case_words.text_of(self.case)

    @cached_property
    def state(self) -> str:
        return str(self.case.get_state_display())

    @property
    def tone(self) -> str:
        """The colour of the state's badge."""
        return TONES[self.case.state]

    @cached_property
    def game(self) -> str:
        return game_words.ruleset_name(self.case.match.ruleset) if self.case.match else ""

    @cached_property
    def event(self) -> dict[str, str] | None:
        """Name and URL of the event."""
        if self.case.tournament is not None:
            return {
                "name": self.case.tournament.title,
                "url": self.case.tournament.get_absolute_url(),
            }
        found: dict[str, str] | None = self.case.match.event if self.case.match else None
        return found

    @cached_property
    def lines(self) -> list[LineView]:
        rulings = {view.ruling.pk: view for view in self.rulings}
        return [
            LineView(
                line,
                describe_line(line, own_motion=self.case.own_motion),
                rulings.get(line.ruling_id or 0),
            )
            for line in case_queries.lines_of(self.case, self.reader, with_notes=self.as_referee)
        ]

    @cached_property
    def rulings(self) -> list[RulingView]:
        return ruling_views(ruling_queries.rulings_in(self.case))

    @cached_property
    def jurors(self) -> list[Juror]:
        """The jurors who have not been replaced."""
        return jury_queries.sitting_jurors(self.case)

    @cached_property
    def verdict(self) -> str:
        """The verdict; empty if there is none or the reader may not know it yet."""
        found = jury_queries.verdict_of(self.jurors)
        return found if self.as_referee or not self.case.is_pending else ""

    @cached_property
    def jury(self) -> list[JurorView]:
        """The jurors; votes are hidden until there is a verdict, from parties until the end."""
        return [
            JurorView(each, str(each.get_vote_display()), each.reason)
            if self.verdict
            else JurorView(each, "", "")
            for each in self.jurors
        ]

    @cached_property
    def seat(self) -> Juror | None:
        """The reader's seat on the jury, as long as there is no verdict."""
        own = (each for each in self.jurors if each.player_id == self.reader.pk)
        return None if self.verdict or self.case.state != "appealed" else next(own, None)

    @cached_property
    def awaited(self) -> list[tuple[Player, datetime]]:
        """People whose statement is due, with their deadlines."""
        asked: dict[int, tuple[Player, datetime]] = {}
        zone = case_files.zone_of(self.case)
        for line in (each.line for each in self.lines if self.case.is_pending):
            if line.event == "asked" and line.to is not None:
                asked[line.to.pk] = line.to, add_wall_time(line.at, case_files.REPLY_PERIOD, zone)
            elif line.event == "said":
                asked.pop(line.by_id or 0, None)
            elif line.event == "appealed":
                asked.clear()
        return [(player, until) for player, until in asked.values() if until > self.now]

    @property
    def can_make_statement(self) -> bool:
        return bool(self.case.is_pending)

    @property
    def can_appeal(self) -> bool:
        return bool(
            self.case.state == "decided"
            and self.case.due_at is not None
            and self.case.due_at > self.now
            and not any(each.line.event == "appealed" for each in self.lines)
        )

    @property
    def can_withdraw(self) -> bool:
        own = self.case.opened_by_id == self.reader.pk and not self.case.own_motion
        return bool(own and self.case.is_pending and self.case.state != "appealed")


def describe_line(line: CaseLine, *, own_motion: bool = False) -> str:
    """Return an event of a case as a phrase with names."""
    names = {
        "by": isolated(line.by.name) if line.by else "",
        "to": isolated(line.to.name) if line.to else "",
    }
    phrases = {
        "opened": _opening_text(line, own_motion=own_motion),
        "settled": _("The case was closed because the match has ended"),
        "assigned": _("%(to)s is now handling the case"),
        "asked": _("%(to)s was asked for a statement"),
        "said": _("Statement by %(by)s"),
        "note": _("Note by %(by)s, for referees only"),
        "ruled": _("Ruling by %(by)s"),
        "appealed": _("%(by)s appealed"),
        "withdrawn": _("%(by)s withdrew the case"),
        "viewed": _("%(by)s viewed private data of the match"),
        "given_back": _("%(to)s gave the case back; it is in the queue again"),
        "returned": _("%(to)s can no longer act on this case; it is back in the queue"),
        "jury": _("%(to)s was asked to join the jury"),
        "voted": _("%(by)s voted on the appeal"),
        "unseated": _("%(to)s is no longer on the jury"),
        "dissolved": _("The jury was dissolved: one referee decides the appeal"),
        "closed": _("The case was closed because nobody appealed in time"),
    }
    event = "given_back" if line.event == "returned" and line.by else line.event
    return phrases[event] % names


def _opening_text(line: CaseLine, *, own_motion: bool) -> str:
    """Return the phrase for how a case was opened."""
    if not line.by:
        return _("Opened automatically")
    return _("Opened by referee %(by)s") if own_motion else _("%(by)s called a referee")


def case_rows(cases: Iterable[Case]) -> list[CaseRow]:
    rows: list[CaseRow] = []
    for case in cases:
        match = case.match
        seats = list(match.seats.all()) if match is not None else []
        rows.append(
            {
                "case": case,
                "kind": case_words.title_of(case),
                "state": case.get_state_display(),
                "tone": TONES[case.state],
                "players": " – ".join(isolated(seat.player.name) for seat in seats)
                or (case.about.name if case.about else ""),
                "game": game_words.ruleset_name(match.ruleset) if match is not None else "",
                "event": case_words.event_name(case),
            }
        )
    return rows
