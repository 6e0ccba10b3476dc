"""Cancel a published round before it begins, and undo that in time.

Its meetings are annulled, as if the round had been skipped. It is not replaced; later rounds keep
their numbers and dates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Prefetch, QuerySet

from accounts.models import Player
from games.rules.base import JSON
from games.services.errors import Refused
from tournaments.models import (
    Division,
    Fixture,
    FixtureSeat,
    Revision,
    Round,
    TeamMeeting,
    Tournament,
)
from tournaments.services import log
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.revisions import emails
from tournaments.services.revisions.preview_tokens import token_of

ROUND_COLUMNS = ("number", "note", "opens_at", "published_at")


@dataclass(frozen=True)
class Cancellation:
    """Preview of a cancellation or of undoing one.

    ``meetings`` names the players or teams, without byes.
    """

    number: int
    rounds: tuple[Round, ...]
    fixtures: tuple[Fixture, ...]
    meetings: list[list[str]]
    readers: tuple[Player, ...]
    undoes: Revision | None = None

    @property
    def told(self) -> int:
        """Maximum number of e-mails; readers without news get none."""
        return len(self.readers)

    @property
    def preview_token(self) -> str:
        undoes = self.undoes.pk if self.undoes else None
        return token_of(
            "round", self.number, [each.pk for each in self.fixtures], self.told, undoes
        )


def can_cancel(tournament: Tournament) -> bool:
    """Whether rounds can be cancelled in this format: not if later rounds depend on places."""
    format_ = tournament.event_format
    return tournament.is_running and format_.has_rounds and format_.ranks_by_points


def cancellable_rounds(tournament: Tournament, now: datetime) -> list[int]:
    """Return the numbers of the rounds that could be cancelled now."""
    if not can_cancel(tournament):
        return []
    rounds = list(
        _main_stage_rounds(tournament).filter(closed_at=None).values_list("number", "opens_at")
    )
    begun = {number for number, opens_at in rounds if opens_at <= now}
    return sorted({number for number, _opens_at in rounds} - begun)


def propose(pk: int, by: Player, number: int, *, now: datetime) -> Cancellation:
    """Preview the cancellation of a round; nothing is written.

    Refuses ``not_your_tournament``, ``round_not_cancellable``, ``round_needed`` in a tree, and
    ``not_in_this_format``.
    """
    with transaction.atomic():
        return _propose(lock_tournament(pk), by, number, now)


@transaction.atomic
def cancel(pk: int, by: Player, number: int, *, preview_token: str, now: datetime) -> Revision:
    """Cancel the round as previewed; refuses what ``propose`` does, and ``revised_meanwhile``."""
    tournament = lock_tournament(pk)
    seen = _propose(tournament, by, number, now)
    if seen.preview_token != preview_token:
        raise Refused("revised_meanwhile")
    kinds: dict[str, JSON] = {str(each.pk): [each.kind, each.is_settled] for each in seen.fixtures}
    own = Fixture.objects.filter(pk__in=[each.pk for each in seen.fixtures])
    own.update(kind=Fixture.Kind.ANNULLED, settled_at=now)
    Round.objects.filter(pk__in=[each.pk for each in seen.rounds]).update(
        closed_at=now, note=Round.CANCELLED
    )
    notes = {str(each.pk): each.note for each in seen.rounds}
    after = {"fixtures": kinds, "notes": notes}
    return _record_revision(tournament, by, seen, now, act=Revision.Act.ROUND_OFF, after=after)


def propose_undo(pk: int, by: Player, line: int, *, now: datetime) -> Cancellation:
    """Preview undoing a cancellation; refuses ``cannot_undo`` if it is too late."""
    with transaction.atomic():
        return _propose_undo(lock_tournament(pk), by, line, now)


@transaction.atomic
def undo(pk: int, by: Player, line: int, *, preview_token: str, now: datetime) -> Revision:
    """Restore a cancelled round with its meetings."""
    tournament = lock_tournament(pk)
    seen = _propose_undo(tournament, by, line, now)
    if seen.preview_token != preview_token:
        raise Refused("revised_meanwhile")
    assert seen.undoes is not None
    for each in seen.fixtures:
        kind, settled = seen.undoes.after["fixtures"][str(each.pk)]
        each.kind, each.settled_at = kind, now if settled else None
    Fixture.objects.bulk_update(seen.fixtures, ["kind", "settled_at"])
    for made in seen.rounds:
        made.closed_at, made.note = None, seen.undoes.after["notes"][str(made.pk)]
    Round.objects.bulk_update(seen.rounds, ["closed_at", "note"])
    return _record_revision(tournament, by, seen, now, act=Revision.Act.ROUND_ON, after={})


def undoable_revision_ids(
    tournament: Tournament, lines: Iterable[Revision], now: datetime
) -> set[int]:
    """Return the keys of the lines whose cancelled round can still take place.

    Its day is ahead, no later round has been paired, and no division is over.
    """
    act = Revision.Act.ROUND_OFF
    off = [each for each in lines if each.act == act and not hasattr(each, "undone_by")]
    if not off or not tournament.is_running:
        return set()
    over = Division.objects.filter(tournament=tournament, finished_at__isnull=False)
    rounds = _main_stage_rounds(tournament).exclude(Exists(over)).only(*ROUND_COLUMNS)
    known = list(rounds)
    return {each.pk for each in off if _can_still_take_place(known, each, now)}


def _can_still_take_place(rounds: Sequence[Round], line: Revision, now: datetime) -> bool:
    """Whether a cancelled round has not begun and nothing was paired after it since."""
    number = line.after["round"]
    own = [each for each in rounds if each.number == number and each.note == Round.CANCELLED]
    later = (each for each in rounds if each.number > number)
    if any(each.published_at > line.made_at for each in later):
        return False
    return bool(own) and all(each.opens_at > now for each in own)


def rounds_of(tournament: Tournament, number: int) -> QuerySet[Round]:
    """Return the rounds of that number, highest division first."""
    return _main_stage_rounds(tournament).filter(number=number).order_by("division__number")


def _main_stage_rounds(tournament: Tournament) -> QuerySet[Round]:
    return Round.objects.filter(
        division__tournament=tournament, division__stage=Division.Stage.MAIN
    )


def _propose(tournament: Tournament, by: Player, number: int, now: datetime) -> Cancellation:
    require_organiser(tournament, by)
    if tournament.is_running and not can_cancel(tournament):
        tree = tournament.event_format.has_bracket
        raise Refused("round_needed" if tree else "not_in_this_format")
    if number not in cancellable_rounds(tournament, now):
        raise Refused("round_not_cancellable", number=number)
    return _build_cancellation(tournament, by, number, None)


def _propose_undo(tournament: Tournament, by: Player, line: int, now: datetime) -> Cancellation:
    require_organiser(tournament, by)
    found = Revision.objects.filter(tournament=tournament, pk=line).select_related("undone_by")
    undone = found.first()
    if undone is None or not undoable_revision_ids(tournament, [undone], now):
        raise Refused("cannot_undo")
    return _build_cancellation(tournament, by, undone.after["round"], undone)


def _build_cancellation(
    tournament: Tournament, by: Player, number: int, undoes: Revision | None
) -> Cancellation:
    rounds = rounds_of(tournament, number)
    seats = FixtureSeat.objects.select_related("entrant__player").order_by("seat")
    fixtures = Fixture.objects.filter(round__in=rounds).select_related("round")
    ordered = fixtures.prefetch_related(Prefetch("seats", seats)).order_by("round_id", "board")
    readers = tuple(emails.get_recipients(tournament, by))
    meetings = (
        _team_meetings(rounds) if tournament.event_format.has_teams else _player_meetings(ordered)
    )
    return Cancellation(number, tuple(rounds), tuple(ordered), meetings, readers, undoes)


def _player_meetings(fixtures: Iterable[Fixture]) -> list[list[str]]:
    tables = ([seat.entrant.player.name for seat in each.seats.all()] for each in fixtures)
    return [names for names in tables if len(names) > 1]


def _team_meetings(rounds: QuerySet[Round]) -> list[list[str]]:
    own = TeamMeeting.objects.filter(round__in=rounds, away__isnull=False)
    ordered = own.order_by("round__division__number", "number")
    return [list(names) for names in ordered.values_list("home__name", "away__name")]


def _record_revision(
    tournament: Tournament,
    by: Player,
    cancellation: Cancellation,
    now: datetime,
    *,
    act: str,
    after: dict[str, JSON],
) -> Revision:
    """Log the act, notify the readers and make the season's next step due."""
    line = log.record_revision(
        tournament, act, by, now, undoes=cancellation.undoes, round=cancellation.number, **after
    )
    emails.notify_round_change(line, cancellation.readers, now=now)
    tournament.due_at = now
    tournament.save(update_fields=["due_at"])
    return line
