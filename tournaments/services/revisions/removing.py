"""Organisers remove an entrant: preview, removal, and the e-mail with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.naming import has_controls, strip_bidi
from games.rules.base import JSON
from games.services.errors import Refused
from notifications.services.limits import caused_by
from tournaments.models import Entrant, Fixture, Revision, Tournament
from tournaments.services import log
from tournaments.services.entries import persons
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.revisions import emails
from tournaments.services.revisions.preview_tokens import token_of
from tournaments.services.tables.events import event_of

MAX_REASON_LENGTH = 500


@dataclass(frozen=True)
class Removal:
    """Preview of a removal.

    ``resigned``: running matches that are resigned; ``ahead``: fixtures that are forfeited;
    ``struck``: finished results that count as lost in the table, None if the format has no such
    rule; ``next_in_line``: who gets the place from the waiting list.
    """

    player: Player
    running: bool
    resigned: int
    ahead: int
    struck: int | None
    next_in_line: str

    @property
    def preview_token(self) -> str:
        facts = (self.running, self.resigned, self.ahead, self.struck, self.next_in_line)
        return token_of("remove", self.player.pk, *facts)


def propose(pk: int, by: Player, entrant: int, *, now: datetime) -> Removal:
    """Preview the removal of an entrant; nothing is written.

    Refuses ``not_your_tournament``, ``no_such_entrant``, ``tournament_over``.
    """
    return _propose(*_find_entrant(pk, by, entrant), now)


@transaction.atomic
def remove(
    pk: int, by: Player, entrant: int, *, reason: str, preview_token: str, now: datetime
) -> Revision:
    """Remove an entrant like a withdrawal, log it and e-mail them the reason.

    Running matches are resigned by the season's next steps. Refuses what ``propose`` refuses,
    ``no_reason``, ``reason_too_long``, and ``revised_meanwhile``.
    """
    tournament, found = _find_entrant(pk, by, entrant)
    reason = strip_bidi(reason).strip()
    if not reason:
        raise Refused("no_reason")
    if has_controls(reason, lines=True):
        raise Refused("control_characters")
    if len(reason) > MAX_REASON_LENGTH:
        raise Refused("reason_too_long", limit=MAX_REASON_LENGTH)
    if _propose(tournament, found, now).preview_token != preview_token:
        raise Refused("revised_meanwhile")
    with caused_by(by):
        persons.withdraw(pk, found.player, now=now)
    act = Revision.Act.REMOVED
    what: dict[str, JSON] = {"entrant": found.pk, "from_team": found.team_id}
    line = log.record_revision(tournament, act, by, now, about=found.player, reason=reason, **what)
    emails.notify_removed(line, now=now)
    return line


def _find_entrant(pk: int, by: Player, entrant: int) -> tuple[Tournament, Entrant]:
    """Lock the tournament and return it with an entrant who plays or waits."""
    with transaction.atomic():
        tournament = lock_tournament(pk)
    require_organiser(tournament, by)
    if tournament.finished_at is not None:
        raise Refused("tournament_over")
    rows = Entrant.objects.filter(tournament=tournament).exclude(status=Entrant.Status.WITHDRAWN)
    found = rows.select_related("player__user", "division").filter(pk=entrant).first()
    if found is None:
        raise Refused("no_such_entrant")
    return tournament, found


def _propose(tournament: Tournament, entrant: Entrant, now: datetime) -> Removal:
    """Withdraw the entrant, record what has changed, and roll back."""
    resigned = len(persons.running_matches_of(entrant)) if tournament.is_running else 0
    own = Fixture.objects.filter(seats__entrant=entrant, settled_at=None, match=None)
    ahead = own.count() if tournament.is_running else 0
    waiting = Entrant.objects.waiting().filter(tournament=tournament)
    before = list(waiting.values_list("player__name", flat=True))
    with transaction.atomic():
        persons.withdraw(tournament.pk, entrant.player, now=now)
        struck = _count_lost_results(tournament, entrant)
        after = list(waiting.values_list("player__name", flat=True))
        transaction.set_rollback(True)
    up = [name for name in before if name not in after and name != entrant.player.name]
    return Removal(entrant.player, tournament.is_running, resigned, ahead, struck, ", ".join(up))


def _count_lost_results(tournament: Tournament, entrant: Entrant) -> int | None:
    """Return how many finished results would count as lost, or None."""
    format_ = tournament.event_format
    if not tournament.is_running or format_.has_teams or not format_.strikes:
        return None
    if entrant.division is None:
        return None
    results = event_of(tournament, entrant.division).results
    return sum(each.truth is not None and entrant.pk in each.seats for each in results)
