"""Every address of the URL table, with places filled in; an unknown kind of place is an error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import Any

from django.urls import URLPattern, get_resolver

PLACE = re.compile(r"<(?:(\w+):)?(\w+)>")
SIGNED = {
    r"account/^confirm-email/(?P<key>[-:\w]+)/$": "account/confirm-email/none/",
    r"account/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": (
        "account/password/reset/key/1-none/"
    ),
}
ANYTHING = r"^.*$"
ANY_APP = re.compile(r"\^\(\?P<app_label>([\w|]+)\)/\$$")
CATCH_ALL = "(?P<url>.*)$"
Places = Sequence[tuple[str, str, Iterable[Any]]]  # routes (a pattern), name of the place, values


class UnknownPlace(KeyError):
    """An address has a place that nobody has said how to fill."""


@dataclass(frozen=True, kw_only=True)
class Rows:
    """The rows that a walk over all addresses visits, by their keys."""

    tournament: int
    fixtures: Iterable[int]
    entrants: Iterable[int]
    revisions: Iterable[int]
    matches: Iterable[int]
    cases: Iterable[int]
    challenges: Iterable[int]
    players: Iterable[int]
    clubs: Iterable[str]


def places_for(rows: Rows, today: date) -> Places:
    """Return how the places of addresses are filled; a new kind of place needs a line here."""
    return [
        (
            r"((challenges|tournaments/teams)/answer|(clubs|tournaments)/invitations)/",
            "token",
            ["none"],
        ),
        (
            r"tournaments/(requests|place|no-invitations|enter/by-mail)/",
            "token",
            ["none"],
        ),
        (r"(api/v1/)?series/", "pk", [1]),
        (r"account/second-factor/webauthn/", "pk", [1]),
        (r"(api/v1/)?tournaments/teams/", "pk", [1]),
        (r"(api/v1/|referee/)?tournaments/", "pk", [rows.tournament]),
        (r"(api/v1/|referee/)?tournaments/", "fixture", rows.fixtures),
        (r"tournaments/", "entrant", rows.entrants),
        (r".*tournaments/<\w+:pk>/revise/", "number", rows.revisions),
        (r".*tournaments/<\w+:pk>/rounds/", "number", [1, 2]),
        (r"(api/v1/)?tournaments/", "number", [1]),
        (r"rules/<str:key>/lesson/", "number", [1, 99]),
        (r"tournaments/(join|enter|report-file)/", "key", ["none"]),
        (r"(api/v1/|referee/)?matches/", "pk", rows.matches),
        (r"(api/v1/)?matches/", "seat", [0, 1]),
        (r"api/v1/matches/", "ply", [4]),
        (r"api/v1/matches/", "order", [1]),
        (r"(api/v1/|referee/)?cases/", "pk", rows.cases),
        (r"(api/v1/)?challenges/", "pk", rows.challenges),
        (r"(api/v1/|referee/)?(players|fair-play)/", "pk", rows.players),
        (r"(api/v1/)?clubs/", "key", rows.clubs),
        (r"(api/v1/)?(rules|rulesets)/", "key", ["traffic_lights.4x3"]),
        (r"api/v1/leaderboards/", "pool", ["traffic_lights"]),
        (r"(api/v1/)?solo/daily/", "day", [today.isoformat()]),
        (r"(api/v1/)?(invitations|unsubscribe|calendar|held|m)/", "token", ["none"]),
        (r"mailbox/", "name", ["none"]),
        (r"mailbox/", "cid", ["none"]),
    ]


def routes(resolver: Any = None, prefix: str = "") -> Iterator[str]:
    """Yield every route of the URL table."""
    for each in (resolver or get_resolver()).url_patterns:
        route = f"{prefix}{each.pattern}"
        if isinstance(each, URLPattern):
            yield route
        else:
            yield from routes(each, route)


def _values(route: str, name: str, places: Places) -> Iterable[Any]:
    """Return what is filled into a place: what the first line that fits says."""
    for routes_meant, place, values in places:
        if place == name and re.match(routes_meant, route):
            return values
    raise UnknownPlace(f"{route}: how is <{name}> filled?")


def filled(route: str, places: Places) -> list[str]:
    """Return the addresses that a route stands for."""
    if route.endswith(ANYTHING):
        return [f"/{route.removesuffix(ANYTHING)}nothing/here/"]
    if route in SIGNED:
        return [f"/{SIGNED[route]}"]
    if (apps := ANY_APP.search(route)) is not None:
        return [f"/{route[: apps.start()]}{label}/" for label in apps[1].split("|")]
    if route.endswith(CATCH_ALL):
        return [f"/{route.removesuffix(CATCH_ALL)}nothing/"]
    names = [name for _kind, name in PLACE.findall(route)]
    holed = "/" + PLACE.sub("{}", route)
    return [
        holed.format(*values)
        for values in product(*(_values(route, name, places) for name in names))
    ]
