"""The private data of a match, which a referee may open in a case, with a reason.

That is orders, secret bids and everything else the rules hide, partner chat, and notes. The players
are notified when the match is over.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Match
from games.services.errors import Refused
from tournaments.referees.models import CaseLine
from tournaments.referees.services import case_emails, case_files
from tournaments.referees.services.permissions import require_can_rule_or_vote


@transaction.atomic
def open_private_data(case_id: int, referee: Player, reason: str, *, now: datetime) -> CaseLine:
    """Open the match's private data to a referee for as long as the case is pending; idempotent.

    Locks the match, so that the notification at its end cannot miss this.
    """
    words = case_files.clean_case_text(reason)
    case = case_files.lock_case(case_id)
    require_can_rule_or_vote(referee, case, now=now)
    case_files.require_pending(case)
    if case.match_id is None:
        raise Refused("no_private_data")
    opened = CaseLine.objects.filter(case=case, event=CaseLine.Event.VIEWED, by=referee).first()
    if opened is not None:
        return opened
    match = Match.objects.select_for_update().get(pk=case.match_id)
    line = case_files.add_line(case, CaseLine.Event.VIEWED, now, by=referee, text=words)
    case_files.record_judges(case)
    if not match.is_running:
        case_emails.notify_private_data_opened(case, line, now=now)
    return line


def notify_players(match: Match, *, now: datetime) -> None:
    """Notify the players of a finished match of every referee who has opened its private data."""
    lines = CaseLine.objects.filter(case__match=match, event=CaseLine.Event.VIEWED)
    for line in lines.select_related("case__match", "by").order_by("pk"):
        case_emails.notify_private_data_opened(line.case, line, now=now)
