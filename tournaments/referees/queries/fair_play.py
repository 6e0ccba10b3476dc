"""Collects evidence of unfair play from visits, results and ply ledgers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from django.db.models import Count, Exists, OuterRef

from accounts.models import Player, Visit
from games.models import Match, Ply, Seat
from games.rules.multiplayer import TIMEOUT
from tournaments.referees import evidence

LOOKBACK = timedelta(days=90)
MAX_MATCHES = 5000
MAX_PLIES = 50_000


@dataclass
class Findings:
    """The unusual patterns found, and the players in them by key."""

    pairs: list[tuple[evidence.Pair, evidence.SharedAccess, int]] = field(default_factory=list)
    swaps: list[evidence.WinTrading] = field(default_factory=list)
    timeouts: list[evidence.Timeouts] = field(default_factory=list)
    rhythms: list[evidence.AnswerTimes] = field(default_factory=list)
    players: dict[int, Player] = field(default_factory=dict)


def find_patterns(now: datetime, *, viewer: Player, only: int | None = None) -> Findings:
    """Return the unusual patterns of the last 90 days, about everybody or one player.

    Patterns that involve the viewer are left out: they must not judge themselves.
    """
    since = now - LOOKBACK
    matches, seats = _matches_since(since)
    meetings = list(_two_player_matches(matches, seats))
    found = Findings()
    together = Counter(meeting.pair for meeting in meetings)
    for pair, what in evidence.find_shared_access(_shared_marks(since)).items():
        found.pairs.append((pair, what, together[pair]))
    found.pairs.sort(key=lambda row: (-row[1].devices, -row[2], -row[1].days, row[0]))
    found.swaps = evidence.find_win_trading(meetings)
    found.timeouts = evidence.find_timeouts(_seat_endings(matches, seats))
    found.rhythms = evidence.find_unusual_times(_answer_times(since))
    return _filter_findings(found, viewer.pk, only)


def answer_times_of(player: Player, now: datetime) -> evidence.AnswerTimes | None:
    """Return the answer times of one player, unusual or not; None if there are too few."""
    given = _answer_times(now - LOOKBACK).get(player.pk, [])
    enough = len(given) >= evidence.MIN_ANSWERS
    return evidence.summarise_times(player.pk, given) if enough else None


def _filter_findings(findings: Findings, viewer: int, only: int | None) -> Findings:
    """Keep the patterns that concern ``only`` and not the viewer; load the players in them."""

    def fits(*players: int) -> bool:
        return viewer not in players and (only is None or only in players)

    findings.pairs = [row for row in findings.pairs if fits(*row[0])]
    findings.swaps = [row for row in findings.swaps if fits(*row.pair)]
    findings.timeouts = [row for row in findings.timeouts if fits(row.player)]
    findings.rhythms = [row for row in findings.rhythms if fits(row.player)]
    named = {number for row in findings.pairs for number in row[0]}
    named |= {number for swap in findings.swaps for number in swap.pair}
    named |= {number for out in findings.timeouts for number in (out.player, out.against)}
    named |= {each.player for each in findings.rhythms}
    findings.players = Player.objects.in_bulk(named)
    return findings


def _shared_marks(since: datetime) -> Iterator[tuple[str, str, int, int]]:
    """Yield devices and addresses used by several people, as (kind, mark, player, days).

    Guests do not count: one device can be any number of them.
    """
    visits = Visit.objects.filter(day__gte=since.date(), player__kind=Player.Kind.PERSON)
    for kind, most in (("device", None), ("address", evidence.MAX_ADDRESS_PLAYERS)):
        several = (
            visits.exclude(**{kind: ""})
            .values(kind)
            .annotate(players=Count("player", distinct=True))
            .filter(players__gt=1)
            .values(kind)
        )
        if most is not None:
            several = several.filter(players__lte=most)
        rows = visits.filter(**{f"{kind}__in": several}).values(kind, "player")
        for row in rows.annotate(days=Count("day", distinct=True)):
            yield kind, row[kind], row["player"], row["days"]


@dataclass(frozen=True)
class _SeatResult:
    """One seat of a finished match; ``out`` if the player left it by a time-out."""

    player: int
    rank: int | None
    out: bool


def _matches_since(since: datetime) -> tuple[list[Match], dict[int, list[_SeatResult]]]:
    """Return the finished matches without bots, newest first, and the seats of each."""
    ended = Match.objects.filter(status=Match.Status.FINISHED, finished_at__gte=since)
    bots = Seat.objects.filter(match=OuterRef("pk"), player__kind=Player.Kind.BOT)
    ended = ended.filter(~Exists(bots)).only("pk", "ruleset", "ending", "ply_count")
    matches = list(ended.order_by("-finished_at")[:MAX_MATCHES])
    seats: dict[int, list[_SeatResult]] = defaultdict(list)
    rows = Seat.objects.filter(match__in=[match.pk for match in matches]).order_by("number")
    for match, player, rank, left in rows.values_list("match", "player", "rank", "left_by"):
        seats[match].append(_SeatResult(player, rank, left == TIMEOUT))
    return matches, seats


def _two_player_matches(
    matches: Iterable[Match], seats: dict[int, list[_SeatResult]]
) -> Iterator[evidence.TwoPlayerMatch]:
    """Yield the matches of two players, oldest first."""
    for match in sorted(matches, key=lambda each: each.pk):
        sat = seats[match.pk]
        if len(sat) != 2:
            continue
        best = [one.player for one in sat if one.rank == 1]
        one, other = sorted(seat.player for seat in sat)
        winner = best[0] if len(best) == 1 else None
        yield evidence.TwoPlayerMatch(
            match.pk, match.ruleset, (one, other), winner, match.ending, match.ply_count
        )


def _seat_endings(
    matches: Iterable[Match], seats: dict[int, list[_SeatResult]]
) -> Iterator[tuple[int, int, bool, int]]:
    """Yield (player, match, whether they ran out of time, an opponent) for every seat."""
    for match in matches:
        sat = seats[match.pk]
        for number, seat in enumerate(sat):
            lost = match.ending == "timeout" and len(sat) == 2 and seat.rank != 1
            other = sat[number - 1].player if len(sat) > 1 else seat.player
            yield seat.player, match.pk, seat.out or lost, other


def _answer_times(since: datetime) -> dict[int, list[tuple[int, int]]]:
    """Return each player's manual answers as (seconds since the opponent's ply, hour in UTC)."""
    rows = Ply.objects.filter(at__gte=since, seat__gte=0)
    lines = rows.order_by("-pk").values_list("match", "number", "seat", "at", "source")
    plies = sorted(lines[:MAX_PLIES])
    seated = {
        (match, number): player
        for match, number, player in Seat.objects.filter(
            match__in={line[0] for line in plies}, player__user__isnull=False
        ).values_list("match", "number", "player")
    }
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for before, line in pairwise(plies):
        match, _number, seat, at, source = line
        player = seated.get((match, seat))
        if player is None or source not in Ply.BY_HAND or before[0] != match or before[2] == seat:
            continue
        found[player].append((int((at - before[3]).total_seconds()), at.astimezone(UTC).hour))
    return found
