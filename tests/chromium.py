"""Finds or installs Chromium and drives it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def found() -> str | None:
    """Return the program named in CHROMIUM, else one on PATH."""
    if given := os.environ.get("CHROMIUM"):
        return given
    return next((path for path in map(shutil.which, NAMES) if path), None)


def installed() -> str | None:
    """Install Debian's package where we may, and return its program."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-q"], ["install", "-qy", "--no-install-recommends", "chromium"]):
        line = ["apt-get", "-o", "DPkg::Lock::Timeout=300", *command]
        if subprocess.run(line, env=quiet, check=False, capture_output=True).returncode:
            return None
    return found()


def launched() -> Iterator[Any]:
    """Yield a running headless Chromium and close it afterwards."""
    from playwright.sync_api import sync_playwright

    program = found() or installed()
    if program is None:
        pytest.skip("no Chromium: install chromium, or name the program in CHROMIUM")
    # Playwright keeps an event loop in this thread; Django takes that for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield chromium
        chromium.close()


if __name__ == "__main__":
    print(found() or installed() or "No Chromium: browser tests will be skipped.")
