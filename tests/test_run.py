"""``manage.py test``: what fails once is asked again; what fails twice, or hangs, is red."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import run
from tests.sampling import sampled

PLANTED = """
import signal
from pathlib import Path

import pytest

def test_good():
    pass

def test_once():
    seen = Path(__file__).with_name("seen")
    first = not seen.exists()
    seen.touch()
    assert not first, "the first time"

def test_always():
    assert False, "every time"

def test_skipped():
    pytest.skip("not here")

@pytest.fixture
def untidy():
    yield
    raise RuntimeError("left behind")

def test_teardown(untidy):
    pass

def test_hangs():
    signal.pause()

def test_stuck():  # no time limit of its own ends it
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    signal.pause()

def test_crash():
    signal.raise_signal(signal.SIGKILL)

@pytest.mark.parametrize("number", range(run.NO_ACCIDENT + 1))
def test_many(number):
    assert False
""".replace("run.NO_ACCIDENT", str(run.NO_ACCIDENT))
IMPATIENT = """
import signal

import pytest

class Impatient:
    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logstart(self, nodeid):
        yield
        if "stuck" in nodeid:
            signal.raise_signal(signal.SIGINT)

def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Impatient())
"""
INI = "[pytest]\naddopts = -p xdist -p pytest_timeout -p tests.outcomes\ntimeout = 3\n"
LEAN = {
    "PYTHONPATH": str(run.ROOT),
    "PYTEST_ADDOPTS": "",  # may name plug-ins of whoever runs these tests
    "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
}


def outcome_of(folder: Path, names: str, *, strict: bool = False) -> tuple[bool, str]:
    """Return whether a run of some planted tests is good, and what it prints at its end."""
    (folder / "test_planted.py").write_text(PLANTED)
    (folder / "pytest.ini").write_text(INI)
    lines: list[str] = []
    this = run.Run(lines.append, strict=strict)
    command = run.pytest("-q", "-n", "1", "-k", names)
    step = run.Step("planted", command, LEAN, folder)
    good = this.test([step])
    this.sum_up(within_budget=False)
    return good, "\n".join(lines)


def test_what_fails_once_is_flaky_and_the_run_is_good(tmp_path: Path) -> None:
    good, said = outcome_of(tmp_path, "good or once or skipped")
    assert good
    assert "Flaky: failed, then passed alone: 1" in said
    assert "the first time" in said
    assert "1 tests in" not in said, "all three are in one folder"
    assert "test_planted.py::test_good" in said.partition("twenty dearest")[2]
    assert said.endswith("\n2 passed, 0 failed, 1 skipped")


@pytest.mark.parametrize(
    ("names", "words"),
    sampled(
        [
            ("always or crash", ("every time", "crashed")),
            ("teardown or hangs", ("left behind", "Timeout")),
        ],
        1,
    ),
)
def test_what_fails_again_hangs_or_crashes_is_red(
    tmp_path: Path, names: str, words: tuple[str, str]
) -> None:
    good, said = outcome_of(tmp_path, f"good or {names}")
    assert not good
    twice = said.partition("Failed twice: 2")[2]
    for each in words:
        assert each in twice
    assert said.endswith("\n1 passed, 2 failed, 0 skipped")


@pytest.mark.parametrize(
    ("names", "strict", "counts"),
    [
        ("good or once", True, "1 passed, 1 failed, 0 skipped"),
        ("many", False, "0 passed, 11 failed, 0 skipped"),
        pytest.param(
            *("nothing_of_that_name", False, "0 passed, 0 failed, 0 skipped"),
            marks=pytest.mark.long,
        ),
    ],
    ids=["strict", "more than an accident", "no test at all"],
)
def test_nothing_is_asked_again(tmp_path: Path, names: str, strict: bool, counts: str) -> None:
    good, said = outcome_of(tmp_path, names, strict=strict)
    assert not good
    assert "Once more" not in said
    assert said.endswith(f"\n{counts}")


def test_what_had_not_ended_is_named(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(IMPATIENT)
    good, said = outcome_of(tmp_path, "good or stuck")
    assert not good
    assert "Begun and not ended: 1\ntest_planted.py::test_stuck\n" in said
    assert said.endswith("\n1 passed, 0 failed, 0 skipped")


def test_a_run_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "LAST_WORDS", 0)
    lines: list[str] = []
    hanging = run.Step(
        "hanging", [run.PYTHON, "-c", "import signal; signal.pause()"], folder=tmp_path
    )
    assert not run.Run(lines.append, limit=0).test([hanging])
    assert "it hangs" in lines[-1]


def test_what_a_run_has_left_behind_is_ended(tmp_path: Path) -> None:
    code = "import subprocess; subprocess.Popen(['sleep', '98765'], start_new_session=True)"
    lines: list[str] = []
    assert run.Run(lines.append).test([run.Step("untidy", [run.PYTHON, "-c", code], {}, tmp_path)])
    assert lines[-1] == "Left behind, and ended now: sleep 98765 "


def test_what_cannot_be_collected_is_red(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("import nothing_of_that_name\n")
    good, said = outcome_of(tmp_path, "good")
    assert not good
    assert "nothing_of_that_name" in said
