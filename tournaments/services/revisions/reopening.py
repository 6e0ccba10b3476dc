"""Reopen a finished Swiss for a further round, while nothing has followed from its end.

Results and ratings stay; only the places are no longer final. The seed of the remaining random
draws (who sits out, who is first among equals) is public by then, which the page states.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count

from accounts.models import Player
from accounts.times.calendar_days import add_wall_time
from games.services.errors import Refused
from tournaments import panel_queries, queries
from tournaments.formats.base import MAX_ROUNDS
from tournaments.models import Division, Revision, Tournament
from tournaments.services import log
from tournaments.services.entrants.entry_kinds import entry_kind_of
from tournaments.services.locks import lock_tournament
from tournaments.services.revisions import emails
from tournaments.services.revisions.preview_tokens import token_of
from tournaments.services.tables import finals

REOPENABLE_FOR = timedelta(days=14)  # like the time to appeal against a ruling that ended it


@dataclass(frozen=True)
class Reopening:
    """Preview of reopening: next round, new number of rounds, recipients."""

    number: int
    rounds: int
    divisions: tuple[int, ...]
    left: int
    readers: tuple[Player, ...]

    @property
    def told(self) -> int:
        """Maximum number of e-mails; readers without news get none."""
        return len(self.readers)

    @property
    def preview_token(self) -> str:
        return token_of("further", self.number, self.rounds, self.left, self.told)


def may_decide(tournament: Tournament, player: Player | None) -> bool:
    """Whether somebody may decide how a Swiss goes on: its organisers, and referees without a
    stake.
    """
    if queries.is_organiser(tournament, player):
        return True
    judges = panel_queries.may_judge(player, tournament)
    return judges and not panel_queries.has_stake(player, tournament)


def reopenable_until(tournament: Tournament) -> datetime | None:
    """Return until when a tournament can be reopened; None if it is not over."""
    ended = tournament.finished_at
    return add_wall_time(ended, REOPENABLE_FOR, tournament.zone) if ended else None


def can_reopen(tournament: Tournament, player: Player | None, now: datetime) -> bool:
    """Whether somebody may reopen a tournament and nothing prevents it."""
    if tournament.status != Tournament.Status.FINISHED or not may_decide(tournament, player):
        return False
    return _refusal_code(tournament, now) is None


def propose(pk: int, by: Player, *, now: datetime) -> Reopening:
    """Preview reopening; nothing is written.

    Refuses ``not_your_tournament``, ``tournament_not_over``, ``not_in_this_format``,
    ``too_late_to_reopen``, ``ended_by_ruling``, ``next_season_open``, ``rounds_are_fixed`` and
    ``too_few_left``.
    """
    with transaction.atomic():
        return _preview(lock_tournament(pk), by, now)


@transaction.atomic
def reopen(pk: int, by: Player, *, preview_token: str, now: datetime) -> Revision:
    """Reopen as previewed; refuses what ``propose`` does, and ``revised_meanwhile``."""
    tournament = lock_tournament(pk)
    seen = _preview(tournament, by, now)
    if seen.preview_token != preview_token:
        raise Refused("revised_meanwhile")
    Division.objects.filter(pk__in=seen.divisions).update(
        finished_at=None, unpaired_round=None, unpaired_why="", unpaired_until=None
    )
    finals.clear_final_places(tournament)
    ended = tournament.finished_at
    tournament.status, tournament.finished_at = Tournament.Status.RUNNING, None
    tournament.rounds, tournament.due_at = seen.rounds, now
    tournament.save(update_fields=["status", "finished_at", "rounds", "due_at"])
    line = log.record_revision(tournament, Revision.Act.FURTHER, by, now, round=seen.number)
    emails.notify_reopened(line, seen.readers, ended, now=now)
    return line


def _preview(tournament: Tournament, by: Player, now: datetime) -> Reopening:
    if not may_decide(tournament, by):
        raise Refused("not_your_tournament")
    if tournament.status != Tournament.Status.FINISHED:
        raise Refused("tournament_not_over")
    if (code := _refusal_code(tournament, now)) is not None:
        raise Refused(code)
    number, rounds, divisions = _next_round(tournament)
    readers = tuple(emails.get_recipients(tournament, by))
    left = entry_kind_of(tournament).left(tournament)
    return Reopening(number, rounds, divisions, left, readers)


class _DivisionProgress(NamedTuple):
    """A division of the main stage: number of paired rounds, and the round that could not be
    paired.
    """

    pk: int
    rounds: int
    unpaired: int | None


def _division_progress(tournament: Tournament) -> list[_DivisionProgress]:
    own = Division.objects.filter(tournament=tournament, stage=Division.Stage.MAIN)
    rows = own.annotate(paired=Count("rounds")).order_by("number")
    return [_DivisionProgress(*row) for row in rows.values_list("pk", "paired", "unpaired_round")]


def _next_round(tournament: Tournament) -> tuple[int, int, tuple[int, ...]]:
    """Return the next round, the new number of rounds, and the divisions that play on.

    Divisions that ended early play up to the number of rounds; without any, all play one more.
    """
    found, rounds = _division_progress(tournament), tournament.rounds or 0
    playing = [each for each in found if each.rounds < rounds] or found
    number = min((each.rounds for each in playing), default=0) + 1
    return number, max(number, rounds), tuple(each.pk for each in playing)


def _refusal_code(tournament: Tournament, now: datetime) -> str | None:
    """Return the code of what prevents reopening, or None."""
    if not tournament.event_format.can_be_reviewed:  # not paired round by round
        return "not_in_this_format"
    last = reopenable_until(tournament)
    if last is None or now >= last:
        return "too_late_to_reopen"
    if tournament.seed_held:
        return "ended_by_ruling"
    if queries.season_after(tournament) is not None:
        return "next_season_open"
    short = (
        each for each in _division_progress(tournament) if each.rounds < (tournament.rounds or 0)
    )
    if any(each.unpaired is None for each in short):  # it did not end by itself
        return "ended_by_ruling"
    number, _rounds, _divisions = _next_round(tournament)
    if number > MAX_ROUNDS or (tournament.accelerated and number > (tournament.rounds or 0)):
        return "rounds_are_fixed"
    if entry_kind_of(tournament).left(tournament) < 2:
        return "too_few_left"
    return None
