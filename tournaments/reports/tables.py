"""The table of a report file, by the tie-breaks that it names or by the usual ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.reports import engine_criteria
from tournaments.standings.acronyms import (
    ACRONYMS,
    KEYS_BY_ACRONYM,
    is_swiss_only,
    normalize_acronym,
)
from tournaments.standings.base import System
from tournaments.standings.table import StandingsRow, available_criteria, standings
from tournaments.standings.trf.sheet import Sheet

USUAL_CRITERIA = {
    System.SWISS: ("BH-C1", "BH", "SB", "WIN"),
    System.ROUND_ROBIN: ("DE", "SB", "WIN", "KS"),
}
DIRECT_ENCOUNTER = "DE"


class Criteria(NamedTuple):
    """The acronyms by which a table ranks (``used``), and those that could not be used.

    ``unknown`` ones do not exist, ``unfit`` ones make no sense in such an event, and ``early`` ones
    are computed by the engine, which counts running games as byes.
    """

    used: tuple[str, ...]
    unknown: tuple[str, ...]
    unfit: tuple[str, ...]
    early: tuple[str, ...]


def select_criteria(sheet: Sheet, wanted: Sequence[str] = ()) -> Criteria:
    """Return the wanted criteria that apply, else the file's, else the usual ones."""
    event = sheet.event
    asked = tuple(dict.fromkeys(map(normalize_acronym, wanted))) or sheet.tie_breaks
    can = {ACRONYMS[key] for key in available_criteria(event) if key in ACRONYMS}
    early: tuple[str, ...] = ()
    if event.scoring.special.fits_record_162:  # the engine supports no other special points
        engines = engine_criteria.KNOWN_ACRONYMS - can
        early = tuple(each for each in asked if sheet.running and each in engines)
        can |= engines.difference(early)
    unfit = tuple(filter(is_swiss_only, asked)) if event.system is System.ROUND_ROBIN else ()
    named = tuple(each for each in asked if each in can and each not in unfit)
    early = tuple(each for each in early if each not in unfit)
    unknown = tuple(each for each in asked if each not in {*can, *unfit, *early, "PTS"})
    return Criteria(named or USUAL_CRITERIA[event.system], unknown, unfit, early)


def standings_rows(sheet: Sheet, acronyms: Sequence[str]) -> list[StandingsRow]:
    more = {
        each: engine_criteria.criterion(each) for each in acronyms if each not in KEYS_BY_ACRONYM
    }
    rows = standings(sheet.event, [KEYS_BY_ACRONYM.get(each, each) for each in acronyms], more)
    return list(_rank_direct_encounter(rows, acronyms))


def _rank_direct_encounter(
    rows: Sequence[StandingsRow], acronyms: Sequence[str]
) -> Iterable[StandingsRow]:
    """Replace direct encounter by the place among those tied; 0 if it separates nobody."""
    if DIRECT_ENCOUNTER not in acronyms:
        return rows
    index = acronyms.index(DIRECT_ENCOUNTER)
    tied: dict[tuple[object, ...], list[Fraction]] = {}
    for row in rows:
        tied.setdefault((row.points, *row.values[:index]), []).append(
            row.values[index] or Fraction(0)
        )
    return [_with_place(row, index, tied[row.points, *row.values[:index]]) for row in rows]


def _with_place(row: StandingsRow, index: int, group: Sequence[Fraction]) -> StandingsRow:
    own = row.values[index] or Fraction(0)
    place = Fraction(1 + sum(each > own for each in group) if len(set(group)) > 1 else 0)
    return row._replace(values=(*row.values[:index], place, *row.values[index + 1 :]))
