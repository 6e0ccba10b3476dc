"""Clocks of correspondence play, pure: every instant is a parameter, every result a plain value."""

from games.clocks.control import ON_FLAG, STOPS, BadTimeControl, Budget, TimeControl, start
from games.clocks.presets import FOR_DICE, PRESETS, describe, preset_of
from games.clocks.reminders import STEPS, reminders
from games.clocks.running import Charge, Line, charge, deadline, remaining, statement
from games.clocks.stops import Stops

__all__ = [
    "FOR_DICE",
    "ON_FLAG",
    "PRESETS",
    "STEPS",
    "STOPS",
    "BadTimeControl",
    "Budget",
    "Charge",
    "Line",
    "Stops",
    "TimeControl",
    "charge",
    "deadline",
    "describe",
    "preset_of",
    "remaining",
    "reminders",
    "start",
    "statement",
]
