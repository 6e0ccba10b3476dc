"""What ``manage.py test`` does: checks, the tests, failures asked a second time, and the bill."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests import outcomes
from tests.outcomes import Outcome
from tests.running_site import processes

ROOT = Path(__file__).resolve().parents[1]
PYTHON = sys.executable
SOURCES = (
    "manage.py",
    "config",
    "accounts",
    "notifications",
    "games",
    "tournaments",
    "inbound",
    "tests",
)
WALL, CPU = 600, 900  # seconds: the budget of the default run on two busy cores
LIMIT = 4200  # seconds after which the default run is taken to hang, and is ended
LAST_WORDS = 90  # seconds that pytest then has to print what it found
AT_LENGTH = 3600  # seconds that one test may take where properties are tried with 500 examples
NO_ACCIDENT = 10  # more failures than this are not asked again
FAILED = 1  # pytest's exit code when tests failed and nothing else went wrong
OUT_OF_TIME = 124  # as of timeout(1)
SQLITE = "pytest.mark.sqlite"
UNCOMPILED = "PYTHONDONTWRITEBYTECODE"  # would let each of hundreds of programs compile all modules
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as c; c(['--no-logo'])"


@dataclass(frozen=True)
class Step:
    """One program to run; ``environment`` is added to ours."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: Path = ROOT

    def run(self, seconds: float | None, *, quietly: bool, **more: str) -> tuple[int, str, float]:
        """Return its exit code, its output (if quiet), and how long it took in seconds.

        After ``seconds`` it is asked to end. A pipe would be read until everything that it started
        has ended too.
        """
        began = time.monotonic()
        ours = {name: text for name, text in os.environ.items() if name != UNCOMPILED}
        with tempfile.TemporaryFile() as sink:
            process = subprocess.Popen(
                self.command,
                env={**ours, **self.environment, **more},
                cwd=self.folder,
                stdin=subprocess.DEVNULL if quietly else None,
                stdout=sink if quietly else None,
                stderr=subprocess.STDOUT if quietly else None,
            )
            try:
                code = process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
                code = OUT_OF_TIME
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(LAST_WORDS)
            except KeyboardInterrupt:  # which the terminal has sent to both
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(LAST_WORDS)
                raise
            finally:
                process.kill()
                process.wait()
            sink.seek(0)
            return code, sink.read().decode(errors="replace"), time.monotonic() - began


def checks(folder: str) -> list[Step]:
    """Return the checks of the code, and the one that compares models with migrations."""
    plain = {"VAR_DIR": folder, "DATABASE_URL": "", "REDIS_URL": "", "DEVELOPMENT": "1"}
    return [
        Step("mypy", [PYTHON, "-m", "mypy", *SOURCES], plain),
        Step("ruff check", [PYTHON, "-m", "ruff", "check", *SOURCES]),
        Step("ruff format", [PYTHON, "-m", "ruff", "format", "--check", *SOURCES]),
        Step("import-linter", [PYTHON, "-c", LINT_IMPORTS]),
        Step(
            "makemigrations",
            [PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"],
            {**plain, "DJANGO_SETTINGS_MODULE": "config.settings"},
        ),
        # What pytest makes of the tests' sources is kept: the workers do not each make it anew.
        Step("collection", pytest("--collect-only", "-qq"), {"TEST_DB": "none"}),
        Step("chromium", [PYTHON, "-m", "tests.chromium"]),
    ]


def pytest(*arguments: str) -> list[str]:
    return [PYTHON, "-m", "pytest", *arguments]


def in_parallel(beyond: int = 0) -> list[str]:
    """Return the options that use the cores and keep each module's tests together."""
    workers = min(6, (os.cpu_count() or 2) + beyond)
    return ["-n", str(workers), "--dist", "loadscope", "--no-loadscope-reorder"]


def on_sqlite() -> Step:
    """Return the run on SQLite: what SQL differs in."""
    marks = "sqlite and not browser and not long and not postgres"
    files = [path for path in sorted(ROOT.glob("tests/**/test_*.py")) if SQLITE in path.read_text()]
    command = pytest(*in_parallel(), "-q", "-m", marks, *map(str, files))
    return Step("pytest on SQLite (a part)", command, {"TEST_DB": "sqlite"})


def main_run(rest: Sequence[str], *, long: bool) -> Step:
    """Return the main run, or that of the tests the caller asked for."""
    marks = [f"--timeout={AT_LENGTH}"] if long else ["-m", "not long"]
    profile = {"HYPOTHESIS_PROFILE": "long"} if long else {}
    # One worker more than cores: tests wait for servers and browsers.
    command = pytest(*in_parallel(1), "-rfEs", *marks, *rest)
    return Step("pytest on PostgreSQL and Redis", command, profile)


@dataclass(frozen=True)
class SecondAnswer:
    """A test that failed, and what it did when it was run once more, alone."""

    outcome: Outcome
    passed: bool
    output: str


class Run:
    """One run of checks and tests; ``strict`` takes the first failure for an answer.

    ``limit`` is how many seconds all of it may take.
    """

    def __init__(
        self, say: Callable[[str], None], *, strict: bool = False, limit: float | None = None
    ) -> None:
        self.say = say
        self.strict = strict
        self.limit = limit
        self.began = time.monotonic()
        self.seen: list[Outcome] = []
        self.answers: list[SecondAnswer] = []

    def check(self) -> bool:
        """Run the checks in parallel, print them one after the other; whether all are good."""
        failed = []
        with (
            tempfile.TemporaryDirectory(prefix="ampelpost-checks-") as folder,
            ThreadPoolExecutor(os.cpu_count() or 2) as pool,
        ):
            steps = checks(folder)
            running_steps = [(s, pool.submit(s.run, self._left(), quietly=True)) for s in steps]
            for step, running in running_steps:
                code, said, seconds = running.result()
                self.heading(f"{step.name}: {'FAILED' if code else 'good'} ({seconds:.0f} s)")
                self.say(said.strip())
                if code:
                    failed.append(step.name)
        self.heading(f"Checks FAILED: {', '.join(failed)}." if failed else "All checks are good.")
        return not failed

    def test(self, steps: Iterable[Step]) -> bool:
        """Run the tests, then once more what failed; whether all passed in the end."""
        good = True
        for step in steps:
            self.heading(step.name)
            code, found = self._run(step)
            self.seen += found
            failed = [each for each in found if each.state == "failed"]
            if code == FAILED and failed and not self.strict and len(failed) <= NO_ACCIDENT:
                answers = [self._ask_again(step, each) for each in failed]
                self.answers += answers
                good &= all(answer.passed for answer in answers)
            else:
                good &= code == 0
        return good

    def _run(self, step: Step) -> tuple[int, list[Outcome]]:
        with tempfile.TemporaryDirectory(prefix="ampelpost-outcomes-") as folder:
            path = Path(folder) / "outcomes.json"
            code, _, _ = step.run(self._left(), quietly=False, **{outcomes.PATH: str(path)})
            if code == OUT_OF_TIME:
                self.heading(f"Ended after {time.monotonic() - self.began:.0f} seconds: it hangs.")
            self._end_leftovers(f"{outcomes.PATH}={path}")
            return code, outcomes.outcomes_in(path)

    def _left(self) -> float | None:
        """Return how many seconds are left, at least one."""
        if self.limit is None:
            return None
        return max(1.0, self.began + self.limit - time.monotonic())

    def _end_leftovers(self, line: str) -> None:
        """Kill what a run has started and left, known by a line of its environment."""
        for pid, command, surroundings in processes():
            if f"{line}\0".encode() in surroundings:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    self.say(f"Left behind, and ended now: {command}")

    def _ask_again(self, step: Step, outcome: Outcome) -> SecondAnswer:
        """Run one test alone in a process of its own, on databases of its own."""
        self.heading(f"Once more, alone: {outcome.name}")
        command = pytest("-p", "no:cacheprovider", outcome.name)
        code, said, seconds = replace(step, command=command).run(self._left(), quietly=True)
        self.say(f"{'failed again' if code else 'passed'} ({seconds:.0f} s)")
        return SecondAnswer(outcome, code == 0, said)

    def sum_up(self, *, within_budget: bool) -> None:
        """Print flaky tests and second failures, the bill, and a closing line of counts."""
        for title, passed in (("Flaky: failed, then passed alone", True), ("Failed twice", False)):
            told = [each for each in self.answers if each.passed is passed]
            if told:
                self.heading(f"{title}: {len(told)}")
            for each in told:
                self.say(f"---- {each.outcome.name}\n-- at first:\n{each.outcome.output}")
                self.say(f"-- alone:\n{each.output[-outcomes.MAX_OUTPUT :]}")
        if unfinished := [each.name for each in self.seen if each.state == "unfinished"]:
            self.heading(f"Begun and not ended: {len(unfinished)}")
            self.say("\n".join(unfinished))
        self._print_bill(within_budget=within_budget)
        states = [each.state for each in self.seen]
        flaky = sum(each.passed for each in self.answers)
        self.say(
            f"\n{states.count('passed') + flaky} passed, {states.count('failed') - flaky} failed, "
            f"{states.count('skipped')} skipped"
        )

    def _print_bill(self, *, within_budget: bool) -> None:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        wall, cpu = time.monotonic() - self.began, used.ru_utime + used.ru_stime
        self.heading(f"{wall:.0f} seconds, {cpu:.0f} of CPU")
        in_tests = 0.0
        for folder, (count, seconds) in cpu_by_folder(self.seen).items():
            self.say(f"{seconds:8.1f} s of CPU, {count:6,} tests in {folder}")
            in_tests += seconds
        self.say(f"{cpu - in_tests:8.1f} s of CPU in checks, starts, servers and browsers")
        self.heading("The twenty dearest tests, in seconds of CPU")
        for each in sorted(self.seen, key=lambda each: -each.cpu)[:20]:
            self.say(f"{each.cpu:8.1f} {each.name}")
        if within_budget and (wall > WALL or cpu > CPU):
            self.heading(f"Over the budget of {WALL} seconds and {CPU} of CPU.")

    def heading(self, text: str) -> None:
        self.say(f"\n== {text}")


def cpu_by_folder(seen: Iterable[Outcome]) -> dict[str, tuple[int, float]]:
    """Return how many tests a folder has and the CPU they took, the dearest folder first."""
    totals: dict[str, tuple[int, float]] = {}
    for each in seen:
        folder = each.name.partition("::")[0].rpartition("/")[0]
        count, cpu = totals.get(folder, (0, 0.0))
        totals[folder] = (count + 1, cpu + each.cpu)
    return dict(sorted(totals.items(), key=lambda item: -item[1][1]))
