"""What is unfinished when a round's time is over: players may claim, else the referees look at it.

The match runs on meanwhile, and nothing else in the event waits for it. From the end of the round
everybody at the table may claim for seven days; the others answer within three; then, or without
any claim when the seven days are over, it stands before the referees. A match that ends by itself
makes the matter moot. Every step can be taken again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Case, Match
from games.services import case_claims, case_files
from games.services.errors import Refused
from tournaments.models import Fixture, Tournament
from tournaments.services import letters

WINDOW = timedelta(days=7)
WANTED = ("win", "tie", "time")
PENDING = (Case.State.OPEN, Case.State.ASSIGNED, Case.State.ANSWERED)
UNCLAIMED = Q(case=None) | Q(case__state=Case.State.CLOSED, case__rulings=None)


def _running(tournament: Tournament) -> QuerySet[Fixture]:
    """Return the fixtures that are being played."""
    found = Fixture.objects.unsettled().filter(round__division__tournament=tournament)
    found = found.filter(match__isnull=False).order_by("pk")
    return found.select_related("round__division__tournament", "match", "case")


def open_window(tournament: Tournament, now: datetime) -> bool:
    """Let the players of one fixture claim whose time is over, and tell them.

    Where it had been extended, what was claimed before is decided by now, or it waits for that.
    """
    over = Q(closes_at__lte=now) | Q(closes_at=None, round__closes_at__lte=now)
    found = _running(tournament).filter(over, claims_until=None)
    fixture = found.exclude(case__isnull=False, case__state__in=Case.PENDING).first()
    if fixture is None:
        return False
    fixture.claims_until = now + WINDOW
    fixture.case = fixture.referred_at = None
    fixture.save(update_fields=["claims_until", "case", "referred_at"])
    letters.tell_claims(tournament, fixture, now=now)
    return True


def refer(tournament: Tournament, now: datetime) -> bool:
    """Put one fixture before the referees: nobody has claimed in time, or the reply is due."""
    silent = UNCLAIMED & Q(claims_until__lte=now)
    heard = Q(case__opened_at__lte=now - case_files.REPLY) | Q(case__state=Case.State.ANSWERED)
    asked = heard & Q(case__state__in=PENDING)
    due = _running(tournament).filter(silent | asked, referred_at=None).first()
    if due is None or due.match is None or not _free(Match, due.match.pk):
        return False
    due.refresh_from_db(fields=["case", "settled_at"])  # a claim may have been made just now
    if due.is_settled:
        return False
    case = standing(due) or case_claims.open_unclaimed(due.match, tournament.organiser, now=now)
    due.case, due.referred_at = case, now
    due.save(update_fields=["case", "referred_at"])
    case_claims.refer(case, now=now)
    return True


def standing(fixture: Fixture) -> Case | None:
    """Return the case of a fixture, None where there is none or it was withdrawn undecided."""
    case = fixture.case
    if case is not None and case.state == Case.State.CLOSED and not case.rulings.exists():
        return None
    return case


def is_pending(fixture: Fixture) -> bool:
    """Whether a claim about a fixture, or what was referred by itself, waits for a decision."""
    return fixture.case is not None and fixture.case.is_pending


def drop_moot(tournament: Tournament, now: datetime) -> bool:
    """Close one case of a fixture that has its result by now, if nobody has decided it."""
    settled = Fixture.objects.filter(
        round__division__tournament=tournament,
        settled_at__isnull=False,
        case__state__in=PENDING,
        case__rulings=None,
    )
    fixture = settled.select_related("case").order_by("pk").first()
    if fixture is None or fixture.case is None or not _free(Case, fixture.case.pk):
        return False
    case_claims.close_moot(fixture.case.pk, now=now)
    return True


def _free(model: type[Match | Case], pk: int) -> bool:
    """Take a row that rulings hold before the tournament; where one is held, the step can wait."""
    return model._default_manager.select_for_update(skip_locked=True).filter(pk=pk).exists()  # noqa: SLF001


def moments(tournament: Tournament) -> list[datetime]:
    """Return when something about claims happens by itself."""
    found: list[datetime] = []
    waiting = Q(referred_at=None) | Q(claims_until=None)
    for fixture in _running(tournament).filter(waiting):
        case = standing(fixture)
        if is_pending(fixture):
            if case is not None and fixture.referred_at is None:
                found.append(case.opened_at + case_files.REPLY)
        elif case is None or fixture.claims_until is None:
            found.append(fixture.claims_until or fixture.ends_at)
    return found


@transaction.atomic
def claim(fixture_id: int, player: Player, *, wanted: str, text: str, now: datetime) -> Case:
    """Claim about an unfinished fixture; the others are asked and have three days.

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
    if standing(fixture) is not None:
        raise Refused("case_pending", case=fixture.case_id)
    if fixture.claims_until is None or fixture.claims_until <= now:
        raise Refused("no_claim_now")
    if wanted not in WANTED:
        raise Refused("bad_claim", known=", ".join(WANTED))
    words = "\n".join(filter(None, [wanted_words()[wanted], text.strip()]))
    fixture.case = case_claims.open_claim(player, fixture.match, words, now=now)
    fixture.save(update_fields=["case"])
    due = Q(due_at=None) | Q(due_at__gt=now + case_files.REPLY)
    event = Tournament.objects.filter(due, pk=fixture.round.division.tournament_id)
    event.update(due_at=now + case_files.REPLY)
    return fixture.case


def wanted_words() -> dict[str, str]:
    """Return what can be claimed."""
    return {
        "win": _("I claim the win."),
        "tie": _("I claim a tie."),
        "time": _("I ask for more time to finish."),
    }
