"""Named time controls, and descriptions of time controls as codes for pages and the API."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType

from games.clocks.control import TimeControl

Params = dict[str, int | timedelta | str | None]
_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_LEAVE = frozenset({"leave"})

PRESETS: Mapping[str, TimeControl] = MappingProxyType(
    {
        "hour": TimeControl(per_turn=_HOUR, stops=frozenset({"night", "leave"})),
        "day": TimeControl(per_turn=_DAY, stops=_LEAVE),
        "three_days": TimeControl(per_turn=3 * _DAY, stops=_LEAVE),
        "week_bank": TimeControl(bank=7 * _DAY, increment=_DAY, cap=14 * _DAY, stops=_LEAVE),
        "club": TimeControl(
            bank=14 * _DAY,
            increment=2 * _DAY,
            stops=frozenset({"weekend", "holidays", "leave"}),
        ),
        "iccf": TimeControl(
            block_moves=10,
            block_span=50 * _DAY,
            block_carry=True,
            surcharge_after=20 * _DAY,
            surcharge_factor=2,
            quantum=_DAY,
            stops=_LEAVE,
        ),
        "go": TimeControl(bank=30 * _DAY, periods=5, period=3 * _DAY, stops=_LEAVE),
        "dice": TimeControl(per_turn=2 * _DAY, on_flag="skip", stops=_LEAVE),
        "advent": TimeControl(per_turn=_DAY, on_flag="skip"),
        "untimed": TimeControl(),
    }
)


# A time-out only costs the choice; for dice games, which go on by themselves.
DICE_PRESETS = frozenset({"dice", "advent"})


def preset_of(control: TimeControl) -> str | None:
    """Return the key of the preset equal to this control, or None."""
    return next((key for key, preset in PRESETS.items() if preset == control), None)


def describe_control(control: TimeControl) -> list[tuple[str, Params]]:
    """Describe a control as (code, parameters) in reading order; spans are timedeltas.

    Codes: untimed; per_turn(span); bank(span); increment(span); cap(span); periods(count, span);
    block(moves, span) or block_carry(moves, span); surcharge(after, factor); silence(span);
    quantum(span); on_flag(rule), unless it is "lose"; stop(reason).
    """
    parts: list[tuple[str, Params]] = [("untimed", {})] if control.untimed else []
    spans = ((code, getattr(control, code)) for code in ("per_turn", "bank", "increment", "cap"))
    parts += [(code, {"span": span}) for code, span in spans if span]
    parts += _overtime(control) + _counting_rules(control)
    if control.on_flag != "lose" and not control.untimed:
        parts.append(("on_flag", {"rule": control.on_flag}))
    if not control.untimed:
        parts += [("stop", {"reason": reason}) for reason in sorted(control.stops)]
    return parts


def _overtime(control: TimeControl) -> list[tuple[str, Params]]:
    if control.periods:
        return [("periods", {"count": control.periods, "span": control.period})]
    if control.block_moves:
        code = "block_carry" if control.block_carry else "block"
        return [(code, {"moves": control.block_moves, "span": control.block_span})]
    return []


def _counting_rules(control: TimeControl) -> list[tuple[str, Params]]:
    """Describe surcharge, silence and quantum."""
    parts: list[tuple[str, Params]] = []
    if control.surcharge_factor > 1:
        after, factor = control.surcharge_after, control.surcharge_factor
        parts.append(("surcharge", {"after": after, "factor": factor}))
    if control.silence:
        parts.append(("silence", {"span": control.silence}))
    if control.quantum:
        parts.append(("quantum", {"span": control.quantum}))
    return parts
