"""The style page, the frame of every page, and the weight of what it loads."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import brotli
import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import timezone, translation

from config.static_config import QuickCompressor, minify
from games.templatetags.times import deadline, moment, relative, span

STATIC = Path("static")
PAGES = [path for path in sorted(Path("templates").rglob("*.html")) if "emails" not in path.parts]
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client, settings) -> str:
    settings.DEVELOPMENT = True
    response = client.get("/style/")
    assert response.status_code == 200
    return response.content.decode()


def weight(*paths: Path) -> int:
    """Return what browsers load of these files, minified and compressed as the site does it."""
    files = [minify(path.name, path.read_bytes()) for path in paths]
    return sum(len(QuickCompressor.compress_brotli(file)) for file in files)


def test_the_style_page_shows_boards_and_components(page: str):
    for mark in (
        'class="board',
        "chip--r",
        "flash--error",
        "score-sheet",
        "moves",
        "chat",
        "empty",
    ):
        assert mark in page


def test_the_style_page_does_not_exist_in_production(client: Client, settings):
    settings.DEVELOPMENT = False
    assert client.get("/style/").status_code == 404


@pytest.mark.parametrize("move", ["b2", "slide E", "slide N", "c3", "nonsense", "", "x" * 500])
def test_any_choice_on_the_sample_board_gives_a_page(client: Client, settings, move: str):
    settings.DEVELOPMENT = True
    assert client.get("/style/", {"move": move}).status_code == 200


def test_a_page_needs_nothing_inline(page: str):
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|hx-on", page)
    assert not re.search(r"<script(?![^>]*\ssrc=)", page)


def test_a_page_has_one_main_one_first_heading_and_a_skip_link(page: str):
    assert page.count("<main") == 1
    assert 'class="skip" href="#content"' in page
    assert 'id="content"' in page
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_the_language_chooser_is_a_form_that_comes_back_here(client: Client, settings):
    settings.DEVELOPMENT = True
    page = client.get("/style/?move=b2").content.decode()
    assert 'name="next" value="/style/?move=b2"' in page
    for code in ("de", "en", "fr", "it"):
        assert f'name="language" value="{code}"' in page


def test_no_template_of_a_page_writes_style_or_script_inline():
    inline = re.compile(
        r"<style|\sstyle=|\son[a-z]+=[\"']|javascript:|hx-on|hx-vals=.js:"
        r"|<script(?![^>]*\s(src=|type=\"application/json\"))"
    )
    assert [str(path) for path in PAGES if inline.search(path.read_text())] == []


def test_what_was_refused_is_read_first():
    """Except for a line that a script fills, and the list of Django's own admin."""
    others = ("_browser.html", "base_site.html")
    alerts = [
        (path.name, tag)
        for path in PAGES
        for tag in re.findall(r'<[a-z]+[^<>]*role="alert"[^<>]*>', path.read_text())
        if path.name not in others
    ]
    assert [
        each for each in alerts if 'tabindex="-1"' not in each[1] or "autofocus" not in each[1]
    ] == []


def test_style_and_script_stay_within_their_weight():
    admin, events = STATIC / "css/admin.css", STATIC / "css/events.css"
    assert weight(*set(STATIC.glob("css/*.css")) - {admin, events}) <= 13_000
    assert weight(admin) <= 500  # on the operators' pages alone
    assert weight(events) <= 500  # with trees and cross tables alone
    alone = {STATIC / f"js/{name}.js" for name in ("password", "push", "service-worker")}
    assert weight(*set(STATIC.glob("js/*.js")) - alone) <= 6_000
    assert weight(STATIC / "js/push.js") <= 1_000  # on the page of the e-mail settings
    assert weight(STATIC / "js/service-worker.js") <= 1_500  # fetched once, in the background
    assert weight(STATIC / "js/password.js") <= 1_000  # on the four pages that set a password


def test_a_page_with_font_and_htmx_weighs_at_most_sixty_kilobytes(page: str):
    import django_htmx

    htmx = Path(django_htmx.__file__).parent / "static/django_htmx/htmx-2.min.js"
    fonts = sum(path.stat().st_size for path in STATIC.glob("fonts/*.woff2"))
    linked = re.findall(r'(?:href|src)="/static/((?:css|js)/[^"]+)"', page)
    assert "css/ampel.css" in linked
    code = weight(htmx, *(STATIC / each for each in linked))
    assert fonts + code + len(brotli.compress(page.encode(), quality=4)) <= 60_000


def test_the_style_sheet_provides_for_every_circumstance():
    css = (STATIC / "css/ampel.css").read_text()
    for query in (
        "prefers-color-scheme: dark",
        "prefers-reduced-motion",
        "forced-colors: active",
        "@media print",
    ):
        assert query in css
    used = set(re.findall(r"var\((--[\w-]+)\)", css))
    assert used <= set(re.findall(r"(--[\w-]+):", css))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (timedelta(days=2, hours=3, minutes=20), "2 days 3 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=1, minutes=5), "1 day"),
        (timedelta(hours=1, minutes=1), "1 hour 1 minute"),
        (timedelta(minutes=45), "45 minutes"),
        (timedelta(seconds=20), "less than a minute"),
        (None, ""),
    ],
)
def test_a_span_is_written_by_its_two_largest_units(value: timedelta | None, said: str):
    with translation.override("en"):
        assert span(value) == said


def test_a_deadline_is_told_in_the_zone_of_the_reader():
    with translation.override("en"), timezone.override("Europe/Berlin"):
        said = deadline(NOON + timedelta(days=2, hours=3), NOON)
    assert said == (
        '<time datetime="2026-03-04T15:00:00+00:00" title="Europe/Berlin">'
        'Wednesday, 4 March, 16:00 CET <span class="nowrap">(in 2 days 3 hours)</span></time>'
    )


def test_a_deadline_behind_us_and_one_next_year_say_so():
    with translation.override("en"), timezone.override("UTC"):
        assert "(5 minutes ago)" in deadline(NOON - timedelta(minutes=5), NOON)
        assert "4 March 2027" in deadline(NOON + timedelta(days=367), NOON)
        assert deadline(None) == "no deadline"
        assert "Monday, 2 March, 12:00 UTC<" in moment(NOON, NOON)
        assert ">now<" in relative(NOON, NOON)
        assert moment(None) == relative(None) == ""


def test_a_chip_in_a_sentence_has_letter_and_name():
    with translation.override("en"):
        shown = Template('{% load boards %}{% chip "Y" %}').render(Context())
    assert shown == '<span class="chip chip--y" role="img" aria-label="yellow">Y</span>'
