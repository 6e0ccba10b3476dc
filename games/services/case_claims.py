"""Cases about matches that a round has left unfinished: claimed, opened by themselves, moot."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Case, CaseLine, Match
from games.services import case_files, case_letters


@transaction.atomic
def open_claim(player: Player, match: Match, text: str, *, now: datetime) -> Case:
    """Open what a player claims about a match that its round has left unfinished.

    The others answer first; the referees are written to when ``refer`` puts it before them.
    """
    words = case_files.checked_text(text)
    due_at = now + case_files.REPLY + case_files.DECISION
    case = case_files.opened(
        player, Case.Kind.ROUND_END, now, match=match, text=words, due_at=due_at
    )
    asked = case_files.ask_others(case, player, now)
    case_letters.tell_opened(case, asked, reply_by=now + case_files.REPLY, now=now, bench=False)
    return case


def open_unclaimed(match: Match, organiser: Player, *, now: datetime) -> Case:
    """Open by itself what nobody has claimed; in the organiser's name, who is no party by that."""
    return case_files.opened(organiser, Case.Kind.ROUND_END, now, match=match, own_motion=True)


def refer(case: Case, *, now: datetime) -> None:
    """Put a case before the referees, and tell those at the table of one that opened by itself."""
    case_letters.tell_referred(case, now=now)


@transaction.atomic
def close_moot(case_id: int, *, now: datetime) -> bool:
    """Close a case that is settled by the end of its match; nothing is left to decide."""
    case = case_files.locked(case_id)
    if not case.is_pending or case.state == Case.State.APPEALED:
        return False
    line = case_files.add_line(case, CaseLine.Event.SETTLED, now)
    case_files.close(case, now)
    case_letters.tell_settled(case, line, now=now)
    return True
