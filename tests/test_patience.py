"""Tests wait in one way only, and none measures time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import patience
from tests.patience import until

TESTS = Path(__file__).parent
FREE = tuple(TESTS / each for each in ("patience.py", "run.py", "bench", "rehearsal", "storm"))
CLOCKS = {
    "time": {
        *("sleep", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"),
        *("process_time", "process_time_ns", "thread_time"),
    },
    "asyncio": {"sleep"},
}
METHODS = {"wait_for_timeout"}  # of a page, whatever it is called
WAITS = {"acquire", "join", "result", "wait"}  # of threads, events, locks and programs


def test_what_comes_late_is_returned() -> None:
    answers = iter(["", None, "soup", "salt"])
    assert until(lambda: next(answers), "soup") == "soup"


def test_giving_up_names_what_was_waited_for_and_what_came_instead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0)
    with pytest.raises(AssertionError, match=r"never: soup; last it was \[\]$"):
        until(list, "soup")
    with pytest.raises(AssertionError) as gave_up:
        until(list, "soup", said=lambda: "early " + "x" * 2995 + " late")
    assert str(gave_up.value).endswith("[]\n" + "x" * 2995 + " late")


def test_only_faults_that_are_named_mean_not_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = [ValueError("raw"), KeyError("raw")]

    def cook() -> str:
        if errors:
            raise errors.pop()
        return "soup"

    assert until(cook, "soup", ignoring=(LookupError, ValueError)) == "soup"
    with pytest.raises(ValueError, match="cold"):
        until(lambda: int("cold"), "soup", ignoring=(LookupError,))
    monkeypatch.setattr(patience, "PATIENCE", 0)
    with pytest.raises(AssertionError, match=r"never: soup; last it raised ValueError\(.*cold"):
        until(lambda: int("cold"), "soup", ignoring=(ValueError,))


def limit_of(call: ast.Call) -> float | None:
    """Return the seconds that a call itself says it waits."""
    waits = isinstance(call.func, ast.Attribute) and call.func.attr in WAITS
    said = [each.value for each in call.keywords if each.arg == "timeout"]
    for each in [*said, *(call.args[:1] if waits else ())]:
        if isinstance(each, ast.Constant) and isinstance(each.value, int | float):
            return each.value
    return None


def clocks_in(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and name of everything that sleeps, reads a clock or gives up on its own."""
    tree = ast.parse(source)
    modules = {
        each.asname or each.name: each.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for each in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for each in node.names:
                if each.name in CLOCKS.get(node.module or "", ()):
                    yield node.lineno, f"{node.module}.{each.name}"
        elif isinstance(node, ast.Attribute):
            of = node.value
            module = modules.get(of.id, "") if isinstance(of, ast.Name) else ""
            if node.attr in METHODS or node.attr in CLOCKS.get(module, ()):
                yield node.lineno, f"{module or '…'}.{node.attr}"
        elif isinstance(node, ast.Call) and (limit := limit_of(node)) is not None:
            yield node.lineno, f"{limit} seconds"


PLANTED = """
import asyncio
import time as clock
from time import monotonic, strftime
class Test:
    async def test(self, page):
        begun = monotonic()
        clock.sleep(1)
        await asyncio.sleep(1)
        page.wait_for_timeout(300)
        wait = clock.perf_counter
        keeper.time.time()
        keeper.sleep()
        gate.wait(5)
        thread.join(timeout=0.5)
        gate.wait(PATIENCE)
        ", ".join(names)
        connect(timeout=20)
"""


def test_a_clock_in_a_test_would_be_found() -> None:
    assert sorted(clocks_in(PLANTED)) == [
        (4, "time.monotonic"),
        (8, "time.sleep"),
        (9, "asyncio.sleep"),
        (10, "….wait_for_timeout"),
        (11, "time.perf_counter"),
        (14, "5 seconds"),
        (15, "0.5 seconds"),
        (18, "20 seconds"),
    ]


def test_no_test_sleeps_or_reads_a_clock() -> None:
    """Wait with `tests.patience.until` or for `PATIENCE`; count; time under `tests/bench`."""
    found = [
        f"{path.relative_to(TESTS.parent)}:{line}: {name}"
        for path in sorted(TESTS.rglob("*.py"))
        if not any(path.is_relative_to(free) for free in FREE)
        for line, name in clocks_in(path.read_text())
    ]
    assert found == []
