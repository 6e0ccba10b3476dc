"""Matches in lists and on cards: board, names, score and time, without queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from django.utils.translation import gettext as _

from accounts.naming import isolated
from games import lobby_queries
from games.diagrams.base import Diagram
from games.families import leaving
from games.families.drawing import diagram_for
from games.families.phrases import localize_piece_names
from games.rules import registry
from games.rules.base import AnyRules, AnyState
from games.rules.multiplayer import redact_line
from games.rules.series import SeriesState
from games.services.challenges.invitations import time_control_text
from games.services.wording import clock_words, game_words, result_words, wording
from games.services.wording.multiplayer_words import place_text
from games.web.challenges.pending_seats import PendingSeats, get_pending_seats

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Challenge, Match, Seat


@dataclass(frozen=True)
class MatchRow:
    """One match in a list, with its texts."""

    match: Match
    seats: list[Seat]
    own: Seat | None
    diagram: Diagram
    title: str
    ruleset: str
    control: str
    leg: str
    score: str
    result: str
    last: str = ""

    @property
    def opponents(self) -> list[Player]:
        """The players of the other seats; all players for a spectator."""
        return [seat.player for seat in self.seats if seat is not self.own]

    @property
    def deadline_at(self) -> datetime | None:
        """The reader's own deadline if they are to move, else the earliest of the match."""
        awaited = [self.own] if self.own and self.own.awaited else self.seats
        due = [seat.deadline_at for seat in awaited if seat.deadline_at]
        return min(due, default=None)

    @property
    def to_move(self) -> str:
        return leaving.join_names([seat.player.name for seat in self.seats if seat.awaited])


def row_of(match: Match, viewer: Player | None = None, *, last: str | None = None) -> MatchRow:
    """Return a match (seats prefetched) as the viewer may see it; None is a spectator.

    On a profile the viewer is the player shown, not the reader.
    """
    seats = list(match.seats.all())
    own = _viewer_seat(viewer, seats)
    sits = own.number if own and viewer and own.player_id == viewer.pk else None
    rules = registry.get(match.ruleset)
    state = rules.seen_by(rules.load(match.state), sits)
    leg, score = _leg_and_score(state, seats, own, is_over=not match.is_running)
    return MatchRow(
        match=match,
        seats=seats,
        own=own,
        diagram=diagram_for(match.ruleset, state, last=last, seat=sits),
        title=" – ".join(isolated(seat.player.name) for seat in seats),
        ruleset=game_words.ruleset_name(match.ruleset),
        control=clock_words.control_line(match.time_control, match.ruleset),
        leg=leg,
        score=score,
        result=_with_reason(_result(match, seats, own), match, own),
        last=_last_move(match, rules, sits),
    )


def _last_move(match: Match, rules: AnyRules, viewer: int | None) -> str:
    """Return the last move as far as the viewer may know it; "" unless it was annotated."""
    text, seat = getattr(match, "last_text", None), getattr(match, "last_seat", None)
    if not text or seat is None:
        return ""
    return localize_piece_names(redact_line(rules, rules.load(match.state), seat, text, viewer))


def _viewer_seat(viewer: Player | None, seats: list[Seat]) -> Seat | None:
    """Return the viewer's seat, or the one a substitute plays for them."""
    if viewer is None:
        return None
    given_up = next((seat for seat in seats if seat.original_id == viewer.pk), None)
    return next((seat for seat in seats if seat.player_id == viewer.pk), given_up)


def rows_of(matches: Iterable[Match], viewer: Player | None = None) -> list[MatchRow]:
    return [row_of(match, viewer) for match in matches]


def _leg_and_score(
    state: AnyState, seats: list[Seat], own: Seat | None, *, is_over: bool
) -> tuple[str, str]:
    """Return the running leg and the score, from the viewer's side if they have a seat.

    The score is empty after a match without points or one won by the player behind.
    """
    if not isinstance(state, SeriesState) or state.frame.legs == 1:
        return "", ""
    first = own.number if own else seats[0].number
    leg = wording.leg_words(state, state.leg)
    if is_over:
        return leg, result_words.score_text(seats, own or seats[0]).strip()
    return leg, f"{state.totals[first]}–{state.totals[1 - first]}"


def _with_reason(result: str, match: Match, own: Seat | None) -> str:
    """Append the reason of an early end to a result: “won (time)”.

    Not for losers if the reason is that others have left.
    """
    reason = result_words.reason_text(match.ending) if result else ""
    if match.ending in result_words.OPPONENTS_LEFT_ENDINGS and own is not None and own.rank != 1:
        reason = ""
    return f"{result} ({reason})" if reason and len(match.seats.all()) > 1 else result


def _result(match: Match, seats: list[Seat], own: Seat | None) -> str:
    """Return the result in a word or two; "" while the match is running."""
    if match.is_running:
        return ""
    if match.status == "annulled":
        return _("annulled")
    winners = [seat for seat in seats if seat.rank == 1]
    if len(seats) == 1:
        return result_words.result_sentence(match, seats, seats[0])
    if len(winners) == len(seats):
        return _("draw")
    if own is not None and len(seats) > 2:
        return place_text(seats, own)
    if own is not None:
        return _("won") if own in winners else _("lost")
    return _("%(winner)s won") % {
        "winner": leaving.join_names([seat.player.name for seat in winners])
    }


class SeekRow(TypedDict):
    """An open challenge with its terms in words."""

    challenge: Challenge
    ruleset: str
    terms: str
    control: str
    table: PendingSeats


def seek_rows(seeks: Iterable[Challenge], reader: Player | None = None) -> list[SeekRow]:
    """Return open challenges with their terms; at most one query, for places."""
    found = list(seeks)
    lobby_queries.prefetch_places(found)
    return [
        {
            "challenge": seek,
            "ruleset": game_words.ruleset_name(seek.ruleset),
            "terms": game_words.options_line(seek.ruleset, seek.options),
            "control": time_control_text(seek),
            "table": get_pending_seats(seek, reader),
        }
        for seek in found
    ]
