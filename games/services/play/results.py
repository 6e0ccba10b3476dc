"""The end of a match: result or annulment, and all that follows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import OuterRef, Subquery

from accounts.models import Player
from games.models import Match, Ply, RatingEntry, Seat
from games.rules.base import Outcome
from games.services.emails import match_emails
from games.services.match import email_keys
from games.services.match.ledgers import charge_unfinished_turns
from games.services.match.loaded import LoadedMatch, save_match, start_clocks
from games.services.play import orders
from games.services.ratings import ratings
from games.signals import match_finished

NO_SHOW = "no_show"
TIMEOUT_TIE = "timeout_tie"
UNCHOSEN_SOURCES = (Ply.Source.SERVER, Ply.Source.ORDER, Ply.Source.CLOCK, Ply.Source.CARETAKER)


def finish_match(
    loaded: LoadedMatch,
    *,
    ranks: Sequence[int],
    points: Sequence[int],
    ending: str,
    now: datetime,
    rated: bool = True,
) -> None:
    """End the match with this result: stop clocks, rate, post e-mails, send ``match_finished``.

    ``rated`` is False for results that never count for ratings, such as a forfeit.
    """
    match = loaded.match
    match.status = Match.Status.FINISHED
    match.ending = ending
    match.finished_at = now
    for seat in loaded.seats:
        seat.rank = ranks[seat.number]
        seat.points = points[seat.number]
    start_clocks(loaded, now)
    save_match(loaded)
    orders.lapse_orders(loaded, now)
    entries: list[RatingEntry] = []
    if rated and match.rated and ending != NO_SHOW and not _is_repeated_timeout(loaded, now):
        entries = ratings.rate_match(match, loaded.seats, now=now)
    email_keys.withdraw_match_emails(match, now=now)
    for seat in loaded.seats:
        match_emails.notify_finished(loaded, seat, now=now, rated=entries)
    match_finished.send(sender=Match, match=match, now=now)


def finish_by_rules(loaded: LoadedMatch, outcome: Outcome, now: datetime) -> None:
    """End the match with the outcome given by the rules."""
    finish_match(loaded, ranks=outcome.ranks, points=outcome.points, ending=outcome.ending, now=now)


def annul_match(loaded: LoadedMatch, *, ending: str, now: datetime) -> None:
    """End the match without a result: nobody wins, nothing is rated."""
    match = loaded.match
    match.status = Match.Status.ANNULLED
    match.ending = ending
    match.finished_at = now
    charge_unfinished_turns(loaded, now)
    start_clocks(loaded, now)
    save_match(loaded)
    orders.lapse_orders(loaded, now)
    email_keys.withdraw_match_emails(match, now=now)
    for seat in loaded.seats:
        match_emails.notify_finished(loaded, seat, now=now)
    match_finished.send(sender=Match, match=match, now=now)


def lose_match(loaded: LoadedMatch, losers: Sequence[int], *, ending: str, now: datetime) -> None:
    """End the match as a loss of one side; points stay as they are."""
    alone = len(loaded.seats) == 1
    ranks = [2 if seat.number in losers and not alone else 1 for seat in loaded.seats]
    points = loaded.points()
    charge_unfinished_turns(loaded, now)
    finish_match(loaded, ranks=ranks, points=points, ending=ending, now=now)


def draw_on_time(loaded: LoadedMatch, now: datetime) -> None:
    """End the match as a draw on time: the opponent could not have won."""
    points = loaded.points()
    charge_unfinished_turns(loaded, now)
    finish_match(loaded, ranks=[1] * len(loaded.seats), points=points, ending=TIMEOUT_TIE, now=now)


def _lock_player(player_id: int) -> None:
    """Lock the loser's player row, so that their parallel time-outs in any pool are serialised."""
    Player.objects.select_for_update(no_key=True).get(pk=player_id)


def _is_repeated_timeout(loaded: LoadedMatch, now: datetime) -> bool:
    """Whether the loser already lost a rated match on time and has not moved anywhere since."""
    if loaded.match.ending != "timeout":
        return False
    loser = next((seat for seat in loaded.seats if seat.rank != 1), None)
    if loser is None:
        return False
    _lock_player(loser.player_id)
    earlier = (
        Seat.objects.filter(
            player_id=loser.player_id,
            match__rated=True,
            match__ending="timeout",
            match__finished_at__lte=now,
        )
        .exclude(match=loaded.match)
        .exclude(rank=1)
        .order_by("-match__finished_at")
        .values_list("match__finished_at", flat=True)
        .first()
    )
    if earlier is None:
        return False
    own = Seat.objects.filter(match=OuterRef("match"), player_id=loser.player_id)
    return (
        not Ply.objects.filter(
            match__seats__player_id=loser.player_id,
            seat=Subquery(own.values("number")[:1]),
            at__gt=earlier,
        )
        .exclude(source__in=UNCHOSEN_SOURCES)
        .exists()
    )
