from __future__ import annotations

from datetime import datetime, timedelta

from django.dispatch import receiver

from accounts.models import Player
from games.models import Match
from games.services.errors import Refused
from games.signals import account_closing, joining_match, match_finished, outage_noted
from tournaments.referees.services import assigning, cases, permissions, private_data
from tournaments.referees.services.jury import seating


@receiver(match_finished, dispatch_uid="referees.notify_private_data_opened")
def notify_private_data_opened(match: Match, **_signal: object) -> None:
    """Notify the players of a finished match who has opened its private data."""
    if match.finished_at is not None and match.has_cases:
        private_data.notify_players(match, now=match.finished_at)


@receiver(joining_match, dispatch_uid="referees.refuse_match_between")
def refuse_match_between(
    player: Player, others: list[Player], refusal: Refused, **_signal: object
) -> None:
    """Refuse a match between a referee and a player whose case they decide."""
    permissions.require_no_case_between(player, others, refusal)


@receiver(account_closing, dispatch_uid="referees.return_cases")
def return_cases(player: Player, now: datetime, **_signal: object) -> None:
    """Return a departing referee's pending cases to the queue, and replace them on juries."""
    assigning.return_cases_of(player, now=now)
    seating.replace_departing_juror(player, now=now)


@receiver(outage_noted, dispatch_uid="referees.postpone_cases")
def postpone_cases(since: datetime, fresh: timedelta, **_signal: object) -> None:
    """Postpone the deadlines of cases by the newly recorded part of an outage."""
    cases.postpone_case_deadlines(since, fresh)
