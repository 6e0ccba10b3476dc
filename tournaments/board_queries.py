"""Queries of the organiser's board; their number does not grow with the tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import (
    Avg,
    Count,
    Exists,
    F,
    Min,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce

from games.models import Seat
from tournaments import entry_queries
from tournaments.models import (
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    OrganiserNote,
    Revision,
    Round,
    Tournament,
)
from tournaments.queries import BULKY

BYES = (
    Fixture.Kind.FULL_BYE,
    Fixture.Kind.HALF_BYE,
    Fixture.Kind.ZERO_BYE,
    Fixture.Kind.PAIRED_BYE,
)
MAX_UNREACHED = 50
MAX_MESSAGES = 20
MAX_NOTES = 50


@dataclass(frozen=True, slots=True)
class RunningBoard:
    """A board in play; ``awaited_since`` and ``deadline_at`` are the earliest of its seats."""

    fixture: int
    round: int
    started_at: datetime
    plies: int
    awaited_since: datetime | None
    deadline_at: datetime | None
    closes_at: datetime | None


@dataclass(frozen=True, slots=True)
class RoundCounts:
    """A round of a division with its board counts; byes are not counted."""

    pk: int
    division: int
    number: int
    opens_at: datetime
    closes_at: datetime
    closed_at: datetime | None
    done: int
    running: int
    ahead: int


def round_counts(tournament: Tournament) -> list[RoundCounts]:
    """Return all published rounds with their board counts, ordered by number."""
    open_ = Q(fixtures__settled_at=None, fixtures__pk__isnull=False)
    begun = Q(fixtures__match__isnull=False)
    done = Q(fixtures__settled_at__isnull=False) & ~Q(fixtures__kind__in=BYES)
    done &= Q(fixtures__set_aside_at=None)
    rows = (
        Round.objects.filter(division__tournament=tournament)
        .order_by("number", "division")
        .values_list("pk", "division", "number", "opens_at", "closes_at", "closed_at")
        .annotate(
            done=Count("fixtures", filter=done),
            running=Count("fixtures", filter=open_ & begun),
            ahead=Count("fixtures", filter=open_ & ~begun),
        )
    )
    return [RoundCounts(*row) for row in rows]


def running_boards(tournament: Tournament) -> list[RunningBoard]:
    """Return the boards in play, the longest-awaited first."""
    rows = (
        Fixture.objects.unsettled()
        .filter(round__division__tournament=tournament, match__isnull=False)
        .values_list("pk", "round", "match__started_at", "match__ply_count")
        .annotate(
            since=Min("match__seats__awaited_since"),
            deadline=Min("match__seats__deadline_at"),
            own_end=F("closes_at"),
        )
        .order_by(F("since").asc(nulls_last=True), "pk")
    )
    return [RunningBoard(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class RunningCounts:
    """The numbers at the top of the organiser's board."""

    done: int
    ahead: int
    silent: int
    near: int
    cases: int
    unreached: int
    requests: int


def running_counts(
    tournament: Tournament, silent_since: datetime, near_until: datetime
) -> RunningCounts:
    """Count, in one query, everything that the board lists."""
    boards = Fixture.objects.filter(round__division__tournament=tournament)
    unsettled = boards.filter(settled_at=None)
    seats = Seat.objects.filter(match=OuterRef("match"))
    done = boards.filter(settled_at__isnull=False, set_aside_at=None).exclude(kind__in=BYES)
    counted: dict[str, QuerySet[Any]] = {
        "done": done,
        "ahead": unsettled,
        "silent": unsettled.filter(Exists(seats.filter(awaited_since__lt=silent_since))),
        "near": unsettled.filter(Exists(seats.filter(deadline_at__lte=near_until))),
        "cases": _visible_cases(tournament),
        "unreached": _unreached_entrants(tournament),
        "requests": entry_queries.pending_requests(tournament),
    }
    numbers = {f"n_{name}": _count_subquery(rows) for name, rows in counted.items()}
    found = Tournament.objects.filter(pk=tournament.pk).annotate(**numbers)
    return RunningCounts(*found.values_list(*numbers).get())


def _count_subquery(rows: QuerySet[Any]) -> Coalesce:
    counted = rows.order_by().annotate(all=Value(1)).values("all").annotate(n=Count("pk"))
    return Coalesce(Subquery(counted.values("n")), 0)


def average_plies_and_duration(tournament: Tournament) -> tuple[float, timedelta] | None:
    """Return the mean plies and duration of played boards, this and the previous season.

    None if no board has been finished.
    """
    seasons = [tournament.pk, *([tournament.previous_id] if tournament.previous_id else [])]
    lasted = F("match__finished_at") - F("match__started_at")
    found = Fixture.objects.filter(
        round__division__tournament__in=seasons,
        kind=Fixture.Kind.PLAYED,
        match__finished_at__isnull=False,
        match__ply_count__gt=0,
    ).aggregate(plies=Avg("match__ply_count"), lasted=Avg(lasted))
    return (float(found["plies"]), found["lasted"]) if found["plies"] else None


def field_sizes(tournament: Tournament) -> dict[int, int]:
    """Return the field size of each division: players, teams, or qualifiers of a play-off."""
    of = "teams" if tournament.event_format.has_teams else "entrants"
    rows = Division.objects.filter(tournament=tournament).values_list("pk", "stage")
    counted = rows.annotate(Count(of, distinct=True), Count("qualified", distinct=True))
    playoff = Division.Stage.PLAYOFF
    return {pk: seeds if stage == playoff else own for pk, stage, own, seeds in counted}


def fixtures_in_order(fixtures: Sequence[int]) -> list[Fixture]:
    """Return the fixtures with match, round and players, in the order of the given pks."""
    seats = FixtureSeat.objects.select_related("entrant__player").order_by("seat")
    rows = (
        Fixture.objects.filter(pk__in=fixtures)
        .select_related("match", "round__division")
        .defer(*BULKY)
        .prefetch_related(Prefetch("seats", queryset=seats))
    )
    found = {each.pk: each for each in rows}
    return [found[pk] for pk in fixtures if pk in found]


def boards_with_cases(tournament: Tournament) -> list[int]:
    """Return the pks of the fixtures about which a referee has an open case."""
    matches = _visible_cases(tournament).exclude(match=None).values("match")
    rows = Fixture.objects.filter(match__in=matches, round__division__tournament=tournament)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def count_open_cases(tournament: Tournament) -> int:
    """Count the open cases, without the discreet ones."""
    return _visible_cases(tournament).count()


def _visible_cases(tournament: Tournament) -> QuerySet:  # type: ignore[type-arg]
    """Return the open cases that organisers may know of.

    The model belongs to ``tournaments.referees``, a package above this one: hence the untyped set.
    """
    own = tournament.cases
    return own.pending().exclude(kind__in=own.model.DISCREET)


def _unreached_entrants(tournament: Tournament) -> QuerySet[Entrant]:
    return Entrant.objects.exclude(status=Entrant.Status.WITHDRAWN).filter(
        tournament=tournament,
        player__closed_at=None,
        player__email_settings__bounced_at__isnull=False,
        player__email_settings__bounced_address=F("player__user__email"),
    )


def unreached_players(tournament: Tournament) -> list[tuple[Entrant, datetime]]:
    """Return the players whose e-mails bounce, with the time of the bounce."""
    rows = (
        _unreached_entrants(tournament)
        .select_related("player")
        .annotate(since=F("player__email_settings__bounced_at"))
        .order_by("since", "pk")
    )
    return [(each, vars(each)["since"]) for each in rows[:MAX_UNREACHED]]


def notes_of(tournament: Tournament) -> list[OrganiserNote]:
    """Return the organisers' notes, newest first."""
    rows = OrganiserNote.objects.filter(tournament=tournament).select_related("by")
    return list(rows.order_by("-pk")[:MAX_NOTES])


def messages_of(tournament: Tournament) -> list[Revision]:
    """Return the log entries of messages that organisers have sent, newest first."""
    rows = Revision.objects.filter(tournament=tournament, act=Revision.Act.MESSAGE)
    return list(rows.select_related("by").order_by("-pk")[:MAX_MESSAGES])


def messages_since(tournament: Tournament, instant: datetime) -> list[Revision]:
    rows = Revision.objects.filter(tournament=tournament, act=Revision.Act.MESSAGE)
    return list(rows.filter(made_at__gt=instant))
