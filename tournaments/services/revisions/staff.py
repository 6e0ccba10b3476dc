"""Co-organisers and the main organiser: joining, leaving, taking over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts import circle_queries
from accounts.models import Player
from accounts.naming import isolated
from games.services.errors import Refused
from notifications.services.limits import caused_by
from tournaments import organiser_queries, panel_queries, queries, staff_queries
from tournaments.models import CoOrganiser, EventInvitation, Revision, Tournament
from tournaments.services import log
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.reserving import reserve_seats
from tournaments.services.revisions import invitation_emails
from tournaments.services.revisions.preview_tokens import token_of
from tournaments.services.seasons.announcing import require_can_draft

MAX_CO_ORGANISERS = 10
DAYS_TO_UNDO = 14
UNDOABLE_FOR = timedelta(days=DAYS_TO_UNDO)


@dataclass(frozen=True)
class StaffChange:
    """Preview of removing a co-organiser, or of undoing that if ``undoes`` is set.

    ``invited`` names people whose unanswered invitations by them are withdrawn.
    """

    player: Player
    invited: tuple[str, ...]
    undoes: Revision | None = None

    @property
    def names(self) -> str:
        """The invited people, comma-separated."""
        return ", ".join(isolated(name) for name in self.invited)

    @property
    def preview_token(self) -> str:
        return token_of("staff", self.player.pk, self.invited, self.undoes and self.undoes.pk)


def require_not_organiser(tournament: Tournament, player: Player, kind: str, by: Player) -> None:
    """Refuse ``organises_already``; a co-organiser may still take the tournament over.

    Refuses ``asked_oneself`` if there is a main organiser to take it from.
    """
    taken = {tournament.organiser_id}
    if kind == EventInvitation.Kind.HELP:
        taken = tournament.organiser_ids
    if player.pk in taken:
        raise Refused("organises_already", player=player.name)
    asks_oneself = kind == EventInvitation.Kind.TAKE_OVER and player.pk == by.pk
    if asks_oneself and tournament.organiser.closed_at is None:
        raise Refused("asked_oneself")


def join(invitation: EventInvitation, now: datetime) -> None:
    """Make a person a co-organiser; refuses referees of the event and one above the maximum."""
    tournament, player = invitation.tournament, invitation.player
    _require_no_referee(tournament, player)
    _require_room(tournament)
    CoOrganiser.objects.get_or_create(tournament=tournament, player=player, defaults={"since": now})
    log.record_revision(tournament, Revision.Act.CO_JOINED, player, now, about=player)
    reserve_seats(tournament)


def take_over(invitation: EventInvitation, now: datetime) -> None:
    """Make a person the main organiser; the former one stays as a co-organiser.

    Refuses ``not_invited`` if the inviter may no longer do so, and what organising another
    tournament refuses.
    """
    tournament, player = invitation.tournament, invitation.player
    before = tournament.organiser
    if not organiser_queries.may_hand_over(tournament, invitation.by):
        raise Refused("not_invited")
    _require_no_referee(tournament, player)
    require_can_draft(player)
    if before.closed_at is None:
        helps = CoOrganiser.objects.filter(tournament=tournament)
        helps.get_or_create(tournament=tournament, player=before, defaults={"since": now})
    make_main_organiser(tournament, player, player, now)
    with caused_by(player):
        invitation_emails.notify_handed_over(tournament, before, invitation.by, now=now)
        if invitation.by == before:
            invitation_emails.notify_accepted(invitation, now=now)
    reserve_seats(tournament)


def make_main_organiser(tournament: Tournament, heir: Player, by: Player, now: datetime) -> None:
    """Set and log the main organiser, who is no longer a co-organiser or invited to be one."""
    CoOrganiser.objects.filter(tournament=tournament, player=heir).delete()
    asked = EventInvitation.objects.filter(tournament=tournament)
    asked.filter(player=heir, kind=EventInvitation.Kind.HELP).delete()
    tournament.organiser = heir
    tournament.save(update_fields=["organiser"])
    log.record_revision(tournament, Revision.Act.HANDED_OVER, by, now, about=heir)


def propose_removal(pk: int, by: Player, player_id: int) -> StaffChange:
    """Preview the removal of a co-organiser, or one's own resignation; nothing is written.

    Refuses ``not_your_tournament``, ``no_co_organiser``; the main organiser cannot be removed.
    """
    with transaction.atomic():
        return _propose_removal(lock_tournament(pk), by, player_id)


@transaction.atomic
def remove(pk: int, by: Player, player_id: int, *, preview_token: str, now: datetime) -> Revision:
    """Remove a co-organiser as previewed; refuses what ``propose_removal`` does, and
    ``revised_meanwhile``.
    """
    tournament = lock_tournament(pk)
    seen = _propose_removal(tournament, by, player_id)
    if seen.preview_token != preview_token:
        raise Refused("revised_meanwhile")
    CoOrganiser.objects.filter(tournament=tournament, player=seen.player).delete()
    asked = staff_queries.invitations_for(tournament).filter(by=seen.player)
    asked.update(withdrawn_at=now)
    line = log.record_revision(tournament, Revision.Act.CO_LEFT, by, now, about=seen.player)
    with caused_by(by):
        invitation_emails.notify_left(tournament, seen.player, by, now=now)
    reserve_seats(tournament)
    return line


def propose_return(pk: int, by: Player, line: int, *, now: datetime) -> StaffChange:
    """Preview undoing a removal; nothing is written.

    Refuses ``not_your_tournament``, ``cannot_undo``, ``declined_before``, ``co_organisers_full``,
    and people who could no longer be invited to help.
    """
    with transaction.atomic():
        return _propose_return(lock_tournament(pk), by, line, now)


@transaction.atomic
def restore(pk: int, by: Player, line: int, *, preview_token: str, now: datetime) -> Revision:
    """Make a removed person a co-organiser again without asking, and notify them."""
    tournament = lock_tournament(pk)
    seen = _propose_return(tournament, by, line, now)
    if seen.preview_token != preview_token:
        raise Refused("revised_meanwhile")
    CoOrganiser.objects.create(tournament=tournament, player=seen.player, since=now)
    asked = staff_queries.invitations_for(tournament, seen.player)
    asked.filter(kind=EventInvitation.Kind.HELP).update(withdrawn_at=now)
    act, undone = Revision.Act.CO_JOINED, seen.undoes
    made = log.record_revision(tournament, act, by, now, about=seen.player, undoes=undone)
    with caused_by(by):
        invitation_emails.notify_restored(made, seen.player, now=now)
    reserve_seats(tournament)
    return made


def undoable_revision_ids(
    tournament: Tournament, lines: Iterable[Revision], now: datetime
) -> set[int]:
    """Return the keys of the lines that recently removed a co-organiser who is not back.

    Resignations are not undone, nor removals of people who have declined since. The lines are those
    of ``queries``.
    """
    lately = _recent_removals(tournament, lines, now)
    return {each.pk for each in lately if not vars(each)["declined_since"]}


def require_eligible(tournament: Tournament, player: Player, by: Player) -> None:
    """Refuse guests, bots, closed accounts, referees here, and players who have blocked ``by``."""
    person = player.kind == Player.Kind.PERSON and player.closed_at is None
    if not person or player.user is None or not player.user.address_confirmed:
        raise Refused("not_invitable", player=player.name)
    if circle_queries.has_blocked(player, by):
        raise Refused("not_invitable", player=player.name)
    _require_no_referee(tournament, player)


def _propose_removal(tournament: Tournament, by: Player, player_id: int) -> StaffChange:
    require_organiser(tournament, by)
    rows = CoOrganiser.objects.select_related("player__user")
    row = rows.filter(tournament=tournament, player=player_id).first()
    if row is None:
        raise Refused("no_co_organiser")
    asked = staff_queries.invitations_for(tournament).filter(by=row.player).order_by("pk")
    return StaffChange(row.player, tuple(each.player.name for each in asked))


def _propose_return(tournament: Tournament, by: Player, line: int, now: datetime) -> StaffChange:
    require_organiser(tournament, by)
    found = queries.revisions_of(tournament).filter(pk=line).first()
    if found is None or not _recent_removals(tournament, [found], now):
        raise Refused("cannot_undo")
    player = Player.objects.select_related("user").get(pk=found.about_id or 0)
    if vars(found)["declined_since"]:
        raise Refused("declined_before", player=player.name)
    require_eligible(tournament, player, by)
    _require_room(tournament)
    return StaffChange(player, (), found)


def _recent_removals(
    tournament: Tournament, lines: Iterable[Revision], now: datetime
) -> list[Revision]:
    if tournament.finished_at is not None:
        return []
    return [
        each
        for each in lines
        if each.act == Revision.Act.CO_LEFT
        and each.about is not None
        and each.about != each.by
        and each.about.closed_at is None
        and each.made_at > now - UNDOABLE_FOR
        and not vars(each)["left_again"]
        and not hasattr(each, "undone_by")
        and each.about.pk not in tournament.organiser_ids
    ]


def _require_room(tournament: Tournament) -> None:
    if CoOrganiser.objects.filter(tournament=tournament).count() >= MAX_CO_ORGANISERS:
        raise Refused("co_organisers_full", limit=MAX_CO_ORGANISERS)


def _require_no_referee(tournament: Tournament, player: Player) -> None:
    if panel_queries.is_appointed(player, tournament):
        raise Refused("referees_do_not_organise", player=player.name)
