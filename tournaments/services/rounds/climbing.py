"""Apply results to a ladder, and undo that after a ruling."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F, Max, Q

from games.models import Match
from games.services.play.results import NO_SHOW
from tournaments.models import Entrant, Fixture, FixtureSeat, Tournament
from tournaments.pairing import ladder as rungs
from tournaments.services.emails import ladder_emails
from tournaments.services.rounds import ladders


def apply_results(tournament: Tournament, now: datetime) -> bool:
    """Apply all new results to a locked ladder, in order; return whether there were any.

    If a ruling has changed a result, its former effect is undone first.
    """
    fresh = (
        Fixture.objects.filter(round__division__tournament=tournament, climbed_at=None)
        .filter(Q(settled_at__isnull=False) | Q(climbed__isnull=False))
        .select_related("match")
        .order_by(F("settled_at").asc(nulls_first=True), "pk")
    )
    fixtures = list(fresh)
    for fixture in fixtures:
        if tournament.is_running:
            _undo_climb(tournament, fixture, now)
            _apply_result(tournament, fixture, now)
    done = [fixture.pk for fixture in fixtures if fixture.is_settled]
    Fixture.objects.filter(pk__in=done).update(climbed_at=now)
    return bool(fixtures)


def _apply_result(tournament: Tournament, fixture: Fixture, now: datetime) -> None:
    """Move the winner above the loser; a loser on time leaves the ladder."""
    seats = list(FixtureSeat.objects.filter(fixture=fixture))
    winners = [seat.entrant_id for seat in seats if seat.place == 1]
    losers = [seat.entrant_id for seat in seats if seat.place != 1]
    if len(winners) != 1 or len(losers) != 1:
        return
    silent = _ran_out_of_time(fixture.match)
    before = ladders.current_rungs(tournament)
    after = rungs.apply_match(before, winners[0], losers[0], timed_out=silent)
    if after == before:
        return
    if silent:
        Entrant.objects.filter(pk=losers[0]).update(
            status=Entrant.Status.WITHDRAWN, withdrawn_at=now, number=None
        )
        ladder_emails.notify_removed(fixture, losers[0], winners[0], now=now)
    ladders.renumber(tournament, after)
    moved: dict[str, list[int] | str] = {
        "before": _entrant_ids(before),
        "after": _entrant_ids(after),
    }
    _save_climb(fixture, moved | {"at": now.isoformat()})


def _ran_out_of_time(match: Match | None) -> bool:
    """Whether a match was lost on time; a no-show counts only if the flag fell."""
    if match is None or match.ending not in ("timeout", NO_SHOW):
        return False
    return match.ending != NO_SHOW or match.charges.filter(flagged=True).exists()


def _entrant_ids(order: Sequence[rungs.Rung]) -> list[int]:
    return [rung.entrant for rung in order]


def _save_climb(fixture: Fixture, climbed: dict[str, list[int] | str] | None) -> None:
    fixture.climbed = climbed
    fixture.save(update_fields=["climbed"])


def _undo_climb(tournament: Tournament, fixture: Fixture, at: datetime) -> None:
    """Undo the effect of a match on the ladder; if others have moved since, only for its two
    players.

    A player who had climbed goes back below those who were ahead; one who was removed returns,
    unless they have withdrawn or closed their account since.
    """
    if fixture.climbed is None:
        return
    before, after = fixture.climbed["before"], fixture.climbed["after"]
    now = _entrant_ids(ladders.current_rungs(tournament))
    removed = datetime.fromisoformat(fixture.climbed["at"])
    missing = Entrant.objects.filter(pk__in=set(before) - set(after) - set(now))
    fallen = set(
        missing.filter(withdrawn_at=removed, player__closed_at=None).values_list("pk", flat=True)
    )
    moved = [pk for pk in before if pk in fallen or _has_climbed(pk, before, after, fixture)]
    for pk in fallen:
        ladder_emails.notify_returned(fixture, pk, now=at)
        Entrant.objects.filter(pk=pk).update(
            status=Entrant.Status.ENTERED,
            withdrawn_at=None,
            withdrawn_round=None,
            number=_next_rung(tournament),
        )
    there = [pk for pk in before if pk in now or pk in fallen]
    order = there if now == after else _reorder_moved(now, moved, before, fallen)
    ladders.renumber(tournament, [rungs.Rung(pk) for pk in order])
    _save_climb(fixture, None)


def _next_rung(tournament: Tournament) -> int:
    """Return the number of a new lowest rung."""
    own = Entrant.objects.filter(tournament=tournament)
    return (own.aggregate(most=Max("number"))["most"] or 0) + 1


def _has_climbed(pk: int, before: Sequence[int], after: Sequence[int], fixture: Fixture) -> bool:
    """Whether this entrant played the match and climbed by it."""
    own = FixtureSeat.objects.filter(fixture=fixture, entrant=pk).exists()
    return own and pk in after and after.index(pk) < before.index(pk)


def _reorder_moved(
    now: Sequence[int], moved: Sequence[int], before: Sequence[int], fallen: set[int]
) -> list[int]:
    """Return an order in which those moved are below everybody who was ahead of them before."""
    order = [pk for pk in now if pk not in moved]
    for pk in moved:
        if pk not in now and pk not in fallen:
            continue
        ahead = [order.index(other) for other in before[: before.index(pk)] if other in order]
        order.insert(max(ahead, default=-1) + 1, pk)
    return order
