"""Adapter to FIDE's pairing engine: the current Dutch system (C.04.3), by the library gacrux.

The engine's whole input, including the round and the initial colour, is one report text, from
which the pairing can be reproduced.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib.metadata import version

from tournaments.pairing.base import Bye, PairingError, virtual_points
from tournaments.standings.base import Entrant, Event, Kind, Scoring
from tournaments.standings.special_points import SpecialPoints
from tournaments.standings.trf.report import write_report
from tournaments.standings.trf.sheet import Boost, Sheet

ENGINE = "gacrux"
ROUND_PREFIX, ENTRANTS_PREFIX = "### round ", "### entrants "
MIN_ERROR_STATUS = 400
ENGINE_FAILED = "engine_failed"


def installed() -> str:
    return version(ENGINE)


def unsupported_reason(event: Event) -> str:
    """Return the code of why the engine cannot pair this event, "" if it can."""
    if not event.scoring.win():
        return "other_points"
    if any(points * 10 % 1 for points in _engine_scoring(event).for_two):
        return "points_need_tenths"
    pairs = all(len(result.seats) <= 2 for result in event.results)
    return "" if pairs else "more_than_two_seats"


def record_of(sheet: Sheet, number: int) -> str:
    """Return the text from which a round is paired.

    Absent entrants are listed with zero-point byes, as the engine would expect the points of other
    byes in their scores. If the number of rounds is unknown or exceeded, this is not the last one.
    """
    event = sheet.event
    rounds = event.scheduled if event.scheduled >= number else number + 1
    scoring = _engine_scoring(event)
    text = write_report(
        replace(
            sheet,
            event=replace(event, scoring=scoring, scheduled=rounds),
            boosts=_scale_boosts(sheet, scoring, number),
            absences=tuple(replace(each, kind=Kind.ZERO_BYE) for each in sheet.absences),
        )
    )
    names = " ".join(map(str, event.entrants))
    return f"{ROUND_PREFIX}{number}\r\n{ENTRANTS_PREFIX}{names}\r\n{text}"


def _scale_boosts(sheet: Sheet, scoring: Scoring, number: int) -> tuple[Boost, ...]:
    """Return the virtual points, in proportion to the engine's scoring.

    Points that the engine does not know (special ones for colours or absences) are added as virtual
    points round by round, shifted so that nobody's are negative.
    """
    event = sheet.event
    if event.scoring.special == SpecialPoints():
        share = scoring.win() / event.scoring.win()
        return tuple(each._replace(points=each.points * share) for each in sheet.boosts)
    more = dict.fromkeys(event.entrants, Fraction(0))
    rounds: list[dict[Entrant, Fraction]] = []
    for round_ in range(1, number + 1):
        virtual = virtual_points(sheet.boosts, round_)
        rounds.append({who: more[who] + virtual.get(who, 0) for who in more})
        for result in event.results:
            if result.round == round_ and result.counts.table:
                pairs = zip(event.scoring.points(result), scoring.points(result), strict=True)
                for who, (real, counted) in zip(result.seats, pairs, strict=True):
                    more[who] += real - counted
    least = min((each for told in rounds for each in told.values()), default=Fraction(0))
    least = min(least, Fraction(0))
    return tuple(
        Boost(points - least, round_, round_, (who,))
        for round_, told in enumerate(rounds, start=1)
        for who, points in told.items()
        if points > least
    )


def _engine_scoring(event: Event) -> Scoring:
    """Return the scoring for the engine: one point for a win if the others are in proportion."""
    scoring, win = event.scoring, event.scoring.win()
    if scoring.special != SpecialPoints():
        return replace(scoring, special=SpecialPoints())
    if not win or scoring.loss() or scoring.tied * 2 != win:
        return scoring
    allocated = scoring.paired_bye
    return Scoring(paired_bye=None if allocated is None else allocated / win)


def pair(record: str) -> tuple[list[tuple[Entrant, Entrant]], list[Bye]]:
    """Return (white, black) pairs in the order of boards, and the allocated bye.

    All errors of the library become a `PairingError`; `TimeLimitExceeded`, the caller's, passes
    through.
    """
    try:
        return _pair(record)
    except PairingError:
        raise
    except (Exception, SystemExit) as error:  # it raises bare exceptions and calls sys.exit
        said = f"{type(error).__name__}: {error}"[:200]
        raise PairingError(ENGINE_FAILED, said=said) from error


def _pair(record: str) -> tuple[list[tuple[Entrant, Entrant]], list[Bye]]:
    """Pair a record and replace pairing numbers by entrants."""
    number, entrants, initial = _read(record)
    found = _run_engine(record, number, initial)
    pairs = [
        (entrants[white - 1], entrants[black - 1]) for white, black in found if black and white
    ]
    byes = [Bye(entrants[max(each) - 1], Kind.PAIRED_BYE) for each in found if not min(each)]
    return pairs, byes


def _read(record: str) -> tuple[int, list[Entrant], str]:
    """Return the round, the entrants by pairing number, and the initial colour of a record."""
    lines = record.splitlines()
    try:
        number = next(line for line in lines if line.startswith(ROUND_PREFIX))
        names = next(line for line in lines if line.startswith(ENTRANTS_PREFIX))
        colour = next(line for line in lines if line.startswith("152 "))
        found = [int(each) for each in names.removeprefix(ENTRANTS_PREFIX).split()]
        return int(number.removeprefix(ROUND_PREFIX)), found, colour[4:].strip().lower()
    except (StopIteration, ValueError) as error:
        raise PairingError("no_record") from error


def _run_engine(record: str, number: int, initial: str) -> list[tuple[int, int]]:
    """Run the library; opponent 0 is the bye."""
    from gacrux.gacruxexeptions import GacruxNoLegalPairing
    from gacrux.pairingdutch import pairing_dutch
    from gacrux.trf2json import trf2json

    reader = trf2json()
    try:
        reader.parse_file(record, 0)
        status = reader.chessjson["status"]
        if status["code"] >= MIN_ERROR_STATUS:
            raise PairingError("engine_refused", said=str(status["error"])[:200])
        event = reader.get_tournament(1)
        event.setdefault("pairingSystem", ["dutch"])
        event["maxMeets"] = 1
        params = {"experimental": [], "verbose": 0, "top_color": initial, "rank": False}
        brackets = pairing_dutch(event, number, params).compute_pairing(False)
    except GacruxNoLegalPairing as error:
        raise PairingError("no_legal_pairing", round=number) from error
    pairs = [pair for bracket in brackets for pair in bracket["pairs"]]
    return [(pair["w"], pair["b"]) for pair in sorted(pairs, key=lambda pair: pair["board"])]
