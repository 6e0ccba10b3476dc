from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from accounts.compiled_queries import compiled_query
from accounts.models import Leave, Player
from accounts.queries import holidays_of, leaves_of
from accounts.rows import update_columns
from games import clocks
from games.families.throws import PlyWithStates
from games.models import Match, Order, Pause, Ply, Seat
from games.rules import multiplayer, registry
from games.rules.base import AnyRules, AnyState, JSONObject
from games.services.errors import Refused
from games.services.match import live_updates
from games.services.time import outages

BOOKED_LEAVES = Prefetch("player__leaves", queryset=Leave.objects.all(), to_attr="booked")


@dataclass
class LoadedMatch:
    """A match locked for update, with its seats, rules and decoded state.

    ``added``: plies written by the running service. ``turned``: states before and after a ply, by
    its number, as far as loaded. ``answered``: seats for which an order was played.
    """

    match: Match
    seats: list[Seat]
    rules: AnyRules
    state: AnyState
    added: list[Ply] = field(default_factory=list)
    turned: dict[int, tuple[AnyState, AnyState]] = field(default_factory=dict)
    waiting: list[Order] = field(default_factory=list)  # open orders, if loaded
    story: list[PlyWithStates] = field(default_factory=list)  # the ledger with states, if loaded
    lines: list[tuple[int, str]] = field(default_factory=list)  # the ledger without states
    answered: set[int] = field(default_factory=set)
    stored: list[JSONObject] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.remember()

    def remember(self) -> None:
        """Remember the column values, so that only changes are saved."""
        self.stored = [
            _column_values(self.match, MATCH_FIELDS),
            *(_column_values(seat, SEAT_FIELDS) for seat in self.seats),
        ]

    def seat_of(self, player: Player) -> Seat:
        """Return the player's seat; refuses ``not_your_match``."""
        for seat in self.seats:
            if seat.player_id == player.pk:
                return seat
        raise Refused("not_your_match")

    def others(self, seat: Seat) -> list[Seat]:
        """Return all other seats in order."""
        return [other for other in self.seats if other.number != seat.number]

    def partners_of(self, seat: int) -> frozenset[int]:
        """Return the other seats on the same side, with whom this one may chat privately."""
        sides = multiplayer.sides_of(self.rules, len(self.seats), self.match.options)
        return multiplayer.partners_of(self.rules, self.state, sides, seat)

    def ledger(self) -> list[tuple[int, str]]:
        """Return seat and text of every ledger line; one query, then cached."""
        if len(self.lines) != self.match.ply_count:
            known = Ply.objects.filter(match=self.match, number__lte=self.match.ply_count)
            rows = known.order_by("number")
            self.lines = list(rows.values_list("seat", "text"))
        return self.lines

    def require_running(self) -> None:
        if not self.match.is_running:
            raise Refused("match_over")

    @property
    def is_untouched(self) -> bool:
        """Whether no player has moved yet; random draws do not count."""
        return not any(seat.moved for seat in self.seats)

    def points(self) -> list[int]:
        """Return the current points per seat; zeros in games without points."""
        return list(self.rules.standing(self.state)) or [0] * len(self.seats)

    def clock_pauses_of(self, seat: Seat, now: datetime) -> clocks.ClockPauses:
        return clock_pauses_for(seat, self.match, now)

    def seats_out_of_time(self, now: datetime) -> list[Seat]:
        """Return the seats whose flag fell before the last heartbeat."""
        until = outages.settleable_until(self.match, now)
        return [seat for seat in self.seats if seat.deadline_at and seat.deadline_at <= until]


def clock_pauses_for(seat: Seat, match: Match, now: datetime) -> clocks.ClockPauses:
    """Return the spans that a time control may leave uncounted for this seat.

    The schedule is that of the start of the turn: changes count from the next turn on, so that
    nobody can stop a running clock retroactively. The only place that adds outages; compute no
    clock without it.
    """
    player, kept = seat.player, seat.schedule or seat.player.schedule()
    booked = getattr(player, "booked", None)
    if booked is None:
        booked = leaves_of(player.pk)
    zone = ZoneInfo(kept["zone"])
    spans = (leave.span_in(zone) for leave in booked)
    quiet = kept["quiet"] and tuple(time.fromisoformat(at) for at in kept["quiet"])
    pauses = (
        tuple(
            (pause.since, pause.until, pause.reason)
            for pause in Pause.objects.filter(match=match, since__isnull=False)
            if pause.since is not None and pause.player_id in (None, player.pk)
        )
        if match.has_pauses
        else ()
    )
    if seat.awaited_since is not None:
        pauses += outages.outage_pauses(match, seat.awaited_since, now)
    return clocks.ClockPauses(
        zone=zone,
        quiet=quiet,
        rest_days=frozenset(kept["rest_days"]),
        holidays=frozenset(date.fromisoformat(day) for day in kept.get("holidays", ())),
        leave_spans=tuple(span for span in spans if span is not None),
        pauses=pauses,
    )


def load_match(match: Match) -> LoadedMatch:
    """Load what belongs to a match row; does not lock.

    Leave is only read for players with bookings that may affect this match.
    """
    since = match.started_at.date() - timedelta(days=2)
    seats = _seats_at(match.pk)
    away = []
    for seat in seats:
        seat.match = match
        until = seat.player.leave_until
        if until is not None and until >= since:
            away.append(seat)
        else:
            vars(seat.player)["booked"] = []
    prefetch_related_objects(away, BOOKED_LEAVES)
    rules = registry.get(match.ruleset)
    return LoadedMatch(match, seats, rules, rules.load(match.state))


def lock_match(match_id: int) -> LoadedMatch:
    """Lock the match row for this transaction and load the match; refuses ``no_such_match``."""
    if (match := next(iter(_locked(match_id)), None)) is None:
        raise Refused("no_such_match")
    return load_match(match)


@compiled_query
def _locked(match: int) -> QuerySet[Match]:
    return Match.objects.watched().select_for_update(of=("self",)).filter(pk=match)


@compiled_query
def _seats_at(match: int) -> QuerySet[Seat]:
    players = ("player__user", "player__email_settings", "player__play_preference")
    return Seat.objects.filter(match=match).select_related(*players).order_by("number")


def start_clocks(loaded: LoadedMatch, now: datetime, *, acted: int | None = None) -> list[Seat]:
    """Stop and start clocks so that exactly the awaited seats run; return those newly awaited.

    ``acted`` is the seat that has just moved: if it is awaited again, a new turn begins.
    """
    awaited = loaded.rules.awaited(loaded.state) if loaded.match.is_running else frozenset()
    woken: list[Seat] = []
    for seat in loaded.seats:
        if seat.number not in awaited:
            seat.awaited_since = seat.deadline_at = seat.remind_at = None
        elif seat.awaited_since is None or seat.number == acted:
            begin_turn(loaded, seat, now)
            woken.append(seat)
    return woken


def begin_turn(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """Start the clock of a seat for the current turn, with its player's current schedule."""
    if loaded.match.has_pauses:  # end pauses of earlier turns whose e-mail failed
        own = Pause.objects.filter(match=loaded.match, player=seat.player)
        own.filter(reason=Pause.Reason.MAIL, until__gt=now, since__lt=now).update(until=now)
    seat.awaited_since = now
    seat.woken_turn = loaded.match.turn
    counts = "holidays" in loaded.match.time_control.stops
    seat.schedule = seat.player.schedule(holidays_of(seat.player, now) if counts else ())
    set_due_times(loaded, seat, now)


def set_due_times(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """Recompute deadline and next reminder of an awaited seat.

    A seat in care has neither; one on offer has the end of the offer as its deadline.
    """
    if seat.awaited_since is None:
        return
    if seat.is_absent:
        since, until = seat.awaited_since, seat.offered_until
        seat.deadline_at = until and outages.postpone_by_outages(loaded.match, since, until, now)
        seat.remind_at = None
        return
    control, stops = loaded.match.time_control, loaded.clock_pauses_of(seat, now)
    budget, since = clocks.Budget.from_json(seat.budget), seat.awaited_since
    seat.deadline_at = clocks.deadline(control, budget, stops, since)
    steps = clocks.reminders(control, budget, stops, since) if seat.deadline_at is not None else ()
    seat.remind_at = next((at for _step, at in steps if at > now), None)


def due_reminders(loaded: LoadedMatch, seat: Seat, now: datetime) -> list[str]:
    """Return the reminders of the seat's current turn that are due."""
    return [step for step, at in turn_reminders(seat, loaded.match, now) if at <= now]


def turn_reminders(seat: Seat, match: Match, now: datetime) -> Sequence[tuple[str, datetime]]:
    """Return all reminders of the seat's current turn as (step, instant), earliest first."""
    if seat.awaited_since is None or seat.deadline_at is None or seat.is_absent:
        return ()
    budget, stops = clocks.Budget.from_json(seat.budget), clock_pauses_for(seat, match, now)
    return clocks.reminders(match.time_control, budget, stops, seat.awaited_since)


SEAT_FIELDS = (
    "generation",
    "budget",
    "moved",
    "last_ply",
    "awaited_since",
    "deadline_at",
    "remind_at",
    "woken_turn",
    "schedule",
    "flagged_at",
    "skips",
    "cared_since",
    "offered_until",
    "left_by",
    "tie_offered_at_ply",
    "take_back_at_ply",
    "question",
    "has_orders",
    "rank",
    "points",
    "finished_at",
)
MATCH_FIELDS = (
    "status",
    "ending",
    "state",
    "ply_count",
    "turn",
    "lots_drawn",
    "has_pauses",
    "finished_at",
)


def _column_values(row: Match | Seat, fields: tuple[str, ...]) -> JSONObject:
    return {name: getattr(row, name) for name in fields}


def save_match(loaded: LoadedMatch) -> None:
    """Save the changed columns of match and seats, and publish the changes."""
    match, stored = loaded.match, loaded.stored
    match.state = loaded.rules.dump(loaded.state)
    changed = _changed_columns(match, MATCH_FIELDS, stored[0])
    if changed:
        update_columns([match], tuple(name for name in MATCH_FIELDS if name in changed))
    columns: set[str] = set()
    touched = []
    for seat, before in zip(loaded.seats, stored[1:], strict=True):
        seat.finished_at = match.finished_at
        if changes := _changed_columns(seat, SEAT_FIELDS, before):
            columns |= changes.keys()
            touched.append(seat)
    update_columns(touched, tuple(name for name in SEAT_FIELDS if name in columns))
    live_updates.publish_changes(match, loaded.seats, {*changed, *columns})
    loaded.remember()


def _changed_columns(row: Match | Seat, fields: tuple[str, ...], before: JSONObject) -> JSONObject:
    """Return the columns that have changed, with their new values."""
    return {name: now for name, now in _column_values(row, fields).items() if before[name] != now}
