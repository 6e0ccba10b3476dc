"""Time controls and the budget that a seat has left, as plain values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from typing import Any, Self

from games.rules.base import JSON, JSONObject

ZERO = timedelta(0)
MAX_DURATION = timedelta(days=3650)
MAX_COUNT = 1000
ON_FLAG = ("lose", "claim", "skip", "caretaker", "substitute")
FLAG_RULES_THAT_CONTINUE = frozenset(
    {"skip", "caretaker", "substitute"}
)  # the match continues after a flag
STOPS = ("night", "weekend", "holidays", "leave")


class BadTimeControl(ValueError):
    """An invalid time control: error code, field name, and the allowed values."""

    def __init__(self, code: str, field: str, allowed: object = None) -> None:
        self.code = code
        self.field = field
        self.allowed = allowed
        super().__init__(f"{field}: {code} (allowed: {allowed})")


def seconds(span: timedelta) -> int | float:
    """Return a span in seconds for JSON: an int if whole, else exact to the microsecond."""
    whole = span.total_seconds()
    return int(whole) if whole.is_integer() else whole


def parse_span(value: object, name: str) -> timedelta:
    """Parse seconds from JSON; BadTimeControl unless from 0 to ten years."""
    allowed = {"min": 0, "max": int(MAX_DURATION.total_seconds())}
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise BadTimeControl("not_a_number", name, allowed)
    if isinstance(value, float) and not math.isfinite(value):
        raise BadTimeControl("not_a_number", name, allowed)
    if not 0 <= value <= allowed["max"]:
        raise BadTimeControl("out_of_range", name, allowed)
    return timedelta(seconds=value)


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeControl:
    """An agreed time control; every span is running time of the player to move.

    ``bank`` is consumed over the match, ``increment`` is added after every move up to ``cap``.
    ``per_turn`` limits every turn. After the bank comes overtime: ``periods`` times ``period`` (a
    turn shorter than a period does not use it up), or ``block_moves`` moves per ``block_span``
    (``block_carry``: unused time of a block carries over). Time beyond ``surcharge_after`` in one
    turn counts ``surcharge_factor`` times, ``silence`` is the longest turn whatever the bank, and
    only whole ``quantum`` count. ``stops`` names what stops the clock in addition to pauses, which
    always do.
    """

    bank: timedelta = ZERO
    increment: timedelta = ZERO
    cap: timedelta | None = None
    per_turn: timedelta | None = None
    periods: int = 0
    period: timedelta = ZERO
    block_moves: int = 0
    block_span: timedelta = ZERO
    block_carry: bool = False
    surcharge_after: timedelta | None = None
    surcharge_factor: int = 1
    silence: timedelta | None = None
    quantum: timedelta = ZERO
    on_flag: str = "lose"
    stops: frozenset[str] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        """Raise BadTimeControl for unplayable terms, so that every instance is valid."""
        _check_choices(self)
        _check_spans(self)
        _check_counts(self)
        _check_combinations(self)

    @property
    def banked(self) -> bool:
        """Whether time is carried over from turn to turn."""
        return bool(self.bank or self.periods or self.block_moves)

    @property
    def untimed(self) -> bool:
        """Whether there is no limit at all."""
        return not self.banked and self.per_turn is None and self.silence is None

    def to_json(self) -> JSONObject:
        """Return every field as JSON, spans in seconds; inverse of ``from_json``."""
        return {item.name: _to_json(getattr(self, item.name)) for item in fields(self)}

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Parse a control; missing fields take their defaults; raises BadTimeControl."""
        if not isinstance(data, Mapping):
            raise BadTimeControl("not_an_object", "control", {"type": "object"})
        names = tuple(item.name for item in fields(cls))
        for name in data:
            if name not in names:
                raise BadTimeControl("unknown_field", str(name), list(names))
        return cls(**{name: _parse_field(name, data[name]) for name in names if name in data})


_COUNTS = {"periods": (0, MAX_COUNT), "block_moves": (0, MAX_COUNT), "surcharge_factor": (1, 100)}
_OPTIONAL = ("cap", "per_turn", "surcharge_after", "silence")


def _to_json(value: object) -> Any:
    if isinstance(value, timedelta):
        return seconds(value)
    return sorted(value) if isinstance(value, frozenset) else value


def _parse_field(name: str, value: object) -> Any:
    """Parse one field from JSON; its value is validated by the control itself."""
    if name in _COUNTS or name == "on_flag":
        return value
    if name == "stops":
        return _parse_stops(value)
    if name == "block_carry":
        if not isinstance(value, bool):
            raise BadTimeControl("not_a_choice", name, [False, True])
        return value
    if value is None and name in _OPTIONAL:
        return None
    return parse_span(value, name)


def _parse_stops(value: object) -> frozenset[str]:
    if not isinstance(value, list | tuple | set | frozenset):
        raise BadTimeControl("not_a_list", "stops", list(STOPS))
    if any(not isinstance(item, str) for item in value):
        raise BadTimeControl("not_a_choice", "stops", list(STOPS))
    return frozenset(value)


def _check_choices(control: TimeControl) -> None:
    if control.on_flag not in ON_FLAG:
        raise BadTimeControl("not_a_choice", "on_flag", list(ON_FLAG))
    if not control.stops <= set(STOPS):
        raise BadTimeControl("not_a_choice", "stops", list(STOPS))


def _check_spans(control: TimeControl) -> None:
    """Spans must be within 0 and ten years; optional limits must not be 0."""
    for name in ("bank", "increment", "period", "block_span", "quantum"):
        parse_span(getattr(control, name).total_seconds(), name)
    if control.quantum > timedelta(days=1):
        raise BadTimeControl("out_of_range", "quantum", {"min": 0, "max": 86400})
    for name in _OPTIONAL:
        value = getattr(control, name)
        if value is not None and parse_span(value.total_seconds(), name) == ZERO:
            raise BadTimeControl(
                "out_of_range", name, {"min": 1, "max": int(MAX_DURATION.total_seconds())}
            )


def _check_counts(control: TimeControl) -> None:
    for name, (least, most) in _COUNTS.items():
        value = getattr(control, name)
        allowed = {"min": least, "max": most}
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadTimeControl("not_a_whole_number", name, allowed)
        if not least <= value <= most:
            raise BadTimeControl("out_of_range", name, allowed)


def _check_combinations(control: TimeControl) -> None:
    """Check fields that require or exclude each other."""
    overtime = bool(control.periods or control.block_moves)
    per_turn = control.per_turn
    rules = (
        (bool(control.periods) == bool(control.period), "period", "periods"),
        (bool(control.block_moves) == bool(control.block_span), "block_span", "block_moves"),
        (not control.block_carry or bool(control.block_moves), "block_carry", "block_moves"),
        (not control.increment or bool(control.bank), "increment", "bank"),
        (control.cap is None or bool(control.increment), "cap", "increment"),
        (
            control.surcharge_factor == 1 or control.surcharge_after is not None,
            "surcharge_factor",
            "surcharge_after",
        ),
    )
    for sound, name, other in rules:
        if not sound:
            raise BadTimeControl("needs", name, {"with": other})
    if control.periods and control.block_moves:
        raise BadTimeControl("excludes", "block_moves", {"without": "periods"})
    if control.increment and overtime:
        raise BadTimeControl("excludes", "increment", {"without": "periods, block_moves"})
    if control.cap is not None and control.cap < control.bank:
        raise BadTimeControl("out_of_range", "cap", {"min": seconds(control.bank)})
    if per_turn is not None and per_turn < control.quantum:
        raise BadTimeControl("out_of_range", "per_turn", {"min": seconds(control.quantum)})


@dataclass(frozen=True, kw_only=True, slots=True)
class Budget:
    """The remaining time of a seat: bank, periods, and moves and time left in the current block."""

    bank: timedelta = ZERO
    periods: int = 0
    block_moves: int = 0
    block_left: timedelta = ZERO

    def in_full(self) -> JSONObject:
        """Return every field as JSON, spans in seconds, exact to the microsecond."""
        return {item.name: _to_json(getattr(self, item.name)) for item in fields(self)}

    def to_json(self) -> JSONObject:
        """Return the fields that are not zero, as stored in the charge ledger."""
        return {name: value for name, value in self.in_full().items() if value}

    @classmethod
    def from_json(cls, data: Mapping[str, JSON]) -> Self:
        """Parse the output of ``to_json`` or ``in_full``."""
        return cls(
            bank=timedelta(seconds=data.get("bank", 0)),
            periods=data.get("periods", 0),
            block_moves=data.get("block_moves", 0),
            block_left=timedelta(seconds=data.get("block_left", 0)),
        )


def initial_budget(control: TimeControl) -> Budget:
    return Budget(
        bank=control.bank,
        periods=control.periods,
        block_moves=control.block_moves,
        block_left=control.block_span,
    )
