"""What pages weigh: raw, and on the wire with each compression, on a first and a next visit.

    python -m tests.bench.page_bytes [--url http://127.0.0.1:8000]

Asks a site with the demo club (without --url one is started in a folder of its own) for pages as a
visitor and as a member, once for each encoding, and for the static files that each page names.
Prints a table in Markdown, in kB.
"""

from __future__ import annotations

import argparse
import contextlib
import re
from collections.abc import Iterator
from functools import partial
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from tests.bench.two_browsers import PASSWORD, own_site

ENCODINGS = ("identity", "gzip", "br", "zstd")
VISITOR = (
    "/",
    "/lobby/",
    "/rules/traffic_lights.4x3/",
    "/rules/halma/",
    "/tournaments/",
    "/ratings/",
)
MEMBER = ("/", "/matches/", "/lobby/", "/play/", "/settings/emails/")
STATIC = re.compile(rb'(?:href|src)="(/static/[^"]+\.(?:css|js|woff2|svg))"')
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]+)"')


def main() -> None:
    """Print the table."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--url", default="", help="a site with the demo club that runs already")
    asked = words.parse_args()
    with contextlib.ExitStack() as stack:
        url = asked.url or stack.enter_context(own_site())
        print("| page | reader | raw | gzip | br | zstd | first visit, raw | br | gzip |")
        print("|---|---|---|---|---|---|---|---|---|")
        for row in rows(url):
            print(f"| {' | '.join(row)} |")


def rows(url: str) -> Iterator[tuple[str, ...]]:
    """Yield page, reader and figures."""
    visitor, member = opener(), logged_in(url)
    match = re.search(rb'href="(/matches/\d+/)"', body(member, urljoin(url, "/matches/")))
    own = (*MEMBER, match[1].decode()) if match else MEMBER
    for reader, browser, pages in (("visitor", visitor, VISITOR), ("member", member, own)):
        for page in pages:
            yield page, reader, *figures(browser, url, page)


def figures(browser: OpenerDirector, url: str, page: str) -> Iterator[str]:
    """Yield the sizes of a page, and with its static files."""
    at = urljoin(url, page)
    sizes = {each: len(body(browser, at, each)) for each in ENCODINGS}
    yield from (kilobytes(sizes[each]) for each in ENCODINGS)
    named = set(STATIC.findall(body(browser, at)))
    files = {urljoin(url, path.decode()) for path in named}
    for encoding in ("identity", "br", "gzip"):
        ask = partial(body, browser, encoding=encoding)
        yield kilobytes(sizes[encoding] + sum(len(ask(path)) for path in files))


def kilobytes(size: int) -> str:
    return f"{size / 1000:.1f}"


def body(browser: OpenerDirector, url: str, encoding: str = "identity") -> bytes:
    """Return what an address answers, as it comes over the wire."""
    with browser.open(Request(url, headers={"Accept-Encoding": encoding})) as answer:
        return bytes(answer.read())


def opener() -> OpenerDirector:
    return build_opener(HTTPCookieProcessor(CookieJar()))


def logged_in(url: str) -> OpenerDirector:
    """Return a browser in which a member of the demo club is logged in."""
    browser, at = opener(), urljoin(url, "/account/login/")
    token = TOKEN.search(body(browser, at))
    sent = {
        "login": "anna@example.org",
        "password": PASSWORD,
        "csrfmiddlewaretoken": token[1].decode() if token else "",
    }
    browser.open(Request(at, urlencode(sent).encode(), headers={"Referer": at})).close()
    return browser


if __name__ == "__main__":
    main()
