"""Weighs what comes over the wire: the bytes of a page, and of the static files it loads."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders

from config.static_config import QuickCompressor, minify

FIRST_BYTES = 60_000  # a first visit
NEXT_BYTES = 20_000  # a page after it


@cache
def static_bytes(path: str) -> int:
    """Return the size in which a file is served: fonts as they are, the rest short and by Brotli.

    Caddy and the site itself serve Brotli; nginx has gzip alone, which is larger.
    """
    found = finders.find(path.removeprefix("/static/"))
    assert isinstance(found, str), path
    body = minify(path, Path(found).read_bytes())
    return len(body) if path.endswith(".woff2") else len(QuickCompressor.compress_brotli(body))


class Scales:
    """Weighs pages: the bytes of their own, and of the static files that the next page keeps."""

    def __init__(self, page: Any) -> None:
        """Listen to what is loaded from now on."""
        self.requests: list[Any] = []
        page.on("requestfinished", lambda request: self.requests.append(request))

    def clear(self) -> None:
        """Forget what has been loaded for the page before."""
        self.requests.clear()

    def weigh(self) -> tuple[int, int]:
        """Return both figures of the page that has been opened."""
        own, static = 0, {}
        for request in list(self.requests):
            path = urlsplit(request.url).path
            if path.startswith("/static/"):
                static[path] = static_bytes(path)
            elif not request.url.startswith("data:"):
                own += request.sizes()["responseBodySize"]
        return own, sum(static.values())


def is_heavy(weight: tuple[int, int]) -> bool:
    """Tell whether a page is too much for a first visit or after it."""
    return sum(weight) > FIRST_BYTES or weight[0] > NEXT_BYTES
