"""A tournament in one line of text, from a draft or a partly filled form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext, pgettext

from accounts.times.calendar_days import add_wall_time
from games.clocks import TimeControl
from games.rules.base import Options
from games.services.wording.clock_words import control_line
from games.services.wording.game_words import options_line, ruleset_name
from games.services.wording.opening_words import opening_line
from tournaments import formats
from tournaments.formats.base import MAX_ENTRANTS, Format
from tournaments.models import Division, Tournament, Withdrawals
from tournaments.services import entry_words
from tournaments.services.event_games import Game, schedule_games


@dataclass(frozen=True)
class PartialPlan:
    """The known parts of a plan; None or empty if not entered yet."""

    format: str
    ruleset: str = ""
    options: Options | None = None
    further_games: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    control: TimeControl | None = None
    rated: bool = False
    seats: int = 2
    least: int | None = None
    most: int | None = None
    starts_at: datetime | None = None
    starts_when_full: bool = False
    rounds: int | None = None
    accelerated: bool = False
    bands: int = 0
    at_once: bool = False
    round_days: int | None = None
    round_dates: Sequence[datetime] = ()
    zone: ZoneInfo | None = None
    division_size: int = 0
    promoted: int = 0
    qualifiers: int = 2
    repeats: bool = False
    late_entry: bool = False
    boards: int = 0
    twice: bool = False
    puzzles: int = 0
    reviewed: bool = False
    withdrawals: str = Withdrawals.HALF
    bots_fill: bool = False
    entry: entry_words.EntryTerms = entry_words.NO_ENTRY_TERMS

    @property
    def event_format(self) -> Format:
        return formats.get_format(self.format)


def partial_plan_of(tournament: Tournament) -> PartialPlan:
    names = (
        "format", "ruleset", "options", "rated", "seats", "least", "most", "starts_at",
        "starts_when_full", "rounds", "accelerated", "at_once", "round_days", "division_size",
        "promoted", "qualifiers", "repeats", "late_entry", "boards", "twice", "reviewed",
        "withdrawals", "bots_fill",
    )  # fmt: skip
    return PartialPlan(
        control=tournament.time_control,
        round_dates=tournament.round_starts,
        zone=tournament.zone,
        further_games=tuple(each["ruleset"] for each in tournament.further_games),
        opening=tuple(tournament.opening),
        puzzles=len(tournament.puzzles),
        bands=len(tournament.bands),
        entry=entry_words.terms_of(tournament),
        **{name: getattr(tournament, name) for name in names},
    )


def summary(sketch: PartialPlan) -> str:
    """Return a plan as text: “Swiss system, 4 rounds of 7 days, 24 November to 22 December …”.

    Entry terms follow in separate sentences, if there are any.
    """
    parts = [
        _format_phrase(sketch),
        _rounds_phrase(sketch),
        _dates_phrase(sketch),
        _people_phrase(sketch),
        *_match_phrases(sketch),
    ]
    if sketch.bands:
        groups = ngettext("%(count)d group", "%(count)d groups", sketch.bands + 1)
        parts.insert(1, groups % {"count": sketch.bands + 1})
    if sketch.accelerated:
        parts.insert(1, _("accelerated"))
    if sketch.late_entry:
        parts.append(_("late entry"))
    if sketch.reviewed:
        parts.append(_("pairings are reviewed before publishing"))
    if sketch.event_format.strikes and sketch.withdrawals != Withdrawals.HALF:
        words = _("after a withdrawal: %(rule)s")
        parts.append(words % {"rule": Withdrawals(sketch.withdrawals).label})
    if sketch.bots_fill:
        parts.append(_("bots fill free places"))
    if sketch.repeats:
        parts.append(_("with further seasons"))
    line = ", ".join(filter(None, parts))
    entry = entry_words.sentences(sketch.entry)
    return " ".join([f"{line}.", *entry]) if entry else line


def _format_phrase(sketch: PartialPlan) -> str:
    """Return the format, with the size of divisions or groups."""
    known = dict(Tournament.Format.choices)
    name = capfirst(str(known.get(sketch.format, "")))
    if not sketch.division_size or sketch.event_format.has_rungs:
        return name
    if sketch.event_format.has_playoff:
        words = _("%(format)s (groups of %(size)d, the best %(best)d advance)")
    elif sketch.promoted:
        words = _("%(format)s in divisions of %(size)d, %(up)d up and down")
    else:
        words = _("%(format)s in divisions of %(size)d")
    said = {"format": name, "size": sketch.division_size, "best": sketch.qualifiers}
    return words % {**said, "up": sketch.promoted}


def round_range(sketch: PartialPlan) -> tuple[int, int]:
    """Return the minimum and maximum number of rounds; 0 and 0 if unknown."""
    format_ = sketch.event_format
    least, most = sketch.least, sketch.most
    if sketch.division_size and not format_.has_teams and format_.has_rounds:
        size = sketch.division_size
        low = high = format_.rounds_of(size, sketch)
    elif sketch.division_size:
        low = high = format_.rounds_of(sketch.division_size, sketch)
    else:
        low = format_.rounds_of(least or 2, sketch) if least or _has_fixed_rounds(sketch) else 0
        high = format_.rounds_of(most, sketch) if most else low if _has_fixed_rounds(sketch) else 0
    if format_.has_playoff and sketch.division_size:
        low, high = (
            low + _count_playoff_rounds(sketch, least),
            high + _count_playoff_rounds(sketch, most or least),
        )
    return min(low, high), high


def _has_fixed_rounds(sketch: PartialPlan) -> bool:
    """Whether the number of rounds does not depend on the number of entrants."""
    sizes = (sketch.least or 2, MAX_ENTRANTS)
    return len({sketch.event_format.rounds_of(size, sketch) for size in sizes}) == 1


def _count_playoff_rounds(sketch: PartialPlan, entrants: int | None) -> int:
    """Return the number of play-off rounds after groups with so many entrants in all."""
    groups = max(1, -(-(entrants or 0) // sketch.division_size))
    tree = sketch.event_format.stage(Division.Stage.PLAYOFF)
    return tree.rounds_of(max(2, groups * sketch.qualifiers), sketch)


def _rounds_phrase(sketch: PartialPlan) -> str:
    days, (low, high) = sketch.round_days, round_range(sketch)
    if not days or sketch.event_format.has_rungs:
        return ""
    span = _days_phrase(*_round_lengths(sketch, days, high))
    if sketch.event_format.has_puzzles:
        puzzles = ngettext("%(count)d puzzle", "%(count)d puzzles", sketch.puzzles)
        said = {"puzzles": puzzles % {"count": sketch.puzzles}, "days": span}
        return _("%(puzzles)s in %(days)s") % said if sketch.puzzles else span
    if sketch.at_once:
        return _("all rounds at once in %(days)s") % {"days": span}
    if not high:
        return _("rounds of %(days)s") % {"days": span}
    if low < high:
        return _("%(low)d–%(high)d rounds of %(days)s") % {"low": low, "high": high, "days": span}
    words = ngettext("%(count)d round of %(days)s", "%(count)d rounds of %(days)s", high)
    return words % {"count": high, "days": span}


def _round_lengths(sketch: PartialPlan, days: int, rounds: int) -> tuple[int, int]:
    """Return the days of the shortest and the longest round, counting to the next set date."""
    named = [] if sketch.at_once else list(sketch.round_dates)[: rounds + 1 if rounds else None]
    pause, day = sketch.event_format.pause, timedelta(days=1)
    spans = [after - first for first, after in pairwise(named)]
    known = [max(1, round((each - min(pause, each / 3)) / day)) for each in spans]
    if not rounds or rounds > len(known):
        known.append(days)
    return min(known), max(known)


def _days_phrase(least: int, most: int) -> str:
    """Return a number or range of days."""
    if least < most:
        return _("%(low)d–%(high)d days") % {"low": least, "high": most}
    return ngettext("%(count)d day", "%(count)d days", most) % {"count": most}


def planned_end(sketch: PartialPlan) -> datetime | None:
    """Return when the last round ends if each takes its full time; None if unknown."""
    start, days = sketch.starts_at, sketch.round_days
    if start is None or not days or sketch.event_format.has_rungs:
        return None
    at_once = sketch.at_once and not sketch.event_format.has_playoff
    rounds = 1 if at_once or sketch.event_format.has_puzzles else round_range(sketch)[1]
    if not rounds:
        return None
    named = list(sketch.round_dates)[:rounds]
    begins = named[-1] if named else start
    left = rounds - len(named) + 1 if named else rounds
    zone = sketch.zone or ZoneInfo(timezone.get_current_timezone_name())
    try:
        return add_wall_time(begins, timedelta(days=days) * left, zone)
    except OverflowError:
        return None


def _dates_phrase(sketch: PartialPlan) -> str:
    start, end = sketch.starts_at, planned_end(sketch)
    if start is None:
        return _("starts when full") if sketch.starts_when_full else ""
    if end is None:
        return _("from %(start)s") % {"start": _day(sketch, start, year=True)}
    same = timezone.localtime(start, sketch.zone).year == timezone.localtime(end, sketch.zone).year
    said = {"start": _day(sketch, start, year=not same), "end": _day(sketch, end, year=True)}
    return pgettext("dates", "%(start)s to %(end)s") % said


def _day(sketch: PartialPlan, instant: datetime, *, year: bool) -> str:
    """Return a day of the event's own calendar, whatever the reader's zone."""
    local = timezone.localtime(instant, sketch.zone)
    return date_format(local, "DATE_FORMAT" if year else "MONTH_DAY_FORMAT")


def _people_phrase(sketch: PartialPlan) -> str:
    low, high = sketch.least, sketch.most
    if sketch.event_format.has_teams:
        return _teams_phrase(sketch)
    if not low:
        return ""
    if high is None:
        return _("at least %(low)d people") % {"low": low}
    if low == high:
        return ngettext("%(count)d person", "%(count)d people", low) % {"count": low}
    return _("%(low)d–%(high)d people") % {"low": low, "high": high}


def _teams_phrase(sketch: PartialPlan) -> str:
    fixed = sketch.event_format.settled
    low, high = fixed.get("least", sketch.least), fixed.get("most", sketch.most)
    if not low or not sketch.boards:
        return ""
    said = {"low": low, "high": high, "boards": sketch.boards}
    if high is None:
        return _("at least %(low)d teams on %(boards)d boards") % said
    if low == high:
        return _("%(low)d teams on %(boards)d boards") % said
    return _("%(low)d–%(high)d teams on %(boards)d boards") % said


def _game_phrases(sketch: PartialPlan) -> list[str]:
    """Return the game with its options, or which round or board plays which game."""
    options = sketch.options or {}
    games = [Game(sketch.ruleset, options), *(Game(key, {}) for key in sketch.further_games)]
    said = schedule_games(sketch.event_format, games)
    if not said:
        line = [options_line(sketch.ruleset, options)] if options else []
        begins = opening_line(sketch.ruleset, options, sketch.seats, sketch.opening)
        return [ruleset_name(sketch.ruleset), *line, *([begins] if begins else [])]
    return [
        f"{each.place}: {each.name}" + (f" ({each.options})" if each.options else "")
        for each in said
    ]


def _match_phrases(sketch: PartialPlan) -> list[str]:
    """Return the game with its options, the time control, and whether it is rated."""
    if sketch.event_format.has_puzzles:
        return []
    parts = _game_phrases(sketch) if sketch.ruleset else []
    if sketch.control is not None:
        parts.append(control_line(sketch.control))
    if sketch.ruleset:
        parts.append(_("rated") if sketch.rated else _("not rated"))
    return parts
