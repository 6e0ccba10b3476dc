"""Reads report files: tolerant where the meaning is clear, with precise errors elsewhere.

Tolerated: any line ends, upper and lower case, missing trailing blanks, commas in points, old XX
records, unknown records, blank bye letters, tabs where columns do not matter. Errors name line,
column, what was found and what was expected; `Sheet.remarks` are warnings.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.standings.acronyms import normalize_acronym
from tournaments.standings.base import Event, EventEntrant, Kind, Result, Scoring, System
from tournaments.standings.scorecards import Scorecards
from tournaments.standings.trf.file_warnings import (
    impossible_dates,
    odd_points,
    repeated_records,
    reversed_dates,
    unknown_points,
)
from tournaments.standings.trf.lines import (
    PlayerLine,
    Source,
    build_warning,
    compose_accents,
    parse_player,
)
from tournaments.standings.trf.meetings import check_numbers, join_meetings, own_byes, separate_byes
from tournaments.standings.trf.settings import (
    BB_SCORES,
    parse_boosts,
    parse_forbidden,
    parse_initial_colour,
    parse_rounds,
    parse_scoring,
)
from tournaments.standings.trf.sheet import FileWarning, Sheet, TrfError
from tournaments.standings.trf.teams import find_team_record

HEAD_FIELDS = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "102": "arbiter",
    "122": "time_control",
}
KNOWN_RECORDS = frozenset(
    {"001", "062", "072", "092", "142", "152", "162", "202", "212", "240", "250", "260"}
    | {"XXR", "XXC", "XXP", "XXZ", "XXA", "XXS", *BB_SCORES, "###", *HEAD_FIELDS}
)
PASSED_ON_RECORDS = frozenset({"013", "082", "112", "132", "172", "182", "192", "222"})
CHANGES_PAIRINGS = frozenset({"299", "ACC"})
USUAL_SCORINGS = tuple(
    Scoring(vectors, tie=tie, paired_bye=bye)
    for vectors, tie, byes in (
        (Scoring().vectors, None, (None, Fraction(1, 2), Fraction(0))),
        (((Fraction(3), Fraction(0)),), Fraction(1), (None, Fraction(1), Fraction(0))),
        (((Fraction(2), Fraction(0)),), None, (None, Fraction(1), Fraction(0))),
    )
    for bye in byes
)
BINARY_CHARACTERS = frozenset(map(chr, range(32))) - {"\t", "\n", "\r", "\v", "\f", "\x1a"}


def read(text: str) -> Sheet:
    """Parse the report file of an event for individuals; raise `TrfError` with the place."""
    records: dict[str, list[Source]] = {}
    for source in _split_lines(text):
        records.setdefault(source.text[:3].upper(), []).append(source)
    players = _parse_players(records)
    if team := find_team_record(records, players):
        raise team.error_at("team_event", 1, team.text[:3], "an event of single players")
    results, running = join_meetings(players)
    byes = [*own_byes(players), *separate_byes(records.get("240", ()), players)]
    met = {each.round for each in results} | {each.round for each in running}
    rounds = _last_round(met, results, byes, len(players))
    ahead = tuple(each for each in byes if each.round > rounds)
    event = Event(
        tuple(EventEntrant(each.number, each.rating) for each in players.values()),
        _sort_results([*results, *(each for each in byes if each.round <= rounds)]),
        _system(records),
        rounds=rounds,
        scheduled=parse_rounds(records),
        running=tuple(running),
    )
    event, remarks = _apply_scoring(event, players, records, ahead)
    return Sheet(
        event,
        {each.number: each.card for each in players.values()},
        **{name: _first_value(records, code) for code, name in HEAD_FIELDS.items()},
        initial=parse_initial_colour(records, players, results, running),
        absences=ahead + _absent_players(records, players, rounds, ahead),
        running=tuple(running),
        forbidden=parse_forbidden(records, players),
        boosts=parse_boosts(records, players),
        numbers=_numbers_with_gaps(players),
        tie_breaks=_parse_tie_breaks(records),
        others=tuple(
            each.text for code in PASSED_ON_RECORDS & set(records) for each in records[code]
        ),
        remarks=(*_record_warnings(records, players, event), *remarks),
    )


def _split_lines(text: str) -> list[Source]:
    """Return the lines that are not blank, with tabs replaced by blanks."""
    text = text.removeprefix("\ufeff").rstrip("\x1a\x00 \r\n")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    sources = []
    for number, line in enumerate(lines, start=1):
        if signs := BINARY_CHARACTERS & set(line):
            column = min(map(line.index, signs)) + 1
            source = Source(number, line)
            raise source.error_at("no_text", column, repr(line[column - 1]), "a text file")
        kept = line.rstrip()
        sources.append(Source(number, kept.replace("\t", " "), kept.find("\t") + 1))
    return [source for source in sources if source.text]


def _parse_players(records: Mapping[str, list[Source]]) -> dict[int, PlayerLine]:
    players: dict[int, PlayerLine] = {}
    for source in records.get("001", ()):
        found = parse_player(source)
        if found.number in players:
            raise source.error_at("number_twice", 5, str(found.number), "a number of its own")
        players[found.number] = found
    if not players:
        raise TrfError("no_players", line=1, column=1, found="", expected="records 001")
    return dict(sorted(players.items()))


def _last_round(
    met: Collection[int], results: Sequence[Result], byes: Sequence[Result], players: int
) -> int:
    """Return the last round that was paired, or a later one in which everybody has a bye.

    An allocated bye counts only if others ``met`` in its round; alone it is a request.
    """
    allocated = [each for each in byes if each.kind is Kind.PAIRED_BYE and each.round in met]
    over = max((each.round for each in (*results, *allocated)), default=0)
    everybody = Counter(each.round for each in byes)
    while everybody[over + 1] == players:
        over += 1
    return over


def _sort_results(results: Iterable[Result]) -> tuple[Result, ...]:
    return tuple(sorted(results, key=lambda each: (each.round, each.seats)))


def _numbers_with_gaps(players: Mapping[int, PlayerLine]) -> dict[int, int]:
    """Return the pairing numbers if they have gaps, else {}."""
    return {} if len(players) == max(players) else {number: number for number in players}


def _parse_tie_breaks(records: Mapping[str, list[Source]]) -> tuple[str, ...]:
    """Return the tie-breaks that the file names (202, else 212, which starts with points)."""
    said = _first_value(records, "202") or _first_value(records, "212")
    words = re.split(r"[,;]" if re.search(r"[,;]", said) else r"\s+", said)
    return tuple(dict.fromkeys(normalize_acronym(word) for word in words if word.strip()))


def _first_value(records: Mapping[str, list[Source]], code: str) -> str:
    """Return the text of the first record with this code, or ""."""
    return compose_accents(records[code][0].value) if code in records else ""


def _system(records: Mapping[str, list[Source]]) -> System:
    """Return ROUND_ROBIN if the pairings are fixed beforehand (knock-outs, too), else SWISS."""
    words = (_first_value(records, "092") + " " + _first_value(records, "192")).upper()
    fixed = any(word in words for word in ("ROBIN", "BERGER", "ALL-PLAY-ALL", "KNOCK"))
    return System.ROUND_ROBIN if fixed and "SWISS" not in words else System.SWISS


def _absent_players(
    records: Mapping[str, list[Source]],
    players: Mapping[int, PlayerLine],
    rounds: int,
    ahead: Sequence[Result],
) -> tuple[Result, ...]:
    """Return the players absent from the next round, by the old record XXZ."""
    listed = {
        number
        for source in records.get("XXZ", ())
        for number in check_numbers(source, players, source.placed(5, "pairing numbers"))
    }
    told = {each.seats[0] for each in ahead if each.round == rounds + 1}
    return tuple(Result(rounds + 1, (each,), kind=Kind.ZERO_BYE) for each in sorted(listed - told))


def _apply_scoring(
    event: Event,
    players: Mapping[int, PlayerLine],
    records: Mapping[str, list[Source]],
    ahead: Sequence[Result],
) -> tuple[Event, list[FileWarning]]:
    """Set the scoring: as the file says, else the first usual one that fits its points."""
    told = parse_scoring(records)
    guesses = (told,) if told else USUAL_SCORINGS
    fitting = [replace(event, scoring=guess) for guess in guesses]
    event = next(
        (each for each in fitting if not _points_warnings(each, players, ahead)), fitting[0]
    )
    return event, _points_warnings(event, players, ahead)


def _points_warnings(
    event: Event, players: Mapping[int, PlayerLine], ahead: Sequence[Result]
) -> list[FileWarning]:
    """Warn of players whose points differ from their results, with and without future byes."""
    points = Scorecards(event).points
    expected = dict(points)
    for each in ahead:
        expected[each.seats[0]] += event.scoring.bye(each.kind)
    return [
        FileWarning(line.source.line, "points_differ", str(line.points), str(points[number]))
        for number, line in players.items()
        if line.points is not None and line.points not in (points[number], expected[number])
    ]


def _record_warnings(
    records: Mapping[str, list[Source]], players: Mapping[int, PlayerLine], event: Event
) -> list[FileWarning]:
    """Warn of records that are ignored or contradict the players."""
    found = [
        *repeated_records(records),
        *impossible_dates(records, players),
        *reversed_dates(records),
        *unknown_points(records),
        *odd_points(records, event),
    ]
    for code, sources in records.items():
        if code in CHANGES_PAIRINGS:
            found += [build_warning(source, "changes_pairings") for source in sources]
        elif code == "013":
            found.append(build_warning(sources[0], "clubs_only", str(len(sources))))
        elif code not in KNOWN_RECORDS | PASSED_ON_RECORDS:
            found += [build_warning(source, "unknown_record") for source in sources]
    count = _first_value(records, "062").split(" ")[0]
    if count and count != str(len(players)):
        found.append(build_warning(records["062"][0], "number_of_players", str(len(players))))
    if 0 < event.scheduled < event.rounds:
        code = next(each for each in ("142", "XXR", "132") if each in records)
        found.append(build_warning(records[code][0], "more_rounds", str(event.rounds)))
    if "BAKU" in _first_value(records, "192").upper() and not {"250", "XXA"} & set(records):
        found.append(build_warning(records["192"][0], "no_virtual_points"))
    return found
