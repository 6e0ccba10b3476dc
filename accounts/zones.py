"""The time zones of the world by their present names, and the old names each of them had."""

from __future__ import annotations

import functools
import zoneinfo
from importlib import resources


@functools.cache
def present_zones() -> tuple[str, ...]:
    """Return the zones under the names of today: those that the tables of countries list."""
    lines = _table("zone.tab").splitlines()
    listed = {line.split("\t")[2] for line in lines if line and not line.startswith("#")}
    return tuple(sorted(listed & zoneinfo.available_timezones()))


@functools.cache
def former_names() -> dict[str, tuple[str, ...]]:
    """Return the obsolete names that still mean one of the present zones; devices may send them."""
    present, names = set(present_zones()), dict[str, list[str]]()
    for line in _table("tzdata.zi").splitlines():
        if line.startswith("L "):
            _letter, zone, alias = line.split()
            if zone in present and alias not in present:
                names.setdefault(zone, []).append(alias)
    return {zone: tuple(aliases) for zone, aliases in names.items()}


def is_unlisted(zone: str) -> bool:
    """Whether this is a zone under a name that the list does not offer (any more)."""
    return zone in zoneinfo.available_timezones() - {*present_zones(), "UTC"}


def region_and_city(zone: str) -> tuple[str, str]:
    """Return the two halves of a zone's name as people read them."""
    region, _slash, city = zone.partition("/")
    return region, (city or region).replace("_", " ").replace("/", " – ")


def _table(name: str) -> str:
    """Return a table of the time zone database that comes with the house."""
    return (resources.files("tzdata") / "zoneinfo" / name).read_text(encoding="utf-8")
