"""What a challenge offers and a match is played under, checked once, then frozen (C-14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.clocks import BadTimeControl, TimeControl
from games.rules import registry
from games.rules.base import BadOption, resolve_options
from games.services.errors import Refused


@dataclass(frozen=True)
class Terms:
    """Ruleset with resolved options, time control, rated or not, private or not."""

    ruleset: str
    options: Mapping[str, Any]
    control: TimeControl
    rated: bool
    private: bool = False

    @classmethod
    def checked(
        cls,
        ruleset: str,
        options: Mapping[str, Any],
        control: TimeControl | Mapping[str, Any],
        *,
        rated: bool,
        private: bool = False,
    ) -> Terms:
        """Return valid terms, or refuse by name.

        Codes: ``unknown_ruleset``, ``bad_option``, ``bad_time_control``, ``rated_needs_clock``,
        ``not_rateable`` (single 3×3 games are solved first-player wins, TL-3).
        """
        if ruleset not in registry.offered():
            raise Refused("unknown_ruleset", key=ruleset, known=", ".join(registry.offered()))
        rules = registry.get(ruleset)
        try:
            resolved = resolve_options(rules, options)
        except BadOption as fault:
            raise Refused(
                "bad_option", name=fault.name, value=fault.value, allowed=fault.allowed
            ) from fault
        if not isinstance(control, TimeControl):
            try:
                control = TimeControl.from_json(control)
            except BadTimeControl as fault:
                raise Refused(
                    "bad_time_control", field=fault.field, allowed=fault.allowed
                ) from fault
        if rated and not rules.rateable(resolved):
            raise Refused("not_rateable", ruleset=ruleset)
        if rated and control.untimed:
            raise Refused("rated_needs_clock")
        return cls(ruleset, resolved, control, rated, private)
