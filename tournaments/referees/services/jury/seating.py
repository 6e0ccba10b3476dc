"""Seats of a jury: asks jurors, replaces them, dissolves a jury with too few.

Everything here runs under the lock of the case. Referees who have ruled in it, or have a stake,
never sit.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.models import Player
from accounts.times.calendar_days import add_wall_time
from games.services.errors import Refused
from tournaments.referees.models import Case, CaseLine, Juror
from tournaments.referees.queries import jury as jury_queries
from tournaments.referees.services import case_files
from tournaments.referees.services.jury import emails
from tournaments.referees.services.permissions import can_vote

VOTE_PERIOD = timedelta(days=4)


def seat_jury(case: Case, now: datetime) -> bool:
    """Ask three referees to hear an appeal; False if the event has no jury, or too few qualify."""
    if case.tournament is None or not case.tournament.jury:
        return False
    able = jury_queries.eligible_jurors(case, now)
    if len(able) < jury_queries.JURY_SIZE:
        return False
    for player in able[: jury_queries.JURY_SIZE]:
        _seat_juror(case, player, now)
    return True


def vote_deadline(case: Case, now: datetime) -> datetime:
    """Return the deadline for a vote or a signature."""
    return add_wall_time(now, VOTE_PERIOD, case_files.zone_of(case))


def _seat_juror(case: Case, player: Player, now: datetime) -> None:
    """Seat a juror and notify them."""
    juror = Juror.objects.create(
        case=case, player=player, asked_at=now, answer_by=vote_deadline(case, now)
    )
    case_files.record_judges(case)
    line = case_files.add_line(case, CaseLine.Event.JURY, now, to=player)
    emails.notify_seated(case, [juror], line, now=now)


@transaction.atomic
def hand_over_seat(case_id: int, player: Player, *, now: datetime) -> None:
    """Replace a juror at their own request.

    Refuses ``no_juror``, ``voted_already``, ``verdict_stands`` and ``no_other_juror``.
    """
    case = case_files.lock_case(case_id)
    juror = own_seat(case, player)
    if juror.vote:
        raise Refused("voted_already")
    if jury_queries.verdict_of(jury_queries.sitting_jurors(case)):
        raise Refused("verdict_stands")
    if not jury_queries.eligible_jurors(case, now):
        raise Refused("no_other_juror")
    _replace(case, juror, now, by=player)


def own_seat(case: Case, player: Player) -> Juror:
    """Return the player's seat on the jury that hears an appeal; refuses ``no_juror``."""
    juror = jury_queries.seat_of(case, player)
    if juror is None or case.state != Case.State.APPEALED:
        raise Refused("no_juror")
    return juror


def _replace(case: Case, juror: Juror, now: datetime, *, by: Player | None = None) -> None:
    """Unseat a juror and ask the next referee; dissolve the jury if there is none."""
    _unseat(juror, now)
    line = case_files.add_line(case, CaseLine.Event.UNSEATED, now, by=by, to=juror.player)
    if by is None:
        emails.notify_unseated(case, line, now=now)
    able = jury_queries.eligible_jurors(case, now)
    if able:
        _seat_juror(case, able[0], now)
    else:
        _dissolve(case, now)


def _unseat(juror: Juror, now: datetime) -> None:
    juror.left_at, juror.answer_by = now, None
    juror.save(update_fields=["left_at", "answer_by"])


def _dissolve(case: Case, now: datetime) -> None:
    """Dissolve a jury with a seat that cannot be filled; one referee decides the appeal."""
    bench = [juror.player for juror in jury_queries.sitting_jurors(case)]
    for juror in jury_queries.sitting_jurors(case):
        _unseat(juror, now)
    line = case_files.add_line(case, CaseLine.Event.DISSOLVED, now)
    emails.notify_dissolved(case, line, bench, now=now)


def update_juries(*, now: datetime) -> int:
    """Replace jurors who are silent or can no longer act; return the number of steps taken."""
    seats = Juror.objects.sitting().filter(case__state=Case.State.APPEALED)
    cases = sorted(set(seats.values_list("case", flat=True)))
    return sum(_update_jury(pk, now) for pk in cases)


def replace_departing_juror(player: Player, *, now: datetime) -> int:
    """Replace a departing referee in all juries; return the number of steps taken."""
    own = Juror.objects.sitting().filter(player=player, case__state=Case.State.APPEALED)
    cases = sorted(own.values_list("case", flat=True))
    return sum(_update_jury(pk, now, leaving=player) for pk in cases)


@transaction.atomic
def _update_jury(case_id: int, now: datetime, *, leaving: Player | None = None) -> int:
    """Check one jury under the lock of its case; return the number of steps taken."""
    case = case_files.lock_case(case_id)
    if case.state != Case.State.APPEALED:
        return 0
    jurors = jury_queries.sitting_jurors(case)
    verdict = jury_queries.verdict_of(jurors)
    gone = [
        each
        for each in jurors
        if each.player == leaving or not can_vote(each.player, case, now=now)
    ]
    if verdict and not any(each.vote == verdict for each in jurors if each not in gone):
        _dissolve(case, now)  # nobody is left who could sign
        return 1
    for juror in () if verdict else gone:
        if _is_sitting(juror):
            _replace(case, juror, now)
    late = [each for each in jurors if each not in gone and _is_late(each, now)]
    return len(gone) * (not verdict) + sum(
        _handle_overdue_vote(case, each, verdict, now) for each in late
    )


def replace_unable_jurors(case: Case, now: datetime) -> None:
    """Replace jurors who can no longer act, whether they have voted or not."""
    for juror in jury_queries.sitting_jurors(case):
        if not can_vote(juror.player, case, now=now) and _is_sitting(juror):
            _replace(case, juror, now)


def _is_sitting(juror: Juror) -> bool:
    """Whether the juror still has a seat: the jury may just have been dissolved."""
    return Juror.objects.sitting().filter(pk=juror.pk).exists()


def _is_late(juror: Juror, now: datetime) -> bool:
    return juror.answer_by is not None and juror.answer_by <= now


def _handle_overdue_vote(case: Case, juror: Juror, verdict: str, now: datetime) -> int:
    """Replace a juror who is late with a vote; remind one who cannot be replaced, or must sign."""
    if not _is_sitting(juror):
        return 0
    if not verdict and not juror.vote and jury_queries.eligible_jurors(case, now):
        _replace(case, juror, now)
        return 1
    juror.answer_by = vote_deadline(case, now)
    juror.save(update_fields=["answer_by"])
    if verdict:
        emails.notify_verdict(case, [juror], now=now)
    else:
        emails.remind_juror(case, juror, now=now)
    return 1


def postpone_votes(since: datetime, span: timedelta) -> None:
    """Postpone votes due after ``since`` by ``span``."""
    Juror.objects.filter(answer_by__gt=since).update(answer_by=F("answer_by") + span)
