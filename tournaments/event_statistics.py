"""Statistics of an event, from two queries: results and durations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import Any, Final

from django.db.models import Avg, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Ply
from games.rules.multiplayer import LEAVING_WORD
from tournaments.models import Fixture, FixtureSeat, Tournament

DECIDED_KINDS: Final = (Fixture.Kind.PLAYED, Fixture.Kind.ADJUDICATED)
ENDINGS_WITHOUT_MOVE: Final = (
    *("resigned", "timeout", "timeout_tie", "no_show", "side_left", "tie_agreed"),
    *("adjudicated", "forfeit"),
)


@dataclass(frozen=True)
class FastestWin:
    """The win in the fewest moves, without resignations, time-outs and the like."""

    match: int
    moves: int
    winner: str


@dataclass(frozen=True)
class EventStatistics:
    """Statistics of the finished boards.

    ``boards`` were decided by play or by a referee, ``played`` by play alone; ``moves`` and
    ``time`` are means over the latter. A match of several legs is one board. ``draws`` and
    ``starter_wins`` count boards with two seats only.
    """

    boards: int
    played: int
    forfeits: int
    draws: int
    starter_wins: int
    moves: float | None
    time: timedelta | None
    fastest: FastestWin | None

    @property
    def draw_share(self) -> Fraction | None:
        return Fraction(self.draws, self.boards) if self.boards else None

    @property
    def starter_share(self) -> Fraction | None:
        """The starting players' share of the points."""
        if not self.boards:
            return None
        return Fraction(2 * self.starter_wins + self.draws, 2 * self.boards)


def statistics_of(tournament: Tournament) -> EventStatistics:
    """Return the statistics of all rounds from the current results."""
    boards = _settled_boards(tournament)
    at_board, played = Q(kind__in=DECIDED_KINDS), Q(kind=Fixture.Kind.PLAYED)
    drawn = at_board & Q(first=1, second=1)
    behind = Q(second__gt=1) | Q(second__isnull=True)
    found = boards.aggregate(
        boards=Count("pk", filter=at_board),
        played=Count("pk", filter=played),
        forfeits=Count("pk", filter=Q(kind=Fixture.Kind.FORFEIT)),
        draws=Count("pk", filter=drawn),
        starter_wins=Count("pk", filter=at_board & Q(first=1) & behind),
        moves=Avg("length", filter=played),
        time=Avg(F("match__finished_at") - F("match__started_at"), filter=played),
    )
    return EventStatistics(**found, fastest=_find_fastest_win(boards))


def _settled_boards(tournament: Tournament) -> QuerySet[Any]:
    """Return the settled fixtures, annotated with the places of both seats and their moves."""
    moves = Ply.objects.filter(match=OuterRef("match"), seat__gte=0)
    counted = moves.exclude(text__startswith=f"{LEAVING_WORD} ").order_by().values("match")
    return Fixture.objects.filter(
        round__division__tournament=tournament, settled_at__isnull=False
    ).annotate(
        first=_place_subquery(0),
        second=_place_subquery(1),
        length=Coalesce(
            Subquery(counted.annotate(all=Count("pk")).values("all")),
            0,
            output_field=IntegerField(),
        ),
    )


def _place_subquery(seat: int) -> Subquery:
    own = FixtureSeat.objects.filter(fixture=OuterRef("pk"), seat=seat)
    return Subquery(own.values("place")[:1])


def _find_fastest_win(boards: QuerySet[Any]) -> FastestWin | None:
    """Return the fastest win, the earliest of equals."""
    winner = FixtureSeat.objects.filter(fixture=OuterRef("pk"), place=1)
    won = boards.filter(kind=Fixture.Kind.PLAYED, second__isnull=False, length__gt=0)
    won = won.exclude(first=1, second=1).exclude(match__ending__in=ENDINGS_WITHOUT_MOVE)
    named = won.annotate(winner=Subquery(winner.values("entrant__player__name")[:1]))
    best = named.order_by("length", "settled_at", "pk").values_list("match_id", "length", "winner")
    found = best.first()
    return FastestWin(*found) if found is not None else None
