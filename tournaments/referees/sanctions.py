"""Proposed sanction for a further offence (rule R-5): a warning, then 30, then 90 days.

Only a proposal; referees decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

SANCTION_LIFETIME = timedelta(days=730)
WARNING = 0
SUSPENSION_STEPS = (WARNING, 30, 90)  # days of suspension


def next_suspension_days(earlier: Iterable[int]) -> int:
    """Return the days of the next suspension, first WARNING; the last step repeats.

    ``earlier`` holds the days of every standing sanction that still counts.
    """
    worst = max(earlier, default=-1)
    return next((step for step in SUSPENSION_STEPS if step > worst), SUSPENSION_STEPS[-1])
