"""What the pages of a Swiss of 400 and of a league of 40 × 10 cost, beside the start page.

    python -m tests.bench.large_events [--times 9] [--profile PAGE]

All pages take turns in one process, on one PostgreSQL with the demonstration club, asked for by a
visitor without the copies that are kept for visitors. Counted is processor time, that of Python
and of the database's process together. Prints a table in Markdown: milliseconds, how many times
the start page, queries, and kB compressed.
"""

from __future__ import annotations

import argparse
import cProfile
import gzip
import os
import pstats
import statistics
import tempfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

START = "start page"


def main() -> None:
    """Fill a database, measure, print."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--times", type=int, default=9)
    words.add_argument("--profile", help="show where the time of this page goes instead")
    asked = words.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    home = Path(tempfile.mkdtemp(prefix=f"ampelpost-test-{os.getpid()}-"))
    home.chmod(0o755)
    pages = dict(prepared(home))
    if asked.profile:
        profile(pages[asked.profile], asked.times)
        return
    report(pages, asked.times)


def prepared(home: Path) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Start the services, write both events, yield how to ask for each page."""
    from tests.bench.moves_over_http import prepare

    os.environ["DEVELOPMENT"] = "1"  # the demonstration has known passwords

    prepare(home, hashed_files=False)
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import setup_test_environment

    setup_test_environment()
    settings.VISITOR_COPIES = False
    call_command("demo", verbosity=0)
    client = Client(SERVER_NAME="127.0.0.1")
    yield START, partial(ask, client, "/")
    for name, pk in events():
        own = f"/tournaments/{pk}/"
        for page in ("", "statistics/", "embed/", "table.csv", "tournament.json", "feed.atom"):
            yield f"{name}: {page or 'page'}", partial(ask, client, own + page)
    yield f"{name}: one division", partial(ask, client, f"{own}?division=division-1")


def events() -> Iterator[tuple[str, int]]:
    """Write a Swiss of 400 in its ninth round and a league of 40 × 10; yield name and key."""
    from django.utils import timezone

    from accounts.models import Player
    from games import clocks
    from games.services.play.terms import Terms
    from tests.tournaments import large
    from tournaments.services.plans import Plan
    from tournaments.services.seasons import announcing

    now = timezone.now()
    terms = Terms.checked(
        "traffic_lights.simple", {"legs": 2}, clocks.PRESETS["three_days"], rated=True
    )
    organiser = Player.objects.exclude(user=None)[0]

    def announced(**fields: Any) -> Any:
        plan = Plan.checked(now=now, terms=terms, starts_at=now + timedelta(days=1), **fields)
        made = announcing.draft_tournament(organiser, plan, seed="ab" * 32, now=now)
        announcing.announce_tournament(made.pk, organiser, now=now)
        return made

    swiss = announced(name="Open", format="swiss", rounds=9, round_days=10)
    yield "Swiss", large.swiss(swiss, 400, 9, now).pk
    of_forty = announced(
        name="League", format="round_robin", division_size=10, promoted=1, at_once=True
    )
    yield "league", large.league(of_forty, 40, 10, now).pk


def ask(client: Any, address: str) -> bytes:
    """Return the page; anything but a page ends the measurement."""
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return bytes(answer.content)


def report(pages: dict[str, Callable[[], bytes]], times: int) -> None:
    """Ask for all pages by turns and print what each costs."""
    from tests.bench.growth import measured

    spent: dict[str, list[float]] = {name: [] for name in pages}
    queries: dict[str, int] = {}
    for _time in range(times):
        for name, page in pages.items():
            found = measured(partial(status_of, page))
            spent[name].append(found["python"] + found["database"])
            queries[name] = found["queries"]
    start = statistics.median(spent[START][1:])
    print("| page | ms | of the start page | queries | kB compressed |\n|---|---|---|---|---|")
    for name, page in pages.items():
        middle = statistics.median(spent[name][1:])
        size = len(gzip.compress(page(), 6)) / 1000
        print(f"| {name} | {middle:.0f} | {middle / start:.1f} | {queries[name]} | {size:.1f} |")


def status_of(page: Callable[[], bytes]) -> int:
    """Ask for a page; ``ask`` has checked the answer."""
    page()
    return 200


def profile(page: Callable[[], bytes], times: int) -> None:
    """Print where the time of a page goes."""
    page()
    watch = cProfile.Profile()
    watch.enable()
    for _time in range(times):
        page()
    watch.disable()
    stats = pstats.Stats(watch)
    stats.sort_stats("tottime").print_stats(30)
    stats.sort_stats("cumtime").print_stats(70)


if __name__ == "__main__":
    main()
