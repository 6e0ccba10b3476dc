"""Creating players: people with a login, guests without one."""

from __future__ import annotations

import datetime as dt
from typing import Protocol

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Player, User
from accounts.models.player import MAX_GOAL_LENGTH
from accounts.services.errors import NameRefused
from accounts.services.locks import lock_name
from accounts.services.names import check_name, save_unique_name
from accounts.services.profile import check_language, check_zone


class Chance(Protocol):
    """A source of randomness, such as ``secrets.SystemRandom()``."""

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 to ``stop - 1``."""


@transaction.atomic
def create_player(
    user: User, *, name: str, language: str, time_zone: str, now: dt.datetime
) -> Player:
    """Create the player of a login. Raises NameRefused or ProfileRefused."""
    player = Player(user=user, kind=Player.Kind.PERSON, created_at=now)
    return _save_profile(player, name=name, language=language, time_zone=time_zone)


@transaction.atomic
def convert_guest(guest: Player, user: User, *, name: str, language: str, time_zone: str) -> Player:
    """Turn a guest into a person with a login; the row and its matches stay.

    Leave has been earned since the row was created. Raises ValueError if it is no guest, and
    whatever ``register`` raises.
    """
    player = Player.objects.select_for_update(no_key=True).get(pk=guest.pk)
    if not player.is_guest or player.closed_at:
        message = f"player {guest.pk} is no guest"
        raise ValueError(message)
    player.user = user
    player.kind = Player.Kind.PERSON
    return _save_profile(player, name=name, language=language, time_zone=time_zone)


def sign_up(
    user: User,
    *,
    name: str,
    language: str,
    time_zone: str,
    guest_id: int | None,
    now: dt.datetime,
) -> Player:
    """Create the player of a new, unconfirmed login, or convert the session's guest.

    Raises what ``register`` raises; the login then stays without a player.
    """
    user.address_confirmed = False
    user.save(update_fields=["address_confirmed"])
    chosen = {"name": name, "language": language, "time_zone": time_zone}
    return _create_or_convert_player(user, chosen, guest_id, now)


@transaction.atomic
def _create_or_convert_player(
    user: User, chosen: dict[str, str], guest_id: int | None, now: dt.datetime
) -> Player:
    """Create or convert the player, and schedule the welcome page."""
    guests = Player.objects.filter(kind=Player.Kind.GUEST, closed_at=None)
    if guest_id is not None and (guest := guests.filter(pk=guest_id).first()):
        player = convert_guest(guest, user, **chosen)
    else:
        player = create_player(user, now=now, **chosen)
    player.welcome_due = True
    player.save(update_fields=["welcome_due"])
    return player


def save_welcome_goal(user: User, goal: str) -> None:
    """Remember where a new login was going, even if it continues in another browser."""
    if len(goal) <= MAX_GOAL_LENGTH and "\x00" not in goal:
        Player.objects.filter(user=user, welcome_due=True).update(welcome_goal=goal)


def lock_address(email: str) -> None:
    """Lock an address against concurrent sign-ups and confirmations until the commit.

    Otherwise colliding inserts would write the address into PostgreSQL's log.
    """
    lock_name(f"sign-up:{email.lower()}")


def is_registered_address(email: str) -> bool:
    """Whether a login has this address, confirmed or not."""
    return (
        User.objects.filter(email__iexact=email).exists()
        or EmailAddress.objects.filter(email__iexact=email).exists()
    )


def is_taken_by_other_login(email: str, user_id: int) -> bool:
    """Whether another login has this address, confirmed or not."""
    return User.objects.filter(email__iexact=email).exclude(pk=user_id).exists()


@transaction.atomic
def create_account(
    email: str,
    password: str | None,
    *,
    name: str,
    language: str,
    time_zone: str,
    now: dt.datetime,
) -> Player:
    """Create login, confirmed address and player at once, for operators and the demo club.

    Without a password the owner sets one through “forgotten password”.
    """
    user = User.objects.create_user(email, password)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return create_player(user, name=name, language=language, time_zone=time_zone, now=now)


@transaction.atomic
def create_guest_player(
    *, language: str, time_zone: str, chance: Chance, now: dt.datetime
) -> Player:
    """Create a player without a login, named like “Guest 4821” in their language."""
    guest = Player(
        kind=Player.Kind.GUEST,
        language=check_language(language),
        time_zone=check_zone(time_zone),
        created_at=now,
    )
    save_guest_name(guest, chance)
    return guest


def save_guest_name(guest: Player, chance: Chance) -> None:
    """Save the row under a free guest name, with more digits if the short ones are taken.

    The name is in the guest's language and is not translated later.
    """
    with translation.override(guest.language):
        friendly = _("Guest %(number)d")
    for digits in (4, 4, 4, 6, 6, 9, 12):
        least = 10 ** (digits - 1)
        guest.name = friendly % {"number": least + chance.randrange(9 * least)}
        try:
            save_unique_name(guest)
        except NameRefused:
            continue
        return
    message = "chance gave seven names that are taken: it is not chance"
    raise RuntimeError(message)


def confirm_address(user: User) -> None:
    """Mark the login's address as confirmed, so that it gets e-mails about matches."""
    if not user.address_confirmed:
        user.address_confirmed = True
        user.save(update_fields=["address_confirmed"])


def _save_profile(player: Player, *, name: str, language: str, time_zone: str) -> Player:
    """Validate and set the fields of the sign-up form, then save."""
    player.name = check_name(name, besides=player if player.pk else None)
    player.language = check_language(language)
    player.time_zone = check_zone(time_zone)
    save_unique_name(player)
    return player
