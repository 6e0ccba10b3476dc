"""What a referee's previews take in a Swiss of two hundred, beside loading its page.

    python -m pytest tests/bench/previews.py -s

Milliseconds are medians of five; figures depend on the machine.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.conftest import hold, organiser, people, plan
from tests.tournaments.test_at_size import DAY, begun, verbs_of

__all__ = ["hold", "organiser", "people", "plan"]
pytestmark = pytest.mark.django_db


def seconds(verb: Callable[[], Any]) -> float:
    """Do it, and return how long it took."""
    begun_at = time.perf_counter()
    verb()
    return time.perf_counter() - begun_at


def test_previews_of_two_hundred(hold, people, person, referee, client_for, noon):
    tournament = hold(people(200), format="swiss", rounds=9, round_days=10)
    begun(tournament, person("Latecomer"), referee, noon + DAY, 6)
    verbs = verbs_of(tournament, referee, client_for(referee), noon + DAY)
    took = {
        name: statistics.median(seconds(verb) for _again in range(5))
        for name, verb in verbs.items()
    }
    for name, each in took.items():
        print(f"\n{name}: {each * 1000:.0f} ms, {each / took['page']:.1f} pages", end="")
