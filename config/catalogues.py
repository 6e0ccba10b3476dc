"""Translation catalogues: collected from code and templates, updated, compiled."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages import Catalog, Message
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT: Path = settings.BASE_DIR
LOCALE = ROOT / "locale"
PACKAGES = tuple(sorted(path.parent.name for path in ROOT.glob("*/apps.py")))
# Messages are in English, so that English needs no catalogue.
LANGUAGES = tuple(code for code, _ in settings.LANGUAGES if code != "en")
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...]] = {
    "_": (1,),
    "N_": (1,),
    "gettext": (1,),
    "gettext_lazy": (1,),
    "gettext_noop": (1,),
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
COMMENT_TAG = "Translators:"
# A fixed date: the same sources give the same file, byte for byte.
CREATION_DATE = datetime(2026, 1, 1, tzinfo=UTC)


class Phrase(NamedTuple):
    """One message to translate."""

    context: str | None
    singular: str
    plural: str | None
    path: str
    comments: tuple[str, ...]


def find_sources() -> Iterator[Path]:
    """Yield every Python file and template with messages."""
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))
    yield from sorted(p for p in (ROOT / "templates").rglob("*") if p.suffix in {".html", ".txt"})


def _to_python(path: Path) -> str:
    """Return Python unchanged, and a template as the equivalent gettext calls."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return text
    calls = templatize(text, origin=str(path))
    # Python would take the remaining leading blanks for indentation.
    return re.sub(r"^[ \t]+", "", calls, flags=re.MULTILINE)


def extract_messages(path: Path) -> Iterator[Phrase]:
    code = io.BytesIO(_to_python(path).encode())
    found: Any  # one text, or those of all arguments
    for _, function, found, comments in extract_python(code, KEYWORDS, [COMMENT_TAG], {}):
        spec = KEYWORDS[str(function)]
        said = found if isinstance(found, tuple) else (found,)
        texts = [said[index - 1] for index in spec if isinstance(index, int)]
        if texts[0]:
            yield Phrase(
                said[0] if isinstance(spec[0], tuple) else None,
                texts[0],
                texts[1] if len(texts) > 1 else None,
                path.relative_to(ROOT).as_posix(),
                tuple(comments or ()),
            )


def build_template() -> Catalog:
    """Return the template of all catalogues: every message of code and templates."""
    catalog = Catalog()
    for path in find_sources():
        for said in extract_messages(path):
            catalog.add(
                (said.singular, said.plural) if said.plural else said.singular,
                locations=[(said.path, 0)],
                auto_comments=said.comments,
                context=said.context,
            )
    return catalog


def po_path(language: str) -> Path:
    """Return the path of a language's catalogue; the compiled one is next to it."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of a language, an empty one if there is none."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update_catalogue(language: str, template: Catalog) -> Catalog:
    """Return the catalogue of a language with only the current messages.

    The template is copied, because catalogues must not share messages that get translated.
    """
    catalog = read_catalogue(language)
    catalog.update(deepcopy(template), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    catalog.project = settings.SITE_NAME
    catalog.version = catalog.msgid_bugs_address = ""
    catalog.header_comment = f"# {settings.SITE_NAME} in the language {language!r}."
    catalog.creation_date = catalog.revision_date = CREATION_DATE
    catalog.last_translator = catalog.language_team = settings.SITE_NAME
    return catalog


def compile_catalogue(catalog: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def write_catalogue(language: str, catalog: Catalog) -> None:
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=100, sort_by_file=True, include_lineno=False)
    path.write_bytes(buffer.getvalue())
    path.with_suffix(".mo").write_bytes(compile_catalogue(catalog))


def find_untranslated(catalog: Catalog) -> list[Message]:
    """Return the messages without a translation, or with a fuzzy one."""
    return [
        message
        for message in catalog
        if message.id and (message.fuzzy or not all(_translations(message)))
    ]


def _translations(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (str(message.string or ""),)
