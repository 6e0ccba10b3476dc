"""How soon somebody who has never been here has moved, and a bot has answered, in a real browser.

    python -m tests.bench.first_move [--rounds 20] [--url http://127.0.0.1:8000]

Each round is a new visitor with an empty cache, on a phone's screen: they open the start page, tap
the first square as soon as it can be tapped, and read the bot's answer. Without --url the site is
started with the demo club in a folder of its own.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import time
from typing import Any

from tests.bench.two_browsers import own_site
from tests.chromium import launched

PHONE = {"width": 390, "height": 844}
SQUARES = "#try svg a.d-link"
ANSWERED = "#try form.try__keep"
STEPS = ("the board can be tapped", "the bot has answered")


def main() -> None:
    """Let visitors come, and print median, fastest and slowest of each step from the arrival."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--rounds", type=int, default=20)
    words.add_argument("--url", default="", help="a site with the demo club that runs already")
    asked = words.parse_args()
    with contextlib.ExitStack() as stack:
        url = asked.url or stack.enter_context(own_site())
        browser = stack.enter_context(contextlib.contextmanager(launched)())
        visitor(browser, url)  # the first request after a start is no visitor's
        found = [visitor(browser, url) for _round in range(asked.rounds)]
    for name, values in zip(STEPS, map(sorted, zip(*found, strict=True)), strict=True):
        median, fastest, slowest = statistics.median(values), values[0], values[-1]
        print(f"{name}: {median:.2f} s after arriving ({fastest:.2f} to {slowest:.2f} s)")


def visitor(browser: Any, url: str) -> tuple[float, float]:
    """Return after how many seconds a new visitor could tap, and had an answer."""
    context = browser.new_context(base_url=url, locale="en-GB", viewport=PHONE, has_touch=True)
    page = context.new_page()
    begun = time.perf_counter()
    page.goto("/", wait_until="domcontentloaded")
    page.locator(SQUARES).first.wait_for()
    ready = time.perf_counter() - begun
    page.locator(SQUARES).first.tap()
    page.locator(ANSWERED).wait_for()
    answered = time.perf_counter() - begun
    context.close()
    return ready, answered


if __name__ == "__main__":
    main()
