"""Queries for the page of a match: seats, changes, clocks, orders and chat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import (
    Case,
    Count,
    F,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.utils.crypto import salted_hmac

from accounts import circle_queries
from accounts.compiled_queries import compiled_query
from accounts.models import Leave, Player
from accounts.queries import current_leave, leaves_of
from games.models import (
    Challenge,
    ChatLine,
    ClockCharge,
    Match,
    Order,
    Pause,
    Ply,
    RatingEntry,
    Seat,
    SeatChange,
)
from games.rules import registry
from games.rules.multiplayer import is_take_back, line_numbers_in_force
from notifications.queries import is_muted

MAX_SEATS = 4
NOTHING = Value(None, output_field=IntegerField())
PRIVATE_FIELDS = ("own", "said", "pause", "ties", "asks")  # only for players of the match


@dataclass(frozen=True)
class Version:
    """A version that a page polls to detect changes visible to its reader.

    The text is the number of plies and a keyed digest of the rest, so that its parts cannot be
    guessed.
    """

    text: str
    over: bool


def version_of(viewer: Player | None, pk: int) -> Version | None:
    """Return the version of a match as the viewer may see it; None if they may not. One query.

    Chat, draw offers and proposed pauses are included only for viewers who may see them.
    """
    found = _player_version(pk, viewer.pk) if viewer else _visitor_version(pk)
    if not found:
        return None
    (row,) = found
    due = int(row["due"].timestamp()) if row["due"] else 0
    parts = [pk, row["turn"], row["status"], row["flags"], due, row["paused"]]
    if row["own"] is not None:
        parts += [row[name] for name in PRIVATE_FIELDS]
    digest = salted_hmac("games.version", repr(parts), algorithm="sha256").hexdigest()[:16]
    return Version(f"{row['ply_count']}-{digest}", row["status"] != Match.Status.RUNNING)


@compiled_query
def _player_version(match: int, viewer: int) -> QuerySet[Match, dict[str, Any]]:
    """Return the query for a player's version."""
    own = Seat.objects.filter(match=OuterRef("pk"), player=viewer).order_by("number")
    said = Case(*(When(own=seat, then=_latest_chat_line(seat)) for seat in range(MAX_SEATS)))
    found = Match.objects.visible_to(viewer).filter(pk=match)
    found = found.annotate(own=Subquery(own.values("number")[:1]), said=said)
    rows: QuerySet[Match, dict[str, Any]] = _annotate_version(found)
    return rows


@compiled_query
def _visitor_version(match: int) -> QuerySet[Match, dict[str, Any]]:
    """Return the query for a visitor's version."""
    found = Match.objects.visible_to(None).filter(pk=match)
    rows: QuerySet[Match, dict[str, Any]] = _annotate_version(
        found.annotate(own=NOTHING, said=NOTHING)
    )
    return rows


def _annotate_version(found: QuerySet[Match]) -> Any:
    """Annotate the values that every viewer's version consists of."""
    pauses = Pause.objects.filter(match=OuterRef("pk")).order_by("-pk").values("pk")
    return found.annotate(
        flags=Count("seats", filter=Q(seats__flagged_at__isnull=False)),
        due=Max("seats__deadline_at"),
        paused=Subquery(pauses.filter(since__isnull=False)[:1]),
        pause=Subquery(pauses[:1]),
        ties=Count("seats", filter=Q(seats__tie_offered_at_ply__isnull=False)),
        asks=Count("seats", filter=Q(seats__take_back_at_ply__isnull=False)),
    ).values("ply_count", "turn", "status", "flags", "due", "paused", *PRIVATE_FIELDS)


def _latest_chat_line(seat: int) -> Subquery:
    """Return a subquery of the latest chat message that a seat may read."""
    readable = Q(only_seats__isnull=True)
    for place in range(MAX_SEATS):
        readable |= Q(**{f"only_seats__{place}": seat})
    lines = ChatLine.objects.filter(readable, match=OuterRef("pk"))
    return Subquery(lines.order_by("-pk").values("pk")[:1])


def charges_of(match: Match) -> list[ClockCharge]:
    return list(ClockCharge.objects.filter(match=match).order_by("turn", "seat"))


def proposed_pauses(match: int, now: datetime) -> QuerySet[Pause]:
    """Return the proposed pauses that have not been answered."""
    return Pause.objects.filter(match=match, since=None, until__gt=now)


def latest_proposed_pause(match: Match, now: datetime) -> Pause | None:
    """Return the latest unanswered pause proposal."""
    return next(iter(_latest_proposed_pause(match.pk, now)), None)


@compiled_query
def _latest_proposed_pause(match: int, now: datetime) -> QuerySet[Pause]:
    return proposed_pauses(match, now).select_related("proposed_by").order_by("-pk")[:1]


def running_pause(match: Match, now: datetime) -> Pause | None:
    """Return the pause that currently stops all clocks; no query unless there ever was one."""
    if not match.has_pauses:
        return None
    begun = Pause.objects.filter(match=match, since__lte=now, player=None)
    still = begun.filter(Q(until=None) | Q(until__gt=now))
    return still.order_by(F("until").desc(nulls_first=True)).first()


def seats_on_leave(seats: Iterable[Seat], now: datetime) -> list[tuple[Seat, Leave]]:
    """Return the seats to move whose players are on leave today in their own time zone."""
    found = []
    for seat in seats:
        player = seat.player
        if seat.awaited and not player.is_bot:
            booked = vars(player)["booked"] = leaves_of(player.pk)  # cached for the clocks
            leave = current_leave(booked, now.astimezone(player.zone).date())
            found += [(seat, leave)] if leave else []
    return found


def undelivered_pauses(match: Match, now: datetime) -> list[Pause]:
    """Return the pauses of players whose "your turn" e-mail was not delivered."""
    if not match.has_pauses:
        return []
    found = Pause.objects.filter(match=match, reason=Pause.Reason.MAIL, until__gt=now)
    return list(found.select_related("player").order_by("since"))


def rating_changes(match: Match) -> list[RatingEntry]:
    """Return the rating entries of the match, including corrections by rulings."""
    own = Seat.objects.filter(match=match).values("player")
    lines = RatingEntry.objects.filter(match=match, player__in=own)
    return list(lines.select_related("player").order_by("pk"))


def rematch_of(match: Match) -> Challenge | None:
    """Return the open or accepted challenge to a rematch."""
    states = (Challenge.State.OPEN, Challenge.State.ACCEPTED)
    offers = Challenge.objects.filter(rematch_of=match, state__in=states)
    return offers.select_related("challenger", "match").order_by("-pk").first()


def is_move_in_force(pk: int, seat: int, after: int, text: str) -> bool:
    """Whether the player's own move after a ply is this one and is still in force.

    False if a referee or an agreement has taken it back, and in annulled matches.
    """
    match = Match.objects.filter(pk=pk).exclude(status=Match.Status.ANNULLED).first()
    if match is None:
        return False
    plies = list(Ply.objects.filter(match=match).order_by("number"))
    rules = registry.get(match.ruleset)
    standing = [
        plies[at - 1] for at in line_numbers_in_force([ply.line for ply in plies]) if at > after
    ]
    for at, ply in enumerate(standing):
        if ply.seat != seat or not ply.is_move:
            continue
        undone = any(is_take_back(rules, each.text) for each in standing[at + 1 : at + 2])
        return ply.text == text and ply.source in Ply.BY_HAND and not undone
    return False


def seat_at(pk: int, number: int) -> Seat | None:
    found = Seat.objects.filter(match_id=pk, number=number)
    return found.select_related("match", "player__user").first()


def visible_orders(seat: Seat) -> list[Order]:
    """Return a seat's open orders, and those executed or lapsed since its own last move.

    Only for the seat's player.
    """
    ended = Q(state__in=(Order.State.EXECUTED, Order.State.LAPSED), closed_ply__gt=seat.last_ply)
    own = Order.objects.filter(match_id=seat.match_id, seat=seat.number)
    return list(own.filter(Q(state=Order.State.OPEN) | ended).order_by("pk"))


def seated_players(match: Match | None) -> list[Player]:
    """Return the players of a match in seat order, [] without a match."""
    if match is None:
        return []
    seats = Seat.objects.filter(match=match).select_related("player__user").order_by("number")
    return [seat.player for seat in seats]


def ever_seated_ids(match: Match | None, *, besides: int | None = None) -> set[int]:
    """Return the ids of all current and former players of a match, except of seat ``besides``."""
    if match is None:
        return set()
    found = ever_seated_ids_by_match([match.pk], besides=besides)
    return found[match.pk]


def ever_seated_ids_by_match(
    matches: Iterable[int], *, besides: int | None = None
) -> dict[int, set[int]]:
    """Return the ids of all current and former players by match, except of seat ``besides``."""
    found: dict[int, set[int]] = {number: set() for number in matches}
    of_these = Q(match__in=found) if besides is None else Q(match__in=found) & ~Q(number=besides)
    seats, changes = Seat.objects.filter(of_these), SeatChange.objects.filter(of_these)
    for match, *players in (
        *seats.values_list("match", "player", "original"),
        *changes.values_list("match", "before", "after"),
    ):
        found[match] |= {number for number in players if number is not None}
    return found


def chat_for(viewer: Player | None, match: Match, muted: bool | None = None) -> list[ChatLine]:
    """Return the chat messages the viewer may read; [] unless they play in the match.

    In matches of more than two, messages from blocked players are left out. A player who has muted
    the match sees only their own; ``muted`` saves a query if known.
    """
    own = None
    if viewer is not None:
        own = next((seat for seat in match.seats.all() if seat.player_id == viewer.pk), None)
    if own is None:
        return []
    lines = [line for line in _chat_lines(match.pk) if line.is_visible_to(own)]
    if all(line.player_id == own.player_id for line in lines):
        return lines
    if is_muted(own.player, match.thread) if muted is None else muted:
        return []
    if len(match.seats.all()) > 2:
        silenced = circle_queries.blocked_player_ids(own.player)
        lines = [line for line in lines if line.player_id not in silenced]
    return lines


@compiled_query
def _chat_lines(match: int) -> QuerySet[ChatLine]:
    return ChatLine.objects.filter(match=match).select_related("player")
