"""The rules of a game in the reader's language, as a template and as plain lines."""

from __future__ import annotations

from typing import NamedTuple

from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.translation import get_language
from lxml import html

from games.families.registry import family_of
from games.services.wording import game_words

LANGUAGES = ("de", "en", "fr", "it")
HEADINGS = frozenset({"h2", "h3", "h4"})
BLOCKS = frozenset({"p", "li", "dt", "dd", "tr", *HEADINGS})
SKIPPED_TAGS = ("svg", "figure", "script", "style", "input")
MAX_COLUMNS_WITHOUT_HEAD = 2  # tables with up to this many columns are clear without their header


class RulesSection(NamedTuple):
    """The heading and lines of a section; the first section has no heading."""

    heading: str
    lines: list[str]


def rules_language() -> str:
    language = (get_language() or "en")[:2]
    return language if language in LANGUAGES else "en"


def template_name(key: str, language: str) -> str:
    family = family_of(key)
    return f"games/rules/{family.name}/{family.page(key)}.{language}.html"


def has_template(name: str) -> bool:
    try:
        get_template(name)
    except TemplateDoesNotExist:
        return False
    return True


def rules_template(key: str) -> str:
    """Return the template of a game's rules in the reader's language or in English; "" if none."""
    found = (template_name(key, language) for language in (rules_language(), "en"))
    return next((name for name in found if has_template(name)), "")


def rules_context(key: str) -> dict[str, object]:
    """Return the context for the template of a game's rules."""
    family = family_of(key)
    plain = family.plain(key)
    return {
        "key": key,
        "plain": plain,
        "plain_name": game_words.ruleset_name(plain),
        "pictures": family.pictures(key),
    }


def rules_sections(key: str) -> list[RulesSection]:
    """Return the rules as lines of text; captions are kept, pictures are not."""
    shown = get_template(rules_template(key)).render(rules_context(key))
    root = html.fragment_fromstring(shown, create_parent="div")
    heads = (
        head
        for head in root.iter("thead")
        if all(len(row) <= MAX_COLUMNS_WITHOUT_HEAD for row in head)
    )
    for unread in [*root.iter(*SKIPPED_TAGS), *heads]:
        unread.drop_tree()
    sections = [RulesSection("", [])]
    for block in root.iter(*BLOCKS):
        text = _text_of(block)
        if block.tag in HEADINGS:
            sections.append(RulesSection(text, []))
        elif text:
            sections[-1].lines.append(text)
    return [section for section in sections if section.lines]


def _text_of(block: html.HtmlElement) -> str:
    """Return the text of a block; "" if it contains blocks. Cells of a row are joined by colons."""
    if block.tag == "tr":
        return ": ".join(" ".join(cell.text_content().split()) for cell in block)
    if any(inner.tag in BLOCKS for inner in block.iterdescendants()):
        return ""
    return " ".join(block.text_content().split())
