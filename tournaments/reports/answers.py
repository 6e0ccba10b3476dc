"""Evaluations of a report file as JSON: remarks, table, next round, rewritten file.

They hold codes and numbers only; pages and the API turn them into text.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from fractions import Fraction
from typing import NamedTuple

from games.rules.base import JSON
from tournaments.errors import TournamentError
from tournaments.pairing.base import PairingError
from tournaments.reports.rounds import pair_round
from tournaments.reports.tables import Criteria, select_criteria, standings_rows
from tournaments.standings.base import Event, Kind
from tournaments.standings.trf import reader, report
from tournaments.standings.trf.sheet import Sheet, TrfError

MAX_CHARACTERS = 4_000_000
MAX_CELLS = 60_000  # players times rounds, which time and memory grow with
MAX_PAIRED = 1000  # players
Evaluation = Mapping[str, JSON]
"""An evaluated report file as JSON, as a worker process returns it."""


class ReportRequest(NamedTuple):
    """The parts requested: table, next round, the file rewritten in the format of a year."""

    table: bool = False
    pair: bool = False
    write: int = 0
    round: int = 0
    rounds: int = 0
    criteria: tuple[str, ...] = ()


def evaluate_report(text: str, ask: ReportRequest) -> Evaluation:
    """Return the evaluation, or an ``error`` with code, line and column."""
    try:
        with redirect_stdout(sys.stderr):  # stdout is for the answer; the engine may print
            return _evaluate(text, ask)
    except TournamentError as error:
        return {"error": error_to_json(error)}


def _evaluate(text: str, ask: ReportRequest) -> Evaluation:
    if len(text) > MAX_CHARACTERS:
        raise TrfError("too_large", limit=MAX_CHARACTERS)
    sheet = reader.read(text)
    cells = len(sheet.event.entrants) * sheet.event.rounds
    if cells > MAX_CELLS:
        raise TrfError("too_many_results", cells=cells, limit=MAX_CELLS)
    return {
        **_summary_json(sheet, criteria := select_criteria(sheet, ask.criteria)),
        **({"table": _table_json(sheet, criteria)} if ask.table else {}),
        **({"pair": _pairing_json(sheet, ask)} if ask.pair else {}),
        **({"written": _rewrite(sheet, ask.write)} if ask.write else {}),
    }


def error_to_json(error: TournamentError) -> Evaluation:
    params = {key: value for key, value in error.params.items() if isinstance(value, int | str)}
    return {"code": error.code, "line": None, "column": None, **params}


def _summary_json(sheet: Sheet, criteria: Criteria) -> Evaluation:
    """Return the file's key data, warnings, and the criteria that cannot be used."""
    event: Event = sheet.event
    return {
        "name": sheet.name,
        "city": sheet.city,
        "system": str(event.system),
        "players": len(event.entrants),
        "rounds": event.rounds,
        "announced": event.scheduled,
        "running": len(sheet.running),
        "names": {str(who): _player_name(sheet, who) for who in event.entrants},
        "remarks": [remark._asdict() for remark in sheet.remarks],
        "unknown": list(criteria.unknown),
        "unfit": list(criteria.unfit),
        "early": list(criteria.early),
    }


def _player_name(sheet: Sheet, who: int) -> str:
    """Return a player's name, or number if the file has none."""
    card = sheet.cards.get(who)
    return card.name if card and card.name else str(who)


def _table_json(sheet: Sheet, criteria: Criteria) -> Evaluation:
    """Return the table, its values as fractions in text form."""
    return {
        "criteria": list(criteria.used),
        "rows": [
            {
                "number": row.entrant,
                "place": row.rank,
                "points": str(row.points),
                "values": [None if value is None else str(value) for value in row.values],
            }
            for row in standings_rows(sheet, criteria.used)
        ],
    }


def _pairing_json(sheet: Sheet, ask: ReportRequest) -> Evaluation:
    """Return the next round, or the error that prevents it."""
    try:
        if len(sheet.event.entrants) > MAX_PAIRED:
            raise PairingError("too_many_to_pair", most=MAX_PAIRED)
        draft, notes = pair_round(sheet, ask.round, ask.rounds)
    except TournamentError as error:
        return {"error": error_to_json(error)}
    byes = [bye.entrant for bye in draft.byes if bye.kind is Kind.PAIRED_BYE]
    absent = {str(b.entrant): str(b.kind) for b in draft.byes if b.kind is not Kind.PAIRED_BYE}
    return {
        "round": draft.round,
        "pairs": [list(pairing.seats) for pairing in draft.pairings],
        "byes": byes,
        "absent": absent,
        "engine": draft.engine,
        "version": draft.version,
        "notes": list(notes),
    }


def _rewrite(sheet: Sheet, year: int) -> str:
    return report.write_report(sheet, year=year)


def parse_number(value: str) -> int | float:
    """Return a fraction in text form as an int, or a float if it is not whole."""
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else float(exact)


def failed_evaluation(code: str, **params: int | str) -> Evaluation:
    """Return the evaluation of a file that could not be read."""
    return {"error": {"code": code, "line": None, "column": None, **params}}
