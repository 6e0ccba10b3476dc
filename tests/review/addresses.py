"""Every address of the URL table, with places filled in; an unknown kind of place is an error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
Places = Sequence[tuple[str, str, Sequence[Any]]]  # routes (a pattern), name of the place, values


class UnknownPlace(KeyError):
    """An address has a place that nobody has said how to fill."""


def routes(resolver: Any = None, prefix: str = "") -> Iterator[str]:
    """Yield every route of the URL table."""
    for each in (resolver or get_resolver()).url_patterns:
        route = f"{prefix}{each.pattern}"
        if isinstance(each, URLPattern):
            yield route
        else:
            yield from routes(each, route)


def _values(route: str, name: str, places: Places) -> Sequence[Any]:
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
