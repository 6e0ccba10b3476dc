"""Links by which players enter: organisers create, limit and revoke them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from accounts.naming import has_controls, one_line
from accounts.times.calendar_days import add_wall_time
from games.services.errors import Refused
from tournaments import entry_queries
from tournaments.models import Entrant, EntryLink, LinkUse, Revision
from tournaments.services import log
from tournaments.services.entries import conditions, persons
from tournaments.services.locks import lock_tournament, require_organiser

MAX_OPEN_LINKS = 20
MAX_NOTE_LENGTH = 60
MAX_DAYS = 366
MAX_USES = 1000


@transaction.atomic
def create_link(
    pk: int,
    by: Player,
    key: str,
    *,
    note: str = "",
    most: int | None = None,
    days: int | None = None,
    now: datetime,
) -> EntryLink:
    """Create a link limited in players and days; None means no limit. ``key`` is a fresh secret.

    ``key`` is a fresh secret. Refuses ``not_your_tournament``, ``teams_enter``,
    ``tournament_over``, ``links_enough``, ``bad_link_limit``.
    """
    tournament = lock_tournament(pk)
    require_organiser(tournament, by)
    if tournament.event_format.has_teams:
        raise Refused("teams_enter")
    if tournament.finished_at is not None:
        raise Refused("tournament_over")
    note = one_line(note)
    if has_controls(note):
        raise Refused("control_characters")
    for value, limit in ((most, MAX_USES), (days, MAX_DAYS)):
        if value is not None and not 1 <= value <= limit:
            raise Refused("bad_link_limit", players=MAX_USES, days=MAX_DAYS)
    if entry_queries.links_of(tournament).count() >= MAX_OPEN_LINKS:
        raise Refused("links_enough", limit=MAX_OPEN_LINKS)
    log.record_revision(tournament, Revision.Act.LINK_MADE, by, now)
    return EntryLink.objects.create(
        tournament=tournament,
        key=key,
        note=note[:MAX_NOTE_LENGTH],
        by=by,
        made_at=now,
        most=most,
        until=None if days is None else add_wall_time(now, timedelta(days=days), tournament.zone),
    )


@transaction.atomic
def revoke(pk: int, by: Player, number: int, *, now: datetime) -> EntryLink:
    """Revoke a link for good; players who entered by it stay. Refuses ``no_such_link``."""
    tournament = lock_tournament(pk)
    require_organiser(tournament, by)
    found = EntryLink.objects.filter(tournament=tournament, pk=number, revoked_at=None).first()
    if found is None:
        raise Refused("no_such_link")
    found.revoked_at = now
    found.save(update_fields=["revoked_at"])
    log.record_revision(tournament, Revision.Act.LINK_ENDED, by, now)
    return found


@transaction.atomic
def enter_by_link(key: str, player: Player, *, now: datetime) -> Entrant:
    """Enter by a link, without the organiser's approval; all other conditions apply.

    Refuses ``no_such_link``, ``link_expired``, ``link_used_up``, ``entry_declined`` and what
    ``persons.enter`` refuses.
    """
    link = get_link(key)
    lock_tournament(link.tournament_id)  # one at a time, so uses are counted exactly
    link.refresh_from_db(fields=["revoked_at"])
    require_usable(link, player, now)
    require_not_excluded(link, player)
    entrant = persons.enter(link.tournament_id, player, now=now, by_link=True)
    LinkUse.objects.get_or_create(link=link, player=player, defaults={"at": now})
    return entrant


def get_link(key: str) -> EntryLink:
    """Return the link with a key; refuses ``no_such_link``."""
    found = EntryLink.objects.select_related("tournament__organiser", "by").filter(key=key).first()
    if found is None or found.tournament.status == found.tournament.Status.DRAFT:
        raise Refused("no_such_link")
    return found


def require_not_excluded(link: EntryLink, player: Player) -> None:
    """Refuse players whom an organiser has declined or removed and not invited by name since."""
    conditions.check_not_declined(link.tournament, player)
    if not conditions.is_invited(link.tournament, player):
        conditions.check_not_removed(link.tournament, player)


def require_usable(link: EntryLink, player: Player | None, now: datetime) -> None:
    """Refuse a link that is revoked, expired or used up."""
    if link.revoked_at is not None:
        raise Refused("no_such_link")
    if not link.is_open(now):
        raise Refused("link_expired")
    used = LinkUse.objects.filter(link=link)
    if link.most is None or used.count() < link.most:
        return
    if player is None or not used.filter(player=player).exists():
        raise Refused("link_used_up")
