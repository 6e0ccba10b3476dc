"""The seal on players' secrets: opened in a case, with a reason; the players are told.

Sealed are orders, secret bids and whatever else the rules hide, partners' talk and notes. Whoever
judges sees them only after opening the seal; the players hear of it when the match is over.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Match
from games.services.errors import Refused
from tournaments.referees.models import CaseLine
from tournaments.referees.services import case_emails, case_files
from tournaments.referees.services.permissions import require_seat


@transaction.atomic
def open_seal(case_id: int, referee: Player, reason: str, *, now: datetime) -> CaseLine:
    """Let a referee see what is sealed at the match of a case while the case is pending.

    The match is locked, so that its end tells of every seal that was opened before.
    """
    words = case_files.clean_case_text(reason)
    case = case_files.lock_case(case_id)
    require_seat(referee, case, now=now)
    case_files.require_pending(case)
    if case.match_id is None:
        raise Refused("nothing_sealed")
    match = Match.objects.select_for_update().get(pk=case.match_id)
    line = case_files.add_line(case, CaseLine.Event.UNSEALED, now, by=referee, text=words)
    case_files.record_judges(case)
    if not match.is_running:
        case_emails.notify_unsealed(case, line, now=now)
    return line


def notify_players(match: Match, *, now: datetime) -> None:
    """Tell everybody at a match that is over which seals were opened; each once."""
    lines = CaseLine.objects.filter(case__match=match, event=CaseLine.Event.UNSEALED)
    for line in lines.select_related("case__match", "by").order_by("pk"):
        case_emails.notify_unsealed(line.case, line, now=now)
