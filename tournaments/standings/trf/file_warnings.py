"""Warnings about records of a report file that could still be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from tournaments.standings.base import Event
from tournaments.standings.trf.lines import PlayerLine, Source, build_warning
from tournaments.standings.trf.settings import BB_SCORES, XX_SCORES
from tournaments.standings.trf.sheet import FileWarning

Records = Mapping[str, Sequence[Source]]
SINGLE_RECORDS = ("142", "152", "162", "202", "212", "XXR", "XXC", *BB_SCORES)
POINTS_RECORDS = ("162", "XXS", *BB_SCORES)
DATE_PATTERN = re.compile(r"(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})")
DATES_COLUMN = 91


def repeated_records(records: Records) -> Iterator[FileWarning]:
    """Warn of repeated records that may occur once; the first one counts."""
    for code in SINGLE_RECORDS:
        first, *others = records.get(code, ()) or (None,)
        for source in others:
            if source is not None and first is not None:
                yield FileWarning(source.line, "repeated", code, str(first.line))


def impossible_dates(records: Records, players: Mapping[int, PlayerLine]) -> Iterator[FileWarning]:
    """Warn of dates that do not exist; text that is no numeric date is ignored."""
    told = [
        (source.line, source.value) for code in ("042", "052") for source in records.get(code, ())
    ]
    for line, day in told:
        if not is_possible_date(day):
            yield FileWarning(line, "impossible_date", day)
    for source in records.get("132", ()):
        for day in source.text[DATES_COLUMN:].split():
            if not _is_possible_round_date(day):
                yield FileWarning(source.line, "impossible_date", day)
    for player in players.values():
        birth = player.card.birth
        if not is_possible_date(
            birth.replace("/00", "/01").replace(".00", ".01").replace("-00", "-01")
        ):
            yield FileWarning(player.source.line, "impossible_date", birth)


def _is_possible_round_date(text: str) -> bool:
    """Whether a round's date exists; the year is last only if it has more than two digits."""
    found = DATE_PATTERN.fullmatch(text)
    if not found or len(found[3]) > 2:
        return is_possible_date(text)
    return _date_exists((2000 + int(found[1][-2:]), int(found[2]), int(found[3])))


def is_possible_date(text: str) -> bool:
    """Whether a numeric date exists in some order; other text counts as possible."""
    found = DATE_PATTERN.fullmatch(text.strip())
    if not found:
        return True
    one, two, three = map(int, found.groups())
    if len(found[1]) > 2:
        orders = [(one, two, three)]
    elif len(found[3]) > 2:
        orders = [(three, two, one), (three, one, two)]
    else:
        orders = [(2000 + one, two, three), (2000 + three, two, one), (2000 + three, one, two)]
    return any(map(_date_exists, orders))


def _date_exists(day: tuple[int, int, int]) -> bool:
    try:
        date(*day)
    except ValueError:
        return False
    return True


def reversed_dates(records: Records) -> Iterator[FileWarning]:
    """Warn of an end before the start if both have the year first."""
    days = [records[code][0] for code in ("042", "052") if code in records]
    found = [DATE_PATTERN.fullmatch(source.value.strip()) for source in days]
    if len(days) == 2 and all(found):
        start, end = (tuple(map(int, each.groups())) for each in found if each)
        if end < start and min(start[0], end[0]) > 99:
            yield FileWarning(days[1].line, "ends_before_start", days[1].value)


def unknown_points(records: Records) -> Iterator[FileWarning]:
    """Warn of points for unknown codes in records XXS."""
    for source in records.get("XXS", ()):
        for _column, word in source.words(5):
            name = word.partition("=")[0]
            if name.upper() not in XX_SCORES:
                yield FileWarning(source.line, "unknown_points", name)


def odd_points(records: Records, event: Event) -> Iterator[FileWarning]:
    """Warn of draws that are worth more than half a win, or as much as a win or a loss."""
    source = next((records[code][0] for code in POINTS_RECORDS if code in records), None)
    if source is None:
        return
    scoring = event.scoring
    white = scoring.for_two[:3]
    colours = (white, scoring.special.second or white)
    if any(2 * tie > win + loss for win, tie, loss in colours):
        yield build_warning(source, "draws_beat_win")
    elif any(tie in (win, loss) for win, tie, loss in colours):
        yield build_warning(source, "draw_as_win_or_loss")
