"""The terms of a challenge and its match: validated once, then frozen (C-14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.clocks import ON_FLAG, BadTimeControl, TimeControl
from games.rules import registry
from games.rules.base import (
    JSON,
    AnyRules,
    BadOption,
    JSONObject,
    Options,
    min_seats,
    resolve_options,
)
from games.services.errors import Refused


@dataclass(frozen=True)
class Terms:
    """The agreed terms of a match; ``options`` are resolved, ``seats`` is the number of players.

    ``opening`` are moves, in the ledger's spelling, that the server plays at the start for both
    sides. ``audience`` names who else may watch a private match.
    """

    ruleset: str
    options: Options
    control: TimeControl
    rated: bool
    private: bool = False
    seats: int = 2
    opening: tuple[str, ...] = ()
    audience: str = ""

    @classmethod
    def checked(
        cls,
        ruleset: str,
        options: Options,
        control: TimeControl | Mapping[str, JSON],
        *,
        rated: bool,
        private: bool = False,
        seats: int | None = None,
    ) -> Terms:
        """Return valid terms or refuse; without ``seats`` the smallest allowed number.

        Codes: ``unknown_ruleset``, ``bad_option``, ``bad_time_control``, ``rated_needs_clock``,
        ``multiplayer_needs_clock`` (nobody may hold up three or four for ever), ``not_rateable``
        (single 3×3 games are solved first-player wins, TL-3), ``never_rated`` (nothing to decide,
        GA-8).
        """
        if ruleset not in registry.offered_keys():
            raise Refused("unknown_ruleset", key=ruleset, known=", ".join(registry.offered_keys()))
        rules = registry.get(ruleset)
        seats, resolved = _resolve_seats(rules, options, seats)
        control = _parse_time_control(control, seats)
        if rated and rules.pool is None:
            raise Refused("never_rated")
        if rated and not rules.rateable(resolved):
            raise Refused("not_rateable", ruleset=ruleset)
        if rated and control.untimed:
            raise Refused("rated_needs_clock")
        return cls(ruleset, resolved, control, rated, private, seats)


def seat_count(ruleset: str, options: Options, wanted: int | None = None) -> int:
    """Return the number of seats: as requested, or the fewest these options allow."""
    return _resolve_seats(registry.get(ruleset), options, wanted)[0]


def _resolve_seats(rules: AnyRules, options: Options, seats: int | None) -> tuple[int, JSONObject]:
    """Return the number of seats and the options with their defaults; refuses ``bad_option``."""
    try:
        number = min_seats(rules, options) if seats is None else seats
        resolved = resolve_options(rules, options, number)
        rules.start(number, resolved)
    except BadOption as error:
        raise Refused(
            "bad_option", name=error.name, value=error.value, allowed=error.allowed
        ) from error
    return number, resolved


def _parse_time_control(control: TimeControl | Mapping[str, JSON], seats: int) -> TimeControl:
    """Parse the time control; with three or more players nobody may block the match."""
    if not isinstance(control, TimeControl):
        try:
            control = TimeControl.from_json(control)
        except BadTimeControl as error:
            raise Refused("bad_time_control", field=error.field, allowed=error.allowed) from error
    if seats > 2 and control.untimed:
        raise Refused("multiplayer_needs_clock")
    if seats > 2 and control.on_flag == "claim":
        allowed = [rule for rule in ON_FLAG if rule != "claim"]
        raise Refused("bad_time_control", field="on_flag", allowed=allowed)
    return control
