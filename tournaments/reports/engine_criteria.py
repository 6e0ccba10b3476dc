"""Tie-breaks computed by FIDE's engine: those in report files that the site does not offer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.standings.base import Entrant, Event, System
from tournaments.standings.contributions import Addend, Addends
from tournaments.standings.scorecards import Scorecards
from tournaments.standings.tiebreaks import Criterion
from tournaments.standings.trf.report import write_report
from tournaments.standings.trf.sheet import Sheet

WITHOUT_CUTS = ("BPG", "BWG", "REP", "FB", "AOB", "TPR", "PTP", "APRO", "APPO")
CUTS = {
    "BH": ("C1", "C2", "C3", "M1", "M2"),
    "FB": ("C1", "C2", "M1", "M2"),
    "SB": ("C1", "C2", "C3"),
    "ARO": ("C1", "C2", "M1"),
    "PS": ("C1", "C2", "C3"),
}
KNOWN_ACRONYMS = frozenset(WITHOUT_CUTS) | {
    f"{name}-{cut}" for name, cuts in CUTS.items() for cut in cuts
}


def criterion(acronym: str) -> Criterion:
    """Return a criterion that the engine computes; ``acronym`` is one of `KNOWN`."""

    def whole(book: Scorecards, _group: Sequence[Entrant]) -> Addends:
        found = _library_values(book.event, acronym.replace("-", "/"))
        return {who: [Addend(value)] for who, value in found.items()}

    return Criterion(acronym, whole)


def _library_values(event: Event, name: str) -> dict[Entrant, Fraction]:
    from gacrux.tiebreak import tiebreak
    from gacrux.trf2json import trf2json

    reader = trf2json()
    reader.parse_file(
        write_report(Sheet(replace(event, scheduled=max(event.scheduled, event.rounds)))), 0
    )
    fixed = event.system is System.ROUND_ROBIN
    params = {"pre_determined": fixed, "swiss": not fixed}
    engine = tiebreak(reader.get_tournament(1), event.rounds, params)
    engine.compute_single_tiebreak(engine.parse_tiebreak(1, name))
    return {
        who: Fraction(engine.cmps[number]["tiebreakScore"][0] or 0)
        for number, who in enumerate(event.entrants, start=1)
    }
