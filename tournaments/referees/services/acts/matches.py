"""Acts on one match: its clocks, result, ledger and players."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from accounts.models import Player
from games.rules.base import JSON, JSONObject
from games.services.errors import Refused
from games.services.interventions import clocks, reopening, results, seats
from tournaments.referees.models import Ruling
from tournaments.referees.services.acts.base import (
    RulingContext,
    parse_integer,
    parse_player,
    parse_seat,
)
from tournaments.referees.services.permissions import require_no_stake_in_people

MAX_HOURS = 24 * 90
MAX_PAUSE_DAYS = 365
MAX_POINTS = 100_000


class MatchAct:
    """Base of the acts on one match; takes no input by default."""

    name = ""
    about = "match"

    def read(self, _context: RulingContext, _given: Mapping[str, JSON]) -> JSONObject:
        return {}


class GrantTime(MatchAct):
    """Give one player extra time.

    With ``bank``, as other acts order it, the time always goes to the bank, where it can be taken
    back.
    """

    name = "grant_time"

    def read(self, context: RulingContext, given: Mapping[str, JSON]) -> JSONObject:
        read: JSONObject = {
            "seat": parse_seat(context, given).number,
            "hours": parse_integer(given, "hours", 1, MAX_HOURS),
        }
        return read | {"bank": True} if given.get("bank") is True else read

    def apply(self, context: RulingContext) -> None:
        """Do not count the first hours of the turn, or add them to the bank."""
        params = context.params
        span = timedelta(hours=params["hours"])
        clocks.grant_time(context.change, params["seat"], span, to_bank="bank" in params)

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Take back time that has not been used; never makes a flag fall."""
        params = ruling.params
        if "bank" in params and not context.at.match.is_running:
            return  # the match is over: nothing left to take back
        span = timedelta(hours=params["hours"])
        clocks.revoke_time(context.change, params["seat"], span, ruling.effects)


class PauseClocks(MatchAct):
    """Stop all clocks of a match for some days, or until a referee resumes them."""

    name = "pause"

    def read(self, _context: RulingContext, given: Mapping[str, JSON]) -> JSONObject:
        """Return the number of days; None if the pause is open-ended."""
        if given.get("days") in (None, ""):
            return {"days": None}
        return {"days": parse_integer(given, "days", 1, MAX_PAUSE_DAYS)}

    def apply(self, context: RulingContext) -> None:
        days = context.params["days"]
        until = None if days is None else context.now + timedelta(days=days)
        clocks.stop_clocks(context.change, until)

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Count the paused time after all; refused if a flag would fall."""
        clocks.delete_pause(context.change, ruling.effects)


class ResumeClocks(MatchAct):
    name = "resume"

    def apply(self, context: RulingContext) -> None:
        clocks.resume_clocks(context.change)

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Restore the pause to its full length."""
        clocks.restore_pause(context.change, ruling.effects)


class ResultAct(MatchAct):
    """Base of the acts that change the result of a match."""

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Restore the previous result, or let the match go on."""
        results.restore_end(context.change, ruling.effects)


class Adjudicate(ResultAct):
    """Rank every seat; points stay as they are unless the referee gives others."""

    name = "adjudicate"

    def read(self, context: RulingContext, given: Mapping[str, JSON]) -> JSONObject:
        at_table = context.at.seats
        ranks = [parse_integer(given, f"rank_{seat.number}", 1, len(at_table)) for seat in at_table]
        sides: dict[int, set[int]] = {}
        for side, rank in zip(results.seat_sides(context.at), ranks, strict=True):
            sides.setdefault(side, set()).add(rank)
        if 1 not in ranks or any(len(shared) > 1 for shared in sides.values()):
            raise Refused("bad_param", name="rank", allowed="1, 2, …")
        read: JSONObject = {"ranks": ranks}
        points = [given.get(f"points_{seat.number}") for seat in at_table]
        if any(each not in (None, "") for each in points):
            names = (f"points_{seat.number}" for seat in at_table)
            read["points"] = [parse_integer(given, name, -MAX_POINTS, MAX_POINTS) for name in names]
        return read

    def apply(self, context: RulingContext) -> None:
        params = context.params
        results.adjudicate(context.change, params["ranks"], params.get("points"))


class Forfeit(ResultAct):
    """Forfeit the match for a seat: counts in the standings, is never rated."""

    name = "forfeit"

    def read(self, context: RulingContext, given: Mapping[str, JSON]) -> JSONObject:
        return {"seat": parse_seat(context, given).number}

    def apply(self, context: RulingContext) -> None:
        results.forfeit(context.change, context.params["seat"])


class Annul(ResultAct):
    """Annul the match: nobody has won or lost, nothing is rated."""

    name = "annul"

    def apply(self, context: RulingContext) -> None:
        results.annul(context.change)


class Reopen(MatchAct):
    """Continue a running or finished match from the position after one of its plies."""

    name = "reopen"

    def read(self, context: RulingContext, given: Mapping[str, JSON]) -> JSONObject:
        """Return the number of the last ply that stands; the event's opening always does."""
        match = context.at.match
        return {"ply": parse_integer(given, "ply", len(match.opening), match.ply_count)}

    def apply(self, context: RulingContext) -> None:
        reopening.reopen(context.change, context.params["ply"])

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Restore the position and result from before; plies made since are dropped."""
        reopening.undo_reopening(context.change, ruling.effects)


class Replace(MatchAct):
    """Replace the player of a seat; the result counts for the original player."""

    name = "replace"

    def read(self, context: RulingContext, given: Mapping[str, JSON]) -> JSONObject:
        return {
            "seat": parse_seat(context, given).number,
            "substitute": parse_player(given).pk,
        }

    def apply(self, context: RulingContext) -> None:
        params = context.params
        substitute = Player.objects.get(pk=params["substitute"])
        require_no_stake_in_people(context.by, [substitute], context.now)
        unfit = {context.by.pk}
        old = seats.replace_player(context.change, params["seat"], substitute, unfit)
        context.player = old
        context.told += [old, substitute]

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        seats.reinstate_player(context.change, ruling.effects)
