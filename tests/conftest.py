"""What every test may ask for: a fixed noon, three players, a logged-in client, a browser."""

from __future__ import annotations

import faulthandler
import gc
import os
from collections.abc import Callable, Generator, Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import chromium, clearing

STDERR = pytest.StashKey[int]()

settings.register_profile(
    "site",
    max_examples=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("site"), max_examples=500)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "site"))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Empty the database quickly after tests that commit."""
    clearing.install()
    session.config.stash[STDERR] = os.dup(2)  # while nothing is captured


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """End a worker that does not even hear of its test's time limit, or hangs in what follows."""
    mark = item.get_closest_marker("timeout")
    given = mark.args[0] if mark else item.config.getvalue("timeout")
    limit = float(given or item.config.getini("timeout"))
    if limit and hasattr(item.config, "workerinput"):
        out = item.config.stash[STDERR]
        faulthandler.dump_traceback_later(2 * limit, exit=True, file=out)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what stays to the end: modules and collected tests."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the longest tests; leave out what needs a database that is not there."""
    if seed := os.environ.get("TEST_ORDER"):
        items.sort(key=lambda item: place_in_random_order(item, seed))
    else:
        items.sort(key=lambda item: "games/test_season.py" not in item.nodeid)
    kept = [item for item in items if has_its_database(item)]
    if len(kept) < len(items):
        config.hook.pytest_deselected(items=sorted({*items} - {*kept}, key=str))
        items[:] = kept


def place_in_random_order(item: pytest.Item, seed: str) -> tuple[float, float]:
    """Return the place of a test's module, and the test's own within its module."""
    module = item.nodeid.partition("::")[0]
    return Random(seed + module).random(), Random(seed + item.nodeid).random()


def has_its_database(item: pytest.Item) -> bool:
    """Whether the database of this run, if any, is one that the test can use."""
    database = os.environ.get("TEST_DB")
    if database is None:
        return True
    marks = {mark.name for mark in item.iter_markers()}
    if database == "sqlite":
        return "postgres" not in marks
    needs = marks | set(getattr(item, "fixturenames", ()))
    return not needs & {"django_db", "db", "transactional_db", "browser", "postgres"}


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest) -> bool:
    """Whether databases stay: those on a server of our own end with it, read or not."""
    return "OWN_POSTGRES" in os.environ or bool(request.config.getvalue("reuse_db"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: Any
) -> None:
    """Migrate once for all workers of a run, where the server is our own."""
    if "OWN_POSTGRES" in os.environ and "PYTEST_XDIST_WORKER" in os.environ:
        from tests import template_database

        with django_db_blocker.unblock():
            template_database.copy_for_this_worker()


@pytest.fixture
def noon() -> datetime:
    """Return Monday, 2 March 2026, 12:00 UTC, where most tests begin."""
    return datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture
def person(db: None, noon: datetime) -> Callable[..., Any]:
    """Return a maker of players with login, password "correct horse" and verified address."""
    from allauth.account.models import EmailAddress

    from accounts.models import Player, User

    def make(name: str, **fields: Any) -> Player:
        address = f"{name.lower()}@example.org"
        user = User.objects.create_user(address, "correct horse", date_joined=noon)
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
        return Player.objects.create(user=user, name=name, created_at=noon, **fields)

    return make


@pytest.fixture
def alice(person: Callable[..., Any]) -> Any:
    """Return a player who reads English in Berlin."""
    return person("Alice")


@pytest.fixture
def bob(person: Callable[..., Any]) -> Any:
    """Return a player who reads German in Berlin."""
    return person("Bob", language="de")


@pytest.fixture
def carol(person: Callable[..., Any]) -> Any:
    """Return a player who reads French in Montréal."""
    return person("Carol", language="fr", time_zone="America/Montreal")


@pytest.fixture
def present(alice: Any, bob: Any) -> None:
    """Let Alice and Bob have been here just now, which is noted only every few minutes."""
    from django.utils import timezone

    from accounts.models import Player

    Player.objects.filter(pk__in=[alice.pk, bob.pk]).update(here_at=timezone.now())


@pytest.fixture
def client_for(db: None) -> Callable[..., Any]:
    """Return a maker of test clients: logged in, seated as a guest, or nobody (None)."""
    from django.test import Client
    from django.utils import timezone

    from accounts.middleware import GUEST_SESSION_KEY
    from accounts.services.sessions import DAY_KEY, get_day_marker

    def make(player: Any = None, **options: Any) -> Client:
        client = Client(**options)
        if player is not None and player.user_id is not None:
            client.force_login(player.user)
            session = client.session  # as after a login: noted for today
            session[DAY_KEY] = get_day_marker(str(session.session_key), timezone.now())
            session.save()
        elif player is not None:
            session = client.session
            session[GUEST_SESSION_KEY] = player.pk
            session.save()
            client.cookies["sessionid"] = str(session.session_key)
        return client

    return make


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Let no rate limit, no cached page and no outage wander from one test into the next."""
    from django.core.cache import cache

    from config.running.cache import redis_outage

    redis_outage.away = False
    cache.clear()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Return a real Chromium, or skip with one clear line where none can be had."""
    yield from chromium.launched()


@pytest.fixture
def live(live_server: Any, settings: Any) -> Iterator[str]:
    """Return the address of the site, served by real threads from the test database."""
    settings.SITE_URL = live_server.url
    yield str(live_server.url)
    chromium.close_contexts()  # a page that a failed test leaves open would go on asking


@pytest.fixture
def page(browser: Any, live: str) -> Iterator[Any]:
    """Return a fresh desktop page whose relative addresses mean the live site."""
    context = browser.new_context(base_url=live, viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


@pytest.fixture
def office(db: None) -> Callable[..., Any]:
    """Return a giver of offices: a referee's unless another is named."""
    from accounts.services.roles import assign_role

    def give(player: Any, role: str = "referee") -> Any:
        assign_role(player, role)
        return player

    return give


@pytest.fixture
def referee(person: Callable[..., Any], office: Callable[..., Any]) -> Any:
    """Return a referee who plays nowhere."""
    return office(person("Rita"))
