"""What each page costs to load: its HTML, style, scripts and fonts as they travel, compressed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any
from urllib.parse import urljoin, urlsplit

import brotli
import pytest
from django.conf import settings as conf
from django.contrib.staticfiles import finders
from django.utils import timezone

from config.static_config import QuickCompressor, minify
from tests.browser.full_site import FullSite, fill_site

pytestmark = pytest.mark.django_db
MAX_BYTES = 60_000  # bytes
ASSET = re.compile(r'<(?:link|script)\b[^>]*?\b(?:href|src)="(/static/[^"]+)"')
IN_STYLE = re.compile(r"""url\(["']?([^"')]+)["']?\)""")


@pytest.fixture
def site(settings: Any, tmp_path: Any, alice: Any, bob: Any, carol: Any, start, play) -> FullSite:
    """Return a site in which every page has something to show."""
    settings.DEVELOPMENT = True
    settings.EMAIL_BACKEND = "notifications.backends.FolderBackend"
    settings.EMAIL_FOLDER = tmp_path
    return fill_site((alice, bob, carol), start, play, timezone.now())


@cache
def content_of(address: str) -> bytes:
    """Return a static file by its address."""
    path = finders.find(address.removeprefix(conf.STATIC_URL))
    assert path, f"{address} is not there"
    with open(path, "rb") as file:  # noqa: PTH123 (finders name it as text)
        return file.read()


def assets_of(page: str) -> set[str]:
    """Return the addresses a page loads: what it links, and what its style sheets name."""
    found = set(ASSET.findall(page))
    for sheet in [each for each in found if each.endswith(".css")]:
        for name in IN_STYLE.findall(content_of(sheet).decode()):
            if not name.startswith("data:"):
                found.add(urlsplit(urljoin(sheet, name)).path)
    return found


@cache
def travelling(name: str) -> int:
    """Return the bytes of a static file on the wire: fonts as they are, the rest compressed."""
    content = content_of(name)
    if name.endswith(".woff2"):
        return len(content)
    if name.endswith((".css", ".js", ".svg")):
        return len(QuickCompressor.compress_brotli(minify(name, content)))
    return len(brotli.compress(content, quality=4))


def test_a_few_pages_with_all_they_load_weigh_at_most_sixty_kilobytes(
    alice: Any, bob: Any, start: Any, client_for: Any, capsys: Any
) -> None:
    at = start(alice, bob, now=timezone.now()).get_absolute_url()
    public, own = ("/", "/rules/chess/", f"{at}embed/"), ("/play/?ruleset=halma", "/settings/", at)
    weigh(client_for(), public, client_for(alice), own, capsys)


@pytest.mark.long
def test_every_page_with_all_it_loads_weighs_at_most_sixty_kilobytes(
    site: FullSite, alice: Any, client_for: Any, capsys: Any
) -> None:
    weigh(client_for(), site.public, client_for(alice), (*site.own, *site.table), capsys)


def weigh(
    visitor: Any, public: Sequence[str], player: Any, own: Sequence[str], capsys: Any
) -> None:
    """Open pages as a visitor and as a player, and show which weigh most."""
    table = []
    for client, addresses in ((visitor, public), (player, own)):
        for address in addresses:
            answer = client.get(address)
            assert answer.status_code == 200, address
            page = answer.content.decode()
            parts = {name: travelling(name) for name in assets_of(page)}
            kinds = {name.rpartition(".")[2] for name in parts}
            needed = {"css", "woff2"} if address.endswith("/embed/") else {"css", "js", "woff2"}
            assert needed <= kinds, f"{address} loads {kinds}: is it measured?"
            html = len(brotli.compress(answer.content, quality=4))
            table.append((html + sum(parts.values()), html, sorted(parts.values()), address))
    table.sort(reverse=True)
    with capsys.disabled():
        print(f"\n{'sum':>7} {'HTML':>7}  address (the rest is the same style, script and fonts)")
        for total, html, _parts, address in table[:12]:
            print(f"{total:7} {html:7}  {address[:60]}")
    assert table[0][0] <= MAX_BYTES, table[0]
