"""Matches unfinished at the end of their round: players may claim, else referees decide.

The match runs on meanwhile, and nothing else in the event waits for it. From the end of the round
its players may claim for seven days; the others have three days to answer. After that, or if nobody
has claimed in seven days, the referees decide. If the match ends by itself, the case becomes moot.
Every step is idempotent.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from accounts.times.calendar_days import add_wall_time
from games.models import Match
from games.services.errors import Refused
from notifications.models import Message
from notifications.services.headers import absolute_url
from tournaments.models import Fixture, FixtureSeat, Tournament
from tournaments.referees.models import Case, CaseLine
from tournaments.referees.queries.cases import claim_on
from tournaments.referees.services import case_emails, case_files
from tournaments.services.emails.notices import match_reply_context, post
from tournaments.services.seasons import attempts

CLAIM_PERIOD = timedelta(days=7)
CLAIM_KINDS = tuple(Case.Claim.values)
UNDECIDED_STATES = (Case.State.OPEN, Case.State.ASSIGNED, Case.State.ANSWERED)
UNCLAIMED = Q(case=None) | Q(case__state=Case.State.CLOSED, case__rulings=None)
MAX_STEPS = 500
logger = logging.getLogger(__name__)


def process_due_claims(*, now: datetime) -> int:
    """Take every step that is due in any tournament; return how many.

    A tournament whose step fails is skipped until the next run.
    """
    done = 0
    for pk in _tournaments_with_steps(now):
        try:
            for _step in range(MAX_STEPS):
                if not _take_step(pk, now):
                    break
                done += 1
        except Exception:
            logger.exception("claims of a tournament stepped aside", extra={"tournament": pk})
    return done


def _tournaments_with_steps(now: datetime) -> list[int]:
    """Return the keys of the tournaments in which a step may be due."""
    over = Fixture.time_over(now)
    claimed = ~Q(claims_until=None) | Q(case__state__in=UNDECIDED_STATES)
    open_ones = Fixture.objects.unsettled().filter(over | claimed, match__isnull=False)
    moot = Fixture.objects.filter(settled_at__isnull=False, case__state__in=UNDECIDED_STATES)
    both = Q(divisions__rounds__fixtures__in=open_ones) | Q(divisions__rounds__fixtures__in=moot)
    found = Tournament.objects.running().filter(both).order_by("pk").distinct()
    return [each.pk for each in found if each.event_format.takes_claims]


@transaction.atomic
def _take_step(pk: int, now: datetime) -> bool:
    """Take the first possible step; False if there is none or the tournament is locked."""
    tournament = attempts.try_lock_tournament(pk, wait=False)
    if tournament is None:
        return False
    return any(step(tournament, now) for step in (close_moot_claim, open_claim_window, refer_claim))


def _unsettled_fixtures(tournament: Tournament) -> QuerySet[Fixture]:
    """Return the unsettled fixtures that have a match."""
    found = Fixture.objects.unsettled().filter(round__division__tournament=tournament)
    found = found.filter(match__isnull=False).order_by("pk")
    return found.select_related("round__division__tournament", "match", "case")


def open_claim_window(tournament: Tournament, now: datetime) -> bool:
    """Open the claim window of one overdue fixture and notify its players.

    If the fixture was extended, an earlier claim must be decided first.
    """
    over = Fixture.time_over(now)
    found = _unsettled_fixtures(tournament).filter(over, claims_until=None)
    fixture = found.exclude(case__isnull=False, case__state__in=Case.PENDING).first()
    if fixture is None:
        return False
    fixture.claims_until = add_wall_time(now, CLAIM_PERIOD, tournament.zone)
    fixture.referred_at = None
    fixture.save(update_fields=["claims_until", "referred_at"])
    link_claim(fixture, None)
    _notify_window(tournament, fixture, now=now)
    return True


def refer_claim(tournament: Tournament, now: datetime) -> bool:
    """Refer one fixture to the referees: nobody has claimed in time, or the answer is due."""
    silent = UNCLAIMED & Q(claims_until__lte=now)
    heard = Q(
        case__opened_at__lte=add_wall_time(now, -case_files.REPLY_PERIOD, tournament.zone)
    ) | Q(case__state=Case.State.ANSWERED)
    asked = heard & Q(case__state__in=UNDECIDED_STATES)
    due = _unsettled_fixtures(tournament).filter(silent | asked, referred_at=None).first()
    if due is None or due.match is None or not _try_lock(Match, due.match.pk):
        return False
    due.refresh_from_db(fields=["settled_at"])
    if due.is_settled:
        return False
    case = claim_on(due)  # a claim may have been made just now
    if case is None:  # nobody has claimed: open one in the organiser's name
        case = case_files.create_case(
            tournament.organiser, Case.Kind.ROUND_END, now, match=due.match, own_motion=True
        )
    link_claim(due, case)
    due.referred_at = now
    due.save(update_fields=["referred_at"])
    case_emails.notify_referred(case, now=now)
    return True


def link_claim(fixture: Fixture, case: Case | None) -> None:
    """Link a case to a fixture as its claim, replacing any other."""
    others = Case.objects.filter(fixture=fixture)
    others.exclude(pk=case.pk if case else 0).update(fixture=None)
    if case is not None and case.fixture_id != fixture.pk:
        case.fixture = fixture
        case.save(update_fields=["fixture"])


def has_pending_case(fixture: Fixture) -> bool:
    """Whether the case about a fixture awaits a decision."""
    return Case.objects.filter(fixture=fixture, state__in=Case.PENDING).exists()


def close_moot_claim(tournament: Tournament, now: datetime) -> bool:
    """Close one undecided case of a fixture that has a result by now."""
    settled = Case.objects.filter(
        fixture__round__division__tournament=tournament,
        fixture__settled_at__isnull=False,
        state__in=UNDECIDED_STATES,
        rulings=None,
    )
    case = settled.order_by("fixture").first()
    if case is None or not _try_lock(Case, case.pk):
        return False
    return close_settled_case(case.pk, now=now)


@transaction.atomic
def close_settled_case(case_id: int, *, now: datetime) -> bool:
    """Close a case that the end of its match has settled."""
    case = case_files.lock_case(case_id)
    if not case.is_pending or case.state == Case.State.APPEALED:
        return False
    line = case_files.add_line(case, CaseLine.Event.SETTLED, now)
    case_files.close_case(case, now)
    case_emails.notify_settled(case, line, now=now)
    return True


def _try_lock(model: type[Match | Case], pk: int) -> bool:
    """Lock a row that rulings lock before the tournament; False if it is locked already."""
    return model._default_manager.select_for_update(skip_locked=True).filter(pk=pk).exists()  # noqa: SLF001


@transaction.atomic
def claim(fixture_id: int, player: Player, *, wanted: str, text: str, now: datetime) -> Case:
    """Claim something in an unfinished fixture; the others are asked and have three days.

    Refuses ``not_your_fixture``, ``match_over``, ``no_claim_now``, ``case_pending``, ``bad_claim``.
    """
    held = Match.objects.select_for_update().filter(fixture=fixture_id).first()
    fixtures = Fixture.objects.select_for_update(of=("self",)).select_related("round__division")
    fixture = fixtures.filter(pk=fixture_id).first()
    if held is None or fixture is None or fixture.match is None:
        raise Refused("not_your_fixture")
    if not fixture.match.seats.filter(player=player).exists():
        raise Refused("not_your_fixture")
    if fixture.is_settled:
        raise Refused("match_over")
    if (stands := claim_on(fixture)) is not None:
        raise Refused("case_pending", case=stands.pk)
    if fixture.claims_until is None or fixture.claims_until <= now:
        raise Refused("no_claim_now")
    if wanted not in CLAIM_KINDS:
        raise Refused("bad_claim", known=", ".join(CLAIM_KINDS))
    case = _open_claim(player, fixture, wanted, text, now)
    link_claim(fixture, case)
    return case


def _open_claim(player: Player, fixture: Fixture, claim: str, text: str, now: datetime) -> Case:
    """Open the case of a claim, stored as a code so that each reader sees it translated.

    The others answer first; the referees are notified when ``refer_claim`` refers it to them.
    """
    words = case_files.clean_case_text(text) if text.strip() else ""
    zone, match = fixture.round.division.tournament.zone, fixture.match
    reply_by = add_wall_time(now, case_files.REPLY_PERIOD, zone)
    due_at = add_wall_time(reply_by, case_files.DECISION_PERIOD, zone)
    case = case_files.create_case(
        player, Case.Kind.ROUND_END, now, match=match, claim=claim, text=words, due_at=due_at
    )
    asked = case_files.ask_other_parties(case, player, now)
    case_emails.notify_opened(case, asked, reply_by=reply_by, now=now, bench=False)
    return case


def _notify_window(tournament: Tournament, fixture: Fixture, *, now: datetime) -> None:
    """Notify the players that their round is over, and what they can claim."""
    until = fixture.claims_until
    if until is None:
        return

    def content(player: Player) -> dict[str, object]:
        return {
            "headline": _("%(name)s: round %(round)d is over, but your match is not")
            % {"round": fixture.round.number, "name": isolated(tournament.title)},
            "paragraphs": [
                _(
                    "Play on. You can also claim the win or a draw, or ask for more time. The "
                    "other side is asked for their view; then a referee decides. If nobody "
                    "makes a claim, a referee will look at the match anyway."
                )
            ],
            "claims_until": until.isoformat(),
            "url": absolute_url(reverse("referees:claim", args=[tournament.pk, fixture.pk])),
            "hint": "claims",
            "row": ["claims", fixture.pk],
            **match_reply_context(fixture.match, player),
        }

    seats = FixtureSeat.objects.filter(fixture=fixture).select_related("entrant__player__user")
    for seat in seats:
        player = seat.entrant.player
        key = f"claims:{fixture.pk}:{until.isoformat()}:{seat.entrant_id}"
        post("round_closing", player, key, tournament, partial(content, player), now)


def read_window(_message: Message, now: datetime, pk: int) -> dict[str, object] | None:
    """Return until when players may claim; None if the match is over or somebody has claimed."""
    open_ones = Fixture.objects.unsettled().filter(claims_until__gt=now, referred_at=None)
    fixture = open_ones.filter(pk=pk).first()
    if fixture is None or fixture.claims_until is None or claim_on(fixture):
        return None
    return {"claims_until": fixture.claims_until.isoformat()}
