"""Everything the page of a match shows, gathered once; the templates only lay it out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import lots
from games.queries import Position
from games.rules import registry
from games.rules.company import REFEREE, tie_may_be_agreed
from games.services import bots, wording
from games.services.company_words import standings_words
from games.services.table import Table
from games.services.words.base import FamilyWords
from games.services.words.registry import family_words
from games.web import history
from games.web.board_view import BoardView
from games.web.dice import Dice
from games.web.errors import Answer
from games.web.times import ClockView, clock_views


@dataclass
class MatchView(BoardView):
    """A match at a ply as one reader sees it, with his choice and what he was told."""

    position: Position
    reader: Any
    now: datetime
    typed: str = ""
    notice: Answer | None = None
    clicked: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def match(self) -> Any:
        """The match row."""
        return self.position.match

    @cached_property
    def own(self) -> Any:
        """The reader's seat, None for a spectator."""
        return self.position.seat_of(self.reader)

    @cached_property
    def other(self) -> Any:
        """The seat across the table, None for a spectator."""
        if self.own is None:
            return None
        return next((seat for seat in self.position.seats if seat is not self.own), None)

    @cached_property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [seat.player.name for seat in self.position.seats]

    @cached_property
    def url(self) -> str:
        """The address of the current position."""
        return str(self.match.get_absolute_url())

    @cached_property
    def table(self) -> Table:
        """The position as the rules and the wording want it."""
        return Table(self.match, self.position.seats, self.position.rules, self.position.state)

    @cached_property
    def my_turn(self) -> bool:
        """Whether the reader may move on this very page."""
        mine = self.own and self.own.awaited and not self.own.left_by
        return bool(mine and self.position.is_current)

    @cached_property
    def family(self) -> FamilyWords:
        """What the house says about this game."""
        return family_words(self.match.ruleset)

    @cached_property
    def dice(self) -> Dice:
        """What the page says about throws, in games that have them."""
        return Dice(self)

    # Whose turn -----------------------------------------------------------------------------------
    @cached_property
    def turn(self) -> str:
        """Whose turn it is, or how the match ended."""
        if not self.match.is_running:
            return self.result
        if self.own and self.own.awaited:
            said = _("It is your turn.")
            return f"{said} {wording.side_sentence(self.table, self.own)}".rstrip()
        awaited = [seat.player.name for seat in self.position.seats if seat.awaited]
        return _("%(players)s is to move.") % {"players": wording.join_names(awaited)}

    @cached_property
    def bot_awaited(self) -> bool:
        """Whether a bot that always answers is to move here: the page looks again soon.

        Goes by the seats as they were read: the bot may well have moved before this is asked.
        """
        seats = self.position.seats
        return any(
            seat.awaited and seat.player.is_bot and bots.answers_at_once(seat.player)
            for seat in seats
        )

    @cached_property
    def result(self) -> str:
        """The result and its reason."""
        seats = self.position.seats
        if self.own is None:
            return wording.ending_sentence(self.match, seats)
        ending = wording.ending_for(self.match, seats, self.own)
        return f"{wording.result_sentence(self.match, seats, self.own)} {ending}".strip()

    @cached_property
    def last_sentence(self) -> str:
        """Who played what to reach this board."""
        return self._told(heard=False)

    @cached_property
    def last_heard(self) -> str:
        """The same for ears."""
        return self._told(heard=True)

    def _told(self, *, heard: bool) -> str:
        if self.dice.acts:
            return self.dice.latest
        at = self.position.at_ply
        since = self.position.turn_start if self.position.is_current else max(0, at - 1)
        turned = {
            number: (self.states[number - 1], self.states[number])
            for number in range(since + 1, at + 1)
        }
        table = replace(self.table, turned=turned)
        plies = self.position.plies[since:at]
        own = self.own.number if self.own else None
        told = (wording.ply_sentence(table, ply, heard=heard, reader=own) for ply in plies)
        return " ".join(told)

    @cached_property
    def has_notes(self) -> bool:
        """Whether referees have written into the ledger."""
        return any(ply.seat == REFEREE for ply in self.position.plies)

    @cached_property
    def lots_digest(self) -> str:
        """The digest of the seed of the lots; empty where the game knows no chance."""
        ordered = len(self.position.seats) > 2 and self.match.start_lot is not None
        has = registry.has_lots(self.match.ruleset) or ordered
        return lots.digest(self.match.lots_seed) if has else ""

    @cached_property
    def begun(self) -> bool:
        """Whether anybody has moved yet."""
        return any(seat.moved for seat in self.position.seats)

    @cached_property
    def clocks(self) -> list[ClockView]:
        """Both clocks, the reader's own first."""
        return clock_views(self.position, self.reader, self.now)

    @cached_property
    def tie_offered(self) -> str:
        """Who has offered a tie: "mine", "theirs", or nobody."""
        if self.own is None or not self.match.is_running:
            return ""
        if self.own.tie_offered_at_ply is not None:
            return "mine"
        return "theirs" if self.other and self.other.tie_offered_at_ply is not None else ""

    @cached_property
    def may_tie(self) -> bool:
        """Whether the players could agree on a tie."""
        return tie_may_be_agreed(self.position.rules, len(self.position.seats))

    @cached_property
    def may_resign(self) -> bool:
        """Whether the reader may resign now; the rules may forbid it, as in an auction (3.7)."""
        ask = getattr(self.position.rules, "may_resign", None)
        return bool(ask is None or self.own is None or ask(self.table.state, self.own.number))

    @cached_property
    def partners(self) -> frozenset[int]:
        """The seats that play together with the reader."""
        return frozenset() if self.own is None else self.table.partners_of(self.own.number)

    @cached_property
    def plays(self) -> bool:
        """Whether the reader has a seat that he has not left."""
        return bool(self.own and self.match.is_running and not self.own.left_by)

    @cached_property
    def offered(self) -> list[Any]:
        """The seats that the reader could take over."""
        seats = self.position.seats
        mine = self.reader and any(self.reader.pk in (s.player_id, s.original_id) for s in seats)
        if not self.match.is_running or mine:
            return []
        return [seat for seat in seats if seat.offered_until]

    @cached_property
    def standings(self) -> list[str]:
        """All places with their names, among three and four when the match is over."""
        seats = self.position.seats
        if len(seats) < 3 or self.match.status != "finished":
            return []
        return standings_words(seats)

    @cached_property
    def claimable(self) -> bool:
        """Whether the reader may claim the win on time."""
        claim = self.match.is_running and self.match.time_control.on_flag == "claim"
        return bool(claim and self.own and any(c.late and not c.own for c in self.clocks))

    # What was played ------------------------------------------------------------------------------
    @cached_property
    def sheet(self) -> list[history.LegRow]:
        """The score sheet of the match as it stands."""
        return history.score_sheet(
            self.states[-1], self.match.ruleset, self.names, over=not self.match.is_running
        )

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The points over all finished legs."""
        return history.totals_of(self.states[-1])

    @cached_property
    def legs(self) -> list[history.LegMoves]:
        """The moves under their legs."""
        if self.dice.tells:
            return self.dice.rows
        return history.move_legs(self.position, self.states)

    @cached_property
    def steps(self) -> dict[str, int | None]:
        """The plies to go to: first, previous, next, last; None where one is there already."""
        at, last = self.position.at_ply, self.match.ply_count
        back, forward = at > 0, at < last
        return {
            "first": 0 if back else None,
            "previous": at - 1 if back else None,
            "next": at + 1 if forward else None,
            "last": last if forward else None,
        }

    @cached_property
    def terms(self) -> list[str]:
        """What was agreed, as short phrases."""
        match = self.match
        rated = _("rated") if match.rated else _("unrated")
        seats = len(self.position.seats)
        control = wording.time_line(match.time_control, seats, match.caretaker, match.ruleset)
        options = wording.options_line(match.ruleset, match.options)
        return [word for word in (rated, options, control) if word]

    @cached_property
    def event(self) -> str:
        """What the match is part of; empty for one of its own."""
        return wording.event_line(self.match.event) if self.match.event else ""

    @cached_property
    def ruleset(self) -> str:
        """The name of the ruleset."""
        return wording.ruleset_name(self.match.ruleset)

    @cached_property
    def control_details(self) -> str:
        """Every clause of the time control, what stops the clock included."""
        return wording.control_details(self.match.time_control, self.match.ruleset)

    @cached_property
    def status(self) -> int:
        """The status of the page: a wrong choice is told with the page around it."""
        _touched = self.preview
        return self.notice.status if self.notice else 200
