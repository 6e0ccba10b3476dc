"""Queries about matches, restricted to what the viewer may see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Exists, F, Min, OuterRef, Prefetch, Q, QuerySet

from accounts.compiled_queries import compiled_query
from accounts.models import Player
from games.models import Match, Ply, Seat
from games.rules import registry
from games.rules.base import AnyRules, AnyState
from games.rules.multiplayer import line_numbers_in_force, redact_line, states_after_lines

MAX_READ_ATTEMPTS = 3
MAX_AWAITING_SHOWN = 8  # matches awaiting the reader, listed on every page
AUTOMATIC_SOURCES = frozenset({Ply.Source.SERVER, Ply.Source.ORDER})
SEATS_PREFETCH = Prefetch(
    "seats", queryset=Seat.objects.select_related("player", "original").order_by("number")
)


@dataclass(frozen=True)
class Position:
    """A match at some ply: rows, rules, and the state replayed up to there."""

    match: Match
    seats: list[Seat]
    rules: AnyRules
    state: AnyState
    plies: list[Ply]
    at_ply: int
    viewer: int | None = None
    secrets: Mapping[int, str] = field(default_factory=dict, repr=False)

    def states(self) -> list[AnyState]:
        """Return the state at the start and after every ply, as the viewer may see it.

        Replayed from the ledger with the unredacted texts in ``secrets``.
        """
        start = self.rules.start(len(self.seats), self.match.options)
        lines = ((ply.seat, self.secrets.get(ply.number, ply.text)) for ply in self.plies)
        states = states_after_lines(self.rules, start, lines)
        return [self.rules.seen_by(state, self.viewer) for state in states]

    @property
    def is_current(self) -> bool:
        return self.at_ply == self.match.ply_count

    @property
    def last_move(self) -> str | None:
        """The last move before this position, ignoring random draws."""
        moves = (ply.text for ply in reversed(self.standing(self.at_ply)) if ply.is_move)
        return next(moves, None)

    def standing(self, at_ply: int | None = None) -> list[Ply]:
        """Return the plies in force up to a ply (default: the last), without those taken back."""
        plies = self.plies[:at_ply]
        return [plies[number - 1] for number in line_numbers_in_force([ply.line for ply in plies])]

    @property
    def turn_start(self) -> int:
        """The number of plies before the last move that a player made in person.

        Skips automatic moves and orders that followed it, at most twelve.
        """
        at = self.at_ply
        least = max(1, at - 12)
        while at > least and self.plies[at - 1].source in AUTOMATIC_SOURCES:
            at -= 1
        return max(0, at - 1)

    @property
    def turns_by_order(self) -> frozenset[tuple[int, int]]:
        """The turns played by orders, as (turn, seat)."""
        return frozenset(
            (ply.turn, ply.seat) for ply in self.plies if ply.source == Ply.Source.ORDER
        )

    def seat_of(self, player: Player | None) -> Seat | None:
        if player is None:
            return None
        return next((seat for seat in self.seats if seat.player_id == player.pk), None)


def match_for(viewer: Player | None, pk: int) -> Match | None:
    """Return a match if the viewer may see it, else None."""
    found = _visible_match(pk, viewer.pk) if viewer else _public_match(pk)
    return next(iter(found), None)


@compiled_query
def _visible_match(match: int, viewer: int) -> QuerySet[Match]:
    found = Match.objects.visible_to(viewer).watched().filter(pk=match)
    return found.prefetch_related(SEATS_PREFETCH)


@compiled_query
def _public_match(match: int) -> QuerySet[Match]:
    found = Match.objects.visible_to(None).watched().filter(pk=match)
    return found.prefetch_related(SEATS_PREFETCH)


@compiled_query
def _plies_of(match: int) -> QuerySet[Ply]:
    return Ply.objects.filter(match=match).order_by("number")


def position_for(viewer: Player | None, pk: int, at_ply: int | None = None) -> Position | None:
    """Return the match at a ply (clamped; default: current); None if the viewer may not see it.

    States are redacted for the viewer (``Rules.seen_by``). Three queries, repeated if a turn was
    written in between, so that board and clocks are consistent.
    """
    for _read in range(MAX_READ_ATTEMPTS):
        match = match_for(viewer, pk)
        if match is None:
            return None
        position = position_of(match, at_ply, viewer)
        if len(position.plies) == match.ply_count:
            break
    return position


def position_of(
    match: Match, at_ply: int | None, viewer: Player | None, *, unveiled: bool = False
) -> Position:
    """Return a match (seats prefetched) at a ply; ``unveiled`` shows referees everything."""
    seats = list(match.seats.all())
    for seat in seats:
        seat.match = match
    plies = _plies_of(match.pk)
    rules = registry.get(match.ruleset)
    ply = match.ply_count if at_ply is None else max(0, min(at_ply, match.ply_count))
    current = ply == match.ply_count
    state = rules.load(match.state) if current else state_after_plies(rules, match, plies[:ply])
    if unveiled:
        return Position(match, seats, rules, state, plies, ply, None, {})
    own = next((seat.number for seat in seats if viewer and seat.player_id == viewer.pk), None)
    now = state if current else rules.load(match.state)
    secrets = redact_plies(rules, now, plies, own)
    return Position(match, seats, rules, rules.seen_by(state, own), plies, ply, own, secrets)


def redact_plies(
    rules: AnyRules, state: AnyState, plies: Iterable[Ply], viewer: int | None
) -> dict[int, str]:
    """Redact ledger lines for the viewer in place; return the original texts by number."""
    secrets = {}
    for ply in plies:
        said = redact_line(rules, state, ply.seat, ply.text, viewer)
        if said != ply.text:
            secrets[ply.number], ply.text = ply.text, said
    return secrets


def state_after_plies(rules: AnyRules, match: Match, plies: list[Ply]) -> AnyState:
    """Return the state after replaying these plies from the start of the match."""
    start = rules.start(match.seats.count(), match.options)
    return states_after_lines(rules, start, (ply.line for ply in plies))[-1]


def matches_awaiting(player: Player | int) -> QuerySet[Match]:
    """Return running matches in which the player is to move, nearest deadline first."""
    return (
        Match.objects.running()
        .filter(
            seats__player=player,
            seats__finished_at=None,
            seats__awaited_since__isnull=False,
            seats__cared_since=None,
        )
        .annotate(own_deadline=F("seats__deadline_at"))
        .order_by(F("own_deadline").asc(nulls_last=True), "pk")
        .prefetch_related(SEATS_PREFETCH)
    )


@compiled_query
def first_awaiting(player: int) -> QuerySet[Match]:
    """Return the first of these matches, one more than pages show."""
    return matches_awaiting(player)[: MAX_AWAITING_SHOWN + 1]


def awaiting_count(player: Player) -> int:
    own = Seat.objects.filter(player=player, awaited_since__isnull=False, cared_since=None)
    return own.count()


def matches_awaiting_others(player: Player) -> QuerySet[Match]:
    """Return running matches in which the player waits for others."""
    return (
        Match.objects.running()
        .filter(
            Q(seats__awaited_since=None) | Q(seats__cared_since__isnull=False),
            seats__player=player,
            seats__finished_at=None,
        )
        .order_by("-started_at", "-pk")
        .prefetch_related(SEATS_PREFETCH)
    )


def next_awaiting(player: Player, after: int) -> int | None:
    """Return the id of the match with the nearest deadline, other than ``after``."""
    return matches_awaiting(player).exclude(pk=after).values_list("pk", flat=True).first()


def public_matches(game: str = "") -> QuerySet[Match]:
    """Return running public matches with moves, of one game or all, latest first."""
    found = Match.objects.running().filter(private=False, turn__gt=1)
    if game:
        found = found.filter(ruleset=game)
    return found.order_by("-started_at", "-pk").prefetch_related(SEATS_PREFETCH)


def flag_lag(now: datetime) -> timedelta | None:
    """Return how long the oldest fallen flag has been waiting; None if there is none."""
    oldest = Seat.objects.filter(deadline_at__lte=now, flagged_at=None).aggregate(
        oldest=Min("deadline_at")
    )["oldest"]
    return None if oldest is None else now - oldest


def latest_ply_id() -> int:
    """Return the highest ply id: roughly the number of plies ever written."""
    return Ply.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def all_matches(first: int | None = None, last: int | None = None) -> QuerySet[Match]:
    """Return all matches, or a range of ids, for management commands."""
    matches = Match.objects.order_by("pk")
    if first is not None:
        matches = matches.filter(pk__gte=first)
    return matches if last is None else matches.filter(pk__lte=last)


def visible_matches(viewer: Player | None, filters: Mapping[str, object]) -> QuerySet[Match]:
    """Return the matches the viewer may see that pass all filters, newest first.

    Filters: ``mine`` and ``awaiting`` (the viewer), ``status``, ``ruleset``, ``player`` (id).
    """
    found = Match.objects.visible_to(viewer)
    own = Seat.objects.filter(match=OuterRef("pk"), player=viewer)
    if filters.get("mine"):
        found = found.filter(Exists(own))
    if filters.get("awaiting"):
        found = found.filter(Exists(own.filter(awaited_since__isnull=False)))
    for name in ("status", "ruleset"):
        if filters.get(name):
            found = found.filter(**{name: filters[name]})
    if filters.get("player"):
        theirs = Q(player_id=filters["player"]) | Q(original_id=filters["player"])
        found = found.filter(Exists(Seat.objects.filter(theirs, match=OuterRef("pk"))))
    return found.order_by("-pk").prefetch_related(SEATS_PREFETCH)
