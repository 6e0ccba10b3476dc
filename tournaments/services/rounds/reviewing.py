"""Rounds under review: drafted, and published later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from accounts.times.calendar_days import add_wall_time
from games.models import Outage
from games.services.time.credit import total_outage
from notifications.services.limits import caused_by
from tournaments.models import Division, RoundDraft, Tournament
from tournaments.pairing import changes
from tournaments.pairing.base import players_of
from tournaments.services.emails import news
from tournaments.services.rounds import draft_changes, round_dates
from tournaments.services.rounds.draft_kinds import draft_kind_of
from tournaments.services.rounds.plans import RoundPlan
from tournaments.services.tables.events import boosts_of, separated_entrants
from tournaments.standings.base import Event, Kind

MANUAL_PREFIX = "by hand after "


def is_reviewed(tournament: Tournament, division: Division) -> bool:
    """Whether rounds of a division are reviewed before they are published."""
    return tournament.reviewed and tournament.format_of(division).can_be_reviewed


def draft_of(division: Division) -> RoundDraft | None:
    return RoundDraft.objects.filter(division=division).first()


def drafts_in(tournament: Tournament) -> list[RoundDraft]:
    """Return the drafts of a tournament by division."""
    found = RoundDraft.objects.filter(division__tournament=tournament).select_related("division")
    return list(found.order_by("division__number"))


def is_still_valid(draft: RoundDraft) -> bool:
    """Whether the round is still to be played and its field unchanged since it was drafted."""
    to_come = draft.number <= (draft.division.tournament.rounds or 0)
    side = draft_kind_of(draft.division.tournament)
    return to_come and bool(draft.field == side.field(draft.division, draft.number))


def pairing_event(tournament: Tournament, division: Division, number: int) -> Event:
    """Return the event from which a round would be paired now."""
    return draft_kind_of(tournament).event(tournament, division, number - 1)


def pairing_digest(event: Event) -> str:
    """Return a digest of what a round is paired from: past pairings and results."""
    known = sorted((each.round, each.seats, each.places, each.kind.value) for each in event.results)
    return sha256(repr(known).encode()).hexdigest()


def objections(
    tournament: Tournament, division: Division, event: Event, tables: Sequence[tuple[int, ...]]
) -> list[changes.Objection]:
    """Return the objections to a round with these tables, allotted byes included."""
    players = players_of(event, boosts_of(tournament, division, event))
    known = {each.entrant: each for each in players}
    return changes.find_objections(known, separated_entrants(tournament, event), tables)


def is_possible(tournament: Tournament, draft: RoundDraft) -> bool:
    """Whether a draft still breaks no rule; a ruling or a forbidden pair may have changed that."""
    event = pairing_event(tournament, draft.division, draft.number)
    if pairing_digest(event) == draft.basis and not tournament.forbidden:
        return True
    tables = [tuple(table) for _board, table in draft.tables]
    tables += [(pk,) for _board, pk, kind in draft.byes if kind == Kind.PAIRED_BYE]
    return not any(
        each.is_forbidden for each in objections(tournament, draft.division, event, tables)
    )


def save_draft(
    tournament: Tournament, division: Division, plan: RoundPlan, now: datetime
) -> RoundDraft:
    """Save a round as a draft until its day, at least for a day, and notify the organisers."""
    dates = round_dates.dates_of(tournament, division)
    opens, _closes = round_dates.round_span(tournament, dates, plan.number, now)
    before = _draft_before(division, plan.number)
    publish_by = (
        before.publish_by
        if before is not None
        else max(
            _publication_at(tournament, opens),
            add_wall_time(now, round_dates.MIN_REVIEW_TIME, tournament.zone),
        )
    )
    delete_draft(division)
    side = draft_kind_of(tournament)
    pairs = side.unlined(plan)
    draft = RoundDraft.objects.create(
        division=division,
        number=plan.number,
        made_at=now,
        publish_by=max(publish_by, now),
        tables=[[board, list(table)] for board, table in pairs.tables],
        byes=[list(each) for each in pairs.byes],
        engine=plan.engine,
        engine_input=plan.engine_input,
        note=plan.note,
        field=side.field(division, plan.number),
        basis=pairing_digest(pairing_event(tournament, division, plan.number)),
    )
    _notify_organisers(tournament, draft, before, now)
    return draft


def _draft_before(division: Division, number: int) -> RoundDraft | None:
    """Return the current draft if it is of the same round."""
    before = draft_of(division)
    return before if before is not None and before.number == number else None


def _notify_organisers(
    tournament: Tournament, draft: RoundDraft, before: RoundDraft | None, now: datetime
) -> None:
    """Notify the organisers of a draft and why it replaces another."""
    by = draft_changes.get_requester(tournament, before) if before else None
    why = draft_changes.changes_since(tournament, before, draft.field, by) if before else []
    with caused_by(by):
        news.notify_draft_ready(
            tournament, draft, lambda: draft_changes.change_sentences(why), now=now
        )


def reschedule_drafts(tournament: Tournament, now: datetime) -> None:
    """Reschedule drafts to the dates now set for their rounds."""
    for draft in drafts_in(tournament):
        draft.publish_by = max(
            planned_publication_at(draft, tournament), review_ends_at(draft, tournament), now
        )
        draft.save(update_fields=["publish_by"])


def planned_publication_at(draft: RoundDraft, tournament: Tournament) -> datetime:
    """Return when a draft would be published without time for review."""
    dates = round_dates.dates_of(tournament, draft.division)
    opens, _closes = round_dates.round_span(tournament, dates, draft.number, draft.made_at)
    return _publication_at(tournament, opens)


def review_ends_at(draft: RoundDraft, tournament: Tournament) -> datetime:
    """Return until when organisers can review a draft: a day, extended by outages.

    An outage counts once rounds are shifted by it, in full even before it ends.
    """
    since = draft.made_at
    followed = Outage.objects.filter(shift__isnull=False, until__gt=since)
    return add_wall_time(since, round_dates.MIN_REVIEW_TIME, tournament.zone) + total_outage(
        followed, since
    )


def _publication_at(tournament: Tournament, opens: datetime) -> datetime:
    """Return when a round opening then is published: earlier if line-ups are announced first."""
    return add_wall_time(opens, -round_dates.publishing_lead(tournament), tournament.zone)


def delete_draft(division: Division) -> None:
    RoundDraft.objects.filter(division=division).delete()


def plan_from_stored(tournament: Tournament, draft: RoundDraft) -> RoundPlan:
    """Return a draft as a plan to publish."""
    engine = f"{MANUAL_PREFIX}{draft.engine}"[:60] if draft.by_hand else draft.engine
    plan = RoundPlan(
        draft.number,
        tuple((board, tuple(table)) for board, table in draft.tables),
        tuple((board, pk, kind) for board, pk, kind in draft.byes),
        engine,
        draft.engine_input,
        note="" if draft.by_hand else draft.note,
    )
    return draft_kind_of(tournament).with_line_ups(tournament, draft.division, plan)


def names_in(tournament: Tournament, draft: RoundDraft) -> dict[int, str]:
    return draft_kind_of(tournament).names(draft.division)
