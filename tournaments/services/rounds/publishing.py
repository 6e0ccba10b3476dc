"""Publish rounds: pair them, save them with their fixtures, and notify everybody."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from time import monotonic

from accounts.times.calendar_days import add_wall_time
from tournaments.models import Division, Fixture, FixtureSeat, Round, RoundDraft, Tournament
from tournaments.services.emails import messages, news
from tournaments.services.rounds import pairing, reviewing, round_dates, team_rounds
from tournaments.services.rounds.plans import RoundPlan, Unpairable

logger = logging.getLogger(__name__)
ENDLESS = timedelta(days=36_500)
RETRY_UNPAIRED_FOR = timedelta(days=3)  # how long an unpairable round is tried again


def publish(tournament: Tournament, division: Division, now: datetime) -> bool:
    """Pair and publish the next round or rounds of a division; return False if there is none.

    A round under review is only drafted, and published when its time has come; a draft that a
    ruling has made illegal is paired again.
    """
    reviewed = reviewing.is_reviewed(tournament, division)
    draft = reviewing.draft_of(division)
    if draft is not None and reviewing.is_still_valid(draft):
        if reviewed and draft.publish_by > now:
            return False
        if reviewing.is_possible(tournament, draft):
            return publish_draft(tournament, draft, now)
    begun = monotonic()
    plans = _pair_next(tournament, division, now)
    took = monotonic() - begun
    if reviewed and plans and not plans[0].skipped:
        reviewing.save_draft(tournament, division, plans[0], now)
        return True
    if draft is not None:
        reviewing.delete_draft(division)
    return save_rounds_and_notify(tournament, division, plans, now, took=took)


def publish_draft(tournament: Tournament, draft: RoundDraft, now: datetime) -> bool:
    """Publish a draft with its manual changes."""
    plan = reviewing.plan_from_stored(tournament, draft)
    reviewing.delete_draft(draft.division)
    return save_rounds_and_notify(tournament, draft.division, [plan], now)


def publish_manual_pairing(
    tournament: Tournament, division: Division, plan: RoundPlan, now: datetime
) -> None:
    """Publish a manually paired round that the rules could not pair."""
    _clear_unpaired(division)
    save_rounds_and_notify(tournament, division, [plan], now)


def _pair_next(tournament: Tournament, division: Division, now: datetime) -> list[RoundPlan]:
    """Return the next rounds; [] if they cannot be paired (the organisers are notified once)."""
    before = division.unpaired_round, division.unpaired_why
    try:
        plans = pairing.next_rounds(tournament, division, now)
    except Unpairable as error:
        if before != (error.number, error.why):
            until = add_wall_time(now, RETRY_UNPAIRED_FOR, tournament.zone)
            division.unpaired_until = division.unpaired_until or until
            _save_unpaired(division, error.number, error.why)
            news.notify_unpaired(tournament, division, now=now)
        return []
    _clear_unpaired(division)
    return plans


def _clear_unpaired(division: Division) -> None:
    """Clear the note that a round could not be paired."""
    if division.unpaired_round is not None:
        division.unpaired_until = None
        _save_unpaired(division, None, "")


def clear_stale_unpaired(tournament: Tournament) -> None:
    """Clear notes on unpaired rounds that are beyond the number of rounds now."""
    Division.objects.filter(
        tournament=tournament, finished_at=None, unpaired_round__gt=tournament.rounds or 0
    ).update(unpaired_round=None, unpaired_why="", unpaired_until=None)


def _save_unpaired(division: Division, number: int | None, why: str) -> None:
    division.unpaired_round, division.unpaired_why = number, why
    division.save(update_fields=["unpaired_round", "unpaired_why", "unpaired_until"])


def save_rounds_and_notify(
    tournament: Tournament,
    division: Division,
    plans: list[RoundPlan],
    now: datetime,
    *,
    took: float = 0.0,
) -> bool:
    """Save rounds and notify everybody; return False if there are none."""
    begun = monotonic()
    dates = round_dates.dates_of(tournament, division)
    ready = add_wall_time(now, round_dates.publishing_lead(tournament), tournament.zone)
    for plan in plans:
        opens, closes = round_dates.round_span(tournament, dates, plan.number, ready)
        _save_round(division, plan, opens, opens + ENDLESS if plan.endless else closes, now)
        if not tournament.at_once and plan.number >= len(dates):
            ready = closes
    _notify(tournament, division, plans, now)
    for plan in plans[:1]:
        numbers = (plan.number, took, monotonic() - begun)
        logger.info("round %d: paired in %.2f s, published in %.2f s", *numbers)
    return bool(plans)


def _notify(
    tournament: Tournament, division: Division, plans: list[RoundPlan], now: datetime
) -> None:
    """Notify everybody of their opponents or byes, and the organisers of a fallback."""
    if not plans:
        return
    first, note = plans[0].number, plans[0].note
    if plans[0].skipped:
        news.notify_skipped(tournament, division, [each.number for each in plans], now=now)
    elif tournament.event_format.notifies_pairings:
        messages.notify_paired(tournament, division, first, now=now)
        if note:
            news.notify_fallback(tournament, division, first, note, now=now)


def _save_round(
    division: Division,
    plan: RoundPlan,
    opens: datetime,
    closes: datetime,
    now: datetime,
) -> None:
    """Save a round with its fixtures; byes are settled at once."""
    made = Round.objects.create(
        division=division,
        number=plan.number,
        opens_at=opens,
        closes_at=closes,
        published_at=now,
        warned_at=now if plan.endless else None,
        engine=plan.engine,
        engine_input=plan.engine_input,
        note=plan.note,
    )
    fixtures = [Fixture(round=made, board=board) for board, _table in plan.tables]
    fixtures += [
        Fixture(round=made, board=board, kind=kind, settled_at=now)
        for board, _pk, kind in plan.byes
    ]
    seated = [table for _board, table in plan.tables] + [(pk,) for _board, pk, _kind in plan.byes]
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, seat=seat, entrant_id=pk)
        for fixture, table in zip(Fixture.objects.bulk_create(fixtures), seated, strict=True)
        for seat, pk in enumerate(table)
    )
    team_rounds.save_meetings(made, plan.meetings, division.tournament.boards, now)
