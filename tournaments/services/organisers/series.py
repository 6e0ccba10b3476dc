"""Create and change series of events, and choose their events."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from accounts.models import Player
from accounts.naming import has_controls, has_invisible, has_link, one_line, strip_bidi
from games.services.errors import Refused
from tournaments import club_queries, series_queries
from tournaments.models import Series, SeriesEvent, Tournament
from tournaments.services.seasons.announcing import require_can_organise

MAX_NAME_LENGTH, MAX_TEXT_LENGTH, MAX_PLACES, MAX_POINTS = 80, 2000, 50, 1000
MAX_OWN_SERIES, MAX_EVENTS = 20, 50


class SeriesSettings(NamedTuple):
    """Name, points and settings of a series."""

    name: str
    points: Sequence[int]
    text: str = ""
    best: int | None = None
    club_id: int | None = None

    def checked(self, kept_name: str = "") -> SeriesSettings:
        """Return a cleaned copy; the current name is accepted unchecked.

        Refuses ``bad_series_name``, ``text_too_long``, ``bad_series_points``, ``bad_series_best``.
        """
        name = one_line(self.name)
        text = strip_bidi(self.text).replace("\r\n", "\n").strip()
        if has_controls(name) or has_controls(text, lines=True):
            raise Refused("control_characters")
        if name != kept_name and has_invisible(name):
            raise Refused("invisible_characters")
        if name != kept_name and has_link(name):
            raise Refused("link_in_name")
        if not name or len(name) > MAX_NAME_LENGTH:
            raise Refused("bad_series_name", limit=MAX_NAME_LENGTH)
        if len(text) > MAX_TEXT_LENGTH:
            raise Refused("text_too_long", limit=MAX_TEXT_LENGTH)
        falling = all(a >= b >= 0 for a, b in zip(self.points, self.points[1:], strict=False))
        fits = 1 <= len(self.points) <= MAX_PLACES and 0 < self.points[0] <= MAX_POINTS
        if not falling or not fits:
            raise Refused("bad_series_points", places=MAX_PLACES, most=MAX_POINTS)
        if self.best is not None and not 1 <= self.best <= MAX_EVENTS:
            raise Refused("bad_series_best", most=MAX_EVENTS)
        return SeriesSettings(name, list(self.points), text, self.best, self.club_id)


@transaction.atomic
def found_series(player: Player, statutes: SeriesSettings, *, now: datetime) -> Series:
    """Create a series for the player or for a club that they lead.

    Refuses what ``require_can_organise`` and ``SeriesSettings.checked`` refuse,
    ``series_enough`` and ``not_your_club``.
    """
    require_can_organise(player)
    statutes = statutes.checked()
    if Series.objects.filter(organiser=player).count() >= MAX_OWN_SERIES:
        raise Refused("series_enough", limit=MAX_OWN_SERIES)
    led = {each.pk for each in club_queries.clubs_led_by(player)}
    if statutes.club_id is not None and statutes.club_id not in led:
        raise Refused("not_your_club")
    return Series.objects.create(organiser=player, created_at=now, **statutes._asdict())


@transaction.atomic
def change_series(pk: int, player: Player, statutes: SeriesSettings) -> Series:
    """Change name, points and settings of a series, but not its club."""
    series = _lock_series(pk, player)
    for name, value in statutes.checked(series.name)._asdict().items():
        if name != "club_id":
            setattr(series, name, value)
    series.save()
    return series


@transaction.atomic
def add_event(pk: int, player: Player, tournament: int, *, now: datetime) -> None:
    """Add an event of the organiser or of the series' club; adding it twice is harmless.

    Refuses ``no_such_tournament``, ``not_in_a_series`` and ``series_full``.
    """
    series = _lock_series(pk, player)
    event = Tournament.objects.listed().filter(pk=tournament).first()
    if event is None or not series_queries.can_add(event, series, player):
        raise Refused("no_such_tournament")
    if not series_queries.can_count(series, event):
        raise Refused("not_in_a_series")
    if series.events.exclude(tournament=event).count() >= MAX_EVENTS:
        raise Refused("series_full", limit=MAX_EVENTS)
    SeriesEvent.objects.get_or_create(series=series, tournament=event, defaults={"added_at": now})


@transaction.atomic
def remove_event(pk: int, player: Player, tournament: int) -> None:
    _lock_series(pk, player).events.filter(tournament=tournament).delete()


def _lock_series(pk: int, player: Player) -> Series:
    """Lock a series; refuses ``no_such_series`` and ``not_your_series``."""
    rows = Series.objects.select_for_update(of=("self",)).select_related("club", "organiser")
    found = rows.filter(pk=pk).first()
    if found is None or series_queries.series_for(player, pk) is None:
        raise Refused("no_such_series")
    if not series_queries.can_change_series(found, player):
        raise Refused("not_your_series")
    return found
