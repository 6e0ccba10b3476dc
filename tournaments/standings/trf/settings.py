"""Records of a report file about the event: rounds, first colour, scoring, forbidden pairs.

Each is read as in TRF-26 and in the extensions of other programs: XX of JaVaFo, BB of bbpPairings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from tournaments.standings.base import ZERO, Fixture, Points, Result, Scoring
from tournaments.standings.special_points import SpecialPoints
from tournaments.standings.trf.lines import PlayerLine, Source
from tournaments.standings.trf.meetings import check_numbers
from tournaments.standings.trf.report import MAX_ROUNDS
from tournaments.standings.trf.sheet import Boost, ForbiddenGroup

Records: TypeAlias = Mapping[str, Sequence[Source]]
Players: TypeAlias = Mapping[int, PlayerLine]

USUAL_POINTS = {"W": Fraction(1), "D": Fraction(1, 2), "L": ZERO}
SCORE_PATTERN = re.compile(r"([A-Za-z])\s*([0-9.,]+)")
BB_SCORES = {"BBW": "W", "BBD": "D", "BBL": "L", "BBU": "P", "BBZ": "ZPB", "BBF": "FL"}
XX_SCORES = frozenset(
    ["W", "WW", "BW", "D", "WD", "BD", "L", "WL", "BL", "PAB", "ZPB", "HPB", "FPB", "FW", "FL"]
)
SPECIAL_FIELDS = {
    "ZPB": "zero_bye",
    "HPB": "half_bye",
    "FPB": "full_bye",
    "FW": "forfeit_win",
    "FL": "forfeit_loss",
}
ROUNDS_PATTERN = re.compile(r" [ \d]{3} [ \d]{3} ")
OTHER_COLOUR = {"w": "b", "b": "w"}


def parse_rounds(records: Records) -> int:
    """Return the number of rounds that the file announces, 0 if it does not.

    Records 142 and XXR have it; without them the dates of the rounds (132) are counted.
    """
    told = []
    for source in (each for code in ("142", "XXR") for each in records.get(code, ())):
        for column, number in source.placed(5, "the number of rounds"):
            if number > MAX_ROUNDS:
                expected = f"up to {MAX_ROUNDS}"
                raise source.error_at("too_many_rounds", column, str(number), expected)
            told.append(number)
    if told:
        return told[0]
    days = [len(source.text[91:].split()) for source in records.get("132", ())]
    return min(max(days, default=0), MAX_ROUNDS)


def parse_initial_colour(
    records: Records, players: Players, met: Sequence[Result], running: Sequence[Fixture]
) -> str:
    """Return the initial colour: from 152, from round 1, from XXC, or "".

    In round 1 it is the colour of the first number that was paired (TRF-26, record 152).
    """
    for source in records.get("152", ()):
        colour = source.value[:1].lower()
        if colour not in OTHER_COLOUR:
            raise source.error_at("wrong_colour", 5, source.value, "W or B")
        return colour
    pairs = [(each.round, each.seats) for each in met]
    pairs += [(each.round, each.seats) for each in running]
    first = [seats for round_, seats in pairs if round_ == 1]
    if seen := _colour_in_round_one(first, players):
        return seen
    for source in records.get("XXC", ()):
        for _, word in source.words(5):
            if word.lower() in ("white1", "black1", "white", "black", "w", "b"):
                return word[0].lower()
    return ""


def _colour_in_round_one(pairs: Sequence[tuple[int, ...]], players: Players) -> str:
    """Return the first paired player's colour, derived from the next one's if it is missing."""
    paired = sorted(who for seats in pairs for who in seats)
    for index, who in enumerate(paired):
        cell = players[who].cell_of(1)
        if cell is not None and cell.colour in OTHER_COLOUR:
            return OTHER_COLOUR[cell.colour] if index % 2 else cell.colour
    return ""


def parse_forbidden(records: Records, players: Players) -> tuple[ForbiddenGroup, ...]:
    """Return the groups whose members must not meet (260 with rounds, XXP for the event)."""
    found = [_parse_forbidden_group(source, players) for source in records.get("260", ())]
    for source in records.get("XXP", ()):
        members = check_numbers(source, players, source.placed(5, "pairing numbers"))
        found.append(ForbiddenGroup(tuple(members)))
    return tuple(group for group in found if len(set(group.members)) > 1)


def _parse_forbidden_group(source: Source, players: Players) -> ForbiddenGroup:
    """Parse a record 260: by columns, or by words if it is misaligned."""
    expected = "two rounds and pairing numbers"
    if ROUNDS_PATTERN.fullmatch(source.text[3:12]):
        first = source.number(5, 7, expected) or 1
        last = source.number(9, 11, expected) or first
        placed = source.placed(13, expected)
    else:
        numbers = source.placed(4, expected)
        if len(numbers) < 2:
            raise source.error_at("no_round", 5, source.value, expected)
        first, last, placed = numbers[0][1], numbers[1][1], numbers[2:]
    if first > last:
        raise source.error_at("no_round", 5, source.value, expected)
    return ForbiddenGroup(tuple(check_numbers(source, players, placed)), first, last)


def parse_boosts(records: Records, players: Players) -> tuple[Boost, ...]:
    """Return the virtual points of an accelerated event (250, or XXA for each player)."""
    found = [_parse_boost(source, players) for source in records.get("250", ())]
    if found:
        return tuple(found)
    return tuple(
        boost
        for source in records.get("XXA", ())
        for boost in _parse_player_boosts(source, players)
    )


def _parse_boost(source: Source, players: Players) -> Boost:
    """Parse a record 250; points of individuals are in columns 10 to 13."""
    field, column = source.text[9:13], 10
    if not field.strip():
        field, column = source.text[4:8], 5
    expected = "rounds and pairing numbers"
    first, last = source.number(15, 17, expected), source.number(19, 21, expected)
    low, high = source.number(23, 26, expected), source.number(28, 31, expected)
    if not first or not low:
        raise source.error_at("no_round", 15, source.value, expected)
    members = tuple(who for who in players if low <= who <= (high or low))
    return Boost(source.points(field, column), first, last or first, members)


def _parse_player_boosts(source: Source, players: Players) -> Iterator[Boost]:
    """Parse a record XXA: a player's number and their points round by round."""
    (column, number), *points = source.words(5) or [(5, "")]
    who = check_numbers(
        source, players, [(column, source.whole(number, column, "a pairing number"))]
    )
    for round_, (place, word) in enumerate(points, start=1):
        value = source.points(word, place)
        if value:
            yield Boost(value, round_, round_, tuple(who))


def parse_scoring(records: Records) -> Scoring | None:
    """Return the scoring that the file defines (162, XXS, BB.), or None."""
    if "162" in records:
        first = records["162"][0]
        return _build_scoring(USUAL_POINTS | _parse_scores(first), first)
    named: dict[str, Points] = {}
    for source in records.get("XXS", ()):
        named |= _parse_xxs(source)
    found = _points_by_colour(named)
    for code, sign in BB_SCORES.items():
        for source in records.get(code, ())[:1]:
            found[sign] = source.points(source.value, 5)
    if not found:
        return None
    first = next(records[code][0] for code in ("XXS", *BB_SCORES) if code in records)
    given = {**USUAL_POINTS, **({"P": Fraction(1)} if "XXS" in records else {}), **found}
    return _build_scoring(given, first)


def _parse_scores(source: Source) -> dict[str, Points]:
    """Parse a record 162: letters followed by points."""
    found, place = {}, 4
    while place < len(source.text):
        if source.text[place] == " ":
            place += 1
            continue
        match = SCORE_PATTERN.match(source.text, place)
        behind = source.text[match.end() : match.end() + 1] if match else "?"
        if match is None or match[1].upper() not in "WDLAPX" or behind.strip():
            expected = "W, D, L, A, P or X, each with points"
            raise source.error_at("wrong_scoring", place + 1, source.text[place:], expected)
        found[match[1].upper()] = source.points(match[2], match.start(2) + 1)
        place = match.end()
    return found


def _parse_xxs(source: Source) -> dict[str, Points]:
    """Parse a record XXS: names with points, such as W=3."""
    found = {}
    for column, word in source.words(5):
        name, equals, value = word.partition("=")
        if not equals:
            raise source.error_at("wrong_scoring", column, word, "names and points, such as W=3")
        points = source.points(value, column + len(name) + 1)
        if name.upper() in XX_SCORES:
            found[name.upper()] = points
    return found


def _points_by_colour(named: Mapping[str, Points]) -> dict[str, Points]:
    """Return the points of records XXS by the letters of 162, plus those it lacks.

    A plain letter is White's, one with prefix b is Black's.
    """
    found = {}
    for sign, usual in USUAL_POINTS.items():
        white, black = (named.get(side + sign, named.get(sign)) for side in "WB")
        if white is not None or black is not None:
            found[sign] = usual if white is None else white
            found["b" + sign] = usual if black is None else black
    return (
        found | {name: named[name] for name in SPECIAL_FIELDS if name in named} | _allocated(named)
    )


def _allocated(named: Mapping[str, Points]) -> dict[str, Points]:
    return {"P": named["PAB"]} if "PAB" in named else {}


def _build_scoring(found: Mapping[str, Points], source: Source) -> Scoring:
    """Return the scoring; raise if a worse result brings more."""
    win, tie, loss = found["W"], found["D"], found["L"]
    black = found.get("bW", win), found.get("bD", tie), found.get("bL", loss)
    falling = win >= tie >= loss and black[0] >= black[1] >= black[2]
    if not falling or not win:
        expected = "W, D and L with points, none above the one before"
        raise source.error_at("wrong_scoring", 6, source.value, expected)
    allocated = found.get("P", win)
    same = Scoring()
    usual = same if (win, loss) == (same.win(), same.loss()) else Scoring(((win, loss),))
    return Scoring(
        usual.vectors,
        tie=None if usual.tied == tie else tie,
        paired_bye=None if allocated == win else allocated,
        special=_special_points(found, (win, tie, loss), black),
    )


def _special_points(
    found: Mapping[str, Points], white: tuple[Points, ...], black: tuple[Points, Points, Points]
) -> SpecialPoints:
    """Return points other than win, draw, loss and allocated bye, without usual ones."""
    absence = found.get("A", ZERO)
    win, tie, _loss = white
    usual = {"ZPB": ZERO, "HPB": tie, "FPB": win, "FW": win, "FL": ZERO}
    told = {"ZPB": absence, "FL": absence} | {
        name: found[name] for name in SPECIAL_FIELDS if name in found
    }
    own = {SPECIAL_FIELDS[name]: value for name, value in told.items() if value != usual[name]}
    return SpecialPoints(**own, second=None if black == white else black)
