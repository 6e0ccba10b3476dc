"""Current and former versions of the site's editable pages."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings
from django.db.models import Case, Value, When
from django.utils import timezone, translation

from config.texts import defaults
from config.texts.models import PageText

PAGES = PageText.Page


@dataclass(frozen=True, slots=True)
class Version:
    """When a version was written, and whether it restored the default."""

    number: int
    at: datetime
    empty: bool


@dataclass(frozen=True, slots=True)
class PageTextView:
    """The text of a page in a language, which may not be the reader's.

    ``text`` is empty if there is none; ``number`` is the latest version, 0 if there is none;
    ``versions`` lists those in this language, latest first.
    """

    title: str
    text: str
    language: str
    changed: date | None
    number: int
    versions: list[Version]


def get_page_text(page: str, language: str) -> PageTextView:
    """Return the text in this language, else the default, else the text in another one."""
    own = _versions(page, language)
    if not (own and not own[0].empty) and not defaults.has_default(page):
        language = _other_language(page) or language
        own = _versions(page, language)
    title = str(PAGES(page).label)
    number = own[0].number if own else 0
    changed = timezone.localdate(own[0].at) if own else None
    if own and not own[0].empty:
        text = PageText.objects.get(page=page, language=language, version=number).text
        return PageTextView(title, text, language, changed, number, own)
    text = default_text(page, language)
    since = max(changed, defaults.LAST_CHANGED) if changed else defaults.LAST_CHANGED
    return PageTextView(title, text, language, since if text else changed, number, own)


def default_text(page: str, language: str) -> str:
    """Return the site's default text in a language; empty if there is none."""
    with translation.override(language):
        return defaults.default_text(page)


def page_text_version(page: str, language: str, number: int) -> PageText | None:
    return PageText.objects.filter(page=page, language=language, version=number).first()


def overview() -> list[tuple[str, str, list[tuple[str, str, PageText | None]]]]:
    """Return each page with its latest version in every language, for operators."""
    newest: dict[tuple[str, str], PageText] = {}
    for row in PageText.objects.select_related("by").defer("text").order_by("version"):
        newest[row.page, row.language] = row
    return [
        (page, str(label), [(code, name, newest.get((page, code))) for code, name in _languages()])
        for page, label in PAGES.choices
    ]


def _languages() -> list[tuple[str, str]]:
    return [(code, str(name)) for code, name in settings.LANGUAGES]


def _versions(page: str, language: str) -> list[Version]:
    rows = PageText.objects.filter(page=page, language=language).order_by("-version")
    told = rows.annotate(empty=Case(When(text="", then=Value(True)), default=Value(False)))
    return [Version(*each) for each in told.values_list("version", "at", "empty")]


def _other_language(page: str) -> str | None:
    """Return a language in which the page has a text, the site's own first, or None."""
    found = set(PageText.objects.filter(page=page).values_list("language", flat=True).distinct())
    order = [settings.LANGUAGE_CODE, *(code for code, _name in _languages())]
    filled = (code for code in order if code in found)
    return next((code for code in filled if not _versions(page, code)[0].empty), None)
