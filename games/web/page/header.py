"""The header of a match page: turn, last move, terms."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import lots
from games.families import leaving
from games.services.bots import capacity
from games.services.wording import clock_words, game_words, result_words, wording
from games.services.wording.multiplayer_words import standings_lines
from games.services.wording.opening_words import opening_line
from games.web.page.dice import Dice
from games.web.page.viewpoint import Viewpoint


@dataclass(frozen=True)
class Header:
    seen: Viewpoint
    dice: Dice

    @cached_property
    def turn(self) -> str:
        """Whose turn it is, or how the match ended."""
        seen = self.seen
        if not seen.match.is_running:
            return self.result
        if seen.own and seen.own.awaited:
            said = _("It is your turn.")
            return f"{said} {wording.side_sentence(seen.loaded, seen.own)}".rstrip()
        awaited = [seat for seat in seen.position.seats if seat.awaited]
        names = {"players": leaving.join_names([seat.player.name for seat in awaited])}
        if awaited and all(seat.number in self.bots_awaited for seat in awaited):
            return _("%(players)s will answer in a moment.") % names
        return _("Waiting for %(players)s.") % names

    @cached_property
    def bots_awaited(self) -> frozenset[int]:
        """The awaited seats of bots that always answer, so that the page refreshes soon.

        Uses the seats as loaded with the page: the bot may have moved meanwhile.
        """
        return frozenset(
            seat.number
            for seat in self.seen.position.seats
            if seat.awaited and seat.player.is_bot and capacity.is_instant_bot(seat.player)
        )

    @cached_property
    def result(self) -> str:
        match, seats, own = self.seen.match, self.seen.position.seats, self.seen.own
        if own is None:
            return result_words.ending_sentence(match, seats)
        ending = result_words.ending_sentence_for(match, seats, own)
        return f"{result_words.result_sentence(match, seats, own)} {ending}".strip()

    @cached_property
    def last_sentence(self) -> str:
        """The last turn in words."""
        return self._turn_sentences(heard=False)

    @cached_property
    def last_spoken(self) -> str:
        """The last turn for screen readers."""
        return self._turn_sentences(heard=True)

    def _turn_sentences(self, *, heard: bool) -> str:
        """Return the turn shown in sentences."""
        if self.dice.acts:
            return self.dice.latest
        seen, since, at = self.seen, self.seen.shown_from, self.seen.position.at_ply
        turned = {
            number: (seen.states[number - 1], seen.states[number])
            for number in range(since + 1, at + 1)
        }
        loaded = replace(seen.loaded, turned=turned)
        plies = seen.position.plies[since:at]
        told = (wording.ply_sentence(loaded, ply, heard=heard, reader=seen.number) for ply in plies)
        return " ".join(told)

    @cached_property
    def standing(self) -> str:
        """The state of the game besides the position, such as a contract."""
        return self.seen.family.status_sentence(self.seen.loaded.state)

    @cached_property
    def auction(self) -> list[str]:
        """Bids and state of a running auction, as lines."""
        position = self.seen.position
        lines = [(ply.seat, ply.text) for ply in position.standing(position.at_ply)]
        found = self.seen.family.running_auction(position.state, lines)
        return found.sentences(self.seen.names, position.viewer) if found else []

    @cached_property
    def standings(self) -> list[str]:
        """All places with names, after a match of three or four."""
        seats = self.seen.position.seats
        if len(seats) < 3 or self.seen.match.status != "finished":
            return []
        return standings_lines(seats)

    @cached_property
    def begun(self) -> bool:
        """Whether anybody has moved yet."""
        return any(seat.moved for seat in self.seen.position.seats)

    @cached_property
    def lots_digest(self) -> str:
        """The digest of the seed of the random draws; "" in matches without any."""
        match, position = self.seen.match, self.seen.position
        ordered = len(position.seats) > 2 and match.start_lot is not None
        has = position.rules.draws_lots or ordered
        return lots.digest(match.lots_seed) if has else ""

    # Terms ----------------------------------------------------------------------------------------
    @cached_property
    def ruleset(self) -> str:
        return game_words.ruleset_name(self.seen.match.ruleset)

    @cached_property
    def event(self) -> str:
        """The event of the match, or ""."""
        event = self.seen.match.event
        return wording.event_line(event) if event else ""

    @cached_property
    def terms(self) -> list[str]:
        """The agreed terms as short phrases."""
        match = self.seen.match
        rated = _("rated") if match.rated else _("unrated")
        seats = len(self.seen.position.seats)
        control = clock_words.control_text_with_absence(
            match.time_control, seats, match.caretaker, match.ruleset
        )
        options = game_words.options_line(match.ruleset, match.options)
        opening = opening_line(match.ruleset, match.options, seats, match.opening)
        return [word for word in (rated, options, opening, control) if word]

    @cached_property
    def control_details(self) -> str:
        """Every clause of the time control, including what stops the clock."""
        return clock_words.control_details(self.seen.match.time_control, self.seen.match.ruleset)
