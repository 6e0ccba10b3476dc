"""Changes to a player's profile and schedule."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import Player
from accounts.models.player import validate_zone
from accounts.naming import has_controls, strip_bidi
from accounts.services.errors import ProfileRefused
from accounts.services.names import check_name, save_unique_name
from accounts.times import public_holidays

MAX_ABOUT_LENGTH = 500
MAX_REST_DAYS = 2
MAX_QUIET_LENGTH = dt.timedelta(hours=12)
SCHEDULE_FIELDS = ["time_zone", "quiet_from", "quiet_to", "rest_days", "country", "region"]


@transaction.atomic
def change_profile(player: Player, *, name: str, about: str, language: str) -> Player:
    """Change name, about text and language. Raises NameRefused or ProfileRefused."""
    about = strip_bidi(about.replace("\r\n", "\n")).strip()
    if has_controls(about, lines=True):
        raise ProfileRefused("about_controls")
    if len(about) > MAX_ABOUT_LENGTH:
        raise ProfileRefused("about_long", most=MAX_ABOUT_LENGTH, length=len(about))
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    row.name = check_name(name, besides=row)
    row.about = about
    row.language = check_language(language)
    save_unique_name(row)
    return row


def clear_profile(player: Player) -> None:
    """Remove a player's about text and links."""
    Player.objects.filter(pk=player.pk).update(about="", links=[])


def change_language(player: Player, language: str) -> None:
    player.language = check_language(language)
    player.save(update_fields=["language"])


@transaction.atomic
def change_schedule(
    player: Player,
    *,
    time_zone: str,
    quiet_from: dt.time | None,
    quiet_to: dt.time | None,
    rest_days: Iterable[int],
    country: str = "",
    region: str = "",
) -> Player:
    """Change time zone, holidays, quiet hours and days off (0 = Monday … 6 = Sunday, at most two).

    Running turns keep the old schedule. Quiet hours can span midnight. Raises ProfileRefused.
    """
    days = sorted(rest_days)
    if len(days) > MAX_REST_DAYS or len(set(days)) < len(days) or not set(days) <= set(range(7)):
        raise ProfileRefused("rest_days")
    if (quiet_from is None) != (quiet_to is None):
        raise ProfileRefused("quiet_half")
    if quiet_from is not None and quiet_from == quiet_to:
        raise ProfileRefused("quiet_empty")
    if (
        quiet_from is not None
        and quiet_to is not None
        and _quiet_length(quiet_from, quiet_to) > MAX_QUIET_LENGTH
    ):
        raise ProfileRefused("quiet_long", most=MAX_QUIET_LENGTH // dt.timedelta(hours=1))
    check_holiday_region(country, region)
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    row.country, row.region = country, region
    row.time_zone = check_zone(time_zone)
    row.quiet_from, row.quiet_to, row.rest_days = quiet_from, quiet_to, days
    row.save(update_fields=SCHEDULE_FIELDS)
    return row


def check_holiday_region(country: str, region: str) -> None:
    """Raise ProfileRefused if no public holidays are known for the country or region."""
    if country and not public_holidays.is_country(country):
        raise ProfileRefused("country", value=country[:20])
    if region and not public_holidays.is_region(country, region):
        raise ProfileRefused("region", value=region[:20])


def _quiet_length(quiet_from: dt.time, quiet_to: dt.time) -> dt.timedelta:
    """Return the length of quiet hours on the wall clock."""
    first, last = (dt.timedelta(hours=at.hour, minutes=at.minute) for at in (quiet_from, quiet_to))
    return (last - first) % dt.timedelta(days=1)


def check_language(value: str) -> str:
    """Return the language code, or raise ProfileRefused naming the supported ones."""
    known = [code for code, _name in settings.LANGUAGES]
    if value not in known:
        raise ProfileRefused("language", value=value, known=", ".join(known))
    return value


def check_zone(value: str) -> str:
    """Return the IANA zone name, or raise ProfileRefused."""
    try:
        validate_zone(value)
    except ValidationError as error:
        raise ProfileRefused("time_zone", value=value[:64]) from error
    return value
