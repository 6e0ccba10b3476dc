"""Votes on an appeal: two equal ones are the verdict, which one of the two may sign."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.services.errors import Refused
from tournaments.referees.models import Case, CaseLine, Juror
from tournaments.referees.queries import jury as jury_queries
from tournaments.referees.services import case_files
from tournaments.referees.services.jury import emails
from tournaments.referees.services.jury.seating import (
    own_seat,
    replace_unable_jurors,
    vote_deadline,
)


@transaction.atomic
def cast_vote(case_id: int, player: Player, vote: str, reason: str, *, now: datetime) -> str:
    """Vote on an appeal, or change a vote before there is a verdict; return the verdict, if any.

    Votes of jurors who can no longer act do not count. Refuses ``no_juror``, ``bad_vote``,
    ``vote_needs_reason`` and ``verdict_stands``.
    """
    case = case_files.lock_case(case_id)
    own_seat(case, player)
    if not jury_queries.verdict_of(jury_queries.sitting_jurors(case)):
        replace_unable_jurors(case, now)
    juror = own_seat(case, player)
    if vote not in Juror.Vote.values:
        raise Refused("bad_vote", known=", ".join(Juror.Vote.values))
    words = reason.strip()
    if not words:
        raise Refused("vote_needs_reason")
    if jury_queries.verdict_of(jury_queries.sitting_jurors(case)):
        raise Refused("verdict_stands")
    juror.vote, juror.reason = vote, case_files.clean_case_text(words)
    juror.voted_at, juror.answer_by = now, None
    juror.save(update_fields=["vote", "reason", "voted_at", "answer_by"])
    case_files.add_line(case, CaseLine.Event.VOTED, now, by=player)
    return _conclude(case, player, now)


def _conclude(case: Case, last: Player, now: datetime) -> str:
    """If there is a verdict, assign the case to ``last`` and ask the majority to sign it."""
    jurors = jury_queries.sitting_jurors(case)
    verdict = jury_queries.verdict_of(jurors)
    if not verdict:
        return ""
    for juror in jurors:
        juror.answer_by = vote_deadline(case, now) if juror.vote == verdict else None
    Juror.objects.bulk_update(jurors, ["answer_by"])
    case.assignee = last
    case.save(update_fields=["assignee"])
    case_files.record_judges(case)
    emails.notify_verdict(case, [each for each in jurors if each.vote == verdict], now=now)
    return verdict
