"""Finds or installs Chromium and drives it."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests import patience

PATIENCE = 1000 * patience.PATIENCE  # in Playwright's milliseconds
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


def patiently(act: Callable[..., None]) -> Callable[..., None]:
    """Return the act on a locator so that it ends when the page it leads to has been read.

    Playwright waits only until the next page begins to arrive: what is looked for at once
    may not be there yet.
    """

    @functools.wraps(act)
    def acted(locator: Any, *args: Any, **options: Any) -> None:
        act(locator, *args, **options)
        locator.page.wait_for_load_state("domcontentloaded")

    return acted


def with_patience(opened: Callable[..., Any]) -> Callable[..., Any]:
    """Return the opener of contexts or pages so that what they open is waited for as all else."""

    @functools.wraps(opened)
    def open_patiently(*args: Any, **options: Any) -> Any:
        fresh = opened(*args, **options)
        fresh.set_default_timeout(PATIENCE)
        return fresh

    return open_patiently


def launched() -> Iterator[Any]:
    """Yield a running headless Chromium and close it afterwards."""
    from playwright.sync_api import Browser, Locator, expect, sync_playwright

    program = found() or installed()
    if program is None:
        pytest.skip("no Chromium: install chromium, or name the program in CHROMIUM")
    expect.set_options(timeout=PATIENCE)
    for act in ("click", "tap", "press"):
        setattr(Locator, act, patiently(getattr(Locator, act)))
    for name in ("new_context", "new_page"):
        setattr(Browser, name, with_patience(getattr(Browser, name)))
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
