"""E-mails to jurors: asked to vote, reminded, replaced, asked to sign."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.models import Player
from tournaments.referees.models import Case, CaseLine, Juror
from tournaments.referees.services import case_emails


def notify_seated(case: Case, jurors: Iterable[Juror], line: CaseLine, *, now: datetime) -> None:
    """Ask referees to read the case and vote."""
    _notify_jurors(case, "jury", line, jurors, now)


def remind_juror(case: Case, juror: Juror, *, now: datetime) -> None:
    """Remind a silent juror whom nobody else can replace."""
    _notify_jurors(case, f"jury_again:{now.date().isoformat()}", None, [juror], now)


def notify_unseated(case: Case, line: CaseLine, *, now: datetime) -> None:
    """Notify a juror that somebody else votes in their place."""
    if line.to is not None:
        case_emails.notify_case_step(case, "unseated", line, [line.to], now=now, as_referee=True)


def notify_verdict(case: Case, jurors: Iterable[Juror], *, now: datetime) -> None:
    """Ask the jurors of the majority that one of them sign the ruling."""
    for juror in jurors:
        step = f"verdict:{now.date().isoformat()}"
        case_emails.notify_case_step(
            case, step, None, [juror.player], now=now, as_referee=True, verdict=juror.vote
        )


def notify_dissolved(case: Case, line: CaseLine, bench: Iterable[Player], *, now: datetime) -> None:
    """Notify the possible referees that the jury is dissolved and one of them decides."""
    due = case_emails.due_context(case)
    case_emails.notify_case_step(case, "dissolved", line, bench, now=now, as_referee=True, **due)


def _notify_jurors(
    case: Case, step: str, line: CaseLine | None, jurors: Iterable[Juror], now: datetime
) -> None:
    for juror in jurors:
        until = juror.answer_by.isoformat() if juror.answer_by else None
        case_emails.notify_case_step(
            case, step, line, [juror.player], now=now, as_referee=True, reply_by_at=until
        )
