"""FIDE's own engine as the oracle of tie-breaks: an event goes in as a report file."""

from __future__ import annotations

from collections.abc import Mapping

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from tournaments.standings.base import Event, System
from tournaments.standings.trf.report import write_report
from tournaments.standings.trf.sheet import Sheet

NAMES: Mapping[str, str] = {
    "points": "PTS",
    "wins": "WIN",
    "games_won": "WON",
    "sonneborn_berger": "SB",
    "sonneborn_berger_cut1": "SB/C1",
    "buchholz": "BH",
    "buchholz_cut1": "BH/C1",
    "buchholz_cut2": "BH/C2",
    "median_buchholz": "BH/M1",
    "median_buchholz2": "BH/M2",
    "koya": "KS",
    "progressive": "PS",
    "average_rating": "ARO",
}


def computed(event: Event, *criteria: str) -> dict[int, dict]:
    """Return what the engine makes of an event: `tiebreakScore` in this order, and `rank`."""
    fixed = event.system is System.ROUND_ROBIN
    return computed_from(write_report(Sheet(event)), event.rounds, *criteria, fixed=fixed)


def computed_from(report: str, rounds: int, *criteria: str, fixed: bool = False) -> dict[int, dict]:
    """Return what the engine makes of a report file after so many rounds."""
    reader = trf2json()
    reader.parse_file(report, 0)
    assert reader.chessjson["status"]["code"] < 400, reader.chessjson["status"]
    params = {"pre_determined": fixed, "swiss": not fixed}
    engine = tiebreak(reader.get_tournament(1), rounds, params)
    for order, name in enumerate(criteria, start=1):
        engine.compute_single_tiebreak(engine.parse_tiebreak(order, name))
    found: dict[int, dict] = engine.cmps
    return found
