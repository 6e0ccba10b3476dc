"""The end of a match: result or annulment, and everything that follows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import OuterRef, Subquery

from accounts.models import Player
from games.models import Match, Ply, RatingEntry, Seat
from games.rules.base import Outcome
from games.services.emails import match_emails
from games.services.match import email_keys
from games.services.match.ledgers import close_clocks
from games.services.match.table import Table, save_table, start_clocks
from games.services.play import orders
from games.services.ratings import ratings
from games.signals import match_finished

NO_SHOW = "no_show"
TIMEOUT_TIE = "timeout_tie"
NOT_BY_HAND = (Ply.Source.SERVER, Ply.Source.ORDER, Ply.Source.CLOCK, Ply.Source.CARETAKER)


def finish_match(
    table: Table,
    *,
    ranks: Sequence[int],
    points: Sequence[int],
    ending: str,
    now: datetime,
    rated: bool = True,
) -> None:
    """End the match with this result: stop clocks, rate, post e-mails, inform the packages above.

    ``rated`` is False for results that no rating follows from, such as a forfeit.
    """
    match = table.match
    match.status = Match.Status.FINISHED
    match.ending = ending
    match.finished_at = now
    for seat in table.seats:
        seat.rank = ranks[seat.number]
        seat.points = points[seat.number]
    start_clocks(table, now)
    save_table(table)
    orders.lapse_orders(table, now)
    entries: list[RatingEntry] = []
    if rated and match.rated and ending != NO_SHOW and not _is_repeated_timeout(table, now):
        entries = ratings.rate_match(match, table.seats, now=now)
    email_keys.withdraw_all(match, now=now)
    for seat in table.seats:
        match_emails.notify_finished(table, seat, now=now, rated=entries)
    match_finished.send(sender=Match, match=match, now=now)


def finish_by_rules(table: Table, outcome: Outcome, now: datetime) -> None:
    """End the match with the rules' own outcome."""
    finish_match(table, ranks=outcome.ranks, points=outcome.points, ending=outcome.ending, now=now)


def annul_match(table: Table, *, ending: str, now: datetime) -> None:
    """End the match without a result: nobody wins, nothing is rated."""
    match = table.match
    match.status = Match.Status.ANNULLED
    match.ending = ending
    match.finished_at = now
    close_clocks(table, now)
    start_clocks(table, now)
    save_table(table)
    orders.lapse_orders(table, now)
    email_keys.withdraw_all(match, now=now)
    for seat in table.seats:
        match_emails.notify_finished(table, seat, now=now)
    match_finished.send(sender=Match, match=match, now=now)


def lose_match(table: Table, losers: Sequence[int], *, ending: str, now: datetime) -> None:
    """End the match as a loss of one side; points stay as they stood."""
    alone = len(table.seats) == 1
    ranks = [2 if seat.number in losers and not alone else 1 for seat in table.seats]
    points = table.points()
    close_clocks(table, now)
    finish_match(table, ranks=ranks, points=points, ending=ending, now=now)


def draw_on_time(table: Table, now: datetime) -> None:
    """End the match as a draw although time has run out: the other could not have won it."""
    points = table.points()
    close_clocks(table, now)
    finish_match(table, ranks=[1] * len(table.seats), points=points, ending=TIMEOUT_TIE, now=now)


def _lock_player(player_id: int) -> None:
    """Lock the loser's row, so that their other time-outs, in whatever pool, are seen or wait."""
    Player.objects.select_for_update(no_key=True).get(pk=player_id)


def _is_repeated_timeout(table: Table, now: datetime) -> bool:
    """Whether the loser has paid for this absence: lost a rated match on time, no ply since."""
    if table.match.ending != "timeout":
        return False
    loser = next((seat for seat in table.seats if seat.rank != 1), None)
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
        .exclude(match=table.match)
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
        .exclude(source__in=NOT_BY_HAND)
        .exists()
    )
