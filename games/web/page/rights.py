"""A reader's rights besides moving: offering draws, resigning, claiming, taking seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.functional import cached_property

from games import seat_queries
from games.rules.multiplayer import can_agree_on_tie, gives_up
from games.services.match import take_backs
from games.web.page.viewpoint import Viewpoint

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Seat


@dataclass(frozen=True)
class Rights:
    """The actions available to this reader."""

    seen: Viewpoint

    @cached_property
    def plays(self) -> bool:
        """Whether the reader has a seat in a running match and has not left it."""
        own = self.seen.own
        return own is not None and self.seen.match.is_running and not own.left_by

    @cached_property
    def plays_for(self) -> Player | None:
        """The player for whom the reader plays as a substitute, if any."""
        return seat_queries.owner_of(self.seen.own) if self.seen.own else None

    @cached_property
    def partners(self) -> frozenset[int]:
        """The seats on the reader's side."""
        number = self.seen.number
        return frozenset() if number is None else self.seen.loaded.partners_of(number)

    @cached_property
    def tie_offered(self) -> str:
        """The side that has offered a draw: "mine", "theirs", or ""."""
        own, other = self.seen.own, self.seen.other
        if own is None or not self.seen.match.is_running:
            return ""
        if own.tie_offered_at_ply is not None:
            return "mine"
        return "theirs" if other and other.tie_offered_at_ply is not None else ""

    @cached_property
    def question(self) -> int | None:
        """The number of the other side's open question, if any."""
        other = self.seen.other
        return other.question if other and other.asks else None

    @cached_property
    def take_back(self) -> str:
        """Who asked to take a move back: "mine", "theirs", ""; "may" if the reader can ask."""
        own, other, seen = self.seen.own, self.seen.other, self.seen
        if own is None or not seen.match.is_running or not seen.position.is_current:
            return ""
        if own.take_back_at_ply is not None:
            return "mine"
        if other and other.take_back_at_ply is not None:
            return "theirs"
        return "" if take_backs.take_back_problem(seen.loaded, own, seen.position.plies) else "may"

    @cached_property
    def foresees(self) -> bool:
        """Whether the reader can give conditional orders: with opponents and without chance."""
        rules = self.seen.position.rules
        return self.plays and len(self.seen.position.seats) > 1 and not rules.draws_lots

    @cached_property
    def analyses(self) -> bool:
        """Whether the reader may use the analysis board: two players, no hidden information.

        While the match is running, only its players may.
        """
        position = self.seen.position
        rules, state = position.rules, position.state
        if len(position.seats) != 2 or rules.draws_during_play:
            return False
        if self.seen.match.is_running and not self.plays:
            return False
        return all(rules.seen_by(state, seat) == state for seat in (0, 1))

    @cached_property
    def can_offer_tie(self) -> bool:
        position = self.seen.position
        return can_agree_on_tie(position.rules, len(position.seats))

    @cached_property
    def can_resign(self) -> bool:
        """Whether the reader may resign now; the rules may forbid it, as in an auction (3.7)."""
        loaded, number = self.seen.loaded, self.seen.number
        return number is None or loaded.rules.can_resign(loaded.state, number)

    @cached_property
    def gives_up(self) -> bool:
        """Whether resigning now would give up the seat, instead of opening an auction."""
        loaded, number = self.seen.loaded, self.seen.number
        return number is not None and gives_up(loaded.rules, loaded.state, number)

    @cached_property
    def claimable(self) -> bool:
        """Whether the reader may claim on time."""
        match = self.seen.match
        claim = match.is_running and match.time_control.on_flag == "claim"
        return bool(claim and self.seen.own and any(c.late and not c.own for c in self.seen.clocks))

    @cached_property
    def claim_is_draw(self) -> bool:
        """Whether a claim gives only a draw, because the reader could no longer win."""
        seen = self.seen
        return (
            seen.number is not None
            and seen.loaded.rules.may_win(seen.states[-1], seen.number) is False
        )

    @cached_property
    def offered(self) -> list[Seat]:
        """The seats on offer that the reader could take over; visitors see all of them."""
        reader, now = self.seen.reader, self.seen.now
        if not self.seen.match.is_running:
            return []
        seats = [seat for seat in self.seen.position.seats if seat_queries.is_on_offer(seat, now)]
        if reader is None:
            return seats
        return [
            seat for seat in seats if seat_queries.substitute_problem(seat, reader, now) is None
        ]

    @cached_property
    def given_up(self) -> Seat | None:
        """The reader's own seat, if a substitute plays it."""
        seen = self.seen
        if seen.reader is None or seen.own is not None or not seen.match.is_running:
            return None
        seats = (seat for seat in seen.position.seats if seat.original_id)
        return next((seat for seat in seats if seat_queries.owner_of(seat) == seen.reader), None)
