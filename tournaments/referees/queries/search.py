"""Search for people and cases; statistics of how long decisions take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts import naming
from accounts.models import Player
from accounts.numbers import parse_number
from games.models import Seat
from tournaments import panel_queries
from tournaments.models import CoOrganiser, Entrant, Tournament
from tournaments.referees.models import Case
from tournaments.referees.queries.cases import visible_cases

MAX_WORDS = 8
LOOKBACK = timedelta(days=90)


def split_words(text: str) -> list[str]:
    """Return the first ``MAX_WORDS`` words of a search text."""
    return text.replace("\x00", " ").split()[:MAX_WORDS]


def search_people(text: str) -> QuerySet[Player]:
    """Return the people, without bots, whose name contains all words, or whose key it is."""
    found = Player.objects.filter(closed_at=None).exclude(kind=Player.Kind.BOT).order_by("name_key")
    for word in split_words(text):
        fits = Q(name_key__contains=naming.get_name_key(word))
        if (number := parse_number(word.removeprefix("#"))) is not None:
            fits |= Q(pk=number)
        found = found.filter(fits)
    return found


def search_cases(viewer: Player, text: str) -> QuerySet[Case]:
    """Return the cases that the viewer may open and that match all words, newest first.

    A word matches the case's key or text, the name of somebody involved, or the tournament's name.
    The text is not searched in tournaments in which the viewer has a stake: its page hides it, too.
    """
    found = visible_cases(viewer).order_by("-pk")
    for word in split_words(text):
        key = naming.get_name_key(word)
        there = Seat.objects.filter(match=OuterRef("match"))
        sits = there.filter(Q(player__name_key__contains=key) | Q(original__name_key__contains=key))
        fits = Exists(sits) | Q(about__name_key__contains=key)
        fits |= Q(text__icontains=word) & ~Q(tournament__in=_tournaments_with_stake(viewer))
        fits |= Q(opened_by__name_key__contains=key, own_motion=False)
        fits |= Q(tournament__name__icontains=word)
        if (number := parse_number(word.removeprefix("#"))) is not None:
            fits |= Q(pk=number)
        found = found.filter(fits)
    return found


def _tournaments_with_stake(viewer: Player) -> QuerySet[Tournament]:
    """Return the tournaments that the viewer organises, plays in or has played in."""
    own = Q(player=viewer) | Q(original=viewer)
    sat = Seat.objects.filter(own).exclude(match__fixture=None)
    return Tournament.objects.filter(
        Q(organiser=viewer)
        | Q(pk__in=CoOrganiser.objects.filter(player=viewer).values("tournament"))
        | Q(pk__in=Entrant.objects.filter(player=viewer).values("tournament"))
        | Q(pk__in=sat.values("match__fixture__round__division__tournament"))
    )


@dataclass
class Workload:
    """A referee's pending cases, and how long their recent decisions took."""

    referee: Player
    pending: int = 0
    overdue: int = 0
    decided: int = 0
    usual: timedelta | None = None
    longest: timedelta | None = None


def workloads(viewer: Player, now: datetime) -> list[Workload]:
    """Return the workload of each referee, counting the cases that the viewer may see.

    Times run from the opening of a case to its decision; ``usual`` is the median. Only decisions of
    the last 90 days count, and only if they are not under appeal.
    """
    cases = visible_cases(viewer).order_by()
    rows = {each.pk: Workload(each) for each in panel_queries.referees()}
    waiting = cases.filter(state__in=Case.PENDING, assignee__in=rows)
    late = Count("pk", filter=Q(due_at__lte=now))
    counted = waiting.values("assignee").annotate(pending=Count("pk"), overdue=late)
    for row in counted:
        mine = rows[row["assignee"]]
        mine.pending, mine.overdue = row["pending"], row["overdue"]
    decided = cases.filter(decided_at__gte=now - LOOKBACK, assignee__in=rows)
    decided = decided.exclude(state__in=Case.PENDING)
    taken: dict[int, list[timedelta]] = {}
    for who, opened, at in decided.values_list("assignee", "opened_at", "decided_at"):
        if who is not None and at is not None:
            taken.setdefault(who, []).append(at - opened)
    for who, spans in taken.items():
        rows[who].decided = len(spans)
        usual = median(each.total_seconds() for each in spans)
        rows[who].usual, rows[who].longest = timedelta(seconds=usual), max(spans)
    return sorted(rows.values(), key=lambda row: (-row.overdue, -row.pending, row.referee.name_key))


def all_words_in(words: Iterable[str], *texts: str) -> bool:
    """Whether each word occurs in one of the texts, ignoring case."""
    return all(any(word.casefold() in said for said in _casefold_all(texts)) for word in words)


def _casefold_all(texts: Iterable[str]) -> Iterator[str]:
    return (text.casefold() for text in texts)
