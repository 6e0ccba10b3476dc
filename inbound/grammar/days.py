"""Parses days as people write them, such as both days of a leave; one year must be given."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise
from typing import Final, NamedTuple

_MONTHS: Final = (
    "january januar janner janvier gennaio jan gen ene",
    "february februar fevrier febbraio feb fev feber",
    "march marz maerz mars marzo mar mrz",
    "april avril aprile apr avr",
    "may mai maggio mag",
    "june juni juin giugno jun giu",
    "july juli juillet luglio jul juil lug",
    "august aout agosto aug ago",
    "september septembre settembre sep sept set",
    "october oktober octobre ottobre oct okt ott",
    "november novembre nov",
    "december dezember decembre dicembre dec dez dic",
)
MONTHS: Final = {
    name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()
}
_FILLER_WORDS: Final = (
    "from to until till through and on the of vom von bis zum und den der ab am du au de des a le"
    " jusqu'au et dal dall al all fino e il l' til including inclusive einschliesslich inclus"
    " incluso"
    " compreso monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch"
    " donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi"
    " dimanche"
    " lunedi martedi mercoledi giovedi venerdi sabato domenica mo di mi do fr sa so mon tue wed"
    " thu fri"
    " sat sun lun mar mer jeu ven sam dim gio dom please bitte svp"
)
_FILLERS: Final = frozenset(_FILLER_WORDS.split())
_ISO: Final = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)")
_NUMERIC: Final = re.compile(
    r"(\d{1,2})\s?[./-]\s?(\d{1,2})(?:\s?[./-]\s?(\d{4}|\d{2}(?!\d))|\.(?!\d)|(?!\d))"
)
_DAY: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|o|°|º)?\.?(?![\d])")
_RANGE: Final = re.compile(  # "3-10 January" is not the third of October
    rf"\d{{1,2}}\s?-\s?\d{{1,2}}(?:st|nd|rd|th|er|\.)? ?(?:{'|'.join(MONTHS)})\b"
)
_YEAR: Final = re.compile(r"\d{4}(?!\d)")
_WORD: Final = re.compile(r"[a-z']+")
_MAX_LENGTH: Final = 200  # characters of a sentence about an absence


class BadDate(ValueError):
    """A date that cannot be read; its argument is the error code."""


class _Day(NamedTuple):
    day: int
    month: int = 0
    year: int = 0


def parse_days(text: str) -> tuple[date, date]:
    """Return the first and last day named in folded text; BadDate unless there are exactly two."""
    found = _complete_days(_combine_days(_tokenize(text)))
    if len(found) != 2:
        raise BadDate("two_dates")
    first, last = (_to_date(each) for each in found)
    if last < first:
        raise BadDate("dates_reversed")
    return first, last


def parse_day(text: str) -> date:
    """Return the only day named in folded text, with its year; BadDate otherwise."""
    found = _combine_days(_tokenize(text))
    if len(found) != 1:
        raise BadDate("bad_date")
    return _to_date(found[0])


_SPAN: Final = re.compile(
    r"(?:(?:for|fur|fuer|von|de|pour|pendant|di|per) )?(\d{1,4}) "
    r"(?:(days?|tage?n?|jours?|giorn[io])|(weeks?|wochen?|semaines?|settiman[ae]))"
)


def parse_span(text: str) -> int:
    """Return the number of days in “5 days” or “for 2 weeks” (folded text), else 0."""
    found = _SPAN.fullmatch(text)
    if found is None:
        return 0
    return int(found[1]) * (7 if found[3] else 1)


# "I am on holiday from … to …", in whatever order a language puts it -----------------------------
_FIRST_PERSON: Final = re.compile(
    r"\b(i am|i'm|i will be|i'll be|i shall be|i am going|i'm going|i will take|i'll take"
    r"|i am taking|i'm taking|we are|we're|we will be"
    r"|ich bin|bin ich|bin|ich werde|werde ich|ich habe|habe ich|ich nehme|nehme ich|wir sind"
    r"|sind wir"
    r"|je suis|je serai|je vais etre|je pars|je prends|je ne suis pas|je ne serai pas|nous sommes"
    r"|nous serons"
    r"|io sono|sono|io saro|saro|vado|prendo|non sono|non saro|siamo|saremo)\b"
)
_AWAY: Final = re.compile(
    r"\b(on (a |my |our |annual )?(leave|vacation|holidays?|trip|business trip)"
    r"|(a |my )?(leave|vacation|holidays?)|away( from home)?|unavailable|not (available|reachable)"
    r"|absent|abroad|travell?ing|out of (the )?office|out of town|offline"
    r"|(im|in|in den|in meinem) (urlaub|ferien)|urlaub|ferien|abwesend|verreist|unterwegs|weg"
    r"|nicht (da|erreichbar|zu erreichen|zu hause|verfugbar|im buro)"
    r"|auf (einer )?(reisen?|dienstreise|geschaftsreise)"
    r"|(en|un|mes|mon|des) (conges?|vacances)|conges?|absente?s?|indisponibles?"
    r"|en (voyage|deplacement)"
    r"|(in|le) (ferie|vacanza|vacanze)|ferie|assente|in (viaggio|congedo|trasferta)|via|fuori"
    r"|all'estero)\b"
)
_AWAY_IF_NEGATED: Final = re.compile(  # what may follow a negated verb above
    r"\b(disponibles?|joignables?|la|disponibil[ei]|raggiungibil[ei]|reperibil[ei])\b"
)
_NEGATED: Final = re.compile(r"\b(je ne (suis|serai) pas|non (sono|saro))\b")


def parse_absence(text: str) -> tuple[date, date] | None:
    """Return the days of an absence if a folded sentence says nothing else."""
    if len(text) > _MAX_LENGTH or text.rstrip().endswith("?"):
        return None
    rest, who = _FIRST_PERSON.subn(" ", text)
    away = _AWAY_IF_NEGATED if _NEGATED.search(text) else _AWAY
    rest, said = away.subn(" ", rest)
    if (who, said) != (1, 1):
        return None
    try:
        return parse_days(re.sub(r"\b(sein|dann|then|alors|allora)\b", " ", rest).strip(" .!"))
    except BadDate:
        return None


def _to_date(day: _Day) -> date:
    try:
        return date(day.year, day.month, day.day)
    except ValueError:
        raise BadDate("bad_date") from None


def _tokenize(text: str) -> list[_Day | str]:
    """Split text into dates, days, months ("m3") and years ("y2027"); BadDate for anything else."""
    found: list[_Day | str] = []
    at = 0
    while at < len(text):
        if text[at] in " ,;.-–—/→>()":
            at += 1
            continue
        match = _ISO.match(text, at)
        if match:
            found.append(_Day(int(match[3]), int(match[2]), int(match[1])))
        elif not _RANGE.match(text, at) and (match := _NUMERIC.match(text, at)):
            year = int(match[3] or 0)
            found.append(
                _Day(int(match[1]), int(match[2]), year + 2000 if 0 < year < 100 else year)
            )
        elif match := _YEAR.match(text, at):
            found.append(f"y{match[0]}")
        elif match := _DAY.match(text, at):
            found.append(_Day(int(match[1])))
        elif match := _WORD.match(text, at):
            _append_word(found, match[0])
        else:
            raise BadDate("bad_date")
        at = match.end()
    return found


def _append_word(found: list[_Day | str], word: str) -> None:
    """Append a month, or skip a filler word; BadDate for other words."""
    day_before = bool(found) and isinstance(found[-1], _Day) and not found[-1].month
    if word in MONTHS and (word not in _FILLERS or day_before):
        found.append(f"m{MONTHS[word]}")
    elif word not in _FILLERS:
        raise BadDate("bad_date")


def _combine_days(tokens: list[_Day | str]) -> list[_Day]:
    """Combine days with the months and years next to them."""
    days: list[_Day] = []
    month = 0
    for token in tokens:
        if isinstance(token, _Day):
            days.append(token if token.month or not month else token._replace(month=month))
            month = 0
        elif token.startswith("y"):
            if not days or days[-1].year:
                raise BadDate("bad_date")
            days[-1] = days[-1]._replace(year=int(token[1:]))
        elif days and not days[-1].month:
            days[-1] = days[-1]._replace(month=int(token[1:]))
        else:
            month = int(token[1:])
    return days


def _complete_days(days: list[_Day]) -> list[_Day]:
    """Complete "3." or "3 January" with the month and year of its neighbour."""
    days = days[:3]
    for _again in range(2):
        for at, (before, after) in enumerate(pairwise(days)):
            if not before.month and after.month:
                days[at] = before._replace(month=after.month, year=before.year or after.year)
            elif not before.year and after.year:
                days[at] = before._replace(year=after.year - (before.month > after.month))
            elif before.year and not after.year and after.month:
                days[at + 1] = after._replace(year=before.year + (before.month > after.month))
    return days
