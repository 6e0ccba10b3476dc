"""Referees of a single tournament, appointed by an organiser or the head referee."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from accounts.queries import player_named
from accounts.roles import EVENT_REFEREE
from accounts.services import roles
from games.services.emails.allowance import require_allowance
from games.services.errors import Refused
from notifications.services import outbox
from notifications.services.limits import caused_by
from tournaments import panel_queries, queries
from tournaments.models import EventReferee, Revision, Tournament
from tournaments.referees.services.permissions import require_no_stake
from tournaments.services import log
from tournaments.services.emails import appointments
from tournaments.services.emails.notices import EmailContent
from tournaments.services.locks import lock_tournament


def require_can_appoint(tournament: Tournament, player: Player) -> None:
    """Refuse everybody except organisers and head referees."""
    if not queries.is_organiser(tournament, player) and not panel_queries.is_head_referee(player):
        raise Refused("not_your_tournament")


@transaction.atomic
def appoint(pk: int, name: str, *, by: Player, now: datetime) -> Player:
    """Ask a person to be a referee of a tournament; they accept by a link in an e-mail.

    In a draft they are asked when it is announced.

    Refuses ``not_your_tournament``, ``no_player_called``, ``unfit_referee``,
    ``referee_with_stake``, ``emails_enough``.
    """
    tournament = lock_tournament(pk)
    require_can_appoint(tournament, by)
    player = player_named(name.strip()) if name.strip() else None
    if player is None:
        raise Refused("no_player_called", name=name)
    _require_eligible(player, tournament)
    if tournament.status != Tournament.Status.DRAFT:
        require_allowance(by, [player], now=now)
    row, made = EventReferee.objects.get_or_create(
        tournament=tournament, player=player, defaults={"appointed_by": by, "at": now}
    )
    if made:
        with caused_by(by):
            appointments.ask_referee(tournament, row, now=now)
    return player


def _require_eligible(player: Player, tournament: Tournament) -> None:
    """Refuse people without an account, or with a stake in the tournament."""
    if player.kind != Player.Kind.PERSON or player.user is None or player.closed_at is not None:
        raise Refused("unfit_referee", player=player.name)
    if panel_queries.has_stake(player, tournament):
        raise Refused("referee_with_stake", player=player.name)


@transaction.atomic
def accept(pk: int, player: Player, *, now: datetime) -> None:
    """Accept an appointment and notify who made it; refuses ``not_appointed`` and a stake."""
    tournament = lock_tournament(pk)
    row = _lock_appointment(tournament, player)
    require_no_stake(player, tournament)
    if row.accepted_at is not None:
        return
    row.accepted_at = now
    row.save(update_fields=["accepted_at"])
    roles.assign_role(player, EVENT_REFEREE)
    log.record_revision(tournament, Revision.Act.REF_JOINED, player, now, about=player)
    _notify_answered(tournament, row, now, accepted=True)


@transaction.atomic
def decline(pk: int, player: Player, *, now: datetime) -> None:
    """Decline an appointment, or resign from it, and notify who made it."""
    tournament = lock_tournament(pk)
    row = _lock_appointment(tournament, player)
    _end(row, by=player, now=now)
    _notify_answered(tournament, row, now, accepted=False)


@transaction.atomic
def dismiss(pk: int, player_id: int, *, by: Player, now: datetime) -> None:
    tournament = lock_tournament(pk)
    require_can_appoint(tournament, by)
    rows = EventReferee.objects.select_for_update().filter(tournament=tournament)
    row = rows.filter(player=player_id).first()
    if row is not None:
        _end(row, by=by, now=now)
        if row.accepted_at is None and outbox.withdraw(appointments.key_of(row, "asked"), now=now):
            return
        names = {"name": isolated(tournament.title), "by": isolated(by.name)}
        with caused_by(by):
            _notify(
                tournament,
                row,
                row.player,
                "dismissed",
                lambda: {
                    "headline": _("%(name)s: you are no longer a referee") % names,
                    "paragraphs": [_("%(by)s has ended your appointment.") % names],
                },
                now,
            )


def _lock_appointment(tournament: Tournament, player: Player) -> EventReferee:
    """Lock a person's appointment; refuses ``not_appointed``."""
    rows = EventReferee.objects.select_for_update(of=("self",)).select_related("appointed_by__user")
    row = rows.filter(tournament=tournament, player=player).first()
    if row is None:
        raise Refused("not_appointed")
    return row


def _end(row: EventReferee, *, by: Player, now: datetime) -> None:
    """End an appointment; with the last accepted one, remove the role of event referee."""
    player = row.player
    EventReferee.objects.filter(pk=row.pk).delete()
    if row.accepted_at is not None:
        left = Revision.Act.REF_LEFT
        log.record_revision(row.tournament, left, by, now, about=player)
    others = EventReferee.objects.filter(player=player, accepted_at__isnull=False)
    if player.user is not None and not others.exists():
        roles.remove_role(player, EVENT_REFEREE)


def _notify_answered(
    tournament: Tournament, row: EventReferee, now: datetime, *, accepted: bool
) -> None:
    """Notify who made an appointment that it was accepted or declined."""
    names = {"name": isolated(tournament.title), "referee": isolated(row.player.name)}

    def content() -> dict[str, object]:
        yes = _("%(name)s: %(referee)s is now a referee") % names
        no = _("%(name)s: %(referee)s will not be a referee") % names
        then = _("They can now see the cases and matches of the tournament.")
        else_ = _("You can appoint somebody else, or leave it to the referees of the site.")
        return {"headline": yes if accepted else no, "paragraphs": [then if accepted else else_]}

    what = "accepted" if accepted else "declined"
    with caused_by(row.player):
        _notify(tournament, row, row.appointed_by, what, content, now)


def _notify(
    tournament: Tournament,
    row: EventReferee,
    reader: Player,
    what: str,
    content: EmailContent,
    now: datetime,
) -> None:
    appointments.notify_appointment(tournament, row, reader, what, content, now=now)
