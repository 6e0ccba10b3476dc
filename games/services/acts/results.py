"""Acts that decide how a match ends: adjudicate, forfeit, annul; and how they are taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.models import Match, Ruling, Seat
from games.rules import registry
from games.rules.company import sides_of
from games.services import letters, rating_fold, ratings, results
from games.services.acts.base import Docket, put_back, seat_of, snapshot, whole
from games.services.charges import close_clocks
from games.services.errors import Refused
from games.services.rating_fold import Rated
from games.services.table import Table, save_table, wake_seats
from games.services.turns import call_seat
from games.signals import match_finished

RESULT = ("rank", "points")
ENDED = ("status", "ending", "finished_at")
POINTS_MOST = 100_000


class ResultAct:
    """Base of the acts that give a match another end, running or not."""

    name = ""
    about = "match"
    ending = ""

    def read(self, _docket: Docket, _given: Mapping[str, Any]) -> dict[str, Any]:
        """Need nothing."""
        return {}

    def apply(self, docket: Docket) -> None:
        """Give the match its end, correct the ratings, and tell the rooms above."""
        table = docket.at
        before, was = snapshot(table), rating_fold.rated_end(table.match)
        if table.match.is_running:
            self.end(docket)
        else:
            self.change(docket)
        note_result(docket, before, was)

    def end(self, docket: Docket) -> None:
        """End a running match."""
        raise NotImplementedError

    def change(self, docket: Docket) -> None:
        """Change the result of a match that is over."""
        raise NotImplementedError

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Give the match the end that it had before, or let it run on."""
        table, stored = docket.at, ruling.effects["before"]
        before, was = snapshot(table), rating_fold.rated_end(table.match)
        earlier = ruling.effects["rated"]
        wanted = None if earlier is None else Rated(earlier[0], earlier[1])
        if stored["match"]["status"] == Match.Status.RUNNING:
            run_on(docket, stored)
        else:
            put_back(table.match, stored["match"], ENDED)
            for seat, old in zip(table.seats, stored["seats"], strict=True):
                put_back(seat, old, RESULT)
            save_table(table)
        rerate(docket, was, wanted)
        note_result(docket, before, was)


def note_result(docket: Docket, before: Any, was: Rated | None) -> None:
    """Note in the effects what was and what is."""
    docket.effects |= {
        "before": before,
        "after": snapshot(docket.at),
        "rated": None if was is None else list(was),
    }
    if before["match"]["status"] != Match.Status.RUNNING:
        match_finished.send(sender=Match, match=docket.at.match)


def rerate(docket: Docket, was: Rated | None, wanted: Rated | None) -> None:
    """Note how the rated result changes; ``rating_fold.correct`` follows when it is sealed."""
    if changes := rating_fold.changes_between(was, wanted):
        rating_fold.lock_pool(docket.at.match.pool)
        docket.effects["rating"] = changes


def run_on(docket: Docket, stored: Mapping[str, Any]) -> None:
    """Let a match run again: budgets as they were, the clocks of those awaited start anew."""
    table, now = docket.at, docket.now
    match = table.match
    if registry.draws_on(match.ruleset):  # the end has shown the seed of all coming lots (C-2)
        raise Refused("seed_known")
    match.status, match.ending, match.finished_at = Match.Status.RUNNING, "", None
    match.turn += 1
    given_back = {}
    for seat, old in zip(table.seats, stored["seats"], strict=True):
        given_back[str(seat.number)] = [seat.budget, old["budget"]]
        put_back(seat, old, ("budget", "tie_offered_at_ply"))
        seat.rank = seat.points = seat.flagged_at = None
    docket.effects["budgets"] = {"turn": match.turn, "seats": given_back}
    woken = wake_seats(table, now)
    save_table(table)
    for seat in woken:
        letters.tell_turn(table, seat, now=now)
        call_seat(seat, now)


class Adjudicate(ResultAct):
    """Give every seat its rank; points stay as they stand unless the referee names others."""

    name = "adjudicate"
    ending = "adjudicated"

    def read(self, docket: Docket, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take ranks and points by seat."""
        seats = docket.at.seats
        ranks = [whole(given, f"rank_{seat.number}", 1, len(seats)) for seat in seats]
        sides: dict[int, set[int]] = {}
        for side, rank in zip(_sides(docket), ranks, strict=True):
            sides.setdefault(side, set()).add(rank)
        if 1 not in ranks or any(len(shared) > 1 for shared in sides.values()):
            raise Refused("bad_param", name="rank", allowed="1, 2, …")
        read: dict[str, Any] = {"ranks": ranks}
        points = [given.get(f"points_{seat.number}") for seat in seats]
        if any(each not in (None, "") for each in points):
            names = (f"points_{seat.number}" for seat in seats)
            read["points"] = [whole(given, name, -POINTS_MOST, POINTS_MOST) for name in names]
        return read

    def end(self, docket: Docket) -> None:
        """End the match with these ranks; rated where everybody has moved."""
        table = docket.at
        close_clocks(table, docket.now)
        results.finish_match(
            table,
            ranks=docket.params["ranks"],
            points=docket.params.get("points") or table.points(),
            ending=self.ending,
            now=docket.now,
            rated=all(seat.moved for seat in table.seats),
        )

    def change(self, docket: Docket) -> None:
        """Set ranks and points of a match that is over."""
        table, match = docket.at, docket.at.match
        was = rating_fold.rated_end(match)
        match.status, match.ending = Match.Status.FINISHED, self.ending
        points = docket.params.get("points") or _points_of(table)
        _set_result(table.seats, docket.params["ranks"], points)
        save_table(table)
        if not match.rated or any(not seat.moved for seat in table.seats):
            return
        if was is None:
            _rate_late(docket)
        else:
            ranks = {str(seat.rated_id): seat.rank or 1 for seat in table.seats}
            rerate(docket, was, Rated(was.turn, ranks))


def _sides(docket: Docket) -> tuple[int, ...]:
    """Return the side of every seat: partners win and lose together."""
    table = docket.at
    return sides_of(table.rules, len(table.seats), table.match.options)


def _rate_late(docket: Docket) -> None:
    """Rate a match that is over and was not rated when it ended."""
    ratings.rate_match(docket.at.match, docket.at.seats, now=docket.now)


def _points_of(table: Table) -> list[int]:
    """Return the points of a match that is over: those at the seats, else those on the board."""
    if any(seat.points is None for seat in table.seats):
        return table.points()
    return [seat.points or 0 for seat in table.seats]


def _set_result(
    seats: Sequence[Seat], ranks: Sequence[int | None], points: Sequence[int | None]
) -> None:
    """Write a result to the seats."""
    for seat, rank, count in zip(seats, ranks, points, strict=True):
        seat.rank, seat.points = rank, count


class Forfeit(ResultAct):
    """Let a seat lose without having been beaten: counted in tables, never rated."""

    name = "forfeit"
    ending = "forfeit"

    def read(self, docket: Docket, given: Mapping[str, Any]) -> dict[str, Any]:
        """Take the seat that loses."""
        return {"seat": seat_of(docket, given).number}

    def _ranks(self, docket: Docket) -> list[int]:
        """Put the seat last and all others first."""
        sides = _sides(docket)
        return [2 if side == sides[docket.params["seat"]] else 1 for side in sides]

    def end(self, docket: Docket) -> None:
        """End the match against the seat."""
        table = docket.at
        close_clocks(table, docket.now)
        ranks, points = self._ranks(docket), table.points()
        results.finish_match(
            table, ranks=ranks, points=points, ending=self.ending, now=docket.now, rated=False
        )

    def change(self, docket: Docket) -> None:
        """Turn the result of a match that is over against the seat."""
        table, was = docket.at, rating_fold.rated_end(docket.at.match)
        table.match.status, table.match.ending = Match.Status.FINISHED, self.ending
        _set_result(table.seats, self._ranks(docket), _points_of(table))
        save_table(table)
        if was is not None:
            rerate(docket, was, Rated(was.turn, None))


class Annul(ResultAct):
    """Take the match out of everything: nobody has won or lost, nothing is rated."""

    name = "annul"
    ending = "annulled"

    def end(self, docket: Docket) -> None:
        """Annul a running match."""
        results.annul_match(docket.at, ending=self.ending, now=docket.now)

    def change(self, docket: Docket) -> None:
        """Annul a match that is over."""
        table, was = docket.at, rating_fold.rated_end(docket.at.match)
        if table.match.status == Match.Status.ANNULLED:
            raise Refused("annulled_before")
        table.match.status, table.match.ending = Match.Status.ANNULLED, self.ending
        nothing = [None] * len(table.seats)
        _set_result(table.seats, nothing, nothing)
        save_table(table)
        if was is not None:
            rerate(docket, was, Rated(was.turn, None))
