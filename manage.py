#!/usr/bin/env python3
"""Entry point. Creates ``.venv`` on first use and re-executes itself there.

Everything before the import of Django uses only the standard library and runs on old Pythons, so
that they get a clear message rather than a traceback.
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "ampelpost.json"
AGAIN = "AMPELPOST_IN_VENV"
RUNTIME = ("constraints.txt", "requirements.txt")
TESTS = (*RUNTIME, "requirements-dev.txt")


def main() -> None:
    """Find or create an interpreter with the requirements and run the command in it."""
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    files = TESTS if sys.argv[1:2] == ["test"] else RUNTIME
    if not usable(files):
        reexec_in_venv(files)
    if sys.argv[1:2] == ["up"]:
        from config.running import up

        sys.exit(up.main(sys.argv[2:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.conf import settings
    from django.core.management import execute_from_command_line

    try:
        _ = settings.DEBUG
    except ValueError as error:  # invalid environment variable
        sys.exit(f"{error}.")
    execute_from_command_line(sys.argv)


def usable(files: tuple[str, ...]) -> bool:
    """Whether this interpreter has the packages that the files pin."""
    if Path(sys.prefix).resolve() == VENV and STAMP.exists():
        return stamped(files) and importlib.util.find_spec("django") is not None
    return not unmet(files)


def unmet(files: tuple[str, ...]) -> list[str]:
    """Return the pinned requirements that are missing here or have another version."""
    missing = []
    for name in files[1:]:
        for line in (HERE / name).read_text().splitlines():
            pinned = re.match(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;]+)", line)
            if pinned and installed_version(pinned[1]) != pinned[2]:
                missing.append(line)
    return missing


def installed_version(name: str) -> str:
    """Return the installed version of a package, "" if there is none."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def fingerprint(files: tuple[str, ...]) -> str:
    """Return a hash of the contents of the files."""
    digest = hashlib.sha256()
    for name in files:
        digest.update((HERE / name).read_bytes())
    return digest.hexdigest()


def stamped(files: tuple[str, ...]) -> bool:
    """Whether ``.venv`` was filled from exactly these files."""
    try:
        stamps = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return False
    return bool(stamps.get(files[-1]) == fingerprint(files))


def reexec_in_venv(files: tuple[str, ...]) -> None:
    """Create or update ``.venv`` if necessary, then replace this process by its interpreter."""
    if os.environ.get(AGAIN) == str(os.getpid()):
        sys.exit(f"{VENV} lacks {', '.join(unmet(files))}: remove the folder and start again.")
    lock = os.open(HERE, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)  # another process may be filling it
    try:
        if not (stamped(files) and runs(PYTHON, "import django")):
            fill_venv(files)
    except OSError as error:
        sys.exit(f"Cannot write {VENV}: {error}. Make the folder {HERE} writable for you.")
    finally:
        os.close(lock)
    os.environ[AGAIN] = str(os.getpid())
    sys.stdout.flush()
    os.execv(PYTHON, [str(PYTHON), str(HERE / "manage.py"), *sys.argv[1:]])


def fill_venv(files: tuple[str, ...]) -> None:
    """Create ``.venv`` if necessary, install the files with their constraints, and stamp it."""
    began = time.monotonic()
    stamps = json.loads(STAMP.read_text()) if STAMP.exists() else {}
    if not runs(PYTHON, "pass"):
        say(f"Setting up once, in {VENV} (half a minute to some minutes, by your network)")
        stamps = {}
        make_venv()
    say(f"Installing {files[-1]} …")
    command = [*pip(), "install", "--disable-pip-version-check", "--no-input", "--prefer-binary"]
    install([*command, "-r", str(HERE / files[-1]), "-c", str(HERE / files[0])])
    for known in (RUNTIME, files):  # each list includes the runtime packages
        stamps[known[-1]] = fingerprint(known)
    STAMP.write_text(json.dumps(stamps))
    say(f"Ready after {time.monotonic() - began:.0f} seconds.")


def make_venv() -> None:
    """Create an empty ``.venv``, replacing a broken one."""
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    if not importlib.util.find_spec("ensurepip"):
        if not importlib.util.find_spec("pip"):
            sys.exit(
                "This Python cannot make virtual environments: its module ensurepip is missing.\n"
                "On Debian and Ubuntu install it with: apt install python3-venv\n"
                "Then run the same command again."
            )
        command.insert(3, "--without-pip")
    if run_child(command).returncode:
        sys.exit(f"{' '.join(command)} failed; its words stand above.")


def pip() -> list[str]:
    """Return the command line of a pip that installs into ``.venv``."""
    if runs(PYTHON, "import pip") or runs(PYTHON, "import ensurepip; ensurepip.bootstrap()"):
        return [str(PYTHON), "-m", "pip"]
    found = importlib.util.find_spec("pip")
    if found and found.submodule_search_locations:  # like "pip --python", with one process fewer
        return [str(PYTHON), str(found.submodule_search_locations[0])]
    sys.exit(f"{VENV} has no pip. Remove the folder and run the same command again.")


def runs(python: Path, code: str) -> bool:
    """Whether the interpreter exists and runs the code without an error."""
    try:
        return run_child([str(python), "-c", code], capture_output=True).returncode == 0
    except OSError:
        return False


def run_child(
    command: list[str], *, capture_output: bool = False
) -> subprocess.CompletedProcess[bytes]:
    """Run a command that is killed if this process dies."""
    return subprocess.run(
        command,
        check=False,
        capture_output=capture_output,
        preexec_fn=kill_with_parent(os.getpid()),
    )


def install(command: list[str]) -> None:
    """Run pip and show each package it works on; its full output only if it fails."""
    lines = []
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=HERE,
        preexec_fn=kill_with_parent(os.getpid()),  # noqa: PLW1509
    ) as run:
        for line in run.stdout or ():
            lines.append(line)
            package = re.match(r"Collecting ([A-Za-z0-9._-]+)", line)
            if package:
                show(f"  fetching {package[1]}")
            elif line.startswith("Installing collected packages"):
                show(f"  unpacking {line.count(',') + 1} packages")
    show("")
    if run.returncode:
        say("".join(lines[-40:]))
        sys.exit("The packages could not be installed; pip's last words stand above.")


def kill_with_parent(parent: int) -> Callable[[], None] | None:
    """Return a hook that has the kernel kill a child when this process dies (Linux only).

    Otherwise an orphaned pip could write into the folder together with a new one.
    """
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)

    def ask_kernel() -> None:
        libc.prctl(1, int(signal.SIGKILL), 0, 0, 0)  # 1 is PR_SET_PDEATHSIG
        if os.getppid() != parent:
            os._exit(1)

    return ask_kernel


def show(text: str) -> None:
    """Show a step: in place on a terminal, as a line of its own elsewhere."""
    if sys.stdout.isatty():
        print(f"\r\033[K{text}", end="", flush=True)
    elif text:
        say(text)


def say(text: str) -> None:
    """Print and flush, as this process is soon replaced by another."""
    print(text, flush=True)


if __name__ == "__main__":
    main()
