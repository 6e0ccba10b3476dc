"""Reads about ratings and about the results that count for a player."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player
from games.models import Match, Rating, RatingEntry, Seat
from games.rules import registry
from games.rules.multiplayer import sides_of

ENTRIES_SHOWN = 100
RELIABILITY_MATCHES = 50
MIN_MATCHES_FOR_RELIABILITY = 5
ENDED_BY_TIME = frozenset({"timeout", "no_show"})
ENTRY_READ = (
    *("player", "pool", "number", "at", "games_before", "before", "after", "counts"),
    *("intervention", "match__private"),
)


def ratings_of(player: Player) -> QuerySet[Rating]:
    """Return the player's ratings, the most played pool first."""
    return Rating.objects.filter(player=player, games__gt=0).order_by("-games", "pool")


def rating_history(player: Player, pool: str) -> list[RatingEntry]:
    """Return the player's latest entries in a pool (ENTRIES_SHOWN at most), oldest first."""
    latest = (
        RatingEntry.objects.filter(player=player, pool=pool)
        .select_related("match")
        .only(*ENTRY_READ)
    )
    return list(latest.order_by("-number")[:ENTRIES_SHOWN])[::-1]


def leaderboard(pool: str) -> QuerySet[Rating]:
    """Return the ratings of a pool, best first; closed accounts left out."""
    return (
        Rating.objects.filter(pool=pool, games__gt=0, player__closed_at=None)
        .select_related("player")
        .order_by("-value", "player__name")
    )


def counted_seats(player: Player) -> Q:
    """Select the seats whose result counts for a player: not those they took over."""
    return Q(player=player, original=None) | Q(original=player)


def score_against(player: Player, other: Player, ruleset: str = "") -> dict[str, int] | None:
    """Return how often the player won, lost and tied against the other, at all games or at one.

    None if they have never finished a match against each other.
    """
    matches = Match.objects.ever_of(other).ever_of(player).filter(status=Match.Status.FINISHED)
    if ruleset:
        matches = matches.filter(ruleset=ruleset)
    rows = Seat.objects.filter(counted_seats(player) | counted_seats(other), match__in=matches)
    ranks: dict[int, dict[int, int | None]] = {}
    for seat in rows:
        ranks.setdefault(seat.match_id, {})[seat.rated_id] = seat.rank
    found = {"won": 0, "lost": 0, "tied": 0}
    partners = _partners_in(matches, player, other)
    for match, pair in ranks.items():
        own, theirs = pair.get(player.pk), pair.get(other.pk)
        if own is None or theirs is None or match in partners:
            continue
        found["won" if own < theirs else "lost" if own > theirs else "tied"] += 1
    return found if any(found.values()) else None


def _partners_in(matches: QuerySet[Match], player: Player, other: Player) -> set[int]:
    """Return the matches of more than two at which both play, or played, on one side."""
    found = set()
    more = Exists(Seat.objects.filter(match=OuterRef("pk"), number=2))
    for match in matches.filter(more).prefetch_related("seats"):
        seats = sorted(match.seats.all(), key=lambda seat: seat.number)
        sides = sides_of(registry.get(match.ruleset), len(seats), match.options)
        own = {sides[each.number] for each in seats if each.rated_id == player.pk}
        if own & {sides[each.number] for each in seats if each.rated_id == other.pk}:
            found.add(match.pk)
    return found


def count_rating_entries(pool: str | None, first: int | None, last: int | None = None) -> int:
    """Return how many rating entries there are, in all pools or in one, perhaps of a range."""
    bounds = {"pool": pool, "pk__gte": first, "pk__lte": last}
    given = {name: bound for name, bound in bounds.items() if bound is not None}
    return RatingEntry.objects.filter(**given).count()


@dataclass(frozen=True)
class Reliability:
    """In how many of their latest matches a player always answered within their time."""

    kept: int
    counted: int

    @property
    def percent(self) -> int:
        return 100 * self.kept // self.counted


def finished_against_others(player: Player) -> QuerySet[Seat]:
    """Return the seats of a player's finished matches against others; annulled ones do not count.

    Seats taken over from somebody do not count either.
    """
    return Seat.objects.filter(
        counted_seats(player),
        Exists(Seat.objects.filter(match=OuterRef("match"), number=1)),
        finished_at__isnull=False,
        rank__isnull=False,
    )


def reliability_of(player: Player) -> Reliability | None:
    """Count a player's latest RELIABILITY_MATCHES finished matches; None if they are too few.

    Matches against others count; annulled ones and seats taken over from somebody do not. One is
    kept unless the player lost it or had to leave it because their time had run out, or never
    began to play it.
    """
    latest = finished_against_others(player).order_by("-finished_at", "-match")
    rows = latest.values_list("rank", "left_by", "match__ending")[:RELIABILITY_MATCHES]
    found = list(rows)
    if len(found) < MIN_MATCHES_FOR_RELIABILITY:
        return None
    late = sum(
        left == Seat.Leaving.TIMEOUT or ((rank or 1) > 1 and not left and ending in ENDED_BY_TIME)
        for rank, left, ending in found
    )
    return Reliability(len(found) - late, len(found))
