"""The card above the board with the result of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.functional import cached_property
from django.utils.translation import ngettext

from games import match_queries
from games.ratings import is_provisional
from games.rules.series import LegResult, SeriesState
from games.services.wording import result_words
from games.web.page.history import completed_line_text
from games.web.page.record import Record
from games.web.page.viewpoint import Viewpoint

if TYPE_CHECKING:
    from games.models import Challenge, Match, RatingEntry

DECIDED_BY_LEGS = ("points", "tie_after_legs", "tie_after_extra_legs")


@dataclass(frozen=True)
class RatingChange:
    """A rating change by the match; ``by`` is signed, ``corrected`` by a ruling."""

    name: str
    own: bool
    before: str
    after: str
    by: str
    corrected: bool


@dataclass(frozen=True)
class LegScore:
    """The score of one leg, the reader's or else the winner's points first."""

    title: str
    score: str


@dataclass(frozen=True)
class Ending:
    """The result of a finished match from the reader's side."""

    seen: Viewpoint
    record: Record

    @cached_property
    def tone(self) -> str:
        """The class of the banner: "won", "lost", or "" for draws, spectators and lower places."""
        own = self.seen.own
        if own is None or own.rank is None or self._is_shared:
            return ""
        if own.rank == 1:
            return "won"
        return "lost" if len(self.seen.position.seats) == 2 else ""

    @property
    def _is_shared(self) -> bool:
        seats = self.seen.position.seats
        return len(seats) > 1 and all(seat.rank == 1 for seat in seats)

    @cached_property
    def title(self) -> str:
        """The result with the score."""
        match, seats, own = self.seen.match, self.seen.position.seats, self.seen.own
        if own is None:
            return result_words.result_title(match, seats)
        return result_words.result_sentence(match, seats, own).rstrip(".")

    @cached_property
    def how(self) -> str:
        """Why the match ended; if on points, after how many tie-break pairs."""
        match, seats, own = self.seen.match, self.seen.position.seats, self.seen.own
        if match.status == "finished" and match.ending == "points" and self.legs:
            return self.tie_break
        said = (
            result_words.ending_sentence(match, seats)
            if own is None
            else result_words.ending_sentence_for(match, seats, own)
        )
        doubt = result_words.time_loss_hint(
            match, seats, self.seen.position.rules, self.seen.states[-1]
        )
        return f"{said} {doubt}".rstrip()

    @cached_property
    def tie_break(self) -> str:
        """How many tie-break pairs it took; "" if there were none."""
        state = self.seen.states[-1]
        if not isinstance(state, SeriesState):
            return ""
        pairs = (len(state.finished) - state.frame.legs + 1) // 2
        if pairs < 1:
            return ""
        return ngettext(
            "Decided after %(count)d tie-break pair.",
            "Decided after %(count)d tie-break pairs.",
            pairs,
        ) % {"count": pairs}

    @cached_property
    def legs(self) -> list[LegScore]:
        """The scores of completed legs; empty if there are fewer than two."""
        first = self._first
        rows = [row for row in self.record.sheet if None not in row.points]
        if len(rows) < 2:
            return []
        return [LegScore(row.title, f"{row.points[first]}–{row.points[1 - first]}") for row in rows]

    @property
    def _first(self) -> int:
        """The seat whose points come first: the reader's, else the winner's."""
        if self.seen.number is not None:
            return self.seen.number
        ranks = {seat.rank: seat.number for seat in reversed(self.seen.position.seats)}
        return ranks.get(1, 0)

    @cached_property
    def lines(self) -> list[str]:
        """The lines that ended the last leg."""
        last = self._last_leg
        return [completed_line_text(line) for line in last.lines] if last else []

    @property
    def _last_leg(self) -> LegResult[object] | None:
        state, ending = self.seen.states[-1], self.seen.match.ending
        if not isinstance(state, SeriesState) or not state.finished:
            return None
        last: LegResult[object] = state.finished[-1]
        return last if ending in {last.ending, *DECIDED_BY_LEGS} else None

    @cached_property
    def _entries(self) -> list[RatingEntry]:
        return match_queries.rating_changes(self.seen.match)

    @cached_property
    def changes(self) -> list[RatingChange]:
        """Rating changes by the match, corrections included."""
        reader = self.seen.reader
        return [_rating_change(entry, reader.pk if reader else None) for entry in self._entries]

    @cached_property
    def provisional(self) -> str:
        """What the question mark behind a rating means; "" if none is shown."""
        if any(is_provisional(entry.games_before) for entry in self._entries):
            return result_words.provisional_sentence()
        return ""

    @cached_property
    def can_rematch(self) -> bool:
        """Whether everybody's account is still open."""
        return all(seat.player.closed_at is None for seat in self.seen.position.seats)

    @cached_property
    def rematch(self) -> Challenge | Match | None:
        """The rematch or the challenge to it, for the players of this match."""
        offered = match_queries.rematch_of(self.seen.match) if self.seen.own else None
        return offered if offered is None else offered.match or offered


def _rating_change(entry: RatingEntry, reader: int | None) -> RatingChange:
    return RatingChange(
        entry.player.name,
        entry.player_id == reader,
        result_words.rating_text(entry.before, entry.games_before),
        result_words.rating_text(entry.after, entry.games_after),
        result_words.rating_change_text(entry),
        entry.intervention_id is not None,
    )
