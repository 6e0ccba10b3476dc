"""Interventions in results, during or after a match: adjudicate, forfeit, annul."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.models import Match, Seat
from games.rules import registry
from games.rules.base import JSON
from games.rules.multiplayer import sides_of
from games.services.emails import match_emails
from games.services.errors import Refused
from games.services.interventions.base import Change, Snapshot, restore_snapshot, snapshot
from games.services.match.ledgers import charge_unfinished_turns
from games.services.match.loaded import LoadedMatch, save_match, start_clocks
from games.services.play import results
from games.services.play.turns import schedule_automatic_player
from games.services.ratings import corrections, ratings
from games.services.ratings.corrections import RatedEnd
from games.signals import match_finished

RESULT_FIELDS = ("rank", "points")
END_FIELDS = ("status", "ending", "finished_at")


def seat_sides(loaded: LoadedMatch) -> tuple[int, ...]:
    return sides_of(loaded.rules, len(loaded.seats), loaded.match.options)


def adjudicate(change: Change, ranks: Sequence[int], points: Sequence[int] | None) -> None:
    """Give every seat its rank; points stay unless given.

    A running match is rated if everybody has moved; the rating of a finished one is corrected.
    """
    loaded, before = change.loaded, snapshot(change.loaded)
    was = lock_rated_end(loaded)
    if loaded.match.is_running:
        charge_unfinished_turns(loaded, change.now)
        results.finish_match(
            loaded,
            ranks=ranks,
            points=points or loaded.points(),
            ending="adjudicated",
            now=change.now,
            rated=all(seat.moved for seat in loaded.seats),
        )
    else:
        _adjudicate_late(change, ranks, points or _final_points(loaded), was)
    record_result_change(change, before, was)


def _adjudicate_late(
    change: Change, ranks: Sequence[int], points: Sequence[int], was: RatedEnd | None
) -> None:
    loaded, match = change.loaded, change.loaded.match
    match.status, match.ending = Match.Status.FINISHED, "adjudicated"
    _set_result(loaded.seats, ranks, points)
    save_match(loaded)
    if not match.rated or any(not seat.moved for seat in loaded.seats):
        return
    if was is None:  # not rated when it ended
        ratings.rate_match(match, loaded.seats, now=change.now)
    else:
        record_rating_change(
            change,
            was,
            RatedEnd(was.turn, {str(s.rated_player_id): s.rank or 1 for s in loaded.seats}),
        )


def forfeit(change: Change, number: int) -> None:
    """Forfeit the match for a seat and its side: counted in standings, never rated."""
    loaded, before = change.loaded, snapshot(change.loaded)
    was = lock_rated_end(loaded)
    sides = seat_sides(loaded)
    ranks = [2 if side == sides[number] else 1 for side in sides]
    if loaded.match.is_running:
        charge_unfinished_turns(loaded, change.now)
        results.finish_match(
            loaded,
            ranks=ranks,
            points=loaded.points(),
            ending="forfeit",
            now=change.now,
            rated=False,
        )
    else:
        _end_unrated(change, Match.Status.FINISHED, "forfeit", (ranks, _final_points(loaded)), was)
    record_result_change(change, before, was)


def annul(change: Change) -> None:
    """Annul a match: nobody has won or lost, nothing is rated. Refuses ``annulled_before``."""
    loaded, before = change.loaded, snapshot(change.loaded)
    was = lock_rated_end(loaded)
    if loaded.match.is_running:
        results.annul_match(loaded, ending="annulled", now=change.now)
    elif loaded.match.status == Match.Status.ANNULLED:
        raise Refused("annulled_before")
    else:
        nothing = [None] * len(loaded.seats)
        _end_unrated(change, Match.Status.ANNULLED, "annulled", (nothing, nothing), was)
    record_result_change(change, before, was)


def lock_rated_end(loaded: LoadedMatch) -> RatedEnd | None:
    """Return how a match was last rated; locks its pool exclusively."""
    if loaded.match.rated:
        ratings.lock_pool(loaded.match.pool, alone=True)
    return corrections.rated_end(loaded.match)


def _end_unrated(
    change: Change,
    status: Match.Status,
    ending: str,
    result: tuple[Sequence[int | None], Sequence[int | None]],
    was: RatedEnd | None,
) -> None:
    """Give a finished match an end that does not count for ratings."""
    loaded = change.loaded
    loaded.match.status, loaded.match.ending = status, ending
    _set_result(loaded.seats, *result)
    save_match(loaded)
    if was is not None:
        record_rating_change(change, was, RatedEnd(was.turn, None))


def restore_end(change: Change, was: Mapping[str, JSON]) -> None:
    """Restore the end a match had before, or let it run on; ``was`` are the recorded effects."""
    loaded, stored = change.loaded, was["before"]
    before, rated = snapshot(loaded), lock_rated_end(loaded)
    if stored["match"]["status"] == Match.Status.RUNNING:
        _restart_match(change, stored)
    else:
        restore_result(loaded, stored)
    record_rating_change(change, rated, earlier_rated_end(was))
    record_result_change(change, before, rated)


def earlier_rated_end(was: Mapping[str, JSON]) -> RatedEnd | None:
    """Return how a match was rated before a change, from its recorded effects."""
    rated = was["rated"]
    return None if rated is None else RatedEnd(rated[0], rated[1])


def restore_result(loaded: LoadedMatch, stored: Snapshot) -> None:
    """Restore the result held by a snapshot."""
    restore_snapshot(loaded.match, stored["match"], END_FIELDS)
    for seat, old in zip(loaded.seats, stored["seats"], strict=True):
        restore_snapshot(seat, old, RESULT_FIELDS)
    save_match(loaded)


def record_result_change(change: Change, before: Snapshot, was: RatedEnd | None) -> None:
    """Record the result before and after; send ``match_finished`` again if the match was over."""
    change.effects |= {
        "before": before,
        "after": snapshot(change.loaded),
        "rated": None if was is None else list(was),
    }
    if before["match"]["status"] != Match.Status.RUNNING:
        match_finished.send(sender=Match, match=change.loaded.match, now=change.now)


def record_rating_change(change: Change, was: RatedEnd | None, rated_end: RatedEnd | None) -> None:
    """Record how the rated result changes; ``corrections.correct`` applies it later."""
    if changes := corrections.changes_between(was, rated_end):
        change.effects["rating"] = changes


def _restart_match(change: Change, stored: Snapshot) -> None:
    """Restart a match: earlier budgets, clocks of the awaited seats running."""
    loaded, now = change.loaded, change.now
    match = loaded.match
    if registry.get(match.ruleset).draws_during_play:  # the seed became public at the end (C-2)
        raise Refused("seed_known")
    match.status, match.ending, match.finished_at = Match.Status.RUNNING, "", None
    match.turn += 1
    given_back = {}
    for seat, old in zip(loaded.seats, stored["seats"], strict=True):
        given_back[str(seat.number)] = [seat.budget, old["budget"]]
        restore_snapshot(seat, old, ("budget", "tie_offered_at_ply"))
        seat.rank = seat.points = seat.flagged_at = None
    change.effects["budgets"] = {"turn": match.turn, "seats": given_back}
    woken = start_clocks(loaded, now)
    save_match(loaded)
    for seat in woken:
        match_emails.notify_turn(loaded, seat, now=now)
        schedule_automatic_player(seat, now)


def _final_points(loaded: LoadedMatch) -> list[int]:
    """Return the points of a finished match: those of the seats, else those on the board."""
    if any(seat.points is None for seat in loaded.seats):
        return loaded.points()
    return [seat.points or 0 for seat in loaded.seats]


def _set_result(
    seats: Sequence[Seat], ranks: Sequence[int | None], points: Sequence[int | None]
) -> None:
    for seat, rank, count in zip(seats, ranks, points, strict=True):
        seat.rank, seat.points = rank, count
