"""Finds or installs Chromium and drives it."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests import outcomes, patience

ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage"]
PATIENCE = 1000 * patience.PATIENCE  # in Playwright's milliseconds
SHELL = "chromium-headless-shell"  # less than half the CPU of the whole, but no notifications
running: list[Any] = []  # the browsers of this process
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium", SHELL)  # of Debian


def found(*, whole: bool = False) -> str | None:
    """Return the program named in CHROMIUM, else one on PATH."""
    if given := os.environ.get("CHROMIUM"):
        return given
    names = WHOLE if whole else (SHELL, *WHOLE)
    return next((path for path in map(shutil.which, names) if path), None)


def install() -> None:
    """Install Debian's packages where we may and one of them is missing."""
    if os.environ.get("CHROMIUM") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    missing = [name for name in PACKAGES if not shutil.which(name)]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if missing:
        _apt_get(["update", "-q"], quiet)
    for name in missing:  # one by one: not every release has both
        _apt_get(["install", "-qy", "--no-install-recommends", name], quiet)


def _apt_get(command: list[str], environment: dict[str, str]) -> None:
    line = ["apt-get", "-o", "DPkg::Lock::Timeout=300", *command]
    subprocess.run(line, env=environment, check=False, capture_output=True)


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


def close_contexts() -> None:
    """Close the pages that a test has opened."""
    for browser in running:
        for context in browser.contexts:
            context.close()


def launched() -> Iterator[Any]:
    """Yield a running headless Chromium and close it afterwards."""
    from playwright.sync_api import Browser, Locator, expect, sync_playwright

    install()
    program = found()
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
        chromium = driver.chromium.launch(executable_path=program, args=ARGUMENTS)
        running.append(chromium)
        yield chromium
        running.remove(chromium)
        before = outcomes.cpu_seconds()
        chromium.close()
    outcomes.set_aside(outcomes.cpu_seconds() - before)


@contextmanager
def whole(browser: Any) -> Iterator[Any]:
    """Yield a whole Chromium beside the running one, for what its shell does not have."""
    program = found(whole=True)
    if program is None:
        pytest.skip("no whole Chromium: install chromium")
    chromium = browser.browser_type.launch(executable_path=program, args=ARGUMENTS)
    running.append(chromium)
    try:
        yield chromium
    finally:
        running.remove(chromium)
        chromium.close()


if __name__ == "__main__":
    install()
    print(found() or "No Chromium: browser tests will be skipped.")
