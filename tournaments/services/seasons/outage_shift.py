"""Effects of an outage on tournaments: rounds, claims, decisions and offers last longer."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from games.models import Outage
from games.services.time.credit import added_length, excess_credit
from tournaments import division_queries
from tournaments.models import (
    Division,
    Entrant,
    Fixture,
    OutageShift,
    Revision,
    Round,
    RoundDraft,
    Tournament,
)
from tournaments.services.rounds import reviewing
from tournaments.services.rounds.publishing import RETRY_UNPAIRED_FOR


def apply_outages(*, now: datetime) -> int:
    """Postpone everything touched by outages that have begun; return how many outages."""
    done = 0
    for outage in list(Outage.objects.filter(shift=None, since__lte=now).order_by("since", "pk")):
        try:
            _apply_outage(outage, now)
        except IntegrityError:  # another worker has done all of it
            continue
        done += 1
    return done


@transaction.atomic
def _apply_outage(outage: Outage, now: datetime) -> None:
    """Postpone everything that ends after an outage began; overlapping outages count once."""
    shift = OutageShift.objects.create(outage=outage, at=now)
    # locks the row: the outage may just be ended early
    outage = Outage.objects.select_for_update().get(pk=outage.pk)
    fresh = added_length(outage, _overlapping_outages(outage))
    since, until = outage.since, outage.until
    rounds = Round.objects.filter(closed_at=None, opens_at__lt=until, closes_at__gt=since)
    open_fixtures = Fixture.objects.unsettled()
    made_final = Revision.objects.filter(
        act=Revision.Act.ENDED,
        tournament=OuterRef("tournament"),
        made_at=OuterRef("unpaired_until"),
    )
    undecided = Division.objects.filter(
        ~Exists(made_final),
        finished_at=None,
        unpaired_until__gt=since,
        unpaired_until__lte=until + RETRY_UNPAIRED_FOR,
    )
    drafts = RoundDraft.objects.filter(publish_by__gt=since, made_at__lt=until)
    drafts = drafts.select_related("division__tournament")
    shift.moved = {
        "rounds": _shift_instants(rounds, "closes_at", fresh),
        "fixtures": _shift_instants(open_fixtures.filter(closes_at__gt=since), "closes_at", fresh),
        "claims": _shift_instants(
            open_fixtures.filter(claims_until__gt=since), "claims_until", fresh
        ),
        "undecided": _shift_instants(undecided, "unpaired_until", fresh),
        "drafts": [each.pk for each in drafts if _extend_review(each, fresh)],
        "offers": _extend_offers(since, fresh),
    }
    shift.save(update_fields=["moved"])


@transaction.atomic
def shorten_shift(outage: Outage, planned: datetime) -> None:
    """Undo part of an outage's postponements when it is shortened.

    Ends set by an organiser since then stay, as do later extensions.
    """
    shift = OutageShift.objects.filter(outage=outage).first()
    if shift is None:
        return
    spare = excess_credit(outage, planned, _overlapping_outages(outage))
    moved = shift.moved
    put_off = moved.get("rounds", [])
    rounds = Round.objects.filter(closed_at=None, pk__in=put_off)
    rounds = rounds.exclude(pk__in=division_queries.rounds_rescheduled_since(shift.at, put_off))
    open_fixtures = Fixture.objects.unsettled()
    _shift_instants(rounds, "closes_at", -spare)
    _shift_instants(open_fixtures.filter(pk__in=moved.get("fixtures", ())), "closes_at", -spare)
    _shift_instants(open_fixtures.filter(pk__in=moved.get("claims", ())), "claims_until", -spare)
    undecided = Division.objects.filter(finished_at=None, unpaired_until__gt=outage.until)
    _shift_instants(undecided.filter(pk__in=moved.get("undecided", ())), "unpaired_until", -spare)
    drafts = RoundDraft.objects.filter(publish_by__gt=outage.until)
    _bring_drafts_forward(drafts.filter(pk__in=moved.get("drafts", ())), spare)
    offers = Entrant.objects.waiting().filter(offered_until__isnull=False)
    held = offers.filter(pk__in=moved.get("offers", ()))
    _shift_instants(held, "offered_until", -spare)
    events = Tournament.objects.filter(status=Tournament.Status.OPEN, entrants__in=held)
    events.filter(due_at__gt=outage.until).update(due_at=outage.until)


def _extend_offers(since: datetime, span: timedelta) -> list[int]:
    """Extend offered places, at most until the start; return those extended in full."""
    held = Entrant.objects.waiting().filter(offered_until__gt=since).order_by("pk")
    moved = []
    for entrant in held.select_related("tournament").filter(
        tournament__status=Tournament.Status.OPEN
    ):
        until, start = entrant.offered_until, entrant.tournament.starts_at
        if until is None:
            continue
        whole = start is None or until + span <= start
        later = until + span if start is None or whole else max(until, start)
        # Skipped if the player answers meanwhile.
        as_read = Entrant.objects.filter(pk=entrant.pk, offered_until=until)
        if as_read.update(offered_until=later) and whole:
            moved.append(entrant.pk)
    return moved


def _extend_review(draft: RoundDraft, span: timedelta) -> bool:
    """Extend the time for review, but not past what ``review_ends_at`` allows.

    Return whether the full extension was needed. A draft that replaces another has less than a day
    from the start.
    """
    longest = draft.publish_by + span
    reviewed = reviewing.review_ends_at(draft, draft.division.tournament)
    RoundDraft.objects.filter(pk=draft.pk).update(
        publish_by=min(longest, max(draft.publish_by, reviewed))
    )
    return longest <= reviewed


def _bring_drafts_forward(drafts: QuerySet[RoundDraft], spare: timedelta) -> None:
    """Publish drafts earlier again, but not before the day of their round."""
    for draft in drafts.select_related("division__tournament"):
        day = reviewing.planned_publication_at(draft, draft.division.tournament)
        earlier = max(draft.publish_by - spare, min(day, draft.publish_by))
        RoundDraft.objects.filter(pk=draft.pk).update(publish_by=earlier)


def _overlapping_outages(outage: Outage) -> QuerySet[Outage]:
    """Return the outages that ended after this one began and have shifted rounds already."""
    rows = Outage.objects.exclude(pk=outage.pk).filter(until__gt=outage.since)
    return rows.filter(shift__isnull=False)


def _shift_instants(rows: QuerySet[Any], field: str, span: timedelta) -> list[int]:
    """Move an instant of these rows; return their pks."""
    numbers = list(rows.order_by("pk").values_list("pk", flat=True))
    rows.filter(pk__in=numbers).update(**{field: F(field) + span})
    return numbers
