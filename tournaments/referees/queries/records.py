"""The record of the people in a case: warnings, suspensions, cases, time-outs."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from accounts.models import Player
from games.models import Match, Seat
from games.rating_queries import ENDED_BY_TIME
from tournaments.referees import sanctions
from tournaments.referees.models import Case, Ruling
from tournaments.referees.queries.cases import visible_cases

LOOKBACK = timedelta(days=90)
MAX_CASES = 200
SANCTIONS = ("warn", "suspend")


@dataclass
class Record:
    """One person's record; matches and time-outs are those that ended in the last 90 days.

    Warnings and suspensions count from everywhere, since the next sanction depends on all of them;
    cases only if the reader may open them, without the one being shown.
    """

    player: Player
    warnings: int = 0
    suspensions: int = 0
    called: int = 0
    cases: int = 0
    timeouts: int = 0
    matches: int = 0
    earlier: list[int] = field(default_factory=list)

    @property
    def next_suspension_days(self) -> int:
        """Days of suspension proposed for a further offence, 0 for a warning."""
        return sanctions.next_suspension_days(self.earlier)


def records_of(
    players: Iterable[Player], viewer: Player, now: datetime, *, besides: Case | None = None
) -> list[Record]:
    """Return the records of these people except bots, with a fixed number of queries.

    ``cases`` counts those about a person or their matches, ``called`` those that they opened.
    """
    found = {player.pk: Record(player) for player in players if not player.is_bot}
    given = Ruling.objects.standing().filter(player__in=found, act__in=SANCTIONS)
    for player, act, at, params in given.values_list("player", "act", "at", "params"):
        found[player].warnings += act == "warn"
        found[player].suspensions += act == "suspend"
        if at > now - sanctions.SANCTION_LIFETIME:
            found[player].earlier.append(int(params.get("days") or sanctions.WARNING))
    _count_cases(found, viewer, besides)
    _count_timeouts(found, now)
    return list(found.values())


def _count_cases(found: dict[int, Record], viewer: Player, besides: Case | None) -> None:
    seats = Seat.objects.filter(Q(player__in=found) | Q(original__in=found), match__has_cases=True)
    sat: dict[int, set[int]] = {}
    for match, player, original in seats.values_list("match", "player", "original"):
        sat.setdefault(match, set()).update({player, original} & found.keys())
    whose = Q(opened_by__in=found, own_motion=False) | Q(about__in=found) | Q(match__in=sat)
    rows = visible_cases(viewer).filter(whose).exclude(pk=besides.pk if besides is not None else 0)
    fields = ("opened_by", "own_motion", "about", "match")
    for opener, own_motion, about, match in rows.order_by("-pk").values_list(*fields)[:MAX_CASES]:
        caller = None if own_motion else opener
        if caller in found:
            found[caller].called += 1
        for player in ({about} | sat.get(match, set())) & found.keys() - {caller}:
            found[player].cases += 1


def _count_timeouts(found: dict[int, Record], now: datetime) -> None:
    late = Q(left_by=Seat.Leaving.TIMEOUT) | Q(
        rank__gt=1, left_by="", match__ending__in=ENDED_BY_TIME
    )
    ended = Seat.objects.filter(
        player__in=found,
        original=None,
        match__status=Match.Status.FINISHED,
        match__finished_at__gte=now - LOOKBACK,
    )
    counted = ended.values("player").annotate(all=Count("pk"), late=Count("pk", filter=late))
    for row in counted.order_by("player"):
        record = found[row["player"]]
        record.matches, record.timeouts = row["all"], row["late"]


def cases_with(player: Player, viewer: Player) -> QuerySet[Case]:
    """Return the cases that a player opened, or that are about them or one of their matches."""
    seats = Seat.objects.filter(Q(player=player) | Q(original=player), match__has_cases=True)
    own = Q(opened_by=player, own_motion=False) | Q(about=player)
    return visible_cases(viewer).filter(own | Q(match__in=seats.values("match"))).order_by("-pk")


def sanctions_of(player: Player, viewer: Player) -> Collection[Ruling]:
    """Return a player's standing warnings and suspensions, newest first.

    Only those from cases that the viewer may open.
    """
    rows = Ruling.objects.standing().filter(player=player, act__in=SANCTIONS)
    rows = rows.filter(case__in=visible_cases(viewer).order_by().values("pk"))
    return list(rows.select_related("by", "case").order_by("-number"))
