"""Queries for pages outside a match: start page, lobby, profiles, settings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db.models import (
    Count,
    Exists,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce

from accounts import circle_queries, naming, queries as account_queries
from accounts.models import Player
from games.families.features import showcase
from games.models import Bot, Challenge, Match, Place, Ply, Rating, Seat
from games.queries import SEATS_PREFETCH
from games.rating_queries import counted_seats_q

MAX_LIVE_PLIES = 200
MAX_OPPONENTS = 8
MAX_RECENT_MATCHES = 40
MAX_COUNTED_RESULTS = 1000


def live_match() -> Match | None:
    """Return the public match for the live board: the one with the latest ply.

    Only the last ``MAX_LIVE_PLIES`` plies are searched. Running matches come first,
    last.
    """
    latest = Ply.objects.order_by("-pk").values(
        "match", "match__status", "match__private", "match__ruleset"
    )
    public = [row for row in latest[:MAX_LIVE_PLIES] if not row["match__private"]]
    public.sort(key=_live_board_order)
    found = public[0]["match"] if public else None
    return (
        Match.objects.filter(pk=found).prefetch_related(SEATS_PREFETCH).first() if found else None
    )


def _live_board_order(row: Mapping[str, object]) -> tuple[bool, bool]:
    """Sort key for the live board: running matches first, then other than introductory games."""
    return row["match__status"] != Match.Status.RUNNING, row[
        "match__ruleset"
    ] in showcase().introductions


def last_move(match: Match) -> str | None:
    return Ply.objects.last_move(match)


def annotate_last_move(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Annotate each match with its last move (``last_text`` by ``last_seat``)."""
    latest = Ply.objects.filter(match=OuterRef("pk"), seat__gte=0).order_by("-number")
    return matches.annotate(
        last_text=Subquery(latest.values("text")[:1]),
        last_seat=Subquery(latest.values("seat")[:1]),
    )


def player_by_id(pk: int) -> Player | None:
    """Return a player by id, including closed ones."""
    return Player.objects.filter(pk=pk).select_related("bot").first()


def player_named(name: str) -> Player | None:
    """Return the player with this name (case-insensitive), unless closed."""
    found = account_queries.player_named(name)
    return found if found is not None and found.closed_at is None else None


def players_matching(text: str, viewer: Player | None = None) -> QuerySet[Player]:
    """Return players whose name contains the text: people, then bots, by name.

    Excludes guests and closed accounts; players the viewer follows come first.
    """
    if "\x00" in text:
        return Player.objects.none()
    found = (
        Player.objects.filter(name_key__contains=naming.get_name_key(text), closed_at=None)
        .exclude(kind=Player.Kind.GUEST)
        .order_by(circle_queries.is_bot(), "name_key")
    )
    return circle_queries.friends_first(found, viewer)


def players_with_prefix(text: str) -> QuerySet[Player]:
    """Return players whose name starts with the text: people, then bots."""
    if "\x00" in text:
        return Player.objects.none()
    found = Player.objects.filter(name_key__startswith=naming.get_name_key(text), closed_at=None)
    found = found.exclude(kind=Player.Kind.GUEST)
    return found.order_by(circle_queries.is_bot(), "name_key")


def recent_opponents(player: Player) -> list[Player]:
    """Return the opponents of the player's latest matches: friends, other people, bots.

    Excludes guests, closed accounts, and anybody on either side of a block.
    """
    own = Seat.objects.filter(player=player)
    running = own.filter(finished_at=None).order_by("-match_id")
    finished = own.filter(finished_at__isnull=False).order_by("-finished_at", "-match")
    numbers = {
        number
        for each in (running, finished)
        for number in each.values_list("match_id", flat=True)[:MAX_RECENT_MATCHES]
    }
    met = Seat.objects.filter(match__in=numbers, player__closed_at=None)
    met = met.exclude(player=player).exclude(player__kind=Player.Kind.GUEST)
    met = met.exclude(circle_queries.blocked_either_way(player, "player"))
    met = met.annotate(is_friend=circle_queries.friendship(player, "player"))
    order = ("-is_friend", circle_queries.is_bot("player__"), "-match_id", "number")
    seats = met.select_related("player").order_by(*order)
    return list({seat.player_id: seat.player for seat in seats}.values())[:MAX_OPPONENTS]


def challengeable_bots(ruleset: str) -> list[Bot]:
    """Return the active bots that accept challenges to this game, by name."""
    playing = active_bots().filter(accepts_challenges=True)
    return [bot for bot in playing if ruleset in bot.rulesets]


def bot_of(player: Player) -> Bot | None:
    """Return the settings of an active bot that accepts challenges; None for anybody else."""
    if not player.is_bot:
        return None
    return active_bots().filter(player=player, accepts_challenges=True).first()


def public_matches_of(player: Player) -> QuerySet[Match]:
    return (
        Match.objects.played_by(player)
        .filter(private=False)
        .order_by("-started_at", "-pk")
        .prefetch_related(SEATS_PREFETCH)
    )


def results_of(player: Player) -> dict[str, int]:
    """Return how many of the player's latest finished matches they won, lost and tied.

    Limited to RESULTS_COUNTED matches, to bound the cost for bots; annulled matches and solitaire
    games are excluded.
    """
    latest = Seat.objects.filter(
        counted_seats_q(player),
        Exists(Seat.objects.filter(match=OuterRef("match"), number=1)),
        finished_at__isnull=False,
        rank__isnull=False,
    )
    latest = latest.order_by("-finished_at", "-match")[:MAX_COUNTED_RESULTS]
    own = Seat.objects.filter(pk__in=latest.values("pk"))
    beaten = Exists(Seat.objects.filter(match=OuterRef("match"), rank__gt=1))
    counted = own.annotate(decided=beaten).aggregate(
        won=Count("pk", filter=Q(rank=1, decided=True)),
        lost=Count("pk", filter=Q(rank__gt=1)),
        tied=Count("pk", filter=Q(rank=1, decided=False)),
    )
    return {name: int(count) for name, count in counted.items()}


def awaited_seats_by_match(player: Player) -> dict[int, Seat]:
    """Return the player's awaited seats by match, nearest deadline first."""
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


def running_match_ids(player: Player) -> list[int]:
    """Return the ids of the player's running matches in locking order."""
    return list(Match.objects.played_by(player).order_by("pk").values_list("pk", flat=True))


def open_challenges_of(player: Player, now: datetime) -> QuerySet[Challenge]:
    """Return open challenges from or to the player, or with their place, by expiry."""
    placed = Place.objects.filter(challenge=OuterRef("pk"), player=player)
    return (
        Challenge.objects.open()
        .filter(Q(challenger=player) | Q(opponent=player) | Q(Exists(placed)), expires_at__gt=now)
        .select_related("challenger", "opponent")
        .order_by("expires_at", "pk")
    )


def ratings_of(player_ids: list[int]) -> dict[tuple[int, str], Rating]:
    """Return the ratings of these players by player id and pool."""
    rows = Rating.objects.filter(player__in=player_ids, games__gt=0)
    return {(row.player_id, row.pool): row for row in rows}


PLACES_PREFETCH = Prefetch(
    "places", queryset=Place.objects.select_related("player").order_by("number"), to_attr="taken"
)


def prefetch_places(challenges: list[Challenge]) -> None:
    """Prefetch the places of those challenges that have any; no query otherwise."""
    many = [challenge for challenge in challenges if challenge.has_places]
    prefetch_related_objects(many, PLACES_PREFETCH)


def places_of(challenge: Challenge) -> list[Place]:
    """Return the places of a challenge; no query for two players."""
    if not hasattr(challenge, "taken"):
        prefetch_places([challenge])
    return list(getattr(challenge, "taken", []))


def seats_on_offer(viewer: Player | None, now: datetime) -> QuerySet[Seat]:
    """Return the seats of public matches that the viewer could take over."""
    until = Coalesce("deadline_at", "offered_until")  # outages postpone the deadline
    offered = Seat.objects.exclude(offered_until=None).alias(until=until).filter(until__gt=now)
    found = offered.filter(match__status=Match.Status.RUNNING, match__private=False)
    if viewer is not None:
        own = Q(player=viewer) | Q(original=viewer)
        found = found.exclude(match__in=Seat.objects.filter(own).values("match"))
    return found.select_related("match", "player").order_by("until", "pk")


def active_bots() -> QuerySet[Bot]:
    """Return the active bots by name, annotated with the number of running matches."""
    running = Seat.objects.filter(player=OuterRef("player"), finished_at=None).order_by()
    counted = running.values("player").annotate(number=Count("pk")).values("number")
    return (
        Bot.objects.filter(active=True, player__closed_at=None)
        .select_related("player")
        .annotate(running=Coalesce(Subquery(counted), 0))
        .order_by("player__name", "pk")
    )
