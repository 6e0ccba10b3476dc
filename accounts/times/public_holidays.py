"""Public holidays of countries and their regions, by ISO 3166 codes (pure: tables in packages)."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache

import holidays
from babel import Locale

LANGUAGES = {"en": "en_US"}  # as the package spells them
FIRST_YEAR, LAST_YEAR = 1970, 2100


@lru_cache(maxsize=1)
def _supported_regions() -> dict[str, list[str]]:
    """Return the regions of every country the package knows."""
    return holidays.list_supported_countries(include_aliases=False)


def is_country(country: str) -> bool:
    """Whether holidays of this country (two letters) are known."""
    return country in _supported_regions()


def is_region(country: str, region: str) -> bool:
    return region in _supported_regions().get(country, ())


@lru_cache(maxsize=8)
def country_choices(language: str) -> tuple[tuple[str, str], ...]:
    """Return (code, name) of all countries in a language, by name."""
    names = Locale.parse(language).territories
    found = ((code, str(names.get(code, code))) for code in _supported_regions())
    return tuple(sorted(found, key=lambda country: country[1].casefold()))


@lru_cache(maxsize=64)
def region_choices(country: str) -> tuple[tuple[str, str], ...]:
    """Return (code, name) of a country's regions, as it calls them itself."""
    codes = _supported_regions().get(country, [])
    if not codes:
        return ()
    aliases = holidays.country_holidays(country).get_subdivision_aliases()
    names = ((code, (aliases.get(code) or [code])[-1]) for code in codes)
    return tuple(sorted(names, key=lambda region: region[1].casefold()))


@lru_cache(maxsize=512)
def _holidays_in_year(country: str, region: str, year: int, language: str) -> dict[dt.date, str]:
    spoken = LANGUAGES.get(language, language)
    found = holidays.country_holidays(
        country, subdiv=region or None, years=year, expand=False, language=spoken
    )
    return dict(sorted(found.items()))


def holidays_between(
    country: str, region: str, first: dt.date, last: dt.date, language: str = "en"
) -> dict[dt.date, str]:
    """Return the public holidays from ``first`` to ``last``, both included, with their names.

    Empty for an unknown country or region.
    """
    if not is_country(country) or (region and not is_region(country, region)):
        return {}
    years = range(max(first.year, FIRST_YEAR), min(last.year, LAST_YEAR) + 1)
    found: dict[dt.date, str] = {}
    for year in years:
        found |= _holidays_in_year(country, region, year, language)
    return {day: name for day, name in found.items() if first <= day <= last}
