"""Clocks for correspondence play as pure functions: instants in, plain values out."""

from games.clocks.control import ON_FLAG, STOPS, BadTimeControl, Budget, TimeControl, initial_budget
from games.clocks.pauses import ClockPauses
from games.clocks.presets import FOR_DICE, PRESETS, describe, preset_of
from games.clocks.reminders import STEPS, reminders
from games.clocks.running import (
    Charge,
    ChargedSpan,
    clock_statement,
    compute_charge,
    deadline,
    remaining,
)

__all__ = [
    "FOR_DICE",
    "ON_FLAG",
    "PRESETS",
    "STEPS",
    "STOPS",
    "BadTimeControl",
    "Budget",
    "Charge",
    "ChargedSpan",
    "ClockPauses",
    "TimeControl",
    "clock_statement",
    "compute_charge",
    "deadline",
    "describe",
    "initial_budget",
    "preset_of",
    "remaining",
    "reminders",
]
