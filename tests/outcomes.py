"""Writes how every test ended, and the CPU it took, into the file named by TEST_OUTCOMES.

CPU is that of the test's own process and of the programs it started that have ended, in seconds of
user and system time; servers and browsers that serve several tests are in no test's figure.
"""

from __future__ import annotations

import json
import os
import resource
import signal
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

PATH = "TEST_OUTCOMES"
CPU = "cpu"
MAX_OUTPUT = 20_000  # characters of output that are kept of one failure
STARTED = pytest.StashKey[float]()
aside: list[float] = []


@dataclass
class Outcome:
    """One test; ``state`` is passed, skipped, failed, or unfinished where the run was ended."""

    name: str
    state: str = "passed"
    cpu: float = 0.0
    output: str = ""


def cpu_seconds() -> float:
    """Return the user and system time of this process and its ended children, in seconds."""
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    used = sum(each.ru_utime + each.ru_stime for each in map(resource.getrusage, whose))
    return used - sum(aside)


def set_aside(seconds: float) -> None:
    """Count no more what a program has used that served several tests: it ends with the last."""
    aside.append(seconds)


def outcomes_in(path: Path) -> list[Outcome]:
    """Return what a run has written; nothing if it ended before it could."""
    return [Outcome(**each) for each in json.loads(path.read_text())] if path.exists() else []


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    item.stash[STARTED] = cpu_seconds()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, Any, Any]:
    report = yield
    if call.when == "teardown":
        report.user_properties.append((CPU, cpu_seconds() - item.stash[STARTED]))
    return report


def pytest_configure(config: pytest.Config) -> None:
    path = os.environ.get(PATH)
    if path and not hasattr(config, "workerinput"):
        # Programs that a shell has started in the background ignore it, but we are ended by it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        config.pluginmanager.register(Recorder(Path(path)))


class Recorder:
    """Gathers the reports of all workers."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: dict[str, Outcome] = {}
        self.running: set[str] = set()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._note_failure(report)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.running.add(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        outcome = self._outcome_of(report)
        if report.when == "teardown":
            self.running.discard(report.nodeid)
            outcome.cpu = sum(
                float(str(value)) for name, value in report.user_properties if name == CPU
            )
        if report.failed:  # in itself, in set-up or teardown, or because its worker crashed
            self._note_failure(report)
        elif report.skipped:
            outcome.state = "skipped"

    def pytest_sessionfinish(self) -> None:
        for name in self.running:
            outcome = self.found.setdefault(name, Outcome(name))
            if outcome.state != "failed":  # as it did if it took its worker with it
                outcome.state = "unfinished"
        self.path.write_text(json.dumps([asdict(each) for each in self.found.values()]))

    def _outcome_of(self, report: pytest.CollectReport | pytest.TestReport) -> Outcome:
        return self.found.setdefault(report.nodeid, Outcome(report.nodeid))

    def _note_failure(self, report: pytest.CollectReport | pytest.TestReport) -> None:
        outcome = self._outcome_of(report)
        outcome.state = "failed"
        sections = (f"-- {title}\n{text}" for title, text in report.sections)
        outcome.output = "\n".join([outcome.output, str(report.longrepr), *sections])[-MAX_OUTPUT:]
