"""Reading report files: tolerant of what can only mean one thing, precise about what cannot be.

Tolerated: any line ends, upper and lower case, missing blanks at the end, commas in points, old XX
records, unknown records, blank bye letters. Errors name line, column, what stands there and what
would be right; `Sheet.remarks` tells of oddities.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from tournaments.standings.base import Entered, Event, Kind, Points, Result, Scoring, System
from tournaments.standings.book import Book
from tournaments.standings.trf import Remark, Sheet, TrfError
from tournaments.standings.trf_lines import PlayerLine, Source, player, remark, scores
from tournaments.standings.trf_meetings import byes_apart, byes_in, known, meetings

HEAD = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "102": "arbiter",
    "122": "time_control",
}
KNOWN = frozenset(
    {"001", "062", "072", "082", "092", "112", "132", "142", "152", "162", "172", "182", "192"}
    | {"202", "212", "222", "240", "260", "XXR", "XXC", "XXP", "XXZ", "###", *HEAD}
)
TEAMS = frozenset({"013", "310", "320", "330", "352", "362", "801", "802"})
CHANGES_PAIRINGS = frozenset({"250", "299", "XXA", "XXS", "ACC"})
GUESSES = (
    Scoring(),
    Scoring(((Fraction(3), Fraction(0)),), tie=Fraction(1)),
    Scoring(((Fraction(2), Fraction(0)),)),
)


def read(text: str) -> Sheet:
    """Read a report file of an event between two; `TrfError` says where and what is wrong."""
    records: dict[str, list[Source]] = {}
    for source in _sources(text):
        records.setdefault(source.text[:3].upper(), []).append(source)
    _refuse_teams(records)
    players = _players(records)
    results, running = meetings(players)
    byes = [*byes_in(players), *byes_apart(records.get("240", ()), players)]
    rounds = max((r.round for r in (*results, *byes) if _is_past(r)), default=0)
    past = [each for each in byes if each.round <= rounds]
    event = Event(
        tuple(Entered(each.number, each.rating) for each in players.values()),
        tuple(sorted([*results, *past], key=lambda each: (each.round, each.seats))),
        _system(records),
        rounds=rounds,
        scheduled=max(_rounds(records), rounds),
    )
    event, remarks = _scored(event, players, records)
    return Sheet(
        event,
        {each.number: each.card for each in players.values()},
        **{name: _first(records, code) for code, name in HEAD.items()},
        initial=_initial(records),
        absences=tuple(each for each in byes if each.round > rounds)
        + _gone(records, players, rounds),
        running=tuple(running),
        forbidden=_forbidden(records, players),
        remarks=(*_oddities(records, players), *remarks),
    )


def _refuse_teams(records: Mapping[str, list[Source]]) -> None:
    """Refuse files of team events."""
    if teams := TEAMS & set(records):
        found = records[min(teams)][0]
        raise found.fault("team_event", 1, found.text[:3], "an event of single players")


def _sources(text: str) -> list[Source]:
    """Cut the text into lines; blank ones are left out, tabs have no column."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    sources = [Source(number, line.rstrip()) for number, line in enumerate(lines, start=1)]
    for source in sources:
        if "\t" in source.text:
            raise source.fault("tab", source.text.index("\t") + 1, "a tab", "blanks")
    return [source for source in sources if source.text]


def _players(records: Mapping[str, list[Source]]) -> dict[int, PlayerLine]:
    """Read all players, by number."""
    players: dict[int, PlayerLine] = {}
    for source in records.get("001", ()):
        found = player(source)
        if found.number in players:
            raise source.fault("number_twice", 5, str(found.number), "a number of its own")
        players[found.number] = found
    if not players:
        raise TrfError("no_players", line=1, column=1, found="", expected="records 001")
    return dict(sorted(players.items()))


def _is_past(result: Result) -> bool:
    """Tell whether a result shows that its round has been paired."""
    return not result.is_bye or result.kind is Kind.PAIRED_BYE


def _first(records: Mapping[str, list[Source]], code: str) -> str:
    """Return the text of a record, or nothing."""
    return records[code][0].value if code in records else ""


def _system(records: Mapping[str, list[Source]]) -> System:
    """Return whether the file says that everybody meets everybody."""
    words = (_first(records, "092") + " " + _first(records, "192")).upper()
    fixed = any(word in words for word in ("ROBIN", "BERGER", "ALL-PLAY-ALL"))
    return System.ROUND_ROBIN if fixed and "SWISS" not in words else System.SWISS


def _rounds(records: Mapping[str, list[Source]]) -> int:
    """Return how many rounds the file plans."""
    for code in ("142", "XXR"):
        for source in records.get(code, ()):
            return next(iter(source.numbers(5, "the number of rounds")), 0)
    return 0


def _initial(records: Mapping[str, list[Source]]) -> str:
    """Return the initial colour."""
    for code in ("152", "XXC"):
        for source in records.get(code, ()):
            colour = source.value[:1].lower()
            if colour in ("w", "b"):
                return colour
            if code == "152":
                raise source.fault("wrong_colour", 5, source.value, "W or B")
    return ""


def _forbidden(
    records: Mapping[str, list[Source]], players: Mapping[int, PlayerLine]
) -> tuple[tuple[int, ...], ...]:
    """Return the groups whose members do not meet."""
    found = [(source, 2) for source in records.get("260", ())]
    found += [(source, 0) for source in records.get("XXP", ())]
    return tuple(tuple(known(source, players, skip)) for source, skip in found)


def _gone(
    records: Mapping[str, list[Source]], players: Mapping[int, PlayerLine], rounds: int
) -> tuple[Result, ...]:
    """Return who will not be paired in the next round, by the old record XXZ."""
    listed = {number for source in records.get("XXZ", ()) for number in known(source, players)}
    return tuple(Result(rounds + 1, (each,), kind=Kind.ZERO_BYE) for each in sorted(listed))


def _scored(
    event: Event, players: Mapping[int, PlayerLine], records: Mapping[str, list[Source]]
) -> tuple[Event, list[Remark]]:
    """Find how points are given: as the file says, else the first usual way that fits."""
    if "162" in records:
        event = replace(event, scoring=_scoring(scores(records["162"][0])))
    else:
        fitting = [replace(event, scoring=guess) for guess in GUESSES]
        event = next((each for each in fitting if not _off(each, players)), event)
    return event, _off(event, players)


def _scoring(found: Mapping[str, Points]) -> Scoring:
    """Return the scoring of a record 162."""
    usual = Scoring(((found["W"], found["L"]),))
    allocated = found.get("P", found["W"])
    same = Scoring()
    if (found["W"], found["L"]) == (same.win(), same.loss()):
        usual = same
    return replace(
        usual,
        tie=None if usual.tied == found["D"] else found["D"],
        paired_bye=None if allocated == found["W"] else allocated,
    )


def _off(event: Event, players: Mapping[int, PlayerLine]) -> list[Remark]:
    """Tell whose points in the file are not those of the results."""
    points = Book(event).points
    return [
        Remark(line.source.line, "points_differ", str(line.points), str(points[number]))
        for number, line in players.items()
        if line.points is not None and line.points != points[number]
    ]


def _oddities(
    records: Mapping[str, list[Source]], players: Mapping[int, PlayerLine]
) -> list[Remark]:
    """Tell of records that say something we do not use, or something else than the players."""
    found = []
    for code, sources in records.items():
        if code in CHANGES_PAIRINGS:
            found += [remark(source, "changes_pairings") for source in sources]
        elif code not in KNOWN:
            found += [remark(source, "unknown_record") for source in sources]
    count = _first(records, "062").split(" ")[0]
    if count and count != str(len(players)):
        found.append(remark(records["062"][0], "number_of_players", str(len(players))))
    return found
