"""Renders the operators' Markdown as HTML."""

from __future__ import annotations

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True, "linkify": True})
MARKDOWN.enable("linkify").disable(["image", "html_block", "html_inline"])


def to_html(text: str) -> SafeString:
    """Render Markdown; HTML is escaped, and links need a safe scheme.

    Line breaks are kept, for postal addresses, and bare URLs become links.
    """
    return SafeString(MARKDOWN.render(text.strip()))  # it escapes all that is not Markdown
