"""Reads for the pages around the table: start page, lobby, profiles, settings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import (
    Count,
    Exists,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    prefetch_related_objects,
)

from accounts import naming
from accounts.models import Player
from games.families.features import showcase
from games.models import Challenge, Match, Place, Ply, Rating, Seat
from games.queries import SEATS
from games.rating_queries import counting_for

LOOK_BACK = 200
NAMES_EACH = 20
RESULTS_COUNTED = 1000


def live_match() -> Match | None:
    """Return the public match in which something happened last, running ones first.

    Looks back over the latest plies only, so that a long ledger costs nothing. Introductions come
    after the others.
    """
    latest = Ply.objects.order_by("-pk").values(
        "match", "match__status", "match__private", "match__ruleset"
    )
    public = [row for row in latest[:LOOK_BACK] if not row["match__private"]]
    public.sort(key=_later_shown)
    found = public[0]["match"] if public else None
    return Match.objects.filter(pk=found).prefetch_related(SEATS).first() if found else None


def _later_shown(row: Mapping[str, object]) -> tuple[bool, bool]:
    """Return the rank of a ply's match for the live board: running ones, then introductions."""
    return row["match__status"] != Match.Status.RUNNING, row[
        "match__ruleset"
    ] in showcase().introductions


def last_move(match: Match) -> str | None:
    """Return the text of the last move, None before the first."""
    return Ply.objects.last_move(match)


def goings_on(now: datetime) -> dict[str, int]:
    """Return how much is going on: running matches, moves in the last day, players."""
    return {
        "running": Match.objects.running().count(),
        "moves": Ply.objects.filter(at__gt=now - timedelta(days=1)).count(),
        "players": Player.objects.filter(closed_at=None).exclude(kind=Player.Kind.GUEST).count(),
    }


def player_for(pk: int) -> Player | None:
    """Return a player by number; everybody may see every player, closed ones included."""
    return Player.objects.filter(pk=pk).select_related("bot").first()


def player_named(name: str) -> Player | None:
    """Return the open player of this name, without regard to case."""
    if "\x00" in name:  # no database takes it
        return None
    return Player.objects.filter(name_key=naming.key_of(name), closed_at=None).first()


def players_like(text: str) -> QuerySet[Player]:
    """Return the players (no guests, none closed) whose name contains the text, by name."""
    return (
        Player.objects.filter(name_key__contains=naming.key_of(text), closed_at=None)
        .exclude(kind=Player.Kind.GUEST)
        .order_by("name_key")
    )


def likely_opponents(player: Player) -> list[str]:
    """Return names to suggest: those they met most often, then bots, then the newest players."""
    others = Player.objects.filter(closed_at=None).exclude(pk=player.pk)
    others = others.exclude(kind=Player.Kind.GUEST)
    own = Match.objects.of(player).values("pk")
    met = (
        others.filter(seats__match__in=own).annotate(times=Count("seats")).order_by("-times", "pk")
    )
    sources = (
        met,
        others.filter(kind=Player.Kind.BOT).order_by("name"),
        others.order_by("-created_at", "-pk"),
    )
    names = [name for each in sources for name in each.values_list("name", flat=True)[:NAMES_EACH]]
    return list(dict.fromkeys(names))


def matches_public_of(player: Player) -> QuerySet[Match]:
    """Return the player's running public matches, latest first."""
    return (
        Match.objects.played_by(player)
        .filter(private=False)
        .order_by("-started_at", "-pk")
        .prefetch_related(SEATS)
    )


def results_of(player: Player) -> dict[str, int]:
    """Return how many of their latest finished matches the player won, lost and tied.

    At most RESULTS_COUNTED of them count, so that a bot with a long past costs no more; annulled
    matches and games for one are left out.
    """
    latest = Seat.objects.filter(
        counting_for(player),
        Exists(Seat.objects.filter(match=OuterRef("match"), number=1)),
        finished_at__isnull=False,
        rank__isnull=False,
    )
    latest = latest.order_by("-finished_at", "-match")[:RESULTS_COUNTED]
    own = Seat.objects.filter(pk__in=latest.values("pk"))
    beaten = Exists(Seat.objects.filter(match=OuterRef("match"), rank__gt=1))
    counted = own.annotate(decided=beaten).aggregate(
        won=Count("pk", filter=Q(rank=1, decided=True)),
        lost=Count("pk", filter=Q(rank__gt=1)),
        tied=Count("pk", filter=Q(rank=1, decided=False)),
    )
    return {name: int(count) for name, count in counted.items()}


def deadlines_of(player: Player) -> dict[int, Seat]:
    """Return the player's awaited seats by match, the nearest deadline first."""
    seats = (
        Seat.objects.filter(player=player, awaited_since__isnull=False, cared_since=None)
        .select_related("match")
        .prefetch_related(
            Prefetch(
                "match__seats",
                queryset=Seat.objects.select_related("player").order_by("number"),
            )
        )
        .order_by(F("deadline_at").asc(nulls_last=True), "match_id")
    )
    return {seat.match_id: seat for seat in seats}


def running_ids(player: Player) -> list[int]:
    """Return the numbers of the player's running matches in the order in which they are locked."""
    return list(Match.objects.played_by(player).order_by("pk").values_list("pk", flat=True))


def open_challenges_of(player: Player, now: datetime) -> QuerySet[Challenge]:
    """Return every open challenge from or to the player, the one that expires first in front.

    Those at whose match of three or four they have a place, or are asked to, are among them.
    """
    placed = Place.objects.filter(challenge=OuterRef("pk"), player=player)
    return (
        Challenge.objects.open()
        .filter(Q(challenger=player) | Q(opponent=player) | Q(Exists(placed)), expires_at__gt=now)
        .select_related("challenger", "opponent")
        .order_by("expires_at", "pk")
    )


def ratings_of(player_ids: list[int]) -> dict[tuple[int, str], Rating]:
    """Return the figures of some players by player and pool."""
    rows = Rating.objects.filter(player__in=player_ids, games__gt=0)
    return {(row.player_id, row.pool): row for row in rows}


PLACES = Prefetch(
    "places", queryset=Place.objects.select_related("player").order_by("number"), to_attr="taken"
)


def places_for(challenges: list[Challenge]) -> None:
    """Read the places of those among these challenges that have some; no query without any."""
    many = [challenge for challenge in challenges if challenge.has_places]
    prefetch_related_objects(many, PLACES)


def places_at(challenge: Challenge) -> list[Place]:
    """Return the places of one challenge; no query in a match of two."""
    if not hasattr(challenge, "taken"):
        places_for([challenge])
    return list(getattr(challenge, "taken", []))


def seats_on_offer(viewer: Player | None, now: datetime) -> QuerySet[Seat]:
    """Return the seats of public matches the viewer may take over: none in their own matches."""
    found = Seat.objects.filter(
        offered_until__gt=now, match__status=Match.Status.RUNNING, match__private=False
    )
    if viewer is not None:
        own = Q(player=viewer) | Q(original=viewer)
        found = found.exclude(match__in=Seat.objects.filter(own).values("match"))
    return found.select_related("match", "player").order_by("offered_until", "pk")
