"""Operators' Markdown, without HTML, rendered as HTML."""

from __future__ import annotations

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True, "linkify": True})
MARKDOWN.enable("linkify").disable(["image", "html_block", "html_inline"])


def to_html(text: str) -> SafeString:
    """Render Markdown; HTML in it is shown as text, and links lead nowhere but to safe schemes.

    Line breaks stay (an address is written in lines), and bare addresses become links.
    """
    return SafeString(MARKDOWN.render(text.strip()))  # it escapes all that is not Markdown
