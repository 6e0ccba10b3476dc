"""The world's time zones by their current names, and the outdated names of each."""

from __future__ import annotations

import functools
import zoneinfo
from importlib import resources

SPELLINGS = {
    "Araguaina": "Araguaína",
    "Asuncion": "Asunción",
    "Belem": "Belém",
    "Bogota": "Bogotá",
    "Busingen": "Büsingen",
    "Canary": "Canary Islands",
    "Cancun": "Cancún",
    "Cayman": "Cayman Islands",
    "Christmas": "Christmas Island",
    "Cocos": "Cocos Islands",
    "Ciudad Juarez": "Ciudad Juárez",
    "Comoro": "Comoros",
    "Cordoba": "Córdoba",
    "Cuiaba": "Cuiabá",
    "Curacao": "Curaçao",
    "DumontDUrville": "Dumont d’Urville",
    "Easter": "Easter Island",
    "Eirunepe": "Eirunepé",
    "El Aaiun": "El Aaiún",
    "Faroe": "Faroe Islands",
    "Galapagos": "Galápagos",
    "Ho Chi Minh": "Ho Chi Minh City",
    "Lome": "Lomé",
    "Maceio": "Maceió",
    "Mahe": "Mahé",
    "Mazatlan": "Mazatlán",
    "Merida": "Mérida",
    "Midway": "Midway Islands",
    "Ndjamena": "N’Djamena",
    "Noumea": "Nouméa",
    "Reunion": "Réunion",
    "Rio Gallegos": "Río Gallegos",
    "Santarem": "Santarém",
    "Sao Paulo": "São Paulo",
    "Sao Tome": "São Tomé",
    "Scoresbysund": "Ittoqqortoormiit",
    "St Barthelemy": "St Barthélemy",
    "Tirane": "Tirana",
    "Tucuman": "Tucumán",
    "Wake": "Wake Island",
    "Wallis": "Wallis Islands",
}
"""Cities and islands whose names the time zone database writes without accents, or cuts short."""


@functools.cache
def current_zones() -> tuple[str, ...]:
    """Return the current zone names: those in the database's table of countries."""
    lines = _table("zone.tab").splitlines()
    listed = {line.split("\t")[2] for line in lines if line and not line.startswith("#")}
    return tuple(sorted(listed & zoneinfo.available_timezones()))


@functools.cache
def outdated_names() -> dict[str, tuple[str, ...]]:
    """Return the outdated names of each current zone, which devices may still send."""
    present, names = set(current_zones()), dict[str, list[str]]()
    for line in _table("tzdata.zi").splitlines():
        if line.startswith("L "):
            _letter, zone, alias = line.split()
            if zone in present and alias not in present:
                names.setdefault(zone, []).append(alias)
    return {zone: tuple(aliases) for zone, aliases in names.items()}


def is_unlisted_zone(zone: str) -> bool:
    """Whether this is a valid zone name that the list does not offer."""
    return zone in zoneinfo.available_timezones() - {*current_zones(), "UTC"}


def region_and_city(zone: str) -> tuple[str, str]:
    """Return the region of a zone and the readable name of its city.

    A state or country between the two follows in brackets: “Ushuaia (Argentina)”.
    """
    region, _slash, place = zone.partition("/")
    state, _slash, city = (place or region).replace("_", " ").rpartition("/")
    city = SPELLINGS.get(city, city)
    return region, f"{city} ({state})" if state else city


def _table(name: str) -> str:
    """Return a file of the bundled time zone database."""
    return (resources.files("tzdata") / "zoneinfo" / name).read_text(encoding="utf-8")
