"""The time zones of the world by their current names, and the outdated names of each."""

from __future__ import annotations

import functools
import zoneinfo
from importlib import resources


@functools.cache
def present_zones() -> tuple[str, ...]:
    """Return the zones by their current names: those in the tables of countries."""
    lines = _table("zone.tab").splitlines()
    listed = {line.split("\t")[2] for line in lines if line and not line.startswith("#")}
    return tuple(sorted(listed & zoneinfo.available_timezones()))


@functools.cache
def former_names() -> dict[str, tuple[str, ...]]:
    """Return the outdated names of current zones; devices may send them."""
    present, names = set(present_zones()), dict[str, list[str]]()
    for line in _table("tzdata.zi").splitlines():
        if line.startswith("L "):
            _letter, zone, alias = line.split()
            if zone in present and alias not in present:
                names.setdefault(zone, []).append(alias)
    return {zone: tuple(aliases) for zone, aliases in names.items()}


def is_unlisted(zone: str) -> bool:
    """Whether this is a valid zone name that the list does not offer."""
    return zone in zoneinfo.available_timezones() - {*present_zones(), "UTC"}


def region_and_city(zone: str) -> tuple[str, str]:
    """Return region and city of a zone's name, readable."""
    region, _slash, city = zone.partition("/")
    return region, (city or region).replace("_", " ").replace("/", " – ")


def _table(name: str) -> str:
    """Return a table of the time zone database that comes with the site."""
    return (resources.files("tzdata") / "zoneinfo" / name).read_text(encoding="utf-8")
