"""Queries about ratings and about results that count for a player."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from games.models import Match, Rating, RatingEntry, Seat
from games.rules import registry
from games.rules.multiplayer import sides_of

MAX_ENTRIES = 100
RELIABILITY_MATCHES = 50
MIN_MATCHES_FOR_RELIABILITY = 5
ENDED_BY_TIME = frozenset({"timeout", "no_show"})
ENTRY_FIELDS = (
    *("player", "pool", "number", "at", "games_before", "before", "after", "counts"),
    *("intervention", "match__private"),
)


def ratings_of(player: Player) -> QuerySet[Rating]:
    """Return the player's ratings, most played pool first."""
    return Rating.objects.filter(player=player, games__gt=0).order_by("-games", "pool")


def rating_history(player: Player, pool: str) -> list[RatingEntry]:
    """Return the player's latest MAX_ENTRIES entries in a pool, oldest first."""
    latest = (
        RatingEntry.objects.filter(player=player, pool=pool)
        .select_related("match")
        .only(*ENTRY_FIELDS)
    )
    return list(latest.order_by("-number")[:MAX_ENTRIES])[::-1]


def leaderboard(pool: str) -> QuerySet[Rating]:
    """Return the ratings of a pool, best first, without closed accounts."""
    return (
        Rating.objects.filter(pool=pool, games__gt=0, player__closed_at=None)
        .select_related("player")
        .order_by("-value", "player__name")
    )


def counted_seats_q(player: Player) -> Q:
    """Return a filter for seats whose result counts for a player: not those they took over."""
    return Q(player=player, original=None) | Q(original=player)


def score_against(player: Player, other: Player, ruleset: str = "") -> dict[str, int] | None:
    """Return how often the player won, lost and tied against the other, in one game or all.

    None if they have not finished a match against each other.
    """
    matches = (
        Match.objects.ever_played_by(other)
        .ever_played_by(player)
        .filter(status=Match.Status.FINISHED)
    )
    if ruleset:
        matches = matches.filter(ruleset=ruleset)
    rows = Seat.objects.filter(counted_seats_q(player) | counted_seats_q(other), match__in=matches)
    ranks: dict[int, dict[int, int | None]] = {}
    for seat in rows:
        ranks.setdefault(seat.match_id, {})[seat.rated_player_id] = seat.rank
    found = {"won": 0, "lost": 0, "tied": 0}
    partners = _partners_in(matches, player, other)
    for match, pair in ranks.items():
        own, theirs = pair.get(player.pk), pair.get(other.pk)
        if own is None or theirs is None or match in partners:
            continue
        found["won" if own < theirs else "lost" if own > theirs else "tied"] += 1
    return found if any(found.values()) else None


def _partners_in(matches: QuerySet[Match], player: Player, other: Player) -> set[int]:
    """Return the ids of the matches in which both players are on the same side."""
    found = set()
    more = Exists(Seat.objects.filter(match=OuterRef("pk"), number=2))
    for match in matches.filter(more).prefetch_related("seats"):
        seats = sorted(match.seats.all(), key=lambda seat: seat.number)
        sides = sides_of(registry.get(match.ruleset), len(seats), match.options)
        own = {sides[each.number] for each in seats if each.rated_player_id == player.pk}
        if own & {sides[each.number] for each in seats if each.rated_player_id == other.pk}:
            found.add(match.pk)
    return found


def count_rating_entries(pool: str | None, first: int | None, last: int | None = None) -> int:
    """Return the number of rating entries, optionally of one pool or a range of ids."""
    bounds = {"pool": pool, "pk__gte": first, "pk__lte": last}
    given = {name: bound for name, bound in bounds.items() if bound is not None}
    return RatingEntry.objects.filter(**given).count()


@dataclass(frozen=True)
class Reliability:
    """In how many of their latest matches a player did not lose on time."""

    kept: int
    counted: int

    @property
    def percent(self) -> int:
        return 100 * self.kept // self.counted


def counted_finished_seats(player: Player) -> QuerySet[Seat]:
    """Return the seats of a player's finished matches that count.

    Without annulled matches, solitaire games and seats taken over.
    """
    return Seat.objects.filter(
        counted_seats_q(player),
        Exists(Seat.objects.filter(match=OuterRef("match"), number=1)),
        finished_at__isnull=False,
        rank__isnull=False,
    )


def reliability_of(player: Player) -> Reliability | None:
    """Return the reliability over the latest RELIABILITY_MATCHES; None if there are too few.

    A match counts as kept unless the player lost it or was eliminated on time, or never started to
    play.
    """
    latest = counted_finished_seats(player).order_by("-finished_at", "-match")
    rows = latest.values_list("rank", "left_by", "match__ending")[:RELIABILITY_MATCHES]
    found = list(rows)
    if len(found) < MIN_MATCHES_FOR_RELIABILITY:
        return None
    late = sum(
        left == Seat.Leaving.TIMEOUT or ((rank or 1) > 1 and not left and ending in ENDED_BY_TIME)
        for rank, left, ending in found
    )
    return Reliability(len(found) - late, len(found))
