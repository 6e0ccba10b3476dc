"""Found a club, change its settings, close it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.text import slugify

from accounts.models import Player
from accounts.naming import (
    appearance,
    has_controls,
    has_invisible,
    has_link,
    is_reserved,
    normalize_name,
    strip_bidi,
)
from accounts.queries import roles_of
from accounts.roles import OFFICIALS
from games.rules.base import JSON
from games.services.errors import Refused
from games.services.match import audiences
from notifications.services.limits import caused_by
from tournaments import club_queries
from tournaments.models import UNANSWERED, Club, ClubInvitation, ClubLine, ClubMember
from tournaments.services.clubs import emails, log, terms
from tournaments.services.clubs.locks import (
    lock_open_club,
    require_leader,
    require_owner,
    require_person,
)

MIN_NAME_LENGTH, MAX_NAME_LENGTH, MAX_TEXT_LENGTH = 3, 60, 2000
MAX_OWN_CLUBS, MAX_FOUNDED, FOUNDING_PERIOD = 3, 3, timedelta(days=30)
RESERVED_KEYS = ("new", "invitations")
MAX_KEY_LENGTH = 32


class ClubSettings(NamedTuple):
    """Description and settings of a club, as entered by its founder or owner."""

    name: str
    text: str = ""
    private: bool = False
    open_to_all: bool = False
    terms: Mapping[str, JSON] = {}

    def checked(self, kept_name: str | None = None) -> ClubSettings:
        """Return a cleaned copy; the current name is accepted unchecked.

        Refuses ``bad_club_name``, ``link_in_name``, ``control_characters``, ``text_too_long`` and
        ``bad_club_terms``.
        """
        name = normalize_name(strip_bidi(self.name))
        if name != kept_name:
            _check_name(name)
        text = strip_bidi(self.text).replace("\r\n", "\n").strip()
        if has_controls(text, lines=True):
            raise Refused("control_characters")
        if len(text) > MAX_TEXT_LENGTH:
            raise Refused("text_too_long", limit=MAX_TEXT_LENGTH)
        open_to_all = self.open_to_all and not self.private
        return ClubSettings(name, text, self.private, open_to_all, terms.clean_terms(self.terms))


def _check_name(name: str) -> None:
    """Refuse ``bad_club_name`` and ``link_in_name``."""
    fits = MIN_NAME_LENGTH <= len(name) <= MAX_NAME_LENGTH and name.isprintable()
    if not fits or has_invisible(name) or not any(each.isalpha() for each in name):
        raise Refused("bad_club_name", low=MIN_NAME_LENGTH, limit=MAX_NAME_LENGTH)
    if has_link(name):
        raise Refused("link_in_name")


def require_can_found(player: Player, now: datetime) -> None:
    """Refuse ``guests_have_no_clubs``, ``clubs_enough`` and ``founded_enough``."""
    require_person(player)
    own = ClubMember.objects.present().filter(player=player, role=ClubMember.Role.OWNER)
    if own.filter(club__closed_at=None).count() >= MAX_OWN_CLUBS:
        raise Refused("clubs_enough", limit=MAX_OWN_CLUBS)
    lately = ClubLine.objects.filter(by=player, act=ClubLine.Act.FOUNDED)
    if lately.filter(at__gt=now - FOUNDING_PERIOD).count() >= MAX_FOUNDED:
        raise Refused("founded_enough", limit=MAX_FOUNDED)


@transaction.atomic
def found_club(player: Player, charter: ClubSettings, *, secret: str, now: datetime) -> Club:
    """Found a club owned by the player; ``secret`` becomes the key of a private one.

    Refuses what ``require_can_found`` and ``ClubSettings.checked`` refuse,
    ``club_name_official`` and ``club_name_taken``.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # serialises limit checks
    require_can_found(player, now)
    charter = charter.checked()
    _require_unofficial_name(charter, player)
    _require_free_name(charter)
    key = secret if charter.private else _unused_key(charter.name)
    club = Club(key=key, founded_at=now, **charter._asdict())
    _save(club)
    ClubMember.objects.create(club=club, player=player, role=ClubMember.Role.OWNER, since=now)
    audiences.admit(club.audience, player)
    log.record_act(club, ClubLine.Act.FOUNDED, player, now)
    return club


@transaction.atomic
def change_club(
    key: str, player: Player, charter: ClubSettings, *, secret: str, now: datetime
) -> Club:
    """Change a club's description and settings; only its owner makes it private or public.

    A club that becomes private gets ``secret`` as its key, since the old one could be guessed.
    Refuses ``no_such_club``, ``club_closed``, ``not_your_club``, ``not_the_owner``,
    ``club_has_events`` if it has announced events already, and what ``found_club`` refuses.
    """
    club = lock_open_club(key, player)
    require_leader(club, player)
    charter = charter.checked(club.name)
    if charter.private != club.private:
        require_owner(club, player)
        if club_queries.has_events(club):
            raise Refused("club_has_events")
    if charter.name != club.name:
        _require_unofficial_name(charter, player)
    _require_free_name(charter, club)
    if charter.private and not club.private:
        club.key = secret
    if all(getattr(club, name) == value for name, value in charter._asdict().items()):
        return club
    for name, value in charter._asdict().items():
        setattr(club, name, value)
    _save(club)
    log.record_act(club, ClubLine.Act.CHANGED, player, now)
    return club


def _require_unofficial_name(charter: ClubSettings, player: Player) -> None:
    """Refuse names that pass for the site or its staff, since e-mails to strangers quote them."""
    if is_reserved(charter.name, settings.SITE_NAME) and not roles_of(player) & OFFICIALS:
        raise Refused("club_name_official", name=charter.name)


@transaction.atomic
def close_club(key: str, player: Player, *, now: datetime) -> Club:
    """Close a club for good: its events continue, its page stays; the members are notified.

    Refuses ``no_such_club``, ``club_closed``, ``not_the_owner``.
    """
    club = lock_open_club(key, player)
    require_owner(club, player)
    end_club(club, player, now)
    return club


def end_club(club: Club, by: Player, now: datetime) -> None:
    """Mark a club as closed and notify its members."""
    club.closed_at = now
    club.save(update_fields=["closed_at"])
    invited = ClubInvitation.objects.filter(UNANSWERED, club=club)
    invited.update(withdrawn_at=now)
    log.record_act(club, ClubLine.Act.CLOSED, by, now)
    with caused_by(by, bounded=False):
        emails.notify_closed(club, by, now=now)


def _require_free_name(charter: ClubSettings, own: Club | None = None) -> None:
    """Refuse the name of another public club, or one that looks the same."""
    if charter.private:
        return
    alike = Q(name__iexact=charter.name) | Q(likeness=appearance(charter.name))
    others = Club.objects.open().filter(alike, private=False)
    if own is not None:
        others = others.exclude(pk=own.pk)
    taken = others.values_list("name", flat=True).first()
    if taken is not None:
        raise Refused("club_name_taken", name=taken)


def _save(club: Club) -> None:
    """Save a club; refuses a name or key that was taken concurrently."""
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError:
        raise Refused("club_name_taken", name=club.name) from None


def _unused_key(name: str) -> str:
    """Return a free key: the slug of the name, numbered if taken."""
    stem = slugify(name)[:MAX_KEY_LENGTH].strip("-_") or "club"
    taken = {
        *RESERVED_KEYS,
        *Club.objects.filter(key__startswith=stem).values_list("key", flat=True),
    }
    numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return next(each for each in (stem, *numbered) if each not in taken)
