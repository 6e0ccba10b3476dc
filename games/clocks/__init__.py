"""Clocks for correspondence play as pure functions: instants in, plain values out."""

from games.clocks.control import ON_FLAG, STOPS, BadTimeControl, Budget, TimeControl, initial_budget
from games.clocks.pauses import ClockPauses
from games.clocks.presets import DICE_PRESETS, PRESETS, describe_control, preset_of
from games.clocks.reminders import REMINDER_STEPS, reminders
from games.clocks.running import (
    Charge,
    ChargedSpan,
    clock_statement,
    compute_charge,
    deadline,
    remaining_time,
)

__all__ = [
    "DICE_PRESETS",
    "ON_FLAG",
    "PRESETS",
    "REMINDER_STEPS",
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
    "describe_control",
    "initial_budget",
    "preset_of",
    "remaining_time",
    "reminders",
]
