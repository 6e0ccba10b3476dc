"""The tours of the other tests visit every page; what they leave out is named here, with why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from config.web.method_not_allowed import nearest_parent_page
from tests.browser.full_clubs import fill_clubs
from tests.browser.full_events import FullEvents, fill_events, gathered
from tests.browser.full_login import FIRST, fill_factors
from tests.browser.full_site import FullSite, fill_site
from tests.games.conftest import play, start
from tests.review.addresses import filled, places_for, routes
from tests.review.test_addresses import ROWS

__all__ = ["play", "start"]
pytestmark = pytest.mark.django_db
# For programs, or Django's own; files; what a script fetches.
NO_PAGES = re.compile(
    r"^(admin|api|mail|account/(dummy|social))/|^(healthz|metrics|being-played/|turns/|play/names/)$"
    r"|\.(atom|csv|ico|ics|js|json|pgn|png|py|svg|trf|txt|webmanifest)$"
    r"|/(version|picture/<str:cid>|download)/$"
)
ELSEWHERE = {
    "account/login/code/confirm/": "leads on whoever waits for no code",
    "account/password/set/": "leads on whoever has a password: everybody",
    "account/second-factor/authenticate/": "between two steps of logging in: test_accessibility",
    "account/second-factor/webauthn/login/": "what a passkey is asked, as JSON",
    "mailbox/<str:name>/": "an e-mail in the folder that a browser needs: test_accessibility",
    "mailbox/<str:name>/html/": "an e-mail by itself: test_emails",
    "referee/tournaments/<int:pk>/names/": "names as they are typed, for a script",
    "tournaments/report-file/<str:key>/": "says only that the answer is being made",
}


def visited(tour: Callable[[], FullSite | FullEvents | Iterable[str]]) -> set[str]:
    """Return the routes of what a tour visits, and leave the database as it was."""
    with transaction.atomic():
        found = tour()
        transaction.set_rollback(True)
    if isinstance(found, FullSite):
        found = (*found.public, *found.own, *found.table, *found.odd)
    elif isinstance(found, FullEvents):
        found = (address for each in found.by_reader.values() for address in each)
    paths = {each.partition("?")[0] for each in found}
    return {plain(resolve(each).route) for each in paths - {"/nowhere/"}}


def plain(route: str) -> str:
    """Return a route without what a regular expression adds to it."""
    return re.sub(r"[\^$\\]", "", route)


def takes_forms_only(client: Client, route: str) -> bool:
    """Return whether whoever opens an address is led to the page with its form."""
    address = filled(route, places_for(ROWS, date(2026, 6, 1)))[0]
    answer = client.get(address)
    return answer.status_code == 302 and answer["Location"] == nearest_parent_page(address)


def test_every_page_is_looked_at(
    alice: Any,
    bob: Any,
    carol: Any,
    person: Any,
    referee: Any,
    start: Any,
    play: Any,
    client_for: Any,
) -> None:
    now = timezone.now()

    seen = visited(lambda: fill_site((alice, bob, carol), start, play, now))
    seen |= visited(lambda: fill_events(gathered(person, now), referee))
    seen |= visited(lambda: fill_clubs(gathered(person, now), referee))
    seen |= visited(lambda: (FIRST, *fill_factors(alice)))
    left = {each for each in routes() if not NO_PAGES.search(each) and plain(each) not in seen}
    client = client_for(alice)
    pages = sorted(each for each in left if not takes_forms_only(client, each))
    assert pages == sorted(ELSEWHERE)
