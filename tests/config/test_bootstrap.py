"""``manage.py`` on a bare machine: it makes its own ``.venv``, once, and goes on in it.

A wheel made here stands in for the real requirements, so that nothing is fetched.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.patience import PATIENCE, until
from tests.sampling import sampled

ROOT = Path(__file__).resolve().parents[2]
RUNNER = """
import sys
def execute_from_command_line(argv):
    import tiny
    print("RUN", tiny.VERSION, sys.prefix, *argv[1:])
"""
UP = """
import sys
def main(words):
    import tiny
    print("RUN", tiny.VERSION, sys.prefix, "up", *words)
"""


def wheel(folder: Path, version: str) -> None:
    """Write a wheel of a package "tiny" that brings a stand-in for Django along."""
    info = f"tiny-{version}.dist-info"
    files = {
        "tiny.py": f"VERSION = '{version}'\n",
        "django/__init__.py": "",
        "django/conf.py": "class settings:\n    DEBUG = True\n",
        "django/core/__init__.py": "",
        "django/core/management.py": RUNNER,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: tiny\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": "",
    }
    with zipfile.ZipFile(folder / f"tiny-{version}-py3-none-any.whl", "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


class Clone:
    """A folder with manage.py and requirement files, as a fresh clone has them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "a clone"
        self.folder.mkdir()
        self.wheels = folder / "wheels"
        self.wheels.mkdir()
        for version in ("1.0", "2.0"):
            wheel(self.wheels, version)
        shutil.copy(ROOT / "manage.py", self.folder)
        running = self.folder / "config" / "running"
        running.mkdir(parents=True)
        (running / "up.py").write_text(UP)
        self.require("1.0")

    def require(self, version: str) -> None:
        self.version = version
        (self.folder / "constraints.txt").write_text(f"tiny=={version}\n")
        (self.folder / "requirements.txt").write_text(f"tiny=={version}\n")
        (self.folder / "requirements-dev.txt").write_text("-r requirements.txt\n")

    def start(self, *words: str, script: Path | None = None, **extra: str) -> subprocess.Popen[str]:
        env = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels), **extra}
        return subprocess.Popen(
            [sys.executable, script or self.folder / "manage.py", *words],
            env=env,
            cwd="/",
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def run(self, *words: str, script: Path | None = None, **extra: str) -> str:
        said, _ = self.start(*words, script=script, **extra).communicate(timeout=PATIENCE)
        return said


@pytest.fixture(scope="module")
def started_twice(tmp_path_factory) -> tuple[Clone, list[str]]:
    """Return a clone and what its first two starts, both at once, have said."""
    clone = Clone(tmp_path_factory.mktemp("bare"))
    both = [clone.start("up", "--port", "1"), clone.start("up", "--port", "2")]
    return clone, [run.communicate(timeout=PATIENCE)[0] for run in both]


@pytest.fixture
def clone(started_twice: tuple[Clone, list[str]]) -> Clone:
    """Return that clone with version 1.0 installed, whichever tests have run."""
    clone, _said = started_twice
    if clone.version != "1.0":
        clone.require("1.0")
        clone.run("check")
    return clone


def test_the_first_two_at_once_make_one_venv_and_both_go_on_in_it(started_twice):
    clone, said = started_twice
    venv = clone.folder / ".venv"
    assert f"RUN 1.0 {venv} up --port 1" in said[0]
    assert f"RUN 1.0 {venv} up --port 2" in said[1]
    assert "".join(said).count("Setting up once") == 1


def test_the_second_start_installs_nothing(clone):
    assert clone.run("check").splitlines() == [f"RUN 1.0 {clone.folder / '.venv'} check"]


def test_a_link_to_manage_py_leads_to_the_same_site(clone, tmp_path):
    link = tmp_path / "ampelpost"
    link.symlink_to(clone.folder / "manage.py")
    assert f"RUN 1.0 {clone.folder / '.venv'} check" in clone.run("check", script=link)


def test_the_test_command_asks_for_the_requirements_of_the_tests(clone):
    assert "Installing requirements-dev.txt" in clone.run("test")
    assert "Installing" not in clone.run("test")
    assert "Installing" not in clone.run("up")


@pytest.mark.long
def test_changed_requirements_are_installed_at_the_next_start(clone):
    clone.require("2.0")
    said = clone.run("check")
    assert "Installing requirements.txt" in said
    assert "Setting up once" not in said
    assert "RUN 2.0" in said


@pytest.mark.long
def test_a_half_made_venv_is_made_again(clone):
    venv = clone.folder / ".venv"
    shutil.rmtree(venv / "lib")
    (venv / "bin" / "python").unlink()
    said = clone.run("check")
    assert "Setting up once" in said
    assert "RUN 1.0" in said


@pytest.mark.long
def test_a_venv_that_lost_its_packages_is_filled_again(clone):
    (site,) = (clone.folder / ".venv" / "lib").glob("python*/site-packages")
    shutil.rmtree(site / "django")
    shutil.rmtree(next(site.glob("tiny-*.dist-info")))
    (site / "tiny.py").unlink()
    assert "RUN 1.0" in clone.run("check")


@pytest.mark.parametrize("first", sampled([False, True], 1))
def test_a_failing_installation_shows_pips_words_and_a_sentence(clone, tmp_path, first):
    clone = Clone(tmp_path) if first else clone
    clone.require("9.9")
    said = clone.run("check")
    assert "ERROR: Cannot install tiny==9.9" in said
    assert "The packages could not be installed" in said
    assert "Traceback" not in said
    clone.require("2.0")
    assert "RUN 2.0" in clone.run("check")


def test_a_python_without_ensurepip_and_pip_gets_a_sentence(tmp_path):
    clone = Clone(tmp_path)
    blind = tmp_path / "blind"
    blind.mkdir()
    (blind / "sitecustomize.py").write_text(
        "import importlib.util as u\n"
        "find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name in ('ensurepip', 'pip') else find(name, *a)\n"
    )
    said = clone.run("check", PYTHONPATH=str(blind))
    assert "apt install python3-venv" in said
    assert "Traceback" not in said


def test_a_python_that_is_too_old_gets_a_sentence(tmp_path):
    clone = Clone(tmp_path)
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.version_info = (3, 9, 2)\n")
    said = clone.run("check", PYTHONPATH=str(tmp_path))
    assert said.startswith("Python 3.11 or newer is needed")
    assert "Traceback" not in said


WAITING = """
import os, pathlib, signal
mark = pathlib.Path({mark!r})
mark.with_suffix(".new").write_text(str(os.getpid()))
mark.with_suffix(".new").rename(mark)
signal.pause()
"""


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc")
@pytest.mark.parametrize("step", ["venv", "pip"])
def test_killed_while_it_installs_it_leaves_nothing_running(tmp_path, step):
    clone = Clone(tmp_path)
    if step == "pip":  # the folder is there
        (clone.folder / ".venv" / "bin").mkdir(parents=True)
        (clone.folder / ".venv" / "bin" / "python").symlink_to(sys.executable)
    mark, module = tmp_path / "pid", tmp_path / "fake" / step
    module.mkdir(parents=True)
    (module / "__init__.py").write_text("")
    (module / "__main__.py").write_text(WAITING.format(mark=str(mark)))
    run = clone.start("up", PYTHONPATH=str(module.parent))
    try:
        until(lambda: mark.exists() or run.poll() is not None, f"{step} is at work")
        assert run.poll() is None, run.communicate()[0]
        pid = int(mark.read_text())
        assert is_alive(pid)
        run.kill()
        until(lambda: not is_alive(pid), f"{step} has ended")
    finally:
        run.kill()
        run.communicate()
        if mark.exists() and is_alive(pid := int(mark.read_text())):
            os.kill(pid, signal.SIGKILL)
