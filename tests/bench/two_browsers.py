"""How long a move takes from one person's screen to the other's, in two real browsers.

    python -m tests.bench.two_browsers [--moves 30] [--url http://127.0.0.1:8000]

Two members of the demo club challenge each other and play Traffic Lights in two Chromiums; what is
measured is the time from “Send move” here until the page there shows the move. Without --url the
site is started with the demo club in a folder of its own.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bench.memory import first_page, running
from tests.chromium import launched

PASSWORD = "ampel-demo"
PEOPLE = {"anna@example.org": "Anna Lindqvist", "ben@example.org": "Ben Okafor"}
GAME = "traffic_lights.4x3"
LINKS = "#table .board svg a.d-link"
PATIENCE = 60_000.0  # milliseconds


def main() -> None:
    """Play, and print the median and the slowest."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--moves", type=int, default=30)
    words.add_argument("--url", default="", help="a site with the demo club that runs already")
    asked = words.parse_args()
    with contextlib.ExitStack() as stack:
        url = asked.url or stack.enter_context(own_site())
        browser = stack.enter_context(contextlib.contextmanager(launched)())
        screens = [logged_in(browser, url, address) for address in PEOPLE]
        found: list[float] = []
        while len(found) < asked.moves:
            found += played(screens, new_match(screens), asked.moves - len(found))
    found.sort()
    print(f"{len(found)} moves from screen to screen: median {statistics.median(found):.2f} s,")
    print(f"the fastest {found[0]:.2f} s, the slowest {found[-1]:.2f} s")


@contextlib.contextmanager
def own_site() -> Iterator[str]:
    """Run a site with the demo club; yield its address."""
    with (
        tempfile.TemporaryDirectory(prefix="ampelpost-screens-") as folder,
        running(Path(folder)) as (port, _process),
    ):
        first_page(port)
        yield f"http://127.0.0.1:{port}"


def logged_in(browser: Any, url: str, address: str) -> Any:
    """Return a page in a browser of its own in which a member is logged in."""
    page = browser.new_context(base_url=url, locale="en-GB").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto("/account/login/")
    page.locator("[name=login]").fill(address)
    page.locator("[name=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.locator("body[data-reader]").wait_for()
    return page


def new_match(screens: list[Any]) -> str:
    """Let the first challenge the second, who accepts; return the match's address."""
    one, two = screens
    one.goto(f"/play/?ruleset={GAME}&kind=named&opponent={PEOPLE['ben@example.org']}")
    one.locator("main form button.button--big").click()
    one.wait_for_url("**/challenges/*/")
    two.goto(one.url)
    two.locator("button[value=accept]").click()
    two.wait_for_url("**/matches/*/")
    return str(two.url)


def played(screens: list[Any], match: str, most: int) -> list[float]:
    """Play at most so many moves of a match; return after how many seconds each was seen."""
    found: list[float] = []
    for screen in screens:
        screen.goto(match)
        screen.locator("#table[data-plies='0']").wait_for()
    while len(found) < most:
        moving = next((each for each in screens if each.locator(LINKS).count()), None)
        if moving is None:
            break
        other = next(each for each in screens if each is not moving)
        moving.locator(LINKS).first.click()
        send = moving.get_by_role("button", name="Send move", exact=True)
        send.wait_for()
        begun = time.perf_counter()
        send.click()
        other.locator(f"#table[data-plies='{len(found) + 1}']").wait_for()
        found.append(time.perf_counter() - begun)
        moving.locator(f"#table[data-plies='{len(found)}']").wait_for()
    return found


if __name__ == "__main__":
    main()
